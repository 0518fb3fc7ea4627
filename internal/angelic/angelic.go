package angelic

import (
	"context"
	"slices"
	"sync"
	"time"

	"yogi/internal/angelic/trace"
	"yogi/internal/assumption"
	"yogi/internal/deadline"
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
	// TestedElsewhere: the specification says of what a function without a body returns that it is not null, and other
	// code of the files takes null for it.
	TestedElsewhere Class = "tested elsewhere"
	// Unexplained: the search for a specification was given up. It is no warning, and listed apart.
	Unexplained Class = "unexplained"
)

// Warning is a failure that no acceptable specification explains away.
type Warning struct {
	Class    Class
	Entry    string
	Function string
	Pos      source.Pos
	Place    source.Pos // where the program has that (trace.Path.Place)
	What     string
	Property string // violated, "" for an assertion
	Reason   string
	// Tried are the specifications that were found and are not acceptable.
	Tried []Rejected
	Test  *verdict.Test
	Trace []verdict.Step
	// Stack are the calls that are open where it fails, the entry first.
	Stack []trace.Frame
	// Breaks says what the failure breaks of what a function assumes of its callers, nil if it is
	// none of those.
	Breaks *Broken
	// Evidence are files written for the warning, by role.
	Evidence map[string]string
	// Executed says what became of the compiled test, "" if there is none.
	Executed string
}

// key identifies the assertion that fails, also across the programs of different entries.
func (w *Warning) key() string { return keyOf(w.Pos, w.What) }

func keyOf(pos source.Pos, what string) string { return pos.String() + " " + what }

// Confirmed marks a warning whose compiled test fails.
const Confirmed = "compiled and run, it fails"

// IsConfirmed says that a compiled test of the warning fails.
func (w *Warning) IsConfirmed() bool { return w.Executed == Confirmed }

// Rejected is a specification that is not acceptable.
type Rejected struct {
	Text string `json:"text"`
	Why  string `json:"why"`
}

// Entry holds what was found from one entry.
type Entry struct {
	Name           string
	Prototype      string   // the declaration of the function, in C; "": there is none to be repeated
	Required       []string // what its contract demands already, read or not
	Specifications []*Specification
	Warnings       []*Warning
	// Unexplained are the failures of that class.
	Unexplained []*Warning
	// Suppressed and Known are warnings set aside: by a comment in the source, as being in a baseline.
	Suppressed, Known []*Warning
	// Complete: nothing else fails from this entry under the specifications, as the engine has proved.
	Complete bool
	// Certified: a checker that had no part in the search has accepted the proof of that, which
	// takes for granted that the specifications hold and that the assertions of the warnings do not
	// fail. Unchecked is why not, if it was tried.
	Certified bool
	Unchecked string
	// Undecided says why the search ended before it was complete.
	Undecided string
	// Notes say what the search left out; failures behind that are not found.
	Notes []string
	// Ignored are assumptions of the program that the search did without: a warning may come of that.
	Ignored    []string
	Iterations int
	Seconds    float64
	assumed    map[string]bool // assertions that are taken to hold, after a warning or without an explanation
	cut        bool            // runs end at what is not modelled
}

// Result is the outcome of a run.
type Result struct {
	Entries     []*Entry
	Assumptions assumption.List
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
	// Functions are those of the files that have a body: who calls the entries.
	Functions []Function
	// Load makes the program that starts in an entry, ready for the engine.
	Load func(ctx context.Context, entry string) (*ir.Program, error)
	// Certify checks the proof that nothing fails in a program that Load made and that holds the
	// specifications; nil: proofs are not checked.
	Certify Certifier
	// Monitors are names of variables and members that hold the state of a property.
	Monitors map[string]bool
	// Watched are names of variables that hold, at the start, any object that a property is about:
	// the property is about each, so no specification may say which it is.
	Watched map[string]bool
	// Done is given each entry when it is finished, and again if it went on after its share of the
	// time was up; may be nil. Calls of it do not overlap.
	Done func(*Entry)
	// Jobs is how many entries are analysed at once; below 2: one. The result does not depend on it
	// but for specifications and what is said of callers: with more than one, an assertion that a
	// warning was given for is not assumed in other entries.
	Jobs int
}

// Certifier checks a proof. unchecked says why it could not; the error is why it was rejected.
type Certifier func(ctx context.Context, p *ir.Program, c *verdict.Certificate) (unchecked string, err error)

// outcome holds what became of one entry.
type outcome struct {
	entry       *Entry
	reaches     map[string]bool // the functions of its program, as in the source
	assumptions assumption.List
	paused      *analysis // of an entry that is undecided since its share of the time was up
	err         error
}

// Run analyses the entries; the result is in their order. They are analysed bottom up: an assertion
// that a warning was given for is not warned of again where the entry of the warning runs.
func Run(ctx context.Context, o Options) (*Result, error) {
	order := bottomUp(o.Entries, o.Functions)
	var outcomes []outcome
	if o.Jobs > 1 {
		outcomes = runParallel(ctx, o, order)
	} else {
		outcomes = runInOrder(ctx, o, order)
	}
	goOn(ctx, o, outcomes)
	for _, out := range outcomes {
		if out.err != nil {
			return nil, out.err
		}
	}
	dropRepeated(outcomes)
	slices.SortStableFunc(outcomes, func(x, y outcome) int {
		return slices.Index(o.Entries, x.entry.Name) - slices.Index(o.Entries, y.entry.Name)
	})
	r := &Result{}
	for _, out := range outcomes {
		r.Assumptions.Join(out.assumptions)
		r.Entries = append(r.Entries, out.entry)
	}
	for _, e := range r.Entries {
		if e.Complete && !e.Certified {
			r.Assumptions.Add(assumption.Uncertified, "", source.Pos{})
			break
		}
	}
	r.askCallers(o.Functions)
	return r, nil
}

// runInOrder analyses one entry after the other. An assertion that a warning was given for is
// assumed to hold in the entries from which its entry runs; one whose failure is unexplained is
// not, as another entry may have a warning for it. Each has an equal share of the time that is
// left: what earlier ones leave over, later ones have, which are callers and have more to do.
func runInOrder(ctx context.Context, o Options, order []string) []outcome {
	var earlier []finished
	var all []outcome
	for n, name := range order {
		limited, cancel := deadline.Equal(ctx, len(order)-n)
		out := runEntry(limited, o, name, earlier)
		cancel()
		all = append(all, out)
		if out.err != nil {
			return all
		}
		if len(out.entry.Warnings) > 0 {
			earlier = append(earlier, finished{name, keysOf(out.entry.Warnings)})
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
func runParallel(ctx context.Context, o Options, order []string) []outcome {
	all := make([]outcome, len(order))
	var lock sync.Mutex
	var group sync.WaitGroup
	next := 0
	for range min(o.Jobs, len(order)) {
		group.Add(1)
		go func() {
			defer group.Done()
			for {
				lock.Lock()
				n := next
				next++
				lock.Unlock()
				if n >= len(order) {
					return
				}
				limited, cancel := deadline.Equal(ctx, (len(order)-n+o.Jobs-1)/o.Jobs)
				out := runEntry(limited, o, order[n], nil)
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
func runEntry(ctx context.Context, o Options, name string, earlier []finished) outcome {
	program, err := o.Load(ctx, name)
	if err != nil && ctx.Err() != nil {
		return outcome{entry: &Entry{Name: name, Undecided: timeIsUp}}
	}
	if err != nil {
		return outcome{err: err}
	}
	out := outcome{assumptions: program.Assumptions, reaches: functionsOf(program)}
	a, err := newAnalysis(ctx, o, program, name, suppressedIn(out.reaches, earlier))
	if err != nil {
		return outcome{err: err}
	}
	a.noteContracts(program)
	out.entry, out.paused = await(ctx, a)
	return out
}

// goOn gives what time is left to the entries whose share of it was up: each goes on where it was.
func goOn(ctx context.Context, o Options, outcomes []outcome) {
	left := 0
	for _, out := range outcomes {
		if out.paused != nil {
			left++
		}
	}
	for n := range outcomes {
		out := &outcomes[n]
		if out.paused == nil || ctx.Err() != nil {
			continue
		}
		limited, cancel := deadline.Equal(ctx, left)
		left--
		if err := out.paused.open(limited); err == nil {
			out.entry, _ = await(limited, out.paused)
			if o.Done != nil {
				o.Done(out.entry)
			}
		}
		cancel()
	}
}

// grace is how long an analysis gets to notice that its time is up.
const grace = 2 * time.Second

// await runs an analysis. One that does not end with its time is left alone, and its entry is
// undecided; one that ends undecided with it may go on later.
func await(ctx context.Context, a *analysis) (*Entry, *analysis) {
	done := make(chan *Entry, 1)
	go func() {
		entry := a.run()
		a.close()
		done <- entry
	}()
	ended := func(entry *Entry) (*Entry, *analysis) {
		if ctx.Err() == nil || entry.Complete {
			return entry, nil
		}
		return entry, a
	}
	select {
	case entry := <-done:
		return ended(entry)
	case <-ctx.Done():
	}
	select {
	case entry := <-done:
		return ended(entry)
	case <-time.After(grace):
		return &Entry{Name: a.name, Undecided: timeIsUp}, nil
	}
}
