package lower

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/intrinsic"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// The words by which harnesses speak to the checker are those of package intrinsic, which says what
// some of them do on an emitter.

// IsIntrinsic says that a name is a word for error, assert, assume or any value, or one of the
// error functions that are named.
func IsIntrinsic(name string, errors []string) bool {
	return intrinsic.IsWord(name) || slices.Contains(errors, name)
}

// isErrorFunction says that a call violates what is checked.
func (l *functionFacts) isErrorFunction(def *tree.FunctionDef) bool {
	return !l.options.RuleOnly && l.checks(property.Reach) && (intrinsic.IsError(def.Name) || l.errors[def.Name])
}

// intrinsicCall lowers the words for assumptions, assertions and objects.
func (b *frame) intrinsicCall(pos source.Pos, def *tree.FunctionDef, args []argument, want resultUse) (value, bool) {
	m := intrinsic.Lookup(def.Name)
	if m == nil {
		return value{}, false
	}
	return b.modelCall(pos, def, args, want, func(c *emit.Call) (*term.Term, bool) { return m(emitter{b: b, args: args}, c) })
}

// nondetCall lowers the words for any value.
func (b *frame) nondetCall(pos source.Pos, def *tree.FunctionDef, want resultUse) value {
	v := b.bodilessCalls().outsideResult(pos, def.Type.Result, ir.NondetCall, outsideCallOf(def, nil, want))
	if intrinsic.IsTruth(def.Name) && v.scalar != nil && def.Type.Result.Kind == tree.Integer {
		b.assumeTrue(pos, b.terms.BVUle(v.scalar, b.terms.BVConst(v.scalar.Sort().Width, 1)))
	}
	return b.resultAs(pos, v, def.Type.Result, want.typ)
}

func (e emitter) Assert(pos source.Pos, cond *term.Term, name string) {
	b := e.b
	b.program.Checked = b.program.Checked || b.checks(property.Reach)
	if cond.IsTrue() {
		return
	}
	if b.options.RuleOnly {
		b.unless(pos, cond).Terminator = &ir.Halt{At: ir.At{Pos: pos}, What: name + " fails"}
		return
	}
	if !b.checks(property.Reach) {
		wrong := b.unless(pos, cond)
		right := b.block
		b.block = wrong
		b.shadow().requireNoLeak(pos, runIsAborted)
		b.block.Terminator = &ir.Halt{At: ir.At{Pos: pos}, What: name + " fails"}
		b.block = right
		return
	}
	b.require(pos, property.Reach, cond, name+" fails")
}

func (e emitter) ObjectsAreKnown() bool {
	return e.b.checks(property.Bounds) && e.b.checks(property.UseAfterFree) && !e.b.options.Open
}

func (e emitter) HasVeryLargeObject() bool {
	for _, o := range e.b.reach.objects {
		if o.Type.Size >= 0 && uint64(o.Type.Size) >= e.b.granule() {
			return true
		}
	}
	return false
}

func (e emitter) IsAlive(pointer *term.Term) *term.Term {
	return e.b.terms.BVUlt(e.b.addr(deadExtent), e.b.extentAt(pointer))
}

func (e emitter) ObjectSize(pointer *term.Term) *term.Term {
	return e.b.terms.BVSub(e.b.extentAt(pointer), e.b.addr(liveExtent))
}

func (e emitter) OffsetInObject(pointer *term.Term) *term.Term { return e.b.offsetOf(pointer) }

func (e emitter) ObjectNumber(pointer *term.Term) *term.Term { return e.b.granuleOf(pointer) }

func (e emitter) IsVeryLarge(pointer *term.Term) *term.Term {
	return e.b.shadow().inLaterGranule(pointer)
}

func (e emitter) IsUnknown(pointer *term.Term) *term.Term {
	b := e.b
	assumed := b.terms.Ne(b.terms.Select(b.shadowMaps.assumed.Sym, b.granuleOf(pointer)), b.terms.BVConst(8, 0))
	return b.terms.Or(assumed, b.shadow().unheardOf(pointer), b.shadow().inLaterGranule(pointer))
}

func (e emitter) HasBytes(pointer, n *term.Term) *term.Term {
	size, _ := constantSize(n)
	a := accessRange{pointer: pointer, start: pointer, size: n, known: int64(min(size, 1<<40))}
	return e.b.shadow().accessible(a, pointer)
}

func (e emitter) NamedObject(pointer tree.Expr) (address *term.Term, size int64) {
	s := e.b.rootOf(pointer)
	if s == nil {
		return nil, 0
	}
	return s.address, s.size
}

// beyondFunction is the function that models call where they do not cover what the program does;
// its argument, a string literal, says what that is. It has this meaning with a body too, which is
// there for programs that are compiled with the models.
const beyondFunction = "yogi_unsupported"

// uncheckedFunction is the one that models call where they look at nothing of the program. A rule that cannot be broken
// in what was looked at does not make a proof of that.
const uncheckedFunction = "yogi_unchecked"

// literal is the string literal that is the first argument of a call; empty if there is none.
func literal(args []tree.Expr) string {
	if len(args) == 0 {
		return ""
	}
	e := args[0]
	for {
		switch x := e.(type) {
		case *tree.Convert:
			e = x.Operand
		case *tree.Decay:
			e = x.Array
		case *tree.StringRef:
			return strings.TrimRight(string(x.Object.String), "\x00")
		default:
			return ""
		}
	}
}
