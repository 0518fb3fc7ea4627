package check

import (
	"strconv"
	"strings"

	"yogi/internal/frontend/boogie/syntax"
)

// types interns resolved types: equal types are the same pointer.
type types struct {
	boolean, integer, real, invalid *syntax.Type
	byKey                           map[string]*syntax.Type
	declared                        map[string]*syntax.TypeDecl
	synonyms                        map[*syntax.TypeDecl]*syntax.Type // nil while being resolved
	unsupportedByName               map[string]*syntax.Type
	ids                             map[*syntax.Type]int
}

func newTypes() *types {
	return &types{
		boolean: &syntax.Type{Kind: syntax.BoolType},
		integer: &syntax.Type{Kind: syntax.IntType},
		real:    &syntax.Type{Kind: syntax.RealType},
		// invalid is the type of what has already been reported; like an unsupported type it fits everywhere.
		invalid:           &syntax.Type{Kind: syntax.UnsupportedType, Name: "invalid"},
		byKey:             map[string]*syntax.Type{},
		declared:          map[string]*syntax.TypeDecl{},
		synonyms:          map[*syntax.TypeDecl]*syntax.Type{},
		unsupportedByName: map[string]*syntax.Type{},
		ids:               map[*syntax.Type]int{},
	}
}

// compatible reports whether a value of type a can stand where b is wanted.
func compatible(a, b *syntax.Type) bool {
	return a == b || a.Kind == syntax.UnsupportedType || b.Kind == syntax.UnsupportedType
}

func (ts *types) unsupported(what string) *syntax.Type {
	t := ts.unsupportedByName[what]
	if t == nil {
		t = &syntax.Type{Kind: syntax.UnsupportedType, Name: what}
		ts.unsupportedByName[what] = t
	}
	return t
}

func (ts *types) bitVector(width int) *syntax.Type {
	key := "bv" + strconv.Itoa(width)
	return ts.intern(key, func() *syntax.Type { return &syntax.Type{Kind: syntax.BVType, Width: width} })
}

func (ts *types) mapping(indices []*syntax.Type, result *syntax.Type) *syntax.Type {
	if result.Kind == syntax.UnsupportedType {
		return result
	}
	var key strings.Builder
	key.WriteString("map")
	for _, t := range append(indices[:len(indices):len(indices)], result) {
		if t.Kind == syntax.UnsupportedType {
			return t
		}
		if _, ok := ts.ids[t]; !ok {
			ts.ids[t] = len(ts.ids)
		}
		key.WriteString(" " + strconv.Itoa(ts.ids[t]))
	}
	return ts.intern(key.String(), func() *syntax.Type {
		return &syntax.Type{Kind: syntax.MapType, Indices: indices, Result: result}
	})
}

func (ts *types) intern(key string, make func() *syntax.Type) *syntax.Type {
	t := ts.byKey[key]
	if t == nil {
		t = make()
		ts.byKey[key] = t
	}
	return t
}

func (c *checker) declareTypes() {
	for _, d := range c.program.File.Types {
		if before := c.types.declared[d.Name]; before != nil {
			c.redeclared(d.Pos, "type", d.Name, before.Pos)
			continue
		}
		c.types.declared[d.Name] = d
	}
	for _, d := range c.program.File.Types {
		if d.Synonym != nil && len(d.Params) == 0 {
			c.types.synonym(c, d)
		}
	}
}

// resolve finds the type of a type expression; params are the type parameters in scope.
func (ts *types) resolve(c *checker, e syntax.TypeExpr, params []string) *syntax.Type {
	switch e := e.(type) {
	case *syntax.NamedType:
		return ts.named(c, e, params)
	case *syntax.MapTypeExpr:
		if len(e.Params) > 0 {
			params = append(params[:len(params):len(params)], e.Params...)
		}
		indices := make([]*syntax.Type, len(e.Indices))
		for i, index := range e.Indices {
			indices[i] = ts.resolve(c, index, params)
		}
		result := ts.resolve(c, e.Result, params)
		switch {
		case len(e.Params) > 0:
			return ts.unsupported("polymorphic map type")
		case len(indices) == 0:
			return ts.unsupported("map type without an index")
		}
		return ts.mapping(indices, result)
	case *syntax.UnsupportedTypeExpr:
		return ts.unsupported(e.What)
	}
	return ts.invalid
}

func (ts *types) named(c *checker, e *syntax.NamedType, params []string) *syntax.Type {
	for _, name := range params {
		if name == e.Name {
			return ts.unsupported("type parameter")
		}
	}
	for _, a := range e.Args {
		ts.resolve(c, a, params)
	}
	d := ts.declared[e.Name]
	if d == nil {
		if t := ts.builtin(c, e); t != nil {
			return t
		}
		c.errorf(e.Pos, CodeName, "undeclared type %s", e.Name)
		return ts.invalid
	}
	switch {
	case len(d.Params) != len(e.Args):
		c.errorf(e.Pos, CodeType, "type %s has %d parameters, not %d", e.Name, len(d.Params), len(e.Args))
		return ts.invalid
	case d.Datatype:
		return ts.unsupported("datatype")
	case len(d.Params) > 0:
		return ts.unsupported("type constructor with parameters")
	case d.Synonym != nil:
		return ts.synonym(c, d)
	}
	return ts.intern("user "+d.Name, func() *syntax.Type {
		return &syntax.Type{Kind: syntax.UserType, Name: d.Name}
	})
}

func (ts *types) builtin(c *checker, e *syntax.NamedType) *syntax.Type {
	var t *syntax.Type
	switch e.Name {
	case "int":
		t = ts.integer
	case "bool":
		t = ts.boolean
	case "real":
		t = ts.real
	case "rmode", "string", "regex":
		t = ts.unsupported("type " + e.Name)
	default:
		width, ok := e.BVWidth()
		if !ok {
			if strings.HasPrefix(e.Name, "float") {
				return ts.unsupported("type " + e.Name)
			}
			return nil
		}
		switch {
		case width == 0:
			t = ts.unsupported("bit-vector of width 0")
		case width > syntax.MaxWidth:
			t = ts.unsupported("bit-vector of width " + strconv.Itoa(width))
		default:
			t = ts.bitVector(width)
		}
	}
	if len(e.Args) > 0 {
		c.errorf(e.Pos, CodeType, "type %s has no parameters", e.Name)
		return ts.invalid
	}
	return t
}

// synonym resolves a synonym without parameters; a cycle is an error.
func (ts *types) synonym(c *checker, d *syntax.TypeDecl) *syntax.Type {
	t, seen := ts.synonyms[d]
	switch {
	case t != nil:
		return t
	case seen:
		c.errorf(d.Pos, CodeType, "type %s is defined by itself", d.Name)
		return ts.invalid
	}
	ts.synonyms[d] = nil
	t = ts.resolve(c, d.Synonym, nil)
	ts.synonyms[d] = t
	return t
}
