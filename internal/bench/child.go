package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// grace is how long past its time limit a child may live: it promises to end within two seconds.
const grace = 5 * time.Second

// childResult is the part that is read of the object `yogi check --json` prints.
type childResult struct {
	Verdict string `json:"verdict"`
	Reason  string `json:"reason"`
	Detail  string `json:"detail"`
	Class   string `json:"class"`
	Error   *struct {
		File string `json:"file"`
		What string `json:"what"`
	} `json:"error"`
	Counts struct {
		Iterations    int            `json:"iterations"`
		Tests         int            `json:"tests"`
		Regions       int            `json:"regions"`
		Splits        int            `json:"splits"`
		SolverQueries int            `json:"solver_queries"`
		SolverSeconds float64        `json:"solver_seconds"`
		Overhead      float64        `json:"iteration_overhead_seconds"`
		Other         map[string]int `json:"other"`
	} `json:"counts"`
}

// check runs the checker on a job's task.
func (r *runner) check(ctx context.Context, j job) Record {
	record := r.empty(j)
	if !j.task.countable() {
		return record.unknown("unsupported", "the property "+j.task.Property+" has no flag")
	}
	folder := j.task.folder(r.folder)
	relative := relativeTo(folder, r.scratch)
	args, err := j.task.arguments(folder, r.scratch)
	if err != nil {
		return record.unknown("input", relative(err.Error()))
	}
	// One processor for each, whatever the machine has, so that numbers can be compared; flags may say else.
	flags := []string{"check", "--json", "--jobs", "1", "--timeout", r.options.Timeout.String(), "--algorithm", j.variant.Algorithm}
	flags = slices.Concat(flags, r.flags(j), args)

	child := r.child(ctx, flags)
	record.Seconds, record.Peak = child.seconds, child.peak
	if child.isKilled {
		return record.unknown("timeout", "killed: the checker did not end in time")
	}
	record.take(child, relative(child.stderr))
	record.Detail = relative(record.Detail)
	return record
}

// child runs the checker on a task: elsewhere, if that is asked for and can be, or as a child process.
func (r *runner) child(ctx context.Context, arguments []string) child {
	if r.options.Elsewhere == nil {
		return runChild(ctx, r.options.Checker, "", r.options.Timeout+grace, arguments)
	}
	ran, ok := r.options.Elsewhere(ctx, slices.Concat(arguments[:1], []string{"--no-store"}, arguments[1:]))
	if ok || ctx.Err() != nil {
		return child{
			stdout: ran.Stdout, stderr: ran.Stderr, status: ran.Status, seconds: ran.Seconds, peak: ran.Peak,
			isKilled: ran.IsKilled || ctx.Err() != nil,
		}
	}
	select {
	case <-ctx.Done():
		return child{isKilled: true}
	case r.here <- struct{}{}:
	}
	defer func() { <-r.here }()
	return runChild(ctx, r.options.Checker, "", r.options.Timeout+grace, arguments)
}

// child is a run of the checker that has ended.
type child struct {
	stdout   []byte
	stderr   string
	status   int     // exit status
	err      error   // of starting it
	isKilled bool    // it did not end in time, or the context did
	seconds  float64 // by the clock
	peak     float64 // megabytes of its largest process
}

// runChild runs the checker in a folder ("": the working folder), without its store since what is
// asked for is the whole check, and ends it with all that it started where it does not end in time.
func runChild(ctx context.Context, checker, folder string, limit time.Duration, arguments []string) child {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var stdout, stderr bytes.Buffer
	command := exec.CommandContext(limited, checker, arguments...)
	command.Dir, command.Stdout, command.Stderr = folder, &stdout, &stderr
	command.Env = append(command.Environ(), "YOGI_CACHE=off")
	// The whole group goes, so that solvers and compiled tests of a child that hangs go with it.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = time.Second
	start := time.Now()
	out := child{}
	var exit *exec.ExitError
	if err := command.Run(); err != nil && !errors.As(err, &exit) {
		out.err = err
	}
	out.stdout, out.stderr, out.isKilled, out.seconds = stdout.Bytes(), stderr.String(), limited.Err() != nil, time.Since(start).Seconds()
	if command.ProcessState != nil { // it was started
		out.status = command.ProcessState.ExitCode()
		if usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage); ok {
			out.peak = float64(usage.Maxrss) / 1024
		}
	}
	return out
}

// relativeTo makes paths in a text relative to the folders they are in, so that a record is the
// same wherever the tasks lie.
func relativeTo(folders ...string) func(text string) string {
	var prefixes []string
	for _, folder := range folders {
		ways := []string{filepath.Clean(folder)}
		if absolute, err := filepath.Abs(folder); err == nil {
			ways = append(ways, absolute)
		}
		for _, way := range ways {
			if way != "." && way != "/" {
				prefixes = append(prefixes, regexp.QuoteMeta(way+"/"))
			}
		}
	}
	if len(prefixes) == 0 {
		return func(text string) string { return text }
	}
	// A folder of the same name inside another one is not meant.
	paths := regexp.MustCompile(`(^|[^\w./~-])(?:` + strings.Join(prefixes, "|") + `)`)
	return func(text string) string { return paths.ReplaceAllString(text, "$1") }
}

// take fills in what a child printed.
func (r *Record) take(c child, stderr string) {
	if c.err != nil {
		*r = r.unknown("internal", c.err.Error())
		return
	}
	r.ExitStatus = c.status
	r.Diagnostics = lastLines(stderr)
	if r.ExitStatus == 2 {
		*r = r.unknown("input", lastLines(stderr))
		return
	}
	var result childResult
	if err := json.Unmarshal(c.stdout, &result); err != nil || result.Verdict == "" {
		*r = r.unknown("internal", "no verdict: "+lastLines(stderr))
		return
	}
	r.Verdict, r.Reason, r.Class, r.Detail = result.Verdict, result.Reason, result.Class, result.Detail
	if result.Reason != "" && result.Error != nil && r.Detail == "" {
		r.Detail = result.Error.What
	}
	r.Iterations, r.Tests, r.Regions = result.Counts.Iterations, result.Counts.Tests, result.Counts.Regions
	r.Solver, r.Overhead = result.Counts.SolverSeconds, result.Counts.Overhead
	r.Queries, r.Splits, r.Counts = result.Counts.SolverQueries, result.Counts.Splits, result.Counts.Other
}

func (r Record) unknown(reason, detail string) Record {
	r.Verdict, r.Reason, r.Detail = "UNKNOWN("+reason+")", reason, detail
	return r
}

// lastLines keeps what is worth recording of a diagnostic output.
func lastLines(text string) string {
	const most = 600
	text = strings.TrimSpace(text)
	if len(text) > most {
		text = text[:most]
	}
	return text
}
