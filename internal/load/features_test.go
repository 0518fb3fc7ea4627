package load

import (
	"testing"

	"yogi/internal/feature"
)

func TestWithoutPass(t *testing.T) {
	var s Search
	if _, err := s.WithoutPass("normal-form"); err == nil {
		t.Error("a pass is left out without which nothing works")
	}
	if s, err := s.WithoutPass("propagate-constants"); err != nil || !s.LeavesOut("propagate-constants") || s.LeavesOut("fixed-globals") || !s.Has(feature.Constants) {
		t.Errorf("%v %+v", err, s)
	}
}
