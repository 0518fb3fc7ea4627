package term

import (
	"maps"
	"math/rand"
	"testing"
)

// TestStoresOfChains compares arrays after chains of stores, whose indices and elements are read from arrays in
// between, with maps that are changed alike: whole ones, and cells of all in one evaluation and in any order.
func TestStoresOfChains(t *testing.T) {
	const cells, word = 12, 1<<16 - 1
	for seed := range int64(60) {
		random := rand.New(rand.NewSource(seed))
		b := NewBuilder()
		m := b.Var("m", b.Array(b.BV(16), b.BV(16)))
		first, contents := NewArrayValue(m.Sort(), BVValue(16, 0)), map[uint64]uint64{}
		for range 5 {
			i, v := uint64(random.Intn(cells)), uint64(random.Intn(cells))
			first, contents[i] = first.Store(BVValue(16, i), BVValue(16, v)), v
		}
		chain, held := []*Term{m}, []map[uint64]uint64{contents}
		for range 100 {
			last := len(chain) - 1
			from := last - random.Intn(min(last+1, 45))
			read, offset, more := uint64(random.Intn(cells)), uint64(random.Intn(cells)), uint64(random.Intn(3))
			at := b.BVAdd(b.Select(chain[from], b.BVConst(16, read)), b.BVConst(16, offset))
			put := b.BVAdd(b.Select(chain[last], b.BVConst(16, offset)), b.BVConst(16, more))
			now := maps.Clone(held[last])
			now[(held[from][read]+offset)&word] = (held[last][offset] + more) & word
			chain, held = append(chain, b.Store(chain[last], at, put)), append(held, now)
		}
		of := oneArray{m, ArrayVal(first)}
		evaluator := NewEvaluator()
		var all []*Term
		for _, k := range random.Perm(len(chain)) {
			want := NewArrayValue(m.Sort(), BVValue(16, 0))
			for i, v := range held[k] {
				want = want.Store(BVValue(16, i), BVValue(16, v))
				all = append(all, b.Eq(b.Select(chain[k], b.BVConst(16, i)), b.BVConst(16, v)))
			}
			if got, err := evaluator.Eval(chain[k], of); err != nil || !got.Array().Equal(want) {
				t.Fatalf("seed %d, %d stores: got %v, %v, want %v", seed, k, got, err, want)
			}
			if k%7 == 0 {
				all = append(all, b.Eq(chain[k], b.Const(ArrayVal(want))))
			}
		}
		if holds, decided := evaluator.All(all, of); !holds || !decided {
			t.Errorf("seed %d: all cells together: %v, %v", seed, holds, decided)
		}
	}
}
