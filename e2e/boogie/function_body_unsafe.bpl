// UNSAFE
// Functions with bodies are expanded.

function {:inline} clamp(x: int, low: int, high: int) returns (int)
{
  if x < low then low else if x > high then high else x
}

function is_small(x: int) returns (bool)
{
  0 <= x && x < 10
}

procedure main()
{
  var x: int;

  havoc x;
  assert is_small(clamp(x, 0, 10));
}
