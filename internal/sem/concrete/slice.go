package concrete

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// This file finds the steps of a run that its end depends on: a dynamic slice (Korel and Laski
// 1988; Zhang, Gupta 2003). What an instruction computes depends on the latest definitions of what
// it reads, cell by cell in memory, and on the latest branch in its activation on which its block
// depends, or on the call. A built-in check that holds decides nothing: what follows depends on
// what the check's own block does. The slice is for people to read; no verdict depends on it, and
// what it leaves out can be asked for.
//
// What a run leaves out belongs to it where the failing condition reads what is left unchanged, as what
// a rule has noted of a file that is never closed: a branch whose other side may have changed that
// counts, too (relevant slicing; Gyimothy, Beszedes, Forgacs 1999), for the globals of the condition.

// mostSteps bounds the steps of a run that are sliced. All of a longer run counts.
const mostSteps = 4_000_000

// slicer notes what the steps of a run depend on.
type slicer struct {
	globals []int // latest definitions, by the index of the variable; 0: there is none
	cells   map[cell]int
	reads   map[*term.Term]*reads
	control map[*ir.Function][][]int
	active  []*activation
	visits  int
	// steps: the first one stands for what is there at the start.
	steps []slicedStep
	needs []int // of all steps, one after another
	ends  []int // steps on which the end depends
	over  bool  // the run is too long
	// choices are the branches that were taken, in their order, and values what was assigned last to the
	// globals: they tell which branches left one as it was.
	choices []choice
	values  []*term.Term // by the index of the variable; nil: nothing was
}

// choice is a branch that was taken.
type choice struct {
	step   int
	block  *ir.Block
	target int
}

// cell is one of a map variable, by the index of the global and the cell's.
type cell struct {
	variable int
	at       uint64
}

type slicedStep struct {
	from, to int // in needs
	visit    int // of a definition: when its activation was at its line; 0: it is none
}

// reads are the variables and the cells of maps that a term reads.
type reads struct {
	variables []*ir.Variable
	selects   []mapRead
}

type mapRead struct {
	variable *ir.Variable
	at       *term.Term
}

// activation is a call that has not returned.
type activation struct {
	function *ir.Function
	locals   []int // latest definitions, by the index of the variable
	branches []int // latest branches, by the index of the block
	call     int   // the step that made it
	at       source.Pos
	visit    int
}

func newSlicer(m *Machine) *slicer {
	s := &slicer{
		globals: make([]int, len(m.Program.Globals)), cells: map[cell]int{}, reads: map[*term.Term]*reads{},
		control: map[*ir.Function][][]int{}, steps: make([]slicedStep, 1), values: make([]*term.Term, len(m.Program.Globals)),
	}
	s.push(m.Program.Entry, 0)
	return s
}

func (s *slicer) push(f *ir.Function, call int) *activation {
	s.visits++
	a := &activation{function: f, locals: make([]int, len(f.Variables())), branches: make([]int, len(f.Blocks)), call: call, visit: s.visits}
	s.active = append(s.active, a)
	return a
}

func (s *slicer) current() *activation { return s.active[len(s.active)-1] }

// visit is the number of the stay of the current activation at a line.
func (s *slicer) visit(pos source.Pos) int {
	a := s.current()
	if a.at.Line != pos.Line || a.at.File != pos.File {
		s.visits++
		a.at, a.visit = pos, s.visits
	}
	return a.visit
}

// step adds one that needs others.
func (s *slicer) step(needs ...int) int {
	from := len(s.needs)
	for _, n := range needs {
		if n > 0 && !slices.Contains(s.needs[from:], n) {
			s.needs = append(s.needs, n)
		}
	}
	s.steps = append(s.steps, slicedStep{from: from, to: len(s.needs)})
	if len(s.steps) > mostSteps {
		s.over = true
	}
	return len(s.steps) - 1
}

// ruling is the step that decided that a block of the current activation is executed.
func (s *slicer) ruling(b *ir.Block) int {
	a := s.current()
	depends := s.control[a.function]
	if depends == nil {
		depends = a.function.ControlDependence()
		s.control[a.function] = depends
	}
	latest := a.call
	for _, branch := range depends[b.Index] {
		latest = max(latest, a.branches[branch])
	}
	return latest
}

// definitions are the latest ones of what a term reads. The cells are those of the state at hand,
// which is the one behind the block: a cell whose index the block changes afterwards is another
// one, and its line may be missing.
func (s *slicer) definitions(m *Machine, t *term.Term) []int {
	if t == nil {
		return nil
	}
	r := s.readsOf(m, t)
	out := make([]int, 0, len(r.variables)+len(r.selects))
	for _, v := range r.variables {
		out = append(out, *s.latest(v))
	}
	for _, read := range r.selects {
		if at, ok := m.tryEval(read.at); ok {
			out = append(out, max(s.cells[cell{read.variable.Index, at}], s.globals[read.variable.Index]))
		}
	}
	return out
}

func (s *slicer) latest(v *ir.Variable) *int {
	if v.Kind == ir.Global {
		return &s.globals[v.Index]
	}
	return &s.current().locals[v.Index]
}

// readsOf splits a term into the variables and the cells that it reads.
func (s *slicer) readsOf(m *Machine, t *term.Term) *reads {
	if r := s.reads[t]; r != nil {
		return r
	}
	r := &reads{}
	seen := map[*term.Term]bool{}
	var walk func(t *term.Term)
	walk = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if t.Op() == term.OpVar {
			if v := m.Program.VariableOf(t); v != nil && !isMemory(v) {
				r.variables = append(r.variables, v)
			}
			return
		}
		if t.Op() == term.OpSelect {
			for array := t.Arg(0); ; array = array.Arg(0) {
				if array.Op() == term.OpVar {
					if v := m.Program.VariableOf(array); v != nil && isMemory(v) {
						r.selects = append(r.selects, mapRead{v, t.Arg(1)})
					}
				}
				if array.Op() != term.OpStore {
					break
				}
			}
		}
		for _, a := range t.Args() {
			walk(a)
		}
	}
	walk(t)
	s.reads[t] = r
	return r
}

// tryEval is the value of an index, if it is one that a cell can have.
func (m *Machine) tryEval(t *term.Term) (at uint64, ok bool) {
	v, err := m.evaluator.Eval(t, m)
	if err != nil || v.Kind() != term.KindBV || v.Width() > 64 {
		return 0, false
	}
	return v.Uint64(), true
}

// execute notes an instruction of a block, and returns the step of what it defines; 0: nothing.
// ruling is the step that decided that the block is executed.
func (s *slicer) execute(m *Machine, i ir.Instruction, ruling int) int {
	if s.over {
		return 0
	}
	switch i := i.(type) {
	case *ir.Assign:
		if i.Dst.Note == nil {
			return s.assign(m, i, ruling)
		}
	case *ir.Havoc:
		n := s.define(i.Pos, ruling)
		*s.latest(i.Dst) = n
		if i.Dst.Kind == ir.Global {
			s.values[i.Dst.Index] = nil
		}
		return n
	}
	return 0
}

// define adds the step of a definition.
func (s *slicer) define(pos source.Pos, needs ...int) int {
	n := s.step(needs...)
	s.steps[n].visit = s.visit(pos)
	return n
}

func (s *slicer) assign(m *Machine, i *ir.Assign, ruling int) int {
	if !isMemory(i.Dst) {
		n := s.define(i.Pos, append(s.definitions(m, i.Src), ruling)...)
		*s.latest(i.Dst) = n
		if i.Dst.Kind == ir.Global {
			s.values[i.Dst.Index] = i.Src
		}
		return n
	}
	array, n := i.Src, 0
	for ; array.Op() == term.OpStore; array = array.Arg(0) {
		if at, ok := m.tryEval(array.Arg(1)); ok {
			needs := append(s.definitions(m, array.Arg(1)), s.definitions(m, array.Arg(2))...)
			n = s.define(i.Pos, append(needs, ruling)...)
			s.cells[cell{i.Dst.Index, at}] = n
		}
	}
	if array != i.Dst.Sym { // all cells
		n = s.define(i.Pos, append(s.definitions(m, array), ruling)...)
		s.globals[i.Dst.Index] = n
	}
	return n
}

// isMemory says that cells of a variable are told apart.
func isMemory(v *ir.Variable) bool { return v.Kind == ir.Global && v.Sort.Kind == term.KindArray }

// branch notes that a block's branch was taken, and returns the step. A check that holds needs
// nothing of its own.
func (s *slicer) branch(m *Machine, b *ir.Block, g *ir.Goto, target int) int {
	if s.over || len(g.Targets) < 2 {
		return 0
	}
	ruling := s.ruling(b)
	if slices.ContainsFunc(g.Targets, failsCheck) && !failsCheck(g.Targets[target]) {
		s.current().branches[b.Index] = ruling
		return 0
	}
	needs := []int{ruling}
	for _, t := range g.Targets {
		needs = append(needs, s.definitions(m, t.Guard)...)
	}
	n := s.step(needs...)
	s.current().branches[b.Index] = n
	s.choices = append(s.choices, choice{n, b, target})
	return n
}

// enter notes a call, and returns its step. The machine is at the entry of what is called.
func (s *slicer) enter(m *Machine, b *ir.Block) int {
	if s.over {
		return 0
	}
	call := b.Call()
	n := s.step(s.ruling(b))
	given := make([]int, len(call.Args))
	for i, arg := range call.Args {
		var needs []int
		for _, v := range s.readsOf(m, arg).variables { // in the caller, whose cells cannot be looked up here
			needs = append(needs, *s.latest(v))
		}
		given[i] = s.step(append(needs, n)...)
	}
	callee := s.push(call.Callee, n)
	for i, p := range call.Callee.Params {
		callee.locals[p.Index] = given[i]
	}
	return n
}

// leave notes that a call has returned to its block.
func (s *slicer) leave(b *ir.Block) {
	if s.over {
		return
	}
	callee := s.current()
	s.active = s.active[:len(s.active)-1]
	call := b.Call()
	for i, result := range call.Results {
		if result != nil {
			*s.latest(result) = s.define(call.Pos, callee.locals[callee.function.Results[i].Index])
		}
	}
}

// end notes that the run ends in a block of the current activation, if it does not return from
// there.
func (s *slicer) end(m *Machine, b *ir.Block) {
	if s.over {
		return
	}
	s.ends = append(s.ends[:0], s.ruling(b))
	for _, a := range s.active {
		s.ends = append(s.ends, a.call)
	}
	var written *writers
	for _, v := range s.conditionGlobals(m, b) {
		if written == nil {
			written = newWriters(m.Program)
		}
		s.ends = append(s.ends, s.kept(v, written)...)
	}
}

// conditionGlobals are the ones, but for memory, that the branches read which decided in the current
// activation that a block is executed.
func (s *slicer) conditionGlobals(m *Machine, b *ir.Block) []*ir.Variable {
	a := s.current()
	var globals []*ir.Variable
	seen, work := map[int]bool{}, []int{b.Index}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, branch := range s.control[a.function][at] {
			if seen[branch] || a.branches[branch] == 0 {
				continue
			}
			seen[branch] = true
			work = append(work, branch)
			for _, t := range a.function.Blocks[branch].Terminator.(*ir.Goto).Targets {
				if t.Guard == nil {
					continue
				}
				for _, v := range s.readsOf(m, t.Guard).variables {
					if v.Kind == ir.Global && !slices.Contains(globals, v) {
						globals = append(globals, v)
					}
				}
			}
		}
	}
	return globals
}

// kept are the branches behind the latest definition of a global whose other side may change it.
func (s *slicer) kept(v *ir.Variable, written *writers) []int {
	var steps []int
	may := map[choice]bool{}
	for i := len(s.choices) - 1; i >= 0 && s.choices[i].step > s.globals[v.Index]; i-- {
		c := s.choices[i]
		key := choice{block: c.block, target: c.target}
		known, ok := may[key]
		if !ok {
			known = written.otherSide(c.block, c.target, change{v, s.values[v.Index]})
			may[key] = known
		}
		if known {
			steps = append(steps, c.step)
		}
	}
	return steps
}

// change is one of a variable away from a value that it has; nil: from any.
type change struct {
	variable *ir.Variable
	from     *term.Term
}

// writers tells what may change a variable, whatever the path.
type writers struct {
	program *ir.Program
	callers map[*ir.Function][]*ir.Function
	known   map[change]map[*ir.Function]bool
	trees   map[*ir.Function]*ir.DominatorTree
}

func newWriters(p *ir.Program) *writers {
	w := &writers{
		program: p, callers: map[*ir.Function][]*ir.Function{},
		known: map[change]map[*ir.Function]bool{}, trees: map[*ir.Function]*ir.DominatorTree{},
	}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if call := b.Call(); call != nil {
				w.callers[call.Callee] = append(w.callers[call.Callee], f)
			}
		}
	}
	return w
}

// changedBy are the functions that may do a change, themselves or by calls.
func (w *writers) changedBy(c change) map[*ir.Function]bool {
	if known, ok := w.known[c]; ok {
		return known
	}
	out := map[*ir.Function]bool{}
	var work []*ir.Function
	for _, f := range w.program.Functions {
		if slices.ContainsFunc(f.Blocks, c.isIn) {
			work = append(work, f)
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if !out[f] {
			out[f] = true
			work = append(work, w.callers[f]...)
		}
	}
	w.known[c] = out
	return out
}

// isIn says that a block does the change itself. What assigns the same constant again changes nothing.
func (c change) isIn(b *ir.Block) bool {
	for _, i := range b.Instructions {
		switch i := i.(type) {
		case *ir.Assign:
			if i.Dst == c.variable && (i.Src != c.from || !i.Src.IsConst()) {
				return true
			}
		case *ir.Havoc:
			if i.Dst == c.variable {
				return true
			}
		}
	}
	call := b.Call()
	return call != nil && slices.Contains(call.Results, c.variable)
}

// otherSide says that a branch which went to a target may do a change on another way, before the ways
// meet again.
func (w *writers) otherSide(b *ir.Block, target int, c change) bool {
	f := b.Function
	if w.trees[f] == nil {
		w.trees[f] = f.PostDominators()
	}
	functions, join := w.changedBy(c), w.trees[f].Parent(b.Index)
	seen := make([]bool, len(f.Blocks))
	var work []*ir.Block
	for i, t := range b.Terminator.(*ir.Goto).Targets {
		if i != target {
			work = append(work, t.Block)
		}
	}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if at == b || at.Index == join || seen[at.Index] {
			continue
		}
		seen[at.Index] = true
		if call := at.Call(); c.isIn(at) || call != nil && functions[call.Callee] {
			return true
		}
		work = append(work, at.Successors()...)
	}
	return false
}

// slice has the parts of a run on which its end depends: steps, and stays of activations at lines
// where they define something of it.
type slice struct {
	steps, visits []bool
	all           bool
}

func (s *slicer) slice() *slice {
	out := &slice{steps: make([]bool, len(s.steps)), visits: make([]bool, s.visits+1), all: s.over}
	work := slices.Clone(s.ends)
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n == 0 || out.steps[n] {
			continue
		}
		out.steps[n] = true
		out.visits[s.steps[n].visit] = true
		work = append(work, s.needs[s.steps[n].from:s.steps[n].to]...)
	}
	out.visits[0] = false
	return out
}

// has says that a line of the trace belongs to the slice.
func (s *slice) has(l *line) bool {
	return s.all || l.step > 0 && s.steps[l.step] || l.visit > 0 && s.visits[l.visit]
}
