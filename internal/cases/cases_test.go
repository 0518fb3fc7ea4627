package cases_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"yogi/internal/cases"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// builder makes programs of which only the control flow matters.
type builder struct {
	p    *ir.Program
	line int
}

func newBuilder() *builder { return &builder{p: ir.NewProgram(term.NewBuilder(), nil)} }

// function makes one with so many blocks, each of which has a line of its own.
func (b *builder) function(name string, blocks int) *ir.Function {
	f := b.p.NewFunction(name, b.at())
	for range blocks {
		f.NewBlock("", b.at())
	}
	if b.p.Entry == nil {
		b.p.Entry = f
	}
	return f
}

func (b *builder) at() source.Pos {
	b.line++
	return source.Pos{File: "a.c", Line: b.line, Column: 1}
}

// jump ends a block with a goto to others; none: a return.
func jump(from *ir.Block, to ...int) {
	if len(to) == 0 {
		from.Terminator = &ir.Return{At: ir.At{Pos: from.Pos}}
		return
	}
	g := &ir.Goto{At: ir.At{Pos: from.Pos}, Choice: &ir.Input{}}
	for _, n := range to {
		g.Targets = append(g.Targets, ir.Target{Guard: from.Function.Program.Terms.True(), Block: from.Function.Blocks[n]})
	}
	from.Terminator = g
}

func call(from *ir.Block, f *ir.Function) { from.Emit(&ir.Call{At: ir.At{Pos: from.Pos}, Callee: f}) }

func linesOf(forks []cases.Fork) string {
	var out []string
	for _, f := range forks {
		out = append(out, fmt.Sprintf("%d:%d", f.At.Line, f.At.Of))
	}
	return strings.Join(out, " ")
}

// TestForks: a fork is a choice that no run makes twice.
func TestForks(t *testing.T) {
	b := newBuilder()
	main := b.function("main", 8) // lines 2 to 9
	once, twice, either, self := b.function("once", 3), b.function("twice", 3), b.function("either", 3), b.function("self", 3)
	for _, f := range []*ir.Function{once, twice, either, self} {
		jump(f.Blocks[0], 1, 2)
		jump(f.Blocks[1])
		jump(f.Blocks[2])
	}
	call(self.Blocks[1], self)
	unused := b.function("unused", 2)
	jump(unused.Blocks[0], 1, 1)
	jump(unused.Blocks[1])
	for n, to := range [][]int{{1, 2, 3}, {4}, {4}, {4}, {5, 6}, {4}, {7, 7}, {}} {
		jump(main.Blocks[n], to...)
	}
	call(main.Blocks[1], either)
	call(main.Blocks[2], either)
	call(main.Blocks[3], twice)
	call(main.Blocks[7], twice)
	call(main.Blocks[0], once)
	call(main.Blocks[6], self)
	// Line 6 is the head of a loop, line 8 stands behind it.
	if got, want := linesOf(cases.Forks(b.p)), "2:3 8:2 11:2 19:2"; got != want {
		t.Errorf("forks at %s, want %s", got, want)
	}
	// Two that stand at one place are told apart by nobody.
	once.Blocks[0].Terminator.(*ir.Goto).Pos = main.Blocks[0].Pos
	if got, want := linesOf(cases.Forks(b.p)), "8:2 19:2"; got != want {
		t.Errorf("with two at one place: forks at %s, want %s", got, want)
	}
}

// TestDivide: of nested choices the outer one divides the program better, even if the inner one has more ways.
func TestDivide(t *testing.T) {
	b := newBuilder()
	main := b.function("main", 12)
	for n, to := range [][]int{{1, 2, 3}, {4}, {5}, {6, 7, 8, 9}, {10}, {10}, {11}, {11}, {11}, {11}, {11}, {}} {
		jump(main.Blocks[n], to...)
	}
	fork, ok := cases.Case{}.Divide(b.p)
	if !ok || fork.At.Line != main.Blocks[0].Pos.Line {
		t.Fatalf("divided at %v, want the outer choice", fork.At)
	}
	last := cases.Case{}.Ways(fork)[2]
	if err := cases.Restrict(b.p, last); err != nil {
		t.Fatal(err)
	}
	fork, ok = last.Divide(b.p)
	if !ok || fork.At.Line != main.Blocks[3].Pos.Line {
		t.Errorf("case %s is divided at %v, want the inner choice", last, fork.At)
	}
	inner := last.Ways(fork)[0]
	if err := cases.Restrict(b.p, inner[1:]); err != nil {
		t.Fatal(err)
	}
	if fork, ok = inner.Divide(b.p); ok {
		t.Errorf("case %s is divided at %v, where its way was taken", inner, fork.At)
	}
}

// TestNoFork: a program is not taken for a case that it does not have.
func TestNoFork(t *testing.T) {
	b := newBuilder()
	main := b.function("main", 3)
	jump(main.Blocks[0], 1, 2)
	jump(main.Blocks[1], 0)
	jump(main.Blocks[2])
	line := main.Blocks[0].Pos.Line
	for _, w := range []cases.Way{
		{File: "a.c", Line: line, Column: 1, Way: 0, Of: 2}, // in a loop
		{File: "a.c", Line: line + 1, Column: 1, Way: 0, Of: 2},
	} {
		if err := cases.Restrict(b.p, cases.Case{w}); err == nil {
			t.Errorf("there is a case of the ways at line %d", w.Line)
		}
	}
	jump(main.Blocks[1])
	for _, w := range []cases.Way{
		{File: "b.c", Line: line, Column: 1, Way: 0, Of: 2},
		{File: "a.c", Line: line, Column: 1, Way: 0, Of: 3},
		{File: "a.c", Line: line, Column: 1, Way: 2, Of: 2},
		{File: "a.c", Line: line, Column: 1, Way: -1, Of: 2},
	} {
		if err := cases.Restrict(b.p, cases.Case{w}); err == nil {
			t.Errorf("there is a case %v", w)
		}
	}
	if err := cases.Restrict(b.p, cases.Case{{File: "a.c", Line: line, Column: 1, Way: 1, Of: 2}}); err != nil {
		t.Error(err)
	}
}

// TestCover: cases are those of a program if each way of each fork is there once.
func TestCover(t *testing.T) {
	way := func(line, way, of int) cases.Way {
		return cases.Way{File: "a.c", Line: line, Column: 1, Way: way, Of: of}
	}
	whole := []cases.Case{
		{way(1, 0, 2)}, {way(1, 1, 2), way(5, 2, 3)}, {way(1, 1, 2), way(5, 0, 3)}, {way(1, 1, 2), way(5, 1, 3)},
	}
	for _, all := range [][]cases.Case{whole, {{}}} {
		if err := cases.Cover(all); err != nil {
			t.Errorf("%v: %v", all, err)
		}
	}
	for name, all := range map[string][]cases.Case{
		"nothing":            {},
		"a way is missing":   whole[1:],
		"a part is missing":  whole[:3],
		"one is there twice": append(slices.Clone(whole), whole[0]),
		"whole and in parts": append(slices.Clone(whole), cases.Case{way(1, 1, 2)}),
		"the program too":    append(slices.Clone(whole), cases.Case{}),
		"two forks":          {{way(1, 0, 2)}, {way(2, 1, 2)}},
		"of other numbers":   {{way(1, 0, 2)}, {way(1, 1, 3)}},
		"no such way":        {{way(1, 0, 2)}, {way(1, 2, 2)}},
		"below the first":    {{way(1, 0, 2)}, {way(1, -1, 2)}},
		"one way":            {{way(1, 0, 1)}},
		"no way":             {{way(1, 0, 0)}},
	} {
		if cases.Cover(all) == nil {
			t.Errorf("%s: %v are all cases of a program", name, all)
		}
	}
}

// TestRandomWalks: no path gets to a fork twice, and each path is one of exactly the cases whose ways it takes: of one
// of a fork that it gets to, and of all others.
func TestRandomWalks(t *testing.T) {
	forks, met := 0, 0
	for seed := range int64(2000) {
		r := rand.New(rand.NewSource(seed))
		p := randomProgram(r)
		all := cases.Forks(p)
		forks += len(all)
		for range 20 {
			w := &walk{Rand: r, left: 300, taken: map[*ir.Block][]int{}}
			w.function(p.Entry)
			for _, fork := range all {
				taken := w.taken[fork.Block]
				if len(taken) > 1 {
					t.Fatalf("seed %d: a path gets to line %d %d times\n%s", seed, fork.At.Line, len(taken), p)
				}
				met += len(taken)
				for way, c := range (cases.Case{}).Ways(fork) {
					part := p.Copy()
					if err := cases.Restrict(part, c); err != nil {
						t.Fatalf("seed %d: %v", seed, err)
					}
					again := &walk{Rand: r, follow: w.log, taken: map[*ir.Block][]int{}}
					again.function(part.Entry)
					if isWhole, want := !again.isEnded, len(taken) == 0 || taken[0] == way; isWhole != want {
						t.Fatalf("seed %d: a path that takes %v at line %d is one of case %s: %t", seed, taken, fork.At.Line, c, isWhole)
					}
				}
			}
		}
	}
	if forks < 300 || met < 3000 {
		t.Errorf("only %d forks, which paths got to %d times", forks, met)
	}
}

// randomProgram has some functions of blocks that lead anywhere.
func randomProgram(r *rand.Rand) *ir.Program {
	b := newBuilder()
	var functions []*ir.Function
	for n := range 2 + r.Intn(4) {
		functions = append(functions, b.function(fmt.Sprint("f", n), 2+r.Intn(7)))
	}
	for _, f := range functions {
		for n, block := range f.Blocks {
			for range r.Intn(2) {
				call(block, functions[r.Intn(len(functions))])
			}
			var to []int
			for range r.Intn(4) {
				next := n + 1 + r.Intn(3) // most lead on, so that not all is in loops
				if r.Intn(8) == 0 {
					next = r.Intn(len(f.Blocks))
				}
				if next < len(f.Blocks) {
					to = append(to, next)
				}
			}
			jump(block, to...)
		}
	}
	return b.p
}

// walk follows control flow, at random or as an earlier one did.
type walk struct {
	*rand.Rand
	left    int // steps
	follow  []int
	log     []int
	taken   map[*ir.Block][]int
	isEnded bool // the program ends the path
}

// function reports whether the path comes back from a call.
func (w *walk) function(f *ir.Function) bool {
	for b := f.Entry(); ; {
		for _, i := range b.Instructions {
			c, ok := i.(*ir.Call)
			if !ok {
				continue
			}
			if _, goesOn := w.next(1); !goesOn || !w.function(c.Callee) {
				return false
			}
		}
		g, ok := b.Terminator.(*ir.Goto)
		if _, halts := b.Terminator.(*ir.Halt); halts {
			w.isEnded = true
			return false
		}
		if !ok {
			return true
		}
		n, ok := w.next(len(g.Targets))
		if !ok {
			return false
		}
		if len(g.Targets) > 1 {
			w.taken[b] = append(w.taken[b], n)
		}
		b = g.Targets[n].Block
	}
}

// next is the way out of a block, or into a function; ok is not set where the path is cut off.
func (w *walk) next(of int) (way int, ok bool) {
	if w.left == 0 {
		if len(w.follow) == 0 {
			return 0, false
		}
		way, w.follow = w.follow[0], w.follow[1:]
		return way, true
	}
	if w.left--; w.left == 0 {
		return 0, false
	}
	way = w.Intn(of)
	w.log = append(w.log, way)
	return way, true
}
