package exhaustive

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/property"
	"yogi/internal/sem"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
)

// world gives a run random inputs, by their number, and notes what it was asked for.
type world struct {
	*rand.Rand
	program *ir.Program
	asked   strings.Builder
}

func (w *world) Input(_ *concrete.Machine, _ *ir.Block, _ int, h *ir.Havoc) term.Value {
	fmt.Fprintf(&w.asked, " %d", h.Input.ID)
	n := w.Uint64()
	switch sort := h.Dst.Sort; {
	case sort.Kind == term.KindBool:
		return term.BoolValue(n%2 == 0)
	case sort.Kind != term.KindBV:
		return term.ZeroValue(sort)
	case sort.Width == w.program.Model.PointerWidth:
		return term.BVValue(sort.Width, w.address(n))
	default:
		return term.BVValue(sort.Width, n%4)
	}
}

// address is null, that of an object, or some way into one.
func (w *world) address(n uint64) uint64 {
	if n%4 == 0 {
		return 0
	}
	o := w.program.Objects[n/4%uint64(len(w.program.Objects))]
	return o.Address + n%4/3*8
}

func (w *world) Choose(_ *concrete.Machine, _ *ir.Block, g *ir.Goto, enabled []int) int {
	fmt.Fprintf(&w.asked, " %d", g.Choice.ID)
	return enabled[w.IntN(len(enabled))]
}

// ending runs the program and tells how it went: what it asked for and where it ended. Memory that
// starts with no known value holds addresses.
func ending(t *testing.T, p *ir.Program, seed uint64) string {
	t.Helper()
	p.Number()
	w := &world{Rand: rand.New(rand.NewPCG(seed, 12)), program: p}
	m := concrete.New(p, sem.NewSlots(p), w)
	for _, v := range p.Globals {
		switch {
		case v == p.AllocCounter:
			m.Globals[v.Index] = term.BVValue(v.Sort.Width, p.FirstFree)
		case v.Memory != nil:
			m.Globals[v.Index] = term.ArrayVal(term.NewArrayValue(v.Sort, term.BVValue(v.Sort.Elem.Width, w.address(seed))))
		}
	}
	for _, r := range p.InitialRanges {
		array := m.Globals[r.Map.Index].Array()
		for a := r.From; a < r.To; a += uint64(r.CellBytes) {
			array = array.Store(term.BVValue(r.Map.Sort.Index.Width, a), term.BVValue(r.Map.Sort.Elem.Width, r.Value))
		}
		m.Globals[r.Map.Index] = term.ArrayVal(array)
	}
	out, err := m.Run(nil, 20_000, nil)
	if err != nil {
		t.Fatal(err)
	}
	if out.Kind == concrete.OutOfSteps {
		return ""
	}
	return fmt.Sprintf("%s at %s after%s", out.Kind, out.Pos, w.asked.String())
}

// prepared is a program before the search. That it stands for the one with its memory as it was is accepted.
func prepared(t *testing.T, text string, options c.Options, off ...string) *ir.Program {
	t.Helper()
	options.Units = []c.Unit{{File: "p.c", Source: []byte(declarations + text)}}
	p, diagnostics, err := c.Load(context.Background(), options)
	if err != nil || len(diagnostics) > 0 {
		t.Fatalf("%v %v\n%s", err, diagnostics.Err(), text)
	}
	if p, err = load.Prepare(p, load.Job{Search: load.Search{Off: append(off, "large-blocks", "guessed-index")}, DebugCheck: true}); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// TestMemoryIsCutAsClaimed: programs whose memory was once cut in a way that was not accepted.
func TestMemoryIsCutAsClaimed(t *testing.T) {
	for _, text := range []string{LinkedOpen(806), LinkedOpen(1458), Linked(597), Linked(958)} {
		for _, model := range []string{"LP64", "ILP32"} {
			prepared(t, text, c.Options{DataModel: model})
			prepared(t, text, c.Options{DataModel: model, Open: true})
		}
	}
}

// TestAddressesKeepRuns: with addresses in the place of variables, and variables in that of maps,
// programs run as without, whatever comes from outside. PROGRAMS=N tries so many programs, from
// SEED on.
func TestAddressesKeepRuns(t *testing.T) {
	programs, start := number("PROGRAMS", 60), number("SEED", 1)
	changed, cells, failing := 0, 0, 0
	for seed := start; seed < start+programs; seed++ {
		text := Linked(seed)
		if seed%2 == 0 {
			text = LinkedOpen(seed)
		}
		options := c.Options{DataModel: []string{"LP64", "ILP32"}[seed/2%2]}
		if seed%3 == 0 {
			options.Checks = property.Reach | property.Null | property.Bounds | property.UseAfterFree | property.InvalidFree
		}
		before, after := prepared(t, text, options, "addresses"), prepared(t, text, options)
		if before.String() == after.String() {
			continue
		}
		changed++
		for _, v := range after.Globals {
			if strings.Contains(v.Name, "@memory") {
				cells++
			}
		}
		for n := range uint64(20) {
			want, got := ending(t, before, n), ending(t, after, n)
			if want != got && want != "" && got != "" {
				t.Fatalf("seed %d, run %d:\n%s\nwith addresses\n%s\n%s\n%s", seed, n, want, got, text, after)
			}
			if strings.HasPrefix(want, "error") {
				failing++
			}
		}
	}
	t.Logf("%d of %d programs are changed, %d variables for cells, %d runs end in an error", changed, programs, cells, failing)
	if int64(changed) < programs/4 || int64(cells) < programs/4 || int64(failing) < programs/4 {
		t.Error("that is too few")
	}
}
