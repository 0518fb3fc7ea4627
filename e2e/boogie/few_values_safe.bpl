// SAFE
// Three constants of two values cannot all differ.
const unique a: bool;
const unique b: bool;
const unique c: bool;
procedure main()
{
  assert false;
}
