// Package lint finds the faults of environment models that make a checker miss errors or tell of
// false ones: those that the authors of YOGI found in the models of the Static Driver Verifier
// (YOGI-OPT, section 8 and Table 5). A model must run like the function that it stands for, on a
// machine.
package lint

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/lower"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// The codes of the faults.
const (
	CodePointer       source.Code = "model-pointer"       // an integer is used as a pointer
	CodeUninitialized source.Code = "model-uninitialized" // a result or a variable has no value on some path
	CodeMember        source.Code = "model-member"        // a member of what the model makes has no value on some path
	CodeType          source.Code = "model-type"          // a result has another type than the function
	CodeExecutable    source.Code = "model-executable"    // the model does not run
)

// Models finds the faults in the functions that are defined in some files of a program. outside are
// functions without a body that the models may call: what the program that they surround defines.
// Positions are those of the fault; one on each line is kept.
func Models(unit *tree.Unit, program *ir.Program, files, outside []string) source.Diagnostics {
	l := &linter{unit: unit, files: files}
	for _, f := range unit.Functions {
		if f.Body != nil && slices.Contains(files, f.Pos.File) {
			l.function = f
			l.stmt(f.Body)
		}
	}
	l.uninitialized(program)
	l.members(program)
	l.executable(program, outside)
	l.found.Sort()
	return slices.CompactFunc(l.found, func(a, b *source.Diagnostic) bool {
		return a.Code == b.Code && a.Pos.File == b.Pos.File && a.Pos.Line == b.Pos.Line
	})
}

type linter struct {
	unit     *tree.Unit
	files    []string
	function *tree.FunctionDef
	found    source.Diagnostics
}

func (l *linter) stmt(s tree.Stmt) {
	if r, ok := s.(*tree.Return); ok && r.X != nil {
		l.result(r.X)
	}
	tree.Parts(s, l.expr, l.stmt)
}

func (l *linter) expr(e tree.Expr) {
	if c, ok := e.(*tree.Convert); ok {
		l.conversion(c)
	}
	tree.Operands(e, l.expr, l.stmt)
}

// conversion finds numbers that become pointers: what a pointer was made of must have been one. A
// constant is no address but a mark, such as an error code.
func (l *linter) conversion(c *tree.Convert) {
	from, to := c.Operand.ExprType(), c.Type
	switch {
	case isNumber(from) && to.Kind == tree.Pointer && !isConstant(c.Operand) && !fromPointer(c.Operand):
		l.found.Add(c.Pos, CodePointer, "in %s an integer of type %s is used as a pointer: make an object and use its address", l.function.Name, from.Name)
	case from.Kind == tree.Pointer && isNumber(to) && to.Kind != tree.Bool && to.Size < from.Size:
		l.found.Add(c.Pos, CodePointer, "in %s a pointer is kept in an integer of type %s, which is too small for it", l.function.Name, to.Name)
	}
}

// result finds results that C converts silently.
func (l *linter) result(e tree.Expr) {
	c, ok := e.(*tree.Convert)
	if !ok || c.Explicit {
		return
	}
	from, to := c.Operand.ExprType(), c.Type
	wrong := false
	switch {
	case from.Kind == tree.Pointer && to.Kind == tree.Pointer:
		wrong = !isVoid(from.Elem) && !isVoid(to.Elem) && from.Elem.Size != to.Elem.Size
	case from.Kind == tree.Pointer || to.Kind == tree.Pointer:
		wrong = !isConstant(c.Operand) && to.Kind != tree.Bool
	case from.IsFloating() != to.IsFloating():
		wrong = !isConstant(c.Operand)
	}
	if wrong {
		l.found.Add(c.Pos, CodeType, "the result of %s is of type %s, and a value of type %s is returned", l.function.Name, to.Name, from.Name)
	}
}

func isNumber(t *tree.Type) bool { return t.IsScalar() && t.Kind != tree.Pointer && !t.IsFloating() }

func isVoid(t *tree.Type) bool { return t == nil || t.Kind == tree.Void }

func isConstant(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.Constant:
		return true
	case *tree.Convert:
		return isConstant(e.Operand)
	case *tree.Unary:
		return isConstant(e.Operand)
	}
	return false
}

// fromPointer says that a number is computed from a pointer.
func fromPointer(e tree.Expr) bool {
	found := false
	tree.EachExpr(e, func(x tree.Expr) {
		found = found || x.ExprType() != nil && x.ExprType().Kind == tree.Pointer
	})
	return found
}

// uninitialized finds what some path reads that never got a value. The lowering has dropped what no path reads.
func (l *linter) uninitialized(program *ir.Program) {
	for _, f := range program.Functions {
		for _, b := range reached(f) {
			for _, i := range b.Instructions {
				h, ok := i.(*ir.Havoc)
				if !ok || h.Input.Kind != ir.UninitializedRead || !slices.Contains(l.files, h.Position().File) {
					continue
				}
				name := h.Input.Name
				if name == "" {
					name = h.Dst.Name
				}
				what := "the variable " + name + " of " + f.Name
				if strings.HasPrefix(name, "result of ") {
					what = "the " + name
				}
				l.found.Add(h.Position(), CodeUninitialized, "%s may be used without a value", what)
			}
		}
	}
}

// reached are the blocks that the entry of a function reaches.
func reached(f *ir.Function) []*ir.Block {
	seen := map[*ir.Block]bool{f.Blocks[0]: true}
	work := []*ir.Block{f.Blocks[0]}
	for i := 0; i < len(work); i++ {
		for _, next := range work[i].Successors() {
			if !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
	}
	return work
}

// dependsOnData says that a place which is not modelled says nothing of the model it is in: where a platform's models
// end, and numbers that no program makes.
func dependsOnData(code source.Code) bool {
	return code == lower.CodeBeyond || code == lower.CodePattern
}

// executable finds what keeps a model from running: constructs that are not modelled, and functions
// that nobody defines.
func (l *linter) executable(program *ir.Program, outside []string) {
	for _, f := range program.Functions {
		if len(f.Blocks) == 0 || slices.Contains(outside, f.Name) { // what stands in its place says that there is none
			continue
		}
		reachable := f.Reachable()
		for i, b := range f.Blocks {
			if !reachable[i] { // as the return of a function behind a call of exit
				continue
			}
			// A pointer that no function of the models is for is to a function of the program that they surround.
			if t, ok := b.Terminator.(*ir.Unsupported); ok && !dependsOnData(t.Diagnostic.Code) && !strings.HasPrefix(t.Diagnostic.Message, "call through a pointer") && slices.Contains(l.files, t.Diagnostic.Pos.File) {
				l.found.Add(t.Diagnostic.Pos, CodeExecutable, "%s does not run: %s", f.Name, t.Diagnostic.Message)
			}
		}
	}
	for _, u := range program.Undefined {
		if !u.Standard && !slices.Contains(outside, u.Name) && slices.Contains(l.files, u.Pos.File) {
			l.found.Add(u.Pos, CodeExecutable, "%s is called, and nobody defines it", u.Name)
		}
	}
}
