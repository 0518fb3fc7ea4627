package mutate_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/mutate"
	"yogi/internal/pipeline"
	"yogi/internal/property/slic"
	"yogi/models/wdm"
	"yogi/rules"
)

const program = `// lock(); in a comment
void lock(int);
void unlock(int);
static int n;
#define LOCK lock(1);
int f(int x) {
  const char *s = "lock(2);";
  lock(1);
  n = x;
  if (x > 0 &&
      s[0])
    unlock(1);
  else if (x < -5) { unlock(1); return 2; }
  return lock(3), 1;
}
`

// Each change is at its place, and keeps the lines behind it where they are.
func TestMutants(t *testing.T) {
	all := mutate.Mutants(program, []string{"lock", "unlock"})
	var names []string
	for _, m := range all {
		names = append(names, m.Name())
		if strings.Count(m.Text(), "\n") != strings.Count(program, "\n") {
			t.Errorf("%s has other lines:\n%s", m.Name(), m.Text())
		}
	}
	const want = "drop-lock-8 duplicate-lock-8 reorder-lock-8 negate-if-10 drop-unlock-12 duplicate-unlock-12 negate-if-13 drop-unlock-13 duplicate-unlock-13"
	if got := strings.Join(names, " "); got != want {
		t.Fatalf("got  %s\nwant %s", got, want)
	}
	for i, want := range map[int]string{
		0: "\n  ;\n  n = x;",
		1: "\n  { lock(1); lock(1); }\n",
		2: "\n  n = x;\n  lock(1);\n",
		3: "if (!(x > 0 &&\n      s[0]))\n",
		4: "    ;\n  else if",
	} {
		if !strings.Contains(all[i].Text(), want) {
			t.Errorf("%s: %q is not in\n%s", all[i].Name(), want, all[i].Text())
		}
	}
	if a, b := mutate.Sample(all, 3, 7), mutate.Sample(all, 3, 7); len(a) != 3 || a[0].Name() != b[0].Name() || a[2].Name() != b[2].Name() {
		t.Error("a sample of one seed differs from the next")
	}
}

// A defect is told from a change that is none by running it.
func TestConfirm(t *testing.T) {
	for text, broken := range map[string]bool{
		"if (__VERIFIER_nondet_int() == 3) pthread_mutex_unlock(&m);": true,
		"__VERIFIER_assume(0); pthread_mutex_unlock(&m);":             false,
		"if (__VERIFIER_nondet_int() == 3) for (;;) ;":                false,
		"if (__VERIFIER_nondet_int() == 3) abort();":                  false, // no business of the rule's
		"void *p = malloc(8); free(p); free(p);":                      false, // glibc aborts
		`fputs("says much\n", stderr); pthread_mutex_unlock(&m);`:     true,
	} {
		runs := 300
		if strings.Contains(text, "for") {
			runs = 3
		}
		confirmMutex(t, text, runs, broken)
	}
}

// TestConfirmArguments: what a program does only when it is called with some words is run too.
func TestConfirmArguments(t *testing.T) {
	t.Parallel()
	for condition, broken := range map[string]bool{
		`argc > 1 && !strcmp(argv[1], "frob")`:                true,
		`getopt(argc, argv, "xq:") == 'q' && optarg`:          true,
		`argc == 4 && argv[4] == 0 && atoi(argv[2]) == 12`:    true,
		`argc == 2 && (argv[1][0] = 'f') && argv[1][1] == 0`:  true, // who is called may change the words
		`argc > 40 || argc == 0 || !argv[0] || argv[argc]`:    false,
		`argc > 1 && !strcmp(argv[1], "nobody says " "this")`: false,
	} {
		confirmMutex(t, "if ("+condition+") pthread_mutex_unlock(&m);", 500, broken)
	}
}

// confirmMutex confirms, or does not, that what a program does behind a lock and an unlock breaks the rule of mutexes.
func confirmMutex(t *testing.T, text string, runs int, broken bool) {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is missing")
	}
	rule, err := slic.Parse("posix/Mutex.slic", rules.Read)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "p.c")
	source := "#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n" +
		"int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);\nint main(int argc, char **argv) {\n" +
		"  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n  pthread_mutex_lock(&m);\n  pthread_mutex_unlock(&m);\n" + text + "\n  return 0;\n}\n"
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	job := pipeline.Job{Files: []string{file}}
	job.SetRule(rule)
	found, err := mutate.Confirm(t.Context(), job, runs, t.TempDir())
	if err != nil || found.Broken != broken || !found.Applies {
		t.Errorf("%s: %+v, %v", text, found, err)
	}
	if broken && !strings.HasPrefix(found.Message, "Mutex: pthread_mutex_unlock.call: ") {
		t.Errorf("the monitor says %q", found.Message)
	}
}

// TestConfirmWindows: a driver of Windows is run with its monitor, though this machine's compiler
// does not read the headers of the driver kit.
func TestConfirmWindows(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is missing")
	}
	folder := t.TempDir()
	platform, err := wdm.Install(filepath.Join(folder, "wdm"))
	if err != nil {
		t.Skip(err)
	}
	rule, err := slic.Parse("wdm/SpinLock.slic", rules.Read)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../examples/wdm/toaster.c")
	if err != nil {
		t.Fatal(err)
	}
	const release = "  KeReleaseSpinLock(&toaster->StatisticsLock, old);\n"
	for _, text := range []string{string(text), strings.Replace(string(text), release, "", 1)} {
		file := filepath.Join(folder, "toaster.c")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		job := pipeline.Job{Files: append([]string{file}, platform.Files...)}
		job.Platform, job.IncludeDirs, job.DataModel, job.SystemOwn = "wdm", platform.Include, platform.DataModel, true
		job.SetRule(rule)
		found, err := mutate.Confirm(t.Context(), job, 200, t.TempDir())
		if broken := !strings.Contains(text, release); err != nil || found.Broken != broken || !found.Applies {
			t.Errorf("broken %v: %+v, %v", broken, found, err)
		}
	}
}
