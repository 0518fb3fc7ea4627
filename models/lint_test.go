// Package models_test checks the models that ship.
package models_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/pipeline"
	"yogi/internal/source"
)

// The models that ship have none of the faults that models are checked for.
func TestModels(t *testing.T) {
	for _, m := range []struct {
		folder  string
		include []string
		outside []string
	}{
		{folder: "libc"},
		{folder: "posix", include: []string{"posix/source/include"}},
		{folder: "linux", include: []string{"linux/source/include"}, outside: []string{"init_module"}},
		{folder: "wdm", include: []string{"wdm/source/include"}, outside: []string{"DriverEntry"}},
	} {
		files, err := filepath.Glob(m.folder + "/source/*.c")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", m.folder, len(files), err)
		}
		job := pipeline.Job{Files: files}
		job.Platform, job.IncludeDirs = m.folder, m.include
		if m.folder == "wdm" {
			job.DataModel, job.SystemOwn = "LLP64", true // of the kit's headers
		}
		found, err := pipeline.LintModels(t.Context(), job, m.outside)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range found {
			t.Error(d)
		}
	}
}

// faults are models with one fault each; the code is expected in the line that ends with FAULT.
var faults = map[string][]string{
	"model-pointer": {
		"char *get(void) {\n  unsigned long n = __VERIFIER_nondet_ulong();\n  return (char *)n; // FAULT\n}",
		"void take(char *p);\nvoid put(long n) {\n  take((char *)(n + 4)); // FAULT\n}\nvoid take(char *p) { }",
		"int keep(char *p) {\n  return (int)(long)p == 0 ? 1 : (int)p; // FAULT\n}",
	},
	"model-uninitialized": {
		"int get(int *p) {\n  if (p)\n    return *p;\n} // FAULT",
		"int get(int n) {\n  int status; // FAULT\n  if (n > 0)\n    status = n;\n  return status;\n}",
		"int get(int n) {\n  if (n)\n    return; // FAULT\n  return 1;\n}",
	},
	"model-member": {
		"struct s { unsigned short length, most; char *text; };\nvoid init(struct s *to, char *from) {\n  if (to) {\n    to->text = from; // FAULT\n    if (!from)\n      to->length = to->most = 0;\n  }\n}",
		"struct s { int x, y[2]; };\nint get(struct s *to) {\n  to->y[1] = 1; // FAULT\n  if (__VERIFIER_nondet_int())\n    return 1;\n  to->x = 2;\n  return 0;\n}",
	},
	"model-type": {
		"char *get(void) {\n  int n = __VERIFIER_nondet_int();\n  return n; // FAULT\n}",
		"struct a { int x; }; struct b { long y[2]; };\nstruct a *get(struct b *p) {\n  return p; // FAULT\n}",
		"int get(double x) {\n  return x; // FAULT\n}",
	},
	"model-executable": {
		"int helper(void);\nint get(void) {\n  return helper(); // FAULT\n}",
		"\n#include <setjmp.h>\nstatic jmp_buf place;\nint get(void) {\n  return setjmp(place); // FAULT\n}",
	},
}

// soundModels are models of which nothing is told: what the caller may have given values to, and what has none where
// the model says that it made nothing.
var soundModels = []string{
	"struct s { int x, y; };\nvoid set(struct s *to) {\n  to->x = 1;\n  if (to->y == 0)\n    to->y = 2;\n}",
	"struct s { int x, y; };\nint get(struct s *to) {\n  if (__VERIFIER_nondet_int())\n    return -1;\n  to->x = 1;\n  to->y = 2;\n  return 0;\n}",
	"struct s { int x, y; };\nvoid fill(struct s *to) {\n  to->y = 2;\n}\nvoid get(struct s *to) {\n  to->x = 1;\n  if (__VERIFIER_nondet_int())\n    to->y = 1;\n  else\n    fill(to);\n}",
}

func TestNoFaults(t *testing.T) {
	for _, text := range soundModels {
		if found := faultsOf(t, text); len(found) > 0 {
			t.Errorf("%s\nfound: %v", text, found.Err())
		}
	}
}

// faultsOf is what is found in a model.
func faultsOf(t *testing.T, text string) source.Diagnostics {
	t.Helper()
	const head = "unsigned long __VERIFIER_nondet_ulong(void); int __VERIFIER_nondet_int(void); "
	file := filepath.Join(t.TempDir(), "model.c")
	if err := os.WriteFile(file, []byte(head+text), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := pipeline.LintModels(t.Context(), pipeline.Job{Files: []string{file}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestFaults(t *testing.T) {
	for code, texts := range faults {
		for _, text := range texts {
			found := faultsOf(t, text)
			line := 1 + strings.Count(text[:strings.Index(text, "FAULT")], "\n")
			ok := false
			for _, d := range found {
				ok = ok || string(d.Code) == code && d.Pos.Line == line
			}
			if !ok {
				t.Errorf("%s is not found in line %d of\n%s\nfound: %v", code, line, text, found.Err())
			}
		}
	}
}
