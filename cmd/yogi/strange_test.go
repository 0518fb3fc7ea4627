package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// What people read has no words of solvers and none of our own. The scripts of the command line run more than a
// thousand commands, and each line that these print is looked at, and of the files that they write.

// strangeVariable names a file in which commands that scripts run keep lines that they should not have printed.
const strangeVariable = "YOGI_TEST_STRANGE_WORDS"

// strange matches what is none of C: numbers and operators of SMT-LIB, quoted names, the names that lowering and rules
// give to variables, places that are in no file of the program.
var strange = regexp.MustCompile(`#x[0-9a-f]|#b[01]|\(_ |(?:^|[ (])\|[A-Za-z_@.:$]+\||<library>|\b[a-z_]+::[a-z_]|@start|\bmemory\.[0-9]|[A-Za-z]\$[A-Za-z]|bv(add|sub|mul|[su]l[et])|\.literal[0-9]|yogi_outside|yogi-harness|<stdio.h>:`)

// forReaders are the commands whose output people read. Others show the inside of a check (dump, query, trace), run
// programs of others, or answer programs.
var forReaders = []string{
	"check", "angelic", "matrix", "diff", "validate", "tests", "explain", "assumptions", "doctor", "bench", "bisect", "cache", "harness", "init",
	"models", "mutate", "proofs", "reduce", "rules", "witness",
}

// writtenFor are the flags whose files people, build servers, code hosts or other tools read.
var writtenFor = []string{"--sarif", "--junit", "--code-quality", "--html", "--lcov", "--cobertura", "--witness"}

// runWatched is run, which keeps the strange lines of its output.
func runWatched(args []string) int {
	path := os.Getenv(strangeVariable)
	isRead := len(args) > 0 && (slices.Contains(forReaders, args[0]) || sourceFile.MatchString(args[0]))
	if path == "" || !isRead || slices.ContainsFunc(args, func(a string) bool { return strings.HasSuffix(a, ".ir") }) {
		return run(args)
	}
	var wait sync.WaitGroup
	var ends []*os.File
	watch := func(stream **os.File) {
		to := *stream
		if info, err := to.Stat(); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
			return // what a write to something else gives is the script's business
		}
		from, into, err := os.Pipe()
		if err != nil {
			return
		}
		*stream = into
		ends = append(ends, into)
		var said bytes.Buffer
		wait.Go(func() {
			if _, err := io.Copy(io.MultiWriter(to, &said), from); err == nil {
				keepStrange(path, args, said.String())
			}
		})
	}
	watch(&os.Stdout)
	watch(&os.Stderr)
	status := run(args)
	keep(path+runsSuffix, "%q\n", args)
	for _, end := range ends {
		end.Close()
	}
	wait.Wait()
	for _, file := range written(args) {
		if text, err := os.ReadFile(file); err == nil {
			keepStrange(path, append(slices.Clone(args), ": the file "+file), ofPage.ReplaceAllString(string(text), ""))
		}
	}
	return status
}

// ofPage matches what a page works with, and nobody reads.
var ofPage = regexp.MustCompile(`(?s)<style>.*?</style>|<script>.*?</script>`)

// written are the files that a command was to write for readers.
func written(args []string) []string {
	var out []string
	for i, arg := range args {
		name, value, isJoined := strings.Cut(arg, "=")
		if !isJoined && i+1 < len(args) {
			value = args[i+1]
		}
		switch {
		case slices.Contains(writtenFor, name):
			out = append(out, value)
		case name == "--out":
			out = append(out, filepath.Join(value, "witness.yml"))
		}
	}
	return out
}

// leastRuns is how many runs the scripts have at least whose words are looked at, and runsSuffix what the name of the
// file ends with in which each of them has a line.
const (
	leastRuns  = 300
	runsSuffix = ".runs"
)

// keep appends a line to a file that several commands write at a time.
func keep(path, format string, args ...any) {
	if file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		fmt.Fprintf(file, format, args...)
		file.Close()
	}
}

// enoughRuns fails the test if fewer runs than leastRuns were looked at, where all scripts were run to their ends.
func enoughRuns(t *testing.T, path string) {
	pattern := flag.Lookup("test.run").Value.String()
	if t.Failed() || strings.Contains(pattern, "/") {
		return
	}
	text, err := os.ReadFile(path + runsSuffix)
	if runs := bytes.Count(text, []byte("\n")); err != nil || runs < leastRuns {
		t.Errorf("the words of %d runs were looked at, not of %d: %v", runs, leastRuns, err)
	}
}

func keepStrange(path string, args []string, said string) {
	for line := range strings.Lines(said) {
		line = strings.ReplaceAll(line, "linux::double lock", "") // a specification of the scripts says so itself
		if words := strange.FindString(line); words != "" {
			keep(path, "yogi %s prints %q: %s\n", strings.Join(args, " "), words, strings.TrimSpace(line))
		}
	}
}

// noneStrange fails the test for each line that is kept in the file.
func noneStrange(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		return // nobody wrote one
	}
	for line := range strings.Lines(string(text)) {
		t.Error(strings.TrimSpace(line))
	}
}

// TestStrange: the words that solvers and lowering use are found, and those of C are not.
func TestStrange(t *testing.T) {
	for text, want := range map[string]bool{
		"a.c:3:   (= |f::c| #x00000001) is true": true, "x is (_ bv7 8)": true, "initial contents of memory.4": true, "stream = File$Open": true,
		"p = &.literal1": true, "yogi_outside_function_1() returns 7": true, "declared at <stdio.h>:11": true,
		"a.c:3:   len = -7": false, "(a || b | c) is true": false, "index 4 of `buf`": false, "$return != NULL": false, "--non-null declared|all|none": false, "memory.c:4: x": false,
	} {
		if got := strange.MatchString(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	files := written([]string{"check", "--sarif", "a.sarif", "--html=a.html", "--out", "evidence", "a.c"})
	if want := []string{"a.sarif", "a.html", "evidence/witness.yml"}; !slices.Equal(files, want) {
		t.Errorf("the files %v, want %v", files, want)
	}
	path := filepath.Join(t.TempDir(), "strange")
	keepStrange(path, []string{"check"}, "good\nx = #x01\n")
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), `yogi check prints "#x0": x = #x01`) {
		t.Errorf("%q, %v", text, err)
	}
}
