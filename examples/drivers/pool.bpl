// SAFE
// A pool of buffers under one lock: every path that takes the lock gives it back, and a buffer is used only
// between the two.

var locked: bool;
var left: int;

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

procedure Take() returns (taken: bool)
  modifies locked, left;
{
  call Acquire();
  taken := left > 0;
  if (taken) {
    left := left - 1;
  }
  call Release();
}

procedure Give()
  modifies locked, left;
{
  call Acquire();
  left := left + 1;
  call Release();
}

procedure main()
  modifies locked, left;
{
  var taken: bool;

  locked := false;
  left := 4;
  while (*) {
    call taken := Take();
    if (taken) {
      assert left >= 0;
      call Give();
    }
    assert !locked;
  }
}
