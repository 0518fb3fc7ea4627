package smtlib

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"yogi/internal/solver"
	"yogi/internal/term"
)

// Backend is a solver.Solver on a process. The process is started by the first query and again after
// it was ended.
type Backend struct {
	program Program
	timeout time.Duration
	memory  int
	fault   error         // see Fault
	silent  time.Duration // how long processes were waited for that had answered nothing when they were ended
	*session
}

// Fault says what was wrong with the program when it answered last, other than that a query was too
// hard for it: that it cannot be started, ended by itself, hangs, or says what cannot be read.
func (b *Backend) Fault() error { return b.fault }

// session holds all that lives as long as one process.
type session struct {
	process *process
	printer *term.Printer
	path    []*term.Term
	guards  int
	queries int
	values  *valueReader
}

// New makes a backend; it fails when the program is not installed.
func New(p Program, timeout time.Duration, memory int) (*Backend, error) {
	if _, err := exec.LookPath(p.Name); err != nil {
		return nil, fmt.Errorf("solver %s: %w", p.Name, err)
	}
	if timeout == 0 {
		timeout = solver.DefaultTimeout
	}
	return &Backend{program: p, timeout: timeout, memory: memory}, nil
}

// Close ends the process.
func (b *Backend) Close() error {
	if b.session != nil {
		b.process.end()
		b.session = nil
	}
	return nil
}

// modelGrace is how much longer than the query's time a process may take to write a model, for that is
// no search.
const modelGrace = 5 * time.Second

const prelude = `(set-option :print-success false)
(set-option :global-declarations true)
(set-option :produce-models true)
(set-option :produce-unsat-assumptions true)
(set-logic ALL)
`

// open starts a process and waits until it has read the prelude. fault is set if the process is to
// blame for an error.
func (b *Backend) open(ctx context.Context, deadline time.Time) error {
	p, err := start(b.program, b.memory)
	if err != nil {
		b.fault = err
		return err
	}
	b.session = &session{process: p, printer: term.NewPrinter(), values: newValueReader()}
	began := time.Now()
	if _, err = b.exchange(ctx, prelude, deadline); err == nil {
		b.silent = 0
		return nil
	}
	b.silent += time.Since(began)
	switch {
	case b.silent > startLimit:
		b.fault = errors.New("it hangs")
	case ctx.Err() == nil && time.Now().Before(deadline):
		b.fault = err
	}
	return err
}

// Check answers q.
func (b *Backend) Check(ctx context.Context, q solver.Query) solver.Answer {
	if ctx.Err() != nil {
		return solver.UnknownBecause("canceled")
	}
	b.fault = nil
	if solver.Features(q)&b.program.Lacks != 0 {
		return solver.UnknownBecause(b.program.Name + " has no theory for it")
	}
	if b.session != nil && b.queries >= b.program.Queries {
		b.Close()
	}
	timeout := q.Timeout
	if timeout == 0 {
		timeout = b.timeout
	}
	deadline := time.Now().Add(timeout)
	answer, err := b.answer(ctx, q, deadline)
	if err == nil {
		return answer
	}
	b.Close()
	switch {
	case errors.Is(err, errStopped) && ctx.Err() != nil:
		return solver.UnknownBecause("canceled")
	case errors.Is(err, errStopped) && time.Now().After(deadline):
		err = fmt.Errorf("timeout after %s", timeout)
	case b.fault == nil:
		b.fault = err
	}
	return solver.UnknownBecause(b.program.Name + ": " + err.Error())
}

// answer puts q to the process, which is started if there is none. Every error means that the
// process can no longer be trusted to hold what we think it holds.
func (b *Backend) answer(ctx context.Context, q solver.Query, deadline time.Time) (solver.Answer, error) {
	if b.session == nil {
		if err := b.open(ctx, deadline); err != nil {
			return solver.Answer{}, err
		}
	}
	var script strings.Builder
	b.queries++
	if b.program.Limit != "" {
		fmt.Fprintf(&script, b.program.Limit+"\n", max(1, time.Until(deadline).Milliseconds()))
		deadline = deadline.Add(stopGrace)
	}
	b.write(&script, q)
	return b.run(ctx, script.String(), q, deadline)
}

// write brings the stack of the process to the query's path and guards the assumptions in one more
// scope, which run pops.
func (b *Backend) write(w *strings.Builder, q solver.Query) {
	common := 0
	for common < len(b.path) && common < len(q.Path) && b.path[common] == q.Path[common] {
		common++
	}
	if extra := len(b.path) - common; extra > 0 {
		fmt.Fprintf(w, "(pop %d)\n", extra)
		b.path = b.path[:common]
	}
	for _, t := range q.Path[common:] {
		text := b.printer.Text(w, t)
		fmt.Fprintf(w, "(push 1)\n(assert %s)\n", text)
		b.path = append(b.path, t)
	}
	for b.guards < len(q.Assume) {
		fmt.Fprintf(w, "(declare-fun g!%d () Bool)\n", b.guards)
		b.guards++
	}
	w.WriteString("(push 1)\n")
	literals := make([]string, len(q.Assume))
	for i, t := range q.Assume {
		text := b.printer.Text(w, t)
		fmt.Fprintf(w, "(assert (=> g!%d %s))\n", i, text)
		literals[i] = "g!" + strconv.Itoa(i)
	}
	if len(literals) == 0 {
		w.WriteString("(check-sat)\n")
	} else {
		fmt.Fprintf(w, "(check-sat-assuming (%s))\n", strings.Join(literals, " "))
	}
}

// run sends the script and reads status, then model or core.
func (b *Backend) run(ctx context.Context, script string, q solver.Query, deadline time.Time) (solver.Answer, error) {
	output, err := b.exchange(ctx, script, deadline)
	if err != nil {
		return solver.Answer{}, err
	}
	grace := time.Now().Add(max(0, time.Until(deadline)) + modelGrace)
	switch status := strings.TrimSpace(output); status {
	case "sat":
		if q.StatusOnly {
			_, err = b.exchange(ctx, "(pop 1)\n", grace)
			return solver.Answer{Status: solver.Sat}, err
		}
		output, err = b.exchange(ctx, "(get-model)\n(pop 1)\n", grace)
		if err != nil {
			return solver.Answer{}, err
		}
		m, err := b.values.model(output, b.printer)
		return solver.Answer{Status: solver.Sat, Model: m}, err
	case "unsat":
		return b.refuted(ctx, q, grace)
	case "unknown":
		if !b.program.SaysWhy {
			_, err = b.exchange(ctx, "(pop 1)\n", grace)
			return solver.UnknownBecause(b.program.Name + " gave up"), err
		}
		output, err = b.exchange(ctx, "(get-info :reason-unknown)\n(pop 1)\n", grace)
		return solver.UnknownBecause(strings.TrimSpace(output)), err
	default:
		return solver.Answer{}, fmt.Errorf("unexpected answer %q", status)
	}
}

// exchange is send where any error of the solver is an error.
func (b *Backend) exchange(ctx context.Context, commands string, deadline time.Time) (string, error) {
	output, err := b.process.send(commands, time.Until(deadline), ctx.Done())
	if at := strings.Index(output, "(error"); at >= 0 {
		return "", errors.New(strings.TrimSpace(output[at:]))
	}
	return output, err
}

func (b *Backend) refuted(ctx context.Context, q solver.Query, deadline time.Time) (solver.Answer, error) {
	answer := solver.Answer{Status: solver.Unsat, Core: []int{}}
	if len(q.Assume) == 0 {
		_, err := b.exchange(ctx, "(pop 1)\n", deadline)
		return answer, err
	}
	output, err := b.exchange(ctx, "(get-unsat-assumptions)\n(pop 1)\n", deadline)
	if err != nil {
		return solver.Answer{}, err
	}
	used := map[string]bool{}
	for _, name := range strings.Fields(strings.NewReplacer("(", " ", ")", " ", "|", " ").Replace(output)) {
		used[name] = true
	}
	for i := range q.Assume {
		if used["g!"+strconv.Itoa(i)] {
			answer.Core = append(answer.Core, i)
		}
	}
	return answer, nil
}
