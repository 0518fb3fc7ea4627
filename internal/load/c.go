package load

import (
	"context"
	"slices"
	"strings"

	"yogi/internal/frontend/c"
	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/typecheck"
	"yogi/internal/ir"
	"yogi/internal/property/slic"
	"yogi/internal/source"
	"yogi/internal/term"
)

func loadC(ctx context.Context, job Job, texts [][]byte) (*ir.Program, error) {
	options := job.COptions()
	options.Terms = term.NewBuilder()
	for i, text := range texts {
		options.Units[i].Source = text
	}
	if job.Rule != nil {
		rule, err := slic.Again(job.Rule.Sources)
		if err != nil {
			return nil, err
		}
		options.Rule = rule.Weave()
		options.Observed = map[string]source.Pos{}
		for _, h := range rule.Handlers {
			for _, p := range h.Patterns {
				options.Observed[p.Function] = p.Pos
			}
		}
	}
	program, diagnostics, err := c.Load(ctx, options)
	if err != nil {
		return nil, err
	}
	job.hintAtBuild(diagnostics)
	return program, diagnostics.Err()
}

// hintAtBuild notes at the first syntax error of a file that is read without any flags that its build may have some:
// what is not understood is then often a macro that they define.
func (j Job) hintAtBuild(diagnostics source.Diagnostics) {
	at := slices.IndexFunc(diagnostics, func(d *source.Diagnostic) bool { return d.Code == typecheck.CodeSyntax })
	if at < 0 || j.Readings != nil {
		return
	}
	given := j.Reading
	if len(given.Defines)+len(given.IncludeDirs)+len(given.QuoteDirs)+len(given.SystemDirs)+len(given.Forced) > 0 {
		return
	}
	d := diagnostics[at]
	d.Notes = append(d.Notes, "the file is read without flags: where its build has some (-D, -I), give them, or the build: yogi check -- make -B, or --compile-commands FILE")
}

// RuleOptions are the job's settings for the C front end, with its rule.
func (j Job) RuleOptions() (c.Options, error) {
	rule, err := slic.Again(j.Rule.Sources)
	if err != nil {
		return c.Options{}, err
	}
	options := j.COptions()
	options.Rule = rule.Weave()
	return options, nil
}

// COptions are the job's settings for the C front end.
func (j Job) COptions() c.Options {
	units := make([]c.Unit, len(j.Files))
	for i, path := range j.Files {
		units[i] = c.Unit{File: path, Reading: j.ReadingOf(i)}
	}
	var removed []string
	for _, name := range j.Reading.Removed {
		if !j.GotoCC && !slices.Contains(j.RemovedIfThere, name) {
			removed = append(removed, name)
		}
	}
	return c.Options{
		Removed:   removed,
		DataModel: j.DataModel, Units: units,
		Entry: j.Entry, ErrorFunctions: j.ErrorFunctions, ErrorLabel: j.ErrorLabel, Allocators: j.Allocators, EntryState: j.EntryState, Malloc: j.Malloc, Printing: j.Printing, Volatile: j.Volatile, Undefined: j.Undefined, NonNull: j.NonNull, Library: j.Library, Checks: j.Checks, Blocked: j.Blocked, Apart: j.Apart,
		Arith: j.Arith, AllFunctions: j.AllFunctions, TypedCalls: j.Platform != "" && j.Platform != "posix",
		Open: j.Open, Sizes: j.Sizes, Harness: j.Harness, Unknown: j.Unknown, Exposure: j.Exposure, Told: j.Told, Scans: j.Scans,
	}
}

// Tokens is the text of a C program's files after preprocessing, one behind the other.
func Tokens(ctx context.Context, job Job) (string, error) {
	files, diagnostics, err := c.Tokens(ctx, job.COptions())
	if err != nil {
		return "", err
	}
	if err := diagnostics.Err(); err != nil {
		return "", err
	}
	var text strings.Builder
	for _, tokens := range files {
		text.WriteString(preprocess.TextWithoutMarkers(tokens))
	}
	return text.String(), nil
}
