// UNSAFE
// Two constants of two values can differ.
const unique a: bool;
const unique b: bool;
procedure main()
{
  assert a;
}
