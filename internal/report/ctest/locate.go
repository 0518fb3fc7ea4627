package ctest

import (
	"fmt"
	"strings"

	"yogi/internal/source"
)

// Locator finds places in the text of the program's files as they lie on disk, whatever their line markers say.
type Locator struct {
	units []Unit
	texts []*unitText
}

// NewLocator reads the files' texts.
func NewLocator(units []Unit) *Locator {
	l := &Locator{units: units}
	for _, u := range units {
		l.texts = append(l.texts, &unitText{tokens: scan(u.Text), lines: newLineTable(u.File, u.Text)})
	}
	return l
}

// Place is where a position lies.
func (l *Locator) Place(pos source.Pos) (source.Pos, error) {
	t, at, err := find(l.texts, pos)
	if err != nil {
		return source.Pos{}, err
	}
	return l.at(t, at), nil
}

// CallEnd is where the arguments of the call at a position end: at its closing parenthesis.
func (l *Locator) CallEnd(pos source.Pos) (source.Pos, error) {
	t, at, err := find(l.texts, pos)
	if err != nil {
		return source.Pos{}, err
	}
	i := tokenAt(t.tokens, at)
	if i < 0 || t.tokens[i].kind != identifier || i+1 >= len(t.tokens) || t.tokens[i+1].text != "(" {
		return source.Pos{}, fmt.Errorf("%s: no call there", pos)
	}
	end := closing(t.tokens, i+1)
	if end < 0 {
		return source.Pos{}, fmt.Errorf("%s: no end of the call", pos)
	}
	return l.at(t, t.tokens[end].offset), nil
}

// AfterDeclaration is where the statement behind the declaration of the local at a position begins.
func (l *Locator) AfterDeclaration(pos source.Pos) (source.Pos, error) {
	t, at, err := find(l.texts, pos)
	if err != nil {
		return source.Pos{}, err
	}
	depth := 0
	for i := tokenAt(t.tokens, at); i >= 0 && i+1 < len(t.tokens); i++ {
		switch t.tokens[i].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case ";":
			if depth == 0 && t.tokens[i+1].text != "}" {
				return l.at(t, t.tokens[i+1].offset), nil
			}
		}
		if depth < 0 {
			break
		}
	}
	return source.Pos{}, fmt.Errorf("%s: no statement behind the declaration", pos)
}

// at is the place of an offset.
func (l *Locator) at(t *unitText, offset int) source.Pos {
	for i := range l.texts {
		if l.texts[i] == t {
			before := l.units[i].Text[:offset]
			line := strings.Count(before, "\n")
			return source.Pos{File: l.units[i].File, Line: line + 1, Column: offset - strings.LastIndexByte(before, '\n')}
		}
	}
	return source.Pos{}
}
