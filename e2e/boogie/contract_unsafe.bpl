// UNSAFE
// Contracts with bodies: a call checks the precondition, a return the postcondition.

var count: int;

procedure Add(amount: int) returns (result: int)
  requires amount > 0;
  modifies count;
  ensures count == old(count) + amount;
  ensures result == count;
{
  count := count + amount;
  result := count;
}

procedure main()
  modifies count;
{
  var x, y: int;

  havoc x;
  if (x >= 0)
  {
    call y := Add(x);
    assert y > y - x;
  }
}
