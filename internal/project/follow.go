package project

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// This file follows the processes of a build, to see compilers that it calls by their whole paths: no
// wrapper stands before those. A wrapper's own call is noted by the wrapper.

// BuildError says that a build failed.
type BuildError struct{ Status int }

// Error implements error.
func (e *BuildError) Error() string {
	return fmt.Sprintf("the build ended with exit status %d", e.Status)
}

// IsInterrupted says that an interrupt or a request to terminate ended the build. Ctrl-C sends it to the build and to
// this process at once, and the build may be over before this process has seen its own.
func (e *BuildError) IsInterrupted() bool {
	return e.Status == 128+int(unix.SIGINT) || e.Status == 128+int(unix.SIGTERM)
}

// buildError is the error of a build that ended this way; nil if all went well.
func buildError(status unix.WaitStatus) *BuildError {
	switch {
	case status.Signaled():
		return &BuildError{128 + int(status.Signal())}
	case status.ExitStatus() != 0:
		return &BuildError{status.ExitStatus()}
	}
	return nil
}

// follower traces a build with ptrace and sees each program that its processes become.
type follower struct {
	build *exec.Cmd
	calls []record
	// inside are the processes that are compilers, or were started by one: what the tool calls in turn is no part
	// of the build. All that are traced are keys.
	inside map[int]bool
	// within are processes that became wrappers inside of a tool: gcc, called by its whole path, finds a wrapper of ld
	// in PATH. What these note is no part of the build either.
	within map[int]bool
}

// follow runs a build, and returns the calls of tools by whole paths, and the wrappers whose notes do not count. Where
// processes must not be traced, as in some containers, it runs the build all the same and sees none.
func follow(build *exec.Cmd) (calls []record, within map[int]bool, err error) {
	if build.SysProcAttr == nil {
		build.SysProcAttr = &syscall.SysProcAttr{}
	}
	f := &follower{build: build, inside: map[int]bool{}, within: map[int]bool{}}
	done := make(chan error)
	go func() {
		// The kernel knows a tracer by its thread, which ends with this goroutine: what is left of the build then,
		// such as a daemon, goes on without.
		runtime.LockOSThread()
		done <- f.run()
	}()
	err = <-done
	return f.calls, f.within, err
}

func (f *follower) run() error {
	f.build.SysProcAttr.Ptrace = true
	if err := f.build.Start(); errors.Is(err, syscall.EPERM) {
		f.build.SysProcAttr.Ptrace = false
		untraced := *f.build
		return failed(untraced.Run())
	} else if err != nil {
		return fmt.Errorf("running the build: %w", err)
	}
	status, err := f.trace(f.build.Process.Pid)
	f.build.Wait() // for what copies the output: the process is known to be over, which is its error
	if err != nil {
		return fmt.Errorf("following the build: %w", err)
	}
	ended := buildError(status)
	if ended == nil {
		return nil
	}
	if ended.IsInterrupted() || status.Signaled() && status.Signal() == unix.SIGKILL {
		// Who ends a build this way, as an interrupt of ours does, means all of it.
		for pid := range f.inside {
			unix.Kill(pid, unix.SIGKILL)
		}
	}
	return ended
}

// failed makes the error of a process that ended a BuildError.
func failed(err error) error {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &exit):
		return buildError(unix.WaitStatus(exit.Sys().(syscall.WaitStatus)))
	}
	return fmt.Errorf("running the build: %w", err)
}

const traced = unix.PTRACE_O_TRACEFORK | unix.PTRACE_O_TRACEVFORK | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACEEXEC

// trace lets processes go on at each of their stops until the first one ends, whose status it returns.
func (f *follower) trace(first int) (unix.WaitStatus, error) {
	var status unix.WaitStatus
	if _, err := wait(first, &status); err != nil {
		return 0, err
	}
	if status.Exited() || status.Signaled() {
		return status, nil
	}
	if err := unix.PtraceSetOptions(first, traced); err != nil {
		return 0, err
	}
	f.inside[first] = f.isTool(first)
	cont(first, 0)
	for {
		pid, err := wait(-1, &status)
		if err != nil {
			return 0, err
		}
		switch {
		case status.Exited() || status.Signaled():
			if pid == first {
				return status, nil
			}
			delete(f.inside, pid)
		case status.Stopped():
			cont(pid, f.stopped(pid, status))
		}
	}
}

// wait waits for a process that this thread traces.
func wait(pid int, status *unix.WaitStatus) (int, error) {
	for {
		got, err := unix.Wait4(pid, status, unix.WALL|unix.WNOTHREAD, nil)
		if !errors.Is(err, unix.EINTR) {
			return got, err
		}
	}
}

// cont lets a process go on. It may be gone: it was killed while it was stopped.
func cont(pid, signal int) { unix.PtraceCont(pid, signal) }

// stopped takes note of a stop, and returns the signal that the process is to get.
func (f *follower) stopped(pid int, status unix.WaitStatus) (signal int) {
	_, isKnown := f.inside[pid]
	switch status.TrapCause() {
	case unix.PTRACE_EVENT_FORK, unix.PTRACE_EVENT_VFORK, unix.PTRACE_EVENT_CLONE:
		// The child may have gone on before, and have become a tool.
		child, err := unix.PtraceGetEventMsg(pid)
		if _, isKnown := f.inside[int(child)]; err == nil && !isKnown {
			f.inside[int(child)] = f.inside[pid]
		}
		return 0
	case unix.PTRACE_EVENT_EXEC:
		if f.inside[pid] {
			f.within[pid] = f.within[pid] || isWrapperProcess(pid)
		} else {
			f.inside[pid] = f.isTool(pid)
		}
		return 0
	}
	switch status.StopSignal() {
	case unix.SIGTRAP:
		return 0
	case unix.SIGSTOP:
		// The first stop of a new process, which may come before its parent's.
		if !isKnown {
			f.inside[pid] = f.inside[parentOf(pid)]
		}
		return 0
	}
	return int(status.StopSignal())
}

// isTool says that a process became a tool of a build, and notes the call unless a wrapper does.
func (f *follower) isTool(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	words := strings.Split(string(bytes.TrimSuffix(text, []byte{0})), "\x00")
	if err != nil || !wrapped.MatchString(filepath.Base(words[0])) {
		return false
	}
	if isWrapperProcess(pid) {
		return true // it notes the call
	}
	directory, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
	if err == nil {
		f.calls = append(f.calls, record{Time: time.Now(), Directory: directory, Arguments: withFolders(words, environmentOf(pid))})
	}
	return true
}

// environmentOf looks up variables of the environment that a process was started with.
func environmentOf(pid int) func(name string) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	return func(name string) string {
		if err != nil {
			return ""
		}
		for _, setting := range strings.Split(string(text), "\x00") {
			if value, ok := strings.CutPrefix(setting, name+"="); ok {
				return value
			}
		}
		return ""
	}
}

// isWrapperProcess says that a process is this program under another name.
func isWrapperProcess(pid int) bool {
	program, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
	self, selfErr := os.Readlink("/proc/self/exe")
	return err != nil || selfErr != nil || program == self
}

func parentOf(pid int) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// "pid (name) state parent ...", and the name may have anything in it.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 2 {
		return 0
	}
	parent, err := strconv.Atoi(fields[1])
	if err != nil {
		return 0
	}
	return parent
}
