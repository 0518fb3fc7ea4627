package split_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"yogi/internal/certify/split"
	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/memory"
	"yogi/internal/pointsto"
	"yogi/internal/term"
)

// cut is a program with split memory, and what the check needs.
type cut struct {
	before *split.Record
	after  *ir.Program
	claim  *pointsto.Claim
}

func programs(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"../../../e2e/programs/*struct*.c", "../../../e2e/programs/*pointer*.c", "../../../e2e/programs/*array*.c", "../../../e2e/programs/list_*.c", "../../../examples/drivers/*.c"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, found...)
	}
	if len(out) < 5 {
		t.Fatal("no programs")
	}
	return out
}

func cutFile(t *testing.T, file string) *cut {
	t.Helper()
	p, _, err := c.Load(context.Background(), c.Options{DataModel: "ILP32", Units: []c.Unit{{File: file}}, Terms: term.NewBuilder()})
	if err != nil || p == nil {
		return nil
	}
	ir.Normalize(p)
	ir.Simplify(p)
	out := cutProgram(t, p)
	if err := split.Check(out.before, p, out.claim); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return out
}

// cutText is a program of the text form with split memory.
func cutText(t *testing.T, text string) *cut {
	t.Helper()
	p, err := ir.Parse(text, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	return cutProgram(t, p)
}

func cutProgram(t *testing.T, p *ir.Program) *cut {
	t.Helper()
	out := &cut{before: split.Take(p), after: p}
	var err error
	if out.claim, err = memory.LowerNormal(p, memory.Options{Split: true}); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestProgramMutations changes lowered programs: every change of what a program does is rejected.
func TestProgramMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	mutations := 0
	for _, file := range programs(t) {
		for range 20 {
			x := cutFile(t, file)
			if x == nil {
				break
			}
			what := x.mutateProgram(r)
			if what == "" {
				continue
			}
			mutations++
			var rejection *split.Rejection
			if err := split.Check(x.before, x.after, x.claim); !errors.As(err, &rejection) {
				t.Errorf("%s: %s: %v", file, what, err)
			}
		}
	}
	t.Logf("%d mutations", mutations)
	if mutations < 100 {
		t.Error("hardly anything was changed")
	}
}

// mutateProgram changes one thing and says what, "" if there was nothing of the kind.
func (x *cut) mutateProgram(r *rand.Rand) string {
	f := x.after.Functions[r.IntN(len(x.after.Functions))]
	if len(f.Blocks) == 0 {
		return ""
	}
	b := f.Blocks[r.IntN(len(f.Blocks))]
	if len(b.Instructions) == 0 {
		return ""
	}
	n := r.IntN(len(b.Instructions))
	b.Instructions = append([]ir.Instruction(nil), b.Instructions...)
	switch r.IntN(5) {
	case 0:
		b.Instructions = append(b.Instructions[:n], b.Instructions[n+1:]...)
		return "an instruction is dropped"
	case 1:
		b.Instructions = append(b.Instructions, b.Instructions[n])
		return "an instruction is repeated"
	case 2:
		if len(x.after.InitialRanges) > 0 {
			x.after.InitialRanges[r.IntN(len(x.after.InitialRanges))].To += 1 << 14
			return "more starts as zero"
		}
	case 3:
		if a, ok := b.Instructions[n].(*ir.Assign); ok && a.Src.Op() == term.OpStore {
			args := a.Src.Args()
			value := x.after.Terms.Const(args[2].Sort().Zero())
			if value == args[2] {
				return ""
			}
			b.Instructions[n] = &ir.Assign{At: a.At, Dst: a.Dst, Src: x.after.Terms.Store(args[0], args[1], value)}
			return "another value is written"
		}
	case 4:
		if a, ok := b.Instructions[n].(*ir.Assign); ok {
			for _, v := range x.after.Globals {
				if v.Memory != nil && v != a.Dst && v.Sort == a.Dst.Sort && a.Src.DependsOn(a.Dst.Sym) {
					src := x.after.Terms.Substitute(a.Src, map[*term.Term]*term.Term{a.Dst.Sym: v.Sym})
					b.Instructions[n] = &ir.Assign{At: a.At, Dst: v, Src: src}
					return "another map is written"
				}
			}
		}
	}
	return ""
}

// TestTwoThatAreOne takes a group that several variables point into and gives one of them a group of its
// own, with cells and maps of its own: the claim of a split that keeps apart what is one. The flows of
// addresses between them contradict it.
func TestTwoThatAreOne(t *testing.T) {
	tried := 0
	for _, file := range programs(t) {
		x := cutFile(t, file)
		if x == nil || x.claim.Whole != nil {
			continue
		}
		users := map[*pointsto.Group][]*ir.Variable{}
		for _, f := range x.after.Functions {
			for _, v := range f.Variables() {
				if g := x.claim.Variables[v].Group; g != nil {
					users[g] = append(users[g], v)
				}
			}
		}
		for g, variables := range users {
			for _, v := range variables {
				if !x.flowsTo(v) {
					continue
				}
				was, globals := x.claim.Variables[v], x.after.Globals
				other := &pointsto.Group{Stride: g.Stride}
				for _, c := range g.Cells {
					stated := *c
					if c.Map != nil {
						stated.Map = x.after.NewGlobal(fmt.Sprintf("other.%d", len(x.after.Globals)+100*tried), c.Map.Sort)
					}
					other.Cells = append(other.Cells, &stated)
				}
				x.claim.Groups = append(x.claim.Groups, other)
				x.claim.Variables[v] = pointsto.Place{Claimed: true, Group: other, Offset: was.Offset}
				tried++
				var rejection *split.Rejection
				if err := split.Check(x.before, x.after, x.claim); !errors.As(err, &rejection) {
					t.Errorf("%s: %s in a group of its own: %v", file, v.Name, err)
				}
				x.claim.Groups = x.claim.Groups[:len(x.claim.Groups)-1]
				x.claim.Variables[v], x.after.Globals = was, globals
			}
		}
		if err := split.Check(x.before, x.after, x.claim); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	t.Logf("%d corrupted claims", tried)
	if tried < 20 {
		t.Error("hardly anything was changed")
	}
}

// TestForgottenSite leaves one of the sites out that are claimed of a variable or of a cell's contents: each is
// claimed since an address of its objects flows there.
func TestForgottenSite(t *testing.T) {
	tried := 0
	for _, file := range programs(t) {
		x := cutFile(t, file)
		if x == nil || x.claim.Whole != nil {
			continue
		}
		without := func(what string, p pointsto.Place, set func(pointsto.Place)) {
			if len(p.Sites) < 2 {
				return
			}
			for n := range p.Sites {
				less := p
				less.Sites = slices.Delete(slices.Clone(p.Sites), n, n+1)
				set(less)
				tried++
				var rejection *split.Rejection
				if err := split.Check(x.before, x.after, x.claim); !errors.As(err, &rejection) {
					t.Errorf("%s: %s without site %d: %v", file, what, p.Sites[n], err)
				}
			}
			set(p)
		}
		for v, p := range x.claim.Variables {
			without(v.Name, p, func(p pointsto.Place) { x.claim.Variables[v] = p })
		}
		for _, g := range x.claim.Groups {
			for _, c := range g.Cells {
				without(fmt.Sprintf("the cell at %d", c.Low), c.Content, func(p pointsto.Place) { c.Content = p })
			}
		}
		if err := split.Check(x.before, x.after, x.claim); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	t.Logf("%d corrupted claims", tried)
	if tried < 20 {
		t.Error("hardly anything was changed")
	}
}

// TestCellInPart: a cell whose contents are told apart as addresses is not claimed to be written whole where a
// store writes a part of it, and not in pieces.
func TestCellInPart(t *testing.T) {
	const text = `
language "c"
model "ILP32" 32 32 12
global next (_ BitVec 32)
counter next 4096
entry main
function main {
  local |main::p| (_ BitVec 32)
  local |main::q| (_ BitVec 32)
  local |main::x| (_ BitVec 32)
  local |main::c| (_ BitVec 8)
  block 0 ""
    alloc |main::p| #x00000008 heap site 0 type "int *"
    alloc |main::q| #x00000008 heap site 1 type "int"
    store |main::p| |main::q| type "int *" pointer
    %s
    load |main::q| |main::p| type "int *" pointer
    store |main::q| #x00000001 type "int"
    load |main::x| |main::q| type "int"
    return
}
`
	for name, in := range map[string]struct {
		part   string
		stride int64
	}{
		"read":    {`load |main::c| |main::p| type "char"`, 0},
		"written": {`store |main::p| #x04 type "char"`, 1},
	} {
		x := cutText(t, fmt.Sprintf(text, in.part))
		if err := split.Check(x.before, x.after, x.claim); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, g := range x.claim.Groups {
			for _, c := range g.Cells {
				to := c.Content.Group
				if to == nil {
					continue
				}
				if to.Stride != in.stride {
					t.Errorf("%s: the stride is %d", name, to.Stride)
				}
				c.Whole = !c.Whole
				var rejection *split.Rejection
				if err := split.Check(x.before, x.after, x.claim); !errors.As(err, &rejection) {
					t.Errorf("%s, whole %t: %v", name, c.Whole, err)
				}
				c.Whole = !c.Whole
			}
		}
	}
}

// flowsTo reports whether an address comes into v from elsewhere: as an argument, by an assignment or by
// a load.
func (x *cut) flowsTo(v *ir.Variable) bool {
	for _, f := range x.after.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				switch i := i.(type) {
				case *ir.Assign:
					if i.Dst == v {
						return x.bears(i.Src)
					}
				case *ir.Call:
					for n, arg := range i.Args {
						if i.Callee.Params[n] == v {
							return x.bears(arg)
						}
					}
				}
			}
		}
	}
	return false
}

// bears reports whether a term is a variable that points into a group or reads such a cell.
func (x *cut) bears(t *term.Term) bool {
	v := x.after.VariableOf(t)
	return v != nil && x.claim.Variables[v].Group != nil
}
