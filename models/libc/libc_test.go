package libc_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/memory"
	"yogi/internal/sem/concrete"
	"yogi/internal/verdict"
	"yogi/models/libc"
)

// through are the models that do nothing but call another function's, which asks the world.
var through = map[string]string{"__getdelim": "getdelim"}

// exact are the models that must do what the machine's library does.
func exact() []string {
	var names []string
	for _, name := range libc.Functions() {
		if !libc.IsApproximate(name) && !libc.IsBound(name) && !libc.AsksWorld(name) && !libc.AsksWorld(through[name]) {
			names = append(names, name)
		}
	}
	return names
}

// statements makes functions.h, with one line for each function.
func statements(t *testing.T, line func(name string) string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	var list strings.Builder
	for _, name := range exact() {
		list.WriteString(line(name) + "\n")
	}
	if err := os.WriteFile(filepath.Join(folder, "functions.h"), []byte(list.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// numbers builds the harness with gcc and returns the number of each function. With models it calls those instead
// of the machine's library.
func numbers(t *testing.T, mode string, models bool) map[string]string {
	t.Helper()
	folder := statements(t, func(name string) string {
		return fmt.Sprintf("printf(\"%s %%llu\\n\", check_%s());", name, name)
	})
	args := []string{mode, "-w", "-std=gnu11", "-O1", "-fno-builtin", "-fwrapv", "-DREFERENCE", "-I", folder, "-o", filepath.Join(folder, "harness"), "testdata/harness.c"}
	if models {
		for _, name := range exact() {
			args = append(args, "-D"+name+"=model_"+name, "source/"+name+".c")
		}
	}
	if out, err := exec.Command("gcc", append(args, "-lm")...).CombinedOutput(); err != nil {
		if mode == "-m32" && (strings.Contains(string(out), "skipping incompatible") || strings.Contains(string(out), "No such file")) {
			t.Skip("gcc does not compile for 32 bits here")
		}
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(filepath.Join(folder, "harness")).Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		found[name] = number
	}
	return found
}

// TestExactModels compares each exact model with the machine's C library on pseudo-random arguments: compiled by gcc
// under another name, and run by the interpreter.
func TestExactModels(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	for _, model := range []struct{ name, mode string }{{"LP64", "-m64"}, {"ILP32", "-m32"}} {
		t.Run(model.name, func(t *testing.T) {
			machine, compiled := numbers(t, model.mode, false), numbers(t, model.mode, true)
			for _, name := range exact() {
				if machine[name] != compiled[name] {
					t.Errorf("%s: the compiled model differs from the machine's function", name)
				}
			}
			interpret(t, model.name, machine)
		})
	}
}

func interpret(t *testing.T, model string, expected map[string]string) {
	t.Helper()
	folder := statements(t, func(name string) string {
		return fmt.Sprintf("if (check_%s() != %sULL) reach_error();", name, expected[name])
	})
	p, diagnostics, err := c.Load(t.Context(), c.Options{DataModel: model, Units: []c.Unit{{
		File: "testdata/harness.c", Reading: c.Reading{IncludeDirs: []string{folder}},
	}}})
	if err != nil || len(diagnostics) > 0 {
		t.Fatal(err, diagnostics)
	}
	for _, name := range exact() {
		if !slices.Contains(p.Models, name) {
			t.Errorf("the model of %s is not linked in", name)
		}
	}
	if err := memory.Lower(p, memory.Options{Split: true}); err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	if err := ir.Check(p); err != nil {
		t.Fatal(err)
	}
	out, err := concrete.Run(p, &verdict.Test{}, concrete.Limits{Steps: 50_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if out.Kind != concrete.Returned {
		wrong := ""
		if filepath.Base(out.Pos.File) == "functions.h" {
			wrong = exact()[out.Pos.Line-1] + ": "
		}
		t.Errorf("%sthe interpreted model differs: %v at %v: %s", wrong, out.Kind, out.Pos, out.What)
	}
}

// TestNamesAreFunctions checks that each file defines the function of its name.
func TestNamesAreFunctions(t *testing.T) {
	for _, name := range libc.Functions() {
		text := string(libc.Source(name)) // a macro of the header is kept away by parentheses
		if !strings.Contains(text, name+"(") && !strings.Contains(text, "("+name+")(") {
			t.Errorf("%s.c does not define %s", name, name)
		}
	}
	if libc.Source("../libc") != nil || libc.Source("nothing") != nil {
		t.Error("there is a model of what is no function")
	}
}

// TestUnderApproximate compares the under-approximate models of options with the machine's functions.
func TestUnderApproximate(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	folder := t.TempDir()
	var objects []string
	for _, name := range []string{"getopt", "getopt_long"} {
		object := filepath.Join(folder, name+".o")
		rename := []string{"-Dgetopt=model_getopt", "-Dgetopt_long=model_getopt_long", "-Doptarg=model_optarg", "-Doptind=model_optind", "-Dopterr=model_opterr", "-Doptopt=model_optopt"}
		if out, err := exec.Command("gcc", append(rename, "-w", "-c", "-o", object, "under/"+name+".c")...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		objects = append(objects, object)
	}
	program := filepath.Join(folder, "options")
	if out, err := exec.Command("gcc", append(objects, "-w", "-O1", "-o", program, "testdata/options.c")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(program).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestNumbers compares the under-approximate model of atoi with the machine's function.
func TestNumbers(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	folder := t.TempDir()
	object, program := filepath.Join(folder, "atoi.o"), filepath.Join(folder, "numbers")
	for _, args := range [][]string{
		{"-Datoi=model_atoi", "-w", "-c", "-o", object, "under/atoi.c"},
		{object, "-w", "-O1", "-o", program, "testdata/numbers.c"},
	} {
		if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	if out, err := exec.Command(program).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if libc.Source("atoi") != nil || !libc.IsUnder(libc.Under("atoi")) {
		t.Error("of atoi there is more than what the table of the library says, which allows any result")
	}
}

// TestUnder: an under-approximate model stands beside an approximate one, and is told from it by its name alone.
func TestUnder(t *testing.T) {
	for _, name := range []string{"getopt", "getopt_long"} {
		file := libc.File(libc.Under(name))
		function, ok := libc.IsFile(file)
		if !ok || !libc.IsUnder(function) || libc.Source(function) == nil || libc.IsApproximate(function) || !libc.IsApproximate(name) || libc.IsUnder(name) {
			t.Errorf("%s is %s, %v", file, function, ok)
		}
	}
	if libc.Source(libc.Under("strlen")) != nil || libc.Source("under/../source/getopt") != nil {
		t.Error("there is a model that is none")
	}
}
