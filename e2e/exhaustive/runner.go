package exhaustive

import (
	"context"
	_ "embed" // what runs a program on all inputs
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed run.c.txt
var runner string

// The endings of a program that is run on all inputs.
const (
	Holds     = "holds"
	Fails     = "fails"     // it reaches the error
	Undefined = "undefined" // it uses memory in an undefined way, or a signal ends it
	Open      = "unknown"   // it takes too many inputs
)

// Build is a C program to be compiled and run on all inputs: values of __VERIFIER_nondet_uchar from 0 to 3, and choices
// of its world.
type Build struct {
	Text string // the program, whose main is called program; if it has none, its world has
	// World is a file of its own with the functions and objects that the program only declares; "": none. It draws
	// with unsigned yogi_choose(unsigned values). It
	// may start the program with int yogi_start(void).
	World string
	Flags []string // of the compiler, besides those that make C what it is for the checker
	Times int      // how often all inputs are tried, with the program somewhere else in memory each time; 0: once
}

// Refused is the error of a program that the compiler does not take.
type Refused struct {
	Text   bool // its text is wrong; else the machine lacks something
	output string
}

// Error is the compiler's message.
func (r *Refused) Error() string { return r.output }

// Run compiles the program in an empty folder and runs it. It ends as one of the runs does: a
// failing one, else an undefined one.
func (b Build) Run(ctx context.Context, folder string) (ending string, err error) {
	binary := filepath.Join(folder, "run")
	words := append([]string{"-w", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-fno-sanitize-recover=all", "-o", binary}, b.Flags...)
	if strings.Contains(b.World, "yogi_start(") {
		words = append(words, "-DSTARTS")
	}
	for name, content := range map[string]string{"program.h": b.Text, "run.c": runner, "world.c": b.World} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			return "", fmt.Errorf("writing the program: %w", err)
		}
		if strings.HasSuffix(name, ".c") && content != "" {
			words = append(words, path)
		}
	}
	if out, err := exec.CommandContext(ctx, "gcc", words...).CombinedOutput(); err != nil {
		return "", &Refused{strings.Contains(string(out), "error: "), fmt.Sprintf("%v\n%s", err, out)}
	}
	found := map[string]bool{}
	for range max(b.Times, 1) {
		all := exec.CommandContext(ctx, binary)
		all.Env = []string{"ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1:exitcode=4:symbolize=0", "UBSAN_OPTIONS=exitcode=4"}
		out, err := all.Output()
		if err != nil {
			return "", fmt.Errorf("running the program: %w\n%s", err, out)
		}
		ending, _, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
		found[ending] = true
	}
	for _, ending := range []string{Fails, Undefined, Open} {
		if found[ending] {
			return ending, nil
		}
	}
	return Holds, nil
}
