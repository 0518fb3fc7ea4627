package concolic

import (
	"slices"

	"yogi/internal/term"
)

// This file fixes where the conditions of a path read and write maps to where a test does that is on the path, as
// directed testing with concrete addresses does. A pointer of which little is known may lead anywhere, so that each
// read behind writes through it is a case for each of them. For a test one place will do, and the questions about tests
// that need another one are asked when there is none.

// FixIndices gives the conditions of a path, and further ones, with the indices of maps as they are in the test base,
// and with conditions that say so. base is a test on the path, and next the path whose inputs are in the further
// conditions. fixed is false where no write goes to an index that is unknown, which makes such questions hard.
func (f *Forest) FixIndices(next *Path, base *Plan, path, assume []*term.Term) (pathFixed, assumeFixed []*term.Term, fixed bool) {
	x := &fixing{terms: f.terms, open: f.openIndices, done: map[*term.Term]*term.Term{}}
	writes := func(t *term.Term) bool { return x.openIn(t)&openWrite != 0 }
	if !slices.ContainsFunc(path, writes) && !slices.ContainsFunc(assume, writes) {
		return path, assume, false
	}
	x.run = f.newRepairing(base, next)
	for _, t := range path {
		t := x.fix(t)
		pathFixed = append(x.handOn(pathFixed), t)
	}
	// The test says where a further condition looks, so what fixes it is a fact of the path.
	for _, t := range assume {
		assumeFixed = append(assumeFixed, x.fix(t))
		pathFixed = x.handOn(pathFixed)
	}
	return pathFixed, assumeFixed, true
}

// fixing is the work on the conditions of one path.
type fixing struct {
	run   *repairing // the test, never changed
	terms *term.Builder
	open  map[*term.Term]openIndices // as far as asked for
	done  map[*term.Term]*term.Term  // terms with their indices fixed
	said  []*term.Term               // conditions on indices that were not handed on yet
}

// handOn appends the conditions on indices that are new.
func (x *fixing) handOn(out []*term.Term) []*term.Term {
	out = append(out, x.said...)
	x.said = x.said[:0]
	return out
}

// openIndices says which accesses in a term have an index that is no constant.
type openIndices uint8

const (
	openRead openIndices = 1 << iota
	openWrite
)

// openIn are those in t. What is quantified is left as it is.
func (x *fixing) openIn(t *term.Term) openIndices {
	if len(t.Args()) == 0 || t.HasQuantifier() {
		return 0
	}
	if known, ok := x.open[t]; ok {
		return known
	}
	var open openIndices
	if isAccess(t) && !t.Arg(1).IsConst() {
		open = openRead
		if t.Op() == term.OpStore {
			open = openWrite
		}
	}
	for _, a := range t.Args() {
		open |= x.openIn(a)
	}
	x.open[t] = open
	return open
}

func isAccess(t *term.Term) bool { return t.Op() == term.OpSelect || t.Op() == term.OpStore }

// fix is t with its indices fixed.
func (x *fixing) fix(t *term.Term) *term.Term {
	if x.openIn(t) == 0 {
		return t
	}
	if known, ok := x.done[t]; ok {
		return known
	}
	args := make([]*term.Term, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = x.fix(a)
	}
	if isAccess(t) && !args[1].IsConst() {
		if v, ok := x.run.value(args[1]); ok {
			index := x.terms.Const(v)
			x.said = append(x.said, x.terms.Eq(args[1], index))
			args[1] = index
		}
	}
	out := x.terms.Rebuild(t, args...)
	x.done[t] = out
	return out
}
