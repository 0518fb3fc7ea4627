package typecheck

import (
	"math/big"
	"sort"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

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

func (c *checker) push() { c.scope = newScope(c.scope) }
func (c *checker) pop()  { c.scope = c.scope.parent }

// function is the state while a function's body is read.
type function struct {
	def      *tree.FunctionDef
	labels   map[string]*tree.Label
	defined  map[*tree.Label]bool
	switches []*switchState
	loops    int // enclosing loops
	breaks   int // enclosing loops and switches
	try      *tryState
}

type switchState struct {
	stmt *tree.Switch
	typ  *tree.Type
}
