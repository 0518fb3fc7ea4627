// SAFE
// A procedure without a body does anything that its postconditions and frame allow.

var level: int;
var other: int;

procedure Raise(by: int) returns (before: int);
  modifies level;
  ensures before == old(level);
  ensures level >= before + by;

procedure main()
  modifies level, other;
{
  var was: int;

  level := 1;
  other := 5;
  call was := Raise(2);
  assert was == 1;
  assert other == 5;
  assert level >= 3;
}
