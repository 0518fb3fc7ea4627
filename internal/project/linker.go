package project

import (
	"slices"

	"yogi/internal/frontend/c"
)

// This file takes files as a linker does: all objects, and of archives what is needed where they stand.

// linker takes files as a linker does.
type linker struct {
	symbols []c.Symbols // of each file
	taken   []bool
	order   []int // of the files that were taken
	defined map[string]bool
	needed  map[string]bool
}

// LinkOrder are the files that a linker takes, by number, in the order in which it does so, and the
// names that they define. symbols and places are those of each file; needed are the names that are
// looked for from the start.
func LinkOrder(symbols []c.Symbols, places [][]Place, needed []string) (order []int, defined map[string]bool) {
	l := &linker{symbols: symbols, taken: make([]bool, len(symbols)), defined: map[string]bool{}, needed: map[string]bool{}}
	for _, name := range needed {
		l.needed[name] = true
	}
	l.link(places)
	return l.order, l.defined
}

// linkedPart is an object, of one file or several, which a linker takes or leaves as a whole.
type linkedPart struct {
	Place
	files []int
}

// link looks at all that is linked, in its order.
func (l *linker) link(places [][]Place) {
	parts := linkedParts(places)
	for len(parts) > 0 {
		n := runOf(parts, func(p linkedPart) int { return p.Turn })
		for group := parts[:n]; l.takeGroup(group); {
		}
		parts = parts[n:]
	}
}

// linkedParts are the parts of a program, in the order of the link.
func linkedParts(places [][]Place) []linkedPart {
	var all []linkedPart
	for file, of := range places {
		if len(of) == 0 {
			of = []Place{{}}
		}
		for _, place := range of {
			all = append(all, linkedPart{place, []int{file}})
		}
	}
	slices.SortStableFunc(all, func(x, y linkedPart) int { return x.Number - y.Number })
	var out []linkedPart
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
func runOf[K comparable](parts []linkedPart, key func(linkedPart) K) int {
	n := 1
	for n < len(parts) && key(parts[n]) == key(parts[0]) {
		n++
	}
	return n
}

// takeGroup looks once at what is looked at in one turn, at each archive until nothing more of it is
// needed. It says whether anything was taken.
func (l *linker) takeGroup(group []linkedPart) bool {
	before := len(l.order)
	for len(group) > 0 {
		n := runOf(group, func(p linkedPart) string { return p.Archive })
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
func (l *linker) needs(p linkedPart) bool {
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
func (l *linker) take(p linkedPart) bool {
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
