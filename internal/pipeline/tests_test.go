package pipeline

import (
	"math"
	"testing"
)

// TestFloating: floats are written as printf does, which strtod reads.
func TestFloating(t *testing.T) {
	for want, x := range map[string]float64{"inf": math.Inf(1), "-inf": math.Inf(-1), "nan": math.NaN(), "-0": math.Copysign(0, -1), "1e+300": 1e300, "0.1": 0.1} {
		if got := floating(x, 64); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}
