package mutate

import "strings"

// token is a piece of C that is no white space, comment or directive; a punctuation character each.
type token struct {
	text   string
	offset int
	depth  int // of braces around it
}

func (t token) isWord() bool { return isWordByte(t.text[0]) }

func isWordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// scan cuts C source into tokens.
func scan(text string) []token {
	var tokens []token
	depth, lineStart := 0, true
	for i := 0; i < len(text); {
		c, end := text[i], i+1
		switch {
		case c == '\n':
			lineStart, i = true, end
			continue
		case c <= ' ':
			i = end
			continue
		case c == '#' && lineStart:
			i = directiveEnd(text, i)
			continue
		case strings.HasPrefix(text[i:], "//"):
			i = until(text, i, "\n")
			continue
		case strings.HasPrefix(text[i:], "/*"):
			i = min(until(text, i+2, "*/")+2, len(text))
			continue
		case c == '"' || c == '\'':
			end = literalEnd(text, i)
		case isWordByte(c):
			for end < len(text) && isWordByte(text[end]) {
				end++
			}
		case c == '}':
			depth--
		}
		tokens = append(tokens, token{text[i:end], i, depth})
		if c == '{' {
			depth++
		}
		lineStart, i = false, end
	}
	return tokens
}

// until is where a mark begins, or the end of the text.
func until(text string, i int, mark string) int {
	if n := strings.Index(text[min(i, len(text)):], mark); n >= 0 {
		return i + n
	}
	return len(text)
}

// directiveEnd is the end of a directive with the lines that continue it.
func directiveEnd(text string, i int) int {
	for {
		end := until(text, i, "\n")
		if end == len(text) || text[end-1] != '\\' {
			return end
		}
		i = end + 1
	}
}

func literalEnd(text string, i int) int {
	quote := text[i]
	for i++; i < len(text) && text[i] != '\n'; i++ {
		if text[i] == '\\' {
			i++
		} else if text[i] == quote {
			return i + 1
		}
	}
	return min(i, len(text))
}

// closing is the token that closes the bracket at token i, or -1.
func closing(tokens []token, i int) int {
	level := 0
	for ; i < len(tokens); i++ {
		switch tokens[i].text {
		case "(", "[":
			level++
		case ")", "]":
			if level--; level == 0 {
				return i
			}
		}
	}
	return -1
}

// opening is the token that opens the bracket that token i closes, or -1.
func opening(tokens []token, i int) int {
	level := 0
	for ; i >= 0; i-- {
		switch tokens[i].text {
		case ")", "]":
			level++
		case "(", "[":
			if level--; level == 0 {
				return i
			}
		}
	}
	return -1
}
