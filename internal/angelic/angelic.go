// Package angelic looks for errors in open code: each function is called with everything from outside
// unknown, and a failure is reported only if no acceptable assumption about the outside explains it away
// (ANGELIC, Algorithm 1).
//
// For an entry the loop is: find a failing test with the engine of a check; ask package explain for a
// specification of the unknowns that excludes its path; keep the specification if code that must stay
// reachable does, else warn and suppress the assertion; again, until no failure is left.
package angelic

import (
	"context"
	"maps"
	"time"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// Class says how sure a warning is. The first are the surest.
type Class string

// The classes, in order.
const (
	// Definite: the condition of the failure speaks of nothing unknown.
	Definite Class = "definite"
	// Inexplicable: the vocabulary has no specification that excludes the failure.
	Inexplicable Class = "no specification"
	// NotPermissive: the specification that excludes the failure makes code unreachable that must not be.
	NotPermissive Class = "not permissive"
	// Inconsistent: the specification does so together with earlier ones.
	Inconsistent Class = "inconsistent"
	// Unexplained: the search for a specification was given up. It is no warning, and listed apart.
	Unexplained Class = "unexplained"
)

// Warning is a failure that no acceptable specification explains away.
type Warning struct {
	Class    Class
	Entry    string
	Function string
	Pos      source.Pos
	What     string
	Property string // violated, "" for an assertion
	Reason   string
	// Tried are the specifications that were found and are not acceptable.
	Tried []Rejected
	Test  *verdict.Test
	Trace []verdict.Step
	// Program is what the test runs on, with the specifications assumed; see Result.Entries.
	Program *ir.Program
	// Evidence are files written for the warning, by role.
	Evidence map[string]string
	// Executed says what became of the compiled test, "" if there is none.
	Executed string
}

// Confirmed is what is said of a warning whose compiled test fails.
const Confirmed = "compiled and run, it fails"

// IsConfirmed says that a compiled test of the warning fails.
func (w *Warning) IsConfirmed() bool { return w.Executed == Confirmed }

// Rejected is a specification that is not acceptable.
type Rejected struct {
	Text string `json:"text"`
	Why  string `json:"why"`
}

// Entry is what was found from one entry.
type Entry struct {
	Name           string
	Specifications []*Specification
	Warnings       []*Warning
	// Unexplained are the failures of that class.
	Unexplained []*Warning
	// Suppressed and Known are warnings set aside: by a comment in the source, as being in a baseline.
	Suppressed, Known []*Warning
	// Complete: nothing else fails from this entry under the specifications, as the engine has proved.
	Complete bool
	// Undecided says why the search ended before it was complete.
	Undecided string
	// Notes are what the search left out: failures behind it are not found.
	Notes []string
	// Ignored are assumptions of the program that the search did without: a warning may come of that.
	Ignored    []string
	Iterations int
	Seconds    float64
}

// Result is the outcome of a run.
type Result struct {
	Entries     []*Entry
	Assumptions []string
}

// Warnings are those of all entries, in order.
func (r *Result) Warnings() []*Warning {
	var out []*Warning
	for _, e := range r.Entries {
		out = append(out, e.Warnings...)
	}
	return out
}

// Unexplained are the failures of all entries for which the search for a specification was given up.
func (r *Result) Unexplained() []*Warning {
	var out []*Warning
	for _, e := range r.Entries {
		out = append(out, e.Unexplained...)
	}
	return out
}

// Options are the settings of a run.
type Options struct {
	Configuration
	Entries []string
	// Load makes the program that starts in an entry, ready for the engine.
	Load func(ctx context.Context, entry string) (*ir.Program, error)
	// Monitors are names of variables and members that hold the state of a property.
	Monitors map[string]bool
	// EntryTime bounds one entry; 0: the rest of the context's time, shared.
	EntryTime time.Duration
	// Done is given each entry when it is finished; may be nil.
	Done func(*Entry)
}

// Run analyses the entries in order. An assertion that a warning was given for is assumed to hold from
// then on.
func Run(ctx context.Context, o Options) (*Result, error) {
	r := &Result{}
	suppressed := map[string]bool{}
	assumed := map[string]bool{}
	for n, name := range o.Entries {
		limited, cancel := share(ctx, o.EntryTime, len(o.Entries)-n)
		program, err := o.Load(limited, name)
		if err != nil && limited.Err() != nil {
			cancel()
			r.add(o, &Entry{Name: name, Undecided: "timeout"})
			continue
		}
		if err != nil {
			cancel()
			return nil, err
		}
		for _, a := range program.Assumptions {
			if !assumed[a] {
				assumed[a] = true
				r.Assumptions = append(r.Assumptions, a)
			}
		}
		a, err := newAnalysis(limited, o, program, name, maps.Clone(suppressed))
		if err != nil {
			cancel()
			return nil, err
		}
		entry, finished := await(limited, a)
		if finished {
			maps.Copy(suppressed, a.suppressed)
		}
		r.add(o, entry)
		cancel()
		if ctx.Err() != nil {
			break
		}
	}
	for _, e := range r.Entries {
		if e.Complete {
			r.Assumptions = append(r.Assumptions, uncertified)
			break
		}
	}
	return r, nil
}

// uncertified is said where an entry is complete: the engine's proof that nothing else fails under the specifications is
// not handed to the checker of certificates.
const uncertified = "that nothing else fails is proved by the engine; no independent checker has looked at the proof"

// add adds a finished entry.
func (r *Result) add(o Options, e *Entry) {
	r.Entries = append(r.Entries, e)
	if o.Done != nil {
		o.Done(e)
	}
}

// grace is how long an analysis gets to notice that its time is up.
const grace = 2 * time.Second

// await runs an analysis. One that does not end with its time is left alone, and its entry is undecided.
func await(ctx context.Context, a *analysis) (entry *Entry, finished bool) {
	done := make(chan *Entry, 1)
	go func() {
		defer a.close()
		done <- a.run()
	}()
	select {
	case entry = <-done:
		return entry, true
	case <-ctx.Done():
	}
	select {
	case entry = <-done:
		return entry, true
	case <-time.After(grace):
		return &Entry{Name: a.name, Undecided: "timeout"}, false
	}
}

// share is the context of the next of count entries: an equal share of the time that is left, doubled,
// since most entries take less.
func share(ctx context.Context, most time.Duration, count int) (context.Context, context.CancelFunc) {
	if deadline, ok := ctx.Deadline(); ok && count > 1 {
		part := 2 * time.Until(deadline) / time.Duration(count)
		if most == 0 || part < most {
			most = part
		}
	}
	if most == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, most)
}

func itoa(n int) string {
	if n >= 10 {
		return itoa(n/10) + string(rune('0'+n%10))
	}
	return string(rune('0' + n))
}
