package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"yogi/internal/assumption"
	"yogi/internal/deadline"
	"yogi/internal/feature"
	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// This file gives every place of a program that can go wrong a verdict of its own. A question is
// about some places: at the others a check that fails ends the run (load.Job.Given). A fail is that
// of the place where its test ends, which is left out of the next question; a pass is one of all
// places that were asked about. So if all is decided there are about as many questions as places
// that fail, and one more. Where there is no answer the places are asked about in smaller groups,
// all of one size in a round before the next size: what is hard does not keep what is easy from
// having its turn. The program of all questions is read, and prepared as far as they have it in
// common, once (load.Shared), and each begins with the tests of the one before.
//
// A fail at a place is thus a run that fails no other check before. A pass says that each run that
// comes to the place and fails the check there has failed that of another place before, to which no
// pass belongs: were both passes, the first failure of such a run would contradict one of them.
//
// Where a program does what is not modelled is a place, too. Nobody knows what runs do behind it, so they
// end there where others are asked about; what is shown to be out of reach is not told. There are several of them for
// each access to memory, so they come behind the checks. The easy ones of both come first (induction.go).

// Finding is the outcome of the questions about one place.
type Finding struct {
	load.Place
	Outcome
	// Function is the one that the place is in; "": it is in none.
	Function string
	// NullOnly: the test gives a null pointer for a parameter, and no test without was found.
	NullOnly bool
}

// RunPlaces is Run for every place of the job's program apart. The time of the job is that of all questions. What was
// found when it ends stands, and the other places are unknown.
func RunPlaces(ctx context.Context, job Job) ([]Finding, error) {
	job.Apart = true
	if job.Scans == nil {
		job.Scans = c.NewScans()
	}
	job.Shared = load.NewShared()
	if job.Timeout > 0 {
		limited, cancel := context.WithTimeoutCause(ctx, job.Timeout, errTimeout)
		defer cancel()
		ctx = limited
	}
	made, err := within(ctx, func() (*ir.Program, error) { return load.Read(ctx, job) })
	switch {
	case err != nil && ctx.Err() != nil:
		return []Finding{{Outcome: Outcome{Verdict: unknown(reasonOf(ctx), "the files were not read")}}}, nil
	case err != nil:
		return nil, err
	}
	places := load.Places(made)
	if !slices.ContainsFunc(places, canFail) {
		places = nil
	}
	s := &placesRun{job: job, run: Run, entry: made.Entry.Pos, found: map[load.Place]Finding{}, turn: min(deadline.Of(job.Timeout, turnShare), turnMost)}
	if len(places) == 0 {
		return s.nothing(ctx)
	}
	if err := s.all(ctx, places, takesNull(made)); err != nil {
		return nil, err
	}
	var out []Finding
	for _, place := range places {
		found := s.found[place]
		found.Function = load.FunctionAt(made, place)
		out = append(out, found)
	}
	restrictGiven(out)
	warnings, err := allVacuous(ctx, job, out)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(out, func(f Finding) bool { return canFail(f.Place) }); i >= 0 {
		addWarnings(&out[i].Verdict, warnings)
	}
	return slices.DeleteFunc(out, func(f Finding) bool { return !canFail(f.Place) && f.Kind == verdict.Pass }), nil
}

// canFail says that there is a check at a place, not what is not modelled.
func canFail(p load.Place) bool { return p.Property != load.NotModelled }

// isOfParameter says that an input decides whether a parameter of the entry, which begins at a place, is a null
// pointer, and perhaps more.
func isOfParameter(in *ir.Input, entry source.Pos) bool {
	_, isVariable := ir.VariableOf(in.Name)
	return in.Pos == entry && !isVariable && (in.Kind == ir.AllocationChoice || in.Kind == ir.PointerChoice)
}

// takesNull says that a test can give the entry a null pointer.
func takesNull(p *ir.Program) bool {
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if h, ok := i.(*ir.Havoc); ok && isOfParameter(h.Input, p.Entry.Pos) {
					return true
				}
			}
		}
	}
	return false
}

// placesRun is one call of RunPlaces.
type placesRun struct {
	job       Job
	run       func(context.Context, Job) (Outcome, error) // that answers questions
	places    []load.Place
	entry     source.Pos // of the function
	found     map[load.Place]Finding
	open      [][]load.Place // groups about which more is to be asked
	questions int            // that have a folder
	least     time.Duration  // of a question: what reading and preparing the program took for the first
	turn      time.Duration  // of a group of places: one in which a search gets somewhere
	tested    bool           // tests alone had their whole turn in a question: in another one they would be the same
}

// nothing is the finding where no place can go wrong: the whole program is asked about, which may hold what is not
// modelled.
func (s *placesRun) nothing(ctx context.Context) ([]Finding, error) {
	out, err := Run(ctx, s.job)
	return []Finding{{Outcome: out}}, err
}

func (s *placesRun) all(ctx context.Context, places []load.Place, takesNull bool) error {
	s.places = places
	if !takesNull || s.job.NonNull == "all" {
		return s.askAll(ctx)
	}
	first, cancel := deadline.Part(ctx, withNullShare, 0)
	err := s.askAll(first)
	cancel()
	if err != nil {
		return err
	}
	if err := s.withoutNull(ctx); err != nil {
		return err
	}
	return s.goOn(ctx)
}

// askAll finds a verdict for each place: for the easy ones first.
func (s *placesRun) askAll(ctx context.Context) error {
	left, err := s.byInduction(ctx, s.places)
	if err != nil || len(left) == 0 {
		return err
	}
	checks, unmodelled := partition(left, canFail)
	if len(checks) == 0 || len(unmodelled) == 0 {
		return s.ask(ctx, left)
	}
	first, cancel := deadline.Part(ctx, checksShare, 0)
	err = s.ask(first, checks)
	cancel()
	if err != nil {
		return err
	}
	return s.ask(ctx, unmodelled)
}

// partition divides places into those of which something holds and the others.
func partition(places []load.Place, holds func(load.Place) bool) (yes, no []load.Place) {
	for _, place := range places {
		if holds(place) {
			yes = append(yes, place)
		} else {
			no = append(no, place)
		}
	}
	return yes, no
}

// goOn asks further about the groups that are open, with the time that nothing else needed: each round has turns twice
// as long as the one before.
func (s *placesRun) goOn(ctx context.Context) (err error) {
	if _, limited := deadline.Left(ctx, 1); !limited {
		return nil
	}
	for len(s.open) > 0 && ctx.Err() == nil {
		s.turn *= 2
		if s.open, err = s.round(ctx, s.open); err != nil {
			return err
		}
	}
	return nil
}

// ask finds a verdict for each of some places: of all together, and in rounds of those of which nothing was found.
func (s *placesRun) ask(ctx context.Context, places []load.Place) (err error) {
	open := [][]load.Place{byKind(places)}
	for left, first := roundsOf(open), true; left > 0 && len(open) > 0; first = false {
		share := 1 / float64(left)
		if first {
			share = max(share, togetherShare)
		}
		round, cancel := deadline.Part(ctx, share, 0)
		open, err = s.round(round, open)
		cancel()
		if err != nil {
			return err
		}
		left = min(left-1, roundsOf(open))
	}
	s.open = append(s.open, open...)
	return nil
}

// groupParts is into how many groups one of which nothing is known is divided for the next round.
const groupParts = 4

// roundsOf is how many rounds there are from some groups on: until each is one place, and then another one for those
// that had little time.
func roundsOf(open [][]load.Place) int {
	if len(open) == 1 && len(open[0]) == 1 {
		return 1
	}
	rounds := 2
	for _, group := range open {
		n := 2
		for size := len(group); size > 1; size = (size + groupParts - 1) / groupParts {
			n++
		}
		rounds = max(rounds, n)
	}
	return rounds
}

// byKind are some places with those where checks of one kind are next to one another: that no pointer is null is often
// shown without what it takes to show that no index is out of bounds.
func byKind(places []load.Place) []load.Place {
	out := slices.Clone(places)
	slices.SortStableFunc(out, func(a, b load.Place) int {
		return cmp.Or(strings.Compare(a.Property, b.Property), strings.Compare(a.What, b.What))
	})
	return out
}

// round asks about each of some groups. Each has the part of the time that its places are of those that have not had
// their turn, and at least a turn. Those for which that leaves none come first in the next round. It returns the groups
// of that.
func (s *placesRun) round(ctx context.Context, open [][]load.Place) (next [][]load.Place, err error) {
	left := 0
	for _, group := range open {
		left += len(group)
	}
	for i, group := range open {
		share := float64(len(group)) / float64(left)
		if remains, limited := deadline.Left(ctx, 1); limited {
			share = max(share, s.leastTurn().Seconds()/remains.Seconds())
			if remains < max(s.leastTurn(), leastForQuestion) && i > 0 {
				return append(slices.Clone(open[i:]), next...), nil
			}
		}
		limited, cancel := deadline.Part(ctx, share, 0)
		rest, err := s.together(limited, group)
		cancel()
		if err != nil {
			return nil, err
		}
		next = append(next, rest...)
		left -= len(group)
	}
	return next, nil
}

// leastTurn is the least time for a question: in less there is no answer.
func (s *placesRun) leastTurn() time.Duration { return max(s.least, s.turn) }

// together asks about some places until none of those that are left fails. It returns those about which more is to be
// asked, in groups.
func (s *placesRun) together(ctx context.Context, asked []load.Place) (rest [][]load.Place, err error) {
	return s.togetherBy(ctx, s.job, asked)
}

// togetherBy is together with the settings of a job.
func (s *placesRun) togetherBy(ctx context.Context, job Job, asked []load.Place) (rest [][]load.Place, err error) {
	for asked = slices.Clone(asked); len(asked) > 0; {
		reached := &reaches{}
		job.Reached = reached.hear
		out, err := s.question(ctx, job, asked)
		if err != nil {
			return nil, err
		}
		at := -1
		if test := cmp.Or(out.Test, out.Unconfirmed); test != nil && out.Kind != verdict.Pass {
			at = slices.Index(asked, load.PlaceAt(test.Pos, test.Property, test.What))
		}
		if d := out.Diagnostic; d != nil && out.Reason == verdict.Unsupported {
			at = slices.Index(asked, load.PlaceAt(d.Pos, load.NotModelled, d.Message))
		}
		if at >= 0 { // a fail, a test of which it is not known whether it is one, or one to what is not modelled
			s.found[asked[at]] = Finding{Place: asked[at], Outcome: out}
			asked = slices.Delete(asked, at, at+1)
			if left, limited := deadline.Left(ctx, 1); limited && left < s.leastTurn() && len(asked) > 0 {
				return [][]load.Place{s.later(asked)}, nil
			}
			continue
		}
		if out.Kind == verdict.Fail {
			out.Verdict = unknown(verdict.Internal, fmt.Sprintf("the test ends at %s, where nothing was asked: %s", out.Test.Pos, out.Test.What))
		}
		more := isOpen(out, len(asked))
		if more && len(asked) > 1 && out.Detail != noTime {
			out.Detail = strings.TrimSuffix(fmt.Sprintf("no time was left for this place alone; of %d together: %s", len(asked), out.Detail), ": ")
		}
		for _, place := range asked {
			if _, known := s.found[place]; !known || out.Detail != noTime {
				s.found[place] = Finding{Place: place, Outcome: out}
			}
		}
		if more {
			return divided(asked, reached), nil
		}
		return nil, nil
	}
	return nil, nil
}

// later are places about which is to be asked later, for which no time is left now.
func (s *placesRun) later(places []load.Place) []load.Place {
	for _, place := range places {
		if _, known := s.found[place]; !known {
			s.found[place] = Finding{Place: place, Outcome: notAsked()}
		}
	}
	return places
}

// divided are the groups of places in which they are asked about next: those out of reach as far as is known together,
// the others in smaller groups.
func divided(asked []load.Place, reached *reaches) [][]load.Place {
	beyond, rest := reached.divide(asked)
	var groups [][]load.Place
	if len(rest) == 0 {
		beyond, rest = nil, asked
	}
	if len(beyond) > 0 {
		groups = append(groups, beyond)
	}
	return slices.AppendSeq(groups, slices.Chunk(rest, (len(rest)+groupParts-1)/groupParts))
}

// ofEachPlace are reasons for which there would be no answer to a question about fewer places either.
var ofEachPlace = []verdict.Reason{verdict.Setup, verdict.Memory, verdict.Interrupted, verdict.Assumptions}

// isOpen says that there may be an answer about places, so many together, if more is asked: about fewer of them, or for
// longer.
func isOpen(out Outcome, places int) bool {
	return out.Kind == verdict.Unknown && (out.Reason == verdict.Timeout || places > 1 && !slices.Contains(ofEachPlace, out.Reason))
}

// noTime is the detail of a question that was not asked.
const noTime = "no time was left"

// notAsked is the outcome of that.
func notAsked() Outcome {
	return Outcome{Verdict: unknown(verdict.Timeout, noTime), Seconds: map[string]float64{}}
}

// question is the verdict about some places, of a job. Its evidence goes to a folder with its number.
func (s *placesRun) question(ctx context.Context, job Job, asked []load.Place) (Outcome, error) {
	job.Given = nil
	for _, place := range s.places {
		if !slices.Contains(asked, place) {
			job.Given = append(job.Given, place)
		}
	}
	if left, limited := deadline.Left(ctx, 1); limited {
		if job.Timeout = left; left < leastForQuestion {
			return notAsked(), nil
		}
	}
	if s.tested {
		job = job.SwitchedOff(feature.DirectedTests)
	}
	if job.Out != "" {
		job.Out = filepath.Join(job.Out, fmt.Sprint(s.questions+1))
	}
	out, err := s.run(ctx, job)
	if err == nil && out.Kind != verdict.Unknown {
		s.questions++
	}
	// A fail ends their turn, if it comes to it: behind its place they get to others, which are a branch away.
	s.tested = s.tested || !job.Induction && out.Kind != verdict.Fail // it asks for what is known to be proved
	if s.least == 0 {
		s.least = time.Duration((out.Seconds["front end"] + out.Seconds["lowering"]) * float64(time.Second))
	}
	if len(job.Given) > 0 { // that no run gets somewhere, for instance, is no news where runs end before
		out.Warnings = slices.DeleteFunc(out.Warnings, func(w verdict.Warning) bool { return w.ID != WarnUndeclared })
	}
	return out, err
}

// withoutNull asks for tests without null pointers for parameters, where one that was found has some.
func (s *placesRun) withoutNull(ctx context.Context) error {
	job := s.job
	job.NonNull = "all"
	var asked []load.Place
	for _, place := range s.places {
		if f := s.found[place]; f.Kind == verdict.Fail && s.mayGiveNull(f.Test) {
			f.NullOnly = true
			s.found[place] = f
			asked = append(asked, place)
		}
	}
	for len(asked) > 0 && ctx.Err() == nil {
		out, err := s.question(ctx, job, asked)
		if err != nil {
			return err
		}
		if out.Kind != verdict.Fail {
			return discard(out)
		}
		at := slices.Index(asked, load.PlaceAt(out.Test.Pos, out.Test.Property, out.Test.What))
		if at < 0 {
			return nil
		}
		if err := discard(s.found[asked[at]].Outcome); err != nil {
			return err
		}
		s.found[asked[at]] = Finding{Place: asked[at], Outcome: out}
		asked = slices.Delete(asked, at, at+1)
	}
	return nil
}

// discard removes the evidence of what no finding tells.
func discard(out Outcome) error {
	path := out.Evidence["evidence"]
	if path == "" {
		return nil
	}
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		return fmt.Errorf("removing evidence that no finding has: %w", err)
	}
	return nil
}

// mayGiveNull says that a test may give a null pointer for a parameter of the entry.
func (s *placesRun) mayGiveNull(test *verdict.Test) bool {
	return slices.ContainsFunc(test.Inputs, func(in verdict.InputValue) bool {
		isFresh := in.Input.Kind == ir.AllocationChoice && !in.Value.Bool()
		return isOfParameter(in.Input, s.entry) && !isFresh
	})
}

// restrictGiven takes out of the assumptions of passes that checks hold which were themselves proved.
func restrictGiven(findings []Finding) {
	open := map[string]bool{} // the lines; of a large file there are thousands, and as many in each assumption
	for _, f := range findings {
		if at := f.Pos(); f.Kind != verdict.Pass {
			at.Column = 0
			open[at.String()] = true
		}
	}
	for i, f := range findings {
		if f.Kind != verdict.Pass {
			continue
		}
		findings[i].Assumptions = nil
		for _, a := range f.Assumptions {
			if a.Kind == assumption.ChecksHold || a.Kind == assumption.Modelled {
				places := a.Places
				a.Places = nil
				for _, p := range places {
					if open[p.String()] {
						a.Places = append(a.Places, p)
					}
				}
				if len(a.Places) == 0 {
					continue
				}
			}
			findings[i].Assumptions = append(findings[i].Assumptions, a)
		}
	}
}
