package term

import (
	"maps"
	"slices"
)

// Walker makes a function that calls visit for a term and the terms in it, outer ones first and
// each once, however often the function is called: equal parts are shared, and to walk them as a
// tree takes exponential time. Where visit returns false the walk does not go on into that term;
// what is in it is visited where it occurs elsewhere.
func Walker(visit func(*Term) bool) func(*Term) {
	seen := map[*Term]bool{}
	var walk func(t *Term)
	walk = func(t *Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if !visit(t) {
			return
		}
		for _, a := range t.args {
			walk(a)
		}
	}
	return walk
}

// HasOp reports whether op is applied somewhere in t.
func (t *Term) HasOp(op Op) bool {
	found := false
	Walker(func(u *Term) bool {
		found = found || u.op == op
		return !found
	})(t)
	return found
}

// Atoms lists the Boolean terms in t that are no connectives, outer ones first, the conditions of cases included; not
// those inside of quantifiers.
func Atoms(t *Term) []*Term {
	var out []*Term
	Walker(func(u *Term) bool {
		if u.sort.Kind == KindBool && !u.IsConnective() && !u.IsConst() {
			out = append(out, u)
		}
		return u.op != OpForall && u.op != OpExists
	})(t)
	return out
}

// Chosen visits the values between which t chooses, from the first one on, until visit returns false: t alone where it
// is no choice. It looks at each choice once, and may visit a value of several choices again.
func Chosen(t *Term, visit func(*Term) bool) {
	seen := map[*Term]bool{}
	var walk func(t *Term) bool
	walk = func(t *Term) bool {
		if t.op != OpIte {
			return visit(t)
		}
		if seen[t] {
			return true
		}
		seen[t] = true
		return walk(t.args[1]) && walk(t.args[2])
	}
	walk(t)
}

// Keys are the terms of a map by increasing ID. What makes terms for each of them makes the same ones in each run, with
// the same IDs: by these the parts of sums and conjunctions are in order, and what a solver is asked depends on it.
func Keys[V any](of map[*Term]V) []*Term { return slices.SortedFunc(maps.Keys(of), byID) }

// Innermost finds the first term in t that is accepted and has no such term in it; nil if there is none.
func Innermost(t *Term, accept func(*Term) bool) *Term {
	seen := map[*Term]bool{}
	var find func(t *Term) *Term
	find = func(t *Term) *Term {
		if seen[t] {
			return nil
		}
		seen[t] = true
		for _, a := range t.args {
			if found := find(a); found != nil {
				return found
			}
		}
		if accept(t) {
			return t
		}
		return nil
	}
	return find(t)
}
