package harness

import (
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// A function that only its file can call is called with what the calls in the file have. Where each of them has a
// constant for a parameter, an offset or a kind, or a variable that never holds anything but constants, the program
// has no other values, and what these lead to is no failure of it. If that is so of all parameters, a run is nothing
// but one of the program, and the function is asked about more.

// mostAtCalls bounds how many values of a parameter are told one by one.
const mostAtCalls = 8

// valuesAtCalls are the numbers that the calls of a function have for its parameters, the lowest first, and 0 for a
// null pointer: of those parameters for which no call has anything else. There are none for a function that other files
// may call, or that is called through a pointer, nor where they would leave nothing unknown.
func (w *writer) valuesAtCalls(f *tree.FunctionDef) map[int][]*big.Int {
	calls, only := w.callsInFile(f)
	if !only || filepath.Base(f.Pos.File) != filepath.Base(w.file) {
		return nil
	}
	values := map[int][]*big.Int{}
	for n, call := range calls {
		for i, p := range f.Params {
			if _, known := values[i]; n > 0 && !known {
				continue // an earlier call may have any value
			}
			more, known := valuesAt(call, i, p.Type)
			if values[i] = sortedNumbers(append(values[i], more...)); !known || len(values[i]) > mostAtCalls {
				delete(values, i)
			}
		}
	}
	if len(values) == len(f.Params) {
		return nil
	}
	return values
}

// callsInFile are the calls of a function; only: nothing but its file can call it.
func (l *library) callsInFile(f *tree.FunctionDef) (calls []callIn, only bool) {
	if f.Linkage != tree.InternalLinkage {
		return nil, false
	}
	return l.callsOf(f)
}

// valuesAt are the numbers that a call may have for a parameter; known: there are no others.
func valuesAt(call callIn, i int, t *tree.Type) (values []*big.Int, known bool) {
	if i >= len(call.Args) || t.Kind != tree.Integer && t.Kind != tree.Pointer {
		return nil, false
	}
	values, known = constantsOf(call.Args[i], call.in)
	return values, known && areIn(values, t)
}

// areIn says that a conversion to a type leaves some numbers what they are: they are values of it, or null pointers.
func areIn(numbers []*big.Int, t *tree.Type) bool {
	isOf := func(n *big.Int) bool {
		switch t.Kind {
		case tree.Pointer:
			return n.Sign() == 0
		case tree.Integer:
			return isIn(n, t)
		}
		return false
	}
	return !slices.ContainsFunc(numbers, func(n *big.Int) bool { return !isOf(n) })
}

// isIn says that a number is a value of a type, as one is that was converted to it.
func isIn(n *big.Int, t *tree.Type) bool {
	bits := int(t.Size) * 8
	if t.Signed {
		return n.IsInt64() && n.BitLen() < bits
	}
	return n.IsInt64() && n.Sign() >= 0 && n.BitLen() <= bits
}

// constantsOf are the values that an expression in a function may have: a constant, one of two of them, or what is
// given to a variable of the function that is no parameter, of which no address is taken, and which is given constants
// alone; known: there are no others.
func constantsOf(e tree.Expr, in *tree.FunctionDef) (values []*big.Int, known bool) {
	if c := tree.ConstantOf(e); c != nil {
		return []*big.Int{c.Int}, true
	}
	switch e := e.(type) {
	case *tree.Constant:
		return []*big.Int{e.Int}, e.Int != nil && !e.Type.IsFloating()
	case *tree.Convert: // one that changes a value is not followed
		values, known = constantsOf(e.Operand, in)
		return values, known && areIn(values, e.Type)
	case *tree.Conditional:
		if e.Then == nil {
			return nil, false
		}
		yes, knownYes := constantsOf(e.Then, in)
		no, knownNo := constantsOf(e.Else, in)
		return append(yes, no...), knownYes && knownNo
	case *tree.ObjectRef:
		return constantsIn(e.Object, in)
	}
	return nil, false
}

// constantsIn are the constants that a function gives a variable of its own; known: it holds nothing else.
func constantsIn(o *tree.Object, in *tree.FunctionDef) (values []*big.Int, known bool) {
	if o.Linkage != tree.NoLinkage || o.Static || o.AddressTaken || o.Type.Volatile || slices.Contains(in.Params, o) {
		return nil, false
	}
	known = true
	for _, s := range stores(in.Body) {
		if s.to != o {
			continue
		}
		c := tree.ConstantOf(s.value)
		if c == nil || !isIn(c.Int, o.Type) {
			return nil, false
		}
		values = append(values, c.Int)
	}
	tree.EachExprOf(in.Body, func(e tree.Expr) {
		if _, isStore := e.(*tree.Assign); isStore {
			return
		}
		for _, target := range tree.Written(e) {
			known = known && objectOf(target) != o
		}
	})
	return values, known && len(values) > 0
}

// sortedNumbers sorts numbers, each once.
func sortedNumbers(numbers []*big.Int) []*big.Int {
	slices.SortFunc(numbers, (*big.Int).Cmp)
	return slices.CompactFunc(numbers, func(x, y *big.Int) bool { return x.Cmp(y) == 0 })
}

// oneAtCalls makes an argument that is one of the values at calls.
func (w *writer) oneAtCalls(p *tree.Object, values []*big.Int) (arg, what string) {
	if p.Type.Kind == tree.Pointer {
		return "0", "null, as at all calls in the file"
	}
	if len(values) == 1 {
		return values[0].String(), values[0].String() + ", as at all calls in the file"
	}
	v := w.variable(p.Name)
	w.line("%s = %s;", w.declared(plain(p.Type), v), w.any(p.Type))
	differs, names := make([]string, len(values)), make([]string, len(values))
	for i, n := range values {
		differs[i], names[i] = fmt.Sprintf("%s != %s", v, n), n.String()
	}
	w.leaveOut(strings.Join(differs, " && "))
	last := len(names) - 1
	return v, strings.Join(names[:last], ", ") + " or " + names[last] + ", as at the calls in the file"
}
