package pipeline

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"yogi/internal/concolic"
	"yogi/internal/confirm"
	"yogi/internal/deadline"
	"yogi/internal/feature"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/report/evidence"
	"yogi/internal/store"
	"yogi/internal/verdict"
)

// This file keeps what a check finds for the next check of the same program (Job.Cache): the tests that its search
// made, and the proof. The key is the canonical text of the program as the search reads it (ir.Canonical), so names,
// comments, layout and functions that the entry does not reach make no difference, and an option that changes the
// program has entries of its own. Entries are in canonical names. A test is run again, and a proof is checked again by
// a solver that did not find it, before they count: there is no way from an entry to a verdict but the one that a
// search's answer takes.

// mostTests is how many tests are kept of a program.
const mostTests = 64

// keptTest is one of the tests of a program.
type keptTest struct {
	Blocks int64          `json:"blocks"`
	Test   *evidence.Test `json:"test"`
}

// keptTests are the tests of one program; nil if there is no store.
type keptTests struct {
	store *store.Store
	names *ir.Canonical
	key   store.Key
}

// testsOf names the tests of a program. A program with functions that have no interpretation has none: a test is then
// a test under some interpretation, which the text of a test does not hold.
func testsOf(s *store.Store, about *subject) *keptTests {
	if s == nil || len(about.program.UninterpretedFunctions()) > 0 {
		return nil
	}
	names := about.canonical()
	return &keptTests{s, names, store.KeyOf("tests", names.Text)}
}

// read returns the tests that are kept and that can be read.
func (c *keptTests) read(p *ir.Program) []concolic.Seed {
	if c == nil {
		return nil
	}
	var tests []keptTest
	c.store.Get(c.key, &tests)
	var seeds []concolic.Seed
	for _, t := range tests {
		if t.Test == nil {
			continue
		}
		named, err := t.Test.Named(c.names)
		if err != nil {
			continue
		}
		if test, err := named.Decode(p); err == nil {
			seeds = append(seeds, concolic.Seed{Test: test, Blocks: t.Blocks})
		}
	}
	return seeds
}

// write replaces the program's tests.
func (c *keptTests) write(seeds []concolic.Seed) {
	if c == nil || len(seeds) == 0 {
		return
	}
	var tests []keptTest
	for _, s := range seeds {
		if test, err := evidence.EncodeTest(s.Test).Canonical(c.names); err == nil {
			tests = append(tests, keptTest{s.Blocks, test})
		}
	}
	c.store.Put(c.key, tests)
}

// keptProof is the proof of a program, about one of the forms in which it is asked about.
type keptProof struct {
	AsWritten   bool                  `json:"as_written,omitempty"`
	Seconds     float64               `json:"seconds"`             // that the search took
	ByClaims    bool                  `json:"by_claims,omitempty"` // it is one of portfolio.ByInduction
	ByStates    bool                  `json:"by_states,omitempty"` // it is one of portfolio.BySimulation
	Certificate *evidence.Certificate `json:"certificate"`
	// Blocks are the digests of the blocks of each function that the graphs of the certificate are about, in an entry
	// by the names of the program.
	Blocks map[string][]string `json:"blocks,omitempty"`
}

func proofKey(s *subject) store.Key { return store.KeyOf("proof", s.canonical().Text) }

// recentKey names the proof of the program that the files held when they were checked last. It is in the names of that
// program, which an edit leaves as they are where it changes the numbers of the canonical form.
func recentKey(j Job) store.Key { return recently("recent proof", j) }

// recentFailureKey names the test that failed, in the same way.
func recentFailureKey(j Job) store.Key { return recently("recent failure", j) }

func recently(kind string, j Job) store.Key {
	files, known := "", j.KnownAs
	if known == nil {
		known = j.Files
	}
	for _, path := range known {
		if absolute, err := filepath.Abs(path); err == nil {
			path = absolute
		}
		files += path + "\n"
	}
	rule := ""
	if j.Rule != nil {
		rule = j.Rule.Name
	}
	return store.KeyOf(kind, files, j.Entry, rule, strings.Join(j.Checks.Names(), " "), j.ErrorLabel, strings.Join(j.ErrorFunctions, " "), j.Platform, j.Case.String())
}

// keepProof keeps the proof of a verdict: asked is the subject that the next check begins with, about the one
// that the proof is about, took the time of the search.
func keepProof(s *store.Store, asked, about *subject, v verdict.Verdict, took time.Duration) {
	if s == nil || v.Kind != verdict.Pass || v.Certificate == nil {
		return
	}
	by, _ := early(&v.Answer)
	kept := keptProof{
		AsWritten:   asked.job.Has(feature.GuessedIndex) != about.job.Has(feature.GuessedIndex),
		Seconds:     took.Seconds(),
		ByClaims:    v.Statistics.ByKind[excludedByInduction] > 0,
		ByStates:    by == feature.Simulation,
		Certificate: evidence.EncodeCertificate(about.program, v.Certificate),
	}
	keepRecent(s, asked, kept)
	var err error
	if kept.Certificate, err = kept.Certificate.Canonical(about.canonical()); err == nil {
		s.Put(proofKey(asked), kept)
	}
}

// keepRecent keeps a proof, in the names of the program, as that of what the files of a subject hold now.
func keepRecent(s *store.Store, asked *subject, kept keptProof) {
	if !asked.job.Has(feature.EarlierProofs) {
		return
	}
	kept.Blocks = digestsOf(asked.program, kept.Certificate)
	s.Put(recentKey(asked.job), kept)
	var failure keptFailure
	if s.Get(recentFailureKey(asked.job), &failure) && failure.Test != nil {
		s.Put(recentFailureKey(asked.job), keptFailure{}) // what the files hold now does not fail
	}
}

// fromStore is the verdict by the proof or the failing test that is kept of a subject, or of what its files held
// before; false: there is none, or it does not hold of it. A test is tried before the proof of an earlier state:
// running it takes less time than finding out that a proof does not hold.
func (r *run) fromStore(ctx context.Context, s *store.Store, asked *subject, of known) (confirm.Confirmed, bool) {
	var kept keptProof
	if s == nil {
		return confirm.Confirmed{}, false
	}
	if asked.split != nil {
		return r.failedBefore(ctx, s, asked, of)
	}
	// A proof that takes as long to check as it would to be found leaves time for finding it.
	if s.Get(proofKey(asked), &kept) && kept.Certificate != nil {
		limited, cancel := deadline.Part(ctx, keptProofShare, 0)
		defer cancel()
		recent := kept
		found, holds := r.byKept(limited, asked, kept, func(about *subject) (_ *evidence.Certificate, err error) {
			recent.Certificate, err = kept.Certificate.Named(about.canonical())
			return recent.Certificate, err
		}, of, proofsFromCache)
		if holds {
			keepRecent(s, asked, recent) // another program with these runs may be the one that it was found for
		}
		return found, holds
	}
	if found, fails := r.failedBefore(ctx, s, asked, of); fails {
		return found, true
	}
	kept = keptProof{}
	if asked.job.Has(feature.EarlierProofs) && s.Get(recentKey(asked.job), &kept) && kept.Certificate != nil && kept.Seconds >= 0 {
		// What an edit left of a proof may be nothing: trying it is not to take longer than the search did.
		limited, cancel := deadline.Part(ctx, recentProofShare, leastForRecent+partOfSearch(kept.Seconds, recentProofPart))
		defer cancel()
		return r.byKept(limited, asked, kept, func(*subject) (*evidence.Certificate, error) { return kept.Certificate, nil }, of, proofsFromBefore)
	}
	return confirm.Confirmed{}, false
}

// partOfSearch is how long trying what was kept may take for so many seconds of the search, as far as it is a part of
// them.
func partOfSearch(seconds, part float64) time.Duration {
	return time.Duration(min(seconds, 1e6) * part * float64(time.Second))
}

// afterMethod is a subject whose search begins with claims, or with the states of the rule, if these proved what its
// files held before.
func (s *subject) afterMethod(from *store.Store) *subject {
	var kept keptProof
	if from == nil || !s.job.Has(feature.EarlierProofs) || !from.Get(recentKey(s.job), &kept) {
		return s
	}
	out := *s
	out.claimed, out.simulated = kept.ByClaims, kept.ByStates
	return &out
}

// digestsOf are the digests of the blocks of the functions that the graphs of a certificate are about.
func digestsOf(p *ir.Program, c *evidence.Certificate) map[string][]string {
	out := map[string][]string{}
	for _, name := range c.Functions() {
		if f := p.Function(name); f != nil {
			out[name] = p.Digests(f)
		}
	}
	return out
}

// afterSearch is a subject whose search may begin with the regions of the proof that a search had of what its files
// held before.
func (s *subject) afterSearch(from *store.Store) *subject {
	var kept keptProof
	if from == nil || !s.job.Has(feature.EarlierProofs) || !s.job.Has(feature.EarlierRegions) || s.split != nil || len(s.program.Guesses) > 0 ||
		!from.Get(recentKey(s.job), &kept) || kept.ByClaims || kept.ByStates || kept.AsWritten || kept.Certificate == nil || !(kept.Seconds > 0) {
		return s
	}
	certificate, err := kept.Certificate.Decode(s.program)
	if err != nil || len(certificate.Graphs) == 0 {
		return s
	}
	out := *s
	out.earlier = &interproc.Earlier{Graphs: certificate.Graphs, Blocks: kept.Blocks}
	out.searchedFor = time.Duration(min(kept.Seconds, 1e6) * float64(time.Second))
	return &out
}

// byKept is the verdict by a proof, which is named for the subject that it is about.
func (r *run) byKept(ctx context.Context, asked *subject, kept keptProof, name func(about *subject) (*evidence.Certificate, error), of known, counted string) (confirm.Confirmed, bool) {
	about, err := asked.inForm(ctx, kept)
	if err != nil || about.split != nil {
		return confirm.Confirmed{}, false
	}
	named, err := name(about)
	if err != nil {
		return confirm.Confirmed{}, false
	}
	certificate, err := named.Decode(about.program)
	if err != nil || (certificate.Unfolding != nil || certificate.Unrolling != nil) && r.job.Witness != "" { // such a proof has no invariants for a witness
		return confirm.Confirmed{}, false
	}
	answer := &verdict.Answer{Kind: verdict.Pass, Certificate: certificate}
	answer.Statistics.Set(counted, 1)
	found, err := r.confirm(ctx, about, answer, of)
	return found, err == nil && found.Verdict.Kind == verdict.Pass
}

// inForm is the subject that a proof is about.
func (s *subject) inForm(ctx context.Context, kept keptProof) (*subject, error) {
	if !kept.AsWritten {
		return s, nil
	}
	return s.unguessed(ctx)
}
