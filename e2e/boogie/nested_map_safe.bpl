// SAFE
// Maps of maps, and maps with several indices.

type Row = [int]int;

var grid: [int]Row;
var flat: [int, int]int;

procedure main()
  modifies grid, flat;
{
  var i, j, k: int;

  grid[i] := grid[i][j := 5];
  grid[i][k] := 6;
  flat[i, j] := 5;
  flat[i, k] := 6;
  assert grid[i][j] == flat[i, j];
  assert j == k ==> grid[i][j] == 6;
}
