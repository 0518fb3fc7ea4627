package slic

import (
	"fmt"
	"strings"
	"testing"
)

// files is a Reader of texts by path.
func files(texts map[string]string) Reader {
	return func(path string) ([]byte, error) {
		if text, ok := texts[path]; ok {
			return []byte(text), nil
		}
		return nil, fmt.Errorf("no such file")
	}
}

func parse(text string) (*Rule, error) {
	return Parse("r.slic", files(map[string]string{"r.slic": text}))
}

func TestParse(t *testing.T) {
	rule, err := Parse("dir/Lock-1.slic", files(map[string]string{
		"dir/Lock-1.slic": "#include \"shared.slic\"\nf.call, g.Entry [watch $1] [guard $2 == 0 && n < 3] { if (*) { n++; } else if ($1->n) abort \"bad\"; else { halt; reset; } }",
		"dir/shared.slic": "/* shared */ state { int n = 1; enum t { A, B = 2 } e; void *p; }\n#include \"Lock-1.slic\"\nprogram.end { n -= 2; ; }",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if rule.Name != "Lock_1" || len(rule.State) != 3 || len(rule.Handlers) != 2 || len(rule.Sources) != 2 {
		t.Errorf("%+v", rule)
	}
	if h := rule.Handlers[1]; h.Watch.text != "$1" || len(h.Guard) != 7 || len(h.Patterns) != 2 || h.Patterns[1].Event != Entry || h.Pos.String() != "dir/Lock-1.slic:2:1" {
		t.Errorf("%+v", h)
	}
	if f := rule.State[1]; f.Tag != "t" || strings.Join(f.Enumerators, " ") != "A B" || f.Name != "e" {
		t.Errorf("%+v", f)
	}
	if got := strings.Join(rule.Functions(), " "); got != "f g" {
		t.Errorf("functions %s", got)
	}
	again, err := Again(rule.Sources)
	if err != nil || again.Weave() != rule.Weave() {
		t.Errorf("the rule read again from its sources differs: %v", err)
	}
}

// Errors name the place and what was expected.
func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "r.slic:1:1: the rule handles no event",
		"state { int x = 0 }":                "r.slic:1:19: expected an expression up to ; before }",
		"state { int; } f.call {}":           "r.slic:1:12: expected a declaration",
		"state { int a[3]; } f.call {}":      "r.slic:1:14: expected a declaration",
		"state { int x; char x; } f.call {}": "r.slic:1:21: x is declared twice, first at r.slic:1:13",
		"f.cal { }":                          "r.slic:1:3: expected call, entry, exit or return before cal",
		"program.call { }":                   "r.slic:1:9: expected start or end before call",
		"f.call { x = 1; }":                  "r.slic:1:10: x is no variable of the rule's state",
		"f.call {\n  abort \"a\"\n}":         "r.slic:3:1: expected ; before }",
		"f.call { if (1 { } }":               "r.slic:1:16: expected an expression up to ) before {",
		"f.call { if () halt; }":             "expected an expression",
		"f.call [guard $return] { }":         "r.slic:1:15: $return has no meaning at f.call",
		"program.end { if ($1) halt; }":      "$1 has no meaning at program.end",
		"f.call { if ($x) halt; }":           "$x is none of $1, $2, ... and $return",
		"f.call { if ($1 = 2) halt; }":       "an expression of a rule changes nothing",
		"f.call { if ($1++) halt; }":         "an expression of a rule changes nothing",
		"state { int n = $1; } f.call { }":   "$1 has no meaning outside of a handler",
		"f.call [watch x] { }":               "r.slic:1:15: expected $1, $2, ... or $return before x",
		"f.call [watch $1] [watch $2] { }":   "expected watch or guard, each at most once",
		"#include \"none.slic\"\nf.call { }": "r.slic:1:10: cannot read \"none.slic\": no such file",
		"/* open":                            "r.slic:1:1: the comment does not end",
		"f.call { abort \"x; }":              "missing terminating \" character",
		"f.call { @ }":                       "r.slic:1:10: stray character '@'",
		strings.Repeat("f.call {", 1) + strings.Repeat("{", 200): "nested more than 100 deep",
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// What is woven keeps the lines and columns of the rule, and the program's names apart from the rule's.
func TestWeave(t *testing.T) {
	rule, err := parse("state { int n = 2; }\nf.return [watch $return]\n  [guard $1->n == n] {\n  reset;\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	woven := rule.Weave()
	for _, want := range []string{
		"#line 1 \"r.slic\"\n        int r$n = 2 ;",
		"#ifdef f\n__yogi_macro \"f\" f;\n#endif",
		"__yogi_watched(",
		"#line 3 \"r.slic\"\n         $1 -> n == r$n",
		"#line 4 \"r.slic\"\n  r$n = \n#line 1",
	} {
		if !strings.Contains(woven, want) {
			t.Errorf("%q is missing in\n%s", want, woven)
		}
	}
}

// FuzzParse: any text is a rule or is refused with a position in it, and a rule weaves.
func FuzzParse(f *testing.F) {
	f.Add("state { enum { A, B } s = A; } f.call [watch $1] { if (s == A) abort \"x\"; else s = A; }")
	f.Add("#include \"r.slic\"\nprogram.end { if (*) halt; }")
	f.Fuzz(func(t *testing.T, text string) {
		rule, err := parse(text)
		if err == nil {
			rule.Weave()
		} else if !strings.Contains(err.Error(), "r.slic") {
			t.Errorf("the error says no place: %v", err)
		}
	})
}
