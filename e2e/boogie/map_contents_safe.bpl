// SAFE
// Maps with the same contents are one map, and one that was written somewhere has something there.
procedure main()
{
  var a, b: [int]int;
  var m: [int]bool;
  assume (forall i: int :: a[i] == b[i]);
  assert a == b;
  m[3] := true;
  assert (exists i: int :: m[i]);
  assert (exists i: int :: i == 2);
}
