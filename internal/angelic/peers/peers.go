// Package peers runs other analysers of C that a machine happens to have, and reads what they warn of, so that their
// warnings can be compared with those of angelic verification. None is needed for anything else.
package peers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// Analyser is another tool.
type Analyser struct {
	Name    string // as it is called in tables
	program string
	// arguments before the name of the file; $OUT stands for a file that may be written.
	arguments []string
	// warning finds a warning in a line of its output: the file, the line and the kind.
	warning *regexp.Regexp
	// kinds of warnings by check, as beginnings.
	kinds map[string][]string
}

// Warning is a line that an analyser warns of.
type Warning struct {
	Line int
	Kind string
}

// All are the analysers that are known.
func All() []Analyser {
	return []Analyser{
		{
			Name: "cppcheck", program: "cppcheck",
			arguments: []string{"--quiet", "--enable=warning", "--inconclusive", "--template={file}:{line}:{id}", "--template-location="},
			warning:   regexp.MustCompile(`^(.*):(\d+):(\w+)$`),
			kinds: map[string][]string{
				"null": {"nullPointer", "ctunullpointer"}, "uaf": {"deallocuse", "deallocret", "useAfterFree"}, "double-free": {"doubleFree"},
			},
		},
		{
			Name: "gcc -fanalyzer", program: "gcc", arguments: []string{"-fanalyzer", "-c", "-o", "$OUT"},
			warning: regexp.MustCompile(`^(.*?):(\d+):\d+: warning: .*\[-Wanalyzer-([\w-]+)\]$`),
			kinds: map[string][]string{
				"null": {"null-dereference", "possible-null-dereference", "null-argument"}, "uaf": {"use-after-free"}, "double-free": {"double-free"},
			},
		},
		{
			Name: "clang --analyze", program: "clang", arguments: []string{"--analyze", "-Xclang", "-analyzer-output=text", "-o", "$OUT"},
			warning: regexp.MustCompile(`^(.*?):(\d+):\d+: warning: (.* \[[\w.]+\])$`),
			kinds: map[string][]string{
				"null":        {"core.NullDereference", "core.NonNullParamChecker", "core.CallAndMessage"},
				"uaf":         {"Use of memory after it is freed", "Use of memory after it is released"},
				"double-free": {"Attempt to free released memory"},
			},
		},
	}
}

// Version is the first line that the analyser says of itself; an error if it is not on the PATH.
func (a Analyser) Version(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, a.program, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", a.program, err)
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return line, nil
}

// Warnings runs the analyser on a file and returns what it warns of under the checks, each line
// once, in the order of its output. A file that it rejects is an error.
func (a Analyser) Warnings(ctx context.Context, file string, flags, checks []string) ([]Warning, error) {
	scratch, err := os.CreateTemp("", "yogi-")
	if err != nil {
		return nil, fmt.Errorf("making a scratch file: %w", err)
	}
	scratch.Close()
	defer os.Remove(scratch.Name())
	arguments := append([]string(nil), a.arguments...)
	for i := range arguments {
		arguments[i] = strings.ReplaceAll(arguments[i], "$OUT", scratch.Name())
	}
	command := exec.CommandContext(ctx, a.program, append(append(arguments, flags...), file)...)
	command.Env = append(os.Environ(), "LC_ALL=C")
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	runErr := command.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var exit *exec.ExitError
	if runErr != nil && (!errors.As(runErr, &exit) || strings.Contains(out.String(), " error: ")) {
		return nil, fmt.Errorf("%s: %w", a.program, runErr)
	}
	return a.read(out.String(), checks), nil
}

// read finds the warnings in the output.
func (a Analyser) read(output string, checks []string) []Warning {
	var found []Warning
	seen := map[int]bool{}
	for line := range strings.Lines(output) {
		m := a.warning.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil || !a.isWanted(m[3], checks) {
			continue
		}
		number, err := strconv.Atoi(m[2])
		if err != nil || seen[number] {
			continue
		}
		seen[number] = true
		found = append(found, Warning{Line: number, Kind: m[3]})
	}
	return found
}

func (a Analyser) isWanted(kind string, checks []string) bool {
	for _, check := range checks {
		for _, known := range a.kinds[check] {
			if strings.HasPrefix(kind, known) || strings.HasSuffix(kind, "["+known+"]") {
				return true
			}
		}
	}
	return false
}
