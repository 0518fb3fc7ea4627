package c_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"yogi/internal/frontend/c"
)

// A file defines what other files can name, and needs what it uses of them: also in initialisers, and not what
// is declared alone.
func TestSymbols(t *testing.T) {
	const program = `
int declared(void);
int called(void), listed(void), sized(void);
extern int object, unused;
int tentative;
static int hidden = sizeof(sized());
int (*table[])(void) = { listed };
static inline int local(void) { return object; }
inline int inlined(void) { return 1; }
int weak(void) __attribute__((weak));
int weak(void) { return hidden; }
int again(void) __attribute__((alias("weak")));
int optional(void) __attribute__((weak));
int defined(void) { return called() + local() + inlined() + tentative + (optional ? 1 : 0); }
`
	got, diagnostics, err := c.SymbolsOf(context.Background(), c.Options{
		Units: []c.Unit{{File: "p.c", Source: []byte(program)}}, DataModel: "LP64",
	})
	if err != nil || len(diagnostics) > 0 {
		t.Fatal(err, diagnostics)
	}
	want := map[string]bool{"tentative": true, "table": true, "weak": false, "again": true, "defined": true}
	if !maps.Equal(got.Defines, want) {
		t.Errorf("defines %v, want %v", got.Defines, want)
	}
	slices.Sort(got.Needs)
	if !slices.Equal(got.Needs, []string{"called", "inlined", "listed", "object", "optional"}) {
		t.Errorf("needs %v", got.Needs)
	}
	if !maps.Equal(got.Optional, map[string]bool{"optional": true}) {
		t.Errorf("optional are %v", got.Optional)
	}
}
