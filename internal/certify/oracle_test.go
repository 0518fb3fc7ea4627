package certify

import (
	"context"
	"testing"
	"time"

	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/term"
)

// slow decides what it is given more than ten seconds for.
type slow struct {
	solver.Solver
	asked []time.Duration
}

func (s *slow) Check(_ context.Context, q solver.Query) solver.Answer {
	s.asked = append(s.asked, q.Timeout)
	if q.Timeout > 10*time.Second {
		return solver.Answer{Status: solver.Unsat}
	}
	return solver.Answer{Status: solver.Unknown, Reason: "timeout"}
}

// TestInsist: what is not decided is asked again while there is time, and only then.
func TestInsist(t *testing.T) {
	b := term.NewBuilder()
	fact := []*term.Term{b.Eq(b.Var("x", b.BV(8)), b.BVConst(8, 1))}
	for _, test := range []struct {
		limit   time.Duration // 0: none
		decided bool
	}{{0, false}, {15 * time.Second, false}, {time.Minute, true}} {
		ctx := context.Background()
		if test.limit > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, test.limit)
			defer cancel()
		}
		s := &slow{}
		o := newOracle(ctx, ir.NewProgram(b, nil), Options{Solver: s, Timeout: 10 * time.Second, Counts: &Counts{}})
		if err := o.insist("here", fact, nil); (err == nil) != test.decided {
			t.Errorf("with a limit of %v: %v, asked for %v", test.limit, err, s.asked)
		}
	}
}
