// UNSAFE
// A lock for each object, taken and given back through calls; two names may be one object.

var locked: [int]bool;

procedure Acquire(object: int)
  modifies locked;
{
  assert !locked[object];
  locked[object] := true;
}

procedure Release(object: int)
  modifies locked;
{
  assert locked[object];
  locked[object] := false;
}

procedure main()
  modifies locked;
{
  var first, second: int;

  locked[first] := false;
  locked[second] := false;
  while (*)
  {
    call Acquire(first);
    if (*)
    {
      call Acquire(second);
      call Release(second);
    }
    call Release(first);
  }
}
