package c_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"yogi/internal/frontend/c"
)

// Hidden is said only of functions all of whose callers call them by name in the program.
func TestDefinitions(t *testing.T) {
	const program = `
static int plain(void) { return 0; }
static int stored(void) { return 0; }
static int passed(void) { return 0; }
static int aliased(void) { return 0; }
static void scoped(int *p) { *p = 0; }
static void __attribute__((constructor)) early(void) { plain(); }
extern int other(void) __attribute__((alias("aliased")));
int (*table[])(void) = { stored };
int take(int (*f)(void));
int open(void);
int all(void) {
	int x __attribute__((cleanup(scoped))) = plain();
	int y[] = { open(), (0, plain)() };
	return other() + take(passed) + table[0]();
}
`
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	got, diagnostics, err := c.Definitions(context.Background(), c.Options{Units: []c.Unit{{File: file}}, DataModel: "LP64"})
	if err != nil || len(diagnostics) > 0 {
		t.Fatal(err, diagnostics)
	}
	hidden := map[string]bool{}
	for _, d := range got {
		hidden[d.Name] = d.Hidden
		if d.File != file {
			t.Errorf("%s is of file %q", d.Name, d.File)
		}
	}
	// plain is called through an expression that makes a pointer of it, too.
	for name, want := range map[string]bool{"plain": false, "stored": false, "passed": false, "aliased": false, "scoped": true, "early": false, "all": false} {
		if h, ok := hidden[name]; !ok || h != want {
			t.Errorf("%s: hidden %v (defined: %v), want %v", name, h, ok, want)
		}
	}
	if i := slices.IndexFunc(got, func(d c.Definition) bool { return d.Name == "all" }); !slices.Equal(got[i].Calls, []string{"plain", "scoped", "open", "aliased", "take"}) {
		t.Errorf("all calls %v", got[i].Calls)
	}
}
