package lower

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Arithmetic rounds in the mode that fesetround chose last (C11 7.6.3, F.3), to nearest at the
// start (emit.InMode). Constant expressions were folded before, to nearest, as gcc does without
// -frounding-math, but for those that overflow.

// setsRounding says that a function changes the mode.
func setsRounding(def *tree.FunctionDef) bool {
	return def.Body == nil && modelName(def) == "fesetround"
}

// noteRounding notes a use of a function that changes the mode.
func (r *reach) noteRounding(def *tree.FunctionDef) {
	r.rounds = r.rounds || setsRounding(def)
}

// openRounding makes the variable that holds the mode, if there is more than one.
func (l *lowerer) openRounding() {
	if l.reach.rounds {
		l.names["rounding mode"] = true
		l.rounding = l.program.NewGlobal("rounding mode", l.terms.BV(emit.RoundingBits))
		l.assume(assumption.RoundingMode, source.Pos{})
	}
}

// closeRounding makes the first thing that a run does to round to nearest.
func (l *lowerer) closeRounding() {
	if l.rounding == nil || l.program.Entry == nil {
		return
	}
	first := l.program.Entry.Blocks[0]
	set := &ir.Assign{At: ir.At{Pos: first.Pos}, Dst: l.rounding, Src: l.zero(l.rounding.Sort)}
	first.Instructions = append([]ir.Instruction{set}, first.Instructions...)
}

// inMode returns what round gives in the current mode.
func (l *output) inMode(round func(term.RoundingMode) *term.Term) *term.Term {
	return emit.InMode(l.terms, l.rounding, round)
}

// rounded applies an operator on floats in the current mode; s is the sort of its result.
func (l *output) rounded(op term.Op, s *term.Sort, args ...*term.Term) *term.Term {
	return l.inMode(func(mode term.RoundingMode) *term.Term { return l.terms.FRounded(op, mode, s, args...) })
}
