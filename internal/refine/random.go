package refine

import (
	"math/rand"

	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
)

// Random tests show generalisation more states of a loop head than the tests of the search, whose inputs
// are zero where nothing asks for more.

const (
	randomTests  = 24
	randomValues = 12 // tried for one input
)

// runRandomTests runs tests with random inputs, which are not continued when they are cut short. The seed is fixed: a search can be repeated.
func (e *Engine) runRandomTests() {
	for i := 0; i < randomTests && !e.stop(); i++ {
		e.Stats.Tests++
		r := &recorder{engine: e, plan: &Plan{Random: rand.New(rand.NewSource(int64(i)))}, test: e.Stats.Tests}
		if _, err := e.run(r, int64(e.Options.TestSteps)); err != nil {
			return
		}
		e.Stats.ByKind["random tests"]++
	}
}

// randomValue draws a value, small ones more often, that the assumes which follow accept; ok is false if
// there is none of the first.
func randomValue(random *rand.Rand, m *concrete.Machine, b *ir.Block, index int, h *ir.Havoc) (v term.Value, ok bool) {
	t := &trial{machine: m, symbol: h.Dst.Sym, demands: demandsOn(b, index, h)}
	for i := 0; i < randomValues; i++ {
		x := int64(random.Intn(12))
		switch random.Intn(6) {
		case 0:
			x = -x
		case 1:
			x = random.Int63n(200) - 50
		case 2:
			x = int64(random.Uint32()) - 1<<31
		}
		switch sort := h.Dst.Sort; sort.Kind {
		case term.KindBool:
			v = term.BoolValue(x&1 == 1)
		case term.KindInt:
			v = term.IntValue(x)
		case term.KindBV:
			if sort.Width > 64 {
				return term.Value{}, false
			}
			v = term.BVValue(sort.Width, uint64(x))
		default:
			return term.Value{}, false
		}
		if t.accepts(v) {
			return v, true
		}
	}
	return term.Value{}, false
}
