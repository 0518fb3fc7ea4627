package refine

import "testing"

// TestContractsShare: a small program gives half of its time to one look for contracts, a larger one less, and bounds
// all of them.
func TestContractsShare(t *testing.T) {
	for functions, want := range map[int]float64{1: 1.0 / 2, 11: 1.0 / 2, 12: 1.0 / 3, 35: 1.0 / 4, 120: 1.0 / 12} {
		share, shared := contractsShare(functions)
		if share != want || shared != (functions >= 12) {
			t.Errorf("%d functions: %f, %v", functions, share, shared)
		}
	}
}
