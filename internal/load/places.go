package load

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
)

// Place is a place of a program that can go wrong, with what goes wrong there: a check at a line, an assertion. Errors
// that agree in all of it are one place.
type Place struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Property string `json:"property"` // the sub-property, in the words of verdicts
	What     string `json:"what"`
}

// PlaceAt is the place of an error with a position, a sub-property ("" as ir.Error has it) and words.
func PlaceAt(pos source.Pos, sub, what string) Place {
	return Place{pos.File, pos.Line, pos.Column, cmp.Or(sub, property.Reach.SubProperty()), what}
}

// NotModelled is the property of a place at which a program does what is not modelled: it may go wrong
// there, or behind.
const NotModelled = "not-modelled"

// PlaceOf is the place of a block at whose end a program can go wrong.
func PlaceOf(b *ir.Block) (place Place, ok bool) {
	switch t := b.Terminator.(type) {
	case *ir.Error:
		return PlaceAt(t.Pos, t.Property, t.What), true
	case *ir.Unsupported:
		return PlaceAt(t.Pos, NotModelled, t.Diagnostic.Message), true
	}
	return Place{}, false
}

// Pos is where the place is.
func (p Place) Pos() source.Pos { return source.Pos{File: p.File, Line: p.Line, Column: p.Column} }

// Compare orders places as they stand in files.
func (p Place) Compare(q Place) int {
	return cmp.Or(p.Pos().Compare(q.Pos()), strings.Compare(p.Property, q.Property), strings.Compare(p.What, q.What))
}

// Places lists the places of a program that can go wrong, or at which it does what is not modelled, in their order.
// What is plainly right is no place: no error was made for it.
func Places(p *ir.Program) []Place {
	var out []Place
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if place, ok := PlaceOf(b); ok {
				out = append(out, place)
			}
		}
	}
	slices.SortFunc(out, Place.Compare)
	return slices.Compact(out)
}

// FunctionAt is the name of the function that a place is in: the last one of its file that begins before it. What goes
// wrong in a function of the library has the place of its call. "": there is none.
func FunctionAt(p *ir.Program, place Place) string {
	var found *ir.Function
	for _, f := range p.Functions {
		if f.Pos.File == place.File && f.Pos.Line <= place.Line && (found == nil || f.Pos.Line > found.Pos.Line) {
			found = f
		}
	}
	if found == nil {
		return ""
	}
	return found.Told()
}

// named is the place by the shortest name of its file.
func (p Place) named() Place {
	if p.File != "" {
		p.File = filepath.Clean(p.File)
	}
	return p
}

// endRuns ends runs at some places, which is assumed of a verdict about the others.
func endRuns(p *ir.Program, given []Place) {
	if len(given) == 0 {
		return
	}
	ending := map[Place]bool{}
	for _, place := range given {
		ending[place.named()] = true
	}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			place, ok := PlaceOf(b)
			if !ok || !ending[place.named()] {
				continue
			}
			at, holds := ir.At{Pos: b.Terminator.Position()}, assumption.ChecksHold
			if place.Property == NotModelled {
				holds = assumption.Modelled
			}
			b.Terminator = &ir.Halt{At: at, What: place.What}
			p.Assumptions.Add(holds, "", at.Pos)
		}
	}
}

// movedPlaces are places whose files are put through change; what the front end made lies in no file.
func movedPlaces(places []Place, change func(path string) string) []Place {
	var out []Place
	for _, p := range places {
		if p.Pos().IsWritten() {
			p.File = change(p.File)
		}
		out = append(out, p)
	}
	return out
}
