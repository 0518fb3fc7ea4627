// Package smtlib answers queries with a solver process that reads SMT-LIB: z3, cvc5 or Bitwuzla.
//
// It is the second opinion behind proofs and the fallback where no library is linked. Text that a
// solver answers with an error is never skipped: the process is ended and the query is Unknown.
package smtlib

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"yogi/internal/term"
)

// Program is a solver binary and how to start it.
type Program struct {
	Name string
	Args []string
	// Memory is the option that bounds memory to %d megabytes, or "".
	Memory string
	// Queries is when the process is replaced.
	Queries int
	// Limit is the command that bounds the next query to %d milliseconds, or "": at the end of its time the process is
	// ended then, with all that it keeps.
	Limit string
	// Lacks are the features of terms that the solver has no theory for.
	Lacks term.Features
	// SaysWhy: it can be asked why an answer is unknown.
	SaysWhy bool
}

// Z3, CVC5 and Bitwuzla are the programs known to work.
var (
	Z3   = Program{Name: "z3", Args: []string{"-in", "-smt2"}, Memory: "-memory:%d", Queries: 5000, SaysWhy: true}
	CVC5 = Program{
		Name: "cvc5", Args: []string{"--incremental", "--produce-models", "--produce-unsat-assumptions", "--lang=smt2", "--quiet"},
		Queries: 500, Limit: "(set-option :tlimit-per %d)", SaysWhy: true,
	}
	Bitwuzla = Program{Name: "bitwuzla", Args: []string{"--lang", "smt2"}, Queries: 500, Lacks: term.HasIntegers | term.HasUninterpreted}
)

const (
	// startLimit is how long a process may take to answer at all before it counts as one that hangs.
	startLimit = 10 * time.Second
	// stopGrace is how much later than the end of its time a process is ended that bounds its queries itself.
	stopGrace = 500 * time.Millisecond
	// outputLimit is how much a process may say to one command.
	outputLimit = 1 << 28
)

// process is a running solver.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	marks int
	ended bool
}

// start runs the program in a process group of its own; the kernel ends it with us.
func start(p Program, memory int) (*process, error) {
	args := p.Args
	name := p.Name
	switch {
	case memory > 0 && p.Memory != "":
		args = append(args[:len(args):len(args)], fmt.Sprintf(p.Memory, memory))
	case memory > 0:
		args = append([]string{"-c", fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, memory*1024), name}, args...)
		name = "sh"
	}
	cmd := exec.Command(name, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("starting %s: %w", p.Name, err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting %s: %w", p.Name, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", p.Name, err)
	}
	return &process{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 1<<16)}, nil
}

// kill ends the process group at once. It may be called while another goroutine reads or writes.
func (p *process) kill() {
	if p.cmd.Process != nil {
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	}
}

// end kills and reaps the process.
func (p *process) end() {
	if p.ended {
		return
	}
	p.ended = true
	p.kill()
	_ = p.in.Close()
	_ = p.cmd.Wait()
}

// errStopped says that the process ended, by itself or because it was killed at a deadline.
var errStopped = errors.New("the solver process stopped")

// send writes commands and returns all output up to a mark that it asks for behind them. When the
// timer fires first the process is killed and the error is errStopped.
func (p *process) send(commands string, timeout time.Duration, stop <-chan struct{}) (string, error) {
	p.marks++
	mark := fmt.Sprintf("mark-%d", p.marks)
	finished := make(chan struct{})
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	go func() {
		select {
		case <-finished:
		case <-timer.C:
			p.kill()
		case <-stop:
			p.kill()
		}
	}()
	defer close(finished)
	// The solver may answer while it still reads, so writing must not wait for reading.
	written := make(chan error, 1)
	go func() {
		_, err := io.WriteString(p.in, commands+"(echo \""+mark+"\")\n")
		written <- err
	}()
	output, err := p.readUntil(mark)
	if err != nil {
		return output, err
	}
	if err := <-written; err != nil {
		return output, errStopped
	}
	return output, nil
}

func (p *process) readUntil(mark string) (string, error) {
	var output strings.Builder
	line := 0 // where the line that is read begins
	for output.Len() < outputLimit {
		part, err := p.out.ReadSlice('\n')
		output.Write(part)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return output.String(), errStopped
		}
		text := output.String()
		if strings.Trim(strings.TrimSpace(text[line:]), `"`) == mark {
			return text[:line], nil
		}
		line = len(text)
	}
	return "", fmt.Errorf("more than %d bytes in answer to a command", outputLimit)
}
