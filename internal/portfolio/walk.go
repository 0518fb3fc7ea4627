package portfolio

import (
	"yogi/internal/unfold"
	"yogi/internal/verdict"
)

// AnswerOf is the answer of a walk over the paths of a program, nil where it has none, and of what kind the paths are.
func AnswerOf(found unfold.Outcome) (*verdict.Answer, Paths) {
	paths := Paths{Straight: found.Straight, Returning: found.Returning()}
	switch {
	case found.Test != nil:
		return &verdict.Answer{Kind: verdict.Fail, Test: found.Test}, paths
	case found.Unfolding == nil && found.Unrolling == nil:
		return nil, paths
	}
	return &verdict.Answer{Kind: verdict.Pass, Certificate: &verdict.Certificate{Unfolding: found.Unfolding, Unrolling: found.Unrolling}}, paths
}
