package lower

import "yogi/internal/term"

// This file is about division by zero, which Boogie and SMT-LIB leave open: x div 0, x mod 0 and x
// / 0 are any value, the same for the same x. Each is a function of x that nothing is said of.

// The functions have names that no function of a program has.
const (
	divByZero  = "div@0"
	modByZero  = "mod@0"
	realByZero = "/@0"
)

// div is x div y.
func (l *lowering) div(x, y *term.Term) *term.Term { return l.divided(divByZero, l.terms.Div, x, y) }

// mod is x mod y.
func (l *lowering) mod(x, y *term.Term) *term.Term { return l.divided(modByZero, l.terms.Mod, x, y) }

// slash is x / y.
func (l *lowering) slash(x, y *term.Term) *term.Term {
	return l.divided(realByZero, l.terms.RealDiv, x, y)
}

// divided is op(x, y) where y is not zero, and the function of that name where it is.
func (l *lowering) divided(name string, op func(x, y *term.Term) *term.Term, x, y *term.Term) *term.Term {
	sort := x.Sort()
	zero := l.terms.Const(term.ZeroValue(sort))
	by := l.terms.Eq(y, zero)
	if by.IsFalse() {
		return op(x, y)
	}
	l.uses[openDivision{}] = true
	open := l.terms.Apply(l.terms.Func(name, []*term.Sort{sort}, sort), x)
	if by.IsTrue() {
		return open
	}
	return l.terms.Ite(by, open, op(x, y))
}
