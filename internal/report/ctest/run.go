package ctest

import (
	"bytes"
	"context"
	"crypto/rand"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"yogi/internal/sandbox"
	"yogi/internal/source"
)

// This file builds and runs a test, all of it in the sandbox: the compiler reads text that nobody trusts.

// Ending says how the run of a compiled test ended. The zero value is invalid.
type Ending uint8

// The endings.
const (
	InvalidEnding Ending = iota
	Reached              // the error is reached
	Missed               // the run ended, or ran out of time, without the error
	NotBuilt             // gcc or -m32 is missing, gcc refuses the program, or there is no sandbox
)

// Outcome is the end of a build and run.
type Outcome struct {
	Ending Ending
	Detail string
	// Doubt says why a run that misses the error refutes nothing; "" if nothing of the run does.
	Doubt string
	// Guarded are the functions of the C library whose place the driver takes and that failed in the run, whatever
	// the test says, since the machine's fail for such arguments.
	Guarded []string
	// At is where the run fails that misses the error of the test; not valid: it does not fail.
	At source.Pos
	// Unplaced: the run reaches an error that may be another than that of the test, as its place is not known.
	Unplaced bool
}

// runTime is how long a compiled test may run.
const runTime = 10 * time.Second

// waitTime is how long a test may run in which something outside of the program changes an object:
// without it, it may wait for ever.
const waitTime = time.Second

// What a compiled test and the tools that build it may use up. An address sanitizer reserves more
// addresses than there is memory, and does not use them.
var (
	testLimits = sandbox.Limits{Seconds: 10, Memory: 3 << 30, Resident: 3 << 30}
	toolLimits = sandbox.Limits{Seconds: 60, Memory: 4 << 30, FileSize: 256 << 20}
)

// BuildAndRun compiles the test written to a folder and runs it, both in the folder scratch. The error is
// of the machine's; a test that cannot be built or misses the error is an Outcome.
func (p *Plan) BuildAndRun(ctx context.Context, folder, scratch string) (Outcome, error) {
	if name := p.driverText().takenName(); name != "" {
		return Outcome{Ending: NotBuilt, Detail: "the program has a name of the test's driver: " + name}, nil
	}
	names := []string{p.names.driver()}
	for i := range p.Units {
		names = append(names, p.names.program(i))
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return Outcome{}, fmt.Errorf("reading the test: %w", err)
		}
		if err := os.WriteFile(filepath.Join(scratch, name), p.includingCopies(text), 0o600); err != nil {
			return Outcome{}, fmt.Errorf("copying the test: %w", err)
		}
	}
	if p.nonce == 0 { // all builds of a plan have one, so that they share object files
		p.nonce = newNonce()
	}
	nonce := p.nonce
	binary := filepath.Join(scratch, "test")
	err := p.buildAll(ctx, scratch, binary)
	if err != nil && ctx.Err() == nil && p.mergeDefinitions(err.Error()) {
		err = p.buildAll(ctx, scratch, binary)
	}
	switch {
	case ctx.Err() != nil:
		return Outcome{}, ctx.Err()
	case err != nil:
		return Outcome{Ending: NotBuilt, Detail: err.Error()}, nil
	}
	return p.run(ctx, scratch, binary, nonce)
}

// buildAll makes the object files that no earlier build of the plan has made, links the test, and links it again for
// as long as the linker finds more that nobody defines.
func (p *Plan) buildAll(ctx context.Context, scratch, binary string) error {
	flags := p.nonce.flags()
	compilations := p.compilations(scratch, flags, byWords)
	for _, c := range compilations {
		if p.compiled[c.object] {
			continue
		}
		if _, err := p.build(ctx, scratch, c.commands); err != nil {
			return err
		}
		if p.compiled == nil {
			p.compiled = map[string]bool{}
		}
		p.compiled[c.object] = true
	}
	link := func() (said string, err error) {
		return p.build(ctx, scratch, [][]string{p.linkCommand(scratch, binary, flags, compilations)})
	}
	said, err := link()
	for err == nil && p.addStrays(said) {
		said, err = link()
	}
	return err
}

// build runs commands. The error is of the first that fails; said is what the last one says.
func (p *Plan) build(ctx context.Context, scratch string, commands [][]string) (said string, err error) {
	readable, withHeaders := p.flagFolders(), p.Headers == nil
	for i := 0; i < len(commands); {
		result, err := sandbox.Run(ctx, sandbox.Command{
			Kind: sandbox.Tool, Words: commands[i], Folder: scratch, Read: readable, Limits: toolLimits, Unsandboxed: p.Unsandboxed,
		})
		switch {
		case err != nil || result.Err != nil && (withHeaders || ctx.Err() != nil):
			return "", errors.Join(err, result.Err)
		case result.Err == nil:
			said = result.Said
			i++
		default: // the program may include files that lie elsewhere, which are asked for only here: it takes time
			withHeaders = true
			headers, err := p.Headers(ctx)
			if err != nil {
				return "", err
			}
			for _, path := range headers {
				if path, err = filepath.Abs(path); err != nil {
					return "", fmt.Errorf("finding the headers: %w", err)
				}
				readable = append(readable, path)
			}
		}
	}
	return said, nil
}

// flagFolders are the files and folders that the compiler reads besides the system's: those of the
// program's files, and those that the flags name.
func (p *Plan) flagFolders() []string {
	var out []string
	for _, u := range p.Units {
		for i, word := range u.Flags {
			if u.isPath(i) {
				out = append(out, word)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// isPath says that a word of the flags is a file or a folder.
func (u Unit) isPath(word int) bool {
	return word > 0 && slices.Contains([]string{"-iquote", "-I", "-isystem", "-idirafter", "-include"}, u.Flags[word-1])
}

// run runs the test.
func (p *Plan) run(ctx context.Context, scratch, binary string, nonce nonce) (Outcome, error) {
	limits := testLimits
	if len(monitors[p.Property].link) > 0 {
		limits.Memory = 0
	}
	most := runTime
	if p.waits {
		most = waitTime
	}
	limited, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	result, err := runTest(limited, binary, nonce, sandbox.Command{Folder: scratch, Limits: limits, Unsandboxed: p.Unsandboxed})
	outcome, err := p.outcomeOf(ctx, limited, result, err, nonce)
	outcome.Guarded = guardsIn(result.Said)
	if err != nil {
		return outcome, err
	}
	return p.placed(ctx, scratch, outcome, result.Said, nonce)
}

// outcomeOf reads the end of the test's process. limited is the context of the run within ctx.
func (p *Plan) outcomeOf(ctx, limited context.Context, result sandbox.Result, err error, nonce nonce) (Outcome, error) {
	doubt := ""
	if strings.Contains(result.Said, monitorIsFull) {
		doubt = "the rule has more instances than the monitor takes"
	}
	if p.merged {
		doubt = "objects that several files define without an initial value are not watched"
	}
	var refused *sandbox.Refusal
	switch {
	case ctx.Err() != nil:
		return Outcome{}, ctx.Err()
	case errors.As(err, &refused):
		return Outcome{Ending: NotBuilt, Detail: refused.Error()}, nil
	case err != nil:
		return Outcome{}, err
	case result.Status == statusReached && (!p.Unsandboxed || strings.Contains(result.Said, nonce.mark())):
		return Outcome{Ending: Reached}, nil
	case limited.Err() != nil:
		return Outcome{Ending: Missed, Detail: "the run did not end", Doubt: doubt}, nil
	case result.Status == statusAssumed:
		return Outcome{Ending: Missed, Detail: "an assumption of the program fails", Doubt: doubt}, nil
	case result.Status == statusStrayed:
		return Outcome{Ending: Missed, Detail: "the run gets to what the test does not get to, and nobody defines", Doubt: doubt}, nil
	case result.Status == statusExhausted:
		return Outcome{Ending: Missed, Detail: "the run ended", Doubt: "the sandbox has no memory for an object of the run"}, nil
	case result.Err != nil:
		return Outcome{Ending: Missed, Detail: "the run ended: " + result.Err.Error(), Doubt: doubt}, nil
	}
	return Outcome{Ending: Missed, Detail: "the run ended without the error", Doubt: doubt}, nil
}

// RunByHand runs a test that somebody built with its script, in the sandbox.
func RunByHand(ctx context.Context, binary string) (sandbox.Result, error) {
	limited, cancel := context.WithTimeout(ctx, runTime)
	defer cancel()
	limits := testLimits
	limits.Memory = 0 // it may have a sanitizer
	return runTest(limited, binary, 0, sandbox.Command{Folder: filepath.Dir(binary), Limits: limits})
}

// runTest runs a test as a command that says where and within which limits.
func runTest(ctx context.Context, binary string, nonce nonce, command sandbox.Command) (sandbox.Result, error) {
	after, still, err := reportAddress(binary)
	if err != nil {
		return sandbox.Result{}, err
	}
	command.Kind, command.Words, command.Still = sandbox.Test, []string{binary}, still
	command.Report = sandbox.Report{Statuses: []int{statusReached, statusAssumed}, After: after, Nonce: uint32(nonce)}
	return sandbox.Run(ctx, command)
}

// nonce tells one run of a test from all others: the program cannot know it but by reading the driver's code.
type nonce uint32

func newNonce() nonce {
	var bytes [4]byte
	_, _ = rand.Read(bytes[:]) // never fails
	return nonce(binary.LittleEndian.Uint32(bytes[:]) | 1)
}

// flags tell the driver of the nonce. Its function for the error gets another name in each build, which no assembly of
// the program can know; the linker drops all names.
func (n nonce) flags() []string {
	return []string{fmt.Sprintf("-DYOGI_NONCE=%du", n), fmt.Sprintf("-Dyogi_reached_error=yogi_reached_%d", n), dropNames, "-g1"}
}

// dropNames is the linker's word for a program without names and lines.
const dropNames = "-Wl,-s"

// mark is the driver's message at the error.
func (n nonce) mark() string { return fmt.Sprintf("yogi: the error is reached (%du)", n) }

// reportSection is where the driver makes its system calls, by the first instruction.
const reportSection = ".yogi_report"

// reportAddress finds the address behind the instruction by which the driver of a test makes system calls. That of a
// position-independent program is where the system loads it if it is to keep still.
func reportAddress(binary string) (after uint64, still bool, err error) {
	file, err := elf.Open(binary)
	if err != nil {
		return 0, false, fmt.Errorf("reading the compiled test: %w", err)
	}
	defer file.Close()
	section := file.Section(reportSection)
	if section == nil {
		return 0, false, fmt.Errorf("the compiled test has no section %s", reportSection)
	}
	call := []byte{0x0f, 0x05} // syscall
	if file.Machine == elf.EM_386 {
		call = []byte{0xcd, 0x80} // int $0x80
	}
	code := make([]byte, len(call))
	if _, err := section.ReadAt(code, 0); err != nil || !bytes.Equal(code, call) {
		return 0, false, fmt.Errorf("the section %s of the compiled test does not begin with a system call", reportSection)
	}
	after = section.Addr + uint64(len(call))
	if file.Type != elf.ET_DYN {
		return after, false, nil
	}
	if file.Machine == elf.EM_386 {
		return after + 0x56555000, true, nil
	}
	return after + 0x555555554000, true, nil
}
