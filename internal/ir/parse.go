package ir

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Parse reads the text form that Program.String writes. Lines that are blank or start with ";" are
// skipped. The error names the line.
func Parse(text string, terms *term.Builder) (program *Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			failure, ok := r.(syntaxError)
			if !ok {
				panic(r)
			}
			program, err = nil, failure.error
		}
	}()
	p := &parser{
		program:   NewProgram(terms, nil),
		lines:     splitLines(text),
		inputs:    map[int]*Input{},
		globals:   map[string]*Variable{},
		functions: map[string]*Function{},
		funcs:     map[string]*term.Func{},
		olds:      map[string]*term.Term{},
	}
	p.declareFunctions()
	p.parse()
	return p.program, nil
}

func splitLines(text string) []*line {
	var out []*line
	for n, t := range strings.Split(text, "\n") {
		l := &line{number: n + 1, text: strings.TrimRight(t, "\r")}
		if !l.done() {
			out = append(out, l)
		}
	}
	return out
}

type parser struct {
	program   *Program
	lines     []*line
	next      int
	function  *Function
	locals    map[string]*Variable // of function
	globals   map[string]*Variable
	functions map[string]*Function
	funcs     map[string]*term.Func
	olds      map[string]*term.Term
	inputs    map[int]*Input
}

// declareFunctions makes all functions and their blocks first, so that calls and jumps can go forward.
func (p *parser) declareFunctions() {
	var f *Function
	for _, l := range p.lines {
		switch l.peek() {
		case "function":
			l.expect("function")
			name := l.symbol()
			if p.functions[name] != nil {
				l.fail("function %s declared twice", name)
			}
			l.expect("{")
			f = p.program.NewFunction(name, l.position())
			p.functions[name] = f
			l.at = 0
		case "block":
			if f == nil {
				l.fail("block outside a function")
			}
			l.expect("block")
			if n := l.integer(); n != len(f.Blocks) {
				l.fail("block %d expected", len(f.Blocks))
			}
			f.NewBlock(l.str(), l.position())
			l.at = 0
		}
	}
}

func (p *parser) parse() {
	for p.next < len(p.lines) {
		l := p.lines[p.next]
		p.next++
		p.headerLine(l)
		l.mustEnd()
	}
}

// assumption reads a kind, what it is about and its places.
func (p *parser) assumption(l *line) {
	name := l.expression()
	kind := assumption.Named(name)
	if kind == nil {
		l.fail("there is no assumption %q", name)
	}
	of := l.optional("of")
	p.program.Assumptions.Add(kind, of, source.Pos{})
	for at := l.position(); at != (source.Pos{}); at = l.position() {
		p.program.Assumptions.Add(kind, of, at)
	}
}

func (p *parser) headerLine(l *line) {
	program := p.program
	switch key := l.expression(); key {
	case "language":
		program.Language = l.str()
	case "model":
		m := &DataModel{Name: l.str(), PointerWidth: l.integer(), LongWidth: l.integer(), GranuleBits: l.integer()}
		m.BigEndian = l.accept("bigendian")
		if m.PointerWidth > 64 || m.LongWidth > 64 || m.GranuleBits > m.PointerWidth {
			l.fail("widths of more than 64 bits, or granules larger than the memory")
		}
		program.Model = m
	case "file":
		program.Files = append(program.Files, l.str())
	case "declare":
		p.declare(l)
	case "global":
		v := p.variable(l, Global)
		v.Index = len(program.Globals)
		program.Globals = append(program.Globals, v)
		p.globals[v.Name] = v
	case "counter":
		program.AllocCounter = p.known(l)
		program.FirstFree = l.number64()
	case "places":
		program.Places = p.known(l)
	case "owners":
		program.Owners = p.known(l)
	case "object":
		program.Objects = append(program.Objects, p.object(l))
	case "axiom":
		program.Axioms = append(program.Axioms, p.term(l))
	case "initial":
		program.Initial = append(program.Initial, p.term(l))
	case "range":
		r := InitialRange{Map: p.known(l), From: l.number64(), To: l.number64(), CellBytes: l.integer(), Value: l.number64()}
		program.InitialRanges = append(program.InitialRanges, r)
	case "assumption":
		p.assumption(l)
	case "undefined":
		u := &Undefined{Name: l.str(), Calls: l.integer()}
		u.Pos = l.position()
		program.Undefined = append(program.Undefined, u)
	case "entry":
		program.Entry = p.functionNamed(l)
	case "function":
		p.functionBody(p.functionNamed(l), l)
	default:
		l.fail("unknown statement %q", key)
	}
}

func (p *parser) declare(l *line) {
	name := l.symbol()
	list := l.expression()
	inner := &line{number: l.number, text: strings.TrimSuffix(strings.TrimPrefix(list, "("), ")")}
	var params []*term.Sort
	for !inner.done() {
		params = append(params, p.sort(inner))
	}
	p.funcs[name] = p.program.Terms.Func(name, params, p.sort(l))
}

func (p *parser) sort(l *line) *term.Sort {
	text := l.expression()
	s, err := p.program.Terms.ParseSort(text)
	if err != nil {
		l.fail("sort %s: %v", text, err)
	}
	return s
}

func (p *parser) variable(l *line, kind VariableKind) *Variable {
	name := l.symbol()
	if p.globals[name] != nil || p.function != nil && p.locals[name] != nil {
		l.fail("variable %s declared twice", name)
	}
	sort := p.sort(l)
	if p.program.symbols[p.program.Terms.Var(name, sort)] != nil {
		l.fail("variable %s declared twice", name)
	}
	v := p.program.newVariable(name, sort, kind)
	v.Constant = l.accept("const")
	v.Signed = l.accept("signed")
	v.Source = l.optional("source")
	v.Type = l.optional("type")
	if l.accept("memory") {
		v.Memory = &MapInfo{CellWidth: l.integer(), Class: l.integer(), Note: l.str()}
	}
	v.Pos = l.position()
	return v
}

func (p *parser) object(l *line) *Object {
	o := &Object{Name: l.str(), Address: l.number64(), Size: l.number64()}
	o.Kind = p.objectKind(l)
	o.Zero = l.accept("zero")
	o.ReadOnly = l.accept("readonly")
	if l.accept("function") {
		o.Function = p.functionNamed(l)
	}
	o.Type = l.optional("type")
	if l.accept("symbol") {
		o.Symbol = p.known(l)
	}
	o.Pos = l.position()
	return o
}

func (p *parser) objectKind(l *line) ObjectKind {
	word := l.expression()
	n := slices.Index(objectKindNames[:], word)
	if n < 0 {
		l.fail("unknown kind of object %q", word)
	}
	return ObjectKind(n)
}

func (p *parser) functionNamed(l *line) *Function {
	name := l.symbol()
	f := p.functions[name]
	if f == nil {
		l.fail("unknown function %s", name)
	}
	return f
}

// find returns the variable of a name in scope, or nil.
func (p *parser) find(name string) *Variable {
	if v := p.locals[name]; v != nil {
		return v
	}
	return p.globals[name]
}

func (p *parser) known(l *line) *Variable {
	name := l.symbol()
	v := p.find(name)
	if v == nil {
		l.fail("unknown variable %s", name)
	}
	return v
}

func (p *parser) term(l *line) *term.Term {
	text := l.expression()
	t, err := p.program.Terms.Parse(text, p.scope)
	if err != nil {
		l.fail("%v", err)
	}
	return t
}

func (p *parser) scope(name string) (*term.Term, *term.Func) {
	if v := p.find(name); v != nil {
		return v.Sym, nil
	}
	if t := p.olds[name]; t != nil {
		return t, nil
	}
	return nil, p.funcs[name]
}

func (p *parser) functionBody(f *Function, l *line) {
	l.expect("{")
	l.position()
	l.mustEnd()
	p.function, p.locals = f, map[string]*Variable{}
	p.olds = map[string]*term.Term{}
	var block *Block
	for p.next < len(p.lines) {
		l := p.lines[p.next]
		p.next++
		if l.accept("}") {
			l.mustEnd()
			p.endFunction()
			return
		}
		if l.accept("block") {
			block = f.Blocks[l.integer()]
			l.str()
			l.position()
		} else if block == nil {
			p.declaration(l)
		} else {
			p.statement(l, block)
		}
		l.mustEnd()
	}
	l.fail("function %s has no end", f.Name)
}

func (p *parser) endFunction() {
	p.function.number()
	p.function, p.locals = nil, nil
	p.olds = map[string]*term.Term{}
}

func (p *parser) declaration(l *line) {
	f := p.function
	switch key := l.expression(); key {
	case "param":
		f.Params = append(f.Params, p.local(l, Parameter))
	case "result":
		f.Results = append(f.Results, p.local(l, Result))
	case "local":
		f.Locals = append(f.Locals, p.local(l, Local))
	case "modifies":
		f.Modifies = append(f.Modifies, p.known(l))
	case "facts":
		f.CanError = l.accept("canerror")
		f.CanReturn = l.accept("canreturn")
		f.Recursive = l.accept("recursive")
		f.ContainsUnsupported = l.accept("unsupported")
	case "old":
		v := p.known(l)
		name := l.symbol()
		if f.Old == nil {
			f.Old = map[*Variable]*term.Term{}
		}
		f.Old[v] = p.program.Terms.Var(name, v.Sort)
		p.olds[name] = f.Old[v]
	case "freerequires":
		f.FreeRequires = append(f.FreeRequires, p.term(l))
	case "freeensures":
		f.FreeEnsures = append(f.FreeEnsures, p.term(l))
	default:
		l.fail("unknown declaration %q", key)
	}
}

func (p *parser) local(l *line, kind VariableKind) *Variable {
	v := p.variable(l, kind)
	p.locals[v.Name] = v
	return v
}

// MustParse is Parse for tests and tables whose text is known to be right.
func MustParse(text string, terms *term.Builder) *Program {
	p, err := Parse(text, terms)
	if err != nil {
		panic(fmt.Sprintf("ir.MustParse: %v", err))
	}
	return p
}
