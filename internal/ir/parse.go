package ir

import (
	"fmt"
	"slices"
	"strings"

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
		program.Assumptions = append(program.Assumptions, l.str())
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
	for i, v := range p.function.Variables() {
		v.Index = i
	}
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
		cond := p.term(l)
		return &Assume{At: At{l.position()}, Cond: cond}
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
	a := Access{Type: l.optional("type"), Pointer: l.accept("pointer"), Volatile: l.accept("volatile")}
	if l.accept("array") {
		a.Array = &ArrayBytes{Base: p.term(l), Size: l.number64()}
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

// MustParse is Parse for tests and tables whose text is known to be right.
func MustParse(text string, terms *term.Builder) *Program {
	p, err := Parse(text, terms)
	if err != nil {
		panic(fmt.Sprintf("ir.MustParse: %v", err))
	}
	return p
}
