package lower_test

import (
	"math/big"
	"strings"
	"testing"

	"yogi/internal/frontend/c/lower"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

var (
	voidType = &tree.Type{Kind: tree.Void, Name: "void", Size: 1, Align: 1}
	intType  = &tree.Type{Kind: tree.Integer, Name: "int", Size: 4, Align: 4, Signed: true}
	pairType = &tree.Type{Kind: tree.Struct, Name: "struct pair", Size: 8, Align: 4, Fields: []*tree.Field{
		{Name: "x", Type: intType},
		{Name: "low", Type: intType, Offset: 4, BitWidth: 3},
		{Name: "high", Type: intType, Offset: 4, BitOffset: 3, BitWidth: 5, Index: 2},
	}}
)

func ilp32() *ir.DataModel {
	return &ir.DataModel{Name: "ILP32", PointerWidth: 32, LongWidth: 32, GranuleBits: 12}
}

func node(t *tree.Type) tree.Node { return tree.Node{Type: t} }

func number(n int64) tree.Expr { return &tree.Constant{Node: node(intType), Int: big.NewInt(n)} }

func ref(o *tree.Object) tree.Expr { return &tree.ObjectRef{Node: node(o.Type), Object: o} }

func binary(op tree.Operator, l, r tree.Expr) tree.Expr {
	return &tree.Binary{Node: node(intType), Op: op, Left: l, Right: r}
}

func assign(target, v tree.Expr) tree.Stmt {
	return &tree.ExprStmt{X: &tree.Assign{Node: node(target.ExprType()), Target: target, Value: v}}
}

func field(base tree.Expr, n int) tree.Expr {
	f := base.ExprType().Fields[n]
	return &tree.Member{Node: node(f.Type), Base: base, Field: f}
}

func call(def *tree.FunctionDef, args ...tree.Expr) tree.Expr {
	callee := &tree.FunctionRef{Node: node(def.Type), Function: def}
	return &tree.Call{Node: node(def.Type.Result), Callee: callee, Args: args}
}

func define(name string, result *tree.Type, stmts ...tree.Stmt) *tree.FunctionDef {
	f := declare(name, result)
	f.Body = &tree.Block{Stmts: stmts}
	return f
}

func declare(name string, result *tree.Type) *tree.FunctionDef {
	return &tree.FunctionDef{Name: name, Type: &tree.Type{Kind: tree.Function, Name: "function", Size: -1, Result: result}}
}

func lowered(t *testing.T, functions ...*tree.FunctionDef) *ir.Program {
	t.Helper()
	unit := &tree.Unit{Functions: functions, Pointer: 4, Char: true}
	p, err := lower.Program(unit, lower.Options{Terms: term.NewBuilder(), Model: ilp32()})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Check(p); err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	ir.Normalize(p)
	if err := ir.CheckNormal(p); err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	return p
}

func TestBitFieldsInRegisters(t *testing.T) {
	s := &tree.Object{Name: "s", Type: pairType}
	fail := declare("reach_error", voidType)
	main := define("main", intType,
		&tree.Declare{Object: s},
		assign(field(ref(s), 1), number(5)),
		&tree.If{Cond: binary(tree.Less, field(ref(s), 1), number(0)), Then: &tree.ExprStmt{X: call(fail)}},
		&tree.Return{X: number(0)})
	text := lowered(t, main, fail).String()
	for _, want := range []string{"main::s.x", "main::s.low", "(_ BitVec 3)", "reach_error() is called"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "alloc") {
		t.Errorf("memory is used in\n%s", text)
	}
}

func TestAddressTakenLivesInMemory(t *testing.T) {
	pointer := &tree.Type{Kind: tree.Pointer, Name: "int *", Size: 4, Align: 4, Elem: intType}
	x := &tree.Object{Name: "x", Type: intType}
	y := &tree.Object{Name: "y", Type: intType}
	p := &tree.Object{Name: "p", Type: pointer}
	star := &tree.Deref{Node: node(intType), Pointer: ref(p)}
	main := define("main", intType,
		&tree.Declare{Object: x}, &tree.Declare{Object: y}, &tree.Declare{Object: p},
		assign(ref(p), &tree.AddressOf{Node: node(pointer), Operand: ref(x)}),
		assign(star, number(3)),
		assign(ref(y), star),
		&tree.Return{X: ref(y)})
	text := lowered(t, main).String()
	for _, want := range []string{"alloc |main::&x|", "store |main::p|", "|main::y|"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "|main::x|") {
		t.Errorf("x is also a register in\n%s", text)
	}
}

// A left operand keeps its value while the right one is evaluated, and where that comes first the left
// one is read behind it.
func TestEitherOrder(t *testing.T) {
	g := &tree.Object{Name: "g", Type: intType, Static: true, Linkage: tree.ExternalLinkage}
	change := define("change", intType, assign(ref(g), number(7)), &tree.Return{X: number(1)})
	main := define("main", intType, &tree.Return{X: binary(tree.Add, ref(g), call(change))})
	text := lowered(t, main, change).String()
	for _, want := range []string{"(bvadd |main::t2| |main::t3|)", "(bvadd g |main::t4|)"} {
		if !strings.Contains(text, want) {
			t.Errorf("no sum is %s:\n%s", want, text)
		}
	}
}

func TestJumpPastDeclaration(t *testing.T) {
	x := &tree.Object{Name: "x", Type: intType}
	label := &tree.Label{Name: "inside"}
	main := define("main", intType,
		&tree.Goto{Label: label},
		&tree.Block{Stmts: []tree.Stmt{
			&tree.Declare{Object: x},
			&tree.Labeled{Label: label},
			&tree.Return{X: ref(x)},
		}})
	lowered(t, main)
}

func TestNoEntry(t *testing.T) {
	unit := &tree.Unit{Functions: []*tree.FunctionDef{define("other", voidType)}}
	_, err := lower.Program(unit, lower.Options{Model: ilp32()})
	if err == nil || !strings.Contains(err.Error(), "other") {
		t.Errorf("got %v, want a hint that names the function found", err)
	}
}
