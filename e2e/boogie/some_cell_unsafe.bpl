// UNSAFE
// Some cell is too large, and which one it is a symbol says until a test is made.
procedure {:entrypoint} main()
{
  var M: [int]int;
  var n: int;
  havoc M;
  havoc n;
  assume n > 0 && n < 5;
  M[1] := n;
  assert (forall i: int :: 0 <= i && i < 3 ==> M[i] < 4);
}
