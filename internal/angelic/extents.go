package angelic

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"yogi/internal/angelic/explain"
	"yogi/internal/angelic/trace"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/solver"
	"yogi/internal/term"
)

// This file is about the objects that pointers from outside lead to. What the outside has is as large
// as the program takes it to be, but a pointer in memory may lead to an object of the program, which has
// an end. That such an object is large enough, too, is what a caller sees to; in the condition of the
// failure it is a choice among all the objects that there are. So it is one atom, made and not collected:
// that the access stays inside. One for each round of a loop would never end, so the next one for the
// same assertion says that the pointer leads to no object of the program.

// extents looks at the pointer of an access that leaves its object.
type extents struct {
	*analysis
	path    *trace.Path
	given   []*term.Term // what holds on the path
	queries int
}

// mostExtentQueries bounds the questions about what was written where a pointer is read.
const mostExtentQueries = 24

// isBehindObject says that an error is an access outside of the object that a pointer leads to.
func isBehindObject(e *ir.Error) bool {
	return e.Property == property.Bounds.SubProperty() && strings.HasPrefix(e.What, property.Outside+" every object")
}

// explainExtent explains an access through a pointer from outside that leaves the object of the program
// that the pointer leads to.
func (a *analysis) explainExtent(path *trace.Path) explain.Answer {
	if !a.options.Numbers || !a.options.Alias || !isBehindObject(path.Error) || a.program.Model == nil {
		return explain.Answer{}
	}
	e := &extents{analysis: a, path: path, given: a.facts(path)}
	for _, c := range path.Conditions {
		e.given = append(e.given, c.Term)
	}
	lookup := e.lookup()
	if lookup == nil {
		return explain.Answer{}
	}
	pointer := e.pointerAt(lookup.Arg(1))
	if pointer == nil {
		return explain.Answer{}
	}
	if pointer = e.atStart(pointer); pointer == nil || !e.isFromOutside(pointer) {
		return explain.Answer{}
	}
	atom, text := e.inside(lookup, pointer)
	if atom == nil || a.count(path.Error) > 0 {
		atom, text = e.elsewhere(pointer)
	}
	if atom == nil || !a.unknowns.constrainable(atom) || !e.excluded(path.Failing, atom) || e.excluded(atom) {
		return explain.Answer{}
	}
	a.unknowns.made[atom] = text
	return explain.Answer{Clauses: [][]*term.Term{{atom}}}
}

// excluded says that terms do not hold together with what holds on the path.
func (e *extents) excluded(terms ...*term.Term) bool {
	if e.queries++; e.queries > mostExtentQueries {
		return false
	}
	q := solver.Query{Path: append(slices.Clone(e.given), terms...), Label: "explain", Timeout: limitTime, StatusOnly: true}
	return e.solver.Check(e.ctx, q).Status == solver.Unsat
}

// lookup is the read of an object's extent that the failure is about; nil if it is about several.
func (e *extents) lookup() *term.Term {
	sort := e.extentSort()
	if sort == nil {
		return nil
	}
	var found []*term.Term
	term.Walker(func(t *term.Term) bool {
		isLookup := t.Op() == term.OpSelect && t.Arg(0).Sort() == sort
		if isLookup {
			found = append(found, t)
		}
		return !isLookup
	})(e.path.Failing)
	// Where the access starts somewhere else than at the pointer, whose object that is in is asked, too.
	for _, t := range found {
		if !slices.ContainsFunc(found, func(other *term.Term) bool { return other != t && !containsTerm(other.Arg(1), pointerIn(t)) }) {
			return t
		}
	}
	return nil
}

// pointerIn is the pointer whose granule is looked up, nil if the index is put together from bytes.
func pointerIn(lookup *term.Term) *term.Term {
	if t := lookup.Arg(1); t.Op() == term.OpExtract {
		return t.Arg(0)
	}
	return nil
}

// containsTerm says that a term has another one in it.
func containsTerm(t, part *term.Term) bool {
	return part != nil && term.Innermost(t, func(x *term.Term) bool { return x == part }) != nil
}

// extentSort is the sort of the map of extents.
func (e *extents) extentSort() *term.Sort {
	n := slices.IndexFunc(e.program.Globals, func(v *ir.Variable) bool { return v.Name == ir.Extents })
	if n < 0 {
		return nil
	}
	return e.program.Globals[n].Sort
}

// pointerAt is the pointer with a granule; nil if the granule is a constant, one of an object of the program.
func (e *extents) pointerAt(granule *term.Term) *term.Term {
	m := e.program.Model
	switch granule.Op() {
	case term.OpExtract:
		if granule.Param(0) == m.PointerWidth-1 && granule.Param(1) == m.GranuleBits {
			return granule.Arg(0)
		}
	case term.OpConcat:
		return e.wordWith(granule)
	}
	return nil
}

// wordWith is the pointer in memory of which a term has the upper bytes.
func (e *extents) wordWith(upper *term.Term) *term.Term {
	m := e.program.Model
	last := upper.Arg(len(upper.Args()) - 1)
	if m.BigEndian || last.Op() != term.OpSelect || last.Sort().Width != 8 {
		return nil
	}
	size := m.PointerWidth / 8
	bytes := make([]*term.Term, size) // the most significant first
	for n := range bytes {
		distance := e.terms.BVSub(e.terms.BVConst(m.PointerWidth, uint64(size-1-n)), e.terms.BVConst(m.PointerWidth, uint64(m.GranuleBits/8)))
		bytes[n] = e.terms.Select(last.Arg(0), e.terms.BVAdd(last.Arg(1), distance))
	}
	word := e.terms.Concat(bytes...)
	if e.terms.Extract(m.PointerWidth-1, m.GranuleBits, word) != upper {
		return nil
	}
	return word
}

// atStart is a term with what it reads of memory taken back to the start of the run; nil if it may read
// what the program wrote there by its own choice.
func (e *extents) atStart(t *term.Term) *term.Term {
	return e.atStartIn(t, map[*term.Term]*term.Term{})
}

// atStartIn is atStart; known has the terms that were taken back, also those that may not be: others share them.
func (e *extents) atStartIn(t *term.Term, known map[*term.Term]*term.Term) *term.Term {
	out, isKnown := known[t]
	if !isKnown {
		out = e.takenBack(t, known)
		known[t] = out
	}
	return out
}

func (e *extents) takenBack(t *term.Term, known map[*term.Term]*term.Term) *term.Term {
	if t.Op() == term.OpIte || t.HasQuantifier() {
		return nil
	}
	if t.Op() == term.OpSelect {
		index := e.atStartIn(t.Arg(1), known)
		if index == nil {
			return nil
		}
		array := t.Arg(0)
		for ; array.Op() == term.OpStore; array = array.Arg(0) {
			same := e.terms.Eq(array.Arg(1), t.Arg(1))
			switch {
			case same.IsTrue():
				return e.atStartIn(array.Arg(2), known)
			case !same.IsFalse() && !e.excluded(same):
				return nil
			}
		}
		if array.Op() != term.OpVar {
			return nil
		}
		return e.terms.Select(array, index)
	}
	if len(t.Args()) == 0 {
		return t
	}
	args := make([]*term.Term, len(t.Args()))
	for n, a := range t.Args() {
		if args[n] = e.atStartIn(a, known); args[n] == nil {
			return nil
		}
	}
	return e.terms.Rebuild(t, args...)
}

// isFromOutside says that a pointer is one from outside, or is in memory of the outside or in a static
// object, or is computed from such a pointer with numbers that have names.
func (e *extents) isFromOutside(pointer *term.Term) bool {
	reader := e.unknowns.reader
	switch pointer.Op() {
	case term.OpVar:
		o, isInput := e.unknowns.known[pointer]
		return isInput && isAngelic(o.Input) && reader.IsPointer(pointer)
	case term.OpSelect, term.OpConcat:
		address := reader.AddressOf(pointer)
		if address == nil || !reader.MayBePointer(pointer) {
			return false
		}
		if base, _ := reader.Base(address); base != nil {
			return e.isFromOutside(base) && e.hasNamedRest(address, base)
		}
		return reader.IsInObject(address)
	case term.OpBVAdd:
		base, _ := reader.Base(pointer)
		return base != nil && base != pointer && e.isFromOutside(base) && e.hasNamedRest(pointer, base)
	}
	return false
}

// hasNamedRest says that what is added to a pointer are constants and numbers that have names.
func (e *extents) hasNamedRest(sum, base *term.Term) bool {
	rest := e.terms.BVSub(sum, base)
	return rest.IsConst() || e.unknowns.isNamed(rest)
}

// inside is the atom that says that the access does not fail, in words: the element of the highest
// address that it needs is in the object; nil if there are no words for it.
func (e *extents) inside(lookup, pointer *term.Term) (atom *term.Term, text string) {
	bytes := e.bytesBehind(lookup)
	if bytes == nil {
		return nil, ""
	}
	l, ok := linearOf(bytes)
	if !ok || l.of != nil && !e.unknowns.isNamed(l.of) || l.plus.Sign() < 0 {
		return nil, ""
	}
	reader := e.unknowns.reader
	name, size := reader.Text(pointer), big.NewInt(reader.ElementSize(pointer))
	if size.Sign() <= 0 || new(big.Int).Mod(l.times, size).Sign() != 0 || new(big.Int).Mod(l.plus, size).Sign() != 0 {
		if reader.ElementSize(pointer) != 1 {
			name = "(char *)" + parenthesized(name)
		}
		size = big.NewInt(1)
	}
	last := new(big.Int).Sub(new(big.Int).Div(l.plus, size), big.NewInt(1))
	if l.of == nil {
		if last.Sign() < 0 {
			return nil, ""
		}
		return e.terms.Not(e.path.Failing), validText(name, last.String())
	}
	index := reader.Text(l.of)
	if times := new(big.Int).Div(l.times, size); times.Cmp(big.NewInt(1)) != 0 {
		index = times.String() + " * " + parenthesized(index)
	}
	switch last.Sign() {
	case 1:
		index += " + " + last.String()
	case -1:
		index += " - " + new(big.Int).Neg(last).String()
	}
	return e.terms.Not(e.path.Failing), validText(name, index)
}

// validText says in ACSL that the elements behind a pointer can be accessed up to the one with an index.
func validText(pointer, last string) string {
	if last == "0" {
		return `\valid_read(` + pointer + ")"
	}
	return fmt.Sprintf(`\valid_read(%s + (0 .. %s))`, pointer, last)
}

func parenthesized(text string) string {
	if strings.Contains(text, " ") {
		return "(" + text + ")"
	}
	return text
}

// bytesBehind is how many bytes from the pointer on the access needs, as the check computes it: the
// distance from the start of the granule and one more are below the extent. Nil if that is not found.
func (e *extents) bytesBehind(lookup *term.Term) *term.Term {
	m := e.program.Model
	raw := e.pointerAt(lookup.Arg(1))
	offset := e.terms.ZeroExtTo(m.PointerWidth, e.terms.Extract(m.GranuleBits-1, 0, raw))
	var found *term.Term
	term.Walker(func(t *term.Term) bool {
		if t.Op() == term.OpBVUlt && t.Arg(1) == lookup {
			bytes := e.terms.BVSub(e.terms.BVSub(t.Arg(0), offset), e.terms.BVConst(m.PointerWidth, 1))
			if !containsTerm(bytes, offset) && (found == nil || moreThan(bytes, found)) {
				found = bytes
			}
		}
		return t.Sort().Kind == term.KindBool
	})(e.path.Failing)
	if found == nil {
		return nil
	}
	return e.atStart(found)
}

// moreThan says that one sum has a larger constant than another.
func moreThan(x, y *term.Term) bool {
	a, first := linearOf(x)
	b, second := linearOf(y)
	return first && (!second || a.plus.Cmp(b.plus) > 0)
}

// leadsElsewhere is said of a pointer.
const leadsElsewhere = " leads to no object of these files"

// elsewhere is the atom that says that a pointer is null or leads to an object outside.
func (e *extents) elsewhere(pointer *term.Term) (atom *term.Term, text string) {
	if base, _ := e.unknowns.reader.Base(pointer); base != nil {
		pointer = base
	}
	m := e.program.Model
	null := e.terms.Eq(pointer, e.terms.BVConst(m.PointerWidth, 0))
	return e.terms.Or(null, m.InOutside(e.terms, pointer)), e.unknowns.reader.Text(pointer) + leadsElsewhere
}
