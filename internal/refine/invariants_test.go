package refine

import (
	"context"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

const adder = `global g (_ BitVec 8)
entry main
function main {
  local |main::x| (_ BitVec 8)
  block 0 ""
    havoc |main::x| input 0 nondet "f" type "char"
    g := (bvadd |main::x| #x01)
    goto (bvult g #x05) 1 (not (bvult g #x05)) 2
  block 1 ""
    error "small"
  block 2 ""
    return
}
`

func engineFor(t *testing.T, text string) *Engine {
	t.Helper()
	p, err := ir.Parse(text, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	ir.ComputeModifies(p)
	s, err := chain.New(p.Terms, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return NewEngine(context.Background(), p, s, Options{TestSteps: 100, Check: true})
}

// TestAbsentFindsDamage removes an edge that some step takes.
func TestAbsentFindsDamage(t *testing.T) {
	e := engineFor(t, adder)
	terms := e.Terms()
	g := region.New(terms, e.Program.Entry, verdict.ErrorExit, terms.True(), nil)
	x := e.NewExplorer(Question{Graph: g, Activation: e.Root()})
	small, large := g.Split(g.Locations[1].Root, terms.BVUlt(e.Program.Globals[0].Sym, terms.BVConst(8, 5)))
	edge := region.Edge{Block: 0, Target: 0}
	g.Remove(g.Locations[0].Root, edge, large, nil)
	if err := x.CheckAbsent(); err != nil {
		t.Errorf("no step leads there: %v", err)
	}
	g.Remove(g.Locations[0].Root, edge, small, nil)
	if x.CheckAbsent() == nil {
		t.Error("a step takes the absent edge")
	}
}
