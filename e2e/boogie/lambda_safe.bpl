// SAFE
// A lambda is the map that has at each index what its body says.
procedure main()
{
  var m, n: [int]int;
  var s: [int]bool;
  var g: [int, int]int;
  var k: int;
  m := (lambda i: int :: if i == k then 7 else n[i]);
  assert m == n[k := 7];
  s := (lambda i: int :: i == 3);
  assert s[3] && !s[4];
  g := (lambda i, j: int :: 5);
  assert g[2, k] == 5;
}
