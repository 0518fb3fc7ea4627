package typecheck

import (
	"math/big"
	"sort"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// symbols are the names of a file, what they stand for, and the functions and objects that it declares.
type symbols struct {
	operators
	names
	definitions
}

// names are the scopes at the position.
type names struct {
	scope *scope
	file  *scope
}

// definitions are the functions and objects of the file.
type definitions struct {
	functions map[string]*tree.FunctionDef
	// plainFunctions are those that functions with a check of sizes stand for.
	plainFunctions map[*tree.FunctionDef]*tree.FunctionDef
	implicit       map[*tree.FunctionDef]bool
	given          map[*tree.FunctionDef][]*tree.Type // what the call with most arguments passes, where there is no prototype
	replaceable    map[*tree.FunctionDef]bool         // defined for inlining alone
	objects        map[string]*tree.Object
	aliases        []alias
	aliased        []*tree.Object // objects that have another name
	inSections     []sectioned
	weak           map[string]bool   // #pragma weak
	renamed        map[string]string // #pragma redefine_extname
}

// begin opens the scope of the file.
func (c *symbols) begin() {
	file := newScope(nil)
	c.names = names{scope: file, file: file}
	c.definitions = definitions{
		functions: map[string]*tree.FunctionDef{}, plainFunctions: map[*tree.FunctionDef]*tree.FunctionDef{},
		implicit: map[*tree.FunctionDef]bool{}, given: map[*tree.FunctionDef][]*tree.Type{}, replaceable: map[*tree.FunctionDef]bool{},
		objects: map[string]*tree.Object{}, weak: map[string]bool{}, renamed: map[string]string{},
	}
}

// entity is the declaration that an ordinary name stands for: exactly one of the fields after pos is set.
type entity struct {
	pos      source.Pos
	typedef  *tree.Type
	object   *tree.Object
	function *tree.FunctionDef
	value    *big.Int // enumeration constant
	name     string   // of one
	typ      *tree.Type
}

// scope holds the names of a block, of a parameter list or of the file.
type scope struct {
	parent *scope
	names  map[string]*entity
	tags   map[string]*tag
	labels map[string]*tree.Label // declared by __label__
	// ofParameters: it is that of a list of parameters.
	ofParameters bool
}

type tag struct {
	keyword string // struct, union, enum
	typ     *tree.Type
	pos     source.Pos
}

func newScope(parent *scope) *scope { return &scope{parent: parent} }

func (s *scope) lookup(name string) *entity {
	for ; s != nil; s = s.parent {
		if e := s.names[name]; e != nil {
			return e
		}
	}
	return nil
}

func (s *scope) lookupTag(name string) *tag {
	for ; s != nil; s = s.parent {
		if t := s.tags[name]; t != nil {
			return t
		}
	}
	return nil
}

func (s *scope) declare(name string, e *entity) {
	if s.names == nil {
		s.names = map[string]*entity{}
	}
	s.names[name] = e
}

func (s *scope) declareTag(name string, t *tag) {
	if s.tags == nil {
		s.tags = map[string]*tag{}
	}
	s.tags[name] = t
}

// types lists the types that the scope names and the program wrote.
func (s *scope) types() []tree.NamedType {
	var out []tree.NamedType
	for name, e := range s.names {
		if e.typedef != nil && e.pos.File != "<prelude>" {
			out = append(out, tree.NamedType{Name: name, Type: e.typedef})
		}
	}
	for name, t := range s.tags {
		if t.pos.File != "<prelude>" {
			out = append(out, tree.NamedType{Name: t.keyword + " " + name, Type: t.typ})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

func (c *symbols) push() { c.scope = newScope(c.scope) }

func (c *symbols) pop() { c.scope = c.scope.parent }

// function is the state while a function's body is read.
type function struct {
	def      *tree.FunctionDef
	event    *tree.Handler // that the body is of, in a rule; nil: it is of a function
	labels   map[string]*tree.Label
	defined  map[*tree.Label]bool
	switches []*switchState
	loops    int // enclosing loops
	breaks   int // enclosing loops and switches
	try      *tryState
}

func newFunction(def *tree.FunctionDef) *function {
	return &function{def: def, labels: map[string]*tree.Label{}, defined: map[*tree.Label]bool{}}
}

type switchState struct {
	stmt *tree.Switch
	typ  *tree.Type
}

// tagReference finds or declares an incomplete type. `struct S;` alone declares a new one in this scope.
func (c *symbols) tagReference(keyword, name string, pos source.Pos) *tree.Type {
	t := c.scope.lookupTag(name)
	if c.is(";") {
		t = c.scope.tags[name]
	}
	if t != nil {
		if t.keyword != keyword {
			c.errorf(pos, CodeName, "%s is declared as %s %s at %s", name, t.keyword, name, t.pos)
		}
		return t.typ
	}
	r := c.newRecord(keyword, name)
	c.tagScope().declareTag(name, &tag{keyword, r.typ, pos})
	return r.typ
}

// tagScope is where a tag that only a reference names is declared: here (C11 6.7.2.3p8), but goto-cc
// declares in the file what a list of parameters names.
func (c *symbols) tagScope() *scope {
	if c.gotoCC && c.scope.ofParameters {
		return c.file
	}
	return c.scope
}

func (c *symbols) recordDefinition(keyword, name string, pos source.Pos) *record {
	if name != "" {
		if t := c.scope.tags[name]; t != nil {
			if t.keyword != keyword || t.typ.Size >= 0 {
				c.errorf(pos, CodeName, "redefinition of %s %s, defined at %s", keyword, name, t.pos)
				return c.newRecord(keyword, name)
			}
			t.pos = pos
			return c.records[t.typ]
		}
	}
	r := c.newRecord(keyword, name)
	if name != "" {
		c.scope.declareTag(name, &tag{keyword, r.typ, pos})
	}
	return r
}

// isTypeName says that the n-th token starts a type name.
func (c *symbols) isTypeName(n int) bool {
	t := c.tok
	if n > 0 {
		t = c.peek(n)
	}
	if t.Kind != preprocess.Identifier {
		return false
	}
	if t.Text == "__extension__" {
		return n < 8 && c.isTypeName(n+1)
	}
	return typeNameWords[t.Text] || c.isTypedef(t.Text)
}

func (c *symbols) isTypedef(name string) bool {
	e := c.scope.lookup(name)
	return e != nil && e.typedef != nil
}

// isDeclaration says that the current token starts a declaration.
func (c *symbols) isDeclaration() bool {
	if c.tok.Kind != preprocess.Identifier {
		return false
	}
	if c.is("__extension__") {
		t := c.peek(1)
		return t.Kind == preprocess.Identifier && (specifierWords[t.Text] || c.isTypedef(t.Text))
	}
	if specifierWords[c.tok.Text] {
		return true
	}
	return c.isTypedef(c.tok.Text) && !c.peek(1).Is(":")
}

// label finds a label of the function, which may be defined later.
func (c *symbols) label(name string, pos source.Pos) *tree.Label {
	if c.fn == nil {
		c.errorf(pos, CodeSyntax, "a label outside of a function")
		panic(bailout{})
	}
	for s := c.scope; s != nil; s = s.parent {
		if l := s.labels[name]; l != nil {
			return l
		}
	}
	l := c.fn.labels[name]
	if l == nil {
		l = &tree.Label{Name: name, Pos: pos}
		c.fn.labels[name] = l
		c.fn.def.Labels = append(c.fn.def.Labels, l)
	}
	return l
}
