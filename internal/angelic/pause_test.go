package angelic

import (
	"context"
	"sync"
	"testing"

	"yogi/internal/frontend/boogie"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// countdown is a context that ends when it has been asked so many times whether it has.
type countdown struct {
	context.Context
	lock sync.Mutex
	left int
	done chan struct{}
}

func (c *countdown) Done() <-chan struct{} { return c.done }

func (c *countdown) Err() error {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.left--; c.left == 0 {
		close(c.done)
	}
	if c.left <= 0 {
		return context.DeadlineExceeded
	}
	return nil
}

const pausedProgram = `const NULL: int;
var depth: int;
procedure lib() returns (r: int);
procedure p(x: int, y: int) {
	var z: int;
	assert y != NULL;
	call z := lib();
	assert z != NULL;
	assert y != z;
	depth := 1;
	if (x == NULL) { depth := 2; }
	assert depth == 1 || depth == 2;
	assert x != NULL && depth == 3;
}
`

func analysisOf(t *testing.T, ctx context.Context) *analysis {
	t.Helper()
	p, diagnostics, err := boogie.Load(context.Background(), boogie.Options{File: "p.bpl", Source: []byte(pausedProgram), Entry: "p"}, term.NewBuilder())
	if err != nil || len(diagnostics) > 0 {
		t.Fatal(err, diagnostics)
	}
	ir.Normalize(p)
	ir.Simplify(p)
	configuration, err := Configured("default")
	if err != nil {
		t.Fatal(err)
	}
	a, err := newAnalysis(ctx, Options{Configuration: configuration}, p, "p", map[string]bool{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// An analysis whose time is up, wherever that is, goes on where it was and comes to the same end;
// nothing is concluded from time having been short.
func TestGoesOn(t *testing.T) {
	want := analysisOf(t, context.Background())
	whole := want.run()
	want.close()
	if !whole.Complete || len(whole.Specifications) == 0 || len(whole.Warnings) == 0 {
		t.Fatalf("%+v", whole)
	}
	paused := 0
	for left := 1; left < 400; left += 7 {
		a := analysisOf(t, &countdown{Context: context.Background(), left: left, done: make(chan struct{})})
		first := a.run()
		a.close()
		if first.Complete {
			break
		}
		paused++
		if len(first.Unexplained) > 0 || len(first.Notes) > 0 {
			t.Errorf("after %d: %v unexplained, %v", left, first.Unexplained, first.Notes)
		}
		if err := a.open(context.Background()); err != nil {
			t.Fatal(err)
		}
		second := a.run()
		a.close()
		if !second.Complete || second == first || len(second.Specifications) != len(whole.Specifications) || len(second.Warnings) != len(whole.Warnings) || len(second.Unexplained) != 0 {
			t.Errorf("after %d: %d specifications, %d warnings, %d unexplained, %s; want %d and %d", left, len(second.Specifications), len(second.Warnings), len(second.Unexplained), second.Undecided, len(whole.Specifications), len(whole.Warnings))
			continue
		}
		for n, s := range second.Specifications {
			if s.Text != whole.Specifications[n].Text {
				t.Errorf("after %d: %s, want %s", left, s.Text, whole.Specifications[n].Text)
			}
		}
	}
	if paused < 3 {
		t.Errorf("it was cut off %d times only", paused)
	}
}
