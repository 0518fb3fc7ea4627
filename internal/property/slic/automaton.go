package slic

import (
	"path"
	"strconv"

	"yogi/internal/source"
)

// automaton is a CPAchecker specification automaton, as far as it is read: states with transitions at calls of
// functions, integer variables, assumptions over arguments, results and variables.
//
// As a rule its state is a variable of its own. A pattern with a result, $1 = f(...), is the event
// f.return, one without it f.call; the result counts whether or not the program uses it. In a state
// with USEALL each of the transitions that match may be taken, in one with USEFIRST the first whose
// assumption holds. Where transitions match and the assumptions of all fail, the run ends.
type automaton struct {
	*parser
	states  []string
	initial token
	events  []*automatonEvent
}

// automatonEvent is an event with what each state does there.
type automatonEvent struct {
	pattern Pattern
	states  []*automatonState
}

type automatonState struct {
	name  token
	first bool // USEFIRST
	steps []automatonStep
}

// automatonStep is a transition at an event.
type automatonStep struct {
	pos    source.Pos
	assume []token // nil: true
	action []Stmt
	to     *token // nil: the run ends or the rule is violated
}

// The names of the variables that an automaton gets as a rule.
const (
	stateVariable = "yogi_state"
	takenVariable = "yogi_taken"
)

// parseAutomaton reads CONTROL|OBSERVER AUTOMATON name ... END AUTOMATON.
func (p *parser) parseAutomaton() {
	a := &automaton{parser: p}
	if !p.accept("CONTROL") && !p.accept("OBSERVER") {
		p.fail("expected CONTROL AUTOMATON or OBSERVER AUTOMATON")
	}
	p.expect("AUTOMATON")
	p.rule.Name = identifier(p.name("the automaton").text)
	p.accept(";")
	for p.tok().is("LOCAL") {
		a.local()
	}
	p.expect("INITIAL")
	p.expect("STATE")
	a.initial = p.name("the initial state")
	p.expect(";")
	for !p.tok().is("END") {
		a.state()
	}
	p.next()
	p.expect("AUTOMATON")
	a.makeRule()
}

func (p *parser) name(what string) token {
	if p.tok().kind != word {
		p.fail("expected the name of %s", what)
	}
	return p.next()
}

// local reads LOCAL int x = 0;
func (a *automaton) local() {
	a.next()
	typ := a.next()
	if !typ.is("int") {
		a.fail("only variables of type int are read")
	}
	f := &Field{Type: []token{typ}, Pos: a.tok().pos}
	f.Name = a.name("a variable").text
	if a.accept("=") {
		f.Init = a.expression(";")
	}
	a.expect(";")
	a.rule.State = append(a.rule.State, f)
}

// state reads [TARGET] STATE [USEFIRST|USEALL] name : transitions
func (a *automaton) state() {
	if a.tok().is("TARGET") {
		a.fail("target states are not read: use ERROR")
	}
	a.expect("STATE")
	first := a.accept("USEFIRST")
	if !first {
		a.accept("USEALL")
	}
	name := a.name("a state")
	a.states = append(a.states, name.text)
	a.expect(":")
	for a.tok().is("MATCH") {
		a.transition(automatonState{name: name, first: first})
	}
}

// transition reads MATCH {pattern} -> [ASSUME {...}] [DO x = e] ... GOTO s | ERROR("...") | STOP ;
func (a *automaton) transition(from automatonState) {
	step := automatonStep{pos: a.next().pos}
	pattern, names := a.matched()
	a.expect("->")
	if a.accept("ASSUME") {
		step.assume = a.assumption(names)
	}
	for a.accept("DO") {
		s := &Assign{Pos: a.tok().pos, Field: a.name("a variable"), Op: "="}
		a.expect("=")
		for !a.tok().is("GOTO") && !a.tok().is("DO") && !a.tok().is("ERROR") && !a.tok().is("STOP") && !a.tok().is(";") && a.tok().kind != endOfFile {
			s.Value = append(s.Value, a.next())
		}
		step.action = append(step.action, s)
	}
	switch t := a.next(); {
	case t.is("GOTO"):
		to := a.name("a state")
		step.to = &to
	case t.is("STOP"):
		step.action = append(step.action, &Halt{t.pos})
	case t.is("ERROR"):
		abort := &Abort{Pos: t.pos}
		if a.accept("(") {
			abort.Message = a.message()
			a.expect(")")
		}
		step.action = append(step.action, abort)
	default:
		a.at--
		a.fail("expected GOTO, STOP or ERROR")
	}
	a.expect(";")
	a.add(pattern, from, step)
}

// matched reads {f($1, $?)}, {$1 = f(...)}, ENTRY or EXIT. names says what its variables are as arguments of a handler.
func (a *automaton) matched() (Pattern, map[string]string) {
	names := map[string]string{}
	if t := a.tok(); t.is("ENTRY") || t.is("EXIT") {
		a.next()
		if t.is("ENTRY") {
			return Pattern{t.pos, programName, Start}, names
		}
		return Pattern{t.pos, programName, End}, names
	}
	a.expect("{")
	pattern := Pattern{Pos: a.tok().pos, Event: Call}
	if a.tok().isArgument() {
		result := a.next()
		a.accept("?")
		a.expect("=")
		names[result.text], pattern.Event = "$return", Return
	}
	pattern.Function = a.name("a function").text
	a.expect("(")
	for i := 1; !a.accept(")"); i++ {
		variable := a.tok()
		if !variable.isArgument() {
			a.fail("only $1, $2, ... and $? stand for arguments")
		}
		a.next()
		if !a.accept("?") {
			names[variable.text] = "$" + strconv.Itoa(i)
		}
		a.accept(",")
	}
	a.accept(";")
	a.expect("}")
	return pattern, names
}

// assumption reads {e; e; ...} as one condition.
func (a *automaton) assumption(names map[string]string) []token {
	open := a.expect("{")
	var all []token
	for !a.accept("}") {
		var one []token
		for !a.tok().is(";") && !a.tok().is("}") {
			if a.tok().kind == endOfFile || a.tok().is("{") {
				a.fail("expected } at the end of the assumptions")
			}
			one = append(one, a.variable(a.next(), names))
		}
		a.accept(";")
		if len(one) == 0 {
			continue
		}
		if all != nil {
			all = append(all, token{kind: punctuation, text: "&&", pos: open.pos})
		}
		all = append(all, token{kind: punctuation, text: "(", pos: one[0].pos})
		all = append(all, one...)
		all = append(all, token{kind: punctuation, text: ")", pos: one[len(one)-1].pos})
	}
	return all
}

// variable is a token of an assumption as a handler writes it: $$x is the automaton's variable x, $1 what the pattern
// bound.
func (a *automaton) variable(t token, names map[string]string) token {
	switch {
	case len(t.text) > 2 && t.kind == word && t.text[:2] == "$$":
		t.text = t.text[2:]
	case t.isArgument():
		to, ok := names[t.text]
		if !ok {
			a.diagnostics.Add(t.pos, CodeName, "%s is bound by no pattern of the transition", t.text)
			return t
		}
		t.text = to
	}
	return t
}

// add files a transition under its event and the state that it leaves, which has no steps yet.
func (a *automaton) add(p Pattern, from automatonState, step automatonStep) {
	var event *automatonEvent
	for _, e := range a.events {
		if e.pattern.Function == p.Function && e.pattern.Event == p.Event {
			event = e
		}
	}
	if event == nil {
		event = &automatonEvent{pattern: p}
		a.events = append(a.events, event)
	}
	if n := len(event.states); n == 0 || event.states[n-1].name.text != from.name.text {
		event.states = append(event.states, &from)
	}
	last := event.states[len(event.states)-1]
	last.steps = append(last.steps, step)
}

// makeRule turns the automaton into state and handlers.
func (a *automaton) makeRule() {
	number := map[string]int{}
	for i, s := range a.states {
		if _, twice := number[s]; twice {
			a.diagnostics.Add(a.initial.pos, CodeName, "the state %s is defined twice", s)
		}
		number[s] = i
	}
	a.rule.State = append(a.rule.State,
		&Field{Name: stateVariable, Pos: a.initial.pos, Type: a.words("int"), Init: a.stateNumber(a.initial, number)},
		&Field{Name: takenVariable, Pos: a.initial.pos, Type: a.words("int")})
	for _, e := range a.events {
		var body Stmt
		for i := len(e.states) - 1; i >= 0; i-- {
			s := e.states[i]
			is := append([]token{{kind: word, text: stateVariable, pos: s.name.pos}, {kind: punctuation, text: "==", pos: s.name.pos}}, a.stateNumber(s.name, number)...)
			body = &If{Pos: s.name.pos, Cond: is, Then: a.steps(s, number), Else: body}
		}
		a.rule.Handlers = append(a.rule.Handlers, &Handler{Pos: e.pattern.Pos, Patterns: []Pattern{e.pattern}, Body: &Block{e.pattern.Pos, []Stmt{body}}})
	}
}

// words are tokens without a place of their own.
func (a *automaton) words(texts ...string) []token {
	var out []token
	for _, t := range texts {
		k := punctuation
		if isLetter(t[0]) {
			k = word
		} else if isDigit(t[0]) {
			k = number
		}
		out = append(out, token{kind: k, text: t, pos: a.initial.pos})
	}
	return out
}

func (a *automaton) stateNumber(name token, numbers map[string]int) []token {
	n, ok := numbers[name.text]
	if !ok {
		a.diagnostics.Add(name.pos, CodeName, "there is no state %s", name.text)
	}
	return []token{{kind: number, text: strconv.Itoa(n), pos: name.pos}}
}

// steps returns what a state does at an event.
func (a *automaton) steps(s *automatonState, numbers map[string]int) Stmt {
	pos := s.name.pos
	set := func(pos source.Pos, name string, value []token) Stmt {
		return &Assign{Pos: pos, Field: token{kind: word, text: name, pos: pos}, Op: "=", Value: value}
	}
	out := &Block{Pos: pos, Stmts: []Stmt{set(pos, takenVariable, a.words("0"))}}
	for i, step := range s.steps {
		act := &Block{Pos: step.pos, Stmts: append([]Stmt(nil), step.action...)}
		if step.to != nil {
			act.Stmts = append(act.Stmts, set(step.pos, stateVariable, a.stateNumber(*step.to, numbers)))
		}
		act.Stmts = append(act.Stmts, set(step.pos, takenVariable, a.words("1")))
		var taken Stmt = act
		if !s.first && i < len(s.steps)-1 {
			// A choice of zero, which is what tests begin with, takes the transition: a run that takes none ends.
			taken = &If{Pos: step.pos, Then: &Block{Pos: step.pos}, Else: act}
		}
		if step.assume != nil {
			taken = &If{Pos: step.pos, Cond: step.assume, Then: taken}
		}
		if i > 0 {
			taken = &If{Pos: step.pos, Cond: a.words(takenVariable, "==", "0"), Then: taken}
		}
		out.Stmts = append(out.Stmts, taken)
	}
	last := &If{Pos: pos, Cond: a.words(takenVariable, "==", "0"), Then: &Halt{pos}}
	out.Stmts = append(out.Stmts, last)
	return out
}

// isAutomaton says by its name that a file holds a CPAchecker automaton.
func isAutomaton(file string) bool { return path.Ext(file) == ".spc" }
