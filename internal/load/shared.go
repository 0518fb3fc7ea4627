package load

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"yogi/internal/ir"
	"yogi/internal/prepare"
	"yogi/internal/property"
	"yogi/internal/verdict"
)

// Shared keeps what jobs about the same files have in common, if they are asked one after the other:
// what front ends made of the files, that as far as it was prepared whatever the question is, and the
// tests of the latest search. All programs are over the same terms. Only what a job says is the key:
// the files are those that were read first.
type Shared struct {
	mu    sync.Mutex
	made  map[string]*made
	begun map[string]*begun
	tests []Tried
}

// NewShared has nothing yet.
func NewShared() *Shared { return &Shared{made: map[string]*made{}, begun: map[string]*begun{}} }

// Tried is a test that a search ended with, of a program, and how many blocks it ran for.
type Tried struct {
	Program *ir.Program
	Test    *verdict.Test
	Blocks  int64
}

// Tests are those of the latest search that told of some; nil where s is.
func (s *Shared) Tests() []Tried {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.tests)
}

// KeepTests takes the place of the tests that there were.
func (s *Shared) KeepTests(tests []Tried) {
	if s == nil || len(tests) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tests = tests
}

// made holds the program of a front end, begun what was prepared of it; nil: nothing yet. Whoever
// comes first does the work, and others wait.
type made struct {
	mu      sync.Mutex
	program *ir.Program
}

type begun struct {
	mu   sync.Mutex
	rows *prepare.Begun
}

// read returns the program that the front end makes of a job, the caller's own.
func (s *Shared) read(ctx context.Context, job Job) (*ir.Program, error) {
	if s == nil {
		return readApart(ctx, job)
	}
	key, err := readingKey(job)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	of := s.made[key]
	if of == nil {
		of = &made{}
		s.made[key] = of
	}
	s.mu.Unlock()
	of.mu.Lock()
	defer of.mu.Unlock()
	if of.program == nil {
		program, err := readApart(ctx, job)
		if err != nil {
			return nil, err
		}
		of.program = program
	}
	return of.program.Copy(), nil
}

// prepared returns the program that the passes make of p, which Read made of a job.
func (s *Shared) prepared(p *ir.Program, job Job) (*ir.Program, error) {
	options := job.preparation()
	if s == nil || job.Blocked != 0 || job.Modelled || job.PlainBytes || len(job.Avoided) > 0 || len(job.Case) > 0 { // of which p knows
		return prepare.Program(p, options)
	}
	key, err := readingKey(job)
	if err != nil {
		return nil, err
	}
	key += fmt.Sprint(prepare.BeginsAlike(options), options.Check)
	s.mu.Lock()
	of := s.begun[key]
	if of == nil {
		of = &begun{}
		s.begun[key] = of
	}
	s.mu.Unlock()
	rows, err := of.begin(p, options)
	if err != nil {
		return nil, err
	}
	return rows.Program(options)
}

// begin has the first rows run if they were not.
func (b *begun) begin(p *ir.Program, options prepare.Options) (*prepare.Begun, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rows == nil {
		rows, err := prepare.Begin(p, options)
		if err != nil {
			return nil, err
		}
		b.rows = rows
	}
	return b.rows, nil
}

// readingKey says what a front end is told: jobs of one key have the same program, but for where runs end.
func readingKey(job Job) (string, error) {
	of := job.Program
	of.Given, of.Case = nil, nil
	text, err := json.Marshal(struct {
		Files                        []string
		Program                      Program
		Blocked                      property.Checks
		Exposure, Told, AllFunctions bool
	}{job.Files, of, job.Blocked, job.Exposure, job.Told, job.AllFunctions})
	if err != nil {
		return "", fmt.Errorf("encoding the settings: %w", err)
	}
	return string(text), nil
}
