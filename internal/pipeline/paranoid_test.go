package pipeline

import (
	"context"
	"testing"
	"time"

	"yogi/internal/verdict"
)

// Under --paranoid what the store gave is found again, for a test and for a proof; what it gave nothing for is not.
func TestParanoid(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, path := range []string{"../../examples/papers/synergy_fig3.c", "../../examples/papers/synergy_fig7.c"} {
		job := Job{Files: []string{path}, Timeout: 30 * time.Second, Cache: folder, Paranoid: true}
		for i, want := range []int64{0, 1} {
			got, err := Run(t.Context(), job)
			if err != nil || got.Kind == verdict.Unknown {
				t.Fatal(got.Kind, err)
			}
			if n := got.Statistics.ByKind[foundAgain]; int64(n) != want {
				t.Errorf("%s, run %d: found again %d times", path, i+1, n)
			}
		}
	}
}

// Two verdicts that contradict each other are none, and one that the second run does not find stays.
func TestParanoidCompares(t *testing.T) {
	answer := func(kind verdict.Kind) Outcome {
		o := Outcome{Verdict: verdict.Verdict{Answer: verdict.Answer{Kind: kind}}, Seconds: map[string]float64{}}
		return o
	}
	for _, test := range []struct{ first, second, want verdict.Kind }{
		{verdict.Pass, verdict.Pass, verdict.Pass},
		{verdict.Pass, verdict.Fail, verdict.Unknown},
		{verdict.Fail, verdict.Pass, verdict.Unknown},
		{verdict.Fail, verdict.Unknown, verdict.Fail},
	} {
		runs := 0
		got, err := paranoid(t.Context(), Job{Cache: "folder"}, func(_ context.Context, j Job) (Outcome, error) {
			runs++
			if j.Cache == "" {
				return answer(test.second), nil
			}
			o := answer(test.first)
			o.Statistics.Set(proofsFromCache, 1)
			return o, nil
		})
		if err != nil || runs != 2 || got.Kind != test.want {
			t.Errorf("%v, then %v: %v after %d runs, %v", test.first, test.second, got.Kind, runs, err)
		}
		if isBug := got.Reason == verdict.Internal; isBug != (test.want == verdict.Unknown) {
			t.Errorf("%v, then %v: %s", test.first, test.second, got.Reason)
		}
	}
}
