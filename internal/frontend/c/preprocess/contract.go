package preprocess

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"

	"yogi/internal/source"
)

// ContractPragma begins the pragma that stands for a contract in ACSL.
const ContractPragma = "yogi contract"

// ContractOf begins the pragma that stands for a contract, in a file of contracts, of a function that a file does not
// declare.
const ContractOf = "yogi contract-of"

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

// ContractWord comes before a declaration that says no more than whose contract is before it.
const ContractWord = "__yogi_contract"

// contractFiles reads the files with contracts. Of what they say the contracts of functions that the file declares
// follow on it: the types in the others may be none of its own.
func (p *preprocessor) contractFiles() {
	if len(p.options.ContractFiles) == 0 {
		return
	}
	end := len(p.out)
	declared := declaredFunctions(p.out)
	for _, name := range p.options.ContractFiles {
		data, err := p.read(name)
		if err != nil {
			p.diagnostics.Add(source.Pos{File: name}, CodeInclude, "cannot read the contracts: %s", reason(err))
			continue
		}
		p.push(header{name, p.options.TypedName(NoFlag, name), data, -1})
		p.run()
	}
	said := slices.Clone(p.out[end:])
	p.out = p.out[:end]
	for len(said) > 0 {
		n := declarationEnd(said)
		declaration := said[:n]
		said = said[n:]
		contracts := slices.IndexFunc(declaration, isContract)
		if contracts < 0 {
			continue
		}
		var pragmas, body []Token
		for _, t := range declaration[contracts:] {
			if t.Kind == Pragma {
				pragmas = append(pragmas, t)
			} else {
				body = append(body, t)
			}
		}
		names := slices.Sorted(maps.Keys(declaredFunctions(body)))
		if slices.ContainsFunc(names, func(name string) bool { return declared[name] }) {
			word := Token{Kind: Identifier, Text: ContractWord, Pos: body[0].Pos}
			p.out = append(append(append(p.out, pragmas...), word), body...)
			continue
		}
		for _, name := range names {
			p.out = append(p.out, Token{Kind: Pragma, Text: ContractOf + " " + name, Pos: body[0].Pos})
		}
	}
}

func isContract(t Token) bool { return t.Kind == Pragma && strings.HasPrefix(t.Text, ContractPragma) }

// declarationEnd is the number of tokens up to the end of a declaration.
func declarationEnd(tokens []Token) int {
	depth := 0
	for i := range tokens {
		depth += nesting(&tokens[i])
		if depth <= 0 && (tokens[i].Is(";") || tokens[i].Is("}")) {
			return i + 1
		}
	}
	return len(tokens)
}

// nesting is how many brackets a token opens.
func nesting(t *Token) int {
	switch {
	case t.Kind != Punctuator:
	case t.Is("("), t.Is("["), t.Is("{"):
		return 1
	case t.Is(")"), t.Is("]"), t.Is("}"):
		return -1
	}
	return 0
}

// declaredFunctions are the names before a parenthesis outside of all brackets: those of functions, and words.
func declaredFunctions(tokens []Token) map[string]bool {
	out := map[string]bool{}
	depth := 0
	for i := range tokens {
		if depth == 0 && tokens[i].Kind == Identifier && i+1 < len(tokens) && tokens[i+1].Is("(") && !strings.HasPrefix(tokens[i].Text, "__") {
			out[tokens[i].Text] = true
		}
		depth += nesting(&tokens[i])
	}
	return out
}
