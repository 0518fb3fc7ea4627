package cluster

import (
	"context"
	"encoding/json"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// endingBucket is a bucket whose watches can be ended as the client library ends those that it cannot make anew.
type endingBucket struct {
	jetstream.KeyValue
	mu      sync.Mutex
	watches []*endingWatch
}

type endingWatch struct {
	jetstream.KeyWatcher
	updates chan jetstream.KeyValueEntry
	ended   chan struct{}
}

func (b *endingBucket) WatchAll(ctx context.Context, options ...jetstream.WatchOpt) (jetstream.KeyWatcher, error) {
	inner, err := b.KeyValue.WatchAll(ctx, options...)
	if err != nil {
		return nil, err
	}
	w := &endingWatch{inner, make(chan jetstream.KeyValueEntry), make(chan struct{})}
	go func() {
		defer close(w.updates)
		for {
			select {
			case <-w.ended:
				return
			case entry, ok := <-inner.Updates():
				if !ok {
					return
				}
				select {
				case w.updates <- entry:
				case <-w.ended:
					return
				}
			}
		}
	}()
	b.mu.Lock()
	b.watches = append(b.watches, w)
	b.mu.Unlock()
	return w, nil
}

func (w *endingWatch) Updates() <-chan jetstream.KeyValueEntry { return w.updates }

// endLast ends the last watch, and says how many there were.
func (b *endingBucket) endLast() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.watches[len(b.watches)-1].ended)
	return len(b.watches)
}

// TestWatchEnds: a worker whose watch over the runs has ended hears of the runs that begin then, and gives up those
// that have ended in the meantime.
func TestWatchEnds(t *testing.T) {
	dial := newCluster(t)
	conn := dial("worker")
	bucket := &endingBucket{KeyValue: conn.runs}
	conn.runs = bucket
	told := make(chan int, 1)
	work(t, conn, "worker", func(_ context.Context, _ []byte, ask json.RawMessage) (Performed, error) {
		return Performed{Say: ask}, nil
	})
	first := begin(t, dial("first"), "first", io.Discard)
	ask := func(run *Run) {
		if _, err := run.Ask(t.Context(), question("question", accepted)); err != nil {
			t.Error(err)
		}
		told <- 1
	}
	go ask(first)
	wait(t, told)
	if n := bucket.endLast(); n != 1 {
		t.Fatalf("there are %d watches", n)
	}
	first.End()
	second := begin(t, dial("second"), "second", io.Discard)
	go ask(second)
	wait(t, told)
}

func wait(t *testing.T, told <-chan int) {
	t.Helper()
	select {
	case <-told:
	case <-time.After(waitLimit):
		t.Fatal("no answer")
	}
}

// TestDeafWorker: a worker that has not heard of a client for long does not end its run while the server hears of it.
func TestDeafWorker(t *testing.T) {
	dial := newCluster(t)
	conn := dial("worker")
	run := begin(t, dial("client"), "client", io.Discard)
	entry, err := conn.runs.Get(t.Context(), run.id)
	if err != nil {
		t.Fatal(err)
	}
	w := &working{Worker: Worker{Name: "worker", Version: "v", Said: io.Discard}, conn: conn, changed: make(chan struct{}, 1), runs: map[string]*heard{}}
	w.hear(t.Context(), run.id, entry.Value(), entry.Revision()-1) // of before the client spoke last
	silent := func() {
		w.mu.Lock()
		w.runs[run.id].last = time.Now().Add(-2 * silence)
		w.mu.Unlock()
		w.endSilent(t.Context())
	}
	silent()
	if len(w.runs) != 1 {
		t.Error("the run of a client that speaks was given up")
	}
	if _, err := conn.runs.Get(t.Context(), run.id); err != nil {
		t.Errorf("the run of a client that speaks was ended (%v)", err)
	}
	for range 5 { // it may speak in between
		now, err := conn.runs.Get(t.Context(), run.id)
		if err != nil {
			t.Fatal(err)
		}
		w.hear(t.Context(), run.id, now.Value(), now.Revision())
		if silent(); len(w.runs) == 0 {
			break
		}
	}
	if len(w.runs) != 0 {
		t.Error("the run of a silent client goes on")
	}
}
