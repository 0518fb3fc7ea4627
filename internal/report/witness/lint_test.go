package witness

import (
	hash "crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"
)

const linted = `extern int input(void);
int main(void)
{
  int x = input();
  while (x > 0)
    x--;
  if (x < -5)
    reach_error();
  return x ? 1 : 0;
}
`

// everyKind is a witness with each type of waypoint, or of element of an invariant set.
func everyKind(version, content string) string {
	return fmt.Sprintf(`- entry_type: %s
  metadata:
    format_version: %q
    uuid: 0f5b9a10-1c8f-4f44-9c0e-ab8a3f1f9d2e
    creation_time: 2024-04-29T13:13:07+02:00
    producer:
      name: "someone"
      version: "1"
      command_line: "x --y"
    task:
      input_files:
        - "a.c"
      input_file_hashes:
        a.c: %x
      specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"
      data_model: "LP64"
      language: "C"
  content:
%s`, map[bool]string{true: "violation_sequence", false: "invariant_set"}[strings.Contains(content, "segment")], version, hash.Sum256([]byte(linted)), content)
}

const violation = `  - segment:
    - waypoint:
        type: function_return
        action: follow
        location: {file_name: a.c, line: 4, column: 17}
        constraint: {value: "\\result == -7", format: acsl_expression}
  - segment:
    - waypoint:
        type: function_enter
        action: avoid
        location: {file_name: a.c, line: 8, column: 17}
    - waypoint:
        type: branching
        action: follow
        location: {file_name: a.c, line: 5, column: 3}
        constraint: {value: "false"}
  - segment:
    - waypoint:
        type: assumption
        action: follow
        location: {file_name: a.c, line: 7, column: 3}
        constraint: {value: "x <= -6 && x != 4", format: c_expression}
  - segment:
    - waypoint:
        type: target
        action: follow
        location: {file_name: a.c, line: 8, function: main}
`

const invariants = `  - invariant:
      type: loop_invariant
      location: {file_name: a.c, line: 5, column: 3, function: main}
      value: "x == 1 || x >= 0"
      format: c_expression
  - contract:
      type: function_contract
      location: {file_name: a.c, line: 2}
      requires: "1"
      ensures: "\\result >= 0"
      format: acsl_expression
`

func lintText(text string) []Problem {
	return Lint([]byte(text), func(name string) (string, bool) { return linted, name == "a.c" })
}

func TestLintAccepts(t *testing.T) {
	written, err := sample().Encode()
	if err != nil {
		t.Fatal(err)
	}
	correct, err := NewCorrectness(sample().Metadata.Producer, sample().Metadata.Task, time.Unix(0, 0)).Encode()
	if err != nil {
		t.Fatal(err)
	}
	correct = []byte(strings.Replace(string(correct), `uuid: ""`, "uuid: c4462dfc-d757-58e9-a76d-e4f7168c920e", 1))
	for name, found := range map[string][]Problem{
		"violation 2.0": lintText(everyKind("2.0", violation)), "violation 2.2": lintText(everyKind("2.2", violation)),
		"invariants 2.1": lintText(everyKind("2.1", invariants)),
		"written":        Lint(written, func(string) (string, bool) { return "", false }),
		"correct":        Lint(correct, func(string) (string, bool) { return "", false }),
	} {
		if len(found) > 0 {
			t.Errorf("%s: %v", name, found)
		}
	}
}

// TestLintRefuses changes one thing each time: one problem, at its line, says what.
func TestLintRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"violation_sequence", "violation_witness", "the entry type"},
		{`"2.0"`, "2.0", "put it into quotes"},
		{`"2.0"`, `"1.0"`, "the format version"},
		{"4f44-9c0e", "4f44", "no UUID"},
		{"13:13:07+02:00", "13:13", "ISO 8601"},
		{`      name: "someone"` + "\n", "", "the producer has no name"},
		{"command_line", "commandline", "has no commandline"},
		{`"LP64"`, `"64bit"`, "the data model"},
		{"input_files:\n        - \"a.c\"", "input_files: []", "input files"},
		{"a.c: ", "a.c: 00", "no SHA-256"},
		{"type: function_return", "type: function_exit", "the type"},
		{"action: avoid", "action: follow", "the last one of its segment"},
		{"action: avoid", "action: cycle", "the action"},
		{`format: acsl_expression`, `format: c_expression`, "the format"},
		{`\\result == -7`, `\\result + 7`, "a comparison and a number"},
		{`value: "false"`, `value: "maybe"`, "a branching goes"},
		{"x <= -6 && x != 4", "x = -6", "side effect"},
		{"x <= -6 && x != 4", "(x <= -6", "no expression"},
		{"line: 8, function: main}", "line: 80, function: main}", "has 11 lines"},
		{"line: 8, function: main}", "line: 0, function: main}", "no number from 1 on"},
		{"column: 17}\n        constraint", "column: 16}\n        constraint", "the place of a function_return"},
		{"line: 5, column: 3}", "line: 4}", "no if, while"},
		{"type: target", "type: function_enter", "ends in the target"},
		{"file_name: a.c, line: 7", "file_name: b.c, line: 7", "none of the input files"},
		{"location: {file_name: a.c, line: 8, function", "constraint: {value: \"1\"}\n        location: {file_name: a.c, line: 8, function", "has no constraint"},
	} {
		text := everyKind("2.0", violation)
		changed := strings.Replace(text, c.old, c.new, 1)
		if changed == text {
			t.Errorf("%s does not occur", c.old)
			continue
		}
		found := lintText(changed)
		said := false
		for _, p := range found {
			said = said || strings.Contains(p.Text, c.want) && p.Line > 0
		}
		if !said {
			t.Errorf("%s instead of %s: %v, want %q", c.new, c.old, found, c.want)
		}
	}
	if found := lintText(everyKind("2.0", invariants)); len(found) == 0 {
		t.Error("a contract is accepted in format 2.0")
	}
	for _, text := range []string{"", "[]", "a: b", "- {", "- 1"} {
		if len(lintText(text)) == 0 {
			t.Errorf("%q is accepted", text)
		}
	}
}
