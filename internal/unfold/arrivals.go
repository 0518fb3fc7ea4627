package unfold

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// arrivals are the states in which paths came to the heads of loops.
type arrivals struct {
	program *ir.Program
	heads   map[*ir.Block]bool
	live    map[*ir.Function]*ir.LiveVariables
	matters map[*ir.Variable]bool
	kept    map[*ir.Block]keptAt
	seen    map[[sha256.Size]byte]bool
}

// keptAt are the variables whose values may be read from a place on, a loop's head or behind a
// call: the function's own, and the globals.
type keptAt struct{ locals, globals []int }

func newArrivals(p *ir.Program) *arrivals {
	p.MustBeNumbered()
	a := &arrivals{
		program: p, heads: map[*ir.Block]bool{}, matters: p.Mattering(), live: map[*ir.Function]*ir.LiveVariables{},
		kept: map[*ir.Block]keptAt{}, seen: map[[sha256.Size]byte]bool{},
	}
	for _, f := range p.Functions {
		for _, l := range f.NaturalLoops() {
			a.heads[l.Head] = true
		}
	}
	return a
}

// at are the variables that matter where an activation is at a block: before it, or behind its call.
func (a *arrivals) at(b *ir.Block) keptAt {
	if k, known := a.kept[b]; known {
		return k
	}
	f := b.Function
	if a.live[f] == nil {
		a.live[f] = ir.FindLiveVariables(a.program, f, a.matters)
	}
	matters := func(v *ir.Variable) bool { return a.live[f].AtStart(b, v) }
	if callOf(b) != nil && !a.heads[b] {
		matters = func(v *ir.Variable) bool { return a.live[f].BehindCall(b, v) }
	}
	var k keptAt
	for i, v := range f.Variables() {
		if matters(v) {
			k.locals = append(k.locals, i)
		}
	}
	for i, v := range a.program.Globals {
		if matters(v) {
			k.globals = append(k.globals, i)
		}
	}
	a.kept[b] = k
	return k
}

// places are those at which paths were compared, for the proof.
func (a *arrivals) places() []verdict.Kept {
	if a == nil {
		return nil
	}
	var out []verdict.Kept
	for _, f := range a.program.Functions {
		for _, b := range f.Blocks {
			k, known := a.kept[b]
			if !known {
				continue
			}
			out = append(out, verdict.Kept{Function: f.Name, Block: b.Index, Loop: a.heads[b], Locals: k.locals, Globals: k.globals})
		}
	}
	return out
}

// waits says that a path that has come to a block does not go on there now: it has come to a loop,
// and waits for its turn, unless another came there in the same state before, or no run comes there.
func (w *paths) waits(s *state) bool {
	if w.arrivals == nil || !w.arrivals.heads[s.top.block] {
		return false
	}
	values := w.keptValues(s)
	bear := connected
	if w.limits.Loose {
		bear = determined
	}
	matter, rest := bear(distinct(s.conditions), values)
	key := w.key(s, values, matter)
	if w.arrivals.seen[key] {
		w.out.Returns++
		w.out.Paths++
		return true
	}
	number := w.edges
	w.edges++
	if len(rest) > 0 && s.assumed && w.excluded(s.conditions, nil) {
		w.cuts = append(w.cuts, number)
		w.out.Paths++
		return true
	}
	w.out.Arrivals++
	if !slices.ContainsFunc(values, func(v *term.Term) bool { return len(v.Vars()) > 0 }) {
		w.out.Concrete++
	}
	w.arrivals.seen[key] = true
	if len(rest) > 0 {
		s.past = &past{s.past, rest}
	}
	s.conditions, s.known, s.assumed = matter, nil, false
	w.waiting = append(w.waiting, s)
	return true
}

// keptValues are the values that matter of each activation, the innermost first, and of the globals.
func (w *paths) keptValues(s *state) []*term.Term {
	var out []*term.Term
	for a := s.top; a != nil; a = a.caller {
		for _, i := range w.arrivals.at(a.block).locals {
			out = append(out, a.values[i])
		}
	}
	for _, i := range w.arrivals.at(s.top.block).globals {
		out = append(out, s.globals[i])
	}
	return out
}

// distinct are terms, each once.
func distinct(terms []*term.Term) []*term.Term {
	var out []*term.Term
	known := map[*term.Term]bool{}
	for _, t := range terms {
		if !known[t] {
			known[t] = true
			out = append(out, t)
		}
	}
	return out
}

// determined are the conditions of symbols that are all in the values, and the rest.
func determined(conditions, values []*term.Term) (matter, rest []*term.Term) {
	inValues := symbolsOf(values)
	for _, c := range conditions {
		if slices.ContainsFunc(c.Vars(), func(symbol *term.Term) bool { return !inValues[symbol] }) {
			rest = append(rest, c)
		} else {
			matter = append(matter, c)
		}
	}
	return matter, rest
}

// connected are the conditions that share a symbol with the values or with another such condition, and the rest.
func connected(conditions, values []*term.Term) (matter, rest []*term.Term) {
	if len(conditions) == 0 {
		return nil, nil
	}
	reached := symbolsOf(values)
	rest = conditions
	for changed := true; changed; {
		changed = false
		var left []*term.Term
		for _, c := range rest {
			if slices.ContainsFunc(c.Vars(), func(symbol *term.Term) bool { return reached[symbol] }) {
				matter, changed = append(matter, c), true
				for _, symbol := range c.Vars() {
					reached[symbol] = true
				}
			} else {
				left = append(left, c)
			}
		}
		rest = left
	}
	return matter, rest
}

func symbolsOf(terms []*term.Term) map[*term.Term]bool {
	out := map[*term.Term]bool{}
	for _, t := range terms {
		for _, symbol := range t.Vars() {
			out[symbol] = true
		}
	}
	return out
}

// key tells states apart in which what may happen from now on differs: places, values that matter,
// and what is known of the symbols in them. Symbols of inputs are called by the order in which they
// occur.
func (w *paths) key(s *state, values, conditions []*term.Term) [sha256.Size]byte {
	var text []byte
	for a := s.top; a != nil; a = a.caller {
		text = append(text, a.function.Name...)
		text = binary.LittleEndian.AppendUint32(append(text, 0), uint32(a.block.Index))
	}
	names := map[*term.Term]*term.Term{}
	add := func(t *term.Term) {
		text = binary.LittleEndian.AppendUint32(text, w.renamed(t, names).ID())
	}
	for _, v := range values {
		add(v)
	}
	text = append(text, 0xff)
	for _, c := range conditions {
		add(c)
	}
	return sha256.Sum256(text)
}

// renamed is a term with the symbols of inputs renamed, new ones by their number.
func (w *paths) renamed(t *term.Term, names map[*term.Term]*term.Term) *term.Term {
	symbols := t.Vars()
	if len(symbols) == 0 {
		return t
	}
	for _, symbol := range symbols {
		if names[symbol] == nil && isInput(w.program, symbol) {
			names[symbol] = w.terms.Var(prefix+"#"+symbol.Sort().String()+"#"+strconv.Itoa(len(names)), symbol.Sort())
		}
	}
	if len(names) == 0 {
		return t
	}
	return w.terms.Substitute(t, names)
}

func isInput(p *ir.Program, symbol *term.Term) bool {
	return strings.HasPrefix(symbol.Name(), prefix) && p.VariableOf(symbol) == nil
}
