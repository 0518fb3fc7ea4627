package chain

import (
	"testing"
	"time"

	"yogi/internal/solver"
	"yogi/internal/term"
)

// TestTell: whoever asks is told of each query once, also of those that no backend sees, and the answer is the same.
func TestTell(t *testing.T) {
	b := term.NewBuilder()
	var told []string
	stats := &solver.Stats{}
	s, err := New(b, solver.Config{Stats: stats, Tell: func(q solver.Query, a solver.Answer, took time.Duration) {
		if took < 0 {
			t.Errorf("%s took %s", q.Label, took)
		}
		told = append(told, q.Label+" "+a.Status.String())
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for label, want := range map[string]solver.Status{"yes": solver.Sat, "no": solver.Unsat} {
		conjunct := b.True()
		if want == solver.Unsat {
			conjunct = b.Not(conjunct)
		}
		if a := s.Check(t.Context(), solver.Query{Path: []*term.Term{conjunct}, Label: label}); a.Status != want {
			t.Errorf("%s: %s", label, a.Status)
		}
		if last := told[len(told)-1]; last != label+" "+want.String() {
			t.Errorf("told of %s", last)
		}
	}
	if len(told) != 2 || stats.Queries.Load() != 2 {
		t.Errorf("told of %v, counted %d", told, stats.Queries.Load())
	}
}
