// SAFE
// A body that says something else of each index.
procedure main()
{
  var m: [int]int;
  m := (lambda i: int :: i * 2);
  assert m[4] == 8;
  assert m == (lambda j: int :: 2 * j);
}
