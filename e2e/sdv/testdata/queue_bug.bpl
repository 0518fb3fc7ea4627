// A rule woven into a driver as the Static Driver Verifier does it: the entry sets the error aside, the rule's handler
// records the violation, and a program that can return has broken the rule.
var yogi_error: int;
var pending: int;

function {:builtin} BAND(int, int): int;
function POW2(int): bool;
axiom (forall n: int :: {BAND(n, n)} BAND(n, n) == n);
axiom (forall n, m: int :: {BAND(n, m)} POW2(n) && POW2(m) && n != m ==> BAND(n, m) == 0);

procedure SLIC_complete(flags: int)
  modifies pending, yogi_error;
{
  if (pending == 0 && BAND(flags, 4) == 4) { yogi_error := 1; }
  pending := 0;
}

procedure dispatch(n: int)
  modifies pending, yogi_error;
{
  var i, flags: int;
  pending := 1;
  i := n;
  while (i > 0) {
    havoc flags;
    call SLIC_complete(flags);
    i := i - 1;
  }
}

procedure fakeMain(n: int)
  modifies pending, yogi_error;
{
  yogi_error := 0;
  call dispatch(n);
  assume yogi_error != 0;
  return;
}

procedure {:entrypoint} main();
implementation {:entrypoint} main()
{
  var n: int;
  havoc n;
  call fakeMain(n);
}
