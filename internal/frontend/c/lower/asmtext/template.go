// Package asmtext reads the templates of inline assembly: which instructions run where the template stands, what they
// may write, and where they may go. It knows a few dozens of instructions of x86 in the form of operands that the
// template shows; whatever it does not know may write anything. Read makes a Template; what to ask of one is in
// writes.go and leaves.go.
package asmtext

import (
	"regexp"
	"strings"
)

// A Template is the text of an inline assembly statement, cut into instructions.
type Template struct {
	instructions []instruction
	labels       map[string]bool
	words        map[string]bool
	// isMixed: the text has alternatives for dialects of assembly, {att|intel}; the instructions are those of all.
	isMixed bool
}

// instruction is an instruction or a directive of a template.
type instruction struct {
	prefixes []string
	word     string
	operands []string
	rest     string // the operands as they are written
	at       placement
}

// placement says what becomes of what stands in a section.
type placement uint8

const (
	inPlace placement = iota // it is run where the template stands
	apart                    // it is in a section that may be run from somewhere
	inData                   // nothing runs it
)

// prefixes stand before an instruction in its line.
var prefixes = makeSet("lock", "rep", "repe", "repz", "repne", "repnz", "bnd", "notrack", "data16", "data32", "addr16", "addr32", "xacquire", "xrelease",
	"cs", "ds", "es", "fs", "gs", "ss", "rex", "rex64", "rex.w", "{vex}", "{evex}", "{disp8}", "{disp32}", "{load}", "{store}")

// name is a name as assembly has them.
var name = regexp.MustCompile(`[A-Za-z_][\w.$]*`)

// Read cuts a template into instructions. text is what the string literals mean, without their quotes and escapes.
// In a basic template, one without operands, a % stands for itself.
func Read(text string, isBasic bool) *Template {
	if isBasic {
		text = strings.ReplaceAll(text, "%", "%%")
	}
	t := &Template{labels: map[string]bool{}, words: makeSet(name.FindAllString(text, -1)...), isMixed: !isBasic && dialects.MatchString(text)}
	if t.isMixed {
		text = dialects.ReplaceAllString(text, "$1\n")
	}
	sections := []placement{inPlace}
	for _, line := range statements(text) {
		line = t.label(line)
		in, ok := readInstruction(line)
		if !ok {
			continue
		}
		sections = changeSection(sections, in)
		in.at = sections[len(sections)-1]
		t.instructions = append(t.instructions, in)
	}
	return t
}

// dialects are the marks around and between alternatives: each alternative is read as instructions of its own.
var dialects = regexp.MustCompile(`(^|[^%])[{|}]`)

// statements are the lines of a text and the parts between semicolons, without comments, of which one that # begins
// goes to the end of its line. What stands in a string is no mark of either.
func statements(text string) []string {
	var out []string
	var b strings.Builder
	end := func() {
		if s := strings.TrimSpace(b.String()); s != "" {
			out = append(out, s)
		}
		b.Reset()
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			n := quoted(text[i:])
			b.WriteString(text[i : i+n])
			i += n - 1
		case strings.HasPrefix(text[i:], "/*"):
			n := strings.Index(text[i+2:], "*/")
			if n < 0 {
				n = len(text) - i - 4
			}
			b.WriteByte(' ')
			i += n + 3
		case c == '#':
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 {
				n = len(text) - i
			}
			i += n - 1
		case c == '\n' || c == ';':
			end()
		case c == '\t' || c == '\r' || c == '\v' || c == '\f':
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
	}
	end()
	return out
}

// quoted is the length of the string that a text starts with.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// label takes the labels from the front of a line.
func (t *Template) label(line string) string {
	for {
		label, rest, ok := strings.Cut(line, ":")
		if !ok || !labelName.MatchString(label) {
			return line
		}
		t.labels[strings.TrimSpace(label)], line = true, strings.TrimSpace(rest)
	}
}

// labelName matches the name of a label; %= is a number that each copy of a template has of its
// own.
var labelName = regexp.MustCompile(`^(\d+|[A-Za-z_.$][\w.$]*(%=[\w.$]*)*)\s*$`)

// readInstruction cuts a line without labels into its words. There is none on an empty line.
func readInstruction(line string) (instruction, bool) {
	var in instruction
	for {
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		if prefixes[word] && rest != "" {
			in.prefixes, line = append(in.prefixes, word), rest
			continue
		}
		in.word, in.rest, in.operands = word, rest, operandsOf(rest)
		return in, word != ""
	}
}

// operandsOf cuts a list at the commas that are not inside parentheses.
func operandsOf(text string) []string {
	if text == "" {
		return nil
	}
	var out []string
	depth, start := 0, 0
	for i, c := range text {
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	return append(out, strings.TrimSpace(text[start:]))
}

// changeSection returns the sections, the present one last, after a directive. What .section leaves, .previous returns
// to as .popsection does.
func changeSection(sections []placement, in instruction) []placement {
	switch in.word {
	case ".pushsection", ".section":
		return append(sections, sectionPlacement(in.rest))
	case ".popsection", ".previous":
		if len(sections) > 1 {
			return sections[:len(sections)-1]
		}
	case ".text":
		return append(sections, inPlace)
	case ".data", ".bss":
		return append(sections, inData)
	}
	return sections
}

// sectionPlacement says what becomes of a section: its flags say whether it is run at all, and what is in a section of
// the program's text may stand beside the template.
func sectionPlacement(operands string) placement {
	section, rest, _ := strings.Cut(operands, ",")
	rest = strings.TrimSpace(rest)
	if strings.HasPrefix(strings.Trim(strings.TrimSpace(section), `"`), ".text") {
		return inPlace
	}
	if !strings.HasPrefix(rest, `"`) || strings.Contains(rest[:quoted(rest)], "x") {
		return apart
	}
	return inData
}

// IsEmpty says that a template has neither instructions nor directives.
func (t *Template) IsEmpty() bool {
	return len(t.instructions) == 0 && len(t.labels) == 0 && !t.isMixed
}

// Names says that a template has a word: of an instruction, a register or a symbol.
func (t *Template) Names(word string) bool { return t.words[word] }

func makeSet(words ...string) map[string]bool {
	set := map[string]bool{}
	for _, w := range words {
		set[w] = true
	}
	return set
}
