package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Leaks are found where the program ends. A counter of the program says how many objects of the heap are
// alive; those that come from outside the program do not count. For the cleanup check one that is left
// when main returns or exit is called is an error. For the leak check it is one when main returns and no
// pointer in static storage or among the locals of main points at any object of the heap: then nothing
// points at it, directly or through others. It is none if each live object has a pointer in static storage
// point at it. In between the answer is unknown: an object that only a local of main points at is lost to
// some when main returns and to others not, and where exit or abort ends the run, the locals of all active
// functions are in place. What else may hold a pointer is in hiding.go.
//
// What a run that never ends has lost is seen only in a loop without end, see leakloops.go; the report says so.

// leakChecks are those that count.
const leakChecks = property.Leak | property.Cleanup

// The entries of the map of objects on the heap.
const (
	ownObject     = 1 // allocated by the program
	foreignObject = 2 // comes from outside the program, which may be meant to free it
)

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
		pointers, all := b.pointersIn(pos, nil, b.reach.objects)
		tracked, other := b.newBlock("", pos), b.newBlock("", pos)
		b.branch(pos, b.pointAtAll(pointers), tracked, other)
		tracked.Jump(pos, right)
		b.block = other
		if how == mainReturns && all {
			lost, kept := b.newBlock("", pos), b.newBlock("", pos)
			pointers, all = b.pointersIn(pos, pointers, b.outermost())
			nowhere := b.terms.And(b.terms.BoolConst(all && !b.hasUnnamed()), b.terms.Not(b.outOfSight()))
			for _, p := range pointers {
				nowhere = b.terms.And(nowhere, b.terms.Not(b.pointsAtOwn(p)))
			}
			b.branch(pos, nowhere, lost, kept)
			lost.Terminator = &ir.Error{At: ir.At{Pos: pos}, What: "an object of the heap is lost when the program ends", Property: property.Leak.SubProperty()}
			b.block = kept
		}
	}
	b.block.Terminator = &ir.Unsupported{At: ir.At{Pos: pos}, Diagnostic: &source.Diagnostic{
		Pos: pos, Code: CodeUnsupported, Message: "the program may end with objects of the heap that are not freed, and may still point at them",
		Notes: []string{leaveOutLeaks},
	}}
	b.enter(right)
}

// leaveOutLeaks is the advice for a check that cannot tell whether objects are lost.
const leaveOutLeaks = "the other checks without this one: --check memory,-leak"

// outermost are the parameters of the function, and the objects of its outermost block: those that are
// alive when it returns.
func (b shadow) outermost() []*tree.Object {
	objects := append([]*tree.Object(nil), b.def.Params...)
	if body, ok := tree.Stmt(b.def.Body).(*tree.Block); ok {
		for _, s := range body.Stmts {
			if d, ok := s.(*tree.Declare); ok && !d.Object.Static && !d.Object.Extern {
				objects = append(objects, d.Object)
			}
		}
	}
	return objects
}

// pointsAtOwn says that a pointer points at a live object of the heap that the program allocated.
func (b shadow) pointsAtOwn(p *term.Term) *term.Term {
	return b.terms.Eq(b.terms.Select(b.shadowMaps.heap.Sym, b.granuleOf(p)), b.terms.BVConst(8, ownObject))
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
		b.endLocals()
		b.programStart().terminate(def.End)
	}
	b.requireNoLeak(def.End, mainReturns)
	b.block.Terminator = back
	b.exit = b.block
	return b.termination != nil
}

// mostTracking bounds the pointers that are compared with one another.
const mostTracking = 12

// pointAtAll says that each live object of the heap has one of the pointers point at it.
func (b shadow) pointAtAll(pointers []*term.Term) *term.Term {
	found := b.addr(0)
	pointers = pointers[:min(len(pointers), mostTracking)]
	for i, p := range pointers {
		isNew := b.pointsAtOwn(p)
		for _, before := range pointers[:i] {
			isNew = b.terms.And(isNew, b.terms.Ne(b.granuleOf(before), b.granuleOf(p)))
		}
		found = b.terms.BVAdd(found, b.terms.Ite(isNew, b.addr(1), b.addr(0)))
	}
	return b.terms.Eq(found, b.shadowMaps.live.Sym)
}
