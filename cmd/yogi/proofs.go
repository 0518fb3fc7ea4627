package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/feature"
	"yogi/internal/frontend/c"
	"yogi/internal/pipeline"
	"yogi/internal/project"
	"yogi/internal/property"
	"yogi/internal/report"
	"yogi/internal/source"
	"yogi/internal/trial"
	"yogi/internal/verdict"
)

// proofsOptions are the flags of proofs.
type proofsOptions struct {
	job    pipeline.Job
	memory byteSize
	only   []string
	out    string
	json   bool
	stats  bool
}

func proofsCommand() *cobra.Command {
	o := &proofsOptions{}
	command := &cobra.Command{
		Use:   "proofs [flags] DIR",
		Short: "Check the proofs that a project wrote for CBMC",
		Long: `proofs checks the proof harnesses that a project wrote for CBMC, unchanged: DIR is a folder of proofs by the
conventions of CBMC's starter kit, or the folder of one. Each proof's Makefile says what its sources are, which
bodies are removed, what is defined, and by CBMC's flags what is checked; make is asked for the values.

No bound for loops is needed: what is proved holds for any number of rounds. Sizes that a harness bounds are bounded
here too. Checks of CBMC that have no counterpart (conversion, unsigned-overflow, ...) are named, and not made.

The output has a line for each proof; the last line says how many are TRUE. A TRUE is told apart whose harness assumes
so much that no run of it ends. The exit status is 0 if all are TRUE, 1 if one is FALSE, else 3.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
	}
	f := command.Flags()
	defineCheckFlag(f, &o.job)
	f.Lookup("check").Usage = "what is checked, in place of what CBMC's flags ask for: " + strings.Join(property.CheckNames(), ", ")
	durationVar(f, &o.job.Timeout, "timeout", time.Minute, "wall time for each proof; 0 is no limit")
	o.memory = 4 << 30
	f.Var(&o.memory, "memory", "memory to use at most; 0 is no limit")
	f.StringSliceVar(&o.only, "only", nil, "the `names` of the proofs to check (default all)")
	f.StringVar(&o.out, "out", "", "`folder` for the evidence, in a folder for each proof")
	f.BoolVar(&o.json, "json", false, "print a JSON object for each proof, one a line")
	f.BoolVar(&o.stats, "stats", false, "print below each line counters and times, and what each attempt of the search was given, used and gave")
	o.job.Search = unrolling()
	featureVar(f, &o.job.Search)
	f.BoolVar(&o.job.Unsandboxed, "unsandboxed", false, unsandboxedHelp)
	return command
}

// proofLine is the line about one proof.
type proofLine struct {
	Proof   string  `json:"proof"`
	Verdict string  `json:"verdict"` // or "refused"
	Seconds float64 `json:"seconds"`
	// Unwound is how many rounds of a loop CBMC follows, at most.
	Unwound   int      `json:"cbmc_unwinds,omitempty"`
	Unchecked []string `json:"unchecked,omitempty"`
	Detail    string   `json:"detail,omitempty"`
	status    int
	result    *report.Result // nil if the proof was refused
}

func (o *proofsOptions) run(cmd *cobra.Command, dir string) error {
	if _, err := exec.LookPath("make"); err != nil {
		return fmt.Errorf("proofs asks make for the variables of makefiles: %w", err)
	}
	folders, err := project.ProofFolders(dir)
	if err != nil {
		return err
	}
	o.job.Memory, o.job.Version, o.job.Scans = uint64(o.memory), version(), c.NewScans()
	if len(o.only) > 0 {
		folders = slices.DeleteFunc(folders, func(folder string) bool { return !slices.Contains(o.only, filepath.Base(folder)) })
	}
	prove := o.prove
	if len(folders) > 1 && !o.stats { // which only the process that makes the check has
		prove = o.proveApart
	}
	return o.each(cmd.Context(), cmd.OutOrStdout(), folders, prove)
}

// each checks the proofs one after the other, with a line for each. Who interrupts it is told what there was so far.
func (o *proofsOptions) each(ctx context.Context, out io.Writer, folders []string, prove func(context.Context, string) (proofLine, error)) error {
	var lines []proofLine
	for _, folder := range folders {
		line, err := prove(ctx, folder)
		if err != nil {
			if ctx.Err() != nil && len(lines) > 0 {
				return errors.Join(err, o.summarise(out, lines, len(folders)-len(lines)))
			}
			return err
		}
		lines = append(lines, line)
		if err := line.write(out, o.json); err != nil {
			return err
		}
		if err := o.count(out, line.result); err != nil {
			return err
		}
	}
	if len(lines) == 0 {
		return errors.New("none of the proofs has such a name")
	}
	return o.conclude(out, lines)
}

// prove checks one proof. The error is one of the world; a proof that cannot be read is told by the
// line.
func (o *proofsOptions) prove(ctx context.Context, folder string) (proofLine, error) {
	line := proofLine{Proof: filepath.Base(folder), Verdict: "refused", status: statusUsage}
	proof, err := project.ReadProof(ctx, folder)
	if err != nil {
		line.Detail = err.Error()
		return line, ctx.Err()
	}
	line.Unwound, line.Unchecked = proof.Unwound, proof.Unchecked
	job := o.jobOf(proof)
	begun := time.Now()
	outcome, err := pipeline.Run(ctx, job)
	line.Seconds = time.Since(begun).Seconds()
	var diagnostics source.Diagnostics
	switch {
	case errors.As(err, &diagnostics):
		line.Detail, _, _ = strings.Cut(diagnostics.Error(), "\n")
		return line, nil
	case err != nil:
		return line, fmt.Errorf("%s: %w", proof.Name, err)
	}
	result := report.NewResult(outcome.Verdict, job.Files, outcome.Seconds)
	line.Verdict, line.status = result.Verdict, report.ExitStatus(outcome.Verdict)
	line.Detail, line.result = result.Where(), result
	if len(result.Warnings) > 0 && line.Detail == "" {
		line.Detail = result.Warnings[0].Text
	}
	return line, nil
}

// proveApart checks one proof in a process of its own: what one takes of memory, or leaves behind when its time is
// up, is not missing for the next, and one that dies takes nothing with it.
func (o *proofsOptions) proveApart(ctx context.Context, folder string) (proofLine, error) {
	line := proofLine{Proof: filepath.Base(folder)}
	checker, err := os.Executable()
	if err != nil {
		return line, fmt.Errorf("finding this program: %w", err)
	}
	limited, cancel := ctx, context.CancelFunc(func() {})
	if o.job.Timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, o.job.Timeout+proofGrace)
	}
	defer cancel()
	command := trial.Command(limited, checker, append(o.arguments(), folder)...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	begun := time.Now()
	text, err := command.Output()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return line, ctx.Err()
	case err != nil && !errors.As(err, &exit) && limited.Err() == nil:
		return line, fmt.Errorf("%s: %w", line.Proof, err)
	case json.Unmarshal(text, &line) == nil:
		line.status = command.ProcessState.ExitCode()
		return line, nil
	}
	reason := verdict.Internal
	if limited.Err() != nil {
		reason = verdict.Timeout
	}
	line.Verdict, line.status, line.Seconds = "UNKNOWN("+string(reason)+")", report.StatusOf(verdict.Unknown, reason), time.Since(begun).Seconds()
	line.Detail, _, _ = strings.Cut(strings.TrimSpace(stderr.String()), "\n")
	if line.Detail == "" {
		line.Detail = "its process ended without an answer: " + command.ProcessState.String()
	}
	return line, nil
}

// proofGrace is how long past its time limit the process of a proof may live; reading its makefile is part of it.
const proofGrace = 20 * time.Second

// arguments are those of the process that checks one proof as this one is asked to.
func (o *proofsOptions) arguments() []string {
	args := []string{"proofs", "--json", "--timeout", o.job.Timeout.String(), "--memory", o.memory.String()}
	if o.job.Checks != 0 {
		args = append(args, "--check", strings.Join(o.job.Checks.Names(), ","))
	}
	if o.out != "" {
		args = append(args, "--out", o.out)
	}
	if o.job.Unsandboxed {
		args = append(args, "--unsandboxed")
	}
	if !o.job.Has(feature.Unrolling) {
		args = append(args, "--opt", feature.Unrolling.SwitchedOff())
	}
	return append(args, o.job.Search.Flags()...)
}

// unrolling are the settings of the search for these proofs: their authors bounded loops to have them unrolled.
func unrolling() pipeline.Search {
	return pipeline.Search{Features: feature.Set{}.With(feature.Unrolling)}
}

// jobOf is the check that a proof asks for.
func (o *proofsOptions) jobOf(p *project.Proof) pipeline.Job {
	job := o.job
	job.Entry, job.Malloc, job.EntryState = p.Entry, "never-null", "initial"
	if p.MallocMayFail {
		job.Malloc = "may-fail"
	}
	if p.AnyStatics {
		job.EntryState = "any"
	}
	if job.Checks == 0 {
		job.Checks = p.Checks
	}
	if o.out != "" {
		job.Out = filepath.Join(o.out, p.Name)
	}
	for _, u := range p.Units {
		job.Files, job.Readings = append(job.Files, u.File), append(job.Readings, u.Reading)
		if u.DataModel != "" {
			job.DataModel = u.DataModel
		}
	}
	return job
}

func (l proofLine) write(out io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(l)
	}
	bound := ""
	if l.Unwound > 0 {
		bound = fmt.Sprintf("CBMC unwinds %d rounds", l.Unwound)
	}
	text := fmt.Sprintf("%-40s %-22s %7.1f s  %-24s %s", l.Proof, l.Verdict, l.Seconds, bound, l.Detail)
	_, err := fmt.Fprintln(out, strings.TrimRight(text, " "))
	return err
}

// count writes the statistics of a proof, where they are asked for.
func (o *proofsOptions) count(out io.Writer, result *report.Result) error {
	if !o.stats || o.json || result == nil {
		return nil
	}
	result.WriteStatistics(out)
	return result.WriteAttempts(out)
}

// conclude says what was not checked and how many proofs are TRUE.
func (o *proofsOptions) conclude(out io.Writer, lines []proofLine) error {
	status := 0
	for _, l := range lines {
		switch l.status {
		case 0:
		case 1:
			status = 1
		default:
			if status == 0 {
				status = 3
			}
		}
	}
	if err := o.summarise(out, lines, 0); err != nil {
		return err
	}
	return exitError{status}
}

// summarise writes for people what was not checked and how many of the proofs are TRUE; left is how many the user did
// not wait for.
func (o *proofsOptions) summarise(out io.Writer, lines []proofLine, left int) error {
	if o.json {
		return nil
	}
	var unchecked []string
	proved := 0
	for _, l := range lines {
		unchecked = append(unchecked, l.Unchecked...)
		if l.status == 0 {
			proved++
		}
	}
	slices.Sort(unchecked)
	if unchecked = slices.Compact(unchecked); len(unchecked) > 0 {
		fmt.Fprintf(out, "not checked: %s\n", strings.Join(unchecked, ", "))
	}
	rest := ""
	if left > 0 {
		rest = fmt.Sprintf(", %d more not begun or not finished", left)
	}
	_, err := fmt.Fprintf(out, "%d of %d TRUE%s\n", proved, len(lines), rest)
	return err
}
