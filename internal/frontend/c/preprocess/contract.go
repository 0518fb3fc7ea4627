package preprocess

import (
	"bytes"
	"regexp"
	"strings"
)

// ContractPragma begins the pragma that stands for a contract in ACSL.
const ContractPragma = "yogi contract"

// literalOrComment finds what a comment could be taken for, and comments.
var literalOrComment = regexp.MustCompile(`(?s)"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|/\*.*?\*/|//[^\n]*`)

// requiresWord is the clause of ACSL that callers have to keep to.
var requiresWord = regexp.MustCompile(`\brequires\b`)

// withContracts is a file's text with each comment of ACSL that has such a clause and begins a line turned into a
// pragma on as many lines: like a comment that may stand anywhere, and like a token it is part of what the file says.
func withContracts(data []byte) []byte {
	if !bytes.Contains(data, []byte("/*@")) && !bytes.Contains(data, []byte("//@")) || !requiresWord.Match(data) {
		return data
	}
	var out []byte
	end := 0
	for _, at := range literalOrComment.FindAllIndex(data, -1) {
		comment := string(data[at[0]:at[1]])
		if len(comment) < 3 || comment[0] != '/' || comment[2] != '@' || !requiresWord.MatchString(comment) || !beginsLine(data, at[0], at[1]) {
			continue
		}
		out = append(append(out, data[end:at[0]]...), contractPragma(comment, len(bytes.TrimSpace(restOfLine(data, at[1]))) == 0)...)
		end = at[1]
	}
	return append(out, data[end:]...)
}

// beginsLine says that nothing is before a part of a text on its line, which continues none, and no directive behind.
func beginsLine(data []byte, begin, end int) bool {
	lineBegin := bytes.LastIndexByte(data[:begin], '\n') + 1
	before := bytes.TrimRight(data[:max(lineBegin-1, 0)], " \t\r\v\f")
	return len(bytes.TrimSpace(data[lineBegin:begin])) == 0 && !bytes.HasSuffix(before, []byte("\\")) &&
		!bytes.HasPrefix(bytes.TrimSpace(restOfLine(data, end)), []byte("#"))
}

func restOfLine(data []byte, from int) []byte {
	rest, _, _ := bytes.Cut(data[from:], []byte("\n"))
	return rest
}

// expandContract replaces the macros without parameters in the pragma of a contract by what they stand for. NULL is
// what it is called.
func (p *preprocessor) expandContract(rest []Token) []Token {
	if !strings.HasPrefix(spell(rest), ContractPragma) {
		return rest
	}
	var out []Token
	for i, t := range rest {
		m := p.macros[t.Text]
		isWord := i > 0 && rest[i-1].Text == `\`
		if t.Kind != Identifier || m == nil || m.isFunction || m.builtin != nil || t.Text == "NULL" || isWord {
			out = append(out, t)
			continue
		}
		for k, part := range p.expandList([]Token{t}) {
			part.Space = part.Space || k == 0 && t.Space
			out = append(out, part)
		}
	}
	return out
}

// characterConstant is the only literal that a clause may have.
var characterConstant = regexp.MustCompile(`'(?:\\[^"\n][^'"\n]*|[^'"\\\n])'`)

// withoutLiterals is a line of a contract, in which what would be another literal or a comment is nothing that a clause
// is read with.
func withoutLiterals(line string) string {
	plain := strings.NewReplacer(`"`, "@", `'`, "@", "/*", "@", "*/", "@", "??", "@")
	var out strings.Builder
	end := 0
	for _, at := range characterConstant.FindAllStringIndex(line, -1) {
		out.WriteString(plain.Replace(line[end:at[0]]) + line[at[0]:at[1]])
		end = at[1]
	}
	return out.String() + plain.Replace(line[end:])
}

// contractPragma is the pragma for a comment, which has its lines to itself or not.
func contractPragma(comment string, isAlone bool) string {
	text := comment[3:]
	if comment[1] == '*' {
		text = strings.TrimSuffix(strings.TrimSuffix(text, "*/"), "@")
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if i > 0 {
			line = strings.TrimSpace(strings.TrimPrefix(line, "@"))
		}
		line, _, _ = strings.Cut(line, "//")
		lines[i] = strings.TrimRight(withoutLiterals(line), "\\ \t\r")
	}
	if isAlone {
		return "#pragma " + ContractPragma + " " + strings.Join(lines, " \\\n")
	}
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(line, `\`, `\\`)
	}
	return `_Pragma("` + ContractPragma + " " + strings.Join(lines, " \\\n") + `")`
}
