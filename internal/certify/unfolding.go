package certify

import (
	"fmt"
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// unfolding follows all paths of the program, as verdict.Unfolding says, and refutes that a run
// takes an edge that is cut there, or gets to an error. Nothing of what found the proof is used:
// what an instruction does to a path is said here once more.
func (k *checker) unfolding(u *verdict.Unfolding, reached func(*verdict.Graph, map[int]bool)) error {
	if !slices.IsSorted(u.Cuts) {
		return &Rejection{"the unfolding", "the edges that are cut are not in order"}
	}
	w := &unfolder{checker: k, left: u.Blocks, cuts: u.Cuts, visited: map[*ir.Block]bool{}, inputs: map[*term.Term]bool{}}
	if len(u.Kept) > 0 {
		atHeads, err := k.waitingPathsOf(u)
		if err != nil {
			return err
		}
		w.atHeads = atHeads
	}
	for open := []*path{w.entry()}; len(open) > 0; open = w.nextWaiting() {
		for len(open) > 0 {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			behind, err := w.toBranch(last)
			if err != nil {
				return err
			}
			slices.Reverse(behind)
			open = append(open, behind...)
		}
	}
	if len(w.cuts) > 0 {
		return &Rejection{"the unfolding", "an edge is cut that no path comes to"}
	}
	if reached != nil {
		w.tell(reached)
	}
	return nil
}

// unfolder follows paths.
type unfolder struct {
	*checker
	left    int // blocks that may still be executed
	edges   int // that have a number
	cuts    []int
	visited map[*ir.Block]bool
	inputs  map[*term.Term]bool // the symbols that stand for any value
	fixing  fixing
	atHeads *waitingPaths // where paths wait; nil: nowhere
}

// fixing says which facts replace the symbol of an input whose value they say.
type fixing int

const (
	byAll         fixing = iota
	byAssumptions        // not those that an edge has, behind which paths meet again
)

// path is a path that has not ended: what every variable's value is over the symbols of inputs and
// of the start, frame by frame, and what its runs satisfy.
type path struct {
	facts  []*term.Term
	values map[*term.Term]*term.Term // of globals
	frames []frame                   // the innermost last
	writes map[*term.Term]int        // stores into a map since its overwritten ones were dropped
	// context holds what so many of the facts say of terms; of an unrolling.
	context *pathContext
}

type frame struct {
	values map[*term.Term]*term.Term
	at     *ir.Block
	called bool  // the call in the block has returned
	rounds []int // of the loops around the block; of an unrolling
}

func (p *path) frame() *frame { return &p.frames[len(p.frames)-1] }

func (p *path) copied() *path {
	out := &path{facts: slices.Clip(p.facts), values: maps.Clone(p.values), writes: maps.Clone(p.writes)}
	for _, f := range p.frames {
		out.frames = append(out.frames, frame{maps.Clone(f.values), f.at, f.called, f.rounds})
	}
	return out
}

// mostStartCells bounds the cells of memory whose value at the start is written into the first path. Of the ranges that
// are too large for that nothing is taken for granted, so there are more runs and not fewer.
const mostStartCells = 1 << 14

// entry is the path of no steps. What is known of the start are facts of it; cells that start with a number hold it.
func (w *unfolder) entry() *path {
	p := &path{values: map[*term.Term]*term.Term{}, writes: map[*term.Term]int{}}
	cells := uint64(0)
	for _, r := range w.program.InitialRanges {
		if r.Cells() > mostStartCells-cells {
			continue
		}
		cells += r.Cells()
		m, ok := p.values[r.Map.Sym]
		if !ok {
			m = r.Map.Sym
		}
		for a := r.From; a+uint64(r.CellBytes) <= r.To; a += uint64(r.CellBytes) {
			m = w.terms.Store(m, w.terms.BVConst(r.Map.Sort.Index.Width, a), w.terms.BVConst(r.Map.Sort.Elem.Width, r.Value))
		}
		p.values[r.Map.Sym] = m
	}
	if counter := w.program.AllocCounter; counter != nil {
		p.values[counter.Sym] = w.terms.BVConst(counter.Sort.Width, w.program.FirstFree)
	}
	w.push(p, w.program.Entry, nil)
	for _, fact := range w.program.Initial {
		for _, part := range term.Conjuncts(fact) {
			if !w.fixes(p, part) {
				w.add(p, w.value(p, part))
			}
		}
	}
	return p
}

// fixes sets a global of which nothing is known yet to the constant that a fact says it equals.
func (w *unfolder) fixes(p *path, fact *term.Term) bool {
	if fact.Op() != term.OpEq {
		return false
	}
	sides := fact.Args()
	for i := range sides {
		v := w.program.VariableOf(sides[i])
		if v == nil || v.Kind != ir.Global || !sides[1-i].IsConst() {
			continue
		}
		if _, known := p.values[v.Sym]; !known {
			p.values[v.Sym] = sides[1-i]
			return true
		}
	}
	return false
}

// push starts an activation of f; variables without an argument have any value.
func (w *unfolder) push(p *path, f *ir.Function, args []*term.Term) {
	values := map[*term.Term]*term.Term{}
	for _, v := range f.Variables() {
		values[v.Sym] = w.input(v)
	}
	for i, a := range args {
		values[f.Params[i].Sym] = a
	}
	p.frames = append(p.frames, frame{values: values, at: f.Blocks[0]})
}

// value is a term in the state of a path.
func (w *unfolder) value(p *path, t *term.Term) *term.Term {
	known := map[*term.Term]*term.Term{}
	for _, sym := range t.Vars() {
		if v, ok := p.frame().values[sym]; ok {
			known[sym] = v
		} else if v, ok := p.values[sym]; ok {
			known[sym] = v
		}
	}
	value := w.terms.Substitute(t, known)
	if w.fixing == byAssumptions {
		return w.inContext(p, value)
	}
	return value
}

// overwrittenAfter is after how many stores into a map those are dropped that later ones overwrite.
const overwrittenAfter = 256

func (w *unfolder) assign(p *path, v *ir.Variable, value *term.Term) {
	if v.Kind != ir.Global {
		p.frame().values[v.Sym] = value
		return
	}
	if value.Op() == term.OpStore {
		if p.writes[v.Sym]++; p.writes[v.Sym]%overwrittenAfter == 0 {
			value = w.terms.WithoutOverwritten(value)
		}
	}
	p.values[v.Sym] = value
}

// input is a symbol for any value of a variable.
func (w *unfolder) input(v *ir.Variable) *term.Term {
	symbol := w.fresh(v)
	w.inputs[symbol] = true
	return symbol
}

// add adds a fact about the runs of a path, and replaces the symbols of inputs that it fixes.
func (w *unfolder) add(p *path, fact *term.Term) {
	if fact.IsTrue() {
		return
	}
	if w.fixing == byAssumptions {
		p.facts = append(p.facts, fact)
		return
	}
	for _, part := range term.Conjuncts(fact) {
		p.facts = append(p.facts, part)
		w.fix(p, part)
	}
}

// fix replaces the symbol of an input whose value a fact about the runs of a path says.
func (w *unfolder) fix(p *path, fact *term.Term) {
	if symbol, value := w.fixedInput(fact); symbol != nil {
		w.replace(p, symbol, value)
	}
}

// replace puts a value in the place of a term that equals it on the path.
func (w *unfolder) replace(p *path, old, by *term.Term) {
	w.replaceAll(p, map[*term.Term]*term.Term{old: by})
}

// replaceAll is replace of several terms.
func (w *unfolder) replaceAll(p *path, by map[*term.Term]*term.Term) {
	known := w.terms.NewSubstitution(by)
	apply := func(values map[*term.Term]*term.Term) {
		for _, v := range term.Keys(values) {
			values[v] = known.Apply(values[v])
		}
	}
	apply(p.values)
	for _, f := range p.frames {
		apply(f.values)
	}
}

// fixedInput is the symbol of an input whose value a fact says, and that value; nil if it says none.
func (w *unfolder) fixedInput(fact *term.Term) (symbol, value *term.Term) {
	args := fact.Args()
	switch {
	case w.inputs[fact]:
		return fact, w.terms.True()
	case fact.Op() == term.OpNot && w.inputs[args[0]]:
		return args[0], w.terms.False()
	case fact.Op() == term.OpEq && w.inputs[args[0]] && args[1].IsConst():
		return args[0], args[1]
	case fact.Op() == term.OpEq && w.inputs[args[1]] && args[0].IsConst():
		return args[1], args[0]
	}
	return nil, nil
}

// toBranch executes a path until it branches or ends, and returns the paths behind the branch.
func (w *unfolder) toBranch(p *path) ([]*path, error) {
	for {
		at := p.frame().at
		if w.left--; w.left < 0 {
			return nil, &Rejection{"the unfolding", "the paths are longer than it says"}
		}
		w.visited[at] = true
		if call := soleCall(at); call != nil && !p.frame().called {
			if err := w.callee(p, call); err != nil {
				return nil, err
			}
			continue
		} else if call == nil {
			blocked, err := w.instructions(p, at)
			if blocked || err != nil {
				return nil, err
			}
		}
		p.frame().called = false
		switch t := at.Terminator.(type) {
		case *ir.Goto:
			behind, err := w.leave(p, t)
			if err != nil || len(behind) != 1 {
				return behind, err
			}
			p = behind[0]
		case *ir.Return:
			if len(p.frames) == 1 {
				return nil, nil
			}
			if err := w.back(p); err != nil {
				return nil, err
			}
		case *ir.Halt:
			return nil, nil
		case *ir.Error, *ir.Unsupported:
			return nil, w.none(p, fmt.Sprintf("an error in block %d of %s", at.Index, at.Function.Name), nil)
		default:
			return nil, fmt.Errorf("certify: block %d of %s ends in %T", at.Index, at.Function.Name, t)
		}
	}
}

func soleCall(b *ir.Block) *ir.Call {
	for _, i := range b.Instructions {
		if c, ok := i.(*ir.Call); ok {
			return c
		}
	}
	return nil
}

// callee begins the call of a block.
func (w *unfolder) callee(p *path, call *ir.Call) error {
	b := p.frame().at
	switch {
	case len(b.Instructions) != 1:
		return fmt.Errorf("certify: the call in block %d of %s is not alone", b.Index, b.Function.Name)
	case len(call.Args) != len(call.Callee.Params) || len(call.Results) > len(call.Callee.Results):
		return fmt.Errorf("certify: the call in block %d of %s has %d arguments and %d results", b.Index, b.Function.Name, len(call.Args), len(call.Results))
	case len(call.Callee.Blocks) == 0:
		return fmt.Errorf("certify: %s has no blocks", call.Callee.Name)
	}
	args := make([]*term.Term, len(call.Args))
	for i, a := range call.Args {
		args[i] = w.value(p, a)
	}
	w.push(p, call.Callee, args)
	return nil
}

// back ends the innermost activation and gives its results to the caller.
func (w *unfolder) back(p *path) error {
	ended := p.frame()
	callee := ended.at.Function
	p.frames = p.frames[:len(p.frames)-1]
	call := soleCall(p.frame().at)
	if call == nil || call.Callee != callee {
		return fmt.Errorf("certify: %s returns to where it was not called", callee.Name)
	}
	for i, v := range call.Results {
		if v != nil {
			w.assign(p, v, ended.values[callee.Results[i].Sym])
		}
	}
	p.frame().called = true
	return nil
}

// instructions executes those of a block without a call. blocked says that no run passes them.
func (w *unfolder) instructions(p *path, b *ir.Block) (blocked bool, err error) {
	for _, instruction := range b.Instructions {
		switch i := instruction.(type) {
		case *ir.Assign:
			w.assign(p, i.Dst, w.value(p, i.Src))
		case *ir.Havoc:
			w.assign(p, i.Dst, w.input(i.Dst))
		case *ir.Assume:
			cond := w.value(p, i.Cond)
			if cond.IsFalse() {
				return true, nil
			}
			w.add(p, cond)
			if w.fixing == byAssumptions {
				w.replaceAll(p, w.said([]*term.Term{cond}))
			}
		default:
			return false, fmt.Errorf("certify: block %d of %s has an instruction %T", b.Index, b.Function.Name, i)
		}
	}
	return false, nil
}

// leave are the paths behind the edges of a block that are not cut. Those that are cut no run of the path takes.
func (w *unfolder) leave(p *path, t *ir.Goto) ([]*path, error) {
	var guards []*term.Term
	var targets []*ir.Block
	for _, target := range t.Targets {
		if g := w.value(p, target.Guard); !g.IsFalse() {
			guards, targets = append(guards, g), append(targets, target.Block)
		}
	}
	if len(guards) == 1 && guards[0].IsTrue() {
		p.frame().at = targets[0]
		return w.goOn([]*path{p})
	}
	var out []*path
	for i, g := range guards {
		number := w.edges
		w.edges++
		if len(w.cuts) > 0 && w.cuts[0] == number {
			w.cuts = w.cuts[1:]
			if err := w.none(p, fmt.Sprintf("edge %d, out of block %d of %s", number, p.frame().at.Index, p.frame().at.Function.Name), g); err != nil {
				return nil, err
			}
			continue
		}
		behind := p.copied()
		w.add(behind, g)
		behind.frame().at = targets[i]
		out = append(out, behind)
	}
	return w.goOn(out)
}

// none refutes that a run is on a path and satisfies a guard.
func (w *unfolder) none(p *path, where string, guard *term.Term) error {
	w.counts.Obligations++
	facts := slices.Clone(p.facts)
	if guard != nil {
		if slices.Contains(facts, w.terms.Not(guard)) {
			return nil
		}
		facts = append(facts, guard)
	}
	return w.oracle.insist("the unfolding: "+where, facts, nil)
}

// tell says which blocks the paths come to, as graphs of one region at each of them. All calls are
// on the paths, so none starts elsewhere than in the first region.
func (w *unfolder) tell(reached func(*verdict.Graph, map[int]bool)) {
	for _, f := range w.program.Functions {
		g := &verdict.Graph{Function: f.Name, Exit: verdict.ErrorExit, Post: w.terms.True(), Trees: map[int]*verdict.SplitTree{}}
		regions, any := map[int]bool{}, false
		for _, b := range f.Blocks {
			region := b.Index + 1
			g.Trees[b.Index] = &verdict.SplitTree{Region: region}
			regions[region] = w.visited[b]
			any = any || w.visited[b]
		}
		if any {
			g.NotMay = []int{f.Blocks[0].Index + 1}
			reached(g, regions)
		}
	}
}
