package preprocess

import (
	"fmt"
	"strings"

	"yogi/internal/source"
)

// furthest is how many empty lines stand for a step forward; further on and backward there is a line marker.
const furthest = 8

// Text prints tokens as C source that needs no preprocessing, with line markers as a
// compiler's preprocessor writes them.
func Text(tokens []Token) string {
	var b strings.Builder
	file, line := "", 0
	for i := range tokens {
		t := &tokens[i]
		if t.Kind == EOF {
			break
		}
		switch {
		case t.Pos.File != file || t.Pos.Line < line || t.Pos.Line > line+furthest:
			fmt.Fprintf(&b, "\n# %d %q\n", t.Pos.Line, t.Pos.File)
		default:
			b.WriteString(strings.Repeat("\n", t.Pos.Line-line))
		}
		file, line = t.Pos.File, t.Pos.Line
		if t.Kind == Pragma {
			fmt.Fprintf(&b, "\n#pragma %s\n", t.Text)
			line += 2
			continue
		}
		b.WriteByte(' ')
		b.WriteString(t.Text)
	}
	b.WriteByte('\n')
	return b.String()
}

// TextWithoutMarkers writes tokens as gcc -E -P does, so that reading it again gives the same tokens: a
// space between two, a line for those of a line, and one for each pragma.
func TextWithoutMarkers(tokens []Token) string {
	var text strings.Builder
	line := source.Pos{}
	for i, t := range tokens {
		at := source.Pos{File: t.Pos.File, Line: t.Pos.Line}
		switch {
		case i == 0:
		case t.Kind == Pragma || tokens[i-1].Kind == Pragma || at != line:
			text.WriteByte('\n')
		default:
			text.WriteByte(' ')
		}
		line = at
		if t.Kind == Pragma {
			text.WriteString("#pragma ")
		}
		text.WriteString(t.Text)
	}
	if len(tokens) > 0 {
		text.WriteByte('\n')
	}
	return text.String()
}
