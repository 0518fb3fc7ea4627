package interproc

import "yogi/internal/refine"

// WithFault plants a fault.
func WithFault(o Options, f refine.Fault) Options {
	o.fault = f
	return o
}

// WithTurns lets the attempts take turns of so many iterations, for some rounds.
func WithTurns(o Options, effort, rounds int) Options {
	for range rounds {
		for _, t := range turns[:3] {
			o.turns = append(o.turns, turn{attempt: t.attempt, effort: effort})
		}
	}
	o.turns = append(o.turns, turns[3])
	return o
}
