package load

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"

	"yogi/internal/cases"
	"yogi/internal/frontend/boogie"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// largestFile is the size of the largest source that is read.
const largestFile = 32 << 20

// CodeInput marks files that no front end can be given.
const CodeInput source.Code = "input"

// A language loads files of one kind.
type language func(ctx context.Context, job Job, path string, text []byte) (*ir.Program, error)

// languages by the ending of the file's name, besides C.
var languages = map[string]language{
	".bpl": loadBoogie,
	".ir":  loadIR,
}

// Read makes the program of a job. The error is a source.Diagnostics when it is about the text. Runs do not end yet at
// places that are given: that is Prepare's.
func Read(ctx context.Context, job Job) (*ir.Program, error) {
	program, err := job.Shared.read(ctx, job)
	if err != nil {
		return nil, err
	}
	if err := cases.Restrict(program, job.Case); err != nil {
		return nil, err
	}
	if IsC(job.Files[0]) {
		if job.Blocked != 0 || job.Modelled {
			blockRuns(program, job.Blocked)
		}
		avoidResults(program, job.Avoided)
		program.PlainBytes = job.PlainBytes
	}
	return program, nil
}

// readApart makes the program of a job but for where runs end.
func readApart(ctx context.Context, job Job) (*ir.Program, error) {
	program, err := read(ctx, job)
	if err != nil {
		return nil, err
	}
	if job.Apart {
		ir.CloneLibrary(program)
	}
	return program, nil
}

func read(ctx context.Context, job Job) (*ir.Program, error) {
	if len(job.Files) == 0 {
		return nil, errors.New("no file is given")
	}
	for _, path := range job.Files {
		switch {
		case IsC(path):
		case languages[filepath.Ext(path)] == nil:
			return nil, Complaint(source.Pos{File: path}, "the ending of the name is none of .c, .i, .bpl")
		case len(job.Files) > 1:
			return nil, Complaint(source.Pos{File: path}, "only C files make one program together; check this one alone")
		}
	}
	switch path := job.Files[0]; {
	case IsC(path):
	case job.Rule != nil:
		return nil, Complaint(source.Pos{File: path}, "rules are checked of C programs")
	case job.ErrorLabel != "":
		return nil, Complaint(source.Pos{File: path}, "the label %s cannot be the error: labels are errors in C programs", job.ErrorLabel)
	}
	texts := make([][]byte, len(job.Files))
	for i, path := range job.Files {
		var err error
		if texts[i], err = ReadSource(path); err != nil {
			return nil, err
		}
	}
	if path := job.Files[0]; !IsC(path) {
		return languages[filepath.Ext(path)](ctx, job, path, texts[0])
	}
	return loadC(ctx, job, texts)
}

// ReadSource reads a file that can be a program: not too large, and text.
func ReadSource(path string) ([]byte, error) {
	info, err := os.Stat(path)
	var missing *os.PathError
	switch {
	case errors.As(err, &missing):
		missing.Op = "reading" // what was to be done, not the system call
		return nil, missing
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, Complaint(source.Pos{File: path}, "is a folder")
	case info.Size() > largestFile:
		return nil, Complaint(source.Pos{File: path}, "the file has %d MB; at most %d MB are read", info.Size()>>20, largestFile>>20)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if at := bytes.IndexByte(text, 0); at >= 0 {
		line := bytes.Count(text[:at], []byte("\n")) + 1
		column := at - bytes.LastIndexByte(text[:at], '\n')
		return nil, Complaint(source.Pos{File: path, Line: line, Column: column}, "a zero byte: the file is not text")
	}
	return text, nil
}

func Complaint(pos source.Pos, format string, args ...any) error {
	var all source.Diagnostics
	all.Add(pos, CodeInput, format, args...)
	return all
}

func loadBoogie(ctx context.Context, job Job, path string, text []byte) (*ir.Program, error) {
	options := boogie.Options{
		File: path, Source: text, Entry: job.Entry, FreeSpecs: job.FreeSpecs,
		Open: job.Open, NullChecks: job.Checks.Has(property.Null), ErrorProcedures: job.namedErrors(),
		EntryMayReturn: job.EntryMayReturn, Unknown: job.Unknown,
	}
	if p := job.Property; p != nil && p.Kind == property.ErrorCall {
		options.PropertyError = p.Function
	}
	program, diagnostics, err := boogie.Load(ctx, options, term.NewBuilder())
	if err != nil {
		return nil, err
	}
	return program, diagnostics.Err()
}

func IsC(path string) bool { return filepath.Ext(path) == ".c" || filepath.Ext(path) == ".i" }
