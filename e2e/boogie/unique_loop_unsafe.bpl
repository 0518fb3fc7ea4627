// UNSAFE
// Unique constants in a loop of inputs: every run, the random ones too, starts where they differ.

type state;
const unique idle: state;
const unique busy: state;
const unique done: state;

procedure main()
{
  var s: state;
  var steps: int;

  s := idle;
  steps := 0;
  while (steps < 10)
  {
    if (s == idle) { s := busy; }
    else { if (s == busy) { s := done; } else { s := idle; } }
    havoc steps;
    assume steps >= 0;
  }
  assert s != done;
}
