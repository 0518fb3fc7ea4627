package typecheck

import (
	"math/big"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// entity is what an ordinary name stands for: exactly one of the fields after pos is set.
type entity struct {
	pos      source.Pos
	typedef  *tree.Type
	object   *tree.Object
	function *tree.FunctionDef
	value    *big.Int // enumeration constant
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
}

type switchState struct {
	stmt *tree.Switch
	typ  *tree.Type
}
