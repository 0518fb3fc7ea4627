// Package models_test checks the models that ship.
package models_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/pipeline"
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

func TestFaults(t *testing.T) {
	const head = "unsigned long __VERIFIER_nondet_ulong(void); int __VERIFIER_nondet_int(void); "
	for code, texts := range faults {
		for _, text := range texts {
			file := filepath.Join(t.TempDir(), "model.c")
			if err := os.WriteFile(file, []byte(head+text), 0o600); err != nil {
				t.Fatal(err)
			}
			found, err := pipeline.LintModels(t.Context(), pipeline.Job{Files: []string{file}}, nil)
			if err != nil {
				t.Fatal(err)
			}
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
