// SAFE
// One half divided by nothing is the same number each time.
procedure main()
{
  var r, s: real;
  r := 0.5;
  s := r - r;
  assert r / s == r / s;
}
