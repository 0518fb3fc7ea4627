package explain

import (
	"slices"

	"yogi/internal/report/lvalue"
	"yogi/internal/term"
)

// node is a formula in negation normal form: a literal, or a conjunction or disjunction of nodes.
type node struct {
	kind    nodeKind
	literal *term.Term
	kids    []*node
}

type nodeKind uint8

const (
	isLiteral nodeKind = iota
	isAnd
	isOr
)

// normalizer turns formulas into nodes whose literals hold no store and no choice (Algorithm 2, line 3:
// EliminateMapUpdates). The budget bounds the literals made; below zero the formula is too large.
type normalizer struct {
	terms   *term.Builder
	budget  int
	selects map[*term.Term]*term.Term
	// elements are reads of maps that are choices between maps, which paths that met share.
	elements map[read]*term.Term
	// wordBytes is the size of a pointer in bytes.
	wordBytes int
	// apart, if set, says when a write leaves a read alone; separations are the atoms under which
	// it does, in the order met, and provisos what has to hold for that.
	apart       func(written, read *term.Term) (atom, condition *term.Term)
	separations []*term.Term
	provisos    []*term.Term
}

// read is a map and an index into it.
type read struct{ array, index *term.Term }

func newNormalizer(terms *term.Builder, budget int) *normalizer {
	return &normalizer{terms: terms, budget: budget, selects: map[*term.Term]*term.Term{}, elements: map[read]*term.Term{}, wordBytes: 8}
}

// formula is the negation normal form of t.
func (n *normalizer) formula(t *term.Term) *node { return n.node(t, false) }

// negation is that of its negation.
func (n *normalizer) negation(t *term.Term) *node { return n.node(t, true) }

// node is either.
func (n *normalizer) node(t *term.Term, negated bool) *node {
	if n.budget < 0 {
		return &node{kind: isLiteral, literal: n.terms.True()}
	}
	switch t.Op() {
	case term.OpNot:
		return n.node(t.Arg(0), !negated)
	case term.OpAnd, term.OpOr:
		kind := isAnd
		if (t.Op() == term.OpOr) != negated {
			kind = isOr
		}
		out := &node{kind: kind}
		for _, a := range n.withWords(t, negated, out) {
			out.add(n.node(a, negated))
		}
		return out
	case term.OpEq:
		if t.Arg(0).Sort().Kind == term.KindBool {
			return n.equivalence(t.Arg(0), t.Arg(1), negated)
		}
	case term.OpIte:
		return n.choice(t.Arg(0), t.Arg(1), t.Arg(2), negated)
	}
	return n.atom(t, negated)
}

// withWords adds to out the parts of a conjunction or disjunction that say of all bytes of a word
// that they are 0, each as one literal, and returns the other arguments. What was written to the
// bytes is looked at first.
func (n *normalizer) withWords(t *term.Term, negated bool, out *node) []*term.Term {
	isAnd := t.Op() == term.OpAnd
	byEquation := map[*term.Term]*term.Term{}
	args := make([]*term.Term, len(t.Args()))
	var equations []*term.Term
	for i, a := range t.Args() {
		args[i] = a
		e := a
		if !isAnd {
			if a.Op() != term.OpNot {
				continue
			}
			e = a.Arg(0)
		}
		if e.Op() != term.OpEq || e.Arg(0).Sort().Kind == term.KindBool {
			continue
		}
		e = n.withoutStores(e)
		if isAnd {
			args[i] = e
		} else {
			args[i] = n.terms.Not(e)
		}
		byEquation[e] = args[i]
		equations = append(equations, e)
	}
	taken := map[*term.Term]bool{}
	for _, word := range lvalue.NullWords(equations, n.wordBytes) {
		for _, e := range word {
			taken[byEquation[e]] = true
		}
		literal := n.terms.And(word...)
		if isAnd == negated {
			literal = n.terms.Not(literal)
		}
		n.budget--
		out.add(&node{kind: isLiteral, literal: literal})
	}
	return slices.DeleteFunc(args, func(a *term.Term) bool { return taken[a] })
}

// add adds a kid, joining what is of the same kind.
func (n *node) add(kid *node) {
	if kid.kind == n.kind {
		n.kids = append(n.kids, kid.kids...)
	} else {
		n.kids = append(n.kids, kid)
	}
}

func (n *normalizer) equivalence(a, b *term.Term, negated bool) *node {
	both := &node{kind: isAnd, kids: []*node{n.formula(a), n.node(b, negated)}}
	neither := &node{kind: isAnd, kids: []*node{n.negation(a), n.node(b, !negated)}}
	return &node{kind: isOr, kids: []*node{both, neither}}
}

func (n *normalizer) choice(c, then, els *term.Term, negated bool) *node {
	yes, no := &node{kind: isAnd}, &node{kind: isAnd}
	for _, k := range []*node{n.formula(c), n.node(then, negated)} {
		yes.add(k)
	}
	for _, k := range []*node{n.negation(c), n.node(els, negated)} {
		no.add(k)
	}
	return &node{kind: isOr, kids: []*node{yes, no}}
}

// atom is a literal, with the choices inside it lifted out of it.
func (n *normalizer) atom(t *term.Term, negated bool) *node {
	t = n.withoutStores(t)
	if c := firstChoice(t); c != nil && t.Sort().Kind == term.KindBool {
		then := n.terms.Substitute(t, map[*term.Term]*term.Term{c: c.Arg(1)})
		els := n.terms.Substitute(t, map[*term.Term]*term.Term{c: c.Arg(2)})
		if then != t && els != t {
			return n.choice(c.Arg(0), then, els, negated)
		}
	}
	switch t.Op() {
	case term.OpNot, term.OpAnd, term.OpOr, term.OpIte:
		return n.node(t, negated) // a substitution has uncovered structure
	}
	n.budget--
	if negated {
		t = n.terms.Not(t)
	}
	return &node{kind: isLiteral, literal: t}
}

// withoutStores rewrites reads of updated maps: read(write(m, i, v), j) is v if i == j, else read(m, j).
func (n *normalizer) withoutStores(t *term.Term) *term.Term {
	if len(t.Args()) == 0 || t.HasQuantifier() {
		return t
	}
	if known := n.selects[t]; known != nil {
		return known
	}
	args := make([]*term.Term, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = n.withoutStores(a)
	}
	var out *term.Term
	if t.Op() == term.OpSelect {
		out = n.read(args[0], args[1])
	} else {
		out = n.terms.Rebuild(t, args...)
	}
	n.selects[t] = out
	return out
}

func (n *normalizer) read(array, index *term.Term) *term.Term {
	switch array.Op() {
	case term.OpStore:
		if n.leavesAlone(array.Arg(1), index) {
			return n.read(array.Arg(0), index)
		}
		return n.terms.Ite(n.terms.Eq(array.Arg(1), index), array.Arg(2), n.read(array.Arg(0), index))
	case term.OpIte:
		of := read{array, index}
		if n.elements[of] == nil {
			n.elements[of] = n.terms.Ite(array.Arg(0), n.read(array.Arg(1), index), n.read(array.Arg(2), index))
		}
		return n.elements[of]
	}
	return n.terms.Select(array, index)
}

// firstChoice is a choice between values inside t without one in its own condition, or nil.
func firstChoice(t *term.Term) *term.Term {
	if t.HasQuantifier() {
		return nil
	}
	return term.Innermost(t, func(t *term.Term) bool { return t.Op() == term.OpIte })
}

// literals visits the literals of a node.
func (n *node) literals(visit func(*term.Term)) {
	if n.kind == isLiteral {
		visit(n.literal)
	}
	for _, k := range n.kids {
		k.literals(visit)
	}
}

// term is the formula of a node.
func (n *node) term(terms *term.Builder) *term.Term {
	if n.kind == isLiteral {
		return n.literal
	}
	args := make([]*term.Term, len(n.kids))
	for i, k := range n.kids {
		args[i] = k.term(terms)
	}
	if n.kind == isAnd {
		return terms.And(args...)
	}
	return terms.Or(args...)
}
