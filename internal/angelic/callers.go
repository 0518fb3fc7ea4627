package angelic

import (
	"cmp"
	"slices"
	"strings"

	"yogi/internal/angelic/trace"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// This file asks what the callers in the files make of what is assumed of an entry. The question
// about a caller goes through the bodies of what it calls, so the answers are there when the caller
// has been analysed: a failure at the assertion that the specification was made for is one that the
// caller causes, a specification of the caller passes the demand on, and a proof without either
// says that the demand is kept: under the caller's other specifications, and with the assertions of
// its warnings taken to hold. Nothing is concluded from the formula of the specification.

// State says what is known of a specification.
type State string

// The states.
const (
	// Outside: it speaks of what a function without a body does, which is not for callers to keep.
	Outside State = "outside"
	// Latent: whether the assertion fails depends on callers.
	Latent State = "latent"
	// Manifest: some caller in the files breaks it, and there is a warning of that.
	Manifest State = "manifest"
	// Kept: from no caller in the files the assertion can fail, under what is assumed of them;
	// there may be other callers.
	Kept State = "kept"
	// Discharged: the same, and all callers are in the files. So nothing is assumed.
	Discharged State = "discharged"
)

// Answer says what a caller makes of a specification.
type Answer string

// The answers.
const (
	Keeps     Answer = "keeps"
	Breaks    Answer = "breaks"
	PassesOn  Answer = "passes on" // it is kept under specifications of the caller
	Undecided Answer = "undecided"
)

// Caller is a function that calls an entry, with what it makes of a specification of the entry.
type Caller struct {
	Name   string
	Answer Answer
	// Certified: the proof of one that keeps it or passes it on was checked independently.
	Certified bool
	// Assumed are the specifications of a caller that passes on.
	Assumed []*Specification
	// Warnings are those of a caller that breaks it.
	Warnings []*Warning
	Why      string // it is undecided
	noEntry  bool   // it was not looked at
}

// Broken holds what a warning breaks: a specification of a function that the entry calls, directly or not.
type Broken struct {
	Function       string
	Specifications []*Specification // one of them at least
	Caller         string           // that calls the function
	Call           source.Pos
}

// isDemand says that a specification is for callers to keep: it speaks of nothing but arguments and
// the state at the start.
func (s *Specification) isDemand() bool {
	return !slices.ContainsFunc(s.Unknowns, func(u trace.Occurrence) bool {
		return isResult(u.Input) || u.Input.Kind != ir.EntryParameter && u.Input.Kind != ir.OutsidePointer
	})
}

func (s *Specification) key() string { return keyOf(s.For, s.What) }

// askCallers says of each specification what the callers make of it, and of each warning what it breaks.
func (r *Result) askCallers(functions []Function) {
	c := &callers{entries: map[string]*Entry{}, of: map[string][]string{}, hidden: map[string]bool{}}
	for _, e := range r.Entries {
		c.entries[e.Name] = e
	}
	for _, f := range functions {
		c.hidden[f.Name] = f.Hidden
		for _, callee := range f.Calls {
			if callee != f.Name { // what a function asks of itself is part of the question about it
				c.of[callee] = append(c.of[callee], f.Name)
			}
		}
	}
	for _, e := range r.Entries {
		for _, w := range e.Warnings {
			w.Breaks = c.broken(e, w)
		}
	}
	for _, e := range r.Entries {
		for _, s := range e.Specifications {
			c.ask(e, s)
		}
	}
	for _, e := range r.Entries {
		for _, s := range e.Specifications {
			if s.isDemand() && c.discharged(e.Name, s.key(), map[string]bool{}) {
				s.State = Discharged
			}
		}
	}
}

// callers knows who calls whom.
type callers struct {
	entries map[string]*Entry
	of      map[string][]string // by callee
	hidden  map[string]bool
}

// demands are the specifications of an entry that were made for an assertion and are for its callers to keep.
func (c *callers) demands(entry, key string) []*Specification {
	e := c.entries[entry]
	if e == nil {
		return nil
	}
	var out []*Specification
	for _, s := range e.Specifications {
		if s.key() == key && s.isDemand() {
			out = append(out, s)
		}
	}
	return out
}

// broken returns what a warning breaks: the demands of the first function on the way to the
// assertion that makes some for it.
func (c *callers) broken(e *Entry, w *Warning) *Broken {
	for n := 1; n < len(w.Stack); n++ {
		f := w.Stack[n]
		if f.Function == e.Name {
			continue
		}
		if demands := c.demands(f.Function, w.key()); len(demands) > 0 {
			return &Broken{f.Function, demands, w.Stack[n-1].Function, f.Call}
		}
	}
	return nil
}

// ask fills in what the callers make of a specification.
func (c *callers) ask(e *Entry, s *Specification) {
	s.State = Outside
	if !s.isDemand() {
		return
	}
	s.State = Latent
	s.Others = !c.hidden[e.Name]
	kept := len(c.of[e.Name]) > 0
	for _, name := range c.of[e.Name] {
		answer := c.answer(name, e.Name, s)
		s.Callers = append(s.Callers, answer)
		kept = kept && answer.Answer == Keeps
	}
	switch {
	case slices.ContainsFunc(s.Callers, func(c Caller) bool { return c.Answer == Breaks }):
		s.State = Manifest
	case kept:
		s.State = Kept
	}
}

// answer returns what a caller makes of a specification of what it calls.
func (c *callers) answer(caller, entry string, s *Specification) Caller {
	out := Caller{Name: caller, Answer: Undecided}
	// Whoever the warning is given for, the call that breaks it may be in a function further in.
	for _, e := range c.entries {
		for _, w := range e.Warnings {
			if b := w.Breaks; b != nil && b.Function == entry && b.Caller == caller && w.key() == s.key() {
				out.Warnings = append(out.Warnings, w)
			}
		}
	}
	if len(out.Warnings) > 0 {
		slices.SortFunc(out.Warnings, func(x, y *Warning) int { return comparePlaces(x.Breaks.Call, y.Breaks.Call) })
		out.Answer = Breaks
		return out
	}
	e := c.entries[caller]
	switch {
	case e == nil:
		out.Why, out.noEntry = "it is no entry", true
	case e.assumed[s.key()]:
		out.Why = "the assertion is taken to hold there, after a warning or a failure without explanation"
	case !e.Complete:
		out.Why = e.Undecided
	case e.cut:
		out.Why = "not all of it is modelled"
	default:
		for _, own := range e.Specifications {
			if own.key() == s.key() {
				out.Assumed = append(out.Assumed, own)
			}
		}
		out.Answer, out.Certified = Keeps, e.Certified
		if len(out.Assumed) > 0 {
			out.Answer = PassesOn
		}
	}
	return out
}

// discharged says that all callers of an entry are known, and that what it assumes for an assertion
// none of them leaves open: each keeps it, or passes it on to callers who do. seen are the entries
// that are asked about.
func (c *callers) discharged(entry, key string, seen map[string]bool) bool {
	if seen[entry] {
		return true // a cycle of calls: who enters it is asked
	}
	seen[entry] = true
	if !c.hidden[entry] || len(c.of[entry]) == 0 {
		return false
	}
	for _, s := range c.demands(entry, key) {
		for _, caller := range s.Callers {
			up := caller.Answer == PassesOn && !slices.ContainsFunc(caller.Assumed, func(s *Specification) bool { return !s.isDemand() })
			if caller.Answer != Keeps && !(up && c.discharged(caller.Name, key, seen)) {
				return false
			}
		}
	}
	return true
}

// stackOf are the calls that are open at the end of a path, from the entry on: what the front end
// put before it is left out.
func (a *analysis) stackOf(path *trace.Path) []trace.Frame {
	stack := path.Stack()
	first := slices.IndexFunc(stack, func(f trace.Frame) bool { return f.Function == a.name })
	return stack[max(first, 0):]
}

// comparePlaces orders places as in the source.
func comparePlaces(x, y source.Pos) int {
	return cmp.Or(strings.Compare(x.File, y.File), x.Line-y.Line, x.Column-y.Column)
}
