package load

import (
	"slices"
	"strings"
	"time"

	"yogi/internal/cases"
	"yogi/internal/element"
	"yogi/internal/feature"
	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/journal"
	"yogi/internal/property"
	"yogi/internal/property/slic"
	"yogi/internal/verdict"
)

// Job is one check: what to check and how. The zero value of a setting is its default.
type Job struct {
	Files []string `json:"files"` // one, or several of C
	Program
	Search
	Timeout time.Duration `json:"-"`
	// AllFunctions makes the program of every function with a body, whether the entry reaches it or
	// not.
	AllFunctions bool             `json:"-"`
	Jobs         int              `json:"-"` // attempts of the search that are made at once; 0: one
	Memory       uint64           `json:"-"` // bytes; 0: no bound
	Out          string           `json:"-"` // folder of the evidence; "": it is not kept
	Witness      string           `json:"-"` // file of the witness; "": in Out
	Version      string           `json:"-"` // of the product, for the witness
	Cache        string           `json:"-"` // folder of what checks keep for later ones (package store); "": none
	KnownAs      []string         `json:"-"` // what Cache knows the files as; nil: by their paths
	Paranoid     bool             `json:"-"` // a verdict in which Cache has a part is found again without it
	SolverLog    string           `json:"-"` // folder of logged queries
	Journal      *journal.Journal `json:"-"`
	// Unsandboxed runs compiled tests on a machine without a sandbox, too. Evidence does not say
	// so: who validates it decides.
	Unsandboxed bool `json:"-"`
	// AllSteps: traces have the steps too on which their ends do not depend.
	AllSteps bool `json:"-"`
	// Assumptions is CheckAssumptions, to find out which of them a pass rests on, or "".
	Assumptions string `json:"-"`
	// DebugCheck re-checks the program behind every pass and the engine's invariants after every
	// step.
	DebugCheck bool `json:"-"`
	// Cover: the outcome says what was found out about each line.
	Cover bool `json:"-"`
	// Invariants: a pass says what its proof says of loops, as it does with Cover.
	Invariants bool `json:"-"`
	// Scarce says so when memory runs short, and what is tried beside other things ends; nil: it never does.
	Scarce <-chan struct{} `json:"-"`
	// Ran is told the tests that a search ended with, and their program; nil: nobody asks.
	Ran func(*ir.Program, []*verdict.Test) `json:"-"`
	// Reached is told of each search to which places its regions have abstract paths; nil: nobody asks.
	Reached func(map[Place]bool) `json:"-"`
	// Induction: claims found backwards from each error are known to prove all.
	Induction bool `json:"-"`
	// Scans are the headers, and the latest linked unit, that jobs about the same files share; nil: the job's own.
	Scans *c.Scans `json:"-"`
	// Read is what was read when the standard headers were chosen; nil: nothing.
	Read *c.Scans `json:"-"`
	// Shared has what jobs about the same files share beyond that; nil: nothing.
	Shared *Shared `json:"-"`
}

// Program are the settings that decide which program is made of the files.
type Program struct {
	Entry          string             `json:"entry,omitempty"` // "": main for C, what the program marks for Boogie
	DataModel      string             `json:"data_model"`      // of a target (package frontend/c/target)
	Property       *property.Property `json:"property,omitempty"`
	Rule           *Rule              `json:"rule,omitempty"`
	Platform       string             `json:"platform,omitempty"` // whose harness and models are among the files; "": none
	Checks         property.Checks    `json:"checks,omitempty"`   // empty: reach
	ErrorFunctions []string           `json:"error_functions,omitempty"`
	ErrorLabel     string             `json:"error_label,omitempty"`
	Allocators     []string           `json:"allocators,omitempty"`
	EntryState     string             `json:"entry_state,omitempty"` // any or initial
	NonNull        string             `json:"non_null,omitempty"`    // declared, all or none
	// EntryMayReturn: no return of the entry of a Boogie program is the error, even if nothing in
	// it is checked.
	EntryMayReturn bool   `json:"entry_may_return,omitempty"`
	Malloc         string `json:"malloc"`         // never-null or may-fail
	Printing       string `json:"printing"`       // never-fails or may-fail
	Volatile       string `json:"volatile"`       // input or ordinary
	Undefined      string `json:"undefined"`      // nondet, havoc-args, havoc-calls or error
	Library        string `json:"libc,omitempty"` // models or none
	FreeSpecs      string `json:"free_specs"`     // use or ignore
	Arith          string `json:"arith"`          // bits or linear
	c.Reading             // how C files are read
	// RemovedIfThere are those of the functions whose bodies are left out that a program need not have.
	RemovedIfThere []string `json:"-"`
	// Headers are the standard headers that are read: auto, own or machine; what auto comes to is
	// in Reading.
	Headers string `json:"-"`
	// Readings says for each file how it is read before what is said for all; nil: nothing.
	Readings []c.Reading `json:"readings,omitempty"`
	// Open: the program is a part of one, as an angelic check sees it.
	Open bool `json:"open,omitempty"`
	// Sizes: objects of its callers end where parameters that count their elements say.
	Sizes   bool `json:"sizes,omitempty"`
	Harness bool `json:"harness,omitempty"` // the entry of an open program gives globals their values
	// Unknown are functions whose bodies and models are left out: their results are those of
	// functions without a body.
	Unknown []string `json:"unknown,omitempty"`
	// Apart: what goes wrong is asked about apart. In a function of the library it is known apart by
	// its callers, as Places has it, and a run may end unseen at any other place, so operands are
	// evaluated in either order where one of them may go wrong.
	Apart bool `json:"apart,omitempty"`
	// Given are places at which a check that fails only ends the run: the verdict is about the
	// others.
	Given []Place `json:"given,omitempty"`
	// Case is the part of the runs that the check is about; empty: all.
	Case cases.Case `json:"case,omitempty"`
	// Blocked are checks of which a violation only ends the run; what is not modelled does then,
	// too.
	Blocked property.Checks `json:"-"`
	// Modelled: a run ends where it gets to what is not modelled.
	Modelled bool `json:"-"`
	// Avoided are results of functions of the C library at which a run ends.
	Avoided []Result `json:"-"`
	// PlainBytes: of what the program reads as numbers where addresses may be, runs are looked at that read numbers.
	PlainBytes bool `json:"-"`
	// Exposure: the program says what it shows to the outside. It is made to watch a run of a test,
	// never to be searched.
	Exposure bool `json:"-"`
	// Told: the program says what a person wants to know of a run. It is made as for Exposure.
	Told bool `json:"-"`
}

// Rule is the rule that a C program is checked against, with the text of all its files.
type Rule struct {
	Name    string        `json:"name"`
	Sources []slic.Source `json:"sources"`
}

// OwnScans are new ones for jobs about the files, with the texts that were read to choose the headers.
func (j Job) OwnScans() *c.Scans {
	if j.Read != nil {
		return j.Read.Beside()
	}
	return c.NewScans()
}

// SetRule makes a rule what the job checks.
func (j *Job) SetRule(r *slic.Rule) { j.Rule = &Rule{r.Name, r.Sources} }

// Search is how the answer is searched for.
type Search struct {
	Algorithm string `json:"algorithm"`       // smash, may, must, dash, synergy, slam, lee-yannakakis or dart
	Alias     string `json:"alias,omitempty"` // of slam: cases or ite
	Strict    bool   `json:"strict,omitempty"`
	TestSteps int    `json:"test_steps"`
	// Initial is the first abstraction, with which the regions begin: none (and ""), state or
	// state+args.
	Initial string `json:"initial_abstraction,omitempty"`
	// Features are what there is of the search, and of the passes.
	Features feature.Set `json:"features,omitzero"`
	// Elements are facts about all nodes of lists that the program checks and takes for granted;
	// nil: none, and the program is not prepared for any.
	Elements *Elements `json:"elements,omitempty"`
}

// Elements are facts about all elements (package element).
type Elements struct {
	Facts []element.Fact `json:"facts,omitempty"`
}

// ReadingOf is how file number i is read: its own folders are searched first, and what is said for
// all files comes last and so wins.
func (j Job) ReadingOf(i int) c.Reading {
	if j.Readings == nil {
		return j.Reading
	}
	return j.Readings[i].Then(j.Reading)
}

// SetProperty makes a parsed property the job's.
func (j *Job) SetProperty(p property.Property) {
	j.Property = &p
	j.Checks = p.Checks
	if j.Entry == "" && p.Entry != "main" {
		j.Entry = p.Entry
	}
	switch p.Kind {
	case property.ErrorCall:
		j.ErrorFunctions = append(j.ErrorFunctions, p.Function)
	case property.ErrorLabel:
		j.ErrorLabel = p.Label
	}
}

// namedErrors are the error functions without that of the property, which is one for programs of
// all kinds and need not be there.
func (j Job) namedErrors() []string {
	if j.Property == nil || j.Property.Kind != property.ErrorCall {
		return j.ErrorFunctions
	}
	return slices.DeleteFunc(slices.Clone(j.ErrorFunctions), func(name string) bool { return name == j.Property.Function })
}

// PropertyOf names the property of a verdict: the sub-property that a fail violates, else what was
// checked.
func (j Job) PropertyOf(v verdict.Verdict) string {
	switch {
	case v.Kind == verdict.Fail && v.Test != nil && v.Test.Property != "":
		return v.Test.Property
	case j.Rule != nil:
		return j.Rule.Name
	case v.Kind == verdict.Fail:
		return property.Reach.SubProperty()
	case j.Property != nil:
		return j.Property.Name
	}
	var names []string
	for _, check := range j.Checks.Each() {
		if name := check.SubProperty(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// Unchecked says why the property of a job cannot be checked; "" if it can.
func (j Job) Unchecked() string {
	if j.Property != nil && j.Property.Kind == property.Other {
		return "the property " + j.Property.Name + " is not checked"
	}
	if j.IsLinear() && j.Checks.Has(property.Overflow) {
		return "the property " + property.Overflow.SubProperty() + " is about machine words: with --arith linear there are none"
	}
	for _, check := range j.Checks.Each() {
		if check != property.Reach && len(j.Files) > 0 && !IsC(j.Files[0]) {
			return "the property " + check.SubProperty() + " is not checked in programs that are not in C"
		}
	}
	return ""
}

// What C integers are.
const (
	bitsArith   = "bits"
	linearArith = "linear" // mathematical
)

// IsLinear reports whether the job's program is one over mathematical integers.
func (j Job) IsLinear() bool { return j.Arith == linearArith && len(j.Files) > 0 && IsC(j.Files[0]) }
