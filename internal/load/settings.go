package load

import (
	"math/rand/v2"
	"slices"

	"yogi/internal/feature"
)

// The choices of the fields of Search that have few, the default first.
var (
	Algorithms   = []string{"smash", "may", "must", "dash", "synergy", "slam", "lee-yannakakis", "dart"}
	Aliases      = []string{"cases", "ite"}
	Abstractions = []string{"none", "state", "state+args"}
)

// RandomSearch is one of all the ways to search: what a verdict is never allowed to depend on.
func RandomSearch(r *rand.Rand) Search {
	one := func(of []string) string { return of[r.IntN(len(of))] }
	s := Search{Initial: one(Abstractions), Alias: one(Aliases)}
	s.Algorithm = one(append(slices.Clone(Algorithms), Algorithms[0])) // the default one more often
	for _, o := range feature.Table {
		if r.IntN(4) > 0 {
			continue
		}
		if r.IntN(2) == 0 {
			s.Features = s.Features.With(o.Name)
		} else {
			s.Features = s.Features.Without(o.Name)
		}
	}
	return s
}

// Flags are those of the command line that say how is searched, the algorithm apart.
func (s Search) Flags() []string {
	var flags []string
	if s.Initial != "" {
		flags = append(flags, "--initial-abstraction", s.Initial)
	}
	if s.Alias != "" {
		flags = append(flags, "--alias", s.Alias)
	}
	return append(flags, s.Features.Flags()...)
}
