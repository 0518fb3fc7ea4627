package ctest

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"yogi/internal/source"
)

// edit inserts text into the source at an offset. Inserted text has no line break, so lines keep their
// numbers.
type edit struct {
	offset int
	text   string
}

// applyEdits returns the source with the edits made.
func applyEdits(source string, edits []edit) string {
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].offset < edits[j].offset })
	var out strings.Builder
	done := 0
	for _, e := range edits {
		out.WriteString(source[done:e.offset])
		out.WriteString(e.text)
		done = e.offset
	}
	out.WriteString(source[done:])
	return out.String()
}

// trapFunctions returns edits that trap the definitions of the error functions where their bodies begin.
func trapFunctions(tokens []token, names []string) []edit {
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	var edits []edit
	depth := 0
	for i, t := range tokens {
		switch t.text {
		case "{":
			depth++
		case "}":
			depth--
		}
		if depth != 0 || t.kind != identifier || !wanted[t.text] || i+1 >= len(tokens) || tokens[i+1].text != "(" {
			continue
		}
		if end := closing(tokens, i+1); end > 0 {
			if body := bodyAfter(tokens, end+1); body >= 0 {
				edits = append(edits, edit{tokens[body].offset + 1, " " + trapCall})
			}
		}
	}
	return edits
}

// bodyAfter returns the index of the brace that opens the body of a function whose parameter list ended
// before token i, or -1 for a declaration: attributes and old-style parameter declarations may lie
// between.
func bodyAfter(tokens []token, i int) int {
	oldStyle := false
	for ; i < len(tokens); i++ {
		switch t := tokens[i]; {
		case t.text == "{":
			return i
		case t.text == "(":
			if i = closing(tokens, i); i < 0 {
				return -1
			}
		case t.text == ";" && !oldStyle, t.text == "," && !oldStyle, t.text == "=", t.text == "}":
			return -1
		case t.kind == identifier && !strings.HasPrefix(t.text, "__attribute"):
			oldStyle = true
		}
	}
	return -1
}

// trapLabel returns edits that trap each place where the label stands.
func trapLabel(tokens []token, label string) []edit {
	var edits []edit
	for i, t := range tokens {
		if t.text != label || i+1 >= len(tokens) || tokens[i+1].text != ":" {
			continue
		}
		if i == 0 || !strings.Contains(";{}:)", tokens[i-1].text) && tokens[i-1].text != "else" && tokens[i-1].text != "do" {
			continue
		}
		trap := " " + trapCall
		if before := tokens[i-1].text; !strings.Contains(";{}", before) && i+2 < len(tokens) && tokens[i+2].text != "}" {
			// The label's statement may be that of an "if" or a loop, where there is room for one alone.
			trap = " if (yogi_reached_error(), 1) ; else"
		}
		edits = append(edits, edit{tokens[i+1].offset + 1, trap})
	}
	return edits
}

// initialise returns an edit that gives the local declared at pos its value from reader (a C function's
// name). The declarator must be a plain identifier that nothing initialises.
func initialise(tokens []token, at int, reader string) (edit, error) {
	i := tokenAt(tokens, at)
	if i < 0 || tokens[i].kind != identifier || i+1 >= len(tokens) {
		return edit{}, fmt.Errorf("no declarator there")
	}
	end := i + 1
	for tokens[end].kind == identifier && strings.HasPrefix(tokens[end].text, "__attribute") {
		if end = closing(tokens, end+1) + 1; end == 0 || end == len(tokens) {
			return edit{}, fmt.Errorf("no end of the declarator")
		}
	}
	if next := tokens[end].text; next != ";" && next != "," {
		return edit{}, fmt.Errorf("the declarator is followed by %s", next)
	}
	return edit{tokens[i].offset + len(tokens[i].text), " = " + reader + "()"}, nil
}

// announce returns edits that tell the driver which call of a function the next one is: the call at an
// offset is put behind one of yogi_site(site).
func announce(tokens []token, at, site int) ([]edit, error) {
	i := tokenAt(tokens, at)
	if i < 0 || tokens[i].kind != identifier || i+1 >= len(tokens) || tokens[i+1].text != "(" {
		return nil, fmt.Errorf("no call there")
	}
	end := closing(tokens, i+1)
	if end < 0 {
		return nil, fmt.Errorf("no end of the call")
	}
	return []edit{
		{tokens[i].offset, fmt.Sprintf("(yogi_site(%d), ", site)},
		{tokens[end].offset + 1, ")"},
	}, nil
}

// tokenAt returns the index of the token at an offset, or -1.
func tokenAt(tokens []token, offset int) int {
	i := sort.Search(len(tokens), func(i int) bool { return tokens[i].offset >= offset })
	if i < len(tokens) && tokens[i].offset == offset {
		return i
	}
	return -1
}

// lineTable finds offsets by position. Positions may speak of the file that a line marker names, as in
// preprocessed sources.
type lineTable struct {
	offsets map[source.Pos][]int // of line starts, by file and line; the column is zero
}

// newLineTable reads the line structure of a source called name.
func newLineTable(name, text string) *lineTable {
	t := &lineTable{offsets: map[source.Pos][]int{}}
	file, line := name, 1
	for start := 0; start < len(text); {
		end := endOfLine(text, start)
		t.add(source.Pos{File: file, Line: line}, start)
		line++
		if f, n, ok := lineMarker(text[start:end]); ok {
			line = n
			if f != "" {
				file = f
			}
		}
		start = end + 1
	}
	return t
}

func (t *lineTable) add(pos source.Pos, offset int) { t.offsets[pos] = append(t.offsets[pos], offset) }

// has says that some line of the text has the line of a position.
func (t *lineTable) has(pos source.Pos) bool {
	return len(t.offsets[source.Pos{File: pos.File, Line: pos.Line}]) > 0
}

// find returns the offset of a position, when exactly one place of the text has it.
func (t *lineTable) find(pos source.Pos) (int, error) {
	starts := t.offsets[source.Pos{File: pos.File, Line: pos.Line}]
	if len(starts) != 1 || pos.Column < 1 {
		return 0, fmt.Errorf("%s names %d places of the program's text", pos, len(starts))
	}
	return starts[0] + pos.Column - 1, nil
}

// lineMarker reads `# 7 "f.c" 2` and `#line 7 "f.c"`: the next line is line 7 of f.c.
func lineMarker(line string) (file string, number int, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
	if !ok {
		return "", 0, false
	}
	rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), "line"))
	digits := rest
	if end := strings.IndexFunc(rest, unicode.IsSpace); end >= 0 {
		digits, rest = rest[:end], strings.TrimSpace(rest[end:])
	}
	number, err := strconv.Atoi(digits)
	if err != nil {
		return "", 0, false
	}
	if quoted, err := strconv.QuotedPrefix(rest); err == nil { // a name may have spaces
		if name, err := strconv.Unquote(quoted); err == nil {
			file = name
		}
	}
	return file, number, true
}

// patch describes the edits as a unified diff between two texts with the same number of lines.
func patch(name, copyName, before, after string) string {
	old, changed := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", name, copyName)
	for i := 0; i < len(old); i++ {
		if old[i] == changed[i] {
			continue
		}
		first := i
		for i < len(old) && old[i] != changed[i] {
			i++
		}
		fmt.Fprintf(&out, "@@ -%d,%d +%d,%d @@\n", first+1, i-first, first+1, i-first)
		writeMarked(&out, "-", old[first:i])
		writeMarked(&out, "+", changed[first:i])
	}
	return out.String()
}

func writeMarked(out *strings.Builder, mark string, lines []string) {
	for _, line := range lines {
		out.WriteString(mark + line)
		if !strings.HasSuffix(line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}
