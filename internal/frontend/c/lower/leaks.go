package lower

import (
	"slices"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Leaks are found where the program ends. A counter of the program says how many objects of the heap are
// alive; those that come from outside the program do not count. For the cleanup check one that is left
// when main returns or exit is called is an error.
//
// For the leak check an object is lost when no pointer in an object that still exists leads to it. The
// objects of main end when it returns (C11 5.1.2.2.3, footnote 11), so then those with static storage are
// left. Where exit or abort end the run the objects of all active functions are in place. What pointers
// lead to through objects of the heap is in leakchains.go, what else may hold a pointer in hiding.go.
//
// What a run that never ends has lost is seen only in a loop without end, see leakloops.go; the report says so.

// leakChecks are those that count.
const leakChecks = property.Leak | property.Cleanup

// The entries of the map of objects on the heap.
const (
	ownObject     = 1 // allocated by the program
	foreignObject = 2 // comes from outside the program, which may be meant to free it
	openStream    = 5 // a stream that is open; of some free may be meant to take them
	firstHandle   = 16
)

// From firstHandle on there is an entry for each kind of objects that the program opens, for the function that closes
// those and not for free.

// count adds to the number of live objects.
func (b shadow) count(pos source.Pos, by *term.Term) {
	if live := b.shadowMaps.live; live != nil {
		b.assign(pos, live, b.terms.BVAdd(live.Sym, by))
	}
}

// ending says how a run ends.
type ending uint8

const (
	mainReturns ending = iota + 1
	exitIsCalled
	runIsAborted
)

// requireNoLeak checks the end of a run.
func (b shadow) requireNoLeak(pos source.Pos, how ending) {
	if b.shadowMaps.live == nil {
		return
	}
	none := b.terms.Eq(b.shadowMaps.live.Sym, b.zero(b.shadowMaps.live.Sort))
	if b.checks(property.Cleanup) && how != runIsAborted {
		b.require(pos, property.Cleanup, none, "an object of the heap is not freed when the program ends")
	}
	wrong := b.unless(pos, none)
	right := b.block
	b.block = wrong
	if b.checks(property.Leak) {
		b.requireTracked(pos, right, how)
	}
	b.block.Terminator = &ir.Unsupported{At: ir.At{Pos: pos}, Diagnostic: &source.Diagnostic{
		Pos: pos, Code: CodeUnsupported, Message: "when the program ends, memory of the heap may be left that is not freed; whether something still points at it is not found out",
		Notes: []string{leaveOutLeaks},
	}}
	b.enter(right)
}

// requireTracked leads to right where a pointer leads to each live object of the heap, to an error where
// one is lost, and goes on where it is not known.
func (b shadow) requireTracked(pos source.Pos, right *ir.Block, how ending) {
	pointers, all := b.pointersIn(pos, nil, b.reach.objects)
	stays := b.staysInPlace(how)
	if stays {
		pointers, _ = b.pointersIn(pos, pointers, b.outermost())
	}
	number := b.pointedAt(pointers)
	b.leadWhere(pos, b.terms.Eq(number, b.shadowMaps.live.Sym), right)
	isAll := b.terms.And(b.terms.BoolConst(all && how == mainReturns), b.terms.Not(b.outOfSight()))
	switch {
	case len(pointers) == 0 || len(pointers) <= mostTracking && !b.reach.mayKeepBehind():
		b.loseWhere(pos, isAll)
	case stays || how == mainReturns:
		b.loseWhere(pos, b.terms.And(isAll, b.pointNowhere(pointers)))
		found := b.follow(pos, pointers)
		b.leadWhere(pos, b.terms.Eq(found.number.Sym, b.shadowMaps.live.Sym), right)
		b.loseWhere(pos, b.terms.And(isAll, b.terms.Not(found.open.Sym)))
	}
}

// loseWhere makes it an error where cond holds.
func (b shadow) loseWhere(pos source.Pos, cond *term.Term) {
	if cond.IsFalse() {
		return
	}
	b.unless(pos, b.terms.Not(cond)).Terminator = &ir.Error{
		At: ir.At{Pos: pos}, What: "an object of the heap is lost when the program ends", Property: property.Leak.SubProperty(),
	}
}

// leadWhere goes to a block where cond holds, and goes on where it does not.
func (b shadow) leadWhere(pos source.Pos, cond *term.Term, to *ir.Block) {
	if cond.IsFalse() {
		return
	}
	yes, no := b.newBlock("", pos), b.newBlock("", pos)
	b.branch(pos, cond, yes, no)
	yes.Jump(pos, to)
	b.enter(no)
}

// staysInPlace says that the run ends in main, whose objects are in place then.
func (b shadow) staysInPlace(how ending) bool {
	return how != mainReturns && b.def != nil && b.def == b.entry && b.def.Name == "main"
}

// outermost are the parameters of the function, and the objects of its outermost block: there is one of
// each in a run. Those of a block inside are others each time that control comes there.
func (b shadow) outermost() []*tree.Object {
	objects := slices.Clone(b.def.Params)
	if body, ok := tree.Stmt(b.def.Body).(*tree.Block); ok {
		for _, s := range body.Stmts {
			if d, ok := s.(*tree.Declare); ok && !d.Object.Static && !d.Object.Extern {
				objects = append(objects, d.Object)
			}
		}
	}
	return objects
}

// leaveOutLeaks is the advice for a check that cannot tell whether objects are lost.
const leaveOutLeaks = "the other checks without this one: --check memory,-leak"

// pointNowhere says that no pointer is one to an object of the heap.
func (b shadow) pointNowhere(pointers []reference) *term.Term {
	nowhere := b.terms.True()
	for _, p := range pointers {
		nowhere = b.terms.And(nowhere, b.terms.Not(b.pointsAtOwn(p.value)))
	}
	return nowhere
}

// pointsAtOwn says that a pointer points at a live object of the heap that the program allocated or opened.
func (b shadow) pointsAtOwn(p *term.Term) *term.Term {
	return b.terms.Or(b.hasEntry(p, ownObject), b.isOpened(p))
}

// isOpened says that a pointer points at an object that the program opened and that has not been closed.
func (b shadow) isOpened(p *term.Term) *term.Term {
	entry := b.terms.Select(b.shadowMaps.heap.Sym, b.granuleOf(p))
	return b.terms.BVUle(b.terms.BVConst(8, firstHandle), entry)
}

// hasEntry says that a pointer points at an object of which the map of objects on the heap has one of some entries.
func (b shadow) hasEntry(p *term.Term, entries ...uint64) *term.Term {
	entry, is := b.terms.Select(b.shadowMaps.heap.Sym, b.granuleOf(p)), b.terms.False()
	for _, e := range entries {
		is = b.terms.Or(is, b.terms.Eq(entry, b.terms.BVConst(8, e)))
	}
	return is
}

// leaveMain checks for leaks before main returns: its exit block becomes the check. localsEnded says
// that main's own objects are marked dead already, for what runs when the program ends.
func (b shadow) leaveMain(def *tree.FunctionDef) (localsEnded bool) {
	if b.shadowMaps.live == nil || b.exit == nil || def.Name != "main" || def != b.entry {
		return false
	}
	back := b.exit.Terminator
	b.exit.Terminator = nil
	b.enter(b.exit)
	if b.termination != nil {
		b.localLives().endLocals()
		b.programStart().terminate(def.End)
	}
	b.requireNoLeak(def.End, mainReturns)
	b.block.Terminator = back
	b.exit = b.block
	return b.termination != nil
}

// mostTracking bounds the pointers that are compared with one another.
const mostTracking = 12

// pointedAt is the number of live objects of the heap that the pointers, or the first of them, point at.
func (b shadow) pointedAt(pointers []reference) *term.Term {
	number := b.addr(0)
	pointers = pointers[:min(len(pointers), mostTracking)]
	for i, p := range pointers {
		number = b.terms.BVAdd(number, b.terms.Ite(b.isAnother(p.value, pointers[:i]), b.addr(1), b.addr(0)))
	}
	return number
}

// isAnother says that a pointer points at a live object of the heap that no pointer before it points at.
func (b shadow) isAnother(p *term.Term, before []reference) *term.Term {
	is := b.pointsAtOwn(p)
	for _, other := range before {
		is = b.terms.And(is, b.terms.Ne(b.granuleOf(other.value), b.granuleOf(p)))
	}
	return is
}
