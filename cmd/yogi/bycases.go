package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/cases"
	"yogi/internal/confirm"
	"yogi/internal/deadline"
	"yogi/internal/pipeline"
	"yogi/internal/report"
	"yogi/internal/report/evidence"
	"yogi/internal/verdict"
)

// checkByCases says what excludes --by-cases.
func (o *checkOptions) checkByCases() error {
	if !o.byCases {
		return nil
	}
	for flag, isGiven := range map[string]bool{
		"--all": o.all, "--since": o.since != "", "--entry all": o.job.Entry == pipeline.AllEntries, "--witness": o.job.Witness != "",
		"--trace": o.trace != "", "--log-queries": o.job.SolverLog != "", "--paranoid": o.job.Paranoid,
		"--html, --lcov and --cobertura": o.pages.asked(), "--assumptions check": o.job.Assumptions == pipeline.CheckAssumptions,
	} {
		if isGiven {
			return fmt.Errorf("--by-cases makes several checks, and excludes %s", flag)
		}
	}
	return nil
}

// byCases is a check of a program that is divided into cases (package cases).
type byCases struct {
	options *checkOptions
	checks  *checks
	began   time.Time
	done    []caseCheck // what nothing more is asked about

	mu   sync.Mutex
	left int // of the round, that have not begun
}

// caseCheck is the check of one case.
type caseCheck struct {
	job    pipeline.Job
	given  time.Duration  // for its latest turn
	result *report.Result // nil: it was not made
}

// errFails ends the other checks: one has found a failure.
var errFails = errors.New("a case fails")

// runByCases checks the cases of the program, as many at a time as checks are made at once. What has no answer in its
// part of the time is divided further, or has another turn, in the next round.
func runByCases(cmd *cobra.Command, o *checkOptions, checks *checks) (*report.Result, error) {
	if o.job.Scans == nil {
		o.job.Scans = o.job.OwnScans()
	}
	d := &byCases{options: o, checks: checks, began: time.Now()}
	jobs, err := pipeline.Divided(cmd.Context(), o.job)
	if err != nil {
		return nil, err
	}
	if len(jobs) == 0 {
		return checks.check(cmd.Context(), o.job)
	}
	checks.divide(len(jobs))
	if err := d.clear(); err != nil {
		return nil, err
	}
	open := make([]caseCheck, len(jobs))
	for i, job := range jobs {
		job.Jobs, job.Journal = o.job.Jobs, o.job.Journal // as they were divided
		open[i].job = job
	}
	for len(open) > 0 {
		if open, err = d.round(cmd.Context(), open); err != nil {
			return nil, err
		}
	}
	return d.result()
}

// clear removes what the folder of the evidence has of an earlier check.
func (d *byCases) clear() error {
	out := d.options.job.Out
	if out == "" {
		return nil
	}
	err := confirm.ClearFolder(out)
	if err == nil {
		err = os.Remove(filepath.Join(out, evidence.BundleFile))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing an earlier evidence: %w", err)
	}
	return nil
}

// rest is the time that is left; ok is not set where there is no limit.
func (d *byCases) rest() (time.Duration, bool) {
	limit := d.options.job.Timeout
	return deadline.Rest(limit, d.began), limit > 0
}

// round checks cases, and returns what is to be checked in the next one.
func (d *byCases) round(ctx context.Context, open []caseCheck) ([]caseCheck, error) {
	if rest, limited := d.rest(); limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, rest, context.DeadlineExceeded)
		defer cancel()
	}
	d.left = len(open)
	err := d.checks.each(ctx, len(open), func(ctx context.Context, i int) error {
		d.checks.progress(i, len(open), "case "+open[i].job.Case.String())
		return d.check(ctx, &open[i])
	})
	switch {
	case errors.Is(err, errFails), errors.Is(err, context.DeadlineExceeded):
		d.done = append(d.done, open...)
		return nil, nil
	case err != nil:
		return nil, err
	}
	var left, next []caseCheck
	for _, c := range open {
		if c.isOpen() {
			left = append(left, c)
		} else {
			d.done = append(d.done, c)
		}
	}
	for _, c := range left {
		again, err := d.again(ctx, c, len(left))
		if err != nil && ctx.Err() == nil {
			return nil, err
		}
		if len(again) == 0 {
			d.done = append(d.done, c)
		}
		next = append(next, again...)
	}
	return next, nil
}

// again is what is asked about a case that has no answer, one of so many: its parts, if each has as much time as the
// case had, else the case if it has more. Nothing: no more is to be found out.
func (d *byCases) again(ctx context.Context, c caseCheck, of int) ([]caseCheck, error) {
	rest, limited := d.rest()
	if limited && rest <= 0 {
		return nil, nil
	}
	jobs, err := pipeline.Divided(ctx, c.job)
	if err != nil {
		return nil, err
	}
	if len(jobs) > 0 && (!limited || d.part(of*len(jobs)) >= c.given) {
		parts := make([]caseCheck, len(jobs))
		for i, job := range jobs {
			parts[i].job = job
		}
		return parts, nil
	}
	if limited && d.part(of) > c.given {
		return []caseCheck{c}, nil
	}
	return nil, nil
}

// isOpen says that more time may lead to an answer, or a further division.
func (c caseCheck) isOpen() bool {
	return report.KindOf(c.result.Verdict) == verdict.Unknown && verdict.Reason(c.result.Reason).IsOfSearch()
}

// check makes the check of a case, in an equal part of the time that is left.
func (d *byCases) check(ctx context.Context, c *caseCheck) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	job := c.job
	c.given = d.share()
	job.Timeout, job.Out = c.given, d.folder(c)
	result, err := d.checks.check(ctx, job)
	if err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	c.result = result
	if report.KindOf(result.Verdict) == verdict.Fail {
		return errFails
	}
	return nil
}

// share is the time of the next case; 0: there is no limit.
func (d *byCases) share() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.options.job.Timeout <= 0 {
		return 0
	}
	part := d.part(d.left)
	d.left--
	return max(part, time.Millisecond)
}

// part is the time of each of so many cases: an equal part of what is left, where as many go on at once as there are
// processors. How many workers a cluster has is not known: there each has half of what is left.
func (d *byCases) part(of int) time.Duration {
	rest, _ := d.rest()
	if d.checks.client != nil {
		return rest / 2
	}
	return min(rest, rest*time.Duration(cap(d.checks.here))/time.Duration(of))
}

// folder is that of the evidence of a case; "": there is none.
func (d *byCases) folder(c *caseCheck) string {
	if d.options.job.Out == "" {
		return ""
	}
	return filepath.Join(d.options.job.Out, folderOf(c.job.Case))
}

// folderOf is where the evidence of a case is in that of the program.
func folderOf(c cases.Case) string {
	return filepath.Join(evidence.CasesFolder, strings.ReplaceAll(c.String(), "/", "of"))
}

// result is what the cases come to. The folder of the evidence says which are its cases, and has no others.
func (d *byCases) result() (*report.Result, error) {
	var found []report.CaseResult
	var shown []string // folders
	for _, c := range d.done {
		if c.result == nil {
			c.result = report.NewResult(verdict.Verdict{Answer: verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Timeout}}, c.job.Files, nil)
		}
		at := c.job.Case[len(c.job.Case)-1]
		found = append(found, report.NewCaseResult(c.job.Case.String(), at.File, at.Line, c.result))
	}
	out := report.OfCases(found)
	out.Seconds["total"] = time.Since(d.began).Seconds()
	if d.options.job.Out == "" {
		return out, nil
	}
	for i, c := range d.done {
		if folder := folderOf(c.job.Case); found[i].Verdict == out.Verdict && report.KindOf(out.Verdict) != verdict.Unknown {
			shown = append(shown, folder)
		} else if err := os.RemoveAll(filepath.Join(d.options.job.Out, folder)); err != nil {
			return nil, fmt.Errorf("removing the evidence of a case: %w", err)
		}
	}
	if len(shown) == 0 {
		_ = os.Remove(filepath.Join(d.options.job.Out, evidence.CasesFolder)) // it is empty
		return out, nil
	}
	said := &evidence.Cases{Verdict: out.Verdict, Folders: shown}
	if err := said.Write(d.options.job.Out); err != nil {
		return nil, err
	}
	if report.KindOf(out.Verdict) == verdict.Pass {
		out.Evidence = map[string]string{"cases": filepath.Join(d.options.job.Out, evidence.CasesFile)}
	}
	return out, nil
}
