package term

import (
	"fmt"
	"math"
	"math/rand"
	"testing"
)

func TestSet(t *testing.T) {
	b := NewBuilder()
	var all []*Term
	for i := range 50 {
		all = append(all, b.Var(fmt.Sprint("x", i), b.Int()))
	}
	random := rand.New(rand.NewSource(1))
	s := &Set{present: math.MaxUint32 - 3} // the marks run out on the way
	model := map[*Term]bool{}
	for range 2000 {
		x := all[random.Intn(len(all))]
		switch random.Intn(8) {
		case 0:
			s.Clear()
			clear(model)
		case 1, 2:
			if s.Remove(x) != model[x] {
				t.Fatalf("Remove of %v: %v", x, !model[x])
			}
			delete(model, x)
		default:
			if s.Add(x) == model[x] {
				t.Fatalf("Add of %v: %v", x, model[x])
			}
			model[x] = true
		}
		for _, x := range all {
			if s.Has(x) != model[x] {
				t.Fatalf("Has %v: %v", x, !model[x])
			}
		}
	}
}
