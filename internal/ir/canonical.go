package ir

import (
	"strconv"
	"strings"
)

// This file numbers what programs name, so that what was found of one program is found again for another that differs
// in names alone. Numbers are given in the order in which a walk from the entry comes to things.

// Canonical is a program's text without what no run depends on: names, files, positions, words for reports, and
// functions that the entry does not reach. Two programs with the same text have the same runs, up to names.
type Canonical struct {
	Text     string
	numbered map[string]string // what a name of the program is called here
	named    map[string]string // the inverse
	inputs   map[int]int       // the same for the numbers of inputs
	inputIDs map[int]int
}

// Canonical makes the text of a program and the names in it.
func (p *Program) Canonical() *Canonical {
	c := &Canonical{numbered: map[string]string{}, named: map[string]string{}, inputs: map[int]int{}, inputIDs: map[int]int{}}
	w := &printer{program: p, canonical: c}
	functions := reached(p)
	isReached := map[*Function]bool{}
	for _, f := range functions {
		isReached[f] = true
	}
	names := map[string]bool{}
	for _, v := range p.Globals {
		names[v.Name] = true
	}
	for _, f := range functions {
		names[f.Name] = true
		for _, v := range f.Variables() {
			names[v.Name] = true
		}
	}
	for _, f := range p.Functions { // the address of a function that nothing calls is still one
		names[f.Name] = names[f.Name] || !isReached[f]
	}
	w.header()
	for _, f := range functions {
		w.function(f)
	}
	c.Text = RenameSymbols(w.out.String(), func(name string) (string, bool) {
		if !names[name] {
			return "", false
		}
		return c.number(name), true
	})
	return c
}

// number gives a name the next number.
func (c *Canonical) number(name string) string {
	if n, ok := c.numbered[name]; ok {
		return n
	}
	// No front end makes such names.
	n := "%" + strconv.Itoa(len(c.numbered))
	c.numbered[name], c.named[n] = n, name
	return n
}

// input gives an input the next number.
func (c *Canonical) input(id int) int {
	if n, ok := c.inputs[id]; ok {
		return n
	}
	n := len(c.inputs)
	c.inputs[id], c.inputIDs[n] = n, id
	return n
}

// Numbered gives the name in the text for a name of the program, and Named is the inverse.
func (c *Canonical) Numbered(name string) (string, bool) { n, ok := c.numbered[name]; return n, ok }

// Named is the program's name for one of the text.
func (c *Canonical) Named(number string) (string, bool) { n, ok := c.named[number]; return n, ok }

// Input is the number in the text of an input of the program, and InputID the inverse.
func (c *Canonical) Input(id int) (int, bool) { n, ok := c.inputs[id]; return n, ok }

// InputID is the program's number for an input of the text.
func (c *Canonical) InputID(number int) (int, bool) { id, ok := c.inputIDs[number]; return id, ok }

// reached are the functions that calls from the entry can reach, in the order of a search in depth.
func reached(p *Program) []*Function {
	var out []*Function
	seen := map[*Function]bool{nil: true}
	var visit func(f *Function)
	visit = func(f *Function) {
		if seen[f] {
			return
		}
		seen[f] = true
		out = append(out, f)
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if call, ok := i.(*Call); ok {
					visit(call.Callee)
				}
			}
		}
	}
	visit(p.Entry)
	return out
}

// RenameSymbols changes names in a text of S-expressions, where the function says so. What stands in quotation marks is
// no name.
func RenameSymbols(text string, rename func(name string) (string, bool)) string {
	var out strings.Builder
	out.Grow(len(text))
	for at := 0; at < len(text); {
		begin, name := at, ""
		switch c := text[at]; {
		case c == '"':
			for at++; at < len(text) && text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
			at = min(at+1, len(text))
		case c == '|':
			end := strings.IndexByte(text[at+1:], '|')
			if end < 0 {
				at = len(text)
				break
			}
			name = text[at+1 : at+1+end]
			at += end + 2
		case isDelimiter(c):
			at++
		default:
			for at < len(text) && !isDelimiter(text[at]) && text[at] != '"' && text[at] != '|' {
				at++
			}
			name = text[begin:at]
		}
		if name != "" {
			if to, ok := rename(name); ok {
				out.WriteString("|" + to + "|")
				continue
			}
		}
		out.WriteString(text[begin:at])
	}
	return out.String()
}

func isDelimiter(c byte) bool { return strings.IndexByte(" \n\t\r()", c) >= 0 }
