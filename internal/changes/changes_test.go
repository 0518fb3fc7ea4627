package changes

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"yogi/internal/report"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// checkOf is a check with a key and a verdict; "": it was not asked for.
func checkOf(key, words string) *Check {
	c := &Check{Key: key}
	if words == "" {
		return c
	}
	v := verdict.Verdict{}
	v.Property = "valid-deref"
	switch words {
	case "TRUE":
		v.Kind = verdict.Pass
	case "FALSE":
		v.Kind = verdict.Fail
		v.Test = &verdict.Test{What: "access outside", Pos: source.Pos{File: "a.c", Line: 3, Column: 1}}
		c.Finding = "a"
	default:
		v.Kind, v.Reason = verdict.Unknown, verdict.Reason(words)
	}
	c.Result = report.NewResult(v, []string{"a.c"}, map[string]float64{"total": 0.5})
	return c
}

// TestKinds: what becomes of each verdict, with its exit status and its state in SARIF.
func TestKinds(t *testing.T) {
	for _, row := range []struct {
		old, now *Check
		want     Kind
		status   int
		states   string
	}{
		{checkOf("k", ""), checkOf("k", "TRUE"), Unchanged, 0, "unchanged"},
		{checkOf("k", ""), checkOf("k", "FALSE"), Unchanged, 0, "unchanged"},
		{checkOf("k", ""), checkOf("k", ""), Unchanged, 0, ""},
		{checkOf("", "TRUE"), checkOf("", "TRUE"), ProvedAgain, 0, "unchanged"}, // no key says nothing
		{checkOf("k", "TRUE"), checkOf("l", "TRUE"), ProvedAgain, 0, "unchanged"},
		{checkOf("k", "TRUE"), checkOf("l", "FALSE"), NewlyBroken, 1, "new"},
		{checkOf("k", "TRUE"), checkOf("l", "timeout"), Lost, 3, "updated"},
		{checkOf("k", "TRUE"), checkOf("l", "internal"), Lost, 4, "updated"},
		{checkOf("k", "FALSE"), checkOf("l", "TRUE"), Fixed, 0, "new absent"},
		{checkOf("k", "FALSE"), checkOf("l", "FALSE"), StillBroken, 0, "unchanged"},
		{checkOf("k", "FALSE"), checkOf("l", "timeout"), NotFound, 0, "new absent"},
		{checkOf("k", "timeout"), checkOf("l", "TRUE"), NewlyProved, 0, "updated"},
		{checkOf("k", "timeout"), checkOf("l", "FALSE"), FoundBroken, 1, "new"},
		{checkOf("k", "timeout"), checkOf("l", "timeout"), StillUnknown, 0, "unchanged"},
		{nil, checkOf("l", "TRUE"), Added, 0, "new"},
		{nil, checkOf("l", "timeout"), Added, 0, "new"},
		{nil, checkOf("l", "FALSE"), NewlyBroken, 1, "new"},
		{checkOf("k", ""), nil, Removed, 0, ""},
		{checkOf("k", "TRUE"), nil, Removed, 0, "absent"},
	} {
		change := Of("f", row.old, row.now)
		told := NewReport("old", "new", []Change{change})
		var states []string
		for _, r := range told.Results() {
			states = append(states, r.State)
		}
		if change.Kind != row.want || told.Status() != row.status || strings.Join(states, " ") != row.states {
			t.Errorf("%s: status %d, states %v; want %s, %d, %s", change.Kind, told.Status(), states, row.want, row.status, row.states)
		}
		if !slices.Contains(Kinds(), change.Kind) {
			t.Errorf("%s is not among the kinds", change.Kind)
		}
	}
}

// TestAnotherError: an entry that is broken otherwise than before says so, and both errors are results.
func TestAnotherError(t *testing.T) {
	now := checkOf("l", "FALSE")
	now.Finding = "b"
	told := NewReport("v1", "now", []Change{Of("f", checkOf("k", "FALSE"), now)})
	var text bytes.Buffer
	told.WriteText(&text)
	if !strings.Contains(text.String(), "    in v1: a.c:3") {
		t.Error(text.String())
	}
	results := told.Results()
	if len(results) != 2 || results[0].State != StateNew || results[1].State != StateAbsent || results[1].Finding != "a" {
		t.Errorf("%+v", results)
	}
}

// TestReport: what matters most comes last, with the lines that may be why, and the counts.
func TestReport(t *testing.T) {
	lost := Of("g", checkOf("k", "TRUE"), checkOf("l", "timeout"))
	lost.Because = []Line{
		{File: "a.c", Line: 4, Function: "h", Text: "x++;"}, {File: "a.c", Line: 6, Function: "h", Text: "y++;"},
		{File: "a.c", Line: 9, Function: "g", Text: "h();", Removed: true}, {File: "a.h", Line: 2, Text: "#define N 3"},
	}
	told := NewReport("v1", "now", []Change{lost, Of("f", checkOf("k", ""), checkOf("k", "TRUE")), Of("e", nil, checkOf("l", "FALSE"))})
	var text, object bytes.Buffer
	told.WriteText(&text)
	want := `unchanged     TRUE                         0.50s  f
lost          TRUE -> UNKNOWN(timeout)     0.50s  g
    because of a.c:4-6 in h
    because of a.c:9 in g of v1, now gone: h();
    because of a.h:2: #define N 3
newly broken  FALSE(valid-deref)           0.50s  e
    a.c:3: access outside
`
	if text.String() != want {
		t.Errorf("%s", text.String())
	}
	if got := told.Summary(); got != "1 newly broken, 1 lost, 1 unchanged" {
		t.Error(got)
	}
	if err := told.WriteJSON(&object); err != nil {
		t.Fatal(err)
	}
	var again Report
	if err := json.Unmarshal(object.Bytes(), &again); err != nil {
		t.Fatal(err)
	}
	if again.Counts[Lost] != 1 || again.Changes[1].Because[0].Function != "h" || again.Changes[1].Old.Verdict != "TRUE" {
		t.Errorf("%s", object.String())
	}
}

// TestBecause: changed lines of functions that the entry reaches and of declarations count, those of other functions,
// comments and white space do not.
func TestBecause(t *testing.T) {
	const old = `#define LIMIT 3
struct pair { int a; };
static int low(int x)
{
  return x; /* as it
    is */
}
int other(int x) { return x; }
int entry(int x)
{
  log("// no comment", '"');
  if (x > LIMIT)
    return low(x);
  return x;
}
`
	const now = `// a comment
#define LIMIT 4
struct pair { int a, b; };
static int low(int x)
{
  return  x; // as it is

}
int other(int x) { return x + 1; }
int entry(int x)
{
  log("// another one", '"');
  return x;
}
`
	got := Because(
		Source{map[string]string{"a.c": old}, []Span{{"entry", "a.c", 9, 14}, {"low", "a.c", 3, 5}}},
		Source{map[string]string{"a.c": now}, []Span{{"entry", "a.c", 10, 13}}},
	)
	want := []Line{
		{"a.c", 12, "entry", false, `log("// another one", '"');`},
		{"a.c", 2, "", false, "#define LIMIT 4"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if len(Because(Source{Files: map[string]string{"a.c": old}}, Source{Files: map[string]string{"a.c": old}})) != 0 {
		t.Error("a text differs from itself")
	}
	// Of a macro its name says whether the entry uses it, in all of its lines, itself or by another macro.
	macros := func(text string) Source {
		return Source{map[string]string{"a.c": text}, []Span{{"f", "a.c", 6, 6}}}
	}
	used := Because(
		macros("#define MORE(x) x\n#  define USED(x) \\\n  MORE(x) + \\\n  1\n#define UNUSED(x) (x + 1)\nint f(int x) { return USED(x); }\n"),
		macros("#define MORE(x) -x\n#  define USED(x) \\\n  MORE(x) + \\\n  2\n#define UNUSED(x) (x + 2)\nint f(int x) { return USED(x); }\n"),
	)
	if len(used) != 2 || used[0].Line != 1 || used[1].Line != 4 {
		t.Errorf("%+v", used)
	}
	gone := Because(
		Source{map[string]string{"a.c": "int f(int x)\n{\n  x++;\n  return x;\n}\n"}, []Span{{"f", "a.c", 1, 4}}},
		Source{map[string]string{"a.c": "int f(int x)\n{\n  return x;\n}\n"}, []Span{{"f", "a.c", 1, 3}}},
	)
	if len(gone) != 1 || gone[0] != (Line{"a.c", 3, "f", true, "x++;"}) {
		t.Errorf("%+v", gone)
	}
}
