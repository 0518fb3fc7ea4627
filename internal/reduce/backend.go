package reduce

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"yogi/internal/trial"
)

// Backends of C files, the preferred one first; Builtin is the reducer of this package.
var Backends = []string{"cvise", "creduce", Builtin}

// Builtin is the name of the reducer of this package.
const Builtin = "builtin"

// Backend is the reducer that is used for files: the wanted one, or the best that is installed if that is "auto".
func Backend(wanted string, names []string) (string, error) {
	if wanted == Builtin || wanted == "auto" && !IsC(names) {
		return Builtin, nil
	}
	if !IsC(names) {
		return "", fmt.Errorf("%s reduces C files", wanted)
	}
	for _, name := range Backends[:len(Backends)-1] {
		if wanted != "auto" && wanted != name {
			continue
		}
		if _, err := exec.LookPath(name); err == nil {
			return name, nil
		}
		if wanted == name {
			return "", fmt.Errorf("%s is not installed", name)
		}
	}
	return Builtin, nil
}

// External says how another program reduces files: with a script that runs the test where the files are.
type External struct {
	Program string
	Script  string // text of the script
	Scratch string // folder for its files, which the caller removes
	Jobs    int
	Output  io.Writer // of the program; nil: nobody reads it
}

// Reduce runs the program. Where the context ends, the smallest files so far are the result: both
// programs replace a file when they have found a smaller one.
func (e External) Reduce(ctx context.Context, files []File) (Result, error) {
	folder := filepath.Join(e.Scratch, e.Program)
	if err := Write(folder, files); err != nil {
		return Result{}, err
	}
	script := filepath.Join(folder, "interesting.sh")
	if err := os.WriteFile(script, []byte(e.Script), 0o700); err != nil {
		return Result{}, fmt.Errorf("writing the test: %w", err)
	}
	args := append([]string{"--n", strconv.Itoa(max(e.Jobs, 1)), script}, Names(files)...)
	var output bytes.Buffer
	command := trial.Command(ctx, e.Program, args...)
	command.Dir, command.Env = folder, append(os.Environ(), "TMPDIR="+e.Scratch)
	command.Stdout, command.Stderr = &output, &output
	if e.Output != nil {
		command.Stdout, command.Stderr = e.Output, e.Output
	}
	err := command.Run()
	if err != nil && ctx.Err() == nil {
		return Result{}, errors.Join(fmt.Errorf("running %s: %w", e.Program, err), lastOf(output.String()))
	}
	smaller := make([]File, len(files))
	for i, f := range files {
		text, err := os.ReadFile(filepath.Join(folder, f.Name))
		if err != nil {
			return Result{}, fmt.Errorf("reading what %s left: %w", e.Program, err)
		}
		smaller[i] = File{f.Name, string(text)}
	}
	return Result{Files: present(smaller), Complete: ctx.Err() == nil}, nil
}

// lastOf is the end of what a program said; nil if it said nothing.
func lastOf(output string) error {
	const most = 600
	output = strings.TrimSpace(output)
	if output == "" {
		return nil
	}
	return errors.New(output[max(len(output)-most, 0):])
}
