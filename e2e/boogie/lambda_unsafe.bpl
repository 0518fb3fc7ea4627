// UNSAFE
// One cell of the map is another.
procedure main()
{
  var m, n: [int]int;
  var k: int;
  m := (lambda i: int :: if i == k then 7 else n[i]);
  assert m[k] == 7;
  assert m[k + 1] == 7;
}
