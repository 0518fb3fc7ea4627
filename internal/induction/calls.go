package induction

import (
	"fmt"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file is about claims behind calls. What a callee leaves alone it leaves true. Else there is a claim about its
// return: that it holds there, whoever calls; or, if it is about what only the caller knows, that it still holds if it
// held where the callee was entered. The state there, and the variables of the caller, are rigid symbols then. So the
// second is no claim about callers, and each call may rest on it with other variables in their place.

// ghost is the symbol for the value that a parameter, or a global, had where a function was entered.
func (w *steps) ghost(f *ir.Function, v *ir.Variable) *term.Term {
	if w.ghosts[f] == nil {
		w.ghosts[f] = map[*ir.Variable]*term.Term{}
	}
	sym := w.ghosts[f][v]
	if sym == nil {
		sym = w.terms.Var(fmt.Sprintf("entered!%s!%s", f.Name, v.Name), v.Sort)
		w.ghosts[f][v], w.rigid[sym] = sym, f
		if v.Kind == ir.Parameter && !w.isChanged(f, v.Sym) {
			if w.kept[f] == nil {
				w.kept[f] = map[*term.Term]*term.Term{}
			}
			w.kept[f][sym] = v.Sym
		}
	}
	return sym
}

// whereEntered is t where f was just entered: what the ghosts stand for is there. A function to whose entry its runs
// come back has no ghosts.
func (w *steps) whereEntered(f *ir.Function, t *term.Term) *term.Term {
	if len(w.ghosts[f]) == 0 || w.points[f].reenters {
		return t
	}
	now := map[*term.Term]*term.Term{}
	for v, sym := range w.ghosts[f] {
		now[sym] = v.Sym
	}
	return w.terms.Substitute(t, now)
}

// hasFrame says that a claim about a return speaks of what only the caller knows.
func (w *steps) hasFrame(t *term.Term) bool {
	return slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool {
		f, is := w.rigid[sym]
		return is && f == nil
	})
}

// behindCall is a claim about the return of a callee, behind one call of it: over the state before the call, and what
// the callee made.
func (w *steps) behindCall(e *edge, t *term.Term, frame map[*term.Term]*term.Term) *term.Term {
	call := e.effect.call
	values := map[*term.Term]*term.Term{}
	for _, sym := range t.Vars() {
		if made := e.effect.ended[sym]; made != nil {
			values[sym] = made
		} else if v := w.enteredWith(call, sym); v != nil {
			values[sym] = v
		} else if v := frame[sym]; v != nil {
			values[sym] = v
		}
	}
	out := w.terms.Substitute(t, values)
	if e.from.isEntry() {
		out = w.whereEntered(e.from.function, out)
	}
	return out
}

// enteredWith is the value of a ghost of the callee at a call, over the state before it; nil: it is none.
func (w *steps) enteredWith(call *ir.Call, sym *term.Term) *term.Term {
	if f, is := w.rigid[sym]; !is || f != call.Callee {
		return nil
	}
	for v, ghost := range w.ghosts[call.Callee] {
		if ghost != sym {
			continue
		}
		if v.Kind == ir.Global {
			return v.Sym
		}
		return call.Args[slices.Index(call.Callee.Params, v)]
	}
	return nil
}

// entering translates terms about the state before a call, and what the callee made, into the callee.
type entering struct {
	w     *steps
	e     *edge
	made  map[*term.Term]*term.Term // results and globals of the callee, by what stands for them behind the call
	frame map[*term.Term]*term.Term // what is the caller's, by the symbol for it
	names map[*term.Term]*term.Term // that symbol, by what is the caller's
	ghost bool                      // the state at the entry was named
}

func (w *steps) enter(e *edge) *entering {
	in := &entering{w: w, e: e, made: map[*term.Term]*term.Term{}, frame: map[*term.Term]*term.Term{}, names: map[*term.Term]*term.Term{}}
	for sym, made := range e.effect.ended {
		in.made[made] = sym
	}
	return in
}

// term translates.
func (in *entering) term(t *term.Term) *term.Term {
	values := map[*term.Term]*term.Term{}
	for _, sym := range t.Vars() {
		if as := in.symbol(sym); as != sym {
			values[sym] = as
		}
	}
	return in.w.terms.Substitute(t, values)
}

func (in *entering) symbol(sym *term.Term) *term.Term {
	callee := in.e.effect.call.Callee
	if of := in.made[sym]; of != nil {
		return of
	}
	v := in.w.program.VariableOf(sym)
	if v != nil && v.Kind == ir.Global {
		if in.e.effect.ended[sym] == nil {
			return sym
		}
		in.ghost = true
		return in.w.ghost(callee, v)
	}
	if i := slices.Index(in.e.effect.call.Args, sym); i >= 0 {
		in.ghost = true
		return in.w.ghost(callee, callee.Params[i])
	}
	if name := in.names[sym]; name != nil {
		return name
	}
	name := in.w.terms.Var(fmt.Sprintf("frame!%d!%s", len(in.names), sym.Sort()), sym.Sort())
	in.w.rigid[name] = nil
	in.names[sym], in.frame[name] = name, sym
	return name
}

// claimUnmade claims before a call those of several reasons why a value holds behind it that speak of nothing the
// callee makes. Where a claim was made under a condition, as that no stream is open but the one that was opened, the
// condition follows the callee to where it makes its result, and from there its callers.
func (w *claims) claimUnmade(o *obligation, value *term.Term) bool {
	if !w.conditional {
		return false
	}
	reasons := w.disjuncts(value)
	kept := slices.DeleteFunc(slices.Clone(reasons), func(t *term.Term) bool {
		return slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool { return w.isMade(o.edge, sym) })
	})
	if len(kept) == 0 || len(kept) == len(reasons) {
		return false
	}
	return w.claimTogether(o, term.Conjuncts(w.terms.Or(kept...)))
}

// pushIntoCallee claims of a callee what is needed behind a call of it.
func (w *claims) pushIntoCallee(o *obligation, value *term.Term) bool {
	e := o.edge
	callee := w.points[e.effect.call.Callee]
	if !slices.ContainsFunc(value.Vars(), func(sym *term.Term) bool { return w.isMade(e, sym) }) {
		return false
	}
	in := w.enter(e)
	whole := in.term(value)
	if len(in.frame) == 0 && !(in.ghost && callee.reenters) {
		if f := w.claim(callee.returned, whole); f != nil {
			w.rest(o, []support{{fact: f}})
			return true
		}
	}
	return !callee.reenters && w.pushPreserved(o, in, whole)
}

// isMade says that a symbol stands for what the callee of a call made.
func (w *steps) isMade(e *edge, sym *term.Term) bool {
	for _, made := range e.effect.ended {
		if made == sym {
			return true
		}
	}
	return false
}

// pushPreserved claims what is needed behind a call before it, and of the callee that it leaves that true, of objects
// that there were.
func (w *claims) pushPreserved(o *obligation, in *entering, whole *term.Term) bool {
	e := o.edge
	for _, v := range e.effect.call.Results {
		if v != nil && o.term.DependsOn(v.Sym) {
			return false
		}
	}
	before := append([]*term.Term{o.term}, w.bounds(o.term)...)
	if e.from.isEntry() {
		for i, t := range before {
			before[i] = w.whereEntered(e.from.function, t)
		}
	}
	cases := []*term.Term{whole}
	for _, t := range before {
		cases = append(cases, w.terms.Not(in.term(t)))
	}
	kept := w.terms.Or(cases...)
	var on []support
	if !kept.IsTrue() {
		f := w.claim(w.points[e.effect.call.Callee].returned, kept)
		if f == nil {
			return false
		}
		on = append(on, support{f, in.frame})
	}
	for _, t := range before {
		if w.isGiven(e, t) {
			continue
		}
		f := w.claim(e.from, t)
		if f == nil {
			return false
		}
		on = append(on, support{fact: f})
	}
	w.rest(o, on)
	return true
}

// bounds says of the addresses whose objects a term is about that they lie below those of objects to come.
func (w *steps) bounds(t *term.Term) (out []*term.Term) {
	p := w.program
	if p.Model == nil || p.AllocCounter == nil {
		return nil
	}
	next, granule := p.AllocCounter.Sym, p.Model.PointerWidth-p.Model.GranuleBits
	add := func(address *term.Term) {
		if below := w.terms.BVUlt(address, next); !address.DependsOn(next) && !slices.Contains(out, below) {
			out = append(out, below)
		}
	}
	term.Walker(func(s *term.Term) bool {
		switch {
		case s.Sort().Kind != term.KindBV || s.Sort().Width != granule:
		case s.IsConst():
			add(w.terms.Concat(s, w.terms.BVConst(p.Model.GranuleBits, 0)))
		case s.Op() == term.OpExtract && s.Param(1) == p.Model.GranuleBits && s.Arg(0).Sort() == next.Sort():
			add(s.Arg(0))
		}
		return true
	})(t)
	return out
}
