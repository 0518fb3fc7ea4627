package syntax

import (
	"strconv"
	"strings"
)

// TypeKind is the kind of a resolved type.
type TypeKind uint8

// The kinds of type. Unsupported stands for a type that is understood well enough to be named but not
// modelled (polymorphic maps, type constructor arguments); it is compatible with every type, so that one
// refusal does not cause further ones.
const (
	InvalidType TypeKind = iota
	UnsupportedType
	BoolType
	IntType
	RealType
	BVType
	UserType
	MapType
)

// Type is a resolved type without synonyms. Types are interned by the checker: equal types are the same
// pointer.
type Type struct {
	Kind    TypeKind
	Width   int     // BVType
	Name    string  // UserType; UnsupportedType: what it is, in words
	Indices []*Type // MapType
	Result  *Type   // MapType
}

// String prints the type in Boogie's syntax.
func (t *Type) String() string {
	switch t.Kind {
	case BoolType:
		return "bool"
	case IntType:
		return "int"
	case RealType:
		return "real"
	case BVType:
		return "bv" + strconv.Itoa(t.Width)
	case UserType, UnsupportedType:
		return t.Name
	case MapType:
		parts := make([]string, len(t.Indices))
		for i, index := range t.Indices {
			parts[i] = index.String()
		}
		return "[" + strings.Join(parts, ", ") + "]" + t.Result.String()
	}
	return "?"
}

// ObjectKind says what a name stands for.
type ObjectKind uint8

// The kinds of object.
const (
	InvalidObject ObjectKind = iota
	GlobalObject
	ConstantObject
	ParameterObject
	ResultObject
	LocalObject
	BoundObject
)

// Object is the declaration that an identifier in an expression stands for.
type Object struct {
	Kind   ObjectKind
	Name   string
	Pos    Pos
	Type   *Type
	Where  Expr // nil: none
	Unique bool // constants
	Index  int  // position among the parameters, results, bound variables
}
