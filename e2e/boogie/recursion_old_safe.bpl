// SAFE
// What a recursive procedure does to a cell is a relation between the cell before and after.

var cell: [int]int;
var at: int;

procedure Visit()
modifies cell;
{
  cell[at] := cell[at] + 1;
  if (*)
  {
    call Visit();
    call Visit();
  }
  cell[at] := cell[at] - 1;
}

procedure main(start: int)
modifies cell;
{
  cell[at] := start;
  call Visit();
  assert cell[at] == start;
}
