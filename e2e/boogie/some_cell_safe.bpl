// SAFE
// No cell is too large: the one that is written is not, and the others are assumed not to be.
procedure {:entrypoint} main()
{
  var M: [int]int;
  var n: int;
  havoc M;
  havoc n;
  assume n > 0 && n < 5;
  assume (forall i: int :: 0 <= i && i < 3 ==> M[i] < 4);
  M[1] := n - 1;
  assert (forall i: int :: 0 <= i && i < 3 ==> M[i] < 4);
}
