package main

import (
	"cmp"
	"context"
	"slices"

	"yogi/internal/frontend/c"
	"yogi/internal/pipeline"
	"yogi/internal/project"
)

// linked says how the files of a program of a build are linked.
type linked struct {
	places    [][]project.Place // of each file
	undefined []string          // names that the linker looks for
}

// leaveOut leaves out of the job's files those of archives that a linker takes nothing from, and puts
// the others in the order in which it takes them: what an archive defines is part of a program only
// where something that was linked before needs it and nothing that was linked before defines it. A
// definition there may be another one of a name, as weak ones in the program are. A program without
// its entry among the files, as a library is, keeps all.
func (l linked) leaveOut(ctx context.Context, job *pipeline.Job) {
	isOfArchive := func(places []project.Place) bool {
		return slices.ContainsFunc(places, func(p project.Place) bool { return p.Archive != "" })
	}
	if len(l.places) != len(job.Files) || !slices.ContainsFunc(l.places, isOfArchive) {
		return
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
	entry := cmp.Or(job.Entry, "main")
	order, defined := project.LinkOrder(symbols, l.places, append([]string{entry}, l.undefined...))
	if !defined[entry] {
		return
	}
	var files []string
	var readings []c.Reading
	for _, i := range order {
		files, readings = append(files, job.Files[i]), append(readings, job.Readings[i])
	}
	job.Files, job.Readings = files, readings
}
