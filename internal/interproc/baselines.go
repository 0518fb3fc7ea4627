package interproc

import (
	"yogi/internal/refine"
	"yogi/internal/refine/baseline"
)

// IsBaseline says that an algorithm is one that the others are compared with. Baselines look for no
// invariants and carry nothing backwards over blocks that were not reached.
func IsBaseline(algorithm string) bool { return strategyOf(Options{Algorithm: algorithm}) != nil }

// strategyOf drives the baselines; nil for the others.
func strategyOf(options Options) refine.Strategy {
	switch options.Algorithm {
	case "slam":
		return baseline.SLAM{Alias: options.Alias}
	case "lee-yannakakis":
		return baseline.LeeYannakakis{}
	case dart:
		return baseline.DART{}
	case Directed:
		return baseline.Directed{}
	}
	return nil
}

// dart runs tests as they are planned, also those of an earlier run.
const dart = "dart"

// Directed is no algorithm that a user chooses, but a turn beside a search: tests alone (baseline.Directed).
const Directed = "directed"

// initialOf is the first abstraction of graphs; the baselines have their own.
func initialOf(options Options) refine.Initial {
	if IsBaseline(options.Algorithm) {
		return refine.InitialNone
	}
	return options.Initial
}

// plants reports whether an algorithm works on a forest that tests of an earlier run may be in.
func plants(options Options) bool { return !IsBaseline(options.Algorithm) || options.Algorithm == dart }
