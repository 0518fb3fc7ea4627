package concrete_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
)

// snapshots is a run that is noted after every step: its source draws values, or repeats those of another.
type snapshots struct {
	rand     *rand.Rand
	inputs   []term.Value
	consumed int
	steps    int64
	places   []place
}

type place struct {
	machine  *concrete.Snapshot
	consumed int
	steps    int64
}

func (s *snapshots) next(draw func() term.Value) term.Value {
	if s.consumed == len(s.inputs) {
		s.inputs = append(s.inputs, draw())
	}
	s.consumed++
	return s.inputs[s.consumed-1]
}

func (s *snapshots) Input(_ *concrete.Machine, _ *ir.Block, _ int, h *ir.Havoc) term.Value {
	return s.next(func() term.Value {
		if h.Dst.Sort.Kind == term.KindBV {
			return term.BVValue(h.Dst.Sort.Width, s.rand.Uint64N(200)-2)
		}
		return term.ZeroValue(h.Dst.Sort)
	})
}

func (s *snapshots) Choose(_ *concrete.Machine, _ *ir.Block, _ *ir.Goto, enabled []int) int {
	return int(s.next(func() term.Value { return term.IntValue(int64(enabled[s.rand.IntN(len(enabled))])) }).Int64())
}

func (s *snapshots) note(m *concrete.Machine) {
	s.steps++
	s.places = append(s.places, place{m.Snapshot(), s.consumed, s.steps})
}

func (s *snapshots) Step(m *concrete.Machine, _ *ir.Block, _ int) { s.note(m) }
func (s *snapshots) Enter(m *concrete.Machine, _ *ir.Block)       { s.note(m) }
func (s *snapshots) Exit(*concrete.Machine, *ir.Block)            {}
func (s *snapshots) Leave(m *concrete.Machine, _ *ir.Block)       { s.note(m) }

// TestRestore: a run that goes on from any place of another, with its inputs, ends as the other did.
func TestRestore(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		p := load(t, file)
		slots := sem.NewSlots(p)
		for seed := range uint64(5) {
			const limit = 300
			whole := &snapshots{rand: rand.New(rand.NewPCG(seed, 1))}
			m := concrete.New(p, slots, whole)
			want, err := m.Run(whole, limit, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, from := range whole.places {
				part := &snapshots{inputs: whole.inputs, consumed: from.consumed}
				n := concrete.New(p, slots, part)
				n.Restore(from.machine)
				got, err := n.Run(part, limit-from.steps, nil)
				if err != nil {
					t.Fatal(err)
				}
				got.Steps += from.steps
				if *got != *want || part.consumed != len(whole.inputs) {
					t.Fatalf("%s, seed %d, from step %d: %+v with %d inputs, the whole run %+v with %d", file, seed, from.steps, *got, part.consumed, *want, len(whole.inputs))
				}
				for i, v := range m.Globals() {
					if !v.Equal(n.Global(i)) {
						t.Fatalf("%s, seed %d, from step %d: %s is %s, after the whole run %s", file, seed, from.steps, p.Globals[i].Name, n.Global(i), v)
					}
				}
			}
		}
	}
}
