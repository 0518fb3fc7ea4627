// UNSAFE
// A body that says the same of each index.
procedure main()
{
  var m: [int]int;
  m := (lambda i: int :: 3);
  assert m[4] == 2;
}
