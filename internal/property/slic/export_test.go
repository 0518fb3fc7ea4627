package slic

import (
	"strings"
	"testing"
)

// What an automaton cannot say is refused with its place.
func TestAutomatonExportRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"state { int n; } f.call [watch $1] { n++; }":                    "r.slic:1:18: an automaton cannot say this: a state for each object",
		"f.entry { halt; }":                                              "r.slic:1:1: an automaton cannot say this: the entry of a function's body",
		"state { char c; } f.call { c = 1; }":                            "r.slic:1:14: an automaton cannot say this: the variable c is no int",
		"state { int n; } f.call { n = $1; }":                            "n is assigned a value of the program",
		"state { int n; } f.call { n = mode; }":                          "n is assigned a value of the program",
		"state { int a; int b; int c; } f.call { c = a; a = b; b = c; }": "a and b exchange their values",
	} {
		rule, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := rule.Automaton(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q\n%s", text, err, want, got)
		}
	}
}

func TestAutomatonExport(t *testing.T) {
	rule, err := parse(`state { enum { A, B } s; int n = 2; }
f.call { if (s == B) abort "twice"; s = B; n += 2; }
g.return [guard $return == 0 && $2->s == 1] { n--; }
program.end { if (n < 2) halt; }`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := rule.Automaton()
	if err != nil {
		t.Fatal(err)
	}
	const want = `// The rule r as an automaton for CPAchecker.
OBSERVER AUTOMATON r
LOCAL int s = 0;
LOCAL int n = 2;
INITIAL STATE Run;
STATE USEFIRST Run :
  MATCH {f($?)} -> ASSUME {$$s == 1} ERROR("twice");
  MATCH {f($?)} -> ASSUME {! ( $$s == 1 )} DO s = 1 DO n = n + ( 2 ) GOTO Run;
  MATCH {$1 = g($2, $3, $?)} -> ASSUME {$1 == 0 && $3 -> s == 1} DO n = n - 1 GOTO Run;
  MATCH {$1 = g($2, $3, $?)} -> ASSUME {! ( $1 == 0 && $3 -> s == 1 )} GOTO Run;
  MATCH EXIT -> ASSUME {$$n < 2} STOP;
  MATCH EXIT -> ASSUME {! ( $$n < 2 )} GOTO Run;
END AUTOMATON
`
	if got != want {
		t.Errorf("got\n%s", got)
	}
}
