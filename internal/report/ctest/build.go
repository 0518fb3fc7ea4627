package ctest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// The names of the files of a compiled test in its folder.
const (
	ProgramFile = "program.c" // the copy of the first file; of the second it is program-2.c
	DriverFile  = "driver.c"
	PatchFile   = "program.patch"
	ScriptFile  = "run.sh"
)

// programFile is the name of the copy of a file of the program, numbered from 0.
func programFile(number int) string {
	if number == 0 {
		return ProgramFile
	}
	return fmt.Sprintf("program-%d.c", number+1)
}

// The exit statuses of the driver.
const (
	statusReached = 97
	statusAssumed = 98
)

// Write writes the files of a test into a folder, with a script that builds and runs them by hand.
func (p *Plan) Write(folder string, f Files) error {
	script := "#!/bin/sh\n# Builds the test and runs it. Exit status 97: the error is reached.\nset -e\ncd \"$(dirname \"$0\")\"\n"
	for _, command := range p.commands(".", "./test") {
		script += shellLine(command) + "\n"
	}
	script += "./test\n"
	all := f.ByName()
	all[ScriptFile] = script
	for name, text := range all {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("writing the test: %w", err)
		}
	}
	return nil
}

// RunsHere says that programs of a data model can be compiled and run on this kind of machine.
func RunsHere(model string) bool { return model == "LP64" || model == "ILP32" }

// commands are the command lines that build the test in a folder.
func (p *Plan) commands(folder, binary string) [][]string {
	model := "-m64"
	if p.DataModel == "ILP32" {
		model = "-m32"
	}
	common := []string{"gcc", model, "-w", "-std=gnu11", "-O0", "-fwrapv", "-fno-strict-aliasing",
		"-fno-delete-null-pointer-checks", "-fno-stack-protector", "-fno-pie", "-ftrivial-auto-var-init=zero"}
	link := append(append([]string(nil), common...), "-fno-builtin", "-no-pie", "-Wl,--unresolved-symbols=ignore-all",
		filepath.Join(folder, DriverFile))
	var out [][]string
	entryUnit := p.entryUnit()
	for i, u := range p.Units {
		source := filepath.Join(folder, programFile(i))
		object := strings.TrimSuffix(source, ".c") + ".o"
		// What headers declare with the attribute error is called where an optimising compiler sees that nothing gets there.
		compile := append(append([]string(nil), common...), "-fcommon", "-D__error__(text)=")
		compile = append(compile, u.Flags...)
		compile = append(compile, monitors[p.Property].compile...)
		for _, name := range append(p.bodyless(), p.observedNames()...) {
			compile = append(compile, "-fno-builtin-"+name)
		}
		out = append(out, append(compile, "-c", source, "-o", object), append(append(p.rename(i == entryUnit), p.observe()...), object))
		link = append(link, object)
	}
	link = append(link, monitors[p.Property].link...)
	return append(out, append(link, "-lm", "-o", binary))
}

// rename is the command, less the object file, that gives the entry the name by which the driver calls it.
func (p *Plan) rename(hasEntry bool) []string {
	words := []string{"objcopy", "--redefine-sym", p.Entry + "=" + entrySymbol}
	if hasEntry {
		words = append(words, "--globalize-symbol", entrySymbol)
	}
	for _, name := range monitors[p.Property].counted {
		words = append(words, "--redefine-sym", name+"=yogi_counted_"+name)
	}
	if p.Entry != "main" {
		words = append(words, "--redefine-sym", "main=yogi_other_main")
	}
	return words
}

// entryUnit is the number of the file that has the entry, which may be static there.
func (p *Plan) entryUnit() int {
	for i, u := range p.Units {
		if newLineTable(u.File, u.Text).has(p.entryPos) {
			return i
		}
	}
	return 0
}

// bodyless are the functions that the driver defines and the compiler might know. malloc is none: the driver's
// is a malloc, and a call of one that is not declared must be known to return a pointer.
func (p *Plan) bodyless() []string {
	names := append([]string(nil), p.silent...)
	seen := map[string]bool{"malloc": true}
	for _, q := range p.functions {
		if !seen[q.name] {
			seen[q.name] = true
			names = append(names, q.name)
		}
	}
	return append(names, p.ErrorFunctions...)
}

func shellLine(command []string) string {
	quoted := make([]string, len(command))
	for i, word := range command {
		quoted[i] = word
		if strings.ContainsAny(word, " '\"$\\`*?()<>|&;") {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// Ending says how the run of a compiled test ended. The zero value is invalid.
type Ending uint8

// The endings.
const (
	InvalidEnding Ending = iota
	Reached              // the error is reached
	Missed               // the run ended, or ran out of time, without the error
	NotBuilt             // gcc, -m32 or the sandbox's tools are missing, or gcc refuses the program
)

// Outcome is the end of a build and run.
type Outcome struct {
	Ending Ending
	Detail string
	// Doubt says why a run that misses the error refutes nothing; "" if nothing of the run does.
	Doubt string
}

// runTime is how long a compiled test may run.
const runTime = 10 * time.Second

// BuildAndRun compiles the test written to a folder and runs it, both in the folder scratch. The error is
// of the machine's; a test that cannot be built or misses the error is an Outcome.
func (p *Plan) BuildAndRun(ctx context.Context, folder, scratch string) (Outcome, error) {
	names := []string{DriverFile}
	for i := range p.Units {
		names = append(names, programFile(i))
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return Outcome{}, fmt.Errorf("reading the test: %w", err)
		}
		if err := os.WriteFile(filepath.Join(scratch, name), text, 0o600); err != nil {
			return Outcome{}, fmt.Errorf("copying the test: %w", err)
		}
	}
	binary := filepath.Join(scratch, "test")
	for _, command := range p.commands(scratch, binary) {
		if _, _, err := execute(ctx, scratch, command); err != nil {
			if ctx.Err() != nil {
				return Outcome{}, ctx.Err()
			}
			return Outcome{Ending: NotBuilt, Detail: err.Error()}, nil
		}
	}
	return runBinary(ctx, scratch, binary)
}

func runBinary(ctx context.Context, scratch, binary string) (Outcome, error) {
	limited, cancel := context.WithTimeout(ctx, runTime)
	defer cancel()
	status, stderr, err := execute(limited, scratch, []string{binary})
	doubt := ""
	if strings.Contains(stderr, monitorIsFull) {
		doubt = "the rule has more instances than the monitor takes"
	}
	switch {
	case ctx.Err() != nil:
		return Outcome{}, ctx.Err()
	case status == statusReached && strings.Contains(stderr, "yogi: the error is reached"):
		return Outcome{Ending: Reached}, nil
	case limited.Err() != nil:
		return Outcome{Missed, "the run did not end", doubt}, nil
	case status == statusAssumed:
		return Outcome{Missed, "an assumption of the program fails", doubt}, nil
	case err != nil:
		return Outcome{Missed, "the run ended: " + err.Error(), doubt}, nil
	}
	return Outcome{Missed, "the run ended without the error", doubt}, nil
}

// execute runs a command in a process group of its own, which dies with the context. A failure's error
// carries the beginning of what the command said.
func execute(ctx context.Context, folder string, words []string) (status int, stderr string, err error) {
	command := exec.CommandContext(ctx, words[0], words[1:]...)
	command.Dir = folder
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + folder, "LC_ALL=C"}
	said := &limitedBuffer{left: 1 << 16}
	command.Stderr = said
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = time.Second
	err = command.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		status = exit.ExitCode()
		err = fmt.Errorf("%s: %w: %s", filepath.Base(words[0]), err, firstLines(said.String()))
	}
	return status, said.String(), err
}

func firstLines(text string) string {
	const most = 400
	if text = strings.TrimSpace(text); len(text) > most {
		text = text[:most]
	}
	return text
}

// limitedBuffer keeps the first bytes written to it.
type limitedBuffer struct {
	bytes.Buffer
	left int
}

// Write implements io.Writer.
func (b *limitedBuffer) Write(text []byte) (int, error) {
	kept := text[:min(len(text), b.left)]
	b.left -= len(kept)
	b.Buffer.Write(kept)
	return len(text), nil
}
