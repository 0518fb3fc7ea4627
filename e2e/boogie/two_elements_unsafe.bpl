// UNSAFE
// Two values of a type with two need not be one.
type T;
const unique a: T;
const unique b: T;
axiom (forall x: T :: x == a || x == b);
procedure main()
{
  var p, q: T;
  p := a;
  havoc q;
  assert p == q;
}
