package angelic

import (
	"math/big"
	"slices"

	"yogi/internal/angelic/explain"
	"yogi/internal/angelic/trace"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file is about objects of callers of which a parameter says how many elements there are (ir.Counted). That
// there are so many is taken for granted; what else a specification may say of the size is made here, and nothing
// is collected: that there is one element more, which is where a text ends, and that the number is large enough.
// The number has to be compared with a constant, or with another number that callers know; one that was read from
// the object itself they do not. Nor is the number to be large enough if the code looks at it before: then it has
// compared the wrong thing.

// counted is an object of a caller with the symbols of the inputs that it is about, on a path.
type counted struct {
	ir.Counted
	pointer, number, room *term.Term
}

// countedOn are the counted objects of the program whose inputs are taken in on a path.
func (a *analysis) countedOn(path *trace.Path) []counted {
	var out []counted
	for _, c := range a.program.Counted {
		found := counted{Counted: c}
		for _, o := range path.Occurrences {
			switch o.Input.ID {
			case c.Pointer:
				found.pointer = o.Symbol
			case c.Number:
				found.number = o.Symbol
			case c.Room:
				found.room = o.Symbol
			}
		}
		if found.pointer != nil && found.number != nil && found.room != nil {
			out = append(out, found)
		}
	}
	return out
}

// isAboutRoom says that an atom speaks of the input that says how large a counted object is: those are made.
func (a *analysis) isAboutRoom(atom *term.Term) bool {
	return slices.ContainsFunc(atom.Vars(), func(sym *term.Term) bool {
		o, isInput := a.unknowns.known[sym]
		return isInput && slices.ContainsFunc(a.program.Counted, func(c ir.Counted) bool { return c.Room == o.Input.ID })
	})
}

// explainSize explains an access behind an object of the caller that is counted.
func (a *analysis) explainSize(path *trace.Path) explain.Answer {
	if !a.options.Numbers || !isBehindObject(path.Error) {
		return explain.Answer{}
	}
	e := &extents{analysis: a, path: path, given: a.facts(path)}
	for _, c := range path.Conditions {
		e.given = append(e.given, c.Term)
	}
	q := a.question(path, errorAlone)
	for _, c := range a.countedOn(path) {
		if !containsTerm(path.Failing, c.room) {
			continue
		}
		more := a.terms.Eq(c.room, a.terms.BVConst(c.room.Sort().Width, 1))
		a.unknowns.made[more] = validText(a.unknowns.reader.Text(c.pointer), a.unknowns.reader.Text(c.number))
		atom, text := e.largeEnough(c)
		isPossible := atom != nil && e.isEnough(atom)
		isCompared := slices.ContainsFunc(q.Guards, func(g *term.Term) bool { return containsTerm(g, c.number) })
		switch {
		case isPossible && !isCompared:
		case e.isEnough(more):
			atom, text = more, a.unknowns.made[more]
		case isPossible && a.isLookedAt(q, c.number):
			a.limited = text
			continue
		case !isPossible:
			continue
		}
		a.unknowns.made[atom] = text
		return explain.Answer{Clauses: [][]*term.Term{{atom}}}
	}
	return explain.Answer{}
}

// isEnough says that an atom excludes the failure, and holds in some run. It may exclude the way to the failure as
// well: a copy of no bytes takes another way than others, and an access behind it fails on both.
func (e *extents) isEnough(atom *term.Term) bool {
	return e.excluded(e.path.Failing, atom) && !e.analysis.excluded(e.facts(e.path), atom)
}

// largeEnough is the atom that says that a number counts as many elements as the access needs, in words.
func (e *extents) largeEnough(c counted) (*term.Term, string) {
	end := e.endOf(c)
	if end == nil {
		return nil, ""
	}
	l, ok := linearOf(end)
	if !ok {
		return nil, ""
	}
	width := c.number.Sort().Width
	unit := big.NewInt(c.Unit)
	least := new(big.Int).Add(l.plus, new(big.Int).Sub(unit, big.NewInt(1)))
	least.Div(least, unit)
	number := e.unknowns.reader.Text(c.number)
	if l.of == nil {
		if least.Sign() <= 0 || least.BitLen() >= width {
			return nil, ""
		}
		k := e.terms.BVConst(width, least.Uint64())
		if c.Signed {
			return e.terms.BVSle(k, c.number), least.String() + " <= " + number
		}
		return e.terms.BVUle(k, c.number), least.String() + " <= " + number
	}
	if !e.unknowns.isNamed(l.of) || !e.unknowns.constrainable(l.of) || e.isContents(l.of, c) || l.times.Cmp(unit) != 0 {
		return nil, ""
	}
	wide := e.terms.ZeroExtTo(e.program.Model.PointerWidth, c.number)
	if c.Signed {
		wide = e.terms.SignExtTo(e.program.Model.PointerWidth, c.number)
	}
	have := e.terms.BVMul(wide, e.terms.BVConst(e.program.Model.PointerWidth, uint64(c.Unit)))
	isInside := e.terms.And(e.terms.BVUle(end, have), e.terms.BVUle(e.terms.BVSub(end, e.terms.BVConst(end.Sort().Width, uint64(c.Unit))), have))
	index := e.unknowns.reader.Text(l.of)
	text := index + " < " + number
	if last := least.Sub(least, big.NewInt(1)); last.Sign() > 0 {
		text = index + " + " + last.String() + " < " + number
	}
	if l.extended == term.OpSignExt {
		text = "0 <= " + index + " && " + text
	}
	return isInside, text
}

// isContents says that a number was read from the object itself.
func (e *extents) isContents(number *term.Term, c counted) bool {
	address := e.unknowns.reader.AddressOf(number)
	return address != nil && containsTerm(address, c.pointer)
}

// endOf is how many bytes of a counted object the access needs: what is compared with its size, where it has no
// more elements than are counted.
func (e *extents) endOf(c counted) *term.Term {
	var found *term.Term
	none := map[*term.Term]*term.Term{c.room: e.terms.BVConst(c.room.Sort().Width, 0)}
	term.Walker(func(t *term.Term) bool {
		if t.Op() == term.OpBVUle || t.Op() == term.OpBVUlt {
			first, second := containsTerm(t.Arg(0), c.number), containsTerm(t.Arg(1), c.number)
			end, isIncluded := t.Arg(0), t.Op() == term.OpBVUle
			if first {
				end, isIncluded = t.Arg(1), t.Op() == term.OpBVUlt
			}
			if !isIncluded {
				end = e.terms.BVAdd(end, e.terms.BVConst(end.Sort().Width, 1))
			}
			if first != second && (found == nil || isFurther(end, found)) {
				found = end
			}
		}
		if t.Op() == term.OpEq && found == nil && slices.ContainsFunc(t.Args(), isZero) && slices.ContainsFunc(t.Args(), c.isNumber) {
			found = e.terms.BVConst(e.program.Model.PointerWidth, 1) // 0 < size, in other words
		}
		return t.Sort().Kind == term.KindBool
	})(e.terms.Substitute(e.path.Failing, none))
	return found
}

func isZero(t *term.Term) bool {
	return t.Sort().Kind == term.KindBV && t.IsConst() && signedValue(t).Sign() == 0
}

// isNumber says that a term is the number of elements, or that of bytes.
func (c counted) isNumber(t *term.Term) bool {
	l, ok := linearOf(t)
	return ok && l.of == c.number && l.plus.Sign() == 0
}

// isFurther says that a sum has a number in it where another one has none, or else a larger constant.
func isFurther(x, y *term.Term) bool {
	a, first := linearOf(x)
	b, second := linearOf(y)
	if first && second && (a.of == nil) != (b.of == nil) {
		return b.of == nil
	}
	return moreThan(x, y)
}

// isLookedAt says that the branches on the way keep a number from being zero: the code has compared it.
func (a *analysis) isLookedAt(q explain.Question, number *term.Term) bool {
	return a.excluded(q.Guards, a.terms.Eq(number, a.terms.BVConst(number.Sort().Width, 0)))
}
