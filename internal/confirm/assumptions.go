package confirm

import (
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// assumptions lists what the verdict takes for granted, the data model first. calls are those with a
// part in it, nil if nobody has looked; kind is the verdict's.
func (r *confirmation) assumptions(program *ir.Program, calls []verdict.Undefined, kind verdict.Kind) assumption.List {
	var out assumption.List
	switch {
	case program.Model == nil:
		out.Add(assumption.Mathematical, "", source.Pos{})
	case r.isLinear():
		out.Add(assumption.DataModel, program.Model.Name, source.Pos{})
	default:
		out.Add(assumption.DataModel, program.Model.Name+", wrapping machine integers", source.Pos{})
	}
	out.Join(program.Assumptions)
	for i, u := range program.Undefined {
		a := assumption.Assumption{Kind: undefinedKind(r.Source.Undefined, program, u), Of: ir.OutsideTold(u.Name)}
		if i < len(calls) {
			a.Note, a.Places = partWords(calls[i], kind), lines(calls[i].Places)
			if kind == verdict.Fail && calls[i].Mattered > 0 {
				a.Use = assumption.Used
			}
		}
		out = append(out, a)
	}
	return out
}

// undefinedKind is the kind of assumption that is made of a function without a body.
func undefinedKind(setting string, program *ir.Program, u *ir.Undefined) *assumption.Kind {
	switch {
	case program.Model == nil:
		return assumption.UndefinedContract
	case setting == "error":
		return assumption.UndefinedError
	case u.Library:
		return assumption.UndefinedLibrary
	case u.CallsBack:
		return assumption.UndefinedCalls
	case setting == "havoc-args" || setting == "havoc-calls":
		return assumption.UndefinedArguments
	case u.Shown:
		return assumption.UndefinedShown
	case u.Returns == ir.ReturnsFresh:
		return assumption.UndefinedFresh
	case u.Returns == ir.ReturnsPointer:
		return assumption.UndefinedPointer
	}
	return assumption.UndefinedResult
}

// isUndefined says that a kind is about a function without a body.
func isUndefined(k *assumption.Kind) bool {
	return slices.Contains([]*assumption.Kind{
		assumption.UndefinedResult, assumption.UndefinedPointer, assumption.UndefinedFresh, assumption.UndefinedShown, assumption.UndefinedArguments, assumption.UndefinedCalls,
		assumption.UndefinedLibrary, assumption.UndefinedError, assumption.UndefinedContract,
	}, k)
}

// lines are the lines of places, in order.
func lines(places []source.Pos) []source.Pos {
	var out []source.Pos
	for _, p := range places {
		p.Column = 0
		out = append(out, p)
	}
	slices.SortFunc(out, source.Pos.Compare)
	return slices.Compact(out)
}
