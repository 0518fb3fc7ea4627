package certify

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// waitingPaths are the heads of loops at which paths of an unfolding wait, and what came there.
type waitingPaths struct {
	places  map[*ir.Block]verdict.Kept
	came    map[[sha256.Size]byte]bool
	loose   bool     // facts do not count for sharing a symbol with others that do
	waiting []*path  // the first to come first
	taken   term.Set // the symbols that something is known of, or a variable has; see forget
}

// waitingPathsOf reads the places of an unfolding. What they say is kept needs no check: a variable
// that has lost its value has any, and a path that waits goes on.
func (k *checker) waitingPathsOf(u *verdict.Unfolding) (*waitingPaths, error) {
	r := &waitingPaths{loose: u.Loose, places: map[*ir.Block]verdict.Kept{}, came: map[[sha256.Size]byte]bool{}}
	for _, place := range u.Kept {
		i := slices.IndexFunc(k.program.Functions, func(f *ir.Function) bool { return f.Name == place.Function })
		if i < 0 || place.Block < 0 || place.Block >= len(k.program.Functions[i].Blocks) {
			return nil, &Rejection{"the unfolding", fmt.Sprintf("there is no block %d of %s", place.Block, place.Function)}
		}
		f := k.program.Functions[i]
		if !inOrder(place.Locals, len(f.Variables())) || !inOrder(place.Globals, len(k.program.Globals)) {
			return nil, &Rejection{"the unfolding", "the variables kept in " + f.Name + " are none, or not in order"}
		}
		r.places[f.Blocks[place.Block]] = place
	}
	return r, nil
}

// inOrder says that a list ascends strictly, between 0 and limit.
func inOrder(list []int, limit int) bool {
	last := -1
	for _, i := range list {
		if i <= last || i >= limit {
			return false
		}
		last = i
	}
	return true
}

// nextWaiting is the path whose turn it is of those that wait.
func (w *unfolder) nextWaiting() []*path {
	if w.atHeads == nil || len(w.atHeads.waiting) == 0 {
		return nil
	}
	first := w.atHeads.waiting[0]
	w.atHeads.waiting = w.atHeads.waiting[1:]
	return []*path{first}
}

// goOn are those of some paths that neither wait nor have ended where they are now.
func (w *unfolder) goOn(paths []*path) ([]*path, error) {
	if w.atHeads == nil {
		return paths, nil
	}
	var out []*path
	for _, p := range paths {
		if !w.atHeads.places[p.frame().at].Loop {
			out = append(out, p)
		} else if err := w.arrives(p); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// arrives makes a path wait that has come to a loop, in the state of which is left what is kept
// there. It has ended if a path came there before in the same state, or if no run is on it and the
// unfolding says so.
func (w *unfolder) arrives(p *path) error {
	kept := w.kept(p)
	facts := w.about(p.facts, kept)
	name := w.named(p, kept, facts)
	if w.atHeads.came[name] {
		return nil
	}
	number := w.edges
	w.edges++
	if len(w.cuts) > 0 && w.cuts[0] == number {
		w.cuts = w.cuts[1:]
		return w.none(p, fmt.Sprintf("path %d, to block %d of %s", number, p.frame().at.Index, p.frame().at.Function.Name), nil)
	}
	w.forget(p, slices.Concat(kept, facts))
	p.facts, p.context = facts, nil
	w.atHeads.came[name] = true
	w.atHeads.waiting = append(w.atHeads.waiting, p)
	return nil
}

// kept are the values of what is kept where a path is: those of each open call, the innermost first, and then those of
// the globals.
func (w *unfolder) kept(p *path) []*term.Term {
	var out []*term.Term
	for i := len(p.frames) - 1; i >= 0; i-- {
		f := &p.frames[i]
		variables := f.at.Function.Variables()
		for _, n := range w.atHeads.places[f.at].Locals {
			out = append(out, f.values[variables[n].Sym])
		}
	}
	for _, n := range w.atHeads.places[p.frame().at].Globals {
		symbol := w.program.Globals[n].Sym
		if value, known := p.values[symbol]; known {
			out = append(out, value)
		} else {
			out = append(out, symbol)
		}
	}
	return out
}

// forget takes the values of all variables that are not kept where a path is; left is what stays known of it. A
// variable keeps the symbol of an input of which nothing is left, and that no other has: it has any value already. So
// two paths may have one symbol for different values; unrollings alone compare paths by their symbols, and there none
// waits.
func (w *unfolder) forget(p *path, left []*term.Term) {
	taken := &w.atHeads.taken
	taken.Clear()
	for _, t := range left {
		for _, symbol := range t.Vars() {
			taken.Add(symbol)
		}
	}
	forget := func(values map[*term.Term]*term.Term, v *ir.Variable) {
		if value := values[v.Sym]; value == nil || !w.inputs[value] || !taken.Add(value) {
			values[v.Sym] = w.input(v)
		}
	}
	for i := range p.frames {
		f := &p.frames[i]
		place := w.atHeads.places[f.at]
		for n, v := range f.at.Function.Variables() {
			if _, kept := slices.BinarySearch(place.Locals, n); !kept {
				forget(f.values, v)
			}
		}
	}
	place := w.atHeads.places[p.frame().at]
	for n, v := range w.program.Globals {
		if _, kept := slices.BinarySearch(place.Globals, n); !kept {
			forget(p.values, v)
		}
	}
}

// about are those facts, each once, that share a symbol with one of the values, or with another such
// fact; loosely those with no other symbols than the values have.
func (w *unfolder) about(facts, values []*term.Term) []*term.Term {
	symbols, taken := map[*term.Term]bool{}, map[*term.Term]bool{}
	mark := func(t *term.Term) {
		for _, symbol := range t.Vars() {
			symbols[symbol] = true
		}
	}
	for _, v := range values {
		mark(v)
	}
	counts := func(fact *term.Term) bool {
		return slices.ContainsFunc(fact.Vars(), func(s *term.Term) bool { return symbols[s] })
	}
	if w.atHeads.loose {
		counts = func(fact *term.Term) bool {
			return !slices.ContainsFunc(fact.Vars(), func(s *term.Term) bool { return !symbols[s] })
		}
	}
	var out []*term.Term
	for more := true; more; {
		more = false
		for _, fact := range facts {
			if !taken[fact] && counts(fact) {
				taken[fact], more = true, true
				out = append(out, fact)
				mark(fact)
			}
		}
	}
	return out
}

// named is a name of the state of a path: two states have the same one if they differ in the symbols
// of inputs alone, of which each stands for one of the other. Terms are one if their numbers are.
func (w *unfolder) named(p *path, values, facts []*term.Term) [sha256.Size]byte {
	var text []byte
	number := func(n int) { text = binary.LittleEndian.AppendUint64(text, uint64(n)) }
	for i := len(p.frames) - 1; i >= 0; i-- {
		name := p.frames[i].at.Function.Name
		number(len(name))
		text = append(text, name...)
		number(p.frames[i].at.Index)
	}
	standard := map[*term.Term]*term.Term{}
	for _, list := range [][]*term.Term{values, facts} {
		number(len(list))
		for _, t := range list {
			for _, symbol := range t.Vars() {
				if w.inputs[symbol] && standard[symbol] == nil {
					standard[symbol] = w.terms.Var("certify!standard!"+symbol.Sort().String()+"!"+strconv.Itoa(len(standard)), symbol.Sort())
				}
			}
			number(int(w.terms.Substitute(t, standard).ID()))
		}
	}
	return sha256.Sum256(text)
}
