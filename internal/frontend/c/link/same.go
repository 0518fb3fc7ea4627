package link

import (
	"reflect"

	"yogi/internal/frontend/c/tree"
)

// sameness says of values whether they are the same all through, as reflect.DeepEqual does, and keeps of which types
// it said so: the functions of a header speak of the same structures, which each file has types of its own for, and
// through their members of most types of the header.
type sameness struct {
	types map[typePair]bool // the same all through
	// What follows is of one question. Pairs that are being compared, or were, count as the same: where they are not,
	// the answer to the whole question is no.
	seen    map[pointerPair]bool
	among   []typePair // seen
	inTypes int        // types around the values that are being compared
	isMixed bool       // a type leads to code, which linking changes between two questions
}

type (
	typePair    struct{ x, y *tree.Type }
	pointerPair struct {
		x, y uintptr
		of   reflect.Type
	}
)

// same says of two definitions whether they are.
func (s *sameness) same(x, y *tree.FunctionDef) bool {
	s.seen, s.among, s.inTypes, s.isMixed = map[pointerPair]bool{}, nil, 0, false
	if !s.equal(reflect.ValueOf(x), reflect.ValueOf(y)) {
		return false
	}
	if !s.isMixed {
		if s.types == nil {
			s.types = map[typePair]bool{}
		}
		for _, pair := range s.among {
			s.types[pair] = true
		}
	}
	return true
}

func (s *sameness) equal(x, y reflect.Value) bool {
	if !x.IsValid() || !y.IsValid() {
		return x.IsValid() == y.IsValid()
	}
	if x.Type() != y.Type() {
		return false
	}
	switch x.Kind() {
	case reflect.Pointer:
		return s.pointers(x, y)
	case reflect.Interface:
		s.isMixed = s.isMixed || s.inTypes > 0 && !x.IsNil()
		return s.equal(x.Elem(), y.Elem())
	case reflect.Struct:
		for i := range x.NumField() {
			if !s.equal(x.Field(i), y.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if x.IsNil() != y.IsNil() || x.Len() != y.Len() {
			return false
		}
		if x.UnsafePointer() == y.UnsafePointer() {
			return true
		}
		return s.elements(x, y)
	case reflect.Array:
		return s.elements(x, y)
	case reflect.Map:
		return s.maps(x, y)
	case reflect.Func:
		return x.IsNil() && y.IsNil()
	}
	return x.Equal(y)
}

func (s *sameness) elements(x, y reflect.Value) bool {
	for i := range x.Len() {
		if !s.equal(x.Index(i), y.Index(i)) {
			return false
		}
	}
	return true
}

func (s *sameness) maps(x, y reflect.Value) bool {
	if x.IsNil() != y.IsNil() || x.Len() != y.Len() {
		return false
	}
	if x.UnsafePointer() == y.UnsafePointer() {
		return true
	}
	for _, key := range x.MapKeys() {
		if other := y.MapIndex(key); !other.IsValid() || !s.equal(x.MapIndex(key), other) {
			return false
		}
	}
	return true
}

var typeOfType = reflect.TypeFor[*tree.Type]()

func (s *sameness) pointers(x, y reflect.Value) bool {
	if x.Pointer() == y.Pointer() {
		return true
	}
	if x.IsNil() || y.IsNil() {
		return false
	}
	pair := pointerPair{x.Pointer(), y.Pointer(), x.Type()}
	if s.seen[pair] {
		return true
	}
	if x.Type() != typeOfType {
		s.isMixed = s.isMixed || s.inTypes > 0 && x.Type() == reflect.TypeFor[*tree.FunctionDef]()
		s.seen[pair] = true
		return s.equal(x.Elem(), y.Elem())
	}
	types := typePair{(*tree.Type)(x.UnsafePointer()), (*tree.Type)(y.UnsafePointer())}
	if s.types[types] {
		return true
	}
	s.seen[pair], s.among = true, append(s.among, types)
	s.inTypes++
	defer func() { s.inTypes-- }()
	return s.equal(x.Elem(), y.Elem())
}
