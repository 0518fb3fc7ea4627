package ir_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// loopText is a program of one loop over a counter i of eight bits: the guard of staying in it, what a
// round does, and what the global g is behind it.
func loopText(stay, round, behind string) string {
	last := "3"
	if strings.Contains(round, "block 3") {
		last = "4"
	}
	return `language "boogie"
model "none" 0 0 0
entry main
global |g| (_ BitVec 8)
global |h| (_ BitVec 8)
function main {
  local |i| (_ BitVec 8)
  local |n| (_ BitVec 8)
  local |x| (_ BitVec 8)
  block 0 ""
    |i| := #x03
    |n| := |h|
    |x| := #x00
    goto true 1
  block 1 ""
    goto ` + stay + ` 2 (not ` + stay + `) ` + last + `
  block 2 ""
` + round + `
    goto true 1
  block ` + last + ` ""
    |g| := ` + behind + `
    return
}
`
}

// TestDeleteLoops: which loops go, and which stay since they may not end, or since something is read or done.
func TestDeleteLoops(t *testing.T) {
	const up, down = "    |i| := (bvadd |i| #x01)", "    |i| := (bvadd |i| #xff)"
	cases := map[string]struct {
		stay, round, behind string
		goes                bool
	}{
		"counts up":               {"(bvult |i| |n|)", up, "#x01", true},
		"counts up, signed":       {"(bvslt |i| |n|)", up, "#x01", true},
		"counts down":             {"(bvult #x00 |i|)", down, "#x01", true},
		"until it is there":       {"(not (= |i| |n|))", up, "#x01", true},
		"downwards until there":   {"(not (= |i| |n|))", down, "#x01", true},
		"one more than a counter": {"(bvult (bvadd |i| #x01) |n|)", up, "#x01", true},
		"with a value for itself": {"(bvult |i| |n|)", up + "\n    |x| := (bvadd |x| |i|)", "#x01", true},
		"one of two conditions":   {"(and (bvult |i| |n|) (bvult |x| #x05))", up, "#x01", true},
		"steps of two":            {"(bvult |i| |n|)", "    |i| := (bvadd |i| #x02)", "#x01", false},
		"steps of two, until":     {"(not (= |i| |n|))", "    |i| := (bvadd |i| #x02)", "#x01", false},
		"away from the limit":     {"(bvult |i| |n|)", down, "#x01", false},
		"at most":                 {"(bvule |i| |n|)", up, "#x01", false},
		"one of them is enough":   {"(or (bvult |i| |n|) (bvult |x| #x05))", up, "#x01", false},
		"the limit moves":         {"(bvult |i| |n|)", up + "\n    |n| := (bvadd |n| #x01)", "#x01", false},
		"set back":                {"(bvult |i| |n|)", up + "\n    |i| := #x00", "#x01", false},
		"wraps in fewer bits": {"(bvult ((_ zero_extend 8) |i|) (concat |n| #x00))",
			up, "#x01", false},
		"read behind it":    {"(bvult |i| |n|)", up, "|i|", false},
		"a sum behind it":   {"(bvult |i| |n|)", up + "\n    |x| := (bvadd |x| |i|)", "|x|", false},
		"changes a global":  {"(bvult |i| |n|)", up + "\n    |h| := |i|", "#x01", false},
		"takes an input":    {"(bvult |i| |n|)", up + "\n    havoc |x| input 0 nondet \"x\" type \"int\"", "#x01", false},
		"assumes something": {"(bvult |i| |n|)", up + "\n    assume (bvult |i| #x09)", "#x01", false},
	}
	for name, c := range cases {
		p := parsed(t, loopText(c.stay, c.round, c.behind), term.NewBuilder())
		ir.Normalize(p)
		ir.DeleteLoops(p)
		mustCheck(t, p)
		if goes := len(p.Entry.NaturalLoops()) == 0; goes != c.goes {
			t.Errorf("%s: deleted is %v\n%s", name, goes, p.Entry)
		}
	}
}

// TestDeleteLoopsWithOtherExits: a loop with an error in it stays, and one that a run may leave to two places.
func TestDeleteLoopsWithOtherExits(t *testing.T) {
	text := loopText("(bvult |i| |n|)", "    |i| := (bvadd |i| #x01)\n    goto (= |i| |x|) 3 (not (= |i| |x|)) 1\n  block 3 \"\"\n    END", "#x01")
	for end, goes := range map[string]bool{"error \"bad\"": false, "return": false, "goto true 1": true, "goto true 4": true} {
		p := parsed(t, strings.Replace(strings.Replace(text, "END\n    goto true 1", "END", 1), "END", end, 1), term.NewBuilder())
		ir.Normalize(p)
		ir.DeleteLoops(p)
		mustCheck(t, p)
		if got := len(p.Entry.NaturalLoops()) == 0; got != goes {
			t.Errorf("%s: deleted is %v\n%s", end, got, p.Entry)
		}
	}
}

// randomLoops makes a program of a loop, or two nested ones, over counters of three bits, some of which end.
type randomLoops struct {
	*rand.Rand
	terms *term.Builder
	vars  []*term.Term
}

func (r *randomLoops) operand() *term.Term {
	v := r.vars[r.Intn(len(r.vars))]
	switch r.Intn(4) {
	case 0:
		return r.terms.BVConst(3, uint64(r.Intn(8)))
	case 1:
		return r.terms.BVAdd(v, r.terms.BVConst(3, uint64(r.Intn(8))))
	}
	return v
}

func (r *randomLoops) cond() *term.Term {
	x, y := r.operand(), r.operand()
	cond := []*term.Term{r.terms.BVUlt(x, y), r.terms.BVSlt(x, y), r.terms.Not(r.terms.Eq(x, y)), r.terms.BVUle(x, y)}[r.Intn(4)]
	if r.Intn(4) == 0 {
		return r.terms.And(cond, r.cond())
	}
	return cond
}

func newRandomLoops(seed int64) *ir.Program {
	r := &randomLoops{Rand: rand.New(rand.NewSource(seed)), terms: term.NewBuilder()}
	p := ir.NewProgram(r.terms, nil)
	g := p.NewGlobal("g", r.terms.BV(3))
	f := p.NewFunction("main", source.Pos{})
	p.Entry = f
	var locals []*ir.Variable
	for i := range 2 {
		v := f.NewLocal(fmt.Sprintf("x%d", i), r.terms.BV(3))
		locals = append(locals, v)
		r.vars = append(r.vars, v.Sym)
	}
	var blocks []*ir.Block
	for range 7 {
		blocks = append(blocks, f.NewBlock("", f.Pos))
	}
	for _, v := range locals {
		blocks[0].Emit(&ir.Havoc{Dst: v, Input: &ir.Input{ID: v.Index + 1, Kind: ir.InputKind(1), Name: v.Name, Type: "int"}})
	}
	move := func(b *ir.Block) {
		v := locals[r.Intn(len(locals))]
		src := r.terms.BVAdd(v.Sym, r.terms.BVConst(3, []uint64{1, 1, 1, 7, 7, 7, 2}[r.Intn(7)]))
		if r.Intn(6) == 0 {
			src = r.operand()
		}
		b.Emit(&ir.Assign{Dst: v, Src: src})
	}
	branch := func(b *ir.Block, then, other int) {
		cond := r.cond()
		b.Terminator = &ir.Goto{Targets: []ir.Target{{Guard: cond, Block: blocks[then]}, {Guard: r.terms.Not(cond), Block: blocks[other]}}}
	}
	blocks[0].Jump(f.Pos, blocks[1])
	branch(blocks[1], 2, 6) // the outer loop
	move(blocks[2])
	branch(blocks[2], 3, 4) // an arm, or not
	move(blocks[3])
	blocks[3].Jump(f.Pos, blocks[4])
	if r.Intn(2) == 0 {
		branch(blocks[4], 5, 1) // an inner loop
	} else {
		blocks[4].Jump(f.Pos, blocks[1])
	}
	move(blocks[5])
	blocks[5].Jump(f.Pos, blocks[4])
	if r.Intn(3) == 0 {
		blocks[6].Emit(&ir.Assign{Dst: g, Src: r.operand()})
	}
	blocks[6].Terminator = &ir.Return{}
	return p
}

// TestRandomDeletedLoops: a run of a program ends as before when loops are deleted, or does not end as before.
func TestRandomDeletedLoops(t *testing.T) {
	deleted, endless := 0, 0
	for seed := int64(0); seed < 1200; seed++ {
		p := newRandomLoops(seed)
		mustCheck(t, p)
		ir.Normalize(p)
		text := p.String()
		var before []string
		for inputs := range int64(3) {
			before = append(before, execute(t, p, inputs))
		}
		loops := len(p.Entry.NaturalLoops())
		ir.DeleteLoops(p)
		ir.Normalize(p)
		mustBeNormal(t, p)
		if len(p.Entry.NaturalLoops()) < loops {
			deleted++
		}
		for inputs, was := range before {
			if was == "" {
				endless++
			}
			if now := execute(t, p, int64(inputs)); now != was {
				t.Fatalf("seed %d, inputs %d: %q was %q\n%s\n%s", seed, inputs, now, was, text, p)
			}
		}
	}
	if deleted < 30 || endless < 500 {
		t.Errorf("loops were deleted in %d programs, and %d runs do not end", deleted, endless)
	}
}
