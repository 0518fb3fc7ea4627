package interproc

import (
	"yogi/internal/ir"
	"yogi/internal/refine"
)

// work counts the queries of questions about callees by how these end, which bounds what a summary could have saved:
// a must summary those of questions that a test answered, where one had been through the function before, and a not-may
// summary those of questions that are answered no.
type work struct {
	inner  int                   // queries of questions inside of the one that is worked on
	passed map[*ir.Function]bool // through which a test went that answered a question
}

// Names of the counters of queries, by how the question ended that they were asked for.
const (
	queriesTested      = "queries of questions that a test answered"
	queriesTestedAgain = "queries of questions that a test answered, again of the function"
	queriesDenied      = "queries of questions answered no"
	queriesOpen        = "queries of questions without an answer"
)

// workOn works on a question about a callee.
func (k *crossing) workOn(sub *refine.Explorer) refine.Result {
	stats := &k.engine.Stats
	outer, before := k.work.inner, stats.SolverQueries
	k.work.inner = 0
	result := sub.Run()
	all := stats.SolverQueries - before
	own := all - k.work.inner
	k.work.inner = outer + all
	switch result.Kind {
	case refine.Must:
		stats.ByKind[queriesTested] += own
		if k.work.passed[k.call.Callee] {
			stats.ByKind[queriesTestedAgain] += own
		}
		k.work.passed[k.call.Callee] = true
	case refine.NotMay:
		stats.ByKind[queriesDenied] += own
	default:
		stats.ByKind[queriesOpen] += own
	}
	return result
}
