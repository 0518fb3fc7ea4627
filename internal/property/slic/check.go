package slic

import "yogi/internal/source"

// check reports names that are used twice or not declared, and what a handler may not do. What C's types
// decide is left to the C front end.
func (p *parser) check() {
	p.checkState()
	fields := map[string]bool{}
	for _, f := range p.rule.State {
		fields[f.Name] = true
	}
	for _, h := range p.rule.Handlers {
		p.checkHandler(h, fields)
	}
	if len(p.rule.Handlers) == 0 {
		p.diagnostics.Add(source.Pos{File: p.rule.Sources[0].Path, Line: 1, Column: 1}, CodeSyntax, "the rule handles no event")
	}
}

func (p *parser) checkState() {
	declared := map[string]source.Pos{}
	declare := func(name string, pos source.Pos) {
		if old, ok := declared[name]; ok {
			p.diagnostics.Add(pos, CodeName, "%s is declared twice, first at %s", name, old)
		}
		declared[name] = pos
	}
	for _, f := range p.rule.State {
		declare(f.Name, f.Pos)
		for _, e := range f.Enumerators {
			declare(e, f.Pos)
		}
		p.checkExpression(f.Init, nil)
	}
}

func (p *parser) checkHandler(h *Handler, fields map[string]bool) {
	if h.Watch != nil {
		p.checkExpression([]token{*h.Watch}, h.Patterns)
	}
	p.checkExpression(h.Guard, h.Patterns)
	p.checkStmt(h.Body, h.Patterns, fields)
}

func (p *parser) checkStmt(s Stmt, events []Pattern, fields map[string]bool) {
	switch s := s.(type) {
	case *Block:
		for _, inner := range s.Stmts {
			p.checkStmt(inner, events, fields)
		}
	case *If:
		p.checkExpression(s.Cond, events)
		p.checkStmt(s.Then, events, fields)
		if s.Else != nil {
			p.checkStmt(s.Else, events, fields)
		}
	case *Assign:
		if !fields[s.Field.text] {
			p.diagnostics.Add(s.Field.pos, CodeName, "%s is no variable of the rule's state: a rule changes nothing else", s.Field.text)
		}
		p.checkExpression(s.Value, events)
	}
}

// checkExpression checks the use of arguments: $1, $2, ... where a function is called, $return where it has
// returned.
func (p *parser) checkExpression(tokens []token, events []Pattern) {
	for i := range tokens {
		t := &tokens[i]
		switch {
		case t.is("="), t.is("++"), t.is("--"), t.kind == punctuation && len(t.text) > 1 && t.text[len(t.text)-1] == '=' && !isComparison(t.text):
			p.diagnostics.Add(t.pos, CodeSyntax, "an expression of a rule changes nothing: %s", t.text)
		case t.isArgument():
			p.checkArgument(t, events)
		}
	}
}

func isComparison(op string) bool { return op == "==" || op == "!=" || op == "<=" || op == ">=" }

func (p *parser) checkArgument(t *token, events []Pattern) {
	if len(events) == 0 {
		p.diagnostics.Add(t.pos, CodeName, "%s has no meaning outside of a handler", t.text)
		return
	}
	isResult := t.text == "$return"
	if !isResult && !isNumbered(t.text) {
		p.diagnostics.Add(t.pos, CodeName, "%s is none of $1, $2, ... and $return", t.text)
		return
	}
	for _, e := range events {
		switch {
		case e.Function == programName:
			p.diagnostics.Add(t.pos, CodeName, "%s has no meaning at %s.%s", t.text, e.Function, e.Event)
		case isResult && e.Event != Return && e.Event != Exit:
			p.diagnostics.Add(t.pos, CodeName, "$return has no meaning at %s.%s: the function has not returned", e.Function, e.Event)
		default:
			continue
		}
		return
	}
}

func isNumbered(argument string) bool {
	digits := argument[1:]
	for _, c := range []byte(digits) {
		if !isDigit(c) {
			return false
		}
	}
	return digits != "" && digits[0] != '0' && len(digits) <= 3
}
