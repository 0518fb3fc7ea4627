// Package sandbox runs a program that nobody trusts: a compiled test, or a compiler that reads the text of one.
//
// The walls stand outside the program. The product starts itself again under another name
// (launch.go); that process limits itself, in this order, and becomes the program, so that nothing
// of the program runs before they stand:
//
//   - limits of processor time, memory, files, sizes of files (limits.go);
//   - no_new_privs: no program that it starts has more rights;
//   - Landlock (landlock.go): the system's libraries and what Command.Read names can be read, a Tool
//     writes in its folder, a Test nowhere; no signal leaves;
//   - a filter of system calls (filter.go): a Test has only those that compute, start the C library
//     and open files to read them; a Tool has no network, no signals and no hold on other processes.
//
// The parent kills what takes too long or too much memory (watch.go). Where the kernel has no
// Landlock or no filters Run refuses, unless Command.Unsandboxed takes what there is.
//
// How a Test tells what it reached cannot be said by accident: the exit statuses of Report are refused by the kernel
// unless they come from the one instruction that Report names, with its secret number.
package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// Kind says what a program is for. The zero value is invalid.
type Kind uint8

// The kinds.
const (
	InvalidKind Kind = iota
	Tool             // a compiler or linker: reads, starts programs, writes in its folder
	Test             // the program under test: computes
)

// Command is a program to run. Folder is where it runs; it may read there.
type Command struct {
	Kind   Kind
	Words  []string // the program and its arguments
	Folder string
	Read   []string // more files and folders that it may read
	Limits Limits
	Report Report // of a Test
	// Still: the system lays the program, its stack and its heap where it always does, nothing at random.
	Still bool
	// Unsandboxed runs the program with those of the walls that this kernel has, if only the limits.
	Unsandboxed bool
}

// Report says who may end a Test with the statuses that mean something.
type Report struct {
	Statuses []int  // exit statuses that are the driver's alone
	After    uint64 // the address behind the system call that gives them
	Nonce    uint32 // the second argument of that call
}

// Result is how a program ended.
type Result struct {
	Status int    // the exit status; -1 if a signal ended it
	Said   string // the beginning and the end of what it wrote to the standard error
	// Err says what went wrong, with the beginning of what the program said; nil: status 0.
	Err error
	// Walls are those that do not stand: only for a Command that is Unsandboxed.
	Missing []string
}

// Refusal is the error of a machine that cannot keep a program in.
type Refusal struct{ Reason string }

// Error says why.
func (r *Refusal) Error() string {
	return "there is no sandbox: " + r.Reason + " (--unsandboxed runs tests all the same)"
}

// Run runs a command in a process group of its own, which dies with the context. A program that fails is a Result; the
// error is a Refusal or the machine's.
func Run(ctx context.Context, c Command) (Result, error) {
	report, reportEnd, err := os.Pipe()
	if err != nil {
		return Result{}, fmt.Errorf("making a pipe: %w", err)
	}
	defer report.Close()
	command, err := c.launcher(ctx)
	if err != nil {
		reportEnd.Close()
		return Result{}, err
	}
	said := &ends{}
	command.Stderr = said
	command.ExtraFiles = []*os.File{reportEnd} // launchReport
	if err := command.Start(); err != nil {
		reportEnd.Close()
		return Result{}, fmt.Errorf("starting the sandbox: %w", err)
	}
	reportEnd.Close()
	failed := &launched{}
	if text, err := io.ReadAll(report); err != nil || len(text) > 0 {
		if jsonErr := json.Unmarshal(text, failed); jsonErr != nil {
			failed.Failure = fmt.Sprintf("its launcher: %v", errors.Join(err, jsonErr))
		}
	}
	stop := watchMemory(command.Process.Pid, c.Limits.Resident)
	err = command.Wait()
	stop()
	result := Result{Status: command.ProcessState.ExitCode(), Said: said.String(), Missing: failed.Missing}
	switch {
	case failed.Refused != "":
		return Result{}, &Refusal{failed.Refused}
	case failed.Failure != "":
		return Result{}, &Refusal{fmt.Sprintf("%s: %s", baseName(c.Words), failed.Failure)}
	case err != nil:
		result.Err = fmt.Errorf("%s: %w: %s", baseName(c.Words), endOf(command.ProcessState, err), firstLines(result.Said))
	}
	return result, nil
}

// launcher is the command that starts this program again, as the launcher of c.
func (c Command) launcher(ctx context.Context) (*exec.Cmd, error) {
	path, err := exec.LookPath(c.Words[0])
	if err != nil {
		return nil, fmt.Errorf("finding %s: %w", c.Words[0], err)
	}
	order, err := json.Marshal(launchOrder{Command: c, Path: path})
	if err != nil {
		return nil, fmt.Errorf("writing to the launcher: %w", err)
	}
	command := exec.CommandContext(ctx, "/proc/self/exe")
	command.Args = []string{launcherName, string(order)}
	command.Dir = c.Folder
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + c.Folder, "LC_ALL=C", "CCACHE_DISABLE=1"}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = time.Second
	return command, nil
}

// endOf says how a process ended, where the filter ended it.
func endOf(state *os.ProcessState, err error) error {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() && status.Signal() == syscall.SIGSYS {
		return errors.New("it ended with a status that only the test's driver may use")
	}
	return err
}

// ends keeps the beginning and the end of what is written to it.
type ends struct {
	first, last bytes.Buffer
}

// keptBytes is how much of either end is kept, at least.
const keptBytes = 1 << 16

// Write implements io.Writer.
func (e *ends) Write(text []byte) (int, error) {
	kept := text[:min(len(text), keptBytes-e.first.Len())]
	e.first.Write(kept)
	e.last.Write(text[len(kept):])
	if e.last.Len() > 2*keptBytes {
		e.last.Next(e.last.Len() - keptBytes)
	}
	return len(text), nil
}

// String is both ends.
func (e *ends) String() string { return e.first.String() + e.last.String() }
