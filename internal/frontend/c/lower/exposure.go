package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// A test may need that an object of the outside holds the address of one of the program. Whether
// the outside can know it is asked of a run of the program made with Options.Exposure, which says
// what the outside gets to see and which objects are the outside's.

// openExposure makes the globals that say so.
func (l *lowerer) openExposure() {
	if !l.options.Exposure {
		return
	}
	pointer := l.terms.BV(l.pointerWidth())
	l.shown, l.theirs = l.program.NewGlobal(ir.ShownToOutside, pointer), l.program.NewGlobal(ir.ObjectOfOutside, pointer)
}

// show says that the outside gets to see an address.
func (b fromOutside) show(pos source.Pos, address *term.Term) {
	if b.shown != nil && address != nil && address.Sort() == b.shown.Sort {
		b.assign(pos, b.shown, address)
	}
}

// isTheirs says that the object at an address is the outside's.
func (b fromOutside) isTheirs(pos source.Pos, address *term.Term) {
	if b.theirs != nil && address != nil {
		b.assign(pos, b.theirs, address)
	}
}

// showArguments says what a function without a body is shown: its arguments, and objects with linkage.
func (b fromOutside) showArguments(pos source.Pos, args []argument) {
	if b.shown == nil {
		return
	}
	for _, a := range args {
		b.show(pos, a.scalar)
		b.show(pos, a.address)
		for _, c := range a.cells {
			b.show(pos, c)
		}
	}
	for _, o := range b.reach.objects {
		if o.IsShared() {
			for _, r := range b.statics[o].registers {
				b.show(pos, r.Sym)
			}
		}
	}
	b.show(pos, b.addr(0))
}

// showStatics says what the outside knows when the entry is called: what has linkage, and what
// earlier calls may have shown it.
func (b fromOutside) showStatics(pos source.Pos) {
	if b.shown == nil {
		return
	}
	for _, o := range b.reach.objects {
		if o.IsShared() || b.isInner(o) || b.startsAnyhow() && (o.String != nil || isLibraryState(o)) {
			b.show(pos, b.statics[o].address)
		}
		if o.Extern || b.leavesAnything(o) {
			b.isTheirs(pos, b.statics[o].address)
		}
	}
	for _, def := range b.reach.addressed {
		if def.Linkage == tree.ExternalLinkage || b.startsAnyhow() {
			b.show(pos, b.functionAddress(pos, def))
		}
	}
	b.showArguments(pos, nil)
}
