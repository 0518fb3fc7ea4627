// Package trial runs the checker as a child process, for tools that compare what it answers: in go flags and files, out
// come the verdict and how the process ended. A child that dies or hangs takes nothing with it, and none outlives the
// context or this process.
package trial

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// grace is how long past its time limit a check may live: it promises to end within two seconds.
const grace = 5 * time.Second

// Command prepares a process in a group of its own, which is killed as a whole when the context
// ends or this process dies.
func Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, name, args...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = time.Second
	return command
}

// Checker is a program that can be asked for verdicts.
type Checker struct {
	Path    string        // of the program
	Folder  string        // of which relative paths are; "": the one of this process
	Scratch string        // for temporary files of the program; "": the system's
	Timeout time.Duration // of one check
}

// Outcome is how a check ended.
type Outcome struct {
	Verdict string  `json:"verdict"` // TRUE, FALSE(...), UNKNOWN(...); "" where there was none
	Detail  string  `json:"detail"`
	Counts  Counts  `json:"counts"`
	Status  int     `json:"-"` // exit status; -1 after a signal
	Stderr  string  `json:"-"`
	Seconds float64 `json:"-"`
}

// Counts are those of a search.
type Counts struct {
	Iterations    int `json:"iterations"`
	Tests         int `json:"tests"`
	Splits        int `json:"splits"`
	SolverQueries int `json:"solver_queries"`
}

// Check runs one check. The error is one of starting the program, or the context's.
func (c Checker) Check(ctx context.Context, flags, files []string) (Outcome, error) {
	limited, cancel := context.WithTimeout(ctx, c.Timeout+grace)
	defer cancel()
	args := slices.Concat([]string{"check", "--json", "--jobs", "1", "--timeout", c.Timeout.String()}, flags, files)
	var stdout, stderr bytes.Buffer
	command := Command(limited, c.Path, args...)
	command.Dir, command.Stdout, command.Stderr = c.Folder, &stdout, &stderr
	if c.Scratch != "" {
		command.Env = append(os.Environ(), "TMPDIR="+c.Scratch)
	}
	start := time.Now()
	err := command.Run()
	out := Outcome{Seconds: time.Since(start).Seconds(), Stderr: strings.TrimSpace(stderr.String())}
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	if limited.Err() != nil {
		out.Verdict, out.Detail = "UNKNOWN(timeout)", "killed: the checker did not end in time"
		return out, nil
	}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		out.Status = exit.ExitCode()
	case err != nil:
		return out, fmt.Errorf("running the checker: %w", err)
	}
	if err := json.Unmarshal(stdout.Bytes(), &out); err != nil {
		out.Verdict = "" // what it printed is no result; how it ended says the rest
	}
	return out, nil
}

// Crashed reports whether the checker itself failed: it says so, it was killed by a signal, or it panicked.
func (o Outcome) Crashed() bool {
	panicked := strings.Contains(o.Stderr, "panic: ") || strings.Contains(o.Stderr, "fatal error: ")
	return strings.HasPrefix(o.Verdict, "UNKNOWN(internal") || o.Verdict == "" && (o.Status == 4 || o.Status < 0 || panicked)
}

// Is reports whether the verdict is the wanted one; one without parentheses stands for all of its kind.
func (o Outcome) Is(wanted string) bool {
	kind, _, _ := strings.Cut(o.Verdict, "(")
	return o.Verdict != "" && (o.Verdict == wanted || kind == wanted)
}

// Contradicts reports whether one verdict is TRUE and the other FALSE.
func (o Outcome) Contradicts(other Outcome) bool {
	return o.Is("TRUE") && other.Is("FALSE") || o.Is("FALSE") && other.Is("TRUE")
}

// String is the verdict, or what there was in its place, on one line.
func (o Outcome) String() string {
	if o.Verdict != "" {
		return o.Verdict
	}
	first, _, _ := strings.Cut(o.Stderr, "\n")
	if o.Status == 2 && !o.Crashed() {
		return "not read: " + first
	}
	return fmt.Sprintf("no verdict, exit status %d: %s", o.Status, first)
}

// CheckVerdict checks that a text is a verdict, or a kind of verdicts.
func CheckVerdict(text string) error {
	kind, rest, found := strings.Cut(text, "(")
	if slices.Contains([]string{"TRUE", "FALSE", "UNKNOWN"}, kind) && (!found || strings.HasSuffix(rest, ")")) && (!found || kind != "TRUE") {
		return nil
	}
	return fmt.Errorf("%q is no verdict such as TRUE, FALSE, FALSE(unreach-call) or UNKNOWN(timeout)", text)
}
