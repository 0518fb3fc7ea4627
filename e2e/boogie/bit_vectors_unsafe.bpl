// UNSAFE
// Operators of bit-vectors wrap; extraction and concatenation move bits.

function {:bvbuiltin "bvadd"} add8(x: bv8, y: bv8) returns (bv8);
function {:bvbuiltin "bvult"} less8(x: bv8, y: bv8) returns (bool);

procedure main()
{
  var x, y: bv8;
  var wide: bv16;

  y := add8(x, 1bv8);
  assert less8(x, y) || x == 254bv8;
  wide := x ++ y;
  assert wide[8:0] == y && wide[16:8] == x;
}
