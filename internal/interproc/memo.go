package interproc

import (
	"yogi/internal/refine"
	"yogi/internal/verdict"
)

// The memo: the answers no of questions, as they were. It is for algorithms that keep no not-may summaries: the
// graph of an answered question is forgotten, but if the question comes up again and the graph says no for the path
// there too, it is not worked on again. What the memo does not answer begins anew, with a graph of its own; a not-may
// summary would be refined further instead.

// remember answers a question from the memo, if the answer there fits.
func (k *crossing) remember(question refine.Question, key graphKey) (answer, bool) {
	known := k.memo[key]
	if known == nil || k.graphs[key] != nil || k.tooDeep(question.Activation) {
		return answer{}, false
	}
	question.Graph = known
	x := k.engine.NewExplorer(question)
	result, answered := x.Known()
	switch {
	case !answered:
		return answer{}, false
	case result.Kind == refine.Must:
		return stepDone(refine.Step{Progress: true}), key.exit == verdict.ErrorExit || k.x.Visited(k.t)
	}
	k.engine.Stats.ByKind["not-may summaries used"]++
	return k.refuted(known, result.Blocked, question.Rigid), true
}
