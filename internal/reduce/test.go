package reduce

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"yogi/internal/trial"
)

// Found holds what a test found in a program.
type Found struct {
	Shown bool
	What  string // it found, for people
}

// Test says whether a program shows what is looked for. It is safe for concurrent use.
type Test interface {
	// Try tests the files of a folder that have these names. The error is one of running the test, or the context's.
	Try(ctx context.Context, folder string, names []string) (Found, error)
}

// Settings are flags of check.
type Settings struct {
	Checker trial.Checker
	// Include is a folder in which headers beside the original C files are found; "": there is none.
	Include string
	Flags   []string
}

func (s Settings) check(ctx context.Context, folder string, names []string, more ...string) (trial.Outcome, error) {
	flags := slices.Concat(s.Flags, more)
	files := make([]string, len(names))
	for i, name := range names {
		files[i] = filepath.Join(folder, name)
	}
	if s.Include != "" && IsC(names) {
		flags = append(flags, "-I", s.Include)
	}
	return s.Checker.Check(ctx, flags, files)
}

// IsC reports whether files are of C.
func IsC(names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool {
		return !slices.Contains([]string{".c", ".i"}, filepath.Ext(name))
	})
}

// Verdict looks for a verdict, and for a text in its detail.
type Verdict struct {
	Settings
	Wanted string
	Detail string
}

// Try implements Test.
func (t Verdict) Try(ctx context.Context, folder string, names []string) (Found, error) {
	got, err := t.check(ctx, folder, names)
	return Found{got.Is(t.Wanted) && strings.Contains(got.Detail, t.Detail), describe(got)}, err
}

// Crash looks for a failure of the checker, and for a text in what it says of it.
type Crash struct {
	Settings
	Detail string
}

// Try implements Test.
func (t Crash) Try(ctx context.Context, folder string, names []string) (Found, error) {
	got, err := t.check(ctx, folder, names)
	return Found{got.Crashed() && strings.Contains(got.Detail+"\n"+got.Stderr, t.Detail), describe(got)}, err
}

func describe(o trial.Outcome) string {
	detail, _, _ := strings.Cut(o.Detail, "\n")
	return strings.TrimSpace(o.String() + " " + detail)
}

// Differs looks for two settings that contradict one another, or that give certain verdicts.
type Differs struct {
	Settings
	More   [2][]string // flags of each
	Wanted [2]string   // "": TRUE and FALSE, or FALSE and TRUE
}

// Try implements Test.
func (t Differs) Try(ctx context.Context, folder string, names []string) (Found, error) {
	one, err := t.check(ctx, folder, names, t.More[0]...)
	if err != nil || t.isHopeless(one) {
		return Found{What: describe(one)}, err
	}
	other, err := t.check(ctx, folder, names, t.More[1]...)
	shown := one.Is(t.Wanted[0]) && other.Is(t.Wanted[1])
	if t.Wanted[0] == "" {
		shown = one.Contradicts(other)
	}
	return Found{shown, describe(one) + " and " + describe(other)}, err
}

// isHopeless reports whether the second setting need not be asked.
func (t Differs) isHopeless(one trial.Outcome) bool {
	if t.Wanted[0] != "" {
		return !one.Is(t.Wanted[0])
	}
	return !one.Is("TRUE") && !one.Is("FALSE")
}

// Command looks for what a command of the shell finds: it runs where the files are and ends with status 0.
type Command struct {
	Text    string
	Timeout time.Duration
}

// Try implements Test.
func (t Command) Try(ctx context.Context, folder string, _ []string) (Found, error) {
	limited, cancel := context.WithTimeout(ctx, t.Timeout)
	defer cancel()
	var output bytes.Buffer
	command := trial.Command(limited, "/bin/sh", "-c", t.Text)
	command.Dir, command.Stdout, command.Stderr = folder, &output, &output
	command.Env = append(os.Environ(), "TMPDIR="+folder)
	err := command.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return Found{}, ctx.Err()
	case limited.Err() != nil:
		return Found{What: fmt.Sprintf("the command did not end in %s", t.Timeout)}, nil
	case errors.As(err, &exit):
		first, _, _ := strings.Cut(strings.TrimSpace(output.String()), "\n")
		return Found{What: strings.TrimSpace(exit.String() + " " + first)}, nil
	case err != nil:
		return Found{}, fmt.Errorf("running the command: %w", err)
	}
	return Found{true, "exit status 0"}, nil
}
