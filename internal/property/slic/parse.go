package slic

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"yogi/internal/source"
)

// Reader gives the text of a file by its path. A path in an #include is relative to the including file.
type Reader func(path string) ([]byte, error)

// maxDepth bounds nesting, of blocks and of includes.
const maxDepth = 100

// stop is the panic value that ends parsing after a diagnostic.
type stop struct{}

type parser struct {
	read        Reader
	rule        *Rule
	tokens      []token
	at          int
	depth       int
	files       int
	diagnostics source.Diagnostics
}

// Parse reads a rule with what it includes and checks its names. The rule is called like its file. A file that ends in
// .spc is a CPAchecker automaton, and gives the rule its name. The
// error is a source.Diagnostics when it is about the text.
func Parse(file string, read Reader) (*Rule, error) {
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	p := &parser{read: read, rule: &Rule{Name: identifier(name)}}
	if err := p.open(file); err != nil {
		return nil, fmt.Errorf("reading the rule: %w", err)
	}
	p.parseAll()
	if len(p.diagnostics) == 0 {
		p.check()
	}
	p.diagnostics.Sort()
	if err := p.diagnostics.Err(); err != nil {
		return nil, err
	}
	return p.rule, nil
}

// Again reads a rule from its sources alone.
func Again(sources []Source) (*Rule, error) {
	if len(sources) == 0 {
		return nil, fmt.Errorf("a rule without a file")
	}
	return Parse(sources[0].Path, func(path string) ([]byte, error) {
		for _, s := range sources {
			if s.Path == path {
				return []byte(s.Text), nil
			}
		}
		return nil, fmt.Errorf("%s is not among the rule's files", path)
	})
}

// identifier makes a name of C of a file's name.
func identifier(name string) string {
	out := []byte(name)
	for i, c := range out {
		if !isLetter(c) && !isDigit(c) || c == '$' {
			out[i] = '_'
		}
	}
	if len(out) == 0 || isDigit(out[0]) {
		return "_" + string(out)
	}
	return string(out)
}

func (p *parser) parseAll() {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(stop); !ok {
				panic(r)
			}
		}
	}()
	if isAutomaton(p.rule.Sources[0].Path) {
		p.parseAutomaton()
		return
	}
	for p.tok().kind != endOfFile {
		p.item()
	}
}

// open reads a file and puts its tokens before those that are left.
func (p *parser) open(file string) error {
	content, err := p.read(file)
	if err != nil {
		return err
	}
	p.rule.Sources = append(p.rule.Sources, Source{file, string(content)})
	tokens := scan(file, string(content), &p.diagnostics)
	if p.tokens == nil {
		p.tokens = tokens
		return nil
	}
	rest := p.tokens[p.at:]
	p.tokens, p.at = append(tokens[:len(tokens)-1:len(tokens)-1], rest...), 0
	return nil
}

func (p *parser) tok() *token { return &p.tokens[p.at] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if t.kind != endOfFile {
		p.at++
	}
	return t
}

func (p *parser) accept(s string) bool {
	if p.tok().is(s) {
		p.next()
		return true
	}
	return false
}

func (p *parser) expect(s string) token {
	if !p.tok().is(s) {
		p.fail("expected %s", s)
	}
	return p.next()
}

// fail ends parsing with a diagnostic at the current token.
func (p *parser) fail(format string, args ...any) {
	found := p.tok().text
	if p.tok().kind == endOfFile {
		found = "the end of the file"
	}
	p.diagnostics.Add(p.tok().pos, CodeSyntax, "%s before %s", fmt.Sprintf(format, args...), found)
	panic(stop{})
}

func (p *parser) item() {
	switch {
	case p.tok().is("#") && p.tokens[p.at+1].is("define"):
		p.define()
	case p.tok().is("#"):
		p.include()
	case p.tok().is("state"):
		p.next()
		p.state()
	case p.tok().kind == word:
		p.rule.Handlers = append(p.rule.Handlers, p.handler())
	default:
		p.fail("expected state, #define, #include or an event")
	}
}

// define reads #define NAME tokens, up to the end of the line.
func (p *parser) define() {
	hash := p.next()
	p.next()
	name := p.tok()
	if !hash.first || name.kind != word || name.isArgument() || name.pos.Line != hash.pos.Line {
		p.fail("expected #define NAME value")
	}
	d := &Define{Name: p.next().text, Pos: hash.pos}
	for !p.tok().first && p.tok().kind != endOfFile {
		d.Value = append(d.Value, p.next())
	}
	p.rule.Defines = append(p.rule.Defines, d)
}

func (p *parser) include() {
	hash := p.next()
	if !hash.first || !p.accept("include") || p.tok().kind != text || p.tok().text[0] != '"' {
		p.fail(`expected #include "file" or #define NAME value`)
	}
	name := p.next()
	file := path.Join(path.Dir(name.pos.File), strings.Trim(name.text, `"`))
	for _, s := range p.rule.Sources {
		if s.Path == file {
			return // each file once
		}
	}
	if p.files++; p.files > maxDepth {
		p.diagnostics.Add(name.pos, CodeSyntax, "more than %d files are included", maxDepth)
		panic(stop{})
	}
	if err := p.open(file); err != nil {
		p.diagnostics.Add(name.pos, CodeSyntax, "cannot read %s: %v", name.text, err)
		panic(stop{})
	}
}

// state reads { declarations }.
func (p *parser) state() {
	p.expect("{")
	for !p.accept("}") {
		p.rule.State = append(p.rule.State, p.field())
	}
	p.accept(";")
}

// field reads: type name [= expression] ;
func (p *parser) field() *Field {
	f := &Field{Pos: p.tok().pos}
	for !p.tok().is("=") && !p.tok().is(";") {
		t := p.tok()
		switch {
		case t.kind == endOfFile, t.is("}"), t.is(","), t.is("("), t.is("["):
			p.fail("expected a declaration: type name = value;")
		case t.is("{"):
			p.enumerators(f)
			continue
		case t.is("enum"):
			f.Type = append(f.Type, p.next())
			if p.tok().kind == word && p.at+1 < len(p.tokens) && p.tokens[p.at+1].is("{") {
				f.Tag = p.tok().text
			}
			continue
		}
		f.Type = append(f.Type, p.next())
	}
	n := len(f.Type)
	if n < 2 || f.Type[n-1].kind != word {
		p.fail("expected a declaration: type name = value;")
	}
	f.Name, f.Pos, f.Type = f.Type[n-1].text, f.Type[n-1].pos, f.Type[:n-1]
	if p.accept("=") {
		f.Init = p.expression(";")
	}
	p.expect(";")
	return f
}

// enumerators reads { A [= value], ... } of an enum.
func (p *parser) enumerators(f *Field) {
	if n := len(f.Type); n == 0 || !f.Type[0].is("enum") {
		p.fail("expected a declaration: type name = value;")
	}
	f.Type = append(f.Type, p.expect("{"))
	for !p.tok().is("}") {
		if p.tok().kind != word {
			p.fail("expected the name of a value")
		}
		f.Enumerators = append(f.Enumerators, p.tok().text)
		for !p.tok().is(",") && !p.tok().is("}") {
			if p.tok().kind == endOfFile || p.tok().is(";") {
				p.fail("expected , or }")
			}
			f.Type = append(f.Type, p.next())
		}
		if p.tok().is(",") {
			f.Type = append(f.Type, p.next())
		}
	}
	f.Type = append(f.Type, p.next())
}

// expression reads tokens up to a closing one, which is left, at the level where it begins.
func (p *parser) expression(end string) []token {
	var out []token
	level := 0
	for {
		t := p.tok()
		switch {
		case level == 0 && t.is(end) && len(out) > 0:
			return out
		case t.kind == endOfFile, t.is("{"), t.is("}"), t.is(";"), level == 0 && (t.is(")") || t.is("]") || t.is(end)):
			p.fail("expected an expression up to %s", end)
		case t.is("("), t.is("["):
			level++
		case t.is(")"), t.is("]"):
			level--
		}
		out = append(out, p.next())
	}
}

// handler reads: pattern , ... [watch $i] [guard expression] { statements }
func (p *parser) handler() *Handler {
	h := &Handler{Pos: p.tok().pos, Patterns: []Pattern{p.pattern()}}
	for p.accept(",") {
		h.Patterns = append(h.Patterns, p.pattern())
	}
	for p.tok().is("[") {
		p.clause(h)
	}
	h.Body = p.block()
	return h
}

func (p *parser) pattern() Pattern {
	if p.tok().kind != word {
		p.fail("expected the name of a function")
	}
	name := p.next()
	p.expect(".")
	events := eventNames
	if name.text == programName {
		events = programEvents
	}
	e := events[p.tok().text]
	if e == InvalidEvent {
		if name.text == programName {
			p.fail("expected start or end")
		}
		p.fail("expected call, entry, exit or return")
	}
	p.next()
	return Pattern{name.pos, name.text, e}
}

func (p *parser) clause(h *Handler) {
	p.expect("[")
	switch {
	case p.tok().is("watch") && h.Watch == nil:
		p.next()
		if !p.tok().isArgument() {
			p.fail("expected $1, $2, ... or $return")
		}
		watched := p.next()
		h.Watch = &watched
	case p.tok().is("guard") && h.Guard == nil:
		p.next()
		h.Guard = p.expression("]")
	default:
		p.fail("expected watch or guard, each at most once")
	}
	p.expect("]")
}

func (p *parser) block() *Block {
	b := &Block{Pos: p.expect("{").pos}
	for !p.accept("}") {
		b.Stmts = append(b.Stmts, p.stmt())
	}
	return b
}

func (p *parser) stmt() Stmt {
	if p.depth++; p.depth > maxDepth {
		p.fail("statements are nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	t := p.tok()
	switch {
	case t.is("{"):
		return p.block()
	case t.is(";"):
		return &Block{Pos: p.next().pos}
	case t.is("if"):
		return p.ifStmt()
	case t.is("abort"):
		a := &Abort{Pos: p.next().pos}
		a.Message = p.message()
		p.expect(";")
		return a
	case t.is("halt"):
		p.next()
		p.expect(";")
		return &Halt{t.pos}
	case t.is("reset"):
		p.next()
		p.expect(";")
		return &Reset{t.pos}
	case t.kind == word && !t.isArgument():
		return p.assign()
	}
	p.fail("expected a statement: an assignment to the state, if, abort, halt or reset")
	return nil
}

// message reads the text of an abort; without one it is empty.
func (p *parser) message() string {
	if p.tok().kind != text {
		return ""
	}
	words, err := strconv.Unquote(p.tok().text)
	if err != nil || strings.ContainsAny(words, "\n\"\\") {
		p.fail("expected a message without line breaks, quotes and backslashes")
	}
	p.next()
	return words
}

func (p *parser) ifStmt() Stmt {
	s := &If{Pos: p.next().pos}
	p.expect("(")
	if p.tok().is("*") && p.tokens[p.at+1].is(")") {
		p.next()
	} else {
		s.Cond = p.expression(")")
	}
	p.expect(")")
	s.Then = p.stmt()
	if p.accept("else") {
		s.Else = p.stmt()
	}
	return s
}

func (p *parser) assign() Stmt {
	s := &Assign{Pos: p.tok().pos, Field: p.next()}
	switch op := p.tok().text; op {
	case "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=":
		p.next()
		s.Op, s.Value = op, p.expression(";")
	case "++", "--":
		p.next()
		s.Op = op
	default:
		p.fail("expected an assignment to the state, if, abort, halt or reset")
	}
	p.expect(";")
	return s
}
