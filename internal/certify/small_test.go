package certify_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// eachSmall runs f on the small programs of testdata and the certificates that the engine finds.
func eachSmall(t *testing.T, f func(t *testing.T, p *ir.Program, c *verdict.Certificate)) {
	files, err := filepath.Glob("testdata/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ir"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p := load(t, string(text))
			if err := ir.CheckNormal(p); err != nil {
				t.Fatal(err)
			}
			answer := prove(t, p)
			if answer.Kind != verdict.Pass {
				t.Fatalf("%s: %s %s", answer.Kind, answer.Reason, answer.Detail)
			}
			f(t, p, answer.Certificate)
		})
	}
}

// TestSmall: the engine's certificates of small programs are accepted, by enumeration too.
func TestSmall(t *testing.T) {
	eachSmall(t, func(t *testing.T, p *ir.Program, c *verdict.Certificate) {
		var counts certify.Counts
		options := certify.Options{Solver: backend(t, p, "cvc5-pipe"), Counts: &counts}
		if err := certify.Certificate(context.Background(), p, reread(t, p, c), options); err != nil {
			t.Error(err)
		}
		if !holds(t, p, c) {
			t.Error("enumeration does not agree")
		}
		t.Logf("%+v", counts)
	})
}
