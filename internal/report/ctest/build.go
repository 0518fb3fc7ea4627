package ctest

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/shell"
)

// The names of the files of a compiled test in its folder.
const (
	ProgramFile = "program.c" // the copy of the first file; of the second it is program-2.c
	DriverFile  = "driver.c"
	PatchFile   = "program.patch"
	ScriptFile  = "run.sh"
	DockerFile  = "Dockerfile"
	GdbFile     = "test.gdb"
)

// testNames are the names of the copies of the program's files and of the driver: those above, behind a prefix where a
// file of the program names one of them. What it names, as in #include "program.c", is a file of its own, and the
// compiler would find the copy.
type testNames struct{ prefix string }

// namePrefix tells the files of a test from those that the program names.
const namePrefix = "yogi-"

// program is the name of the copy of a file, numbered from 0.
func (n testNames) program(number int) string {
	if number == 0 {
		return n.prefix + ProgramFile
	}
	return fmt.Sprintf("%sprogram-%d.c", n.prefix, number+1)
}

func (n testNames) driver() string { return n.prefix + DriverFile }

// namesATest is a name in quotes that a file of a test may have.
var namesATest = regexp.MustCompile(`"((?:yogi-)*)(?:driver|program(?:-[0-9]+)?)\.c"`)

// namesBeside are those that no file of the program has in quotes.
func namesBeside(units []Unit) testNames {
	taken := map[string]bool{}
	for _, u := range units {
		for _, found := range namesATest.FindAllStringSubmatch(u.Text, -1) {
			taken[found[1]] = true
		}
	}
	var n testNames
	for taken[n.prefix] {
		n.prefix += namePrefix
	}
	return n
}

// fromRoot is an #include line that names a file by its path from the root.
var fromRoot = regexp.MustCompile(`(?m)^([ \t]*#[ \t]*include[ \t]*")(/[^"\n]*)"`)

// includingCopies is the text of a file of the test that includes copies in the place of files that it names by their
// paths from the root.
func (p *Plan) includingCopies(text []byte) []byte {
	if len(p.Copies) == 0 {
		return text
	}
	return fromRoot.ReplaceAllFunc(text, func(line []byte) []byte {
		parts := fromRoot.FindSubmatch(line)
		if path, ok := p.Copies[filepath.Clean(string(parts[2]))]; ok {
			return slices.Concat(parts[1], []byte(path), []byte{'"'})
		}
		return line
	})
}

// toldCopies are the flags by which __FILE__ in a copy says what it does in the program, if that names the file by its
// path from the root; one that is found in a folder has a name that begins with that of the folder (Unit.told).
func (p *world) toldCopies() []string {
	named := map[string]bool{}
	for _, u := range p.Units {
		for _, line := range fromRoot.FindAllStringSubmatch(u.Text, -1) {
			named[filepath.Clean(line[2])] = true
		}
	}
	var out []string
	for _, path := range slices.Sorted(maps.Keys(named)) {
		if copied, ok := p.Copies[path]; ok {
			out = append(out, "-fmacro-prefix-map="+copied+"="+path)
		}
	}
	return out
}

// DriverName is the name of the driver's file.
func (p *Plan) DriverName() string { return p.names.driver() }

// ProgramName is the name of the copy of the program's first file.
func (p *Plan) ProgramName() string { return p.names.program(0) }

// The exit statuses of the driver.
const (
	statusReached = 97
	statusAssumed = 98
	// statusStrayed: the run gets to a function or an object that nobody defines, and to which the test does not get.
	statusStrayed = 95
	// statusExhausted: there is no memory for what the test needs.
	statusExhausted = 96
)

// withCopies is the plan whose flags name the copies of files and folders, for a script that goes where they go.
func (p *Plan) withCopies() *Plan {
	if p.CopyOf == nil {
		return p
	}
	moved := *p
	moved.Units = slices.Clone(p.Units)
	for i := range moved.Units {
		u := &moved.Units[i]
		u.Flags = slices.Clone(u.Flags)
		for j := range u.Flags {
			if u.isPath(j) {
				u.Flags[j] = p.CopyOf(u.Flags[j])
			}
		}
		u.Names = slices.Clone(u.Names)
		for j := range u.Names {
			if u.Names[j].Path != "" {
				u.Names[j].Path = p.CopyOf(u.Names[j].Path)
			}
		}
	}
	return &moved
}

// RunsHere says that programs of a data model can be compiled and run on this kind of machine.
func RunsHere(model string) bool { return model == "LP64" || model == "ILP32" || model == "LLP64" }

// compilation makes the object file of a file of the program: the compiler's command line, and those which rename
// symbols.
type compilation struct {
	object   string
	commands [][]string
}

// commands are the command lines that build the test in a folder; flags are more of them for the compiler.
func (p *Plan) commands(folder, binary string, flags []string) [][]string {
	var out [][]string
	compilations := p.compilations(folder, flags, byNumber)
	for _, c := range compilations {
		out = append(out, c.commands...)
	}
	return append(out, p.linkCommand(folder, binary, flags, compilations))
}

// commonFlags are the words by which all files of the test are compiled.
func (p *Plan) commonFlags(flags []string) []string {
	model := "-m64"
	if p.DataModel == "ILP32" {
		model = "-m32"
	}
	common := append([]string{"gcc", model, "-w", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing",
		"-fno-delete-null-pointer-checks", "-fno-stack-protector"}, p.Build.flags()...)
	return append(common, flags...)
}

// compilations are those of the program's files in a folder, in their order.
func (p *Plan) compilations(folder string, flags []string, name objectName) []compilation {
	loaded, _ := p.Build.position(monitors[p.Property])
	var out []compilation
	for i, u := range p.Units {
		// What headers declare with the attribute error is called where an optimising compiler sees
		// that nothing gets there.
		compile := slices.Concat(p.commonFlags(flags), loaded, []string{"-D__error__(text)="}, p.Foreign.flags(), u.Flags, p.monitorFlags())
		for _, name := range slices.Concat(p.bodyless(), p.observedNames(), p.own) {
			compile = append(compile, "-fno-builtin-"+name)
		}
		source := filepath.Join(folder, p.names.program(i))
		compile = append(compile, slices.Concat(u.told(source), p.toldCopies())...)
		compile = append(compile, "-c", source, "-o")
		rename := slices.Concat(p.rename(i), p.inner(i), p.observe())
		unlabel := p.unlabel()
		object := name(strings.TrimSuffix(source, ".c"), compile, slices.Concat(unlabel, rename))
		commands := [][]string{append(compile, object)}
		if unlabel != nil {
			commands = append(commands, append(unlabel, object))
		}
		out = append(out, compilation{object, append(commands, append(rename, object))})
	}
	return out
}

// objectName names an object file, by the path of its source without the suffix and by the words that make it.
type objectName func(stem string, compile, rename []string) string

// byNumber names an object file after its source, as by hand.
func byNumber(stem string, _, _ []string) string { return stem + ".o" }

// byWords names object files that are made in different ways differently, so that those of several builds can lie in
// one folder.
func byWords(stem string, compile, rename []string) string {
	sum := sha256.Sum256([]byte(shell.Line(compile...) + "\n" + shell.Line(rename...)))
	return fmt.Sprintf("%s-%x.o", stem, sum[:8])
}

// linkCommand makes the test of the driver and the object files.
func (p *Plan) linkCommand(folder, binary string, flags []string, compilations []compilation) []string {
	_, linked := p.Build.position(monitors[p.Property])
	link := slices.Concat(p.commonFlags(flags), linked, []string{"-fno-builtin", "-Wl,--warn-unresolved-symbols", filepath.Join(folder, p.names.driver())}, p.strayFlags())
	for _, c := range compilations {
		link = append(link, c.object)
	}
	return append(slices.Concat(link, monitors[p.Property].link, p.threads()), "-lm", "-o", binary)
}

// noCommon keeps every definition of an object apart, which address sanitizers need to watch it.
const noCommon = "-fno-common"

// monitorFlags are the compiler's flags by which a violation of the property is seen.
func (p *Plan) monitorFlags() []string {
	flags := monitors[p.Property].compile
	if p.merged {
		return slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return f == noCommon })
	}
	return flags
}

// mergeDefinitions makes definitions of one object in several files, without an initial value in all
// but one of them, a single object again, as C's compilers did for long and programs rely on; false:
// that is not what the linker complains of, or has been done.
func (p *Plan) mergeDefinitions(said string) bool {
	if p.merged || !strings.Contains(said, "multiple definition of") || !slices.Contains(monitors[p.Property].compile, noCommon) {
		return false
	}
	p.merged = true
	return true
}

// strayFlags are the linker's words for what the program names and nobody defines: it is yogi_stray.
func (l *linking) strayFlags() []string {
	if len(l.strays) == 0 {
		return nil
	}
	flags := []string{"-DYOGI_STRAYS"}
	for _, name := range l.strays {
		flags = append(flags, "-Wl,--defsym="+name+"=yogi_stray")
	}
	return flags
}

// undefinedReference is how the linker names a symbol that nobody defines, where it goes on all the same.
var undefinedReference = regexp.MustCompile("warning: undefined reference to [`']([^']+)'")

// addStrays takes what the linker says that nobody defines; false: there is nothing new.
func (l *linking) addStrays(said string) bool {
	known := len(l.strays)
	for _, m := range undefinedReference.FindAllStringSubmatch(said, -1) {
		if !slices.Contains(l.strays, m[1]) {
			l.strays = append(l.strays, m[1])
		}
	}
	return len(l.strays) > known
}

// unlabel is the command, less the object file, that gives what the driver defines, and what is renamed, the name that
// the program has for it where it is declared with another one for the linker, as <fcntl.h> of the machine may declare
// open as open64; nil: there is nothing of the kind.
func (p *Plan) unlabel() []string {
	named := slices.Concat(p.bodyless(), p.silent, p.observedNames(), p.Ending, p.chosen(), monitors[p.Property].counted, p.ErrorFunctions)
	for _, e := range p.externs {
		named = append(named, e.name)
	}
	var words []string
	taken := map[string]bool{} // symbols that are another name's, too
	for _, name := range slices.Compact(slices.Sorted(slices.Values(named))) {
		symbol := p.symbolOf(name)
		_, isCalled := p.standard[symbol]
		if symbol == "" || isCalled || taken[symbol] || slices.Contains(named, symbol) {
			continue
		}
		taken[symbol] = true
		words = append(words, "--redefine-sym", symbol+"="+name)
	}
	if words == nil {
		return nil
	}
	return append([]string{"objcopy"}, words...)
}

// symbolOf is another symbol than its name by which the object files may have what is not in the program; "": there is
// none. What <fcntl.h> and <stdio.h> declare is known under its name alone, as the checker has headers of its own.
func (p *world) symbolOf(name string) string {
	wide := name + "64"
	switch {
	case p.labels[name] != "":
		return p.labels[name]
	case !clib.IsExported(name) || !clib.IsExported(wide) || p.DataModel == "ILP32" && p.isLibrary(name): // where the two differ
		return ""
	}
	return wide
}

// rename is the command, less the object file, that gives the entry the name by which the driver calls it
// from the file with a number.
func (p *Plan) rename(unit int) []string {
	words := []string{"objcopy", "--redefine-sym", p.Entry + "=" + entrySymbol}
	if unit == p.entryUnit() {
		words = append(words, "--globalize-symbol", entrySymbol)
	}
	chosen := p.chosen()
	for _, name := range chosen {
		words = append(words, "--redefine-sym", name+"=yogi_chosen_"+name)
	}
	for _, name := range monitors[p.Property].counted {
		if !slices.Contains(chosen, name) {
			words = append(words, "--redefine-sym", name+"=yogi_counted_"+name)
		}
	}
	for _, name := range p.Ending {
		words = append(words, "--redefine-sym", name+"=yogi_ended_run")
	}
	if p.Entry != "main" {
		words = append(words, "--redefine-sym", "main=yogi_other_main")
	}
	return words
}

// inner are the words that let the driver name objects that only a unit can name.
func (p *Plan) inner(unit int) []string {
	var words []string
	for _, name := range p.symbols {
		if at, known := p.declared[name]; known && p.unitOf(at) == unit {
			words = append(words, "--globalize-symbol", name)
		}
	}
	return words
}

// entryUnit is the number of the file that has the entry, which may be static there.
func (p *Plan) entryUnit() int {
	for i, u := range p.Units {
		if newLineTable(u.File, u.Text).has(p.entryPos) {
			return i
		}
	}
	return 0
}

// bodyless are the functions that the driver defines and the compiler might know. malloc is none: the driver's
// is a malloc, and a call of one that is not declared must be known to return a pointer.
func (p *Plan) bodyless() []string {
	names := append([]string(nil), p.silent...)
	seen := map[string]bool{"malloc": true}
	for _, q := range p.functions {
		if !seen[q.name] {
			seen[q.name] = true
			names = append(names, q.name)
		}
	}
	return append(names, p.ErrorFunctions...)
}
