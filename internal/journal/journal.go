// Package journal records the typed events of one run, as JSON lines and for a listener that shows
// progress.
//
// It is a leaf: it knows the form of events and nothing of what they mean. A nil *Journal takes events
// and drops them, so nobody who emits asks whether anyone listens. A failed write ends the recording,
// never the run; Close reports it.
//
// A line reads
//
//	{"at":0.125,"event":"split","data":{"graph":1,"block":2,"region":3,"yes":4,"no":5,"predicate":"(= x 1)"}}
//
// where at counts seconds from the start of the run.
package journal

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"
)

// Event is one typed event. Its JSON encoding is the line's data.
type Event interface {
	// EventName is the name that stands in the line; it is stable across releases.
	EventName() string
}

// Journal takes events. It is safe for concurrent use.
type Journal struct {
	mu       sync.Mutex
	start    time.Time
	out      io.Writer // nil: nothing is written
	listener func(at time.Duration, e Event)
	hearsAll bool
	err      error // the first failed write
}

// New starts a journal that writes lines to out and tells listener; either may be nil.
func New(out io.Writer, listener func(at time.Duration, e Event)) *Journal {
	return &Journal{start: time.Now(), out: out, listener: listener}
}

// HearAll has the listener told of events, too, that are otherwise made only where they are written.
func (j *Journal) HearAll() { j.hearsAll = true }

// Records reports whether events which cost something to make are worth it: they are written, or somebody listens.
func (j *Journal) Records() bool { return j != nil && (j.out != nil || j.hearsAll) }

// Emit records an event.
func (j *Journal) Emit(e Event) {
	if j == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	at := time.Since(j.start)
	if j.listener != nil {
		j.listener(at, e)
	}
	if j.out != nil && j.err == nil {
		j.err = writeLine(j.out, at, e)
	}
}

// Close returns the first error that writing met.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.err
}

func writeLine(out io.Writer, at time.Duration, e Event) error {
	line := struct {
		At    float64 `json:"at"`
		Event string  `json:"event"`
		Data  Event   `json:"data"`
	}{at.Seconds(), e.EventName(), e}
	text, err := json.Marshal(line)
	if err != nil {
		return fmt.Errorf("recording the event %s: %w", e.EventName(), err)
	}
	if _, err := out.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	return nil
}
