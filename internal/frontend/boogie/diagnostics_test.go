package boogie

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// TestDiagnostics loads wrong programs; each expectation is the start of a diagnostic.
func TestDiagnostics(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
	}{
		{"junk", "\x00\x01\x02", "program.bpl:1:1: unexpected character"},
		{"not utf-8", "\xff\xfe", "program.bpl:1:1: unexpected character"},
		{"empty", "", "program.bpl: there is no procedure with a body [boogie-entry]"},
		{"only declared", "procedure p();", "program.bpl: there is no procedure with a body"},
		{"comment", "\n /* /* */", "program.bpl:2:2: this comment has no end"},
		{"string", "procedure {:a \"x} p() {}", "program.bpl:1:15: this string has no end"},
		{"number", "const c: int;\naxiom c == 12x;", `program.bpl:2:12: malformed number "12x"`},
		{"missing semicolon", "var x: int\nvar y: int;", `program.bpl:2:1: expected ";", found "var"`},
		{"missing brace", "procedure p() { x := 1;", "program.bpl:1:24: expected a statement, found the end of the file"},
		{"statement", "procedure p() {\n  x + 1;\n}", `program.bpl:2:5: expected ":" or ":=" after the name, found "+"`},
		{"mixed", "procedure p() { assert true && true || true; }", `program.bpl:1:37: "&&" and "||" do not mix`},
		{"chain", "procedure p() { assert 1 < 2 < 3; }", "program.bpl:1:30: relations do not chain"},
		{"arrows", "procedure p() { assert true <== true ==> true; }", `program.bpl:1:38: "==>" and "<==" do not mix`},
		{"variable", "procedure p() {\n  x := 1;\n}", "program.bpl:2:3: undeclared variable x [boogie-name]"},
		{"function", "procedure p() { assert f(1); }", "program.bpl:1:24: undeclared function f"},
		{"procedure", "procedure p() { call q(); }", "program.bpl:1:17: undeclared procedure q"},
		{"label", "procedure p() { goto a; }", "program.bpl:1:22: undeclared label a"},
		{"type name", "var x: T;\nprocedure p() { }", "program.bpl:1:8: undeclared type T"},
		{"twice", "var x: int;\nvar x: int;\nprocedure p() { }", "program.bpl:2:5: variable x is declared twice (first at line 1)"},
		{"synonyms", "type A = B;\ntype B = A;\nprocedure p() { }", "program.bpl:1:6: type A is defined by itself"},
		{"assigned type", "var x: int;\nprocedure p() { x := true; }", "program.bpl:2:22: a value of type bool is assigned to x of type int"},
		{"operator", "procedure p(b: bool) { assert b + 1 == 2; }", "program.bpl:1:33: operator + does not apply to bool and int"},
		{"condition", "procedure p() { assert 1; }", "program.bpl:1:24: the condition of this assert has type int, not bool"},
		{"argument", "procedure q(x: int);\nprocedure p() { call q(true); }", "program.bpl:2:24: argument x of q has type bool, not int"},
		{"arguments", "procedure q(x: int);\nprocedure p() { call q(); }", "program.bpl:2:17: procedure q has 1 parameters, not 0"},
		{"results", "procedure q() returns (r: int);\nprocedure p() { call q(); }", "program.bpl:2:17: procedure q has 1 results, not 0"},
		{"indices", "var m: [int, int]int;\nprocedure p() { assert m[1] == 2; }", "program.bpl:2:25: a map with 2 indices is indexed by 1"},
		{"constant", "const c: int;\nprocedure p() { c := 1; }", "program.bpl:2:17: constant c cannot be assigned"},
		{"parameter", "procedure p(x: int) { havoc x; }", "program.bpl:1:29: parameter x cannot be assigned"},
		{"bits", "procedure p(x: bv8) { assert x[9:0] == 1bv9; }", "program.bpl:1:31: there are no bits [9:0] in bv8"},
		{"axiom", "var x: int;\naxiom x == 1;\nprocedure p() { }", "program.bpl:2:7: an axiom reads the variable x"},
		{"old", "const x: int;\naxiom old(x) == 1;\nprocedure p() { }", "program.bpl:2:7: old is allowed only"},
		{"break", "procedure p() { break; }", "program.bpl:1:17: break outside a loop"},
		{"implementation", "implementation p() { }", "program.bpl:1:16: implementation p has no procedure declaration"},
		{"formals", "procedure p(x: int);\nimplementation p(x: bool) { }", "program.bpl:2:18: parameter x of implementation p has type bool"},
		{"unreachable too", "procedure main() { }\nprocedure p() { x := 1; }", "program.bpl:2:17: undeclared variable x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			program, diagnostics := load(t, c.text, Options{})
			if program != nil || len(diagnostics) == 0 {
				t.Fatal("accepted")
			}
			if got := diagnostics[0].String(); !strings.HasPrefix(got, c.want) {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestEntryNotFound(t *testing.T) {
	_, diagnostics := load(t, "procedure a() { }\nprocedure b();", Options{Entry: "b"})
	want := "program.bpl:2:11: procedure b has no body [boogie-entry]\n  note: procedures with a body: a; choose with --entry"
	if diagnostics.Error() != want {
		t.Errorf("got %s", diagnostics)
	}
}

// TestEntryChoice: a marked implementation before a marked procedure, before ULTIMATE.start, before main.
func TestEntryChoice(t *testing.T) {
	const (
		plain    = "procedure other() { assert true; }\n"
		main     = "procedure main() { }\n"
		ultimate = "procedure ULTIMATE.start() { call main(); }\n"
		marked   = "procedure {:entrypoint} m() { call ULTIMATE.start(); }\n"
		separate = "procedure f();\nimplementation {:entrypoint} f() { call m(); }\n"
	)
	for _, c := range []struct{ text, entry, want string }{
		{plain, "", "other"},
		{plain + main, "", "main"},
		{plain + main + ultimate, "", "ULTIMATE.start"},
		{plain + main + ultimate + marked, "", "m"},
		{plain + main + ultimate + marked + separate, "", "f"},
		{plain + main + ultimate + marked + separate, "other", "other"},
		{plain + "procedure second() { }\n", "", "@start"},
		{main + ultimate, "main", "@start"},
	} {
		program, diagnostics := load(t, c.text, Options{Entry: c.entry})
		if len(diagnostics) > 0 || program.Entry.Name != c.want {
			t.Errorf("%s: %v %s", c.text, diagnostics, program.Entry.Name)
		}
	}
}

func TestMissingFile(t *testing.T) {
	_, _, err := Load(context.Background(), Options{File: filepath.Join(t.TempDir(), "none.bpl")}, term.NewBuilder())
	if !os.IsNotExist(err) {
		t.Error(err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err := Load(ctx, Options{File: "x", Source: []byte("procedure p() { }")}, term.NewBuilder())
	if err == nil {
		t.Error("loaded")
	}
}

// TestDeepNesting: what could exhaust the stack is refused.
func TestDeepNesting(t *testing.T) {
	for name, text := range map[string]string{
		"parentheses": strings.Repeat("(", 1<<20),
		"not":         strings.Repeat("!", 1<<20) + "true",
		"sum":         strings.Repeat("1+", 1<<20) + "1 > 0",
		"implies":     strings.Repeat("true ==> ", 1<<20) + "true",
		"select":      "m" + strings.Repeat("[1]", 1<<20),
		"conditional": strings.Repeat("if true then 1 else ", 1<<20) + "1",
	} {
		_, diagnostics := load(t, "procedure p() { assert "+text+"; }", Options{})
		if len(diagnostics) != 1 || diagnostics[0].Code != "boogie-syntax" {
			t.Errorf("%s: %v", name, diagnostics)
		}
	}
	blocks := strings.Repeat("if (*) { ", 1<<20)
	if _, diagnostics := load(t, "procedure p() { "+blocks, Options{}); len(diagnostics) != 1 {
		t.Errorf("blocks: %v", diagnostics)
	}
}

// TestUnreachableCosts: what the entry cannot reach is not lowered.
func TestUnreachableCosts(t *testing.T) {
	text := "procedure main() { assert true; }\n" + strings.Repeat("\n", 3) +
		"var h: <a>[a]int;\nprocedure other() { h[1] := 2; call third(); }\nprocedure third() { assert false; }\n"
	program, _ := load(t, text, Options{})
	if len(program.Functions) != 1 || len(program.Globals) != 0 {
		t.Errorf("%s", program)
	}
}

// TestUnsupportedAxiom: an axiom that cannot be stated but matters makes the entry unsupported.
func TestUnsupportedAxiom(t *testing.T) {
	text := `
function f(x: int): int;
axiom (forall<a> x: int :: f(x) > 0);
procedure main() { assert f(1) > 0; }
procedure plain() { assert false; }`
	program, _ := load(t, text, Options{})
	u, ok := program.Entry.Blocks[0].Terminator.(*ir.Unsupported)
	if !ok || u.Diagnostic.String() != "program.bpl:3:8: quantifier over types is not supported [boogie-unsupported]" {
		t.Errorf("%s", program)
	}
	program, _ = load(t, text, Options{Entry: "plain"})
	if _, ok := program.Entry.Blocks[0].Terminator.(*ir.Unsupported); ok {
		t.Errorf("%s", program)
	}
}

// FuzzLoad: whatever the text, there is a well-formed program or a diagnostic.
func FuzzLoad(f *testing.F) {
	paths, _ := filepath.Glob("testdata/lower/*.txtar")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		_, text, _ := strings.Cut(string(data), "-- program.bpl --\n")
		text, _, _ = strings.Cut(text, "-- ir --")
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		start := time.Now()
		defer func() {
			if time.Since(start) > 10*time.Second {
				t.Errorf("slow: %q", text)
			}
		}()
		for _, free := range []string{UseFreeSpecs, IgnoreFreeSpecs} {
			program, diagnostics := load(t, text, Options{FreeSpecs: free})
			if (program == nil) != (len(diagnostics) > 0) {
				t.Error(diagnostics)
			}
		}
	})
}
