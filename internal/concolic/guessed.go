package concolic

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Where an index is guessed (package guess) a run ends without an error where it would fail if the
// guess were another. Nothing else depends on the guess, so the same run fails with the right one:
// tests find failing assertions as they did before there was a guess.

// rightGuess returns run with the guesses with which it fails where it was blocked; nil: it does
// not, or was not blocked at an edge with a guess.
func (f *dryRuns) rightGuess(m *concrete.Machine, out *concrete.Outcome, run *Plan) *Plan {
	if out.Kind != concrete.Blocked || out.BlockedAt >= 0 {
		return nil
	}
	now := &snapshot{paths: &f.symbolicPaths, globals: m.Globals(), locals: m.Frame().Locals}
	for target, t := range out.Block.Terminator.(*ir.Goto).Targets {
		var right []verdict.GlobalValue
		values := map[*term.Term]*term.Term{}
		for _, g := range f.program.Guesses {
			if g.Block != out.Block || g.Target != target {
				continue
			}
			value, err := f.evaluator.Eval(g.Index, now)
			if err != nil {
				return nil
			}
			right = append(right, verdict.GlobalValue{Variable: g.Constant, Value: value})
			values[g.Constant.Sym] = f.terms.Const(value)
		}
		if len(right) == 0 {
			continue
		}
		if v, err := f.evaluator.Eval(f.terms.Substitute(t.Guard, values), now); err == nil && v.Bool() {
			return run.withGuesses(right, int(out.Steps))
		}
	}
	return nil
}

// withGuesses is a plan with other values of guesses, for a run of so many blocks.
func (p *Plan) withGuesses(right []verdict.GlobalValue, length int) *Plan {
	out := *p
	out.Length = max(p.Length, length)
	out.Globals = slices.DeleteFunc(slices.Clone(p.Globals), func(g verdict.GlobalValue) bool {
		return slices.ContainsFunc(right, func(r verdict.GlobalValue) bool { return r.Variable == g.Variable })
	})
	out.Globals = append(out.Globals, right...)
	return &out
}
