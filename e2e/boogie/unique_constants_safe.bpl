// SAFE
// Unique constants of a type differ from each other.

type Name;

const unique Alpha, Beta: Name;
const Gamma: Name;

procedure main()
{
  var owner: [Name]int;

  owner[Alpha] := 1;
  owner[Beta] := 2;
  assert owner[Alpha] == 1;
  owner[Gamma] := 3;
  assert owner[Alpha] == 1 || Gamma == Alpha;
}
