package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"yogi/internal/assumption"
	"yogi/internal/deadline"
	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// This file gives every place of a program that can go wrong a verdict of its own. A question is
// about some places: at the others a check that fails ends the run (load.Job.Given). A fail is that
// of the place where its test ends, which is left out of the next question; a pass is one of all
// places that were asked about; where there is no answer the places are asked about in two halves.
// So there are about as many questions as places that fail, and one more.
//
// A fail at a place is thus a run that fails no other check before. A pass says that each run that
// comes to the place and fails the check there has failed that of another place before, to which no
// pass belongs: were both passes, the first failure of such a run would contradict one of them.

// Finding is the outcome of the questions about one place.
type Finding struct {
	load.Place
	Outcome
	// NullOnly: the test gives a null pointer for a parameter, and no test without was found.
	NullOnly bool
}

// RunPlaces is Run for every place of the job's program apart. The time of the job is that of all questions.
func RunPlaces(ctx context.Context, job Job) ([]Finding, error) {
	job.Apart = true
	if job.Scans == nil {
		job.Scans = c.NewScans()
	}
	made, err := load.Read(ctx, job)
	if err != nil {
		return nil, err
	}
	places := load.Places(made)
	s := &survey{job: job, entry: made.Entry.Pos, found: map[load.Place]Finding{}}
	if len(places) == 0 {
		return s.nothing(ctx)
	}
	if job.Timeout > 0 {
		limited, cancel := context.WithTimeoutCause(ctx, job.Timeout, errTimeout)
		defer cancel()
		ctx = limited
	}
	if err := s.all(ctx, places, takesNull(made)); err != nil {
		return nil, err
	}
	var out []Finding
	for _, place := range places {
		out = append(out, s.found[place])
	}
	restrictGiven(out)
	return out, nil
}

// isOfParameter says that an input decides whether a parameter of the entry, which begins at a place, is a null
// pointer, and perhaps more.
func isOfParameter(in *ir.Input, entry source.Pos) bool {
	return in.Pos == entry && (in.Kind == ir.AllocationChoice || in.Kind == ir.PointerChoice)
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

// survey is one call of RunPlaces.
type survey struct {
	job       Job
	places    []load.Place
	entry     source.Pos // of the function
	found     map[load.Place]Finding
	questions int // that have a folder
}

// nothing is the finding where no place can go wrong: the whole program is asked about, which may hold what is not
// modelled.
func (s *survey) nothing(ctx context.Context) ([]Finding, error) {
	out, err := Run(ctx, s.job)
	return []Finding{{Outcome: out}}, err
}

func (s *survey) all(ctx context.Context, places []load.Place, takesNull bool) error {
	s.places = places
	if !takesNull || s.job.NonNull == "all" {
		return s.ask(ctx, places)
	}
	first, cancel := deadline.Part(ctx, 1-nullShare, 0)
	err := s.ask(first, places)
	cancel()
	if err != nil {
		return err
	}
	return s.withoutNull(ctx)
}

// ask finds a verdict for each of some places.
func (s *survey) ask(ctx context.Context, asked []load.Place) error {
	for asked = slices.Clone(asked); len(asked) > 0; {
		limited, cancel := ctx, func() {}
		if len(asked) > 1 {
			limited, cancel = deadline.Part(ctx, s.togetherShare(len(asked)), 0)
		}
		out, err := s.question(limited, s.job, asked)
		cancel()
		if err != nil {
			return err
		}
		at := -1
		if out.Test != nil && out.Kind != verdict.Pass {
			at = slices.Index(asked, load.PlaceAt(out.Test.Pos, out.Test.Property, out.Test.What))
		}
		switch {
		case at >= 0: // a fail, or a test of which it is not known whether it is one
			s.found[asked[at]] = Finding{Place: asked[at], Outcome: out}
			asked = slices.Delete(asked, at, at+1)
			continue
		case out.Kind == verdict.Fail:
			out.Verdict = unknown(verdict.Internal, fmt.Sprintf("the test ends at %s, where nothing was asked: %s", out.Test.Pos, out.Test.What))
		case out.Kind == verdict.Unknown && len(asked) > 1 && !slices.Contains(ofEachPlace, out.Reason) && ctx.Err() == nil:
			return s.halves(ctx, asked)
		}
		for _, place := range asked {
			s.found[place] = Finding{Place: place, Outcome: out}
		}
		return nil
	}
	return nil
}

// togetherShare is the part of the time left that a question about n places gets: behind the first one as much as each
// of the levels of halves below it.
func (s *survey) togetherShare(n int) float64 {
	if 2*n > len(s.places) {
		return togetherShare
	}
	return 1 / float64(1+bits.Len(uint(n-1)))
}

// ofEachPlace are reasons for which there would be no answer to a question about fewer places either.
var ofEachPlace = []verdict.Reason{verdict.Setup, verdict.Memory, verdict.Interrupted, verdict.Assumptions}

// halves asks about two halves of some places, each with its part of the time. Checks of one kind stay together: that
// no pointer is null is often shown without what it takes to show that no index is out of bounds.
func (s *survey) halves(ctx context.Context, asked []load.Place) error {
	asked = slices.Clone(asked)
	slices.SortStableFunc(asked, func(a, b load.Place) int {
		return cmp.Or(strings.Compare(a.Property, b.Property), strings.Compare(a.What, b.What))
	})
	middle := len(asked) / 2
	first, cancel := deadline.Part(ctx, halfShare, 0)
	err := s.ask(first, asked[:middle])
	cancel()
	if err != nil {
		return err
	}
	return s.ask(ctx, asked[middle:])
}

// question is the verdict about some places, of a job. Its evidence goes to a folder with its number.
func (s *survey) question(ctx context.Context, job Job, asked []load.Place) (Outcome, error) {
	job.Given = nil
	for _, place := range s.places {
		if !slices.Contains(asked, place) {
			job.Given = append(job.Given, place)
		}
	}
	if end, limited := ctx.Deadline(); limited {
		if job.Timeout = time.Until(end); job.Timeout < leastForQuestion {
			return Outcome{Verdict: unknown(verdict.Timeout, "no time was left for this place"), Seconds: map[string]float64{}}, nil
		}
	}
	if job.Out != "" {
		job.Out = filepath.Join(job.Out, fmt.Sprint(s.questions+1))
	}
	out, err := Run(ctx, job)
	if err == nil && out.Kind != verdict.Unknown {
		s.questions++
	}
	if len(job.Given) > 0 {
		out.Warnings = nil // that no run gets somewhere, for instance, is no news where runs end before
	}
	return out, err
}

// withoutNull asks for tests without null pointers for parameters, where one that was found has some.
func (s *survey) withoutNull(ctx context.Context) error {
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
func (s *survey) mayGiveNull(test *verdict.Test) bool {
	return slices.ContainsFunc(test.Inputs, func(in verdict.InputValue) bool {
		isFresh := in.Input.Kind == ir.AllocationChoice && !in.Value.Bool()
		return isOfParameter(in.Input, s.entry) && !isFresh
	})
}

// restrictGiven takes out of the assumptions of passes that checks hold which were themselves proved.
func restrictGiven(findings []Finding) {
	open := func(line string) bool {
		return slices.ContainsFunc(findings, func(f Finding) bool {
			at := f.Pos()
			at.Column = 0
			return f.Kind != verdict.Pass && at.String() == line
		})
	}
	for i, f := range findings {
		if f.Kind != verdict.Pass {
			continue
		}
		findings[i].Assumptions = nil
		for _, a := range f.Assumptions {
			if a.Kind == assumption.ChecksHold {
				places := a.Places
				a.Places = nil
				for _, p := range places {
					if open(p.String()) {
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
