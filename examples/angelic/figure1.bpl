// yogi angelic
// ANGELIC, Figure 1, in Boogie. No place must stay reachable here but the entries: what careful finds out
// about its argument says nothing.

const NULL: int;
axiom NULL == 0;

var mode: int;
var inner: [int]int;

procedure FirstLibrary() returns (r: int);
procedure SecondLibrary() returns (r: int);

procedure Careful(b: int)
{
  if (b != NULL) { mode := 1; } else { mode := 2; }
  assert b != NULL;
  inner[b] := b;
}

procedure Trusting(b: int)
{
  assert b != NULL;
  inner[b] := b;
}

procedure Outside()
{
  var b, c, d: int;
  call b := FirstLibrary();
  assert b != NULL;
  inner[b] := NULL;
  call c := SecondLibrary();
  assert c != NULL;
  d := inner[c];
  assert d != NULL;
  inner[d] := b;
}

procedure Start(b: int)
{
  call Careful(b);
  call Trusting(NULL);
  call Outside();
}
