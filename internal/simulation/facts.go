package simulation

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file has what is known of a state.

// subject is what a fact is about: a variable, or the cell that a map has at an index. A map without an index is all of
// its cells.
type subject struct {
	variable *ir.Variable // the map, if there is an index
	index    *term.Term
}

// fact says of a subject one of three things: what it is, which constants it is one of, or which it is none of.
type fact struct {
	subject int
	value   *term.Term
	in      []*term.Term // two constants or more, by number
	not     []*term.Term // constants, by number
}

// isOneOf is the fact that a subject is one of some constants, which are there.
func isOneOf(subject int, constants []*term.Term) fact {
	if len(constants) == 1 {
		return fact{subject: subject, value: constants[0]}
	}
	return fact{subject: subject, in: constants}
}

// constants are those of which a subject is one; nil: that is not known.
func (f fact) constants() []*term.Term {
	if f.value != nil && f.value.IsConst() {
		return []*term.Term{f.value}
	}
	return f.in
}

// saysConstants says that a fact is about constants alone, which mean the same in every function.
func (f fact) saysConstants() bool { return f.value == nil || f.value.IsConst() }

// facts hold together; those about subjects with smaller numbers come first. They are never changed.
type facts []fact

// mostCells bounds the cells of which something is known at a time, mostCellsInDepth so in depth, mostConstants what a
// subject may be one of, mostExcluded what it is not, mostParts the size of an index and of a value, and mostChoices
// that of a term in which constants are put.
const (
	mostCells        = 128
	mostCellsInDepth = 1024
	mostConstants    = 32
	mostExcluded     = 8
	mostParts        = 12
	mostChoices      = 256
)

func (s *simulator) number(of subject) int {
	n, ok := s.numbers[of]
	if !ok {
		n = len(s.subjects)
		s.numbers[of] = n
		s.subjects = append(s.subjects, of)
	}
	return n
}

func (s *simulator) ofVariable(v *ir.Variable) int { return s.number(subject{variable: v}) }

func (known facts) find(subject int) (int, bool) {
	i := sort.Search(len(known), func(i int) bool { return known[i].subject >= subject })
	return i, i < len(known) && known[i].subject == subject
}

func (known facts) of(subject int) (fact, bool) {
	if i, ok := known.find(subject); ok {
		return known[i], true
	}
	return fact{}, false
}

func (known facts) with(f fact) facts {
	i, ok := known.find(f.subject)
	if ok {
		out := slices.Clone(known)
		out[i] = f
		return out
	}
	return slices.Insert(slices.Clip(known), i, f)
}

// keep are the facts of which keep says so.
func (known facts) keep(keep func(fact) bool) facts {
	for i, f := range known {
		if !keep(f) {
			out := slices.Clone(known[:i])
			for _, f := range known[i+1:] {
				if keep(f) {
					out = append(out, f)
				}
			}
			return out
		}
	}
	return known
}

func (known facts) equal(other facts) bool {
	return slices.EqualFunc(known, other, func(f, g fact) bool {
		return f.subject == g.subject && f.value == g.value && slices.Equal(f.in, g.in) && slices.Equal(f.not, g.not)
	})
}

// key names facts: the same ones have the same name.
func (known facts) key() string {
	var b []byte
	for _, f := range known {
		b = strconv.AppendInt(b, int64(f.subject), 36)
		if f.value != nil {
			b = append(b, '=')
			b = strconv.AppendInt(b, int64(f.value.ID()), 36)
		}
		for _, c := range f.in {
			b = append(b, '|')
			b = strconv.AppendInt(b, int64(c.ID()), 36)
		}
		for _, n := range f.not {
			b = append(b, '!')
			b = strconv.AppendInt(b, int64(n.ID()), 36)
		}
		b = append(b, ' ')
	}
	return string(b)
}

// join are the facts that hold if either of two lists holds.
func join(a, b facts) facts {
	var out facts
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch f, g := a[i], b[j]; {
		case f.subject < g.subject:
			i++
		case f.subject > g.subject:
			j++
		default:
			if both, ok := f.or(g); ok {
				out = append(out, both)
			}
			i++
			j++
		}
	}
	return out
}

func (f fact) or(g fact) (fact, bool) {
	if f.value != nil && f.value == g.value {
		return f, true
	}
	if f.constants() != nil && g.constants() != nil {
		either := union(f.constants(), g.constants())
		if either[0].Sort().Kind == term.KindBool && len(either) == 2 { // which says nothing
			return fact{}, false
		}
		if len(either) <= mostConstants {
			return isOneOf(f.subject, either), true
		}
	}
	if f.not == nil {
		f, g = g, f
	}
	var not []*term.Term
	for _, t := range f.not {
		if g.excludes(t) {
			not = append(not, t)
		}
	}
	return fact{subject: f.subject, not: not}, len(not) > 0
}

// excludes says that what a fact is about is not a constant.
func (f fact) excludes(constant *term.Term) bool {
	if is := f.constants(); is != nil {
		return !slices.Contains(is, constant)
	}
	return slices.Contains(f.not, constant)
}

// apart says what is told apart at a place.
type apart uint8

// From all of a state on to less of it.
const (
	withResults apart = iota // the state of the rule, what no cell of a map holds, and what calls returned
	everything               // without what they returned
	ruleOnly                 // that of the rule
	nothing
)

// What begins the names of states.
const (
	ofResults = "results "
	ofAll     = "all "
	ofRule    = "rule "
)

// apartIn is what is told apart at a place, of which the states are given.
func apartIn(at map[string]facts) apart {
	for key := range at {
		switch {
		case key == "":
			return nothing
		case strings.HasPrefix(key, ofRule):
			return ruleOnly
		case !strings.HasPrefix(key, ofResults):
			return everything
		}
	}
	return withResults
}

// stateOf names the state, as far as it is known; "" is any.
func (s *simulator) stateOf(known facts, by apart) string {
	switch by {
	case withResults:
		return ofResults + known.keep(func(f fact) bool {
			return f.value != nil && (s.isRule(f) || s.isResult(f)) || s.isWhole(f)
		}).key()
	case everything:
		return ofAll + known.keep(func(f fact) bool { return f.value != nil && s.isRule(f) || s.isWhole(f) }).key()
	case ruleOnly:
		return ofRule + known.keep(func(f fact) bool { return f.value != nil && s.isRule(f) }).key()
	}
	return ""
}

// isResult says that a fact is about what a call returned, which is a constant: with a status goes what a callee did.
func (s *simulator) isResult(f fact) bool {
	about := s.subjects[f.subject]
	return about.index == nil && s.results[about.variable] && f.value.IsConst()
}

func (s *simulator) isRule(f fact) bool {
	about := s.subjects[f.subject]
	return about.index == nil && s.rule[about.variable]
}

// forget is what is still known when a variable may have got another value.
func (s *simulator) forget(known facts, v *ir.Variable) facts {
	return known.keep(func(f fact) bool {
		about := s.subjects[f.subject]
		return about.variable != v && (about.index == nil || !mentions(about.index, v))
	})
}

func mentions(t *term.Term, v *ir.Variable) bool { return slices.Contains(t.Vars(), v.Sym) }

// isFixed says that a term has the same value in all of a call: it is a constant, or about parameters that are
// never assigned and about constants of the program.
func (s *simulator) isFixed(t *term.Term) bool {
	if t.IsConst() {
		return true
	}
	if t.Sort().Kind == term.KindArray || t.HasQuantifier() || len(t.Vars()) > 3 || t.Size() > mostParts {
		return false
	}
	for _, sym := range t.Vars() {
		v := s.program.VariableOf(sym)
		if v == nil || v.Sort.Kind == term.KindArray || !v.Constant && (v.Kind != ir.Parameter || s.assigned[v]) {
			return false
		}
	}
	return true
}

// isIndex says that what a map has at a term may be followed.
func isIndex(t *term.Term) bool {
	return len(t.Vars()) <= 2 && t.Size() <= mostParts && !t.HasQuantifier() &&
		!slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool { return sym.Sort().Kind == term.KindArray })
}

// term says facts in a term.
func (s *simulator) term(known facts) *term.Term {
	var out []*term.Term
	for _, f := range known {
		about := s.subjects[f.subject]
		of := about.variable.Sym
		if s.isWhole(f) {
			out = append(out, s.allCells(about.variable, f.not))
			continue
		}
		switch {
		case about.variable == s.condition:
			of = about.index
		case about.index != nil:
			of = s.terms.Select(of, about.index)
		}
		if f.value != nil {
			out = append(out, s.terms.Eq(of, f.value))
		}
		if f.in != nil {
			either := make([]*term.Term, len(f.in))
			for i, c := range f.in {
				either[i] = s.terms.Eq(of, c)
			}
			out = append(out, s.terms.Or(either...))
		}
		for _, n := range f.not {
			out = append(out, s.terms.Ne(of, n))
		}
	}
	return s.terms.And(out...)
}
