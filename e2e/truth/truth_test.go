package truth

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       Annotation
		wantError  string
	}{
		{name: "safe.c", text: "// SAFE\nint x;\n", want: Annotation{Expected: Safe, Truth: Safe}},
		{name: "unsafe.c", text: "// UNSAFE\n// why\n// INPUTS: 1 -3\n", want: Annotation{Expected: Unsafe, Truth: Unsafe, Inputs: "1 -3"}},
		{name: "unsafe.bpl", text: "// UNSAFE\n", want: Annotation{Expected: Unsafe, Truth: Unsafe}},
		{name: "hard.c", text: "// UNKNOWN known-imprecision\n// Truth: SAFE\n", want: Annotation{Expected: Unknown, Truth: Safe}},
		{name: "bare.c", text: "int x;\n", wantError: "no verdict"},
		{name: "word.c", text: "// safe\n", wantError: "not a verdict"},
		{name: "noinputs.c", text: "// UNSAFE\n", wantError: "needs an INPUTS line"},
		{name: "inputs.c", text: "// SAFE\n// INPUTS: 1\n", wantError: "safe program has an INPUTS line"},
		{name: "truthless.c", text: "// UNKNOWN known-imprecision\n", wantError: "needs a Truth line"},
		{name: "twice.c", text: "// SAFE\n// Truth: UNSAFE\n", wantError: "Truth line beside"},
	} {
		path := filepath.Join(t.TempDir(), test.name)
		if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := Read(path)
		switch {
		case test.wantError != "":
			if err == nil || !strings.Contains(err.Error(), test.wantError) {
				t.Errorf("%s: error %v, want one with %q", test.name, err, test.wantError)
			}
		case err != nil:
			t.Errorf("%s: %v", test.name, err)
		case got != test.want:
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

// TestRuns checks that both kinds of run tell a reachable error from an unreachable one.
func TestRuns(t *testing.T) {
	if !HasCompiler() {
		t.Skip("gcc is not installed")
	}
	for _, test := range []struct {
		name, body         string
		onListed, onRandom bool
		wantCrash          bool
	}{
		{name: "late", body: "if (__VERIFIER_nondet_int() == 123456789) reach_error();", onListed: true},
		{name: "often", body: "if (__VERIFIER_nondet_int() == 1) reach_error();", onRandom: true},
		{name: "assert", body: "assert(__VERIFIER_nondet_int() != 1);", onRandom: true},
		{name: "never", body: "while (1) __VERIFIER_nondet_int();"},
		{name: "crash", body: "*(volatile int *)0 = 1;", wantCrash: true},
	} {
		program := compileBody(t, test.name, test.body)
		listed, err := program.ReachesErrorOn(t.Context(), "123456789")
		if listed != test.onListed || (err != nil) != test.wantCrash {
			t.Errorf("%s: on listed inputs: %v, %v", test.name, listed, err)
		}
		random, _, err := program.ReachesErrorOnRandom(t.Context(), 50)
		if random != test.onRandom || (err != nil) != test.wantCrash {
			t.Errorf("%s: on random inputs: %v, %v", test.name, random, err)
		}
	}
}

func compileBody(t *testing.T, name, body string) Compiled {
	t.Helper()
	text := "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n" +
		"int main(void)\n{\n" + body + "\nreturn 0;\n}\n"
	dir := t.TempDir()
	path := filepath.Join(dir, name+".c")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	program, err := Compile(t.Context(), path, dir)
	if err != nil {
		t.Fatal(err)
	}
	return program
}
