package ir_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// randomProgram makes a program of a few functions over bit-vectors and Bools, with loops, calls, inputs
// and blocks in no order, whose registers are all set at entry.
type randomProgram struct {
	*rand.Rand
	program *ir.Program
	terms   *term.Builder
	f       *ir.Function
	inputs  int
}

func newRandomProgram(seed int64) *ir.Program {
	r := &randomProgram{Rand: rand.New(rand.NewSource(seed)), terms: term.NewBuilder()}
	r.program = ir.NewProgram(r.terms, nil)
	for i := 0; i < 3; i++ {
		v := r.program.NewGlobal(fmt.Sprintf("g%d", i), r.sort(i))
		v.Type = "t|" + fmt.Sprint(i)
	}
	for i := 1 + r.Intn(3); i > 0; i-- {
		r.signature(r.program.NewFunction(fmt.Sprintf("f %d", i), r.pos()))
	}
	for _, f := range r.program.Functions {
		r.body(f)
	}
	r.program.Entry = r.program.Functions[0]
	return r.program
}

func (r *randomProgram) sort(i int) *term.Sort {
	return []*term.Sort{r.terms.BV(8), r.terms.Bool(), r.terms.BV(16)}[i%3]
}

func (r *randomProgram) pos() source.Pos {
	return []source.Pos{{}, {File: "a.c", Line: 1 + r.Intn(9), Column: 3}, {File: "a \"b\".c", Line: 2}}[r.Intn(3)]
}

func (r *randomProgram) signature(f *ir.Function) {
	for i := r.Intn(3); i > 0; i-- {
		f.NewParameter(fmt.Sprintf("p%d", i), r.sort(i))
	}
	for i := r.Intn(3); i > 0; i-- {
		f.NewResult(fmt.Sprintf("r%d", i), r.sort(i))
	}
	for i := 1 + r.Intn(6); i > 0; i-- {
		f.NewLocal(fmt.Sprintf("x%d", i), r.sort(i)).Pos = r.pos()
	}
}

func (r *randomProgram) body(f *ir.Function) {
	r.f = f
	for i := 2 + r.Intn(8); i > 0; i-- {
		f.NewBlock(fmt.Sprintf("label \"%d\"", i), r.pos())
	}
	for _, v := range f.Variables()[len(f.Params):] {
		f.Entry().Emit(&ir.Assign{Dst: v, Src: r.terms.Const(v.Sort.Zero())})
	}
	for _, b := range f.Blocks {
		for i := r.Intn(5); i > 0; i-- {
			b.Emit(r.instruction())
		}
		b.Terminator = r.terminator()
	}
}

// diamond branches to two arms that only assign and meet, or to one.
func (r *randomProgram) diamond(at ir.At, cond *term.Term, meet *ir.Block) ir.Terminator {
	arms := [2]*ir.Block{meet, meet}
	for i := r.Intn(2); i < 2; i++ {
		arms[i] = r.f.NewBlock("arm", r.pos())
		for n := r.Intn(4); n > 0; n-- {
			dst := r.variable(nil)
			arms[i].Emit(&ir.Assign{At: at, Dst: dst, Src: r.term(dst.Sort, 2)})
		}
		arms[i].Jump(r.pos(), meet)
	}
	return &ir.Goto{At: at, Targets: []ir.Target{{Guard: cond, Block: arms[0]}, {Guard: r.terms.Not(cond), Block: arms[1]}}}
}

// variable is a global or a variable of the function, of a sort if that is not nil.
func (r *randomProgram) variable(sort *term.Sort) *ir.Variable {
	all := append(slices.Clone(r.program.Globals), r.f.Variables()...)
	for {
		if v := all[r.Intn(len(all))]; sort == nil || v.Sort == sort {
			return v
		}
	}
}

func (r *randomProgram) term(sort *term.Sort, depth int) *term.Term {
	if depth == 0 || r.Intn(3) == 0 {
		if r.Intn(4) > 0 {
			return r.variable(sort).Sym
		}
		if sort.Kind == term.KindBool {
			return r.terms.BoolConst(r.Intn(2) == 0)
		}
		return r.terms.BVConst(sort.Width, uint64(r.Intn(5)))
	}
	if r.Intn(5) == 0 {
		return r.terms.Ite(r.term(r.terms.Bool(), depth-1), r.term(sort, depth-1), r.term(sort, depth-1))
	}
	x, y := r.term(sort, depth-1), r.term(sort, depth-1)
	if sort.Kind == term.KindBool {
		bv := r.terms.BV(8)
		return []*term.Term{r.terms.And(x, y), r.terms.Or(x, y), r.terms.Not(x),
			r.terms.BVUlt(r.term(bv, depth-1), r.term(bv, depth-1)), r.terms.Eq(r.term(bv, depth-1), r.term(bv, depth-1))}[r.Intn(5)]
	}
	return []*term.Term{r.terms.BVAdd(x, y), r.terms.BVSub(x, y), r.terms.BVMul(x, r.terms.BVConst(sort.Width, 3)), r.terms.BVXor(x, y), r.terms.BVAnd(x, y)}[r.Intn(5)]
}

func (r *randomProgram) input() *ir.Input {
	r.inputs++
	return &ir.Input{ID: r.inputs, Kind: ir.InputKind(1 + r.Intn(8)), Name: "na\nme", Type: "int", Pos: r.pos()}
}

func (r *randomProgram) instruction() ir.Instruction {
	at := ir.At{Pos: r.pos()}
	dst := r.variable(nil)
	switch r.Intn(10) {
	case 0:
		return &ir.Havoc{At: at, Dst: dst, Input: r.input()}
	case 1:
		return &ir.Assume{At: at, Cond: r.terms.Or(r.variable(r.terms.Bool()).Sym, r.term(r.terms.Bool(), 2))}
	case 2:
		return r.call(at)
	}
	return &ir.Assign{At: at, Dst: dst, Src: r.term(dst.Sort, 3)}
}

func (r *randomProgram) call(at ir.At) *ir.Call {
	callee := r.program.Functions[r.Intn(len(r.program.Functions))]
	c := &ir.Call{At: at, Callee: callee}
	for _, p := range callee.Params {
		c.Args = append(c.Args, r.term(p.Sort, 2))
	}
	for _, result := range callee.Results {
		v := r.variable(result.Sort)
		if r.Intn(3) == 0 || slices.Contains(c.Results, v) {
			v = nil
		}
		c.Results = append(c.Results, v)
	}
	return c
}

func (r *randomProgram) terminator() ir.Terminator {
	at := ir.At{Pos: r.pos()}
	block := func() *ir.Block { return r.f.Blocks[r.Intn(len(r.f.Blocks))] }
	switch r.Intn(12) {
	case 0, 1, 2:
		return &ir.Goto{At: at, Targets: []ir.Target{{Guard: r.terms.True(), Block: block()}}}
	case 3:
		return &ir.Error{At: at, What: "bad \"thing\""}
	case 4:
		return &ir.Halt{At: at, What: "exit"}
	case 5:
		return &ir.Unsupported{At: at, Diagnostic: &source.Diagnostic{Pos: r.pos(), Code: "asm", Message: "m", Notes: []string{"n", ""}}}
	case 6, 7:
		return &ir.Return{At: at}
	}
	cond := r.term(r.terms.Bool(), 2)
	if r.Intn(4) == 0 {
		return r.diamond(at, cond, block())
	}
	return &ir.Goto{At: at, Branch: "x < \"y\"", Targets: []ir.Target{{Guard: cond, Block: block()}, {Guard: r.terms.Not(cond), Block: block()}}}
}

// TestRandomText: what is printed parses back, with the same builder to what prints the same.
func TestRandomText(t *testing.T) {
	for seed := int64(0); seed < 300; seed++ {
		p := newRandomProgram(seed)
		mustCheck(t, p)
		ir.ComputeModifies(p)
		text := p.String()
		if got := parsed(t, text, p.Terms).String(); got != text {
			t.Fatalf("seed %d: %s", seed, difference(text, got))
		}
		// With another builder, which orders the arguments of sums by their first use in the text.
		first := parsed(t, text, term.NewBuilder()).String()
		if second := parsed(t, first, term.NewBuilder()).String(); first != second {
			t.Fatalf("seed %d: %s", seed, difference(first, second))
		}
	}
}

func parsed(t *testing.T, text string, terms *term.Builder) *ir.Program {
	t.Helper()
	p, err := ir.Parse(text, terms)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	mustCheck(t, p)
	return p
}

// difference shows the first line that differs.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range w {
		if i >= len(g) || w[i] != g[i] {
			return fmt.Sprintf("line %d\nwant %s\ngot  %s", i+1, w[i], strings.Join(g[min(i, len(g)):min(i+1, len(g))], ""))
		}
	}
	return "more lines"
}

// TestRandomPasses: the passes keep what a run does: the inputs it takes, how it ends, and the globals at
// the end.
func TestRandomPasses(t *testing.T) {
	ended, joined, extracted := 0, 0, 0
	for seed := int64(0); seed < 900; seed++ {
		p := newRandomProgram(seed)
		before := execute(t, p, seed)
		original := p.String()
		ir.Normalize(p)
		mustBeNormal(t, p)
		middle := execute(t, p, seed)
		ir.Simplify(p)
		mustBeNormal(t, p)
		after := execute(t, p, seed)
		ir.FixedGlobals(p)
		ir.Normalize(p)
		ir.CloneLeaves(p, 12)
		ir.Simplify(p)
		mustBeNormal(t, p)
		ir.MergeConditions(p)
		ir.Normalize(p)
		ir.ComputeModifies(p)
		ir.Constants(p)
		ir.Normalize(p)
		ir.Simplify(p)
		mustBeNormal(t, p)
		blocks := len(p.Entry.Blocks)
		ir.JoinArms(p, ir.JoinOptions{Assigned: 8, Size: 400})
		if len(p.Entry.Blocks) < blocks {
			joined++
		}
		ir.ComputeModifies(p)
		ir.Inline(p, ir.InlineOptions{CalleeBlocks: 1})
		ir.Normalize(p)
		ir.Simplify(p)
		mustBeNormal(t, p)
		large := execute(t, p, seed)
		functions := len(p.Functions)
		ir.LoopsToRecursion(p)
		ir.Normalize(p)
		ir.Simplify(p)
		mustBeNormal(t, p)
		if recursive := execute(t, p, seed); recursive != "" && large != "" {
			extracted += len(p.Functions) - functions
			if recursive != large {
				t.Fatalf("seed %d: %s, with recursion for loops %s\n%s\n%s", seed, large, recursive, original, p)
			}
		}
		if before == "" {
			continue
		}
		ended++
		if middle != before || after != before || large != before {
			t.Fatalf("seed %d: %s, normalized %s, simplified %s, in large blocks %s\n%s\n%s", seed, before, middle, after, large, original, p)
		}
	}
	if joined < 15 {
		t.Errorf("blocks were joined in %d programs only", joined)
	}
	if extracted < 100 {
		t.Errorf("%d loops became functions", extracted)
	}
	if ended < 200 {
		t.Errorf("only %d programs ended", ended)
	}
}

// TestRandomDominators compares both trees with the definition: a dominates b if removing a cuts b off.
func TestRandomDominators(t *testing.T) {
	for seed := int64(0); seed < 200; seed++ {
		p := newRandomProgram(seed)
		ir.Normalize(p)
		for _, f := range p.Functions {
			tree := f.Dominators()
			for _, a := range f.Blocks {
				reached := reachedWithout(f, a)
				for _, b := range f.Blocks {
					if want := a == b || !reached[b]; tree.Dominates(a.Index, b.Index) != want {
						t.Fatalf("seed %d: block %d dominates %d: want %v\n%s", seed, a.Index, b.Index, want, f)
					}
				}
			}
			f.ControlDependence()
		}
	}
}

func reachedWithout(f *ir.Function, removed *ir.Block) map[*ir.Block]bool {
	reached := map[*ir.Block]bool{}
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		if b == removed || reached[b] {
			return
		}
		reached[b] = true
		for _, s := range b.Successors() {
			visit(s)
		}
	}
	visit(f.Entry())
	return reached
}
