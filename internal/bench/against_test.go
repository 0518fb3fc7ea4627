package bench

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// record is one of a task that is expected to be safe.
func record(revision, task, verdict string, seconds float64) Record {
	r := Record{Task: task, Algorithm: "smash", Timeout: 20, Verdict: verdict, Seconds: seconds, Origin: Origin{Revision: revision}}
	r.judge(Task{ID: task, Expected: "true"}, nil)
	return r
}

func TestCompare(t *testing.T) {
	const timeout = "UNKNOWN(timeout)"
	for name, c := range map[string]struct {
		before, now    string
		seconds, later float64
		want           Change
		worse          bool
	}{
		"same":            {"TRUE", "TRUE", 1, 1.5, Same, false},
		"short, slower":   {"TRUE", "TRUE", 0.1, 1.9, Same, false},
		"long, slower":    {"TRUE", "TRUE", 15, 19, Same, false},
		"slower":          {"TRUE", "TRUE", 4, 10, Slower, false},
		"undecided":       {timeout, "UNKNOWN(memory)", 20, 20, Same, false},
		"lost":            {"TRUE", timeout, 1, 20, Lost, true},
		"won":             {timeout, "TRUE", 20, 1, Won, false},
		"wrong":           {timeout, "FALSE(x)", 20, 1, Worse, true},
		"wrong from true": {"TRUE", "FALSE(x)", 1, 1, Worse, true},
		"wrong as before": {"FALSE(x)", "FALSE(x)", 1, 1, Same, false},
		"mended":          {"FALSE(x)", "TRUE", 1, 1, Won, false},
		"given up":        {"FALSE(x)", timeout, 1, 1, Won, false},
	} {
		got := Compare([]Record{record("one", "a", c.before, c.seconds)}, []Record{record("two", "a", c.now, c.later)})
		if len(got.Pairs) != 1 || got.Pairs[0].Change != c.want || got.IsWorse() != c.worse {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestContraryWithoutExpectation: where no verdict is stated, the contrary one of before is a wrong one.
func TestContraryWithoutExpectation(t *testing.T) {
	before, now := record("one", "a", "TRUE", 1), record("two", "a", "FALSE(x)", 1)
	before.Outcome, now.Outcome = Unchecked, Unchecked
	if got := Compare([]Record{before}, []Record{now}); !got.IsWorse() || got.Pairs[0].Change != Worse {
		t.Errorf("%+v", got)
	}
}

// TestBaseline: the last record that another revision made of the same question counts, of changed
// files only if no other does.
func TestBaseline(t *testing.T) {
	now := record("three", "a", "TRUE", 1)
	at := func(revision string) Record { return record(revision, "a", "TRUE", 1) }
	otherLimit := at("other limit")
	otherLimit.Timeout = 60
	for name, c := range map[string]struct {
		earlier []Record
		want    string // revision; "" for none
	}{
		"the last":        {[]Record{at("one"), at("two"), otherLimit}, "two"},
		"not itself":      {[]Record{at("one"), at("three")}, "one"},
		"none":            {[]Record{at("three"), otherLimit, record("one", "b", "TRUE", 1)}, ""},
		"changed files":   {[]Record{at("one"), at("one+changed")}, "one"},
		"changed, before": {[]Record{at("one+changed"), at("one")}, "one"},
		"changed, only":   {[]Record{at("one+changed"), at("two+changed")}, "two+changed"},
	} {
		got := Compare(c.earlier, []Record{now})
		var out bytes.Buffer
		if err := got.Write(&out); err != nil {
			t.Fatal(err)
		}
		if c.want == "" {
			if len(got.Pairs) != 0 || got.Absent != 1 || !strings.Contains(out.String(), "nothing to compare with") {
				t.Errorf("%s: %+v %s", name, got, &out)
			}
		} else if len(got.Pairs) != 1 || got.Pairs[0].Before.Revision != c.want || !strings.HasPrefix(out.String(), "against "+c.want+": 1 runs compared") {
			t.Errorf("%s: %+v %s", name, got, &out)
		}
	}
}

// TestComparisonText: what is lost stands before what is won.
func TestComparisonText(t *testing.T) {
	c := Compare(
		[]Record{record("one", "a", "UNKNOWN(timeout)", 20), record("one", "b", "TRUE", 3), record("one", "c", "TRUE", 1)},
		[]Record{record("two", "a", "TRUE", 2), record("two", "b", "UNKNOWN(timeout)", 20), record("two", "c", "TRUE", 2), record("two", "d", "TRUE", 2)})
	var out bytes.Buffer
	if err := c.Write(&out); err != nil {
		t.Fatal(err)
	}
	want := `LOST b (smash): UNKNOWN(timeout) in 20.0s, at one TRUE in 3.0s
WON a (smash): TRUE in 2.0s, at one UNKNOWN(timeout) in 20.0s
against one: 3 runs compared: 0 wrong, 1 lost, 0 slower, 1 won; decided both times in 2.0s, before in 1.0s; 1 not recorded before
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", &out, want)
	}
}

func TestReadEarlier(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none.jsonl")
	if records, err := ReadEarlier(none, none); err != nil || records != nil {
		t.Errorf("the first run of a file: %v", err)
	}
	if _, err := ReadEarlier(none, "other.jsonl"); err == nil {
		t.Error("there is no such file, and nothing is said")
	}
}
