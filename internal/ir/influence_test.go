package ir_test

import (
	"testing"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// TestInfluences follows values through assignments, parameters and results: a goes to a guard by way of f, b is
// only stored, c is assumed about.
func TestInfluences(t *testing.T) {
	terms := term.NewBuilder()
	p := ir.NewProgram(terms, nil)
	sort := terms.BV(8)
	g, stored := p.NewGlobal("g", sort), p.NewGlobal("stored", sort)
	f := p.NewFunction("f", source.Pos{})
	parameter, result := f.NewParameter("x", sort), f.NewResult("return", sort)
	block := f.NewBlock("", source.Pos{})
	block.Emit(&ir.Assign{Dst: result, Src: terms.BVAdd(parameter.Sym, terms.BVConst(8, 1))})
	block.Terminator = &ir.Return{}
	main := p.NewFunction("main", source.Pos{})
	p.Entry = main
	a, b, c := main.NewLocal("a", sort), main.NewLocal("b", sort), main.NewLocal("c", sort)
	start, end := main.NewBlock("", source.Pos{}), main.NewBlock("", source.Pos{})
	for i, v := range []*ir.Variable{a, b, c} {
		start.Emit(&ir.Havoc{Dst: v, Input: &ir.Input{ID: i + 1, Kind: ir.UndefinedCall, Name: v.Name}})
	}
	start.Emit(&ir.Call{Callee: f, Args: []*term.Term{a.Sym}, Results: []*ir.Variable{g}})
	start.Emit(&ir.Assign{Dst: stored, Src: b.Sym})
	start.Emit(&ir.Assume{Cond: terms.Ne(c.Sym, terms.BVConst(8, 0))})
	start.Branch(source.Pos{}, terms.Eq(g.Sym, terms.BVConst(8, 3)), end, end)
	end.Terminator = &ir.Return{}
	var names []string
	for _, h := range ir.Influences(p) {
		names = append(names, h.Dst.Source)
	}
	if len(names) != 2 || names[0] != "a" || names[1] != "c" {
		t.Errorf("%v have a part in a condition, want a and c", names)
	}
}
