package pipeline

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yogi/internal/angelic"
	"yogi/internal/assumption"
	"yogi/internal/golden"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/sem/concrete"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

const angelicExamples = "../../examples/angelic"

// exampleJob is the job of an example, with the flags of its first line.
func exampleJob(t *testing.T, path, configuration string) AngelicJob {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	words := strings.Fields(first)
	if len(words) < 3 || words[1] != "yogi" || words[2] != "angelic" {
		t.Fatalf("%s does not begin with its command", path)
	}
	job := AngelicJob{Job: Job{Files: []string{path}, Timeout: 2 * time.Minute}, Monitors: map[string]bool{}}
	job.Configuration, err = angelic.Configured(configuration)
	if err != nil {
		t.Fatal(err)
	}
	for i := 3; i+1 < len(words); i += 2 {
		switch words[i] {
		case "--check":
			job.Checks, err = property.ParseChecks(strings.Split(words[i+1], ","))
			if err != nil {
				t.Fatal(err)
			}
		case "--monitor":
			for _, m := range strings.Split(words[i+1], ",") {
				job.Monitors[m] = true
			}
		case "--driver":
			job.Driver = true
		default:
			t.Fatalf("%s: %s is not a flag that examples use", path, words[i])
		}
	}
	return job
}

// angelicRun checks an example and returns what is printed.
func angelicRun(t *testing.T, path, configuration string, change ...func(*AngelicJob)) (*angelic.Result, string) {
	t.Helper()
	job := exampleJob(t, path, configuration)
	for _, c := range change {
		c(&job)
	}
	result, err := Angelic(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	result.Write(&out, false)
	out.WriteString(result.Words() + "\n")
	return result, strings.ReplaceAll(out.String(), angelicExamples+"/", "")
}

// The tests of warnings about C fail when they are compiled with gcc, with objects outside at their addresses,
// globals and results of missing functions as the test says.
func TestAngelicWarningsAreConfirmed(t *testing.T) {
	t.Parallel()
	for name, configurations := range map[string][]string{"figure1.c": {"default"}, "lock.c": {"default"}, "outside.c": {"default", "no-ee"}} {
		for _, configuration := range configurations {
			result, _ := angelicRun(t, filepath.Join(angelicExamples, name), configuration, func(j *AngelicJob) { j.Confirm = true })
			if len(result.Warnings()) == 0 {
				t.Errorf("%s, %s: no warning", name, configuration)
			}
			for _, w := range result.Warnings() {
				if w.Executed != angelic.Confirmed {
					t.Errorf("%s, %s: %s in %s: %s", name, configuration, w.Pos, w.Entry, w.Executed)
				}
			}
		}
	}
}

// Each warning's test is one of the program as it is read, without any specification: it reaches the same
// error there.
func TestAngelicWarningsAreRuns(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(angelicExamples + "/*.*")
	if err != nil || len(paths) == 0 {
		t.Fatal("no examples", err)
	}
	warnings := 0
	for _, path := range paths {
		for _, configuration := range []string{"default", "no-alias", "no-ee"}[:sampled(3)] {
			result, _ := angelicRun(t, path, configuration)
			for _, w := range result.Warnings() {
				warnings++
				job, err := exampleJob(t, path, configuration).asDriver(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				job.DataModel, job.Checks = "LP64", job.Checks|property.Reach|property.Null
				program, err := job.load(context.Background(), w.Entry)
				if err != nil {
					t.Fatal(err)
				}
				test := w.TestFor(program)
				if test == nil {
					t.Fatalf("%s: the test of %s is of another program", path, w.Pos)
				}
				run, err := concrete.Run(program, test, concrete.Limits{})
				if err != nil || run.Kind != concrete.ReachedError || run.Pos != w.Pos {
					t.Errorf("%s, %s: the test of %s %s ends in %+v (%v)", path, configuration, w.Pos, w.What, run, err)
				}
			}
		}
	}
	if warnings < sampled(8) {
		t.Errorf("only %d warnings: the test says little", warnings)
	}
}

// A search that was given up in one entry takes no warning away from another, whether the entries
// are analysed one after the other or at once, and the warning does not hide that it was given up:
// neither entry runs through the other.
func TestAngelicUnexplainedIsNoWarning(t *testing.T) {
	t.Parallel()
	const program = `void __VERIFIER_assert(int);
int more(void);
char *take(void);
static void check(int ok) { __VERIFIER_assert(ok); }
void first(void) { while (more()) check(take() != 0); }
void second(void) { check(0); }
`
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	for jobs := 1; jobs <= 2; jobs++ {
		gaveUp := false
		job := AngelicJob{Job: Job{Files: []string{file}, Timeout: 2 * time.Minute}, Entries: []string{"first", "second"}, Jobs: jobs}
		job.DataModel = "LP64"
		job.Done = func(_, _ int, e *angelic.Entry) { gaveUp = gaveUp || e.Name == "first" && len(e.Unexplained) == 1 }
		var err error
		if job.Configuration, err = angelic.Configured("default"); err != nil {
			t.Fatal(err)
		}
		result, err := Angelic(context.Background(), job)
		if err != nil {
			t.Fatal(err)
		}
		warnings := result.Warnings()
		if !gaveUp || len(warnings) != 1 || warnings[0].Entry != "second" || warnings[0].Class != angelic.Definite || len(result.Unexplained()) != 1 {
			var out strings.Builder
			result.Write(&out, false)
			t.Errorf("%d jobs: first gave up: %v\n%s", jobs, gaveUp, out.String())
		}
	}
}

// Each example with the output that goes with it, in every configuration in which it differs.
func TestAngelicExamples(t *testing.T) {
	t.Parallel()
	golden.Run(t, "testdata/angelic/*.txtar", func(t *testing.T, f *golden.File) {
		name := strings.TrimSuffix(filepath.Base(f.Path), ".txtar")
		for _, configuration := range []string{"default", "default-aa", "no-ts", "no-alias", "no-ee"} {
			_, out := angelicRun(t, filepath.Join(angelicExamples, name), configuration)
			f.Expect(t, configuration, out)
		}
	})
}

// With its harness a driver starts from the values that the harness gives: what only its callers
// can do wrong is no failure, and what they do wrong is one.
func TestAngelicDriverWithHarness(t *testing.T) {
	t.Parallel()
	result, out := angelicRun(t, filepath.Join(angelicExamples, "driver.bpl"), "default", func(j *AngelicJob) { j.DriverHarness = true })
	if len(result.Entries) != 1 || result.Entries[0].Name != "fakeMain" || len(result.Warnings()) != 2 || len(result.Entries[0].Specifications) != 0 {
		t.Errorf("the locks of Move are the harness's, and it releases one twice:\n%s", out)
	}
}

// A Boogie program without a rule is no driver.
func TestAngelicNoDriver(t *testing.T) {
	t.Parallel()
	job := AngelicJob{Job: Job{Files: []string{filepath.Join(angelicExamples, "figure1.bpl")}}, Driver: true}
	if _, err := Angelic(context.Background(), job); err == nil || !strings.Contains(err.Error(), "no driver with a rule") {
		t.Errorf("got %v", err)
	}
}

// What is proved of an entry under its specifications, the checker of certificates accepts; it is
// not said to be unchecked then.
func TestAngelicProofsAreChecked(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"figure1.c", "figure1.bpl", "objects.c", "driver.bpl"} {
		result, out := angelicRun(t, filepath.Join(angelicExamples, name), "default", func(j *AngelicJob) { j.Certify = true })
		for _, e := range result.Entries {
			if !e.Complete || !e.Certified {
				t.Errorf("%s: %s is not certified:\n%s", name, e.Name, out)
			}
		}
		if strings.Contains(out, "no independent checker") {
			t.Errorf("%s: every proof was checked:\n%s", name, out)
		}
	}
}

// Without the specifications the proofs are none: the checker is asked about the program that holds them.
func TestAngelicProofsNeedTheSpecifications(t *testing.T) {
	t.Parallel()
	job := exampleJob(t, filepath.Join(angelicExamples, "figure1.c"), "default")
	job.DataModel = "LP64"
	refused := 0
	_, err := angelic.Run(context.Background(), angelic.Options{
		Configuration: job.Configuration, Entries: []string{"trusting", "outside"}, Load: job.load,
		Certify: func(ctx context.Context, p *ir.Program, c *verdict.Certificate) (string, error) {
			for _, f := range p.Functions {
				for _, b := range f.Blocks {
					b.Instructions = slices.DeleteFunc(slices.Clone(b.Instructions), func(i ir.Instruction) bool {
						_, assumes := i.(*ir.Assume)
						return assumes
					})
				}
			}
			unchecked, err := certifyOpen(ctx, p, c)
			if err != nil {
				refused++
			}
			return unchecked, err
		},
	})
	if err != nil || refused != 2 {
		t.Errorf("%d of two proofs are refused without what they assume (%v)", refused, err)
	}
}

// TestAngelicProofsNeedTheCut: a proof about a program whose memory is cut in a way that was not
// confirmed is none about the files, also where the question was about a variant of the program.
func TestAngelicProofsNeedTheCut(t *testing.T) {
	t.Parallel()
	job := exampleJob(t, filepath.Join(angelicExamples, "figure1.c"), "default")
	job.DataModel = "LP64"
	for _, confirmed := range []bool{true, false} {
		load := func(ctx context.Context, entry string) (*ir.Program, error) {
			program, err := job.load(ctx, entry)
			if err == nil && !confirmed {
				program.Assumptions.Add(assumption.CutUnconfirmed, "", source.Pos{})
			}
			return program, err
		}
		result, err := angelic.Run(context.Background(), angelic.Options{
			Configuration: job.Configuration, Entries: []string{"trusting"}, Load: load, Certify: certifyOpen,
		})
		if err != nil {
			t.Fatal(err)
		}
		if e := result.Entries[0]; !e.Complete || e.Certified != confirmed || (e.Unchecked == "") != confirmed {
			t.Errorf("confirmed %v: complete %v, certified %v, %s", confirmed, e.Complete, e.Certified, e.Unchecked)
		}
	}
}

// A static object that nothing changes holds what it is initialised with, so that an access is judged by what it leads
// to; one that some function changes may lead to anything.
func TestAngelicStaticsThatNothingChanges(t *testing.T) {
	t.Parallel()
	const text = `static const char *digits = "0123456789abcdef";
static const char *chosen = "0123";
static int width[] = {1, 2, 4};
char digit(void) { return digits[20]; }
char given(void) { return chosen[20]; }
int size(void) { return width[3]; }
void choose(const char *text) { chosen = text; }
`
	result := angelicOf(t, text)
	var entries []string
	for _, w := range result.Warnings() {
		entries = append(entries, w.Entry)
	}
	if slices.Sort(entries); !slices.Equal(entries, []string{"digit", "size"}) {
		t.Errorf("warned of %q", entries)
	}
}

// That nothing fails is proved by all that a check has: here the one path is followed, as a search would have to find
// out what the loops of sprintf keep.
func TestAngelicProvesByPaths(t *testing.T) {
	t.Parallel()
	const text = `#include <stdio.h>
static char buffer[15];
const char *version(void) { sprintf(buffer, "%i.%i.%i", 1, 7, 10); return buffer; }
const char *longer(void) { sprintf(buffer, "%i.%i.%i", 100000, 700000, 10); return buffer; }
`
	result := angelicOf(t, text)
	for _, e := range result.Entries {
		if !e.Complete || !e.Certified || (len(e.Warnings) > 0) != (e.Name == "longer") {
			t.Errorf("%s: complete %v, certified %v, %d warnings (%s)", e.Name, e.Complete, e.Certified, len(e.Warnings), e.Undecided)
		}
	}
}

// angelicOf has a program verified with the checks null and bounds, and further ones, proofs checked.
func angelicOf(t *testing.T, text string, further ...property.Checks) *angelic.Result {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program.c")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	job := AngelicJob{Job: Job{Files: []string{path}, Timeout: 2 * time.Minute}, Monitors: map[string]bool{}, Certify: true}
	job.Checks = property.Null | property.Bounds
	for _, c := range further {
		job.Checks |= c
	}
	var err error
	if job.Configuration, err = angelic.Configured("default"); err != nil {
		t.Fatal(err)
	}
	result, err := Angelic(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// found lists the assumptions of each entry, and the lines that are warned of from there.
func found(r *angelic.Result) map[string][]string {
	out := map[string][]string{}
	for _, e := range r.Entries {
		for _, s := range e.Specifications {
			out[e.Name] = append(out[e.Name], s.Text)
		}
		for _, w := range e.Warnings {
			out[e.Name] = append(out[e.Name], fmt.Sprintf("line %d: %s (%s)", w.Pos.Line, w.What, w.Class))
		}
		for _, w := range e.Unexplained {
			out[e.Name] = append(out[e.Name], fmt.Sprintf("line %d: unexplained %s: %s", w.Pos.Line, w.What, w.Reason))
		}
	}
	return out
}

// expectFound compares what is found in a program.
func expectFound(t *testing.T, r *angelic.Result, want map[string][]string) {
	t.Helper()
	got := found(r)
	for _, e := range r.Entries {
		if !slices.Equal(got[e.Name], want[e.Name]) {
			t.Errorf("%s: got %q, want %q", e.Name, got[e.Name], want[e.Name])
		}
	}
}

// A pointer from outside may lead to an object of the program; that this is large enough for the access is for callers
// to see to. Where the program itself has put the pointer there, it is not.
func TestAngelicExtents(t *testing.T) {
	t.Parallel()
	result := angelicOf(t, `struct gen { int depth; const char *indent; short *steps; };
extern void put(const char *text);
char start(struct gen *g) { put(", "); return g->indent[0]; }
char third(struct gen *g) { put(", "); return g->indent[2]; }
short step(struct gen *g, unsigned i) { put(", "); return i < 9 ? g->steps[i] : 0; }
char own(struct gen *g) { g->indent = ", "; return g->indent[4]; }
char either(struct gen *g, struct gen *h) { g->indent = ", "; return h->indent[4]; }
`)
	either := found(result)["either"]
	isApart := func(text string) bool { return strings.Contains(text, "g != h") }
	isLarge := func(text string) bool { return strings.HasPrefix(text, `\valid_read`) }
	if !slices.ContainsFunc(either, isApart) || slices.ContainsFunc(either, isLarge) {
		t.Errorf("either: got %q", either)
	}
	expectFound(t, result, map[string][]string{
		"start":  {"g != NULL", "g->indent != NULL", `\valid_read(g->indent)`},
		"third":  {"g != NULL", "g->indent != NULL", `\valid_read(g->indent + (0 .. 2))`},
		"step":   {"g != NULL", "g->steps != NULL", `\valid_read(g->steps + (0 .. i))`},
		"own":    {"g != NULL", "line 6: access outside of every object (definite)"},
		"either": either,
	})
}

// A text of the outside may be one of the program's objects that has no end: one round of strlen after the other could
// leave it, and two specifications suffice.
func TestAngelicTextsEnd(t *testing.T) {
	t.Parallel()
	result := angelicOf(t, `#include <string.h>
struct gen { int depth; const char *indent; };
extern void put(const char *text, unsigned long n);
char digits[10];
void space(struct gen *g) { put(digits, 10); put(g->indent, strlen(g->indent)); }
`)
	if len(result.Warnings()) > 0 || len(result.Unexplained()) > 0 {
		t.Errorf("got %q", found(result))
	}
}

// Of a failure behind a path of thousands of conditions it is enough to see that none of them is one that a
// specification could speak of; where some is, a specification may be what was not looked for.
func TestAngelicLongPaths(t *testing.T) {
	notShort(t)
	t.Parallel()
	expectFound(t, angelicOf(t, `int next(void);
static int table[2100];
void fill(void) { int sum = 0; for (int i = 0; i <= 2100; i++) { if (next() > 0) sum++; table[i] = sum; } }
int *last(void);
void other(void) { int sum = 0; for (int i = 0; i <= 2100; i++) { if (last() != 0) return; sum++; table[i] = sum; } }
`), map[string][]string{
		"fill":  {"line 3: access outside of its object (no specification)"},
		"other": {"line 5: unexplained access outside of its object: the path is too long"},
	})
}

// Whether questions begin with tests that lead anywhere has no bearing on what is found.
func TestAngelicWithoutTestsFirst(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"figure1.c", "callers.c"} {
		path := filepath.Join(angelicExamples, name)
		_, with := angelicRun(t, path, "default")
		_, without := angelicRun(t, path, "default", func(j *AngelicJob) { j.Directed = false })
		if with != without {
			t.Errorf("%s: with them\n%s\nwithout\n%s", name, with, without)
		}
	}
}

// Who tests one end of an index and not the other has not limited it; a loop that ends at a number says nothing of
// where it starts.
func TestAngelicHalfChecked(t *testing.T) {
	t.Parallel()
	result := angelicOf(t, `struct track { int number; long index[10]; };
void half(struct track *t, int i, long v) { if (i > 9) return; t->index[i] = v; }
void both(struct track *t, int i, long v) { if (i < 0 || i > 9) return; t->index[i] = v; }
void neither(struct track *t, int i, long v) { t->index[i] = v; }
void natural(struct track *t, unsigned i, long v) { if (i > 9) return; t->index[i] = v; }
void rest(struct track *t, int i) { for (; i <= 9; i++) t->index[i] = 0; }
`)
	got := found(result)
	for name, warned := range map[string]bool{"half": true, "both": false, "neither": false, "natural": false, "rest": false} {
		is := slices.ContainsFunc(got[name], func(text string) bool { return strings.HasPrefix(text, "line ") })
		if is != warned {
			t.Errorf("%s: got %q", name, got[name])
		}
	}
}

// Members of a union are what the program accesses them as: a pointer is one, whatever other member is in its place.
func TestAngelicUnions(t *testing.T) {
	t.Parallel()
	result := angelicOf(t, `struct val {
	int type;
	union {
		char *string;
		struct { long i; double d; char *r; } number;
		struct { const char **keys; struct val **values; unsigned long len; } object;
	} u;
};
struct val *value(struct val *n, unsigned i) { if (i >= n->u.object.len) return 0; return n->u.object.values[i]; }
char key(struct val *n) { return n->u.object.keys[0][0]; }
double number(struct val *n) { return n->u.number.d; }
`)
	expectFound(t, result, map[string][]string{
		"value":  {"n != NULL", "n->u.object.values != NULL"},
		"key":    {"n != NULL", "n->u.object.keys != NULL", "*n->u.object.keys != NULL"},
		"number": {"n != NULL"},
	})
}

// A local that is read before it holds a value is nothing that callers can prevent, unless they do not get there.
func TestAngelicUninitialized(t *testing.T) {
	t.Parallel()
	result := angelicOf(t, `int never(void) { int n; return n; }
int maybe(int *p) { int n; if (p) n = *p; return n; }
int always(int *p) { int n; if (p) n = *p; else n = 0; return n; }
int handed(void) { int n; extern void get(int *); get(&n); return n; }
`, property.Uninitialized)
	got := found(result)
	for name, warned := range map[string]bool{"never": true, "maybe": true, "always": false, "handed": false} {
		if (len(got[name]) > 0) != warned {
			t.Errorf("%s: got %q", name, got[name])
		}
	}
}

// What is in an object of the program before it is written nobody outside has a say in, unless a function without a
// body may have filled the object in.
func TestAngelicUnsetMemory(t *testing.T) {
	t.Parallel()
	const head = "#include <stdlib.h>\nstruct node { struct node *next; };\nextern void fill(struct node *);\n"
	result := angelicOf(t, head+"struct node *fresh(void) { struct node *n = malloc(sizeof *n); return n->next->next; }\n")
	for _, w := range result.Warnings() {
		if w.Class != angelic.Inexplicable {
			t.Errorf("got %q", found(result))
		}
	}
	if len(result.Warnings()) == 0 {
		t.Error("no warning of a pointer that was never set")
	}
	result = angelicOf(t, head+"struct node *filled(void) { struct node *n = malloc(sizeof *n); fill(n); return n->next->next; }\n")
	if len(result.Warnings()) != 0 {
		t.Errorf("got %q", found(result))
	}
}
