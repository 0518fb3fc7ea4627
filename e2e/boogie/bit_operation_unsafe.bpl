// UNSAFE
// Bits of what comes from outside: one call cannot get to the locks where the operation is that of C, the other fails.

function BAND(a: int, b: int): int;

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
      if (BAND(flags, 64) != 0)
      {
        call Release();
      }
    }
  }
}

procedure main()
  modifies locked;
{
  var flags: int;

  locked := false;
  while (*)
  {
    call Work(3);
    havoc flags;
    call Work(flags);
  }
}
