package ir

import (
	"slices"
	"strings"

	"yogi/internal/source"
)

// This file reads the lines of a block: instructions and terminators.

// statement reads an instruction or a terminator. A word followed by ":=" is always a variable.
func (p *parser) statement(l *line, b *Block) {
	if b.Terminator != nil {
		l.fail("block %d goes on after its terminator", b.Index)
	}
	start := l.at
	key := l.expression()
	if l.peek() == ":=" {
		l.at = start
		dst := p.known(l)
		l.expect(":=")
		src := p.term(l)
		b.Emit(&Assign{At{l.position()}, dst, src})
		return
	}
	if i := p.instruction(key, l); i != nil {
		b.Emit(i)
		return
	}
	b.Terminator = p.terminator(key, l)
}

func (p *parser) instruction(key string, l *line) Instruction {
	switch key {
	case "assume":
		cond, known := p.term(l), l.accept("known")
		return &Assume{At{l.position()}, cond, known}
	case "havoc":
		dst, in := p.known(l), p.input(l)
		return &Havoc{At{l.position()}, dst, in}
	case "call":
		return p.call(l)
	case "load":
		dst, addr, access := p.known(l), p.term(l), p.access(l)
		return &Load{At{l.position()}, dst, addr, access}
	case "store":
		addr, value, access := p.term(l), p.term(l), p.access(l)
		return &Store{At{l.position()}, addr, value, access}
	case "copy":
		to, from, size, typ := p.term(l), p.term(l), l.number64(), l.optional("type")
		return &Copy{At{l.position()}, to, from, size, typ}
	case "fill":
		addr, value, size := p.term(l), uint8(l.number64()), l.number64()
		return &Fill{At{l.position()}, addr, value, size}
	case "alloc":
		return p.alloc(l)
	case "clobber":
		name := l.str()
		return &Clobber{At{l.position()}, name}
	case "free":
		addr, kind := p.term(l), p.objectKind(l)
		return &Free{At{l.position()}, addr, kind}
	}
	return nil
}

func (p *parser) alloc(l *line) Instruction {
	a := &Alloc{Dst: p.known(l), Size: p.term(l), Kind: p.objectKind(l)}
	l.expect("site")
	a.Site = l.integer()
	a.Zero = l.accept("zero")
	a.Outside = l.accept("outside")
	a.Type = l.optional("type")
	a.Name = l.optional("name")
	a.Pos = l.position()
	return a
}

func (p *parser) input(l *line) *Input {
	l.expect("input")
	in := &Input{ID: l.integer()}
	kind := l.expression()
	n := slices.Index(inputKindNames[:], kind)
	if n < 0 {
		l.fail("unknown kind of input %q", kind)
	}
	in.Kind = InputKind(n)
	in.Name = l.str()
	in.Type = l.optional("type")
	if l.accept("at") {
		in.Pos = l.position()
	}
	if known := p.inputs[in.ID]; known != nil {
		if *known != *in {
			l.fail("input %d differs from the one of the same number before", in.ID)
		}
		return known
	}
	p.inputs[in.ID] = in
	return in
}

func (p *parser) access(l *line) Access {
	a := Access{Type: l.optional("type"), Pointer: l.accept("pointer"), Volatile: l.accept("volatile"), Fresh: l.accept("fresh")}
	if l.accept("array") {
		a.Array = &ArrayBytes{Base: p.term(l), Size: l.number64(), Checked: l.accept("checked")}
	}
	return a
}

func (p *parser) call(l *line) Instruction {
	c := &Call{Callee: p.functionNamed(l)}
	list := l.expression()
	inner := &line{number: l.number, text: strings.TrimSuffix(strings.TrimPrefix(list, "("), ")")}
	for !inner.done() {
		c.Args = append(c.Args, p.term(inner))
	}
	for {
		switch {
		case l.accept("none"):
			c.Results = append(c.Results, nil)
		case l.accept("to"):
			c.Results = append(c.Results, p.known(l))
		default:
			c.Pos = l.position()
			return c
		}
	}
}

func (p *parser) terminator(key string, l *line) Terminator {
	switch key {
	case "goto":
		return p.jump(l)
	case "return":
		return &Return{At{l.position()}}
	case "error":
		failure := &Error{What: l.str()}
		if l.accept("property") {
			failure.Property = l.str()
		}
		failure.Pos = l.position()
		return failure
	case "halt":
		what := l.str()
		return &Halt{At{l.position()}, what}
	case "unsupported":
		d := p.diagnostic(l)
		return &Unsupported{At{l.position()}, d}
	case "missing":
		return nil
	}
	l.fail("unknown instruction %q", key)
	return nil
}

func (p *parser) jump(l *line) Terminator {
	g := &Goto{}
	for {
		switch next, second := l.peekTwo(); {
		case next == "choice" && second == "input":
			l.expect("choice")
			g.Choice = p.input(l)
		case next == "branch" && strings.HasPrefix(second, `"`):
			g.Branch = l.optional("branch")
		case next == "" || next[0] == '@':
			g.Pos = l.position()
			return g
		default:
			guard, n := p.term(l), l.integer()
			if n >= len(p.function.Blocks) {
				l.fail("no block %d", n)
			}
			g.Targets = append(g.Targets, Target{guard, p.function.Blocks[n]})
		}
	}
}

func (p *parser) diagnostic(l *line) *source.Diagnostic {
	if next := l.peek(); next == "" || next[0] != '"' {
		return nil
	}
	d := &source.Diagnostic{Code: source.Code(l.str()), Message: l.str()}
	for l.accept("note") {
		d.Notes = append(d.Notes, l.str())
	}
	if l.accept("at") {
		d.Pos = l.position()
	}
	return d
}
