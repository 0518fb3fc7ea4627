package lower

import (
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// Most accesses go to objects whose size and life are plain from the text: the struct that was just
// allocated, the array of the caller, what was accessed a line before. Their checks are dropped before the
// engine sees them, by a forward data-flow analysis of the whole program. A fact (address, size) says that
// the size bytes from the address on belong to one live object. Facts come from allocations and from
// checks that were passed; they follow assignments, arguments and results; an assignment to a variable of the
// address, and an object that dies, end them. All ways to a place must agree: of several sizes the
// smallest is known. It is the greatest solution: a place that was not reached yet knows everything. Only a
// size that falls with each round of a loop or recursion, as that of a pointer which moves along an object
// does, is not followed down to zero, but is taken for zero (a widening).

// facts are sizes by address; nil is a place that is not reached.
type facts map[*term.Term]int64

// rangeCheck is a check that ends a block: size bytes from start on, or the run goes wrong; start is computed
// from pointer, or is it.
type rangeCheck struct {
	start, pointer *term.Term
	size           int64
	right          *ir.Block
}

// lifetimes holds what the analysis needs to know of the shadow state.
type lifetimes struct {
	checks map[*ir.Block]rangeCheck
	begins map[ir.Instruction]fact // of objects of known size
	ends   map[ir.Instruction]bool
	frees  map[*ir.Function]bool // ends objects other than the function's own
}

type fact struct {
	address *term.Term
	size    int64
}

func newLifetimes() lifetimes {
	return lifetimes{
		checks: map[*ir.Block]rangeCheck{}, begins: map[ir.Instruction]fact{},
		ends: map[ir.Instruction]bool{}, frees: map[*ir.Function]bool{},
	}
}

// mostRounds bounds the rounds over the program; beyond it every check stays.
const mostRounds = 50

// mostFalls is how often the size of a fact may fall at the head of a loop, or at the entry or the return of
// a function, before it is taken for zero. A size that falls for another reason than a move in each round does
// so at most once for each way to the place. With fewer than mostRounds a recursion costs only its own checks.
const mostFalls = 20

// dropKnownChecks removes the checks that cannot fail.
func (l *lowerer) dropKnownChecks() {
	if l.program.Entry == nil || len(l.lifetimes.checks) == 0 {
		return
	}
	a := &knownAnalysis{
		lowerer: l, entry: newPlaces[*ir.Function](), results: newPlaces[*ir.Function](),
		statics: map[*term.Term]int64{}, frees: l.freeing(),
		callers: map[*ir.Function][]*ir.Function{}, dirty: map[*ir.Function]bool{l.program.Entry: true},
	}
	a.entry.known[l.program.Entry] = facts{}
	for _, f := range l.program.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if c, ok := i.(*ir.Call); ok && !slices.Contains(a.callers[c.Callee], f) {
					a.callers[c.Callee] = append(a.callers[c.Callee], f)
				}
			}
		}
	}
	for _, o := range l.program.Objects {
		if o.Symbol != nil && o.Kind != ir.FunctionObject {
			a.statics[o.Symbol.Sym] = int64(o.Size)
		}
	}
	for round := 0; len(a.dirty) > 0; round++ {
		if round == mostRounds {
			return
		}
		for _, f := range l.program.Functions {
			if !a.dirty[f] {
				continue
			}
			delete(a.dirty, f)
			if a.entry.known[f] != nil && len(f.Blocks) > 0 {
				a.function(f, nil)
			}
		}
	}
	for _, f := range l.program.Functions {
		if a.entry.known[f] != nil && len(f.Blocks) > 0 {
			a.function(f, a.drop)
		}
	}
}

// freeing are the functions that may end an object of a caller, directly or through others.
func (l *lowerer) freeing() map[*ir.Function]bool {
	out := maps.Clone(l.lifetimes.frees)
	for changed := true; changed; {
		changed = false
		for _, f := range l.program.Functions {
			for _, b := range f.Blocks {
				for _, i := range b.Instructions {
					if c, ok := i.(*ir.Call); ok && out[c.Callee] && !out[f] {
						out[f], changed = true, true
					}
				}
			}
		}
	}
	return out
}

type knownAnalysis struct {
	*lowerer
	entry   places[*ir.Function] // of parameters; nil: not called yet
	results places[*ir.Function] // of results; nil: does not return yet
	statics map[*term.Term]int64
	frees   map[*ir.Function]bool
	callers map[*ir.Function][]*ir.Function
	dirty   map[*ir.Function]bool // for which more or less is known than when they were looked at
}

// function solves the equations of one function and gives visit each block with what is known at its end.
func (a *knownAnalysis) function(f *ir.Function, visit func(*ir.Block, facts)) {
	in := newPlaces[*ir.Block]()
	in.known[f.Blocks[0]] = maps.Clone(a.entry.known[f])
	order := f.ReversePostorder()
	blocks := make([]*ir.Block, len(f.Blocks)) // in that order, so that what comes before a block is mostly known
	for i, b := range f.Blocks {
		if order[i] >= 0 {
			blocks[order[i]] = b
		}
	}
	waits := make([]bool, len(blocks))
	waits[0] = true
	for at := 0; at < len(blocks); at++ {
		if !waits[at] {
			continue
		}
		waits[at] = false
		b := blocks[at]
		out := a.through(b, in.known[b])
		if out == nil {
			continue
		}
		if _, ok := b.Terminator.(*ir.Return); ok {
			a.leave(f, out)
		}
		first := len(blocks)
		for _, s := range possible(b) {
			next := out
			if c, ok := a.lifetimes.checks[b]; ok && s == c.right {
				next = maps.Clone(out)
				next[c.start] = max(next[c.start], c.size)
			}
			meet := in.meet
			if order[s.Index] <= order[b.Index] {
				meet = in.widen
			}
			if meet(s, next) {
				waits[order[s.Index]] = true
				first = min(first, order[s.Index])
			}
		}
		at = min(at, first-1)
	}
	if visit != nil {
		for _, b := range f.Blocks {
			if in.known[b] != nil {
				visit(b, a.through(b, in.known[b]))
			}
		}
	}
}

// places have what is known at each of them.
type places[K comparable] struct {
	known map[K]facts
	falls map[K]map[*term.Term]int // how often the size of a fact has fallen
}

func newPlaces[K comparable]() places[K] {
	return places[K]{known: map[K]facts{}, falls: map[K]map[*term.Term]int{}}
}

// meet lets a place know only what it knew and more knows too; it tells whether that changed anything.
func (p places[K]) meet(place K, more facts) bool {
	return p.lower(place, more, func(_ *term.Term, size int64) int64 { return size })
}

// widen is meet where what is known at the place can come around to it.
func (p places[K]) widen(place K, more facts) bool {
	return p.lower(place, more, func(address *term.Term, size int64) int64 {
		falls := p.falls[place]
		if falls == nil {
			falls = map[*term.Term]int{}
			p.falls[place] = falls
		}
		if falls[address]++; falls[address] > mostFalls {
			return 0
		}
		return size
	})
}

// lower is meet, with the size that a fact falls to instead of that of more.
func (p places[K]) lower(place K, more facts, fall func(address *term.Term, size int64) int64) bool {
	old := p.known[place]
	if old == nil {
		p.known[place] = maps.Clone(more)
		return true
	}
	changed := false
	for address, size := range old {
		switch n, ok := more[address]; {
		case !ok:
			delete(old, address)
			changed = true
		case n < size:
			old[address] = fall(address, n)
			changed = true
		}
	}
	return changed
}

// leave records what is known of the results where a function returns.
func (a *knownAnalysis) leave(f *ir.Function, known facts) {
	out := facts{}
	for _, r := range f.Results {
		if size, ok := known[r.Sym]; ok {
			out[r.Sym] = size
		}
	}
	if a.results.widen(f, out) {
		for _, caller := range a.callers[f] {
			a.dirty[caller] = true
		}
	}
}

// through returns what is known after a block's instructions; nil: the end is not reached.
func (a *knownAnalysis) through(b *ir.Block, in facts) facts {
	known := maps.Clone(in)
	for _, i := range b.Instructions {
		switch i := i.(type) {
		case *ir.Assign:
			a.assign(i, known)
		case *ir.Call:
			if !a.call(i, known) {
				return nil
			}
		default:
			for _, v := range ir.Defined(i) {
				forget(known, v)
			}
		}
	}
	return known
}

func (a *knownAnalysis) assign(i *ir.Assign, known facts) {
	size, ok := a.sizeAt(known, i.Src)
	if a.lifetimes.ends[i] {
		clear(known)
		return
	}
	forget(known, i.Dst)
	if ok && i.Dst.Sort == i.Src.Sort() {
		known[i.Dst.Sym] = size
	}
	if begun, ok := a.lifetimes.begins[i]; ok {
		known[begun.address] = max(known[begun.address], begun.size)
	}
}

// call passes what is known to the callee, and takes what it knows of its results; false: it does not
// return as far as is known yet.
func (a *knownAnalysis) call(i *ir.Call, known facts) bool {
	passed := facts{}
	for n, p := range i.Callee.Params {
		if size, ok := a.sizeAt(known, i.Args[n]); ok {
			passed[p.Sym] = size
		}
	}
	if a.entry.widen(i.Callee, passed) {
		a.dirty[i.Callee] = true
	}
	if len(i.Callee.Blocks) == 0 {
		clear(known)
		return true
	}
	results := a.results.known[i.Callee]
	if results == nil {
		return false
	}
	if a.frees[i.Callee] {
		clear(known)
	}
	for address := range known {
		for _, sym := range address.Vars() {
			if v := a.program.VariableOf(sym); v == nil || v.Kind == ir.Global && !v.Constant {
				delete(known, address)
				break
			}
		}
	}
	for _, r := range i.Results {
		if r != nil {
			forget(known, r)
		}
	}
	for n, r := range i.Results {
		if size, ok := results[i.Callee.Results[n].Sym]; ok && r != nil {
			known[r.Sym] = size
		}
	}
	return true
}

// forget ends what is known of addresses that a variable is part of.
func forget(known facts, v *ir.Variable) {
	for address := range known {
		if address.DependsOn(v.Sym) {
			delete(known, address)
		}
	}
}

// sizeAt is the number of bytes known to be accessible from an address on.
func (a *knownAnalysis) sizeAt(known facts, address *term.Term) (int64, bool) {
	if address.Sort().Kind != term.KindBV || address.Sort().Width != a.pointerWidth() {
		return 0, false
	}
	if size, ok := known[address]; ok {
		return size, true
	}
	if size, ok := a.statics[address]; ok {
		return size, true
	}
	if address.Op() != term.OpBVAdd {
		return 0, false
	}
	for _, part := range address.Args() {
		offset := signedValue(part)
		if offset == nil || offset.Sign() < 0 || !offset.IsInt64() {
			continue
		}
		base := a.terms.BVSub(address, part)
		size, ok := known[base]
		if !ok {
			size, ok = a.statics[base]
		}
		if ok && offset.Int64() <= size {
			return size - offset.Int64(), true
		}
	}
	return 0, false
}

// drop makes a block whose check cannot fail go on.
func (a *knownAnalysis) drop(b *ir.Block, known facts) {
	c, ok := a.lifetimes.checks[b]
	if !ok || known == nil {
		return
	}
	g, ok := b.Terminator.(*ir.Goto)
	if !ok || !slices.ContainsFunc(g.Targets, func(t ir.Target) bool { return t.Block == c.right }) {
		return
	}
	if size, ok := a.sizeAt(known, c.start); ok && size >= c.size {
		b.Terminator = nil
		b.Jump(b.Pos, c.right)
	}
}
