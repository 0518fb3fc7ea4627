package changes

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/rogpeppe/go-internal/diff"
)

// Line is a changed line that an entry depends on, or may.
type Line struct {
	File string `json:"file"`
	Line int    `json:"line"` // in the new version; in the old one, if it is removed
	// Function is the one that the line is in; "": it is outside of functions, in a declaration or a macro.
	Function string `json:"function,omitempty"`
	Removed  bool   `json:"removed,omitempty"`
	Text     string `json:"text"`
}

// Span is a function and the lines of a file that it has code of.
type Span struct {
	Function    string
	File        string
	First, Last int
}

// Source is the text of a version, and what an entry reaches in it.
type Source struct {
	Files   map[string]string // by a name that both versions know them by
	Reached []Span
}

// Because are the changed lines that an entry depends on: those in functions that it reaches, and those outside of
// functions that have words with these in common; where there are none of either, all that are outside. Comments and
// white space are no change. A line that was replaced is told of the new version, one that is gone of the old one.
func Because(old, now Source) []Line {
	var inside, named, others []Line
	words := now.words()
	maps.Copy(words, old.words())
	for file, text := range now.Files {
		before, after := code(old.Files[file]), code(text)
		if before == after {
			continue
		}
		inOld, inNew := outline(before), outline(after)
		for _, e := range edits(before, after) {
			version, parts, plain, lines := now, inNew, after, text
			if e.removed {
				version, parts, plain, lines = old, inOld, before, old.Files[file]
			}
			line := Line{File: file, Line: e.line, Removed: e.removed, Text: strings.TrimSpace(lineOf(lines, e.line))}
			isReached := false
			line.Function, isReached = version.functionAt(file, e.line)
			switch {
			case isReached:
				inside = append(inside, line)
			case parts.bodies[e.line]: // of a function that the entry does not reach
			case parts.macros[e.line] != "" && !words[parts.macros[e.line]]: // nor does it use the macro
				others = append(others, line)
			case parts.macros[e.line] != "", slices.ContainsFunc(wordsOf(lineOf(plain, e.line)), func(w string) bool { return words[w] }):
				named = append(named, line)
			default:
				others = append(others, line)
			}
		}
	}
	out := slices.Concat(inOrder(inside), inOrder(named))
	if len(out) == 0 {
		return inOrder(others)
	}
	return out
}

func lineOf(text string, number int) string { return strings.Split(text, "\n")[number-1] }

func inOrder(lines []Line) []Line {
	slices.SortFunc(lines, func(a, b Line) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	return lines
}

// words are those that the functions reached depend on: their own, and those of macros and types that they name.
func (s Source) words() map[string]bool {
	out := map[string]bool{}
	var definitions [][]string // the word that is defined, and the others
	for file, text := range s.Files {
		plain := code(text)
		parts := outline(plain)
		for i, line := range strings.Split(plain, "\n") {
			_, isReached := s.functionAt(file, i+1)
			switch {
			case isReached:
				for _, w := range wordsOf(line) {
					out[w] = true
				}
			case parts.bodies[i+1]:
			case parts.macros[i+1] != "":
				definitions = append(definitions, append([]string{parts.macros[i+1]}, wordsOf(line)...))
			case strings.HasPrefix(line, "typedef"):
				words := wordsOf(line)
				slices.Reverse(words)
				definitions = append(definitions, words)
			}
		}
	}
	for grown := true; grown; {
		grown = false
		for _, d := range definitions {
			for i, w := range d {
				if i > 0 && out[d[0]] && !out[w] {
					out[w], grown = true, true
				}
			}
		}
	}
	return out
}

// keywords are words that say nothing of what a line depends on.
var keywords = strings.Fields(`auto break case char const continue default do double else enum extern float for goto if
	inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void
	volatile while define undef include ifdef ifndef elif endif defined`)

// wordsOf are the names in a line of code.
func wordsOf(line string) []string {
	all := strings.FieldsFunc(line, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return slices.DeleteFunc(all, func(w string) bool { return w[0] >= '0' && w[0] <= '9' || slices.Contains(keywords, w) })
}

// functionAt is the function reached that has code around a line.
func (s Source) functionAt(file string, line int) (string, bool) {
	for _, span := range s.Reached {
		if span.File == file && span.First <= line && line <= span.Last {
			return span.Function, true
		}
	}
	return "", false
}

// edit is a line that is in one version alone.
type edit struct {
	line    int // from 1
	removed bool
}

// edits are the lines that differ: those of the new text, and those of the old one in whose place there is nothing.
func edits(old, now string) []edit {
	var out []edit
	var gone []int
	added := false
	flush := func() {
		if !added {
			for _, line := range gone {
				out = append(out, edit{line, true})
			}
		}
		gone, added = nil, false
	}
	oldLine, newLine := 0, 0
	for text := range strings.Lines(string(diff.Diff("old", []byte(old), "new", []byte(now)))) {
		isEmpty := len(strings.TrimSpace(text)) <= 1
		switch {
		case strings.HasPrefix(text, "@@"):
			flush()
			oldLine, newLine = hunk(text)
		case oldLine == 0: // the head
		case text[0] == '-':
			if !isEmpty {
				gone = append(gone, oldLine)
			}
			oldLine++
		case text[0] == '+':
			if !isEmpty {
				out, added = append(out, edit{line: newLine}), true
			}
			newLine++
		case text[0] == ' ':
			flush()
			oldLine, newLine = oldLine+1, newLine+1
		}
	}
	flush()
	return out
}

// hunk reads where a part of a unified difference begins: @@ -12,7 +12,9 @@.
func hunk(head string) (old, now int) {
	for _, word := range strings.Fields(head) {
		number, _, _ := strings.Cut(word[1:], ",")
		n, err := strconv.Atoi(number)
		switch {
		case err != nil:
		case word[0] == '-':
			old = max(n, 1) // 0: the version has no lines
		case word[0] == '+':
			now = max(n, 1)
		}
	}
	return old, now
}

// code is a text of C without comments, and with single blanks between words; it has the same lines.
func code(text string) string {
	var plain strings.Builder
	for at := 0; at < len(text); {
		rest := text[at:]
		switch {
		case strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			at += end
		case strings.HasPrefix(rest, "/*"):
			end := len(rest)
			if n := strings.Index(rest[2:], "*/"); n >= 0 {
				end = n + 4
			}
			plain.WriteString(" " + strings.Repeat("\n", strings.Count(rest[:end], "\n")))
			at += end
		case rest[0] == '"' || rest[0] == '\'':
			n := literal(rest)
			plain.WriteString(rest[:n])
			at += n
		default:
			plain.WriteByte(rest[0])
			at++
		}
	}
	lines := strings.Split(plain.String(), "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.Join(lines, "\n")
}

// literal is the length of the string or character that a text begins with; it ends with the line at the latest.
func literal(text string) int {
	for at := 1; at < len(text); at++ {
		switch text[at] {
		case '\\':
			at++
		case '\n':
			return at
		case text[0]:
			return at + 1
		}
	}
	return len(text)
}

// parts says which lines of a text, from 1, are what.
type parts struct {
	bodies map[int]bool   // of a function
	macros map[int]string // of the definition of a macro, with its name
}

// outline finds the parts of a text without comments. A function are the braces behind a parenthesis that are in no
// others, and what comes before them since the end of the declaration before. Directives are in none.
func outline(text string) parts {
	out := parts{map[int]bool{}, map[int]string{}}
	depth, begin, isBody, isDirective, macro := 0, 0, false, false, ""
	last := byte(0)
	for i, line := range strings.Split(text, "\n") {
		if !isDirective && strings.HasPrefix(line, "#") {
			isDirective, macro = true, ""
			if rest, ok := strings.CutPrefix(strings.TrimSpace(line[1:]), "define "); ok {
				macro = strings.FieldsFunc(rest+" _", func(c rune) bool { return c == ' ' || c == '(' })[0]
			}
		}
		if isDirective {
			if macro != "" {
				out.macros[i+1] = macro
			}
			isDirective = strings.HasSuffix(line, "\\")
			continue
		}
		for at := 0; at < len(line); at++ {
			c := line[at]
			if c == ' ' {
				continue
			}
			if begin == 0 {
				begin = i + 1
			}
			switch c {
			case '"', '\'':
				at += literal(line[at:]) - 1
			case '{':
				if depth == 0 {
					isBody = last == ')'
				}
				depth++
			case '}':
				depth = max(depth-1, 0)
			}
			last = c
			if depth > 0 || c != '}' && c != ';' {
				continue
			}
			for n := begin; n <= i+1 && isBody; n++ {
				out.bodies[n] = true
			}
			begin, isBody = 0, false
		}
	}
	return out
}
