// UNSAFE
// A parallel assignment reads everything before it writes anything.

var memory: [int]int;

procedure main()
  modifies memory;
{
  var x, y, x0, y0: int;

  x0 := x;
  y0 := y;
  x, y := y, x;
  assert x == y0 && y == x0;
  x := 1;
  x, memory[x] := 2, 3;
  assert memory[2] == 3;
}
