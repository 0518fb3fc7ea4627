package bisect

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"yogi/internal/trial"
)

// lab answers by the flags of a check.
func lab(answer func(flags []string) string, told *[]Try) Options {
	return Options{
		Check: func(_ context.Context, flags []string) (trial.Outcome, error) {
			return trial.Outcome{Verdict: answer(flags)}, nil
		},
		Tell: func(t Try) { *told = append(*told, t) }, Alone: true,
	}
}

func parts(names ...string) []Part {
	var all []Part
	for _, n := range names {
		all = append(all, Part{n, []string{n}})
	}
	return all
}

func names(all []Part) string {
	var out []string
	for _, p := range all {
		out = append(out, p.Name)
	}
	return strings.Join(out, " ")
}

func TestAlone(t *testing.T) {
	var told []Try
	o := lab(func(flags []string) string {
		switch {
		case slices.Contains(flags, "b"):
			return "UNKNOWN(timeout)"
		case slices.Contains(flags, "d"):
			return ""
		}
		return "TRUE"
	}, &told)
	r, err := Run(t.Context(), parts("a", "b", "c", "d"), o)
	if err != nil || len(r.Alone) != 2 || names(r.Alone[0].Parts) != "b" || names(r.Alone[1].Parts) != "d" || r.Smallest != nil || r.Default.Verdict != "TRUE" {
		t.Errorf("%v %+v", err, r)
	}
	if len(told) != 5 || len(told[0].Parts) != 0 {
		t.Errorf("told of %d tries: %+v", len(told), told)
	}
}

// TestSmallest: where no part changes the verdict alone, the set that does has no part too many,
// wherever its parts stand.
func TestSmallest(t *testing.T) {
	all := parts("a", "b", "c", "d", "e", "f", "g")
	for _, want := range []string{"a g", "c d", "b d f", "a b c d e f g", "f g"} {
		needed := strings.Fields(want)
		var told []Try
		o := lab(func(flags []string) string {
			for _, n := range needed {
				if !slices.Contains(flags, n) {
					return "TRUE"
				}
			}
			return "FALSE(x)"
		}, &told)
		r, err := Run(t.Context(), all, o)
		if err != nil || r.Smallest == nil || names(r.Smallest.Parts) != want || r.Smallest.Outcome.Verdict != "FALSE(x)" {
			t.Errorf("%s: %v %+v", want, err, r)
		}
	}
}

// TestSmallestOfAlternatives: any one of several sets will do, and one that is there is not lost on the way.
func TestSmallestOfAlternatives(t *testing.T) {
	var told []Try
	o := lab(func(flags []string) string {
		has := func(n string) bool { return slices.Contains(flags, n) }
		if has("a") && has("c") || has("b") && has("d") {
			return "UNKNOWN(memory)"
		}
		return "TRUE"
	}, &told)
	r, err := Run(t.Context(), parts("a", "b", "c", "d"), o)
	if err != nil || r.Smallest == nil || !slices.Contains([]string{"a c", "b d"}, names(r.Smallest.Parts)) {
		t.Errorf("%v %+v", err, r)
	}
}

func TestNothingChanges(t *testing.T) {
	var told []Try
	o := lab(func([]string) string { return "TRUE" }, &told)
	r, err := Run(t.Context(), parts("a", "b"), o)
	if err != nil || r.Alone != nil || r.Smallest != nil || len(told) != 4 {
		t.Errorf("%v %+v, %d tries", err, r, len(told))
	}
}

// TestReasons: that an unknown has another reason is a change for who asks for it.
func TestReasons(t *testing.T) {
	for _, reasons := range []bool{false, true} {
		var told []Try
		o := lab(func(flags []string) string {
			if len(flags) == 1 && flags[0] == "a" {
				return "UNKNOWN(memory)"
			}
			return "UNKNOWN(timeout)"
		}, &told)
		o.Reasons = reasons
		r, err := Run(t.Context(), parts("a", "b"), o)
		if err != nil || (len(r.Alone) == 1) != reasons {
			t.Errorf("reasons %v: %v %+v", reasons, err, r)
		}
	}
}

func TestFailedCheck(t *testing.T) {
	failure := errors.New("no such program")
	o := Options{
		Check: func(_ context.Context, flags []string) (trial.Outcome, error) {
			if len(flags) > 0 {
				return trial.Outcome{}, failure
			}
			return trial.Outcome{Verdict: "TRUE"}, nil
		},
		Tell: func(Try) {},
	}
	if _, err := Run(t.Context(), parts("a"), o); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
}

func TestPartsOf(t *testing.T) {
	got := PartsOf(strings.Fields("--algorithm may --opt cores=off --strict -x -"))
	if names(got) != "--algorithm may --opt cores=off --strict -x -" || len(got) != 4 || !slices.Equal(got[3].Flags, []string{"-x", "-"}) {
		t.Errorf("%q", got)
	}
}

// TestParts: every switch is there, and the passes that have none of their own, each once.
func TestParts(t *testing.T) {
	all := Parts()
	seen := map[string]bool{}
	for _, p := range all {
		if seen[p.Name] || len(p.Flags) != 2 {
			t.Errorf("%+v", p)
		}
		seen[p.Name] = true
	}
	for _, want := range []string{"cores=off", "memo=on", "without pass copies", "without pass fixed-globals", "without pass propagate-constants", "without pass memory-maps"} {
		if !seen[want] {
			t.Errorf("no part %q in %s", want, names(all))
		}
	}
	for _, none := range []string{"without pass memory", "without pass modifies", "without pass normalize#1", "without pass large-blocks"} {
		if seen[none] {
			t.Errorf("there is a part %q", none)
		}
	}
}
