package typecheck

import (
	"math/big"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// maxWideExponent bounds the exponents of constants that are computed exactly; beyond it every format has an
// infinity or zero.
const maxWideExponent = 40000

// wideBits rounds a decimal or hexadecimal floating constant once, to nearest and even, to the bits of the
// interchange format of t.
func wideBits(digits string, t *tree.Type) (*big.Int, bool) {
	exponentBits, precision := t.Format()
	bias := 1<<(exponentBits-1) - 1
	infinity := new(big.Int).Lsh(big.NewInt(1<<exponentBits-1), uint(precision-1))
	if mark := strings.LastIndexAny(digits, "ep"); mark >= 0 && !(strings.HasPrefix(digits, "0x") && digits[mark] == 'e') {
		e, ok := new(big.Int).SetString(strings.TrimPrefix(digits[mark+1:], "+"), 10)
		if !ok {
			return nil, false
		}
		if e.CmpAbs(big.NewInt(maxWideExponent)) > 0 {
			// However many digits there are in the text, they do not make up for this.
			if e.Sign() < 0 || isZeroText(digits[:mark]) {
				return new(big.Int), true
			}
			return infinity, true
		}
	}
	exact, ok := new(big.Rat).SetString(digits)
	if !ok || strings.Contains(digits, "_") {
		return nil, false
	}
	if exact.Sign() == 0 {
		return new(big.Int), true
	}
	// exact is in [2^scale, 2^(scale+1)); one unit of the result is 2^quantum.
	scale := exact.Num().BitLen() - exact.Denom().BitLen()
	if cmpPowerOfTwo(exact, scale) < 0 {
		scale--
	}
	quantum := max(scale, 1-bias) - (precision - 1)
	mantissa := roundToInteger(exact, quantum)
	biased := quantum + precision - 1 + bias
	switch {
	case mantissa.BitLen() > precision:
		biased++
		mantissa.Rsh(mantissa, 1)
	case mantissa.BitLen() < precision:
		biased = 0
	}
	if biased >= 1<<exponentBits-1 {
		return infinity, true
	}
	mantissa.SetBit(mantissa, precision-1, 0)
	return mantissa.Or(mantissa, new(big.Int).Lsh(big.NewInt(int64(biased)), uint(precision-1))), true
}

func isZeroText(mantissa string) bool {
	return strings.Trim(strings.TrimPrefix(mantissa, "0x"), "0.") == ""
}

func cmpPowerOfTwo(x *big.Rat, n int) int {
	power := new(big.Rat)
	if n >= 0 {
		power.SetInt(new(big.Int).Lsh(big.NewInt(1), uint(n)))
	} else {
		power.SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(-n)))
	}
	return x.Cmp(power)
}

// roundToInteger is x / 2^quantum, rounded to nearest and even.
func roundToInteger(x *big.Rat, quantum int) *big.Int {
	num, den := new(big.Int).Set(x.Num()), new(big.Int).Set(x.Denom())
	if quantum >= 0 {
		den.Lsh(den, uint(quantum))
	} else {
		num.Lsh(num, uint(-quantum))
	}
	q, r := new(big.Int).QuoRem(num, den, new(big.Int))
	switch c := r.Lsh(r, 1).Cmp(den); {
	case c > 0, c == 0 && q.Bit(0) == 1:
		q.Add(q, big.NewInt(1))
	}
	return q
}
