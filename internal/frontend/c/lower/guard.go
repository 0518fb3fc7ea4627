package lower

import (
	"strings"

	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// The built-in checks become error edges: require branches to an Error terminator where an operation
// would go wrong. A check that was not asked for emits nothing, and neither does one whose condition
// folds to true.

// checks reports whether one of some is to be checked.
func (l *layout) checks(some property.Checks) bool { return l.options.Checks.Has(some) }

// checks reports the same for the function that is lowered: in models of the library arithmetic is ours, and
// only what it does to the program's memory is checked.
func (b *builder) checks(some property.Checks) bool {
	if b.def != nil && strings.HasPrefix(b.def.Pos.File, "<") {
		some &^= property.Overflow | property.Division | property.Shift
	}
	return b.lowerer.checks(some)
}

// require violates a check where cond does not hold. Afterwards cond holds.
func (b *builder) require(pos source.Pos, check property.Checks, cond *term.Term, what string, details ...detail) {
	b.program.Checked = true
	if cond.IsTrue() {
		return
	}
	wrong := b.unless(pos, cond)
	b.runNotes().tellDetails(wrong, pos, details)
	failure := &ir.Error{At: ir.At{Pos: pos}, What: what}
	if check != property.Reach {
		failure.Property = check.SubProperty()
	}
	wrong.Terminator = failure
}

// inWords says that what goes wrong does so in the function of the C library whose accesses are being
// checked, if any, or in an expression whose value is not used.
func (b *builder) inWords(what string) string {
	if b.unneeded {
		what += property.Unneeded
	}
	if b.inCall == "" {
		return what
	}
	return what + property.InCall + b.inCall
}

// where does something if a condition holds, and goes on behind it, also where the path has ended there.
func (b *builder) where(pos source.Pos, cond *term.Term, act func()) {
	holds, done := b.newBlock("", pos), b.newBlock("", pos)
	b.branch(pos, cond, holds, done)
	b.enter(holds)
	act()
	b.block.Jump(pos, done)
	b.enter(done)
}

// unless goes on where cond holds and returns the block where it does not. What was known of pointers
// stays known: the block that is entered has no other predecessor.
func (b *builder) unless(pos source.Pos, cond *term.Term) *ir.Block {
	known := b.known.clone()
	wrong, right := b.newBlock("", pos), b.newBlock("", pos)
	b.branch(pos, cond, right, wrong)
	b.enter(right)
	b.known = known
	return wrong
}
