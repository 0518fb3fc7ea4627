// SAFE
// Updating a map at one index leaves the others as they are.

var memory: [int]int;

procedure main()
  modifies memory;
{
  var p, q, old_value: int;

  old_value := memory[q];
  memory[p] := 7;
  assert memory[p] == 7;
  assert p == q || memory[q] == old_value;
}
