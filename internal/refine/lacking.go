package refine

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/report/cexpr"
	"yogi/internal/source"
	"yogi/internal/term"
)

// This file says in words of the checked program where a search stands still. No verdict depends on it.

// Lacking describes the loops and functions for which no sufficient facts were found; "" if there
// is none.
func (e *Engine) Lacking() string {
	var out []string
	add := func(what string, n int, failed []*term.Term) {
		line := what + ": " + e.tried(n, failed)
		// Copies of a function have the same loop: one that says more comes in the place of one that says less.
		if i := slices.IndexFunc(out, func(other string) bool { return strings.HasPrefix(other, what+": ") }); i < 0 {
			out = append(out, line)
		} else if len(line) > len(out[i]) {
			out[i] = line
		}
	}
	for _, f := range e.Program.Functions {
		if g := e.generalisations[f]; g != nil && g.tried > 0 {
			what := "the loop "
			if g.head.Label == ir.FillLabel {
				what = "what fills an object "
			}
			add(what+e.placeIn(f, g.head.Pos)+" needs an invariant", g.tried, g.failed)
		}
	}
	if c := &e.contracts; c.tried > 0 && c.function != nil {
		add(c.function.Told()+placeOf(c.function.Pos)+" needs a contract, which says what it returns and changes", c.tried, c.failed)
	}
	return strings.Join(out, "\n")
}

// placeIn is "at a.c:5:3" for a place in a function, or the function if it is in no file of the program, with a place
// from where it is called.
func (e *Engine) placeIn(f *ir.Function, pos source.Pos) string {
	if pos.IsWritten() {
		return "at " + pos.String()
	}
	text := "of " + f.Told()
	if from := e.calledFrom(f, map[*ir.Function]bool{}); from.IsWritten() {
		text += ", called at " + from.String() + ","
	}
	return text
}

// calledFrom is the first place in a file of the program from where a function is called, directly
// or by others that are in none.
func (e *Engine) calledFrom(f *ir.Function, seen map[*ir.Function]bool) source.Pos {
	seen[f] = true
	var callers []*ir.Function
	for _, caller := range e.Program.Functions {
		for _, b := range caller.Blocks {
			call := b.Call()
			switch {
			case call == nil || call.Callee != f:
			case call.Pos.IsWritten():
				return call.Pos
			case !seen[caller]:
				callers = append(callers, caller)
			}
		}
	}
	for _, caller := range callers {
		if !seen[caller] {
			if pos := e.calledFrom(caller, seen); pos.IsWritten() {
				return pos
			}
		}
	}
	return source.Pos{}
}

// placeOf is " at a.c:5:3", or nothing.
func placeOf(pos source.Pos) string {
	if pos.IsWritten() {
		return " at " + pos.String()
	}
	return ""
}

// tried describes candidates that were not enough.
func (e *Engine) tried(n int, notInductive []*term.Term) string {
	const examples = 3
	text := fmt.Sprintf("%d candidates were tried", n)
	if failed := e.conditions(notInductive, examples); len(failed) > 0 {
		text += "; not inductive, among others: " + strings.Join(failed, ", ")
	}
	return text
}

// notSeparated says that the search found no predicate for a split before a block.
func (e *Engine) notSeparated(f *ir.Function, block *ir.Block, demands []Demand) string {
	const examples = 5
	var terms []*term.Term
	for _, d := range demands {
		terms = append(terms, d.Term)
	}
	text := e.placeIn(f, block.Pos) + ": no condition on the variables tells the tests, which get no further, from a run to the error, of which is known"
	if told := e.conditions(terms, examples); len(told) > 0 {
		text += ": " + strings.Join(told, ", ")
	}
	return text
}

// conditions are the first short ones of those terms that can be written in the program's language.
func (e *Engine) conditions(terms []*term.Term, most int) []string {
	const longest = 80
	var out []string
	for _, t := range terms {
		if e.Program.Language != "c" && t.Size() > longest {
			continue // each part of it is at least a byte
		}
		text, ok := condition(e.Program, t)
		if ok && len(text) <= longest && !slices.Contains(out, text) && len(out) < most {
			out = append(out, text)
		}
	}
	return out
}

// condition is a term in the language of the program: in C exactly its value, in Boogie as far as
// it is about integers and truth values. ok is false for one with no such text.
func condition(p *ir.Program, t *term.Term) (text string, ok bool) {
	if p.Language == "c" && p.Model.HasShortInts() {
		return "", false // conditions are written for ints of 32 bits
	}
	if p.Language == "c" {
		w := &cexpr.Writer{Variable: func(sym *term.Term) (*ir.Variable, bool) {
			v := p.VariableOf(sym)
			return v, v != nil && v.Memory == nil && v.Source != ""
		}}
		return w.Exactly(t)
	}
	return boogie(p, t)
}

// infix are the operators of Boogie that have two arguments or more.
var infix = map[term.Op]string{
	term.OpAnd: " && ", term.OpOr: " || ", term.OpEq: " == ", term.OpLt: " < ", term.OpLe: " <= ", term.OpAdd: " + ", term.OpMul: " * ",
}

func boogie(p *ir.Program, t *term.Term) (text string, ok bool) {
	if v, ok := t.Value(); ok {
		return p.Words("", v), v.Kind() == term.KindInt || v.Kind() == term.KindBool
	}
	if t.Op() == term.OpVar {
		v := p.VariableOf(t)
		if v == nil || v.Source == "" {
			return "", false
		}
		return v.Source, true
	}
	op, isInfix := infix[t.Op()]
	if !isInfix && t.Op() != term.OpNot {
		return "", false
	}
	var parts []string
	for _, a := range t.Args() {
		part, ok := boogie(p, a)
		if !ok {
			return "", false
		}
		if infix[a.Op()] != "" {
			part = "(" + part + ")"
		}
		parts = append(parts, part)
	}
	if !isInfix {
		return "!" + parts[0], true
	}
	return strings.Join(parts, op), true
}
