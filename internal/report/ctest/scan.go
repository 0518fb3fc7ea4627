package ctest

import "strings"

// kind is the kind of a token.
type kind uint8

const (
	identifier kind = iota + 1
	number
	text // string or character literal
	punctuation
)

// token is a piece of C source that is neither white space, comment nor directive.
type token struct {
	kind   kind
	text   string
	offset int
}

// scan splits C source into tokens. It is exact about what hides text from the compiler (comments,
// literals, directives) and coarse about the rest: every punctuation character is a token of its own.
func scan(source string) []token {
	var tokens []token
	for i := 0; i < len(source); {
		switch c := source[i]; {
		case c == '#' && startsLine(source, i):
			i = endOfDirective(source, i)
		case strings.HasPrefix(source[i:], "//"):
			i = endOfLine(source, i)
		case strings.HasPrefix(source[i:], "/*"):
			i = after(source, i+2, "*/")
		case c == '"' || c == '\'':
			end := endOfLiteral(source, i)
			tokens = append(tokens, token{text, source[i:end], i})
			i = end
		case isLetter(c):
			end := skipWord(source, i)
			tokens = append(tokens, token{identifier, source[i:end], i})
			i = end
		case c >= '0' && c <= '9':
			end := skipWord(source, i)
			tokens = append(tokens, token{number, source[i:end], i})
			i = end
		case c > ' ':
			tokens = append(tokens, token{punctuation, source[i : i+1], i})
			i++
		default:
			i++
		}
	}
	return tokens
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func skipWord(source string, i int) int {
	for i < len(source) && (isLetter(source[i]) || source[i] >= '0' && source[i] <= '9') {
		i++
	}
	return i
}

func startsLine(source string, i int) bool {
	before := strings.TrimRight(source[:i], " \t")
	return before == "" || before[len(before)-1] == '\n'
}

func endOfLine(source string, i int) int {
	if n := strings.IndexByte(source[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(source)
}

// endOfDirective is the end of the line that i is on, lines joined by a backslash counting as one.
func endOfDirective(source string, i int) int {
	for {
		end := endOfLine(source, i)
		line := strings.TrimRight(source[i:end], "\r")
		if end == len(source) || !strings.HasSuffix(line, "\\") {
			return end
		}
		i = end + 1
	}
}

func after(source string, i int, end string) int {
	if i > len(source) {
		return len(source)
	}
	if n := strings.Index(source[i:], end); n >= 0 {
		return i + n + len(end)
	}
	return len(source)
}

func endOfLiteral(source string, i int) int {
	quote := source[i]
	for i++; i < len(source) && source[i] != '\n'; i++ {
		switch source[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		}
	}
	return min(i, len(source))
}

// closing returns the index of the token that closes the bracket at tokens[open], or -1.
func closing(tokens []token, open int) int {
	depth := 0
	for i := open; i < len(tokens); i++ {
		switch tokens[i].text {
		case "(", "{", "[":
			depth++
		case ")", "}", "]":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
