// UNSAFE
// Maps that differ in one place are two.
procedure main()
{
  var a, b: [int]int;
  assume (forall i: int :: i != 5 ==> a[i] == b[i]);
  assert a == b;
}
