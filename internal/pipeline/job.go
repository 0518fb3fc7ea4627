package pipeline

import (
	"time"

	"yogi/internal/journal"
	"yogi/internal/property"
	"yogi/internal/verdict"
)

// Job is one check: what to check and how. The zero value of a setting is its default.
type Job struct {
	Files          []string
	Entry          string // "": main for C, what the program marks for Boogie
	DataModel      string // ILP32 or LP64
	Property       *property.Property
	ErrorFunctions []string
	ErrorLabel     string
	Algorithm      string // dash or synergy
	Timeout        time.Duration
	Memory         uint64 // bytes; 0: no bound
	Malloc         string // never-null or may-fail
	Undefined      string // nondet, havoc-args or error
	FreeSpecs      string // use or ignore
	Arith          string // bits or linear
	Strict         bool
	TestSteps      int
	Include        []string // -I
	Define         []string // -D
	Undefine       []string // -U
	Out            string   // folder of the evidence; "": it is not kept
	SolverLog      string   // folder of logged queries
	Journal        *journal.Journal
	DebugCheck     bool // re-check the engine's invariants after every step
}

// Outcome is a verdict and what it took.
type Outcome struct {
	verdict.Verdict
	Seconds map[string]float64 // by stage
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
