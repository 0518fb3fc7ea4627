package slic

import (
	"strings"
	"testing"
)

const lockAutomaton = `// a comment
CONTROL AUTOMATON locks
LOCAL int depth = 0;
INITIAL STATE Free;
STATE USEALL Free :
  MATCH {lock($?)} -> DO depth = depth + 1 GOTO Held;
  MATCH {$1 = try($2)} -> ASSUME {((int)$1) != 0; $2 > 3; $$depth == 0} GOTO Held;
  MATCH {$1 = try($2)} -> GOTO Free;
  MATCH {unlock($1)} -> ERROR("not held");
STATE USEFIRST Held :
  MATCH {lock($?)} -> STOP;
  MATCH EXIT -> ERROR("held at the end");
END AUTOMATON
`

func automatonRule(text string) (*Rule, error) {
	return Parse("dir/locks.spc", files(map[string]string{"dir/locks.spc": text}))
}

func TestAutomaton(t *testing.T) {
	rule, err := automatonRule(lockAutomaton)
	if err != nil {
		t.Fatal(err)
	}
	var events []string
	for _, h := range rule.Handlers {
		events = append(events, h.Patterns[0].Function+"."+h.Patterns[0].Event.String())
	}
	if got := strings.Join(events, " "); rule.Name != "locks" || got != "lock.call try.return unlock.call program.end" {
		t.Errorf("%s: %s", rule.Name, got)
	}
	woven := strings.Join(strings.Fields(rule.Weave()), " ")
	for _, want := range []string{`$return ) != 0`, `$1 > 3`, `locks$depth == 0`, `__yogi_abort("not held")`, `__yogi_halt()`, `#line 9 "dir/locks.spc"`,
		`if(__yogi_choose()) { {} } else {`} {
		if !strings.Contains(woven, want) {
			t.Errorf("%q is missing in %s", want, woven)
		}
	}
	again, err := Again(rule.Sources)
	if err != nil || again.Weave() != rule.Weave() {
		t.Errorf("read again it differs: %v", err)
	}
}

func TestAutomatonRefuses(t *testing.T) {
	for old, want := range map[string][2]string{
		"GOTO Held;\n  MATCH {$1 = try($2)} -> ASSUME": {"GOTO Nowhere;\n  MATCH {$1 = try($2)} -> ASSUME", "there is no state Nowhere"},
		"$2 > 3":        {"$3 > 3", "dir/locks.spc:7:51: $3 is bound by no pattern"},
		"LOCAL int":     {"LOCAL set", "only variables of type int are read"},
		"-> STOP":       {"-> PRINT", "expected GOTO, STOP or ERROR before PRINT"},
		"STATE USEALL":  {"TARGET STATE", "target states are not read"},
		"{lock($?)} ->": {"[lock.*] ->", "dir/locks.spc:6:9: expected {"},
	} {
		if _, err := automatonRule(strings.Replace(lockAutomaton, old, want[0], 1)); err == nil || !strings.Contains(err.Error(), want[1]) {
			t.Errorf("%s: error %v, want %q", want[0], err, want[1])
		}
	}
}
