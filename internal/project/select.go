package project

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"

	"yogi/internal/frontend/c"
)

// Unit is one C file of a program and how it is read. Paths are relative to the working folder where they lie
// below it.
type Unit struct {
	File      string
	Reading   c.Reading
	DataModel string // "": the compiler's own
	// Places are where the file stands among what the program is linked from; none: it is always part of it.
	Places []Place
	// Undefined are names that the program's linker looks for, whoever needs them.
	Undefined []string
}

// Selection says which part of a build is wanted. Without anything it is the one program that the build
// links, or every C file if there are no links.
type Selection struct {
	Files  []string // these files alone
	Target string   // what this program, library or object is made of
}

// Units are the C files of the part of the build that is wanted, in the order in which they are linked, else in that
// of the database. Compilers for other machines than x86 are asked about flags that choose a processor.
func (d *Database) Units(ctx context.Context, s Selection) ([]Unit, error) {
	commands, err := d.selected(s)
	if err != nil {
		return nil, err
	}
	var units []Unit
	seen, answers := map[string]Unit{}, asked{}
	for _, c := range commands {
		unit, err := c.unit(ctx, answers)
		if err != nil {
			return nil, err
		}
		unit.Places, unit.Undefined = c.places, c.undefined
		if known, ok := seen[c.File]; ok { // compiled more than once
			if !reflect.DeepEqual(known, unit) {
				return nil, fmt.Errorf("%s is compiled in several ways: choose with --build-target, or name the files to take the first of them", shown(c.File))
			}
			continue
		}
		seen[c.File] = unit
		units = append(units, unit)
	}
	return units, nil
}

func (d *Database) selected(s Selection) ([]Command, error) {
	commands := slices.DeleteFunc(slices.Clone(d.Commands), func(c Command) bool {
		a := parseArguments(c.Arguments)
		return !a.compilesC(c.File) || a.depend
	})
	switch {
	case len(commands) == 0:
		return nil, fmt.Errorf("the compilation database has no C files")
	case s.Target != "" && len(s.Files) > 0:
		return nil, fmt.Errorf("%s, which the build compiles, and a target are given: name one of them", list(s.Files))
	case len(s.Files) > 0:
		return filesOf(commands, s.Files)
	case s.Target != "":
		return d.targetOf(commands, s.Target)
	case len(d.Links) == 0:
		return commands, nil
	}
	programs := d.programs()
	if len(programs) != 1 {
		return nil, fmt.Errorf("the build links %s: choose one of them with --build-target", list(programs))
	}
	return d.targetOf(commands, programs[0])
}

// filesOf are the commands for the named files. A name stands for a file if it is its path, or the end of it.
func filesOf(commands []Command, names []string) ([]Command, error) {
	var out []Command
	for _, name := range names {
		absolute, err := filepath.Abs(name)
		if err != nil {
			return nil, fmt.Errorf("finding %s: %w", name, err)
		}
		found := slices.IndexFunc(commands, func(c Command) bool { return c.File == absolute })
		if found < 0 {
			found = slices.IndexFunc(commands, func(c Command) bool { return strings.HasSuffix(c.File, "/"+filepath.Clean(name)) })
		}
		if found < 0 {
			return nil, fmt.Errorf("the build does not compile %s (with --build-target PROGRAM check takes it as a further file of that program)", name)
		}
		out = append(out, commands[found])
	}
	return out, nil
}

// targetOf are the commands for the files that a target is made of.
func (d *Database) targetOf(commands []Command, target string) ([]Command, error) {
	p := &parts{database: d, inputs: map[string][]Place{}, made: map[string]bool{}, open: map[string]bool{}}
	var undefined []string
	if link := d.link(target); link != nil {
		undefined = link.Undefined
		p.add(link, nil)
	}
	if len(p.renamed) > 0 {
		return nil, fmt.Errorf("%s is linked with %s, which is not modelled", target, strings.Join(p.renamed, " and "))
	}
	var out []Command
	for _, c := range commands {
		in, ok := p.inputs[c.Output]
		if !ok && p.made[c.Output] {
			in, ok = p.inputs[c.File]
		}
		// CMake keeps the objects of a target in a folder of its name.
		if ok || strings.Contains(c.Output, "/"+target+".dir/") {
			c.places, c.undefined = in, undefined
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(x, y Command) int { return x.place() - y.place() })
	if len(out) == 0 {
		return nil, fmt.Errorf("no C file is known to be part of %s: the build makes %s", target, list(d.targets()))
	}
	return out, nil
}

// link is the last link whose output is the target: by its path, or by its name.
func (d *Database) link(target string) *Link {
	absolute, err := filepath.Abs(target)
	for i := len(d.Links) - 1; i >= 0; i-- {
		if l := &d.Links[i]; err == nil && l.path(l.Output) == absolute {
			return l
		}
	}
	for i := len(d.Links) - 1; i >= 0; i-- {
		if l := &d.Links[i]; l.Output == target || filepath.Base(l.Output) == target {
			return l
		}
	}
	return nil
}

// place is that of the file's first place among what is linked.
func (c *Command) place() int {
	if len(c.places) == 0 {
		return 0
	}
	return c.places[0].Number
}

func (l *Link) path(p string) string {
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(l.Directory, p)
}

// library matches the names of libraries, and of objects that are linked of several.
var library = regexp.MustCompile(`\.(a|o|so(\.[0-9]+)*)$`)

// IsLibrary says by the name of what a build links that it is no program.
func IsLibrary(path string) bool { return library.MatchString(path) }

// programs are the outputs of links that are no part of another one; where there are others, libraries are left out.
func (d *Database) programs() []string {
	used := map[string]bool{}
	for i := range d.Links {
		for _, input := range d.Links[i].Inputs {
			used[d.Links[i].path(input)] = true
		}
	}
	var all, runnable []string
	for _, l := range d.Links {
		path := l.path(l.Output)
		if used[path] || slices.Contains(all, path) {
			continue
		}
		all = append(all, path)
		if !IsLibrary(path) {
			runnable = append(runnable, path)
		}
	}
	if len(runnable) > 0 {
		all = runnable
	}
	sort.Strings(all)
	return all
}

// targets are the names that can be asked for.
func (d *Database) targets() []string {
	found := map[string]bool{}
	for _, l := range d.Links {
		found[filepath.Base(l.Output)] = true
	}
	for _, c := range d.Commands {
		if before, _, ok := strings.Cut(c.Output, ".dir/"); ok {
			found[filepath.Base(before)] = true
		}
	}
	var out []string
	for name := range found {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

func list(names []string) string {
	if len(names) == 0 {
		return "no target that is known"
	}
	var short []string
	for _, name := range names {
		short = append(short, shown(name))
	}
	return strings.Join(short, ", ")
}

// unit is how the command reads its file. What a compiler has been asked about before is not asked again.
func (c *Command) unit(ctx context.Context, answers asked) (Unit, error) {
	a := parseArguments(c.Arguments)
	if len(a.refused) > 0 {
		return Unit{}, fmt.Errorf("%s is compiled with %s, which is not modelled", shown(c.File), strings.Join(a.refused, " and "))
	}
	if err := answers.addMacros(ctx, c, a); err != nil {
		return Unit{}, err
	}
	if err := a.reading.Check(); err != nil {
		return Unit{}, fmt.Errorf("%s: %w", shown(c.File), err)
	}
	reading := a.reading.TypedIn(c.Directory).Paths(func(path string) string { return shown(c.path(path)) })
	for i, name := range a.reading.Forced {
		if _, err := os.Stat(c.path(name)); err != nil {
			reading.Forced[i] = name // found as headers are
		}
	}
	return Unit{File: shown(c.File), Reading: reading.Named(shown(c.File), c.typed(a)), DataModel: a.dataModel}, nil
}

// typed is the name of the file as the compiler was given it.
func (c *Command) typed(a *arguments) string {
	for _, input := range a.inputs {
		if c.path(input) == c.File {
			return input
		}
	}
	return c.named
}

// shown is a path as it is written in reports: relative to the working folder if it lies below it.
func shown(path string) string {
	folder, err := os.Getwd()
	if err != nil {
		return path
	}
	if below, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(below) {
		return below
	}
	return path
}
