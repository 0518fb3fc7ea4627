package slic

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"yogi/internal/source"
)

// CodeExport is the code of what a CPAchecker automaton cannot say.
const CodeExport source.Code = "rule-export"

// maxPaths bounds the ways through the handlers of one event that an automaton has transitions for.
const maxPaths = 256

// Automaton writes the rule as a CPAchecker specification automaton, which Parse reads again: one
// state, the rule's variables as integers, and a transition for each way through the handlers of an
// event. The error is a source.Diagnostics that names what an automaton cannot say: states of
// objects (watch), the entry and exit of a function, variables that are no int, and values of the
// program in assignments. The rule's definitions stand in it with their values: the program cannot
// replace them.
//
// The conditions of a transition are over the state before it: a variable that was changed on the
// way stands there as what it was changed to.
func (r *Rule) Automaton() (string, error) {
	e := &exporter{rule: r, constants: map[string]int{}, fields: map[string]bool{}}
	e.variables()
	events := e.events()
	if err := e.diagnostics.Err(); err != nil {
		e.diagnostics.Sort()
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// The rule %s as an automaton for CPAchecker.\nOBSERVER AUTOMATON %s\n", r.Name, r.Name)
	for _, f := range r.State {
		fmt.Fprintf(&b, "LOCAL int %s = %s;\n", f.Name, e.initial(f))
	}
	order := "USEFIRST" // the conditions exclude one another
	if e.chooses {
		order = "USEALL"
	}
	fmt.Fprintf(&b, "INITIAL STATE Run;\nSTATE %s Run :\n", order)
	for _, event := range events {
		for _, w := range e.paths(event) {
			b.WriteString(e.transition(event.pattern, w))
		}
	}
	if err := e.diagnostics.Err(); err != nil {
		e.diagnostics.Sort()
		return "", err
	}
	b.WriteString("END AUTOMATON\n")
	return b.String(), nil
}

type exporter struct {
	rule        *Rule
	constants   map[string]int // enumerators of the rule
	fields      map[string]bool
	chooses     bool
	diagnostics source.Diagnostics
}

func (e *exporter) refuse(pos source.Pos, format string, args ...any) {
	e.diagnostics.Add(pos, CodeExport, "an automaton cannot say this: "+format, args...)
}

// variables numbers the enumerators and refuses variables that are no numbers of C's type int.
func (e *exporter) variables() {
	for _, f := range e.rule.State {
		e.fields[f.Name] = true
		isInt := len(f.Type) == 1 && (f.Type[0].is("int") || f.Type[0].is("signed"))
		if !isInt && !f.Type[0].is("enum") {
			e.refuse(f.Pos, "the variable %s is no int", f.Name)
		}
		next := 0
		for i := range f.Type {
			t := &f.Type[i]
			if !slices.Contains(f.Enumerators, t.text) || t.kind != word || t.text == f.Tag {
				continue
			}
			if i+2 < len(f.Type) && f.Type[i+1].is("=") {
				n, err := strconv.Atoi(f.Type[i+2].text)
				if err != nil || i+3 < len(f.Type) && !f.Type[i+3].is(",") && !f.Type[i+3].is("}") {
					e.refuse(t.pos, "the value of %s is no number", t.text)
				}
				next = n
			}
			e.constants[t.text] = next
			next++
		}
	}
}

// expand puts the rule's definitions in the places of their names, also in what they stand for. As
// in C, a name within its own definition stays.
func (e *exporter) expand(expression []token, within []*Define) []token {
	var out []token
	for i, t := range expression {
		isMember := i > 0 && (expression[i-1].is(".") || expression[i-1].is("->"))
		d := e.definition(t.text)
		if t.kind != word || isMember || d == nil || slices.Contains(within, d) || e.fields[t.text] || isConstant(e.constants, t.text) {
			out = append(out, t)
			continue
		}
		out = append(out, e.expand(d.Value, append(slices.Clone(within), d))...)
	}
	return out
}

// definition is the rule's definition of a name, or nil.
func (e *exporter) definition(name string) *Define {
	for _, d := range e.rule.Defines {
		if d.Name == name {
			return d
		}
	}
	return nil
}

func (e *exporter) initial(f *Field) string {
	if f.Init == nil {
		return "0"
	}
	return e.text(e.expand(f.Init, nil), nil, nil)
}

// exportedEvent is an event with the handlers that act at it, in their order.
type exportedEvent struct {
	pattern  Pattern
	handlers []*Handler
}

// events are the rule's events in the order of their appearance.
func (e *exporter) events() []*exportedEvent {
	var events []*exportedEvent
	for _, h := range e.rule.Handlers {
		if h.Watch != nil {
			e.refuse(h.Pos, "a state for each object (watch)")
		}
		for _, p := range h.Patterns {
			if p.Event == Entry || p.Event == Exit {
				e.refuse(p.Pos, "the %s of a function's body", p.Event)
			}
			if name := e.expand([]token{{kind: word, text: p.Function, pos: p.Pos}}, nil); len(name) == 1 && name[0].kind == word {
				p.Function = name[0].text
			}
			i := slices.IndexFunc(events, func(known *exportedEvent) bool {
				return known.pattern.Function == p.Function && known.pattern.Event == p.Event
			})
			if i < 0 {
				i = len(events)
				events = append(events, &exportedEvent{pattern: p})
			}
			if handlers := events[i].handlers; len(handlers) == 0 || handlers[len(handlers)-1] != h {
				events[i].handlers = append(handlers, h)
			}
		}
	}
	return events
}

// way is a way through handlers.
type way struct {
	conditions [][]token          // over the state before, each a whole expression
	values     map[string][]token // of the variables that were assigned, over the state before
	order      []string           // of the assignments
	end        Stmt               // Abort or Halt; nil: the run goes on
}

func (p way) clone() way {
	values := map[string][]token{}
	for name, v := range p.values {
		values[name] = v
	}
	return way{slices.Clone(p.conditions), values, slices.Clone(p.order), p.end}
}

// paths are the ways through the handlers of an event.
func (e *exporter) paths(event *exportedEvent) []way {
	all := []way{{values: map[string][]token{}}}
	for _, h := range event.handlers {
		var s Stmt = h.Body
		if h.Guard != nil {
			s = &If{Pos: h.Pos, Cond: h.Guard, Then: h.Body}
		}
		all = e.through(all, s)
		if len(all) > maxPaths {
			e.refuse(h.Pos, "more than %d ways through the handlers of %s.%s", maxPaths, event.pattern.Function, event.pattern.Event)
			return nil
		}
	}
	return all
}

// through continues ways with a statement.
func (e *exporter) through(before []way, s Stmt) []way {
	if len(before) > maxPaths {
		return before // refused where the handler ends
	}
	var after []way
	for _, p := range before {
		if p.end != nil {
			after = append(after, p)
			continue
		}
		switch s := s.(type) {
		case *Block:
			ways := []way{p}
			for _, inner := range s.Stmts {
				ways = e.through(ways, inner)
			}
			after = append(after, ways...)
		case *If:
			after = append(after, e.branches(p, s)...)
		case *Assign:
			after = append(after, e.assigned(p, s))
		case *Reset:
			for _, f := range e.rule.State {
				value := e.expand(f.Init, nil)
				if value == nil {
					value = []token{{kind: number, text: "0", pos: s.Pos}}
				}
				p = p.with(f.Name, value)
			}
			after = append(after, p)
		case *Abort, *Halt:
			q := p.clone()
			q.end = s
			after = append(after, q)
		}
	}
	return after
}

func (e *exporter) branches(p way, s *If) []way {
	then, otherwise := p.clone(), p.clone()
	if s.Cond == nil {
		e.chooses = true
	} else {
		cond := substitute(e.expand(s.Cond, nil), p.values)
		then.conditions = append(then.conditions, cond)
		otherwise.conditions = append(otherwise.conditions, negated(cond))
	}
	out := e.through([]way{then}, s.Then)
	if s.Else != nil {
		return append(out, e.through([]way{otherwise}, s.Else)...)
	}
	return append(out, otherwise)
}

func (e *exporter) assigned(p way, s *Assign) way {
	value := e.expand(s.Value, nil)
	field := s.Field
	switch {
	case s.Op == "++" || s.Op == "--":
		value = []token{field, {kind: punctuation, text: s.Op[:1], pos: s.Pos}, {kind: number, text: "1", pos: s.Pos}}
	case s.Op != "=":
		op := token{kind: punctuation, text: strings.TrimSuffix(s.Op, "="), pos: s.Pos}
		value = append([]token{field, op}, parenthesized(value)...)
	}
	for _, t := range value {
		if t.isArgument() || t.kind == word && !e.fields[t.text] && !isConstant(e.constants, t.text) {
			e.refuse(t.pos, "%s is assigned a value of the program", field.text)
		}
	}
	return p.with(field.text, substitute(value, p.values))
}

func isConstant(constants map[string]int, name string) bool {
	_, ok := constants[name]
	return ok
}

// with is the way on which a variable is assigned a value over the state before.
func (p way) with(name string, value []token) way {
	q := p.clone()
	q.values[name] = value
	q.order = append(slices.DeleteFunc(q.order, func(n string) bool { return n == name }), name)
	return q
}

// substitute puts values in the places of variables.
func substitute(expression []token, values map[string][]token) []token {
	var out []token
	for i, t := range expression {
		value, changed := values[t.text]
		if t.kind != word || !changed || i > 0 && (expression[i-1].is(".") || expression[i-1].is("->")) {
			out = append(out, t)
			continue
		}
		out = append(out, parenthesized(value)...)
	}
	return out
}

func parenthesized(expression []token) []token {
	pos := expression[0].pos
	out := append([]token{{kind: punctuation, text: "(", pos: pos}}, expression...)
	return append(out, token{kind: punctuation, text: ")", pos: pos})
}

func negated(expression []token) []token {
	return append([]token{{kind: punctuation, text: "!", pos: expression[0].pos}}, parenthesized(expression)...)
}

// transition writes a way as a transition of the automaton's one state.
func (e *exporter) transition(pattern Pattern, p way) string {
	var b strings.Builder
	arguments := map[string]string{}
	b.WriteString("  MATCH " + match(pattern, p, arguments) + " ->")
	if len(p.conditions) > 0 {
		b.WriteString(" ASSUME {")
		for i, c := range p.conditions {
			if i > 0 {
				b.WriteString("; ")
			}
			b.WriteString(e.text(c, arguments, e.fields))
		}
		b.WriteString("}")
	}
	if p.end == nil {
		for _, name := range e.ordered(p, pattern.Pos) {
			b.WriteString(" DO " + name + " = " + e.text(p.values[name], arguments, nil))
		}
	}
	switch end := p.end.(type) {
	case *Abort:
		fmt.Fprintf(&b, " ERROR(%q);\n", end.Message)
	case *Halt:
		b.WriteString(" STOP;\n")
	default:
		b.WriteString(" GOTO Run;\n")
	}
	return b.String()
}

// ordered are the assigned variables in an order in which none is assigned before another's value needs what it was.
func (e *exporter) ordered(p way, pos source.Pos) []string {
	left := slices.Clone(p.order)
	var out []string
	for len(left) > 0 {
		i := slices.IndexFunc(left, func(name string) bool {
			return !slices.ContainsFunc(left, func(other string) bool { return other != name && mentions(p.values[other], name) })
		})
		if i < 0 {
			e.refuse(pos, "%s exchange their values", strings.Join(left, " and "))
			return nil
		}
		out = append(out, left[i])
		left = slices.Delete(left, i, i+1)
	}
	return out
}

func mentions(expression []token, name string) bool {
	return slices.ContainsFunc(expression, func(t token) bool { return t.kind == word && t.text == name })
}

// match writes the pattern, with the arguments that the conditions speak of. In arguments is what
// they are called there: at a return the result comes first.
func match(pattern Pattern, p way, arguments map[string]string) string {
	switch pattern.Event {
	case Start:
		return "ENTRY"
	case End:
		return "EXIT"
	}
	last := 0
	for _, c := range p.conditions {
		for i := range c {
			if c[i].isArgument() && c[i].text != "$return" {
				n, _ := strconv.Atoi(c[i].text[1:])
				last = max(last, n)
			}
		}
	}
	shift := 0
	head := ""
	if pattern.Event == Return {
		shift = 1
		head = "$1 = "
		arguments["$return"] = "$1"
	}
	var list []string
	for n := 1; n <= last; n++ {
		name := "$" + strconv.Itoa(n+shift)
		arguments["$"+strconv.Itoa(n)] = name
		list = append(list, name)
	}
	return "{" + head + pattern.Function + "(" + strings.Join(append(list, "$?"), ", ") + ")}"
}

// text writes an expression: enumerators are numbers, arguments have the pattern's names, and
// variables that the automaton is asked for are marked as its own.
func (e *exporter) text(expression []token, arguments map[string]string, marked map[string]bool) string {
	var words []string
	for i := range expression {
		t := &expression[i]
		isMember := i > 0 && (expression[i-1].is(".") || expression[i-1].is("->"))
		n, isConstant := e.constants[t.text]
		switch {
		case t.isArgument() && arguments[t.text] != "":
			words = append(words, arguments[t.text])
		case t.kind == word && isConstant && !isMember:
			words = append(words, strconv.Itoa(n))
		case t.kind == word && marked[t.text] && !isMember:
			words = append(words, "$$"+t.text)
		default:
			words = append(words, t.text)
		}
	}
	return strings.Join(words, " ")
}
