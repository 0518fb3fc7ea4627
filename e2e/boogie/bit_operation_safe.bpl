// SAFE
// What is behind a test of a bit that is never set: the proof holds whatever the operation means, so it has to look there.

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
