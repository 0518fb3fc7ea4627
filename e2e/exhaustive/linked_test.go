package exhaustive

import (
	"context"
	"testing"

	"yogi/internal/feature"
	"yogi/internal/frontend/c"
	"yogi/internal/load"
)

// prepare makes a program as the search reads it. That it stands for the one with its memory as it was is accepted.
func prepare(t *testing.T, text string, options c.Options) {
	t.Helper()
	options.Units = []c.Unit{{File: "p.c", Source: []byte(declarations + text)}}
	p, diagnostics, err := c.Load(context.Background(), options)
	if err != nil || len(diagnostics) > 0 {
		t.Fatalf("%v %v\n%s", err, diagnostics.Err(), text)
	}
	if _, err = load.Prepare(p, load.Job{Search: load.Search{Features: feature.Without(feature.LargeBlocks, feature.GuessedIndex)}, DebugCheck: true}); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// TestMemoryIsCutAsClaimed: programs whose memory was once cut in a way that was not accepted.
func TestMemoryIsCutAsClaimed(t *testing.T) {
	for _, text := range []string{LinkedOpen(806), LinkedOpen(1458), Linked(597), Linked(958)} {
		for _, model := range []string{"LP64", "ILP32"} {
			prepare(t, text, c.Options{DataModel: model})
			prepare(t, text, c.Options{DataModel: model, Open: true})
		}
	}
}
