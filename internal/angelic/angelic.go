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
	"sync"
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

// key identifies the assertion that fails, also across the programs of different entries.
func (w *Warning) key() string { return keyOf(w.Pos, w.What) }

func keyOf(pos source.Pos, what string) string { return pos.String() + " " + what }

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
	// Certified: a checker that had no part in the search has accepted the proof of that, which takes for granted that the
	// specifications hold and that the assertions of the warnings do not fail. Unchecked is why not, if it was tried.
	Certified bool
	Unchecked string
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
	// Certify checks the proof that nothing fails in a program that Load made and that holds the specifications; nil: proofs are
	// not checked.
	Certify Certifier
	// Monitors are names of variables and members that hold the state of a property.
	Monitors map[string]bool
	// Watched are names of variables that hold, at the start, any object that a property is about: the property is about each,
	// so no specification may say which it is.
	Watched map[string]bool
	// EntryTime bounds one entry; 0: the rest of the context's time, shared.
	EntryTime time.Duration
	// Done is given each entry when it is finished; may be nil. Calls of it do not overlap.
	Done func(*Entry)
	// Jobs is how many entries are analysed at once; below 2: one. The result does not depend on it but for
	// specifications: with more than one, an assertion that a warning was given for is not assumed in other entries.
	Jobs int
}

// Certifier checks a proof. unchecked says why it could not; the error is why it was rejected.
type Certifier func(ctx context.Context, p *ir.Program, c *verdict.Certificate) (unchecked string, err error)

// outcome is what became of one entry.
type outcome struct {
	entry       *Entry
	assumptions []string
	err         error
}

// Run analyses the entries; the result is in their order. An assertion that a warning was given for is not warned of again.
func Run(ctx context.Context, o Options) (*Result, error) {
	var outcomes []outcome
	if o.Jobs > 1 {
		outcomes = runParallel(ctx, o)
	} else {
		outcomes = runInOrder(ctx, o)
	}
	r := &Result{}
	assumed := map[string]bool{}
	for _, out := range outcomes {
		if out.err != nil {
			return nil, out.err
		}
		for _, a := range out.assumptions {
			if !assumed[a] {
				assumed[a] = true
				r.Assumptions = append(r.Assumptions, a)
			}
		}
		r.Entries = append(r.Entries, out.entry)
	}
	r.leaveOut()
	for _, e := range r.Entries {
		if e.Complete && !e.Certified {
			r.Assumptions = append(r.Assumptions, uncertified)
			break
		}
	}
	return r, nil
}

// leaveOut takes away what is reported twice: a warning of which an earlier entry has warned, and an unexplained failure of
// which any entry has warned or which an earlier one has listed. An unexplained failure takes no warning away.
func (r *Result) leaveOut() {
	warned, listed := map[string]bool{}, map[string]bool{}
	fresh := func(list []*Warning, known map[string]bool) []*Warning {
		var kept []*Warning
		for _, w := range list {
			if !known[w.key()] {
				kept = append(kept, w)
			}
		}
		return kept
	}
	for _, e := range r.Entries {
		e.Warnings = fresh(e.Warnings, warned)
		for _, w := range e.Warnings {
			warned[w.key()] = true
		}
	}
	for _, e := range r.Entries {
		e.Unexplained = fresh(fresh(e.Unexplained, warned), listed)
		for _, w := range e.Unexplained {
			listed[w.key()] = true
		}
	}
}

// runInOrder analyses one entry after the other. An assertion that a warning was given for is assumed to hold from then on; one whose
// failure is unexplained is not, as another entry may have a warning for it.
func runInOrder(ctx context.Context, o Options) []outcome {
	suppressed := map[string]bool{}
	var all []outcome
	for n, name := range o.Entries {
		limited, cancel := share(ctx, o.EntryTime, len(o.Entries)-n)
		out := runEntry(limited, o, name, suppressed)
		cancel()
		all = append(all, out)
		if out.err != nil {
			return all
		}
		for _, w := range out.entry.Warnings {
			suppressed[w.key()] = true
		}
		if o.Done != nil {
			o.Done(out.entry)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return all
}

// runParallel analyses several entries at once, each by itself.
func runParallel(ctx context.Context, o Options) []outcome {
	all := make([]outcome, len(o.Entries))
	var lock sync.Mutex
	var group sync.WaitGroup
	next := 0
	for range min(o.Jobs, len(o.Entries)) {
		group.Add(1)
		go func() {
			defer group.Done()
			for {
				lock.Lock()
				n := next
				next++
				lock.Unlock()
				if n >= len(o.Entries) {
					return
				}
				limited, cancel := share(ctx, o.EntryTime, (len(o.Entries)-n+o.Jobs-1)/o.Jobs)
				out := runEntry(limited, o, o.Entries[n], nil)
				cancel()
				all[n] = out
				if o.Done != nil && out.err == nil {
					lock.Lock()
					o.Done(out.entry)
					lock.Unlock()
				}
			}
		}()
	}
	group.Wait()
	return all
}

// runEntry analyses one entry.
func runEntry(ctx context.Context, o Options, name string, suppressed map[string]bool) outcome {
	program, err := o.Load(ctx, name)
	if err != nil && ctx.Err() != nil {
		return outcome{entry: &Entry{Name: name, Undecided: "timeout"}}
	}
	if err != nil {
		return outcome{err: err}
	}
	out := outcome{assumptions: program.Assumptions}
	known := maps.Clone(suppressed)
	if known == nil {
		known = map[string]bool{}
	}
	a, err := newAnalysis(ctx, o, program, name, known)
	if err != nil {
		return outcome{err: err}
	}
	out.entry = await(ctx, a)
	return out
}

// uncertified is said where an entry is complete and the checker of certificates has not accepted the engine's proof that nothing
// else fails under the specifications.
const uncertified = "that nothing else fails is proved by the engine; no independent checker has looked at the proof"

// grace is how long an analysis gets to notice that its time is up.
const grace = 2 * time.Second

// await runs an analysis. One that does not end with its time is left alone, and its entry is undecided.
func await(ctx context.Context, a *analysis) *Entry {
	done := make(chan *Entry, 1)
	go func() {
		defer a.close()
		done <- a.run()
	}()
	select {
	case entry := <-done:
		return entry
	case <-ctx.Done():
	}
	select {
	case entry := <-done:
		return entry
	case <-time.After(grace):
		return &Entry{Name: a.name, Undecided: "timeout"}
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
