package pipeline

import (
	"testing"

	"yogi/internal/feature"
	"yogi/internal/load"
)

// TestTestsOnce: tests alone come before the question about all places, and before no other, for which they would be
// the same.
func TestTestsOnce(t *testing.T) {
	of := func(j Job) bool { return (&subject{job: j}).settings().Directed }
	some := Job{Program: load.Program{Given: []load.Place{{}}}}
	if !of(Job{}) || of(some) || of(Job{}.SwitchedOff(feature.DirectedTests)) {
		t.Errorf("tests of all places %v, of some %v, without them %v", of(Job{}), of(some), of(Job{}.SwitchedOff(feature.DirectedTests)))
	}
}
