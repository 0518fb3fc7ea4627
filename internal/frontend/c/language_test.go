package c_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/sem/concrete"
)

// errorBody is reach_error for the compiled program.
const errorBody = "\nvoid _Exit(int); void reach_error(void) { _Exit(1); }\n"

// registersWrap begins a program that cannot do with integers without bounds.
const registersWrap = "/* Registers wrap around. */"

// The programs of testdata/language check what C and GNU C say of themselves: compiled, and interpreted with
// memory whole and split, they come to their end; unless they say that registers wrap around, they do as well with
// integers without bounds. What is read for Windows is not run here.
func TestLanguage(t *testing.T) {
	files, err := filepath.Glob("testdata/language/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, model := range []struct{ name, mode string }{{"LP64", "-m64"}, {"ILP32", "-m32"}, {"LLP64", ""}, {"ILP32-windows", ""}} {
				if model.mode != "" {
					compileAndRun(t, string(text), model.mode)
				}
				for _, split := range []bool{false, true} {
					out := run(t, string(text), c.Options{Volatile: "ordinary"}, model.name, split)
					if out.Kind != concrete.Returned {
						t.Errorf("%s, split %v: %v at %v: %s", model.name, split, out.Kind, out.Pos, out.What)
					}
				}
				if strings.HasPrefix(string(text), registersWrap) {
					continue
				}
				linear := run(t, string(text), c.Options{Volatile: "ordinary", Arith: "linear"}, model.name, true)
				if linear.Kind != concrete.Returned {
					t.Errorf("%s, integers without bounds: %v at %v: %s", model.name, linear.Kind, linear.Pos, linear.What)
				}
			}
		})
	}
}

// compileAndRun holds the program against the compiler, where there is one for the model.
func compileAndRun(t *testing.T, text, mode string) {
	t.Helper()
	dir := t.TempDir()
	file, binary := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(file, []byte(declarations+text+errorBody), 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("gcc", "-w", "-std=gnu11", mode, "-O0", "-fwrapv", "-o", binary, file, "-lm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("not compiled with %s: %v\n%s", mode, err, out)
		return
	}
	if out, err := exec.Command(binary).CombinedOutput(); err != nil {
		t.Errorf("compiled with %s: %v\n%s", mode, err, out)
	}
}
