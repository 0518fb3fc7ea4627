// Package cexpr writes conditions over a program's variables as expressions of C that have exactly their value:
// without overflow, whatever the variables hold, and without a conversion that C leaves open to undefined behaviour.
//
// Not everything can be written: memory, floats, numbers of odd widths, variables that have no name in the source.
// What can not is left out of a condition where that makes it weaker, so that an invariant stays one.
package cexpr

import (
	"fmt"
	"regexp"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// Writer writes conditions about the states at one place.
type Writer struct {
	// Variable is the variable of a symbol, if its name may be used at the place.
	Variable func(sym *term.Term) (*ir.Variable, bool)

	lost  bool // an atom that cannot be written was left out
	known map[implication]implied
}

// implication is a formula or its negation, implied what was written for it during one call: terms share parts.
type (
	implication struct {
		of      *term.Term
		negated bool
	}
	implied struct {
		Condition
		lost bool
	}
)

// longest is the length of the longest text of a condition, in bytes: a compiler reads it, and parts that terms share
// stand in it as often as they occur.
const longest = 1 << 16

// Exactly is a condition that holds where t does and nowhere else; ok is false if not all of it can be written.
func (w *Writer) Exactly(t *term.Term) (text string, ok bool) {
	w.lost = false
	text, ok = w.Implied(t).Text()
	return text, ok && !w.lost
}

// Condition is a condition in C: always true, always false, or a text.
type Condition struct {
	constant, holds bool
	text            string
}

// The constant conditions.
var (
	True  = Condition{constant: true, holds: true}
	False = Condition{constant: true}
)

// Text is the condition as C; ok is false for one that is always true or always false.
func (c Condition) Text() (text string, ok bool) { return c.text, !c.constant }

// And is the conjunction.
func And(a, b Condition) Condition { return join(a, b, " && ", False) }

// Or is the disjunction.
func Or(a, b Condition) Condition { return join(a, b, " || ", True) }

// join: the constant that is decisive decides, the other one is left out.
func join(a, b Condition, op string, decisive Condition) Condition {
	for _, pair := range [2][2]Condition{{a, b}, {b, a}} {
		switch c := pair[0]; {
		case c == decisive:
			return c
		case c.constant:
			return pair[1]
		}
	}
	if a.text == b.text {
		return a
	}
	return Condition{text: "(" + a.text + op + b.text + ")"}
}

func not(c Condition) Condition {
	if c.constant {
		return Condition{constant: true, holds: !c.holds}
	}
	return Condition{text: "!(" + c.text + ")"}
}

// Implied is a condition that holds wherever t does: the same one if all of it can be written.
func (w *Writer) Implied(t *term.Term) Condition { return w.implied(t, false) }

// impliedByNot is one that holds wherever t does not.
func (w *Writer) impliedByNot(t *term.Term) Condition { return w.implied(t, true) }

func (w *Writer) implied(t *term.Term, negated bool) Condition {
	if w.known == nil {
		w.known = map[implication]implied{}
		defer func() { w.known = nil }()
	}
	of := implication{t, negated}
	out, isKnown := w.known[of]
	if !isKnown {
		before := w.lost
		w.lost = false
		out.Condition = w.byOperator(t, negated)
		if len(out.text) > longest {
			out.Condition, w.lost = True, true
		}
		out.lost = w.lost
		w.lost = before
		w.known[of] = out
	}
	w.lost = w.lost || out.lost
	return out.Condition
}

func (w *Writer) byOperator(t *term.Term, negated bool) Condition {
	if t.IsTrue() || t.IsFalse() {
		return Condition{constant: true, holds: t.IsTrue() != negated}
	}
	switch args := t.Args(); t.Op() {
	case term.OpNot:
		return w.implied(args[0], !negated)
	case term.OpAnd, term.OpOr:
		conjunction := (t.Op() == term.OpAnd) != negated
		out := Condition{constant: true, holds: conjunction}
		for _, a := range args {
			if conjunction {
				out = And(out, w.implied(a, negated))
			} else {
				out = Or(out, w.implied(a, negated))
			}
		}
		return out
	case term.OpIte:
		return w.Choice(args[0], w.implied(args[1], negated), w.implied(args[2], negated))
	}
	c, ok := w.atom(t)
	switch {
	case !ok:
		w.lost = true
		return True
	case negated:
		return not(c)
	}
	return c
}

// Choice is a condition that holds wherever "then" does and cond, or otherwise does and not cond.
func (w *Writer) Choice(cond *term.Term, then, otherwise Condition) Condition {
	if then == otherwise {
		return then
	}
	return Or(And(w.Implied(cond), then), And(w.impliedByNot(cond), otherwise))
}

// atom is a comparison exactly.
func (w *Writer) atom(t *term.Term) (Condition, bool) {
	args := t.Args()
	if len(args) != 2 || args[0].Sort().Kind != term.KindBV {
		return Condition{}, false
	}
	op, signed := "", false
	switch t.Op() {
	case term.OpEq:
		op = "=="
		if c, ok := w.null(args[0], args[1]); ok {
			return c, true
		}
		signed = w.isSigned(args[0]) || w.isSigned(args[1])
	case term.OpBVUlt:
		op = "<"
	case term.OpBVUle:
		op = "<="
	case term.OpBVSlt:
		op, signed = "<", true
	case term.OpBVSle:
		op, signed = "<=", true
	default:
		return Condition{}, false
	}
	left, ok := w.operand(args[0], signed)
	right, also := w.operand(args[1], signed)
	return Condition{text: left + " " + op + " " + right}, ok && also
}

// null compares a pointer with 0: nothing else is said of pointers.
func (w *Writer) null(a, b *term.Term) (Condition, bool) {
	if a.IsConst() {
		a, b = b, a
	}
	v, isVariable := w.variable(a)
	k, isConst := b.Value()
	if !isVariable || !isConst || k.Uint64() != 0 || !strings.HasSuffix(v.Type, "*") {
		return Condition{}, false
	}
	return Condition{text: v.Source + " == 0"}, true
}

// variable is the variable that a term is.
func (w *Writer) variable(t *term.Term) (*ir.Variable, bool) {
	if t.Op() != term.OpVar {
		return nil, false
	}
	v, ok := w.Variable(t)
	return v, ok && v.Source != "return" && name.MatchString(v.Source) // that is what a function returns
}

// name is a variable of the source or a member of one.
var name = regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9]*(\.[A-Za-z_][A-Za-z_0-9]*)*$`)

// integers are the types of variables that are read, by their width and sign, as they are written in conversions. No
// type but these has a name that means it in every program.
var integers = map[int][2]string{
	8: {"unsigned char", "signed char"}, 16: {"unsigned short", "short"}, 32: {"unsigned int", "int"}, 64: {"unsigned long long", "long long"},
}

func (w *Writer) isSigned(t *term.Term) bool {
	v, ok := w.variable(t)
	return ok && v.Signed
}

// operand is a term of a comparison, as a number of C of the given sign.
func (w *Writer) operand(t *term.Term, signed bool) (string, bool) {
	width := t.Sort().Width
	if _, ok := integers[width]; !ok {
		return "", false
	}
	if k, ok := t.Value(); ok {
		if signed {
			return signedConstant(k, width), true
		}
		return unsignedConstant(k, width), true
	}
	if v, ok := w.variable(t); ok && isInteger(v) && v.Signed == signed && (width >= 32 || v.Signed) {
		return v.Source, true // a shorter unsigned one would become an int
	}
	if v, ok := w.variable(t); ok && isInteger(v) && signed {
		return "(" + integers[width][1] + ")" + v.Source, true
	}
	word, ok := w.word(t)
	if signed {
		word = "(" + integers[width][1] + ")" + word
	} else if width < 32 {
		word = "(unsigned int)" + word
	}
	return word, ok
}

func (w *Writer) signedOperand(t *term.Term) (string, bool) { return w.operand(t, true) }

// isInteger says that a variable is a number whose declared type has the width of its register.
func isInteger(v *ir.Variable) bool {
	return v.Type != "" && !strings.ContainsAny(v.Type, "*[(") && v.Sort.Kind == term.KindBV
}

func unsignedConstant(k term.Value, width int) string {
	return fmt.Sprintf("%dU%s", k.Uint64(), lengthSuffix(width))
}

func signedConstant(k term.Value, width int) string {
	if k.Int64() < 0 && k.Uint64() == 1<<(width-1) {
		return fmt.Sprintf("(%d%s - 1)", k.Int64()+1, lengthSuffix(width))
	}
	return fmt.Sprintf("%d%s", k.Int64(), lengthSuffix(width))
}

// lengthSuffix makes a constant as wide as it is to be.
func lengthSuffix(width int) string {
	if width == 64 {
		return "LL"
	}
	return ""
}

// operators are those that C has on unsigned numbers with the meaning that they have on bits.
var operators = map[term.Op]string{term.OpBVAdd: "+", term.OpBVMul: "*", term.OpBVAnd: "&", term.OpBVOr: "|", term.OpBVXor: "^"}

// word is a term as an unsigned number of its width, in parentheses or a conversion.
func (w *Writer) word(t *term.Term) (string, bool) {
	width := t.Sort().Width
	types, ok := integers[width]
	if !ok || t.Size() > longest { // each part is at least a byte
		return "", false
	}
	to, short := "("+types[0]+")", width < 32
	if k, ok := t.Value(); ok {
		if short {
			return to + unsignedConstant(k, width), true
		}
		return unsignedConstant(k, width), true
	}
	if v, ok := w.variable(t); ok {
		if isInteger(v) && !v.Signed && !short {
			return v.Source, true // as it is
		}
		return to + v.Source, isInteger(v)
	}
	args := t.Args()
	switch t.Op() {
	case term.OpBVAdd, term.OpBVMul, term.OpBVAnd, term.OpBVOr, term.OpBVXor:
		wide := ""
		if short {
			wide = "(unsigned int)" // not int, whose product may overflow
		} else {
			to = ""
		}
		parts := make([]string, len(args))
		for i, a := range args {
			part, ok := w.word(a)
			if !ok {
				return "", false
			}
			parts[i] = wide + part
		}
		return to + "(" + strings.Join(parts, " "+operators[t.Op()]+" ") + ")", true
	case term.OpBVNot:
		part, ok := w.word(args[0])
		return to + "~" + part, ok
	case term.OpZeroExt:
		part, ok := w.word(args[0])
		return to + part, ok
	case term.OpSignExt:
		part, ok := w.signedOperand(args[0])
		return to + part, ok
	case term.OpExtract:
		if t.Param(1) == 0 {
			part, ok := w.word(args[0])
			return to + part, ok
		}
	}
	return "", false
}
