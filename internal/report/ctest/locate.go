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

// StatementStart is where the statement or full expression begins that the position is in (C11 6.8): the controlling
// expression of a statement, or an expression statement, a declaration, a return.
func (l *Locator) StatementStart(pos source.Pos) (source.Pos, error) {
	t, at, err := find(l.texts, pos)
	if err != nil {
		return source.Pos{}, err
	}
	i := tokenAt(t.tokens, at)
	if i < 0 {
		return source.Pos{}, fmt.Errorf("%s: no token there", pos)
	}
	return l.at(t, t.tokens[statementStart(t.tokens, i)].offset), nil
}

// statementStart is the first token of the statement or full expression that token i is in.
func statementStart(tokens []token, i int) int {
	depth, start := 0, 0
scan:
	for j := i - 1; j >= 0; j-- {
		switch text := tokens[j].text; text {
		case ")", "]":
			depth++
		case "[":
			depth = max(depth-1, 0)
		case "(":
			if depth == 0 && j > 0 && isControl(tokens[j-1].text) {
				return j + 1
			}
			depth = max(depth-1, 0)
		case "}":
			if open := opening(tokens, j); open >= 0 && isInitializer(tokens, open) {
				j = open
			} else if depth == 0 {
				start = j + 1
				break scan
			}
		case "{":
			if depth == 0 && !isInitializer(tokens, j) {
				start = j + 1
				break scan
			}
		case ";":
			if depth == 0 {
				start = j + 1
				break scan
			}
		}
	}
	return skipControl(tokens, start, i)
}

// opening is the index of the brace or parenthesis that the one at an index closes, or -1.
func opening(tokens []token, closed int) int {
	mark, opens := tokens[closed].text, "{"
	if mark == ")" {
		opens = "("
	}
	depth := 0
	for j := closed; j >= 0; j-- {
		switch tokens[j].text {
		case mark:
			depth++
		case opens:
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return -1
}

// isInitializer says that a brace opens the list of an initializer, not a block.
func isInitializer(tokens []token, open int) bool {
	if open == 0 {
		return false
	}
	before := tokens[open-1].text
	return before == "=" || before == "," || before == "{" && isInitializer(tokens, open-1)
}

// skipControl passes what stands before the statement that token i is in: labels, and the heads of statements that
// contain it.
func skipControl(tokens []token, start, i int) int {
	for start < i {
		switch text := tokens[start].text; {
		case text == "else" || text == "do":
			start++
		case isControl(text) && tokens[start+1].text == "(":
			end := closing(tokens, start+1)
			if end < 0 || end >= i {
				return start
			}
			start = end + 1
		case text == "case" || text == "default":
			for start < i && tokens[start].text != ":" {
				start++
			}
			start++
		case tokens[start].kind == identifier && tokens[start+1].text == ":":
			start += 2
		default:
			return start
		}
	}
	return i
}

func isControl(word string) bool {
	return word == "if" || word == "while" || word == "for" || word == "switch"
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
