// SAFE
// A map updated within an expression.

procedure main()
{
  var a, b: [int]bool;
  var i, j: int;

  b := a[i := true][j := false];
  assert !b[j];
  assert i == j || b[i];
  b := b[j := a[j]][i := a[i]];
  assert b[i] == a[i] && b[j] == a[j];
}
