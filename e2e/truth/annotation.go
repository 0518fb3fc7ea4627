// Package truth reads what an example program says about itself and holds it against compiled runs.
//
// Every program under examples and e2e opens with its expected verdict:
//
//	// SAFE                       no run reaches the error
//	// UNSAFE                     some run does; an "INPUTS:" line lists the values of one such run
//	// UNKNOWN known-imprecision  the checker is not expected to decide it; a "Truth:" line tells the fact
//
// The lines may follow in any order within the opening comment lines of the file. An annotation is a
// claim of a person, so the tests do not trust it: an UNSAFE C program is compiled and run on its
// inputs, and must reach the error; a SAFE one is run on many random inputs and must not. Runs cannot
// prove a SAFE annotation; they only keep the obvious mistakes out.
//
// The package serves tests only.
package truth

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// A Verdict is what an annotation expects or claims. The zero value is invalid.
type Verdict int

const (
	invalid Verdict = iota
	// Safe means that no run reaches the error.
	Safe
	// Unsafe means that some run reaches the error.
	Unsafe
	// Unknown means that the checker is not expected to find out.
	Unknown
)

// String returns the word that stands in the file.
func (v Verdict) String() string {
	switch v {
	case Safe:
		return "SAFE"
	case Unsafe:
		return "UNSAFE"
	case Unknown:
		return "UNKNOWN"
	}
	return "invalid"
}

// An Annotation is the head of one program.
//
// Truth is Safe or Unsafe; it equals Expected unless Expected is Unknown. Inputs lists the values that
// the nondeterministic inputs take, in order, in a run that reaches the error; it is set in C programs
// whose Truth is Unsafe.
type Annotation struct {
	Expected Verdict
	Truth    Verdict
	Inputs   string
}

// Read returns the annotation of the program in the file path.
func Read(path string) (Annotation, error) {
	file, err := os.Open(path)
	if err != nil {
		return Annotation{}, fmt.Errorf("reading the annotation: %w", err)
	}
	defer file.Close()
	annotation, err := parse(bufio.NewScanner(file))
	if err != nil {
		return Annotation{}, fmt.Errorf("%s: %w", path, err)
	}
	if strings.HasSuffix(path, ".c") {
		return annotation, annotation.checkInputs(path)
	}
	return annotation, nil
}

// parse reads the opening comment lines.
func parse(lines *bufio.Scanner) (Annotation, error) {
	var annotation Annotation
	take := annotation.takeVerdict
	for lines.Scan() {
		text, isComment := strings.CutPrefix(lines.Text(), "//")
		if !isComment {
			break
		}
		if err := take(strings.TrimSpace(text)); err != nil {
			return Annotation{}, err
		}
		take = annotation.take
	}
	if err := lines.Err(); err != nil {
		return Annotation{}, err
	}
	return annotation, annotation.check()
}

// take adds what a comment line behind the first says.
func (a *Annotation) take(text string) error {
	if inputs, found := strings.CutPrefix(text, "INPUTS:"); found {
		a.Inputs = strings.TrimSpace(inputs)
	}
	if fact, found := strings.CutPrefix(text, "Truth:"); found {
		return a.takeTruth(strings.TrimSpace(fact))
	}
	return nil
}

// takeVerdict adds what the first line says.
func (a *Annotation) takeVerdict(text string) error {
	switch text {
	case "SAFE":
		a.Expected, a.Truth = Safe, Safe
	case "UNSAFE":
		a.Expected, a.Truth = Unsafe, Unsafe
	case "UNKNOWN known-imprecision":
		a.Expected = Unknown
	default:
		return fmt.Errorf("the first line is not a verdict: %q", text)
	}
	return nil
}

func (a *Annotation) takeTruth(text string) error {
	if a.Expected != Unknown {
		return fmt.Errorf("a Truth line beside the verdict %v", a.Expected)
	}
	switch text {
	case "SAFE":
		a.Truth = Safe
	case "UNSAFE":
		a.Truth = Unsafe
	default:
		return fmt.Errorf("not a truth: %q", text)
	}
	return nil
}

// check verifies what the type promises of every program.
func (a *Annotation) check() error {
	if a.Expected == invalid {
		return fmt.Errorf("no verdict in the first line")
	}
	if a.Truth == invalid {
		return fmt.Errorf("the verdict %v needs a Truth line", a.Expected)
	}
	return nil
}

// checkInputs verifies what the type promises of C programs.
func (a *Annotation) checkInputs(path string) error {
	if a.Truth == Unsafe && a.Inputs == "" {
		return fmt.Errorf("%s: an unsafe program needs an INPUTS line (\"none\" if it reads no input)", path)
	}
	if a.Truth == Safe && a.Inputs != "" {
		return fmt.Errorf("%s: a safe program has an INPUTS line", path)
	}
	return nil
}
