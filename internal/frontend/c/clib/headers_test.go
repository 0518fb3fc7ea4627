package clib_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"yogi/internal/frontend/c/typecheck"
)

var (
	definedMacro = regexp.MustCompile(`(?m)^#define ([A-Z]\w*) +\(?[-0-9(].*$`)
	definedTag   = regexp.MustCompile(`(?m)^(?:typedef )?struct (\w+) \{`)
)

// TestOwnConstants: the numbers and the sizes of structures in the headers that come with the checker
// are those of the machine's. A flag of another value would be another argument.
func TestOwnConstants(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("needs gcc")
	}
	included, questions := ownConstants(t)
	folder := t.TempDir()
	file, program := filepath.Join(folder, "ask.c"), filepath.Join(folder, "ask")
	text := included + "#include <stdio.h>\nint main(void) {\n" + questions + "return 0; }\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-o", program, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	answers, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	claims, compared := included, 0
	for line := range strings.Lines(string(answers)) {
		what, value, _ := strings.Cut(strings.TrimSpace(line), " = ")
		claims += fmt.Sprintf("_Static_assert((long long)(%s) == %sll, \"%s is %s\");\n", what, value, what, value)
		compared++
	}
	_, diagnostics, err := typecheck.Check(t.Context(), typecheck.Options{
		DataModel: "LP64", Files: []string{"claims.c"}, Source: map[string][]byte{"claims.c": []byte(claims)},
	})
	if err != nil || len(diagnostics) > 0 {
		t.Errorf("%v %v", err, diagnostics)
	}
	if compared < 500 {
		t.Errorf("only %d values were compared", compared)
	}
}

// ownConstants are directives that include all headers that come with the checker, and statements that
// print what the machine's have for their integer macros and structures.
func ownConstants(t *testing.T) (included, questions string) {
	t.Helper()
	const own = "../preprocess/headers"
	included = "#define _GNU_SOURCE\n"
	err := filepath.WalkDir(own, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		header, err := filepath.Rel(own, path)
		included += "#include <" + header + ">\n"
		for _, m := range definedMacro.FindAllStringSubmatch(string(text), -1) {
			questions += fmt.Sprintf("#ifdef %[1]s\nif (__builtin_classify_type(%[1]s) == 1) printf(\"%[1]s = %%lld\\n\", (long long)(%[1]s));\n#endif\n", m[1])
		}
		for _, m := range definedTag.FindAllStringSubmatch(string(text), -1) {
			questions += fmt.Sprintf("printf(\"sizeof(struct %[1]s) = %%zu\\n\", sizeof(struct %[1]s));\n", m[1])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return included, questions
}
