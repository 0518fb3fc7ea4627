package confirm_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"yogi/internal/assumption"
	"yogi/internal/jsonedit"
	"yogi/internal/pipeline"
	"yogi/internal/report/evidence"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// twins are pairs of shipped programs, of which the second breaks the property that the first keeps.
var twins = [][2]string{
	{"e2e/programs/loop_callee_safe.c", "e2e/programs/loop_callee_unsafe.c"},
	{"e2e/programs/recursion_relation_safe.c", "e2e/programs/recursion_relation_unsafe.c"},
	{"e2e/programs/out_parameter_safe.c", "e2e/programs/out_parameter_unsafe.c"},
	{"e2e/boogie/recursion_old_safe.bpl", "e2e/boogie/recursion_old_unsafe.bpl"},
	{"e2e/boogie/lock_map_safe.bpl", "e2e/boogie/lock_map_unsafe.bpl"},
}

// edited is how many changes are made of each piece of evidence, EDITS=N if that is set.
func edited() int {
	if n, err := strconv.Atoi(os.Getenv("EDITS")); err == nil {
		return n
	}
	return 5
}

// evidenceOf checks a program and returns the folder of its evidence.
func evidenceOf(t *testing.T, file string, want verdict.Kind) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "evidence")
	outcome, err := pipeline.Run(t.Context(), pipeline.Job{Files: []string{file}, Out: folder})
	if err != nil || outcome.Kind != want {
		t.Fatalf("%s: %v %s, %v", file, outcome.Kind, outcome.Detail, err)
	}
	return folder
}

// TestEditedEvidence: no change of a certificate makes it one of a program with an error, no change of a test one of a
// program without.
func TestEditedEvidence(t *testing.T) {
	for _, pair := range twins {
		t.Run(strings.TrimSuffix(filepath.Base(pair[0]), filepath.Ext(pair[0])), func(t *testing.T) {
			safe, unsafe := filepath.Join("../..", pair[0]), filepath.Join("../..", pair[1])
			proof, failure := evidenceOf(t, safe, verdict.Pass), evidenceOf(t, unsafe, verdict.Fail)
			for _, folder := range []string{proof, failure} {
				if _, err := pipeline.Validate(t.Context(), folder); err != nil {
					t.Fatalf("as it was written: %v", err)
				}
			}
			giveProgram(t, proof, unsafe)
			giveProgram(t, failure, safe)
			r := rand.New(rand.NewPCG(1, 2))
			for _, where := range []struct{ folder, file string }{{proof, evidence.CertificateFile}, {failure, evidence.BundleFile}} {
				path := filepath.Join(where.folder, where.file)
				original, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				for n := range edited() {
					text := original
					if n > 0 {
						text = jsonedit.Edit(t, r, original, "sources", "settings", "format") // with these it is another program altogether
					}
					if err := os.WriteFile(path, text, 0o600); err != nil {
						t.Fatal(err)
					}
					if found, err := pipeline.Validate(t.Context(), where.folder); err == nil {
						t.Fatalf("edit %d of %s shows %s of the other program:\n%s", n, where.file, found.Verdict, text)
					}
				}
			}
		})
	}
}

// giveProgram puts another program in the place of that of some evidence, with its digest.
func giveProgram(t *testing.T, folder, file string) {
	t.Helper()
	bundle, err := evidence.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, bundle.Sources[0].Copy), text, 0o600); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	bundle.Sources[0].SHA256 = hex.EncodeToString(sum[:])
	if err := evidence.WriteJSON(filepath.Join(folder, evidence.BundleFile), bundle); err != nil {
		t.Fatal(err)
	}
}

// TestEvidenceOfFilesWithOddNames: a name that JSON writes in another way is the file's name all the same.
func TestEvidenceOfFilesWithOddNames(t *testing.T) {
	const body = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { if (__VERIFIER_nondet_int() == 8) reach_error(); return 0; }
`
	folder := evidenceOf(t, write(t, `safe & "sound" <1>.c`, body), verdict.Fail)
	moved := filepath.Join(t.TempDir(), "this & that")
	if err := os.Rename(folder, moved); err != nil {
		t.Fatal(err)
	}
	if _, err := pipeline.Validate(t.Context(), moved); err != nil {
		t.Error(err)
	}
}

// TestEditedClaims: evidence that claims more than it shows, or tells of a test what is not so, is refused.
func TestEditedClaims(t *testing.T) {
	const body = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern int other(void); extern void *malloc(unsigned long);
int main(void) { int *p = malloc(4); int x = __VERIFIER_nondet_int(); *p = other(); if (x == 8 && *p == 7 && BAD) reach_error(); return 0; }
`
	proof := evidenceOf(t, write(t, "safe.c", strings.Replace(body, "BAD", "x < 0", 1)), verdict.Pass)
	failure := evidenceOf(t, write(t, "unsafe.c", strings.Replace(body, "BAD", "x > 0", 1)), verdict.Fail)
	for name, change := range map[string]func(b *evidence.Bundle){
		"an assumption less":   func(b *evidence.Bundle) { b.Assumptions = b.Assumptions[1:] },
		"no assumptions":       func(b *evidence.Bundle) { b.Assumptions = nil },
		"another assumption":   func(b *evidence.Bundle) { b.Assumptions[1].Of = "calloc" },
		"one assumption twice": func(b *evidence.Bundle) { b.Assumptions[1] = b.Assumptions[0] },
		"an assumption more":   func(b *evidence.Bundle) { b.Assumptions.Add(assumption.AddressesApart, "", source.Pos{}) },
		"another place":        func(b *evidence.Bundle) { b.Assumptions[1].Places[0].Line = 1 },
		"another kind":         func(b *evidence.Bundle) { b.Assumptions[1].Kind = assumption.AddressesApart },
		"another verdict":      func(b *evidence.Bundle) { b.Verdict = "FALSE(valid-deref)" },
		"the other verdict": func(b *evidence.Bundle) {
			b.Verdict = map[bool]string{true: "FALSE(unreach-call)", false: "TRUE"}[b.Verdict == "TRUE"]
		},
		"another class": func(b *evidence.Bundle) {
			b.Class = map[bool]string{true: verdict.Executed, false: verdict.ByProof}[b.Class == verdict.ByProof]
		},
		"no such class":         func(b *evidence.Bundle) { b.Class = "believed" },
		"another format":        func(b *evidence.Bundle) { b.Format = 1 },
		"no sources":            func(b *evidence.Bundle) { b.Sources = nil },
		"another digest":        func(b *evidence.Bundle) { b.Sources[0].SHA256 = strings.Repeat("0", 64) },
		"malloc may fail":       func(b *evidence.Bundle) { setting(t, b, "malloc", "may-fail") },
		"another data model":    func(b *evidence.Bundle) { setting(t, b, "data_model", "ILP32") },
		"another's folder":      func(b *evidence.Bundle) { setting(t, b, "include", []string{"/etc"}) },
		"a folder outside":      func(b *evidence.Bundle) { setting(t, b, "quote", []string{"source/../../x"}) },
		"other functions write": func(b *evidence.Bundle) { setting(t, b, "undefined", "havoc-args") },
	} {
		for _, folder := range []string{proof, failure} {
			refused(t, name, folder, change)
		}
	}
	for name, change := range map[string]func(b *evidence.Bundle){
		"another place":      func(b *evidence.Bundle) { b.Test.Place = strings.Replace(b.Test.Place, ":2:", ":1:", 1) },
		"another error":      func(b *evidence.Bundle) { b.Test.What = "an assertion fails" },
		"another input":      func(b *evidence.Bundle) { b.Test.Inputs[0].Value = "#x00000009" },
		"another input's":    func(b *evidence.Bundle) { b.Test.Inputs[0].For = "nondet other" },
		"an input less":      func(b *evidence.Bundle) { b.Test.Inputs = b.Test.Inputs[1:] },
		"an input more":      func(b *evidence.Bundle) { b.Test.Inputs = append(b.Test.Inputs, b.Test.Inputs[0]) },
		"a value of no sort": func(b *evidence.Bundle) { b.Test.Inputs[0].Value = "#x08" },
	} {
		refused(t, name, failure, change)
	}
	for _, folder := range []string{proof, failure} {
		if _, err := pipeline.Validate(t.Context(), folder); err != nil {
			t.Errorf("as it was written: %v", err)
		}
	}
}

func setting(t *testing.T, b *evidence.Bundle, name string, value any) {
	t.Helper()
	settings := map[string]any{}
	if err := json.Unmarshal(b.Settings, &settings); err != nil {
		t.Fatal(err)
	}
	settings[name] = value
	text, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	b.Settings = text
}

// refused checks that evidence with a change is refused, and puts it back.
func refused(t *testing.T, name, folder string, change func(b *evidence.Bundle)) {
	t.Helper()
	path := filepath.Join(folder, evidence.BundleFile)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	bundle := &evidence.Bundle{}
	if err := json.Unmarshal(before, bundle); err != nil {
		t.Fatal(err)
	}
	change(bundle)
	if err := evidence.WriteJSON(path, bundle); err != nil {
		t.Fatal(err)
	}
	if found, err := pipeline.Validate(t.Context(), folder); err == nil {
		t.Errorf("%s: accepted as %s", name, found.Verdict)
	}
	if err := os.WriteFile(path, before, 0o600); err != nil {
		t.Fatal(err)
	}
}
