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

// leaveOut leaves out of the job's files those of archives that a linker takes nothing from, and puts the others in the
// order in which it takes them: what an archive defines is part of a program only where something that was linked
// before needs it and nothing that was linked before defines it. A definition there may be another one of a name, as
// weak ones in the program are. A program without its entry among the files, as a library is, keeps all.
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
	linker := newLinker(symbols, append([]string{entry}, l.undefined...))
	linker.link(l.places)
	if !linker.defined[entry] {
		return
	}
	var files []string
	var readings []c.Reading
	for _, i := range linker.order {
		files, readings = append(files, job.Files[i]), append(readings, job.Readings[i])
	}
	job.Files, job.Readings = files, readings
}

// linker takes files as a linker does.
type linker struct {
	symbols []c.Symbols // of each file
	taken   []bool
	order   []int // of the files that were taken
	defined map[string]bool
	needed  map[string]bool
}

func newLinker(symbols []c.Symbols, needed []string) *linker {
	l := &linker{symbols: symbols, taken: make([]bool, len(symbols)), defined: map[string]bool{}, needed: map[string]bool{}}
	for _, name := range needed {
		l.needed[name] = true
	}
	return l
}

// part is what a linker takes at once: an object, of one file or several.
type part struct {
	project.Place
	files []int
}

// link looks at all that is linked, in its order.
func (l *linker) link(places [][]project.Place) {
	parts := partsOf(places)
	for len(parts) > 0 {
		n := runOf(parts, func(p part) int { return p.Turn })
		for group := parts[:n]; l.takeGroup(group); {
		}
		parts = parts[n:]
	}
}

// partsOf are the parts of a program, in the order of the link.
func partsOf(places [][]project.Place) []part {
	var all []part
	for file, of := range places {
		if len(of) == 0 {
			of = []project.Place{{}}
		}
		for _, place := range of {
			all = append(all, part{place, []int{file}})
		}
	}
	slices.SortStableFunc(all, func(x, y part) int { return x.Number - y.Number })
	var out []part
	for _, p := range all {
		if last := len(out) - 1; last >= 0 && p.Object != "" && out[last].Object == p.Object && out[last].Archive == p.Archive && out[last].Turn == p.Turn {
			out[last].files = append(out[last].files, p.files...)
			continue
		}
		out = append(out, p)
	}
	return out
}

// runOf is how many of the parts in front have one key.
func runOf[K comparable](parts []part, key func(part) K) int {
	n := 1
	for n < len(parts) && key(parts[n]) == key(parts[0]) {
		n++
	}
	return n
}

// takeGroup looks once at what is looked at in one turn, at each archive until nothing more of it is needed. It says
// whether anything was taken.
func (l *linker) takeGroup(group []part) bool {
	before := len(l.order)
	for len(group) > 0 {
		n := runOf(group, func(p part) string { return p.Archive })
		for again := true; again; {
			again = false
			for _, p := range group[:n] {
				if p.Archive == "" || l.needs(p) {
					again = l.take(p) || again
				}
			}
		}
		group = group[n:]
	}
	return len(l.order) > before
}

// needs says that something that is needed so far is defined in a part, and nowhere else so far.
func (l *linker) needs(p part) bool {
	return slices.ContainsFunc(p.files, func(file int) bool {
		for name := range l.symbols[file].Defines {
			if l.needed[name] && !l.defined[name] {
				return true
			}
		}
		return false
	})
}

// take makes a part one of the program; it is false of one that was before.
func (l *linker) take(p part) bool {
	isNew := false
	for _, file := range p.files {
		if l.taken[file] {
			continue
		}
		l.taken[file], isNew = true, true
		l.order = append(l.order, file)
		for name := range l.symbols[file].Defines {
			l.defined[name] = true
		}
		for _, name := range l.symbols[file].Needs {
			if !l.symbols[file].Optional[name] {
				l.needed[name] = true
			}
		}
	}
	return isNew
}
