package truth

import (
	"math/rand/v2"

	"yogi/internal/pipeline"
)

// RandomSearch is one of all the ways to search.
func RandomSearch(r *rand.Rand) pipeline.Search {
	s := pipeline.Search{
		Algorithm: []string{"smash", "smash", "may", "must", "dash", "synergy", "slam", "lee-yannakakis", "dart"}[r.IntN(9)],
		Initial:   []string{"none", "state", "state+args"}[r.IntN(3)],
	}
	for _, o := range pipeline.Optimisations {
		if r.IntN(4) == 0 {
			value := "=off"
			if r.IntN(2) == 0 {
				value = "=on"
			}
			if err := s.Switch(o.Name + value); err != nil {
				panic(err)
			}
		}
	}
	return s
}
