package libc

import (
	"math/big"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/format"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// The functions that print and read: nothing changes but what a format names. What a function
// returns that prints is -1 where it fails, else a count, or the character that is written.

// output is a function that changes nothing in the program.
func output(e emit.Emitter, c *emit.Call) (*term.Term, bool) {
	if !e.WriteCounts(c) {
		return e.Unmodelled(c, c.Function.Name+" with a format that may have %n"), true
	}
	if c.Want.Kind != tree.Void && (!c.Result().IsScalar() || !emit.IsModelled(c.Result())) {
		return nil, false
	}
	emit.LeaveErrno(e, c)
	if c.Discarded || c.Want.Kind == tree.Void {
		return emit.Nothing(e, c), true
	}
	if c.Want.Kind != tree.Integer || c.Want.Size != 4 || c.Result().Size != 4 {
		return e.Input(c.Pos, c.Want, ir.UndefinedCall, c.Function.Name), true
	}
	return outputResult(e, c), true
}

// outputResult is the int that a function of stdio.h returns.
func outputResult(e emit.Emitter, c *emit.Call) *term.Term {
	result, ok := successOf(e, c)
	fails := !ok || e.PrintingMayFail() || !printsToStandard(c)
	if ok && !fails {
		e.Rely(assumption.PrintingSucceeds, c.Pos)
	}
	if ok && !fails && result.exact != nil {
		return e.Keep(c.Pos, result.exact)
	}
	v := e.Input(c.Pos, c.Want, ir.UndefinedCall, c.Function.Name)
	var allowed *term.Term
	switch {
	case result.exact != nil:
		allowed = e.Terms().Eq(v, result.exact)
	case result.least != nil:
		allowed = e.Terms().BVSle(result.least, v)
	default:
		return v
	}
	if fails {
		allowed = e.Terms().Or(allowed, e.Terms().Eq(v, e.Terms().BVConst(32, 0xffffffff)))
	}
	e.Assume(c.Pos, allowed)
	return v
}

// printed says of a result what it is, or what it is at least; both nil: nothing is known.
type printed struct{ exact, least *term.Term }

// successOf says what a function returns where it does not fail. It is false where it may fail
// though what it prints to takes everything.
func successOf(e emit.Emitter, c *emit.Call) (printed, bool) {
	zero := e.Terms().BVConst(32, 0)
	switch c.Name {
	case "printf", "fprintf":
		if p, ok := printedByFormat(e, c); ok {
			return p, true
		}
		return printed{least: zero}, false
	case "vprintf", "vfprintf":
		return printed{least: zero}, false
	case "puts", "fputs":
		return printed{least: zero}, true
	case "fflush":
		return printed{exact: zero}, false
	case "putchar", "fputc", "putc":
		if c.Integers(1) {
			return printed{exact: emit.ZeroExtend(e.Terms(), emit.ZeroExtend(e.Terms(), c.Args[0].Value, 8), 32)}, true
		}
	}
	return printed{}, false
}

// printsToStandard says that a call prints to standard output or standard error, as is seen where
// it stands.
func printsToStandard(c *emit.Call) bool {
	stream := len(c.Args) - 1
	switch c.Name {
	case "printf", "puts", "putchar":
		return true
	case "fprintf":
		stream = 0
	}
	if stream < 0 {
		return false
	}
	return IsStandardOutput(c.Args[stream].Expr)
}

// IsStandardOutput says that an argument is standard output or standard error by its name.
func IsStandardOutput(argument tree.Expr) bool {
	to, ok := tree.WithoutConversions(argument).(*tree.ObjectRef)
	return ok && to.Object.Extern && (to.Object.Name == "stdout" || to.Object.Name == "stderr")
}

// printedByFormat says how much printf or fprintf prints. It is false where that is not known, or
// may be more than an int holds.
func printedByFormat(e emit.Emitter, c *emit.Call) (printed, bool) {
	at := 0
	if c.Name == "fprintf" {
		at = 1
	}
	if at >= len(c.Args) {
		return printed{}, false
	}
	text, ok := emit.LiteralText(c.Args[at].Expr)
	if !ok {
		return printed{}, false
	}
	conversions, ok := format.ParsePrint(text)
	if !ok || len(conversions) > mostConversions {
		return printed{}, false
	}
	sum := e.Terms().BVConst(32, uint64(len(format.PlainText(text))))
	isExact := true
	for _, p := range conversions {
		n, exact, ok := convertedLength(e, p, c.Args[at+1:])
		if !ok {
			return printed{}, false
		}
		sum, isExact = e.Terms().BVAdd(sum, n), isExact && exact
	}
	if isExact {
		return printed{exact: sum}, true
	}
	return printed{least: sum}, true
}

// mostConversions bounds the conversions whose lengths are added, each of which is less than
// format.MostDigits and some, so that the sum is an int.
const mostConversions = 500

// convertedLength is how many characters a conversion prints, or at least prints where it is not
// exact. It is false where the conversion is not known or may fail.
func convertedLength(e emit.Emitter, p format.Printed, args []emit.Argument) (n *term.Term, exact, ok bool) {
	if p.Widened || p.Counted || p.Width >= format.MostDigits || p.Precision >= format.MostDigits || p.Has("'I") {
		return nil, false, false
	}
	constant := func(n int) *term.Term { return e.Terms().BVConst(32, uint64(n)) }
	switch p.Specifier {
	case 'n':
		return constant(0), true, true
	case 'm':
		return constant(p.Width), false, true
	}
	if p.Argument >= len(args) {
		return nil, false, false
	}
	a := args[p.Argument]
	switch p.Specifier {
	case 'd', 'i', 'u', 'x', 'X', 'o':
		n, ok := numberLength(e, p, a)
		return n, true, ok
	case 'c':
		return constant(max(1, p.Width)), true, p.Length == "" && a.Type.Kind == tree.Integer
	case 's':
		if text, isLiteral := emit.LiteralText(a.Expr); isLiteral && p.Length == "" {
			return constant(max(p.Width, upTo(p.Precision, len(text)))), true, true
		}
		return constant(p.Width), false, p.Length == "" && a.Type.Kind == tree.Pointer
	case 'p':
		return constant(max(1, p.Width)), false, p.Length == "" && a.Type.Kind == tree.Pointer
	case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A':
		return constant(max(1, p.Width)), false, a.Type.IsFloating()
	}
	return nil, false, false
}

// upTo is n, or the precision where one is given that is less.
func upTo(precision, n int) int {
	if precision < 0 {
		return n
	}
	return min(precision, n)
}

// numberLength is how many characters a conversion of an integer prints. It is false where the
// argument has another size than the conversion says.
func numberLength(e emit.Emitter, p format.Printed, a emit.Argument) (*term.Term, bool) {
	size, kept := 32, 64
	switch p.Length {
	case "":
	case "h":
		kept = 16
	case "hh":
		kept = 8
	case "l":
		size = e.DataModel().LongWidth
	case "ll", "j":
		size = 64
	case "z", "t":
		size = e.DataModel().PointerWidth
	default:
		return nil, false
	}
	if a.Value == nil || a.Type.Kind != tree.Integer || a.Type.Size*8 != int64(size) || a.Value.Sort().Width != size {
		return nil, false
	}
	terms := e.Terms()
	value := emit.ZeroExtend(terms, a.Value, min(size, kept))
	zero, one := emit.Zero(terms, value.Sort()), terms.BVConst(32, 1)
	signs, magnitude, base := terms.BVConst(32, 0), value, int64(10)
	switch p.Specifier {
	case 'd', 'i':
		negative := terms.BVSlt(value, zero)
		magnitude = terms.Ite(negative, terms.BVNeg(value), value)
		signs = one
		if !p.Has("+ ") {
			signs = terms.Ite(negative, one, terms.BVConst(32, 0))
		}
	case 'x', 'X':
		base = 16
	case 'o':
		base = 8
	}
	isZero := terms.Eq(value, zero)
	digits := countDigits(terms, magnitude, base)
	if p.Precision == 0 {
		digits = terms.Ite(isZero, terms.BVConst(32, 0), digits)
	}
	shown := atLeast(terms, digits, max(p.Precision, 0))
	if p.Has("#") {
		switch base {
		case 8: // a zero in front of what does not begin with one
			begins := terms.Or(terms.BVSlt(digits, shown), terms.And(isZero, terms.Eq(digits, one)))
			shown = terms.Ite(begins, shown, terms.BVAdd(shown, one))
		case 16:
			shown = terms.Ite(isZero, shown, terms.BVAdd(shown, terms.BVConst(32, 2)))
		}
	}
	return atLeast(terms, terms.BVAdd(signs, shown), p.Width), true
}

// countDigits is the number of digits of a number without a sign: one more than there are powers of
// the base that it reaches.
func countDigits(terms *term.Builder, x *term.Term, base int64) *term.Term {
	width := x.Sort().Width
	var powers []*big.Int
	for power := big.NewInt(base); power.BitLen() <= width; power = new(big.Int).Mul(power, big.NewInt(base)) {
		powers = append(powers, power)
	}
	digits := terms.BVConst(32, uint64(len(powers)+1))
	for i := len(powers) - 1; i >= 0; i-- {
		digits = terms.Ite(terms.BVUlt(x, terms.BVBig(width, powers[i])), terms.BVConst(32, uint64(i+1)), digits)
	}
	return digits
}

// atLeast is the larger of a small count and a number.
func atLeast(terms *term.Builder, x *term.Term, n int) *term.Term {
	least := terms.BVConst(32, uint64(n))
	return terms.Ite(terms.BVSlt(x, least), least, x)
}
