package confirm

import (
	"context"
	"fmt"

	"yogi/internal/certify/split"
	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/property/slic"
	"yogi/internal/verdict"
)

// Case is a check whose answer is to be confirmed: what was asked, where evidence goes, and how the
// program is made again. It is a value that nothing here changes.
type Case struct {
	// Source is how the front end reads the files, what is the error in them, and what is checked,
	// also where they are not in C.
	Source c.Options
	InC    bool // the files are C: not Boogie, and not the text form of a program in C
	// Linear: the program that was asked about is one over mathematical integers.
	Linear bool
	// Rewritten: passes put other blocks in the place of those that were written, for the search alone.
	Rewritten bool
	Property  *property.Property // nil: there is no property file
	Rule      []slic.Source      // the files of the rule; nil: there is none
	Platform  string             // whose harness and models are among the files; "": none

	Out         string // folder of the evidence; "": it is not kept
	Witness     string // file of the witness; "": in Out
	Invariants  bool   // the verdict of a proof has the invariants of loops, whether a witness is written or not
	Version     string // of the product, for the witness
	Scratch     string // a folder for compiled tests
	Unsandboxed bool   // compiled tests run on a machine without a sandbox, too
	AllSteps    bool   // the trace of a test has the steps too on which its end does not depend

	// Sparing: a test that needs bytes of addresses is built in one way only, since another run may do without.
	Sparing bool

	// Split, if set, says why the program with split memory does not stand for the one that was
	// read: a proof about it is none.
	Split *split.Rejection
	// Partial: the program has a part of the runs of its files, so what a proof says of loops is nothing for others.
	Partial bool
	// Satisfiable: the axioms have a model (AskAxioms).
	Satisfiable bool

	Maker
	// PropertyOf names the property of a verdict: the sub-property that a fail violates, else what was checked.
	PropertyOf func(verdict.Verdict) string
	// FindUse says of an accepted proof which of its assumptions it rests on; nil: nobody asks.
	FindUse func(context.Context, *verdict.Verdict) error
}

// Maker makes the program of a case again.
type Maker interface {
	// Make makes the program in a form, good for tests if not for proofs.
	Make(ctx context.Context, form Form) (*ir.Program, error)
	// MakeTelling makes it for a run of a test that tells more than the program does. Passes that
	// put other things in the place of what a test speaks of are left out.
	MakeTelling(ctx context.Context, form Form, telling Telling) (*ir.Program, error)
	// Settings are those, in JSON, from which a validation makes the program in a form, with every
	// path put through change.
	Settings(form Form, change func(path string) string) ([]byte, error)
}

// Form is the way in which a program is made. The zero form is that of the program that was asked about.
type Form struct {
	AsWritten bool // with its branches, calls, loops and assertions as they were written
	Machine   bool // over machine words, where the question is one over mathematical integers
}

// Telling says what is added to the program of a case, so that a run of a test tells more.
type Telling struct {
	Checks   property.Checks // violations of further checks
	Exposure bool            // what it shows to the outside (lower.Options.Exposure)
	Told     bool            // what a person wants to know of the run (lower.Options.Told)
	Copied   bool            // of a told program: small functions have a copy for each call, as in the one that was searched
	Memory   bool            // of a told program: memory is in the maps of the one that was searched
	// Add gives what the front end made with something added to it; nil: nothing is.
	Add func(*ir.Program) *ir.Program
}

// Confirmed is a verdict and what else its evidence says.
type Confirmed struct {
	verdict.Verdict
	// Proof is the accepted proof of a pass.
	Proof []Proved
	// Undefined: the run of the test that was found does what C leaves undefined before it gets to the error.
	Undefined bool
	// TakesBytes: the run of the test that was found needs bytes of addresses, and nothing shows it.
	TakesBytes bool
	// Spared is the answer if other builds of its test may show it (Case.Sparing).
	Spared *verdict.Answer
	// Given are, where the test that was found needs results of functions that these do not give, its inputs.
	Given []verdict.InputValue
}

// Proved is a graph of an accepted certificate, with the regions that runs from its NotMay regions are in.
type Proved struct {
	Graph   *verdict.Graph
	Regions map[int]bool
}

// files are the program's.
func (k Case) files() []string {
	var out []string
	for _, u := range k.Source.Units {
		out = append(out, u.File)
	}
	return out
}

// entry is the function that the program starts in.
func (k Case) entry() string {
	if k.Source.Entry == "" {
		return "main"
	}
	return k.Source.Entry
}

func unknown(reason verdict.Reason, detail string) verdict.Verdict {
	return verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Unknown, Reason: reason, Detail: detail}}
}

// rejected is a verdict whose evidence did not check.
func rejected(v verdict.Verdict, format string, args ...any) verdict.Verdict {
	v.Kind, v.Reason = verdict.Unknown, verdict.EvidenceRejected
	v.Detail = fmt.Sprintf(format, args...)
	return v
}
