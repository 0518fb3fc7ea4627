package concrete_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
)

// Maps are changed in place where nobody looks. The tests here run random programs about maps, whole maps
// too, with somebody who looks at random: what he has seen stays as it was, and the run is the same without him.

// mapProgram writes random programs about maps.
type mapProgram struct {
	rand   *rand.Rand
	inputs int
	maps   []string // those of the function, all of one sort
	words  []string
}

const mapSort = "(Array (_ BitVec 8) (_ BitVec 8))"

func (g *mapProgram) pick(list ...string) string { return list[g.rand.IntN(len(list))] }

func (g *mapProgram) word(depth int) string {
	if depth == 0 {
		return g.pick(append([]string{fmt.Sprintf("#x%02x", g.rand.IntN(6))}, g.words...)...)
	}
	switch g.rand.IntN(7) {
	case 0:
		return "(bvadd " + g.word(depth-1) + " " + g.word(depth-1) + ")"
	case 1:
		return "(ite " + g.boolean(depth-1) + " " + g.word(depth-1) + " " + g.word(depth-1) + ")"
	case 2:
		return "((_ extract 7 0) (bvmul " + g.wide(depth-1) + " " + g.wide(depth-1) + "))"
	case 3, 4, 5:
		return "(select " + g.array(depth-1) + " " + g.word(depth-1) + ")"
	}
	return g.word(0)
}

// wide is a term of 16 bits.
func (g *mapProgram) wide(depth int) string {
	switch g.rand.IntN(4) {
	case 0:
		return "(concat " + g.word(depth) + " " + g.word(depth) + ")"
	case 1:
		return "((_ sign_extend 8) " + g.word(depth) + ")"
	case 2:
		return "(bvnot ((_ zero_extend 8) " + g.word(depth) + "))"
	}
	return "((_ zero_extend 8) " + g.word(depth) + ")"
}

func (g *mapProgram) boolean(depth int) string {
	switch g.rand.IntN(8) {
	case 0:
		return "(= " + g.array(depth) + " " + g.array(depth) + ")"
	case 1:
		return "(select L " + g.wide(depth) + ")"
	case 2:
		return "(not (bvult " + g.word(depth) + " " + g.word(depth) + "))"
	case 3:
		return "(bvsle " + g.wide(depth) + " " + g.wide(depth) + ")"
	case 4:
		return "b"
	case 5:
		return "(< (select K " + g.pick("0", "1", "2") + ") 5)"
	}
	return "(" + g.pick("=", "bvslt", "bvule") + " " + g.word(depth) + " " + g.word(depth) + ")"
}

func (g *mapProgram) array(depth int) string {
	if depth <= 0 || g.rand.IntN(3) == 0 {
		return g.pick(g.maps...)
	}
	switch g.rand.IntN(8) {
	case 0:
		return "(ite " + g.boolean(depth-1) + " " + g.array(depth-1) + " " + g.array(depth-1) + ")"
	case 1:
		return "((as const " + mapSort + ") " + g.word(depth-1) + ")"
	}
	return g.store(g.array(depth-1), depth)
}

func (g *mapProgram) store(array string, depth int) string {
	return "(store " + array + " " + g.word(depth-1) + " " + g.word(depth-1) + ")"
}

// changed is a map with stores, which are made in place where it is assigned to itself.
func (g *mapProgram) changed(array string) string {
	t := array
	stores := 1 + g.rand.IntN(3)
	if g.rand.IntN(10) == 0 {
		stores = 7 // a term that is too large for some ways to compile it
	}
	for range stores {
		switch g.rand.IntN(3) {
		case 0:
			t = "(ite " + g.boolean(1) + " " + g.store(t, 2) + " " + g.pick(t, array, g.store(array, 1)) + ")"
		default:
			t = g.store(t, 2)
		}
	}
	return t
}

func (g *mapProgram) instruction() string {
	switch g.rand.IntN(12) {
	case 0:
		return g.pick(g.words...) + " := " + g.word(2)
	case 1:
		return "b := " + g.boolean(2)
	case 2:
		return g.pick(g.maps...) + " := " + g.array(2)
	case 3:
		return "L := (store L " + g.wide(1) + " " + g.boolean(1) + ")"
	case 4:
		return "K := (store K " + g.pick("0", "1", "2") + " (+ 1 (select K " + g.pick("0", "1", "2") + ")))"
	case 5:
		return "assume (or (not b) (bvult " + g.word(1) + " #xf0) " + g.boolean(1) + " (not " + g.boolean(1) + "))"
	case 6:
		return g.pick(g.words...) + " := (select " + g.pick(g.maps...) + " " + g.word(1) + ")"
	case 7:
		g.inputs++
		return fmt.Sprintf(`havoc %s input %d nondet "i" type "bv8"`, g.pick(g.words...), g.inputs)
	}
	m := g.pick(g.maps...)
	return m + " := " + g.changed(m)
}

func (g *mapProgram) function(name, head, begin string, blocks int, end string) string {
	var w strings.Builder
	fmt.Fprintf(&w, "function %s {\n%s", name, head)
	for n := range blocks {
		fmt.Fprintf(&w, "  block %d \"\"\n", n)
		last := n == blocks-1
		if n == 0 {
			w.WriteString(begin)
		}
		if !last && name == "main" && n%3 == 2 {
			fmt.Fprintf(&w, "    call f (%s %s) to %s to %s\n    goto true %d\n", g.word(1), g.array(1), g.pick(g.words...), g.pick(g.maps...), n+1)
			continue
		}
		for range g.rand.IntN(5) {
			fmt.Fprintf(&w, "    %s\n", g.instruction())
		}
		to := func() int {
			if name == "main" {
				return 1 + g.rand.IntN(blocks-1)
			}
			return n + 1
		}
		condition := g.boolean(1)
		switch {
		case last:
			fmt.Fprintf(&w, "    %s\n", end)
		case g.rand.IntN(5) == 0:
			g.inputs++
			fmt.Fprintf(&w, "    goto true %d %s %d choice input %d choice \"branch\"\n", to(), condition, to(), g.inputs)
		case g.rand.IntN(3) == 0:
			fmt.Fprintf(&w, "    goto true %d\n", n+1)
		default:
			fmt.Fprintf(&w, "    goto %s %d (not %s) %d\n", condition, to(), condition, to())
		}
	}
	return w.String() + "}\n"
}

func (g *mapProgram) program() string {
	head := `language "boogie"
global M ` + mapSort + `
global N ` + mapSort + `
global L (Array (_ BitVec 16) Bool)
global K (Array Int Int)
global x (_ BitVec 8)
global b Bool
entry main
`
	g.maps, g.words = []string{"M", "N", "|main::T|", "M"}, []string{"x", "|main::i|", "|main::j|"}
	main := g.function("main", "  local |main::T| "+mapSort+"\n  local |main::i| (_ BitVec 8)\n  local |main::j| (_ BitVec 8)\n",
		"    |main::T| := M\n    |main::i| := #x01\n    |main::j| := #x02\n", 9, "goto true 1")
	g.maps, g.words = []string{"M", "N", "|f::P|", "|f::R|"}, []string{"x", "|f::a|", "|f::r|"}
	f := g.function("f", "  param |f::a| (_ BitVec 8)\n  param |f::P| "+mapSort+"\n  result |f::r| (_ BitVec 8)\n  result |f::R| "+mapSort+"\n",
		"    |f::r| := |f::a|\n    |f::R| := |f::P|\n", 3, "return")
	return head + main + f
}

func (g *mapProgram) parsed(t *testing.T) *ir.Program {
	t.Helper()
	text := g.program()
	p, err := ir.Parse(text, term.NewBuilder())
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	ir.Normalize(p)
	if err := ir.Check(p); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// looker is a source that looks at the machine at random, and keeps what it saw. What it draws does not depend on that.
type looker struct {
	shadow
	look *rand.Rand // nil: it never does
	saw  []seen
}

type seen struct {
	values   []term.Value
	texts    []string
	snapshot *concrete.Snapshot
}

func (l *looker) Input(m *concrete.Machine, b *ir.Block, index int, h *ir.Havoc) term.Value {
	l.peek(m)
	return l.shadow.Input(m, b, index, h)
}

func (l *looker) Choose(m *concrete.Machine, b *ir.Block, g *ir.Goto, enabled []int) int {
	l.peek(m)
	return l.shadow.Choose(m, b, g, enabled)
}

func (l *looker) peek(m *concrete.Machine) {
	if l.look == nil {
		return
	}
	var s seen
	switch l.look.IntN(6) {
	case 0:
		s.values = append(s.values, m.Globals()...)
	case 1:
		s.values = append(s.values, m.Global(l.look.IntN(len(m.Program.Globals))))
	case 2:
		s.values = append(s.values, m.Eval(m.Program.Globals[0].Sym))
	case 3:
		s.snapshot = m.Snapshot()
		s.values = append(s.values, m.Globals()...)
	}
	for _, v := range s.values {
		s.texts = append(s.texts, v.String())
	}
	l.saw = append(l.saw, s)
}

// check holds what was seen against what it was then.
func (l *looker) check(t *testing.T, p *ir.Program, slots *sem.Slots) {
	t.Helper()
	for _, s := range l.saw {
		for i, v := range s.values {
			if v.String() != s.texts[i] {
				t.Fatalf("a value that was seen has changed from\n%s to\n%s\n%s", s.texts[i], v, p)
			}
		}
		if s.snapshot != nil {
			m := concrete.New(p, slots, l)
			m.Restore(s.snapshot)
			for i, v := range m.Globals() {
				if v.String() != s.texts[i] {
					t.Fatalf("%s of a snapshot has changed from\n%s to\n%s\n%s", p.Globals[i].Name, s.texts[i], v, p)
				}
			}
		}
	}
}

// checkInPlace runs one random program in all ways.
func checkInPlace(t *testing.T, seed uint64) {
	t.Helper()
	g := &mapProgram{rand: rand.New(rand.NewPCG(seed, 3))}
	p := g.parsed(t)
	slots := sem.NewSlots(p)
	s := &shadow{t: t, rand: rand.New(rand.NewPCG(seed, 1)), slots: slots, eval: term.NewEvaluator()}
	m := concrete.New(p, slots, s)
	s.globals = append(s.globals, m.Globals()...)
	s.locals = append(s.locals, append([]term.Value(nil), m.Frame().Locals...))
	if _, err := m.Run(s, 200, nil); err != nil {
		t.Fatal(err)
	}
	for _, steps := range []int64{20, 400, 1000 + int64(seed%50)} {
		run := func(observer concrete.Observer, look *rand.Rand) (*concrete.Machine, *concrete.Outcome) {
			source := &looker{shadow: shadow{rand: rand.New(rand.NewPCG(seed, 2))}, look: look}
			m := concrete.New(p, slots, source)
			out, err := m.Run(observer, steps, nil)
			if err != nil {
				t.Fatal(err)
			}
			source.check(t, p, slots)
			return m, out
		}
		want, end := run(idle{}, nil)
		for _, look := range []*rand.Rand{nil, rand.New(rand.NewPCG(seed, 4))} {
			got, out := run(nil, look)
			if *out != *end || got.Frame().Block != want.Frame().Block || len(got.Frames) != len(want.Frames) {
				t.Fatalf("seed %d, after %d steps: %+v, want %+v\n%s", seed, steps, out, end, p)
			}
			equalValues(t, got.Globals(), want.Globals())
			equalValues(t, got.Frame().Locals, want.Frame().Locals)
		}
	}
}

// TestInPlace runs random programs about maps.
func TestInPlace(t *testing.T) {
	seeds := uint64(600)
	if testing.Short() {
		seeds = 60
	}
	for seed := range seeds {
		checkInPlace(t, seed)
	}
}

// FuzzInPlace runs more of them.
func FuzzInPlace(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkInPlace(t, seed) })
}

// TestStoresAllocateNothing: a loop that stores to cells that are there makes no new maps while nobody looks.
func TestStoresAllocateNothing(t *testing.T) {
	const few, many = 2_000, 42_000
	runs := func(n int) float64 { return testing.AllocsPerRun(3, func() { run(t, "memory", n, false) }) }
	if more := runs(many) - runs(few); more > (many-few)/100 {
		t.Errorf("%v allocations in %d more rounds", more, many-few)
	}
}
