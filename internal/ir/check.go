package ir

import (
	"errors"
	"fmt"
	"slices"

	"yogi/internal/term"
)

// Check reports what is wrong with the shape of a program, or nil: every term has the sort its place
// asks for and only names variables in scope, every block ends in a terminator whose targets are blocks
// of the same function, indices are positions, and every result and local is set on every path before
// it is read. It holds after the front end and after every pass.
func Check(p *Program) error {
	c := &checker{program: p, functions: map[*Function]bool{}}
	for _, f := range p.Functions {
		c.functions[f] = true
	}
	c.global()
	for _, f := range p.Functions {
		c.function(f)
	}
	return errors.Join(c.problems...)
}

// CheckNormal is Check and what Normalize adds: a Call is alone in a block that ends in one
// unconditional goto, every block is reachable, and no guard is false.
func CheckNormal(p *Program) error {
	c := &checker{program: p}
	for _, f := range p.Functions {
		c.normal(f)
	}
	return errors.Join(append([]error{Check(p)}, c.problems...)...)
}

const maxProblems = 20

type checker struct {
	program   *Program
	functions map[*Function]bool
	where     string
	block     *Block             // of the function that where names; nil: none of them
	globals   map[*Variable]bool // of the program
	own       map[*Variable]bool // of the function at hand
	problems  []error
	inputs    map[int]*Input
}

func (c *checker) fail(format string, args ...any) {
	if len(c.problems) < maxProblems {
		where := c.where
		if c.block != nil {
			where += fmt.Sprintf(", block %d", c.block.Index)
		}
		c.problems = append(c.problems, fmt.Errorf("%s: %s", where, fmt.Sprintf(format, args...)))
	}
}

func (c *checker) global() {
	p := c.program
	c.where, c.block = "program", nil
	c.inputs, c.globals = map[int]*Input{}, map[*Variable]bool{}
	for i, v := range p.Globals {
		c.globals[v] = true
		if v.Kind != Global || v.Index != i {
			c.fail("global %s has kind %d and index %d, not %d", v.Name, v.Kind, v.Index, i)
		}
		c.symbol(v)
	}
	if p.Entry == nil || !c.functions[p.Entry] {
		c.fail("no entry function")
	}
	for _, t := range p.Axioms {
		c.closed("axiom", t, func(v *Variable) bool { return v.Kind == Global && v.Constant })
	}
	for _, t := range p.Initial {
		c.closed("initial fact", t, func(v *Variable) bool { return v.Kind == Global })
	}
	for _, r := range p.InitialRanges {
		c.initialRange(r)
	}
	c.objects()
	c.places()
}

func (c *checker) initialRange(r InitialRange) {
	switch {
	case r.Map == nil || r.Map.Memory == nil || r.Map.Sort.Kind != term.KindArray || r.Map.Sort.Index.Kind != term.KindBV || r.Map.Sort.Elem.Kind != term.KindBV:
		c.fail("initial range of something that is not a map of memory")
	case r.CellBytes*8 != r.Map.Memory.CellWidth || r.From >= r.To || (r.To-r.From)%uint64(r.CellBytes) != 0:
		c.fail("initial range of %s from %d to %d by %d", r.Map.Name, r.From, r.To, r.CellBytes)
	case r.Value != 0 && (r.Cells() > maxSetCells || r.Map.Sort.Elem.Width < 64 && r.Value>>r.Map.Sort.Elem.Width != 0):
		c.fail("%d cells of %s start as %d", r.Cells(), r.Map.Name, r.Value)
	}
}

func (c *checker) objects() {
	p := c.program
	if len(p.Objects) == 0 {
		return
	}
	if p.Model == nil {
		c.fail("objects without a data model")
		return
	}
	granule := uint64(1) << p.Model.GranuleBits
	next := granule
	for _, o := range p.Objects {
		if o.Address%granule != 0 || o.Address < next {
			c.fail("object %s at %#x overlaps what is before %#x", o.Name, o.Address, next)
		}
		next = o.Address + (o.Size+granule)/granule*granule
		if o.Function != nil && !c.functions[o.Function] {
			c.fail("object %s is a function of no program", o.Name)
		}
	}
	if p.AllocCounter != nil && p.FirstFree < next {
		c.fail("the first free address %#x is inside the static objects, which end at %#x", p.FirstFree, next)
	}
}

func (c *checker) symbol(v *Variable) {
	if c.program.symbols[v.Sym] != v || v.Sym.Sort() != v.Sort || v.Sym.Name() != v.Name {
		c.fail("variable %s and its symbol disagree", v.Name)
	}
}

func (c *checker) closed(what string, t *term.Term, allowed func(*Variable) bool) {
	c.sort(what, t, c.program.Terms.Bool())
	for _, sym := range t.Vars() {
		if v := c.program.VariableOf(sym); v == nil || !allowed(v) {
			c.fail("%s mentions %s", what, sym)
		}
	}
}

func (c *checker) sort(what string, t *term.Term, want *term.Sort) {
	if t == nil {
		c.fail("%s is missing", what)
	} else if t.Sort() != want {
		c.fail("%s has sort %s, not %s", what, t.Sort(), want)
	}
}

func (c *checker) function(f *Function) {
	c.where, c.block = "function "+f.Name, nil
	c.own = map[*Variable]bool{}
	for i, v := range f.Variables() {
		if v.Index != i {
			c.fail("variable %s has index %d, not %d", v.Name, v.Index, i)
		}
		c.symbol(v)
		c.own[v] = true
	}
	c.kinds(f)
	if len(f.Blocks) == 0 {
		c.fail("no blocks")
		return
	}
	c.freeFacts(f)
	for i, b := range f.Blocks {
		if b.Index != i || b.Function != f {
			c.fail("block %d says it is block %d of %s", i, b.Index, b.Function.Name)
		}
		c.inBlock(b)
	}
	if len(c.problems) == 0 {
		c.assigned(f)
	}
}

func (c *checker) has(v *Variable) bool { return c.own[v] || c.globals[v] }

func (c *checker) kinds(f *Function) {
	check := func(vs []*Variable, kind VariableKind) {
		for _, v := range vs {
			if v.Kind != kind {
				c.fail("variable %s has kind %d, not %d", v.Name, v.Kind, kind)
			}
		}
	}
	check(f.Params, Parameter)
	check(f.Results, Result)
	check(f.Locals, Local)
}

func (c *checker) freeFacts(f *Function) {
	old := map[*term.Term]bool{}
	for v, sym := range f.Old {
		c.sort("old "+v.Name, sym, v.Sort)
		old[sym] = true
	}
	facts := append(append([]*term.Term{}, f.FreeRequires...), f.FreeEnsures...)
	for _, t := range facts {
		c.sort("free fact", t, c.program.Terms.Bool())
		for _, sym := range t.Vars() {
			if v := c.program.VariableOf(sym); !old[sym] && (v == nil || !c.has(v)) {
				c.fail("free fact mentions %s", sym)
			}
		}
	}
}

func (c *checker) inBlock(b *Block) {
	c.block = b
	for _, i := range b.Instructions {
		c.instruction(i)
		c.owners(i)
	}
	switch t := b.Terminator.(type) {
	case nil:
		c.fail("no terminator")
	case *Goto:
		for _, target := range t.Targets {
			c.reads("guard", target.Guard, c.program.Terms.Bool())
			if target.Block == nil || target.Block.Index >= len(b.Function.Blocks) || b.Function.Blocks[target.Block.Index] != target.Block {
				c.fail("target is no block of the function")
			}
		}
		if t.Choice != nil {
			c.input(t.Choice)
		}
	}
}

// reads checks a term that is read in the function.
func (c *checker) reads(what string, t *term.Term, want *term.Sort) {
	c.sort(what, t, want)
	c.inScope(what, t)
}

func (c *checker) inScope(what string, t *term.Term) {
	if t == nil {
		c.fail("%s is missing", what)
		return
	}
	for _, sym := range t.Vars() {
		if v := c.program.VariableOf(sym); v == nil || !c.has(v) {
			c.fail("%s reads %s, which is not in scope", what, sym)
		}
	}
}

func (c *checker) writes(what string, v *Variable) bool {
	switch {
	case v == nil:
		c.fail("%s sets nothing", what)
		return false
	case !c.has(v):
		c.fail("%s sets %s, which is not in scope", what, v.Name)
	case v.Constant:
		c.fail("%s sets the constant %s", what, v.Name)
	}
	return true
}

func (c *checker) instruction(i Instruction) {
	terms := c.program.Terms
	switch i := i.(type) {
	case *Assign:
		if c.writes("assign", i.Dst) {
			c.reads("value of "+i.Dst.Name, i.Src, i.Dst.Sort)
		}
	case *Assume:
		c.reads("assume", i.Cond, terms.Bool())
	case *Havoc:
		c.writes("havoc", i.Dst)
		c.input(i.Input)
	case *Call:
		c.call(i)
	default:
		c.memoryInstruction(i)
	}
}

func (c *checker) memoryInstruction(i Instruction) {
	if c.program.Model == nil {
		c.fail("memory without a data model")
		return
	}
	pointer := c.program.Terms.BV(c.program.Model.PointerWidth)
	switch i := i.(type) {
	case *Load:
		c.reads("load", i.Addr, pointer)
		c.access(i.Access, pointer)
		if c.writes("load", i.Dst) {
			c.storable("load", i.Dst.Sort)
		}
	case *Store:
		c.reads("store", i.Addr, pointer)
		c.access(i.Access, pointer)
		c.inScope("store", i.Value)
		if i.Value != nil {
			c.storable("store", i.Value.Sort())
		}
	case *Copy:
		c.reads("copy", i.To, pointer)
		c.reads("copy", i.From, pointer)
	case *Fill:
		c.reads("fill", i.Addr, pointer)
	case *Free:
		c.reads("free", i.Addr, pointer)
	case *Clobber:
	case *Alloc:
		c.alloc(i, pointer)
	default:
		c.fail("unknown instruction %T", i)
	}
}

func (c *checker) access(a Access, pointer *term.Sort) {
	if a.Array == nil {
		return
	}
	c.reads("array", a.Array.Base, pointer)
	if a.Array.Size == 0 {
		c.fail("access to an array of no bytes")
	}
}

func (c *checker) alloc(i *Alloc, pointer *term.Sort) {
	c.reads("alloc", i.Size, pointer)
	if c.writes("alloc", i.Dst) && i.Dst.Sort != pointer {
		c.fail("alloc sets %s of sort %s", i.Dst.Name, i.Dst.Sort)
	}
	if c.program.AllocCounter == nil {
		c.fail("alloc without a counter")
	}
	if i.Kind != StackObject && i.Kind != HeapObject {
		c.fail("alloc of object kind %d", i.Kind)
	}
}

// storable checks the sort of a value in memory.
func (c *checker) storable(what string, s *term.Sort) {
	if s.Kind == term.KindFloat || s.Kind == term.KindBV && s.Width%8 == 0 {
		return
	}
	c.fail("%s of sort %s", what, s)
}

func (c *checker) input(in *Input) {
	switch {
	case in == nil || in.Kind == InvalidInput:
		c.fail("havoc without an input")
	case c.inputs[in.ID] != nil && c.inputs[in.ID] != in:
		c.fail("two inputs have number %d", in.ID)
	default:
		c.inputs[in.ID] = in
	}
}

func (c *checker) call(i *Call) {
	if i.Callee == nil {
		c.fail("call of no function")
		return
	}
	if !c.functions[i.Callee] {
		c.fail("call of %s, which is no function of the program", i.Callee.Name)
		return
	}
	f := i.Callee
	if len(i.Args) != len(f.Params) || len(i.Results) != len(f.Results) {
		c.fail("call of %s with %d arguments and %d results, not %d and %d",
			f.Name, len(i.Args), len(i.Results), len(f.Params), len(f.Results))
		return
	}
	for n, a := range i.Args {
		c.reads("argument of "+f.Name, a, f.Params[n].Sort)
	}
	for n, r := range i.Results {
		if r == nil {
			continue
		}
		if c.writes("call of "+f.Name, r) && r.Sort != f.Results[n].Sort {
			c.fail("call of %s puts sort %s into %s", f.Name, f.Results[n].Sort, r.Name)
		}
		if slices.Index(i.Results, r) != n {
			c.fail("call of %s sets %s twice", f.Name, r.Name)
		}
	}
}

func (c *checker) normal(f *Function) {
	reachable := f.Reachable()
	for i, b := range f.Blocks {
		c.where, c.block = "function "+f.Name, b
		if !reachable[i] {
			c.fail("not reachable")
		}
		for _, instruction := range b.Instructions {
			if _, ok := instruction.(*Call); ok && len(b.Instructions) > 1 {
				c.fail("a call is not alone")
			}
		}
		g, ok := b.Terminator.(*Goto)
		if b.Call() != nil && (!ok || len(g.Targets) != 1 || !g.Targets[0].Guard.IsTrue()) {
			c.fail("a call is not followed by an unconditional goto")
		}
		for n := 0; ok && n < len(g.Targets); n++ {
			if g.Targets[n].Guard.IsFalse() {
				c.fail("false guard")
			}
		}
	}
}
