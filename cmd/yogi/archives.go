package main

import (
	"context"
	"slices"

	"yogi/internal/frontend/c"
	"yogi/internal/pipeline"
)

// leaveOut leaves out of the job's files those of archives that a linker takes nothing from: what an archive defines
// is part of a program only where something that was linked before needs it. A definition there may be another one of
// a name, as weak ones in the program are. archives are those that the files are in. A program without its entry among
// the files, as a library is, keeps all.
func leaveOut(ctx context.Context, job *pipeline.Job, archives []string) {
	if len(archives) != len(job.Files) || !slices.ContainsFunc(archives, func(a string) bool { return a != "" }) {
		return
	}
	entry := job.Entry
	if entry == "" {
		entry = "main"
	}
	symbols := make([]c.Symbols, len(job.Files))
	for i := range job.Files {
		alone := *job
		alone.Files, alone.Readings = job.Files[i:i+1], job.Readings[i:i+1]
		var err error
		if symbols[i], err = symbolsOf(ctx, alone); err != nil {
			return // which the check says
		}
	}
	taken := taken(symbols, archives, entry)
	if taken == nil {
		return
	}
	var files []string
	var readings []c.Reading
	for i, is := range taken {
		if is {
			files, readings = append(files, job.Files[i]), append(readings, job.Readings[i])
		}
	}
	job.Files, job.Readings = files, readings
}

// taken says which files are part of a program; nil: none defines its entry.
func taken(symbols []c.Symbols, archives []string, entry string) []bool {
	out := make([]bool, len(symbols))
	defined, needed := map[string]bool{}, map[string]bool{entry: true}
	take := func(i int) {
		out[i] = true
		for name := range symbols[i].Defines {
			defined[name] = true
		}
		for _, name := range symbols[i].Needs {
			needed[name] = true
		}
	}
	for i, archive := range archives {
		if archive == "" {
			take(i)
		}
	}
	isNeeded := func(i int) bool {
		for name := range symbols[i].Defines {
			if needed[name] && !defined[name] {
				return true
			}
		}
		return false
	}
	for again := true; again; {
		again = false
		for i := range symbols {
			if !out[i] && isNeeded(i) {
				take(i)
				again = true
			}
		}
	}
	if !defined[entry] {
		return nil
	}
	return out
}
