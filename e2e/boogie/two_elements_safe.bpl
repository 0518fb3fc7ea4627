// SAFE
// Of three values of a type with two, two are one.
type T;
const unique a: T;
const unique b: T;
axiom (forall x: T :: x == a || x == b);
procedure main()
{
  var p, q, r: T;
  assert p == q || q == r || p == r;
}
