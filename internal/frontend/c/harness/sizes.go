package harness

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// This file makes arrays for parameters that are declared with a size: a[10], a[n], a[n + 1][m]. What
// C says of a[static 10] is taken for what callers keep to of the others too: who writes a size means
// it. A size that is no constant is above zero (C11 6.7.6.2p5).

// mostSized is how many elements an array has at most that is declared with a size.
const mostSized = 1024

// size describes the array that a parameter is declared to lead to.
type size struct {
	elem *tree.Type
	// dimensions are the sizes, nil where there is a constant. constant is the product of those.
	dimensions []tree.Expr
	constant   int64
}

// sizes are those of the parameters that are declared with one. Such a parameter is not counted by
// what the function does. The error says why a declared array cannot be made.
func (w *writer) sizes(f *tree.FunctionDef, counts map[int]count) (map[int]*size, error) {
	out := map[int]*size{}
	for i, p := range f.Params {
		s := sizeOf(p.Declared)
		if s == nil || len(s.dimensions) == 0 && (s.constant <= 1 || w.isTextOf(p, f)) {
			continue
		}
		by := slices.IndexFunc(f.Params, func(n *tree.Object) bool { return len(s.dimensions) == 1 && objectOf(s.dimensions[0]) == n })
		if s.elem.Kind == tree.Pointer && s.constant == 1 && by >= 0 && w.hasElements(s.elem) {
			counts[i] = count{by: by, unit: elementSize(p.Type), some: true} // each of them has to be made
			continue
		}
		canBeMade := isRecord(s.elem) && s.elem.Size > 0 || s.elem.IsScalar() && s.elem.Kind != tree.Pointer
		if !canBeMade || w.spelled(plain(s.elem)) == "" || w.maker(p.Type, p.Typedef, f, p.Name) != nil || w.storageOf(p, f) == heap {
			return nil, fmt.Errorf("nothing makes what the parameter %s of %s leads to", p.Name, f.Name)
		}
		for _, d := range s.dimensions {
			if !isSize(d, f) {
				return nil, fmt.Errorf("nothing says how many elements the parameter %s of %s leads to", p.Name, f.Name)
			}
		}
		delete(counts, i)
		out[i] = s
	}
	return out, nil
}

// sizeOf returns the size that an array is declared with; nil: no size.
func sizeOf(declared *tree.Type) *size {
	if declared == nil {
		return nil
	}
	s := &size{elem: declared, constant: 1}
	for ; s.elem.Kind == tree.Array; s.elem = s.elem.Elem {
		switch {
		case s.elem.LengthExpr != nil:
			s.dimensions = append(s.dimensions, s.elem.LengthExpr)
		case s.elem.Length > 0 && s.elem.Length <= mostSized:
			s.constant = min(s.constant*s.elem.Length, mostSized+1)
		default:
			return nil
		}
	}
	if s.constant > mostSized {
		return nil
	}
	return s
}

// isTextOf says that a function reads a text, or writes one, where a parameter leads to.
func (w *writer) isTextOf(p *tree.Object, f *tree.FunctionDef) bool {
	i := slices.Index(f.Params, p)
	return isText(p.Type) && w.readsText(f, i, 0)
}

// isSize says that an expression is made of numbers that are given and of constants, without a division.
func isSize(e tree.Expr, f *tree.FunctionDef) bool {
	e = tree.WithoutConversions(e)
	if c := tree.ConstantOf(e); c != nil {
		return c.Int.IsInt64() && c.Int.Int64() >= 0 && c.Int.Int64() <= mostSized
	}
	switch e := e.(type) {
	case *tree.ObjectRef:
		t := e.Object.Type
		return slices.Contains(f.Params, e.Object) && t.Kind == tree.Integer && t.Width == 0 && len(t.Enumerators) == 0
	case *tree.Binary:
		switch e.Op {
		case tree.Add, tree.Subtract, tree.Multiply:
			return isSize(e.Left, f) && isSize(e.Right, f)
		}
	}
	return false
}

// sizeNumbers makes the numbers that sizes name, as far as they are not there.
func (w *writer) sizeNumbers(f *tree.FunctionDef, sizes map[int]*size, numbers map[int]*number) {
	named := map[*tree.Object]bool{}
	for _, s := range sizes {
		for _, d := range s.dimensions {
			tree.EachExpr(d, func(part tree.Expr) { named[objectOf(part)] = true })
		}
	}
	for i, p := range f.Params {
		if named[p] && numbers[i] == nil {
			n := &number{name: p.Name, elements: w.variable(p.Name), most: w.length, scale: 1}
			n.argument = n.elements
			w.declareNumber(p, n)
			w.assume("%s of %s() is %d at most, and not negative", p.Name, f.Name, n.most)
			numbers[i] = n
		}
	}
}

// sized makes as many elements as a parameter is declared to have, and a pointer to them where what
// lies behind them is outside, or to the first, where what lies before them is.
func (w *writer) sized(p *tree.Object, f *tree.FunctionDef, s *size, numbers map[int]*number) (arg, what string, err error) {
	most, many, words := s.constant, []string{}, []string{}
	if s.constant > 1 || len(s.dimensions) == 0 {
		many, words = append(many, fmt.Sprint(s.constant)), append(words, fmt.Sprint(s.constant))
	}
	for _, d := range s.dimensions {
		b := boundOf(d, f, numbers)
		if b.most < 1 || most*b.most > mostSized {
			return "", "", fmt.Errorf("nothing makes what the parameter %s of %s leads to", p.Name, f.Name)
		}
		most *= b.most
		if b.least < 1 {
			w.leaveOut(b.text + " < 1")
		}
		many, words = append(many, b.text), append(words, b.words)
	}
	v := w.variable(p.Name)
	if len(words) == 1 {
		words[0] = strings.TrimSuffix(strings.TrimPrefix(words[0], "("), ")")
	}
	what = fmt.Sprintf("a pointer to %s elements", strings.Join(words, " * "))
	if len(s.dimensions) > 0 {
		what += fmt.Sprintf(", %d at most and not none", most)
	}
	if isRecord(s.elem) {
		w.line("static %s[%d];", w.declared(plain(s.elem), v), most)
		what += ", all zeros"
	} else {
		w.room(s.elem, v, fmt.Sprint(most), automatic)
		w.fill(v, fmt.Sprint(most), s.elem)
	}
	arg = v
	if len(s.dimensions) > 0 {
		at := fmt.Sprintf("%d - %s", most, strings.Join(many, " * "))
		if w.isTextOf(p, f) {
			w.line("%s[%d] = 0;", v, most-1)
			arg, what = fmt.Sprintf("%s + (%s)", v, at), what+", the last of them 0"
		} else {
			arg = fmt.Sprintf("%s + (%s ? %s : 0)", v, w.any(intType), at)
		}
	}
	if p.Type.Elem.Kind == tree.Array || isCharacter(s.elem) && plain(s.elem).Name != "char" {
		arg = "(void *)(" + arg + ")"
	}
	return arg, what, nil
}

// bound is a part of a size: as the main has it, as people read it, and what its values are.
type bound struct {
	text, words string
	least, most int64
}

// boundOf returns the limits of an expression that isSize accepts.
func boundOf(e tree.Expr, f *tree.FunctionDef, numbers map[int]*number) bound {
	e = tree.WithoutConversions(e)
	if c := tree.ConstantOf(e); c != nil {
		return bound{c.Int.String(), c.Int.String(), c.Int.Int64(), c.Int.Int64()}
	}
	operation, ok := e.(*tree.Binary)
	if !ok {
		n := numbers[slices.Index(f.Params, objectOf(e))]
		text := "(int)" + n.elements
		if n.scale > 1 {
			text = "(int)(" + n.argument + ")"
		}
		return bound{text, n.name, 0, int64(n.most) * int64(n.scale)}
	}
	x, y := boundOf(operation.Left, f, numbers), boundOf(operation.Right, f, numbers)
	combined := func(operator string, least, most int64) bound {
		limit := func(n int64) int64 { return min(max(n, -mostSized-1), mostSized+1) }
		return bound{"(" + x.text + operator + y.text + ")", "(" + x.words + operator + y.words + ")", limit(least), limit(most)}
	}
	switch operation.Op {
	case tree.Add:
		return combined(" + ", x.least+y.least, x.most+y.most)
	case tree.Subtract:
		return combined(" - ", x.least-y.most, x.most-y.least)
	default:
		products := []int64{x.least * y.least, x.least * y.most, x.most * y.least, x.most * y.most}
		return combined(" * ", slices.Min(products), slices.Max(products))
	}
}
