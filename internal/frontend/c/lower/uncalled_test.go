package lower_test

import (
	"strings"
	"testing"

	"yogi/internal/frontend/c/lower"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// TestUncalled gives the address of a function away in a program that runs in a kernel's platform.
func TestUncalled(t *testing.T) {
	routineType := &tree.Type{Kind: tree.Function, Name: "void (void)", Size: -1, Result: voidType}
	pointerTo := func(to *tree.Type) *tree.Type {
		return &tree.Type{Kind: tree.Pointer, Name: to.Name + " *", Size: 4, Align: 4, Elem: to}
	}
	routinePointer, anyPointer := pointerTo(routineType), pointerTo(voidType)
	own := &tree.Type{
		Kind: tree.Struct, Name: "struct own", Tag: "own", Size: 8, Align: 4, Defined: source.Pos{File: "module.c", Line: 1, Column: 1},
		Fields: []*tree.Field{{Name: "x", Type: intType}, {Name: "call", Type: routinePointer, Offset: 4, Index: 1}},
	}
	routine := define("routine", voidType)
	routine.Type, routine.AddressTaken = routineType, true
	address := &tree.AddressOf{Node: node(routinePointer), Operand: &tree.FunctionRef{Node: node(routineType), Function: routine}}
	static := func(name string, of *tree.Type) *tree.Object {
		return &tree.Object{Name: name, Type: of, Static: true, Linkage: tree.InternalLinkage}
	}
	kept, filled, held := static("kept", own), static("filled", own), static("held", anyPointer)
	held.AddressTaken = true
	filled.Init = &tree.Initializer{Entries: []tree.InitEntry{{Offset: 4, Type: routinePointer, Value: address}}}
	listed := static("listed", routinePointer)
	listed.Section, listed.Init = ".routines", &tree.Initializer{Entries: []tree.InitEntry{{Type: routinePointer, Value: address}}}

	give := declare("give", voidType)
	give.Type.Params = []*tree.Type{anyPointer}
	asData := func(e tree.Expr) tree.Expr { return &tree.Convert{Node: node(anyPointer), Operand: e} }
	through := func(o *tree.Object) tree.Stmt {
		return &tree.ExprStmt{X: &tree.Call{Node: node(voidType), Callee: field(ref(o), 1)}}
	}
	hand := func(e tree.Expr) tree.Stmt { return &tree.ExprStmt{X: call(give, asData(e))} }
	addressOf := func(o *tree.Object) tree.Expr {
		return &tree.AddressOf{Node: node(pointerTo(o.Type)), Operand: ref(o)}
	}
	const uncalled, handed = "routine is given away, and nothing here calls it", "give is given functions of the program"
	for _, c := range []struct {
		name, want string
		objects    []*tree.Object
		stmts      []tree.Stmt
	}{
		{name: "stored", want: uncalled, stmts: []tree.Stmt{assign(field(ref(kept), 1), address)}},
		{name: "stored and called", stmts: []tree.Stmt{assign(field(ref(kept), 1), address), through(kept)}},
		{name: "called in another object", stmts: []tree.Stmt{assign(field(ref(kept), 1), address), through(filled)}},
		{name: "initial", want: uncalled, stmts: []tree.Stmt{assign(field(ref(filled), 0), number(1))}},
		{name: "in a section", want: uncalled, objects: []*tree.Object{listed}},
		{name: "by name", stmts: []tree.Stmt{&tree.ExprStmt{X: call(routine)}}},
		{
			name: "handed as data", want: handed,
			stmts: []tree.Stmt{assign(ref(held), asData(address)), hand(ref(held)), assign(field(ref(kept), 1), address), through(kept)},
		},
		{
			name: "handed by address", want: handed,
			stmts: []tree.Stmt{assign(ref(held), asData(address)), hand(addressOf(held)), assign(field(ref(kept), 1), address), through(kept)},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			load := define("load", voidType, c.stmts...)
			entry := define("main", voidType, &tree.ExprStmt{X: call(load)})
			for _, f := range []*tree.FunctionDef{load, routine, give} {
				f.Pos = source.Pos{File: "module.c", Line: 2, Column: 1}
			}
			entry.Pos = source.Pos{File: "platform/harness.c", Line: 1, Column: 1}
			unit := &tree.Unit{
				Functions: []*tree.FunctionDef{entry, load, routine, give}, Pointer: 4,
				Objects: append([]*tree.Object{kept, filled, held}, c.objects...),
			}
			p, err := lower.Program(unit, lower.Options{
				Terms: term.NewBuilder(), Model: ilp32(), Entry: "main", TypedCalls: true, Undefined: lower.UndefinedNondet,
			})
			if err != nil {
				t.Fatal(err)
			}
			got := refusals(p)
			if c.want == "" && got != "" || c.want != "" && !strings.Contains(got, c.want) {
				t.Errorf("refused: %q, want %q", got, c.want)
			}
		})
	}
}

// refusals are what a program says of what is not modelled.
func refusals(p *ir.Program) string {
	var out []string
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if u, ok := b.Terminator.(*ir.Unsupported); ok {
				out = append(out, u.Diagnostic.Message)
			}
		}
	}
	return strings.Join(out, "\n")
}
