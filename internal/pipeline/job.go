package pipeline

import (
	"time"

	"yogi/internal/frontend/c"
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
	// AllFunctions makes the program of every function with a body, whether the entry reaches it or not.
	AllFunctions bool             `json:"-"`
	Memory       uint64           `json:"-"` // bytes; 0: no bound
	Out          string           `json:"-"` // folder of the evidence; "": it is not kept
	SolverLog    string           `json:"-"` // folder of logged queries
	Journal      *journal.Journal `json:"-"`
	DebugCheck   bool             `json:"-"` // re-check the engine's invariants after every step
}

// Program is what decides which program is made of the files.
type Program struct {
	Entry          string             `json:"entry,omitempty"` // "": main for C, what the program marks for Boogie
	DataModel      string             `json:"data_model"`      // ILP32 or LP64
	Property       *property.Property `json:"property,omitempty"`
	Rule           *Rule              `json:"rule,omitempty"`
	ErrorFunctions []string           `json:"error_functions,omitempty"`
	ErrorLabel     string             `json:"error_label,omitempty"`
	Malloc         string             `json:"malloc"`     // never-null or may-fail
	Undefined      string             `json:"undefined"`  // nondet, havoc-args or error
	FreeSpecs      string             `json:"free_specs"` // use or ignore
	Arith          string             `json:"arith"`      // bits or linear
	c.Reading                         // how C files are read
	// Readings says for each file how it is read before what is said for all; nil: nothing.
	Readings []c.Reading `json:"readings,omitempty"`
}

// Rule is the rule that a C program is checked against, with the text of all its files.
type Rule struct {
	Name    string        `json:"name"`
	Sources []slic.Source `json:"sources"`
}

// SetRule makes a rule what the job checks.
func (j *Job) SetRule(r *slic.Rule) { j.Rule = &Rule{r.Name, r.Sources} }

// Search is how the answer is searched for.
type Search struct {
	Algorithm string `json:"algorithm"` // dash or synergy
	Strict    bool   `json:"strict,omitempty"`
	TestSteps int    `json:"test_steps"`
}

// Outcome is a verdict and what it took.
type Outcome struct {
	verdict.Verdict
	Seconds map[string]float64 // by stage
}

// reading is how file number i is read: its own folders are searched first, and what is said for all files
// comes last and so wins.
func (j Job) reading(i int) c.Reading {
	if j.Readings == nil {
		return j.Reading
	}
	return j.Readings[i].Then(j.Reading)
}

// SetProperty makes a parsed property the job's.
func (j *Job) SetProperty(p property.Property) {
	j.Property = &p
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
