// SAFE
// Money moves between accounts under locks. Each transfer takes the locks of both accounts and gives both
// back; nothing is lost; no lock is taken twice, even where someone transfers to the same account.

var held: [int]bool;
var owner: [int]int;
var balance: [int]int;
var locksHeld: int;

procedure Acquire(lock: int, who: int)
  modifies held, owner, locksHeld;
{
  assert !held[lock];
  held[lock] := true;
  owner[lock] := who;
  locksHeld := locksHeld + 1;
}

procedure Release(lock: int, who: int)
  modifies held, locksHeld;
{
  assert held[lock];
  assert owner[lock] == who;
  held[lock] := false;
  locksHeld := locksHeld - 1;
}

procedure Transfer(from: int, to: int, amount: int, who: int) returns (moved: bool)
  modifies held, owner, balance, locksHeld;
{
  moved := false;
  if (from == to) {
    return;
  }
  call Acquire(from, who);
  call Acquire(to, who);
  if (amount > 0 && balance[from] >= amount) {
    balance[from] := balance[from] - amount;
    balance[to] := balance[to] + amount;
    moved := true;
  }
  call Release(to, who);
  call Release(from, who);
}

procedure main()
  modifies held, owner, balance, locksHeld;
{
  var first, second, total, amount, who: int;
  var moved: bool;

  held[first] := false;
  held[second] := false;
  locksHeld := 0;
  total := balance[first] + balance[second];
  while (*) {
    havoc amount, who;
    if (*) {
      call moved := Transfer(first, second, amount, who);
    } else {
      call moved := Transfer(second, first, amount, who);
    }
    assert locksHeld == 0;
    assert balance[first] + balance[second] == total;
  }
}
