package ctest

import (
	"fmt"
	"strings"

	"yogi/internal/source"
)

// LoopAt is where the while or for statement at a position begins. Other loops have no condition that is evaluated
// before each round.
func (l *Locator) LoopAt(pos source.Pos) (source.Pos, error) {
	t, at, err := find(l.texts, pos)
	if err != nil {
		return source.Pos{}, err
	}
	if _, err := t.beforeCondition(at); err != nil {
		return source.Pos{}, fmt.Errorf("%s: %w", pos, err)
	}
	return l.at(t, at), nil
}

// WithConditions are the texts of the files with what is to be evaluated before the condition of loops, by the places
// where the loops begin.
func (l *Locator) WithConditions(before map[source.Pos]string) ([]string, error) {
	edits := make([][]edit, len(l.units))
	for place, text := range before {
		done := false
		for i, u := range l.units {
			if u.File != place.File {
				continue
			}
			lines := strings.SplitAfter(u.Text, "\n")
			if place.Line > len(lines) {
				break
			}
			at := len(strings.Join(lines[:place.Line-1], "")) + place.Column - 1
			e, err := l.texts[i].beforeCondition(at)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", place, err)
			}
			e.text = text + e.text
			edits[i], done = append(edits[i], e), true
		}
		if !done {
			return nil, fmt.Errorf("%s: no such place", place)
		}
	}
	out := make([]string, len(l.units))
	for i, u := range l.units {
		out[i] = applyEdits(u.Text, edits[i])
	}
	return out, nil
}

// beforeCondition is the edit that puts an expression before the condition of the loop at an offset.
func (t *unitText) beforeCondition(at int) (edit, error) {
	i := tokenAt(t.tokens, at)
	if i < 0 || i+1 >= len(t.tokens) || t.tokens[i+1].text != "(" {
		return edit{}, fmt.Errorf("no loop")
	}
	switch t.tokens[i].text {
	case "while":
		return edit{t.tokens[i+1].offset + 1, ", "}, nil
	case "for":
		depth := 0
		for n := i + 1; n+1 < len(t.tokens); n++ {
			switch t.tokens[n].text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			case ";":
				switch {
				case depth != 1:
				case t.tokens[n+1].text == ";":
					return edit{t.tokens[n].offset + 1, ", 1"}, nil
				default:
					return edit{t.tokens[n].offset + 1, ", "}, nil
				}
			}
			if depth == 0 {
				break
			}
		}
	}
	return edit{}, fmt.Errorf("no loop")
}
