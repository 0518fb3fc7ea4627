// UNSAFE
// Reals too: one half of nothing may be one.
procedure main()
{
  var r, s: real;
  r := 0.5;
  s := r - r;
  assert r / s != 1.0;
}
