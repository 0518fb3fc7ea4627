package lower

import (
	"fmt"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// maxCells bounds the registers that one aggregate is split into; larger ones live in memory.
const maxCells = 64

// cell is one scalar of a type: a member, an element, a bit-field or the scalar itself.
type cell struct {
	key      cellKey
	bitWidth int64 // 0: not a bit-field
	typ      *tree.Type
	path     string // how C names it inside the object: "", ".f", "[2].g"
}

// cellKey finds a cell: two cells of a type without unions never share one.
type cellKey struct{ offset, bit int64 }

// cellsOf returns the scalars of t in order of their offsets. ok is false when t cannot be split:
// it holds a union, has no fixed size, or has too many scalars.
func (l *layout) cellsOf(t *tree.Type) (cells []cell, ok bool) {
	if known, done := l.cells[t]; done {
		return known.cells, known.ok
	}
	cells, ok = appendCells(nil, t, 0, "")
	if !ok {
		cells = nil
	}
	l.cells[t] = split{cells, ok}
	return cells, ok
}

type split struct {
	cells []cell
	ok    bool
}

func appendCells(cells []cell, t *tree.Type, offset int64, path string) ([]cell, bool) {
	if len(cells) >= maxCells {
		return nil, false
	}
	switch t.Kind {
	case tree.Bool, tree.Integer, tree.Float, tree.LongDouble, tree.Pointer:
		return append(cells, cell{key: cellKey{offset: offset}, typ: t, path: path}), true
	case tree.Array:
		return appendElements(cells, t, offset, path)
	case tree.Struct:
		return appendFields(cells, t, offset, path)
	}
	return nil, false
}

func appendElements(cells []cell, t *tree.Type, offset int64, path string) ([]cell, bool) {
	if t.Length < 0 || t.Length > maxCells || t.Size < 0 {
		return nil, false
	}
	for i := int64(0); i < t.Length; i++ {
		var ok bool
		cells, ok = appendCells(cells, t.Elem, offset+i*t.Elem.Size, fmt.Sprintf("%s[%d]", path, i))
		if !ok {
			return nil, false
		}
	}
	return cells, true
}

func appendFields(cells []cell, t *tree.Type, offset int64, path string) ([]cell, bool) {
	if t.Size < 0 {
		return nil, false
	}
	for _, f := range t.Fields {
		name := path + "." + f.Name
		if f.Name == "" {
			name = path
		}
		if f.BitWidth > 0 {
			key := cellKey{offset + f.Offset, f.BitOffset}
			cells = append(cells, cell{key: key, bitWidth: f.BitWidth, typ: f.Type, path: name})
			continue
		}
		var ok bool
		cells, ok = appendCells(cells, f.Type, offset+f.Offset, name)
		if !ok {
			return nil, false
		}
	}
	return cells, len(cells) <= maxCells
}

// sortOf is the sort of a scalar type. The types that are not modelled get an opaque bit-vector;
// what reads such a value ends in Unsupported.
func (l *layout) sortOf(t *tree.Type) *term.Sort {
	switch t.Kind {
	case tree.Float, tree.LongDouble:
		return l.terms.Float(t.Format())
	case tree.Pointer, tree.Array, tree.Function:
		return l.terms.BV(l.pointerWidth())
	case tree.Void:
		return l.terms.BV(8)
	}
	if t.Size <= 0 {
		return l.terms.BV(8)
	}
	if t.Kind == tree.Integer && t.Width > 0 {
		return l.terms.BV(t.Width)
	}
	return l.terms.BV(int(t.Size) * 8)
}

// cellSort is the sort of a register that holds a cell.
func (l *layout) cellSort(c cell) *term.Sort {
	if c.bitWidth > 0 {
		return l.terms.BV(int(c.bitWidth))
	}
	return l.sortOf(c.typ)
}

// isModelled says that values of a type are computed with.
func isModelled(t *tree.Type) bool { return emit.IsModelled(t) }

// storage is where an object lives: in registers, one a cell, or in memory at a constant or
// computed address.
type storage struct {
	cells     []cell
	registers []*ir.Variable
	index     map[cellKey]int
	address   *term.Term // memory
	size      int64
	flags     []*ir.Variable // see unset.go
	isInText  *ir.Variable   // see argumenttexts.go; nil: there is none
	object    *tree.Object   // whose memory it is; nil for temporaries, and for registers
}

func newStorage(cells []cell, registers []*ir.Variable) *storage {
	s := &storage{cells: cells, registers: registers, index: map[cellKey]int{}}
	for i, c := range cells {
		s.index[c.key] = i
	}
	return s
}

// describe copies what reports show about a cell of an object to its register.
func describe(v *ir.Variable, o *tree.Object, c cell) {
	v.Pos = o.Pos
	v.Source = o.Name + c.path
	v.Type = c.typ.Name
	v.Signed = isSigned(c.typ)
}

func isSigned(t *tree.Type) bool { return t.Kind == tree.Integer && t.Signed }
