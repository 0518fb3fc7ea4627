package truth

// This file compiles a program together with the driver in driver.c.txt and runs it.

import (
	"context"
	_ "embed" // for the driver
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

//go:embed driver.c.txt
var driverSource string

// errorSignal ends a run that reaches the error.
const errorSignal = syscall.SIGUSR1

// runLimit bounds one call of the compiler or of a compiled program.
const runLimit = 60 * time.Second

// A Compiled program is an executable in a folder of the test.
type Compiled struct {
	path string
}

// HasCompiler tells whether gcc is on the machine.
func HasCompiler() bool {
	_, err := exec.LookPath("gcc")
	return err == nil
}

// Compile builds the C file at path into the folder dir. A warning of -Wall is an error: the programs
// are read as examples. Signed arithmetic wraps, as it does for the checker.
func Compile(ctx context.Context, path, dir string) (Compiled, error) {
	driver := filepath.Join(dir, "driver.c")
	if err := os.WriteFile(driver, []byte(driverSource), 0o600); err != nil {
		return Compiled{}, fmt.Errorf("writing the driver: %w", err)
	}
	binary := filepath.Join(dir, strings.TrimSuffix(filepath.Base(path), ".c"))
	ctx, cancel := context.WithTimeout(ctx, runLimit)
	defer cancel()
	command := exec.CommandContext(ctx, "gcc", "-std=gnu11", "-Wall", "-Werror", "-fwrapv", "-O0", "-o", binary, path, driver, "-lm")
	output, err := command.CombinedOutput()
	if err != nil {
		return Compiled{}, fmt.Errorf("compiling %s: %w\n%s", path, err, output)
	}
	return Compiled{path: binary}, nil
}

// ReachesErrorOn tells whether the run on the listed inputs reaches the error.
func (c Compiled) ReachesErrorOn(ctx context.Context, inputs string) (bool, error) {
	reached, _, err := c.run(ctx, "YOGI_INPUTS="+inputs)
	return reached, err
}

// ReachesErrorOnRandom tells whether one of the given number of runs on random inputs reaches the error,
// and on which inputs.
func (c Compiled) ReachesErrorOnRandom(ctx context.Context, runs int) (bool, string, error) {
	return c.run(ctx, "YOGI_RUNS="+strconv.Itoa(runs))
}

func (c Compiled) run(ctx context.Context, setting string) (bool, string, error) {
	ctx, cancel := context.WithTimeout(ctx, runLimit)
	defer cancel()
	command := exec.CommandContext(ctx, c.path)
	command.Env = []string{setting}
	var inputs strings.Builder
	command.Stderr = &inputs
	err := command.Run()
	reached, err := c.reachedError(err)
	return reached, strings.TrimSpace(inputs.String()), err
}

// reachedError reads the way in which a run ended: err is what Run returned.
func (c Compiled) reachedError(err error) (bool, error) {
	if err == nil {
		return false, nil
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return false, fmt.Errorf("running %s: %w", c.path, err)
	}
	status, known := exit.Sys().(syscall.WaitStatus)
	if !known {
		return false, fmt.Errorf("running %s: unknown status %v", c.path, exit)
	}
	switch {
	case !status.Signaled(), status.Signal() == syscall.SIGABRT, status.Signal() == syscall.SIGVTALRM:
		return false, nil // main's value, a run that is none, or the time limit
	case status.Signal() == errorSignal:
		return true, nil
	}
	return false, fmt.Errorf("running %s: a run crashed: %v", c.path, status.Signal())
}
