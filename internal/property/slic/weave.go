package slic

import (
	"fmt"
	"strconv"
	"strings"

	"yogi/internal/source"
)

// Weave writes the rule as C to be read behind the program. #line directives keep the rule's positions.
// Beyond C it uses
//
//	__yogi_handler N FUNCTION EVENT { ... } what to do at an event, over $1, $2, ... and $return
//	__yogi_abort("message")                 a violation
//	__yogi_halt()                           ends the run
//	__yogi_choose()                         0 or 1, an input
//	__yogi_watched(x)                       whether x is the object that this instance of the rule is about
//
// The state is weak: the program's files each have the rule behind them, and the linker makes one of it. Names of
// the state carry the rule's name, so that they meet neither names nor macros of the program.
func (r *Rule) Weave() string {
	w := &weaver{rule: r, own: map[string]bool{}, column: 1}
	w.raw("void __yogi_abort(const char *); void __yogi_halt(void); int __yogi_choose(void); int __yogi_watched();\n")
	w.declareNames()
	for _, d := range r.Defines {
		w.define(d)
	}
	for _, f := range r.State {
		w.field(f)
	}
	for _, name := range r.Functions() {
		w.raw(fmt.Sprintf("\n#ifdef %s\n__yogi_macro %q %s;\n#endif\n", name, name, name))
	}
	for i, h := range r.Handlers {
		for _, p := range h.Patterns {
			w.handler(i, h, p)
		}
	}
	w.raw("\n")
	return w.out.String()
}

// declareNames notes the names of the rule's state.
func (w *weaver) declareNames() {
	for _, f := range w.rule.State {
		w.own[f.Name] = true
		for _, e := range f.Enumerators {
			w.own[e] = true
		}
		if f.Tag != "" {
			w.own[f.Tag] = true
		}
	}
}

// weaver writes C with the positions of the rule's file.
type weaver struct {
	rule   *Rule
	own    map[string]bool // names of the state
	out    strings.Builder
	file   string
	line   int
	column int
}

// raw writes text that has no position in the rule.
func (w *weaver) raw(s string) {
	w.out.WriteString(s)
	w.line = 0
}

// at moves to a position, as far as lines and spaces can.
func (w *weaver) at(pos source.Pos) {
	if pos.File != w.file || pos.Line != w.line {
		fmt.Fprintf(&w.out, "\n#line %d %s\n", pos.Line, strconv.Quote(pos.File))
		w.file, w.line, w.column = pos.File, pos.Line, 1
	}
	for w.column < pos.Column {
		w.write(" ")
	}
}

func (w *weaver) write(s string) {
	w.out.WriteString(s)
	w.column += len(s)
}

func (w *weaver) tokens(list []token) {
	for i := range list {
		w.at(list[i].pos)
		w.write(w.spelling(list, i) + " ")
	}
}

// spelling is a token as it is written: names of the state get the rule's, except behind . and ->
func (w *weaver) spelling(list []token, i int) string {
	t := &list[i]
	if t.kind == word && w.own[t.text] && (i == 0 || !list[i-1].is(".") && !list[i-1].is("->")) {
		return w.mangled(t.text)
	}
	return t.text
}

func (w *weaver) mangled(name string) string { return w.rule.Name + "$" + name }

func (w *weaver) field(f *Field) {
	w.raw("\n__attribute__((__yogi_state)) ")
	w.tokens(f.Type)
	w.at(f.Pos)
	w.write(w.mangled(f.Name))
	w.value(f)
	w.write(";")
}

// value writes "= initial value".
func (w *weaver) value(f *Field) {
	w.write(" = ")
	if f.Init == nil {
		w.write("0")
		return
	}
	w.tokens(f.Init)
}

// define writes a default of the rule: the program's own definition comes first.
func (w *weaver) define(d *Define) {
	w.raw(fmt.Sprintf("\n#ifndef %s\n#define %s", d.Name, d.Name))
	for i := range d.Value {
		w.raw(" " + w.spelling(d.Value, i))
	}
	w.raw("\n#endif\n")
}

// handler writes a handler for one of its patterns. The number tells handlers apart: two patterns may name one
// function, where the program has a macro for it.
func (w *weaver) handler(number int, h *Handler, p Pattern) {
	w.raw(fmt.Sprintf("\n__yogi_handler %d ", number))
	w.at(p.Pos)
	w.write(p.Function + " " + p.Event.String() + "{")
	if h.Watch != nil {
		w.write("if (__yogi_watched(")
		w.tokens([]token{*h.Watch})
		w.write(")) ")
	}
	if h.Guard != nil {
		w.write("if (")
		w.tokens(h.Guard)
		w.write(") ")
	}
	w.stmt(h.Body)
	w.write(" }")
}

func (w *weaver) stmt(s Stmt) {
	w.at(s.position())
	switch s := s.(type) {
	case *Block:
		w.write("{")
		for _, inner := range s.Stmts {
			w.stmt(inner)
		}
		w.write("} ")
	case *If:
		w.write("if(")
		if s.Cond == nil {
			w.write("__yogi_choose()")
		} else {
			w.tokens(s.Cond)
		}
		// Braces: an else of the rule belongs to the if that it stands behind.
		w.write(") { ")
		w.stmt(s.Then)
		w.write("} ")
		if s.Else != nil {
			w.write("else { ")
			w.stmt(s.Else)
			w.write("} ")
		}
	case *Assign:
		w.tokens([]token{s.Field})
		w.write(s.Op + " ")
		w.tokens(s.Value)
		w.write("; ")
	case *Abort:
		w.write("__yogi_abort(" + strconv.Quote(s.Message) + "); ")
	case *Halt:
		w.write("__yogi_halt(); ")
	case *Reset:
		for _, f := range w.rule.State {
			w.at(s.Pos)
			w.write(w.mangled(f.Name))
			w.value(f)
			w.write("; ")
		}
	}
}
