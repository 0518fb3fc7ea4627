package project

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// This file reads what a linker is given, in its order: which definition of a name is part of a program depends on it.

// linkerValued are the flags of a linker that have a value which matters, behind = or as the next word.
var linkerValued = map[string]bool{
	"-u": true, "--undefined": true, "--require-defined": true, "--wrap": true, "--defsym": true, "--init": true, "--fini": true,
}

// ownEnds are the functions that a linker takes to run before and behind a program where it is not told others.
var ownEnds = map[string]string{"--init": "_init", "--fini": "_fini"}

// linkerWord reads a word of a linker that says which definition of a name is part of what is linked.
func (a *arguments) linkerWord(word string) {
	if flag := a.valueOf; flag != "" {
		a.valueOf = ""
		a.linkerFlag(flag, word)
		return
	}
	flag, value, hasValue := strings.Cut(word, "=")
	if dashes := strings.TrimLeft(flag, "-"); len(dashes) > 1 && len(flag) > len(dashes) {
		flag = "--" + dashes // one is as good as two
	}
	switch {
	case linkerValued[flag] && hasValue:
		a.linkerFlag(flag, value)
	case linkerValued[flag]:
		a.valueOf = flag
	case flag == "--whole-archive", flag == "--no-whole-archive", flag == "--start-group", flag == "--end-group":
		a.linked = append(a.linked, flag)
	case flag == "-(":
		a.linked = append(a.linked, "--start-group")
	case flag == "-)":
		a.linked = append(a.linked, "--end-group")
	}
}

// linkerFlag reads a flag with its value.
func (a *arguments) linkerFlag(flag, value string) {
	switch flag {
	case "--wrap":
		a.renamed = append(a.renamed, flag+"="+value)
	case "--init", "--fini":
		if value != ownEnds[flag] {
			a.renamed = append(a.renamed, flag+"="+value)
		}
	case "--defsym": // a number is an address, which nothing of the program has
		if _, other, _ := strings.Cut(value, "="); strings.ContainsFunc(strings.TrimPrefix(other, "0x"), unicode.IsLetter) {
			a.renamed = append(a.renamed, flag+"="+value)
		}
	default:
		a.undefined = append(a.undefined, value)
	}
}

// link is the link that the arguments ask for.
func (a *arguments) link() Link {
	l := Link{Output: orDefault(a.output, "a.out"), Undefined: a.undefined, Renamed: a.renamed}
	isWhole, group := false, 0
	for _, word := range a.linked {
		switch word {
		case "--whole-archive", "--no-whole-archive":
			isWhole = word == "--whole-archive"
		case "--start-group":
			group = len(l.Inputs) + 1
		case "--end-group":
			group = 0
		default:
			for _, input := range a.candidates(word) {
				l.Inputs, l.Whole = append(l.Inputs, input), append(l.Whole, isWhole)
				turn := group
				if group == 0 {
					turn = len(l.Inputs)
				}
				l.Turns = append(l.Turns, turn)
			}
		}
	}
	return l
}

// candidates are the files that a word may name: itself, or what -l looks for.
func (a *arguments) candidates(word string) []string {
	library, ok := strings.CutPrefix(word, "-l")
	if !ok {
		return []string{word}
	}
	var out []string
	for _, folder := range a.folders {
		if name, isFile := strings.CutPrefix(library, ":"); isFile {
			out = append(out, filepath.Join(folder, name))
			continue
		}
		out = append(out, filepath.Join(folder, "lib"+library+".a"), filepath.Join(folder, "lib"+library+".so"))
	}
	return out
}

// turn says when a linker looks at an input: those of a group have one turn.
func (l *Link) turn(input int) int {
	if input < len(l.Turns) {
		return l.Turns[input]
	}
	return input + 1
}

// isWhole says that all of an archive among the inputs is part of what is linked.
func (l *Link) isWhole(input int) bool { return input < len(l.Whole) && l.Whole[input] }

// Place is where a file stands among what a program is linked from. A file that is in several archives, or in one that
// is named several times, has several.
type Place struct {
	Number int // places are in the order of the link
	Turn   int // those with one turn are looked at again and again until nothing more is needed of them: a group
	// Archive is the one that the file is in, of which only objects that are needed are part of the program; "": the
	// file always is.
	Archive string
	Object  string // what is taken of the archive at once
}

// parts are the files that the links of a target read and make.
type parts struct {
	database *Database
	inputs   map[string][]Place // of all links
	made     map[string]bool    // by the links; a C file that is compiled and linked at once has such an output
	number   int
	outputs  map[string]int64 // see copied; nil: nothing has asked yet
	renamed  []string         // see Link
	open     map[string]bool  // the links that are being read, none of which is a part of itself
}

// add adds what a link is made of, through archives and objects that other links made. in is the place of what the link
// makes, nil for the target.
func (p *parts) add(l *Link, in *Place) {
	output := l.path(l.Output)
	if p.open[output] {
		return
	}
	p.open[output] = true
	defer delete(p.open, output)
	p.made[output] = true
	p.renamed = append(p.renamed, l.Renamed...)
	for i, name := range l.Inputs {
		path := p.copied(l.path(name))
		p.number++
		place := Place{Number: p.number, Turn: l.turn(i)}
		if in != nil {
			place.Turn, place.Archive, place.Object = in.Turn, in.Archive, in.Object
			if place.Object == "" && place.Archive != "" {
				place.Object = path
			}
		}
		p.inputs[path] = append(p.inputs[path], place)
		if place.Archive == "" && filepath.Ext(path) == ".a" && !l.isWhole(i) {
			place.Archive = path
		}
		for k := range p.database.Links {
			if inner := &p.database.Links[k]; inner.path(inner.Output) == path {
				p.add(inner, &place)
			}
		}
	}
}

// copied is the file that the build made of which another is a copy or a link: a library that was put into a folder of
// libraries stands for what it was made of. Other files are themselves.
func (p *parts) copied(path string) string {
	if p.outputs == nil {
		p.outputs = p.database.outputs()
	}
	if _, ok := p.outputs[path]; ok {
		return path
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || filepath.Ext(path) == ".c" {
		return path
	}
	for _, output := range slices.Sorted(maps.Keys(p.outputs)) {
		if p.outputs[output] == info.Size() && sameText(path, output) {
			return output
		}
	}
	return path
}

// outputs are the sizes of the files that the build made, negative of those that are gone.
func (d *Database) outputs() map[string]int64 {
	sizes := map[string]int64{}
	note := func(path string) {
		sizes[path] = -1
		if info, err := os.Stat(path); err == nil {
			sizes[path] = info.Size()
		}
	}
	for _, c := range d.Commands {
		note(c.Output)
	}
	for i := range d.Links {
		note(d.Links[i].path(d.Links[i].Output))
	}
	return sizes
}

// sameText says that two files hold the same.
func sameText(one, other string) bool {
	x, err := os.ReadFile(one)
	if err != nil {
		return false
	}
	y, err := os.ReadFile(other)
	return err == nil && bytes.Equal(x, y)
}
