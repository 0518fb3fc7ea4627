// SAFE
// What is behind a test of a bit that is never set: the proof holds whatever the operation means, so it has to look there.

function BAND(a: int, b: int): int;
function POW2(a: int): bool;
axiom (forall x: int :: {POW2(x)} x == 0 || x == -2147483648 || x == 1 || x == 2 || x == 4 || x == 8 || x == 16 || x
  == 32 || x == 64 || x == 128 || x == 256 || x == 512 || x == 1024 || x == 2048 || x == 4096 || x == 8192 || x ==
  16384 || x == 32768 || x == 65536 || x == 131072 || x == 262144 || x == 524288 || x == 1048576 || x == 2097152 || x
  == 4194304 || x == 8388608 || x == 16777216 || x == 33554432 || x == 67108864 || x == 134217728 || x == 268435456 ||
  x == 536870912 || x == 1073741824 || x == 2147483648 ==> POW2(x));

var locked: bool;

procedure Acquire()
  modifies locked;
{
  assert !locked;
  locked := true;
}

procedure Release()
  modifies locked;
{
  assert locked;
  locked := false;
}

procedure Work(flags: int)
  modifies locked;
{
  if (BAND(flags, 512) != 0)
  {
    while (*)
    {
      call Acquire();
      call Release();
    }
  }
}

procedure main()
  modifies locked;
{
  locked := false;
  while (*)
  {
    call Work(3);
    call Acquire();
    call Release();
  }
}
