package element_test

import (
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	check "yogi/internal/certify/element"
	"yogi/internal/element"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// list makes a list whose nodes hold 1, and reads it.
const list = `language "c"
model "LP64" 64 64 32
global |next address| (_ BitVec 64)
global data (Array (_ BitVec 64) (_ BitVec 32)) memory 32 1 "int"
global next (Array (_ BitVec 64) (_ BitVec 64)) memory 64 2 "struct node *"
counter |next address| 4294967296
entry main
function main {
  local |main::head| (_ BitVec 64)
  local |main::more| (_ BitVec 32)
  local |main::new| (_ BitVec 64)
  block 0 ""
    |main::head| := #x0000000000000000
    goto true 1
  block 1 "loop"
    havoc |main::more| input 1 nondet "more" type "int" at @a.c:1:1
    goto (= |main::more| #x00000000) 3 (not (= |main::more| #x00000000)) 2
  block 2 ""
    |main::new| := |next address|
    |next address| := (bvadd |next address| #x0000000100000000)
    data := (store data |main::new| #x00000001)
    next := (store next (bvadd |main::new| #x0000000000000008) |main::head|)
    |main::head| := |main::new|
    goto true 1
  block 3 "loop"
    goto (= |main::head| #x0000000000000000) 5 (not (= |main::head| #x0000000000000000)) 4
  block 4 ""
    goto (= (select data |main::head|) #x00000001) 6 (not (= (select data |main::head|) #x00000001)) 7
  block 5 ""
    return
  block 6 ""
    |main::head| := (select next (bvadd |main::head| #x0000000000000008))
    goto true 3
  block 7 ""
    error "reached"
}
`

// fact is about block 3: the nodes hold 1.
var fact = element.Fact{
	Function: "main", Block: 3,
	Fact: `(=> (= (select |element kinds| ((_ extract 63 32) |chosen element|)) #x01) (= (select data |chosen element|) #x00000001))`,
	At:   [][]string{{"|main::head|", "|other chosen element|"}},
}

// changed makes the program and changes it.
func changed(t *testing.T, facts ...element.Fact) (*check.Record, *ir.Program) {
	t.Helper()
	p, err := ir.Parse(list, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	before := check.Take(p)
	if element.Track(p) == nil {
		t.Fatal("the program has no elements")
	}
	if err := element.Suppose(p, facts); err != nil {
		t.Fatal(err)
	}
	if err := ir.Check(p); err != nil {
		t.Fatal(err)
	}
	return before, p
}

// TestAccepts accepts what package element does: nothing but the ghost, one fact, two at one block
// and one at another.
func TestAccepts(t *testing.T) {
	other := fact
	other.Block, other.At = 1, [][]string{{"|next address|", "|main::head|"}, {"|main::head|", "|chosen element|"}}
	second := fact
	second.Fact = "(=> (= |chosen element| |main::head|) (bvult |chosen element| |next address|))"
	for _, facts := range [][]element.Fact{nil, {fact}, {fact, second, other}} {
		if err := check.Check(changed(t, facts...)); err != nil {
			t.Error(err)
		}
	}
}

// TestSupposeComplains: what a folder of evidence says is no fact of the program.
func TestSupposeComplains(t *testing.T) {
	for name, change := range map[string]func(f *element.Fact){
		"a function":                     func(f *element.Fact) { f.Function = "other" },
		"a block":                        func(f *element.Fact) { f.Block = 99 },
		"a formula":                      func(f *element.Fact) { f.Fact = "(= data" },
		"a name":                         func(f *element.Fact) { f.Fact = "(= nothing #x01)" },
		"an element":                     func(f *element.Fact) { f.At = [][]string{{"(select", "|main::head|"}} },
		"a truth":                        func(f *element.Fact) { f.Fact = "|next address|" },
		"an address":                     func(f *element.Fact) { f.At = [][]string{{"|main::head|", "#x01"}} },
		"an element for each chosen one": func(f *element.Fact) { f.At = [][]string{{"|main::head|"}} },
		"a formula without quantifiers": func(f *element.Fact) {
			f.Fact = "(forall ((x (_ BitVec 64))) (= (select data x) #x00000001))"
		},
	} {
		_, p := changed(t)
		f := fact
		change(&f)
		if err := element.Suppose(p, []element.Fact{f}); err == nil {
			t.Errorf("%s that there is not is taken", name)
		}
	}
}

// TestRejects damages the changed program in every way that would make the argument wrong.
func TestRejects(t *testing.T) {
	jump := func(b *ir.Block) *ir.Goto { return b.Terminator.(*ir.Goto) }
	for _, c := range []struct {
		name, reason string
		damage       func(p *ir.Program, main *ir.Function)
	}{
		{"an assumption of something else", "is not what it was", func(p *ir.Program, main *ir.Function) {
			jump(main.Blocks[3]).Targets[0].Block.Instructions[0].(*ir.Assume).Cond = p.Terms.False()
		}},
		{"an assumption without a check", "not that the facts hold", func(p *ir.Program, main *ir.Function) {
			jump(main.Blocks[3]).Targets[0].Guard, jump(main.Blocks[3]).Targets[1].Guard = p.Terms.True(), p.Terms.False()
		}},
		{"a check that leads on", "does not fail", func(p *ir.Program, main *ir.Function) {
			jump(main.Blocks[3]).Targets[1].Block.Terminator = &ir.Halt{}
		}},
		{"a state in which neither way is taken", "not a condition and the negation", func(p *ir.Program, main *ir.Function) {
			jump(main.Blocks[3]).Targets[1].Guard = p.Terms.False()
		}},
		{"an instruction between check and assumption", "is divided, and no branch", func(p *ir.Program, main *ir.Function) {
			main.Blocks[3].Emit(&ir.Assign{Dst: main.Locals[0], Src: p.Terms.BVConst(64, 0)})
		}},
		{"an instruction before the assumption", "is not what it was", func(p *ir.Program, main *ir.Function) {
			b := jump(main.Blocks[3]).Targets[0].Block
			b.Instructions = append([]ir.Instruction{&ir.Assign{Dst: main.Locals[0], Src: p.Terms.BVConst(64, 0)}}, b.Instructions...)
		}},
		{"one element in the place of two", "another number of elements", func(p *ir.Program, main *ir.Function) {
			p.Elements.Facts[0].At[0] = p.Elements.Facts[0].At[0][:1]
		}},
		{"a ghost that depends on the chosen one", "a ghost depends", func(p *ir.Program, main *ir.Function) {
			main.Blocks[2].Emit(&ir.Assign{Dst: p.Elements.Kinds, Src: p.Terms.Store(p.Elements.Kinds.Sym,
				p.Terms.Extract(63, 32, p.Elements.Chosen[1].Sym), p.Terms.BVConst(8, 1))})
		}},
		{"a chosen element that is assigned", "it is no constant", func(p *ir.Program, main *ir.Function) {
			p.Elements.Chosen[1].Constant = false
		}},
		{"another chosen element than the constant", "nobody chose it", func(p *ir.Program, main *ir.Function) {
			p.Elements.Chosen = p.Elements.Chosen[:1]
		}},
		{"a global that is said to be chosen", "was there before", func(p *ir.Program, main *ir.Function) {
			p.Elements.Chosen[0].Constant = false
			p.Elements.Chosen[0] = p.Globals[0]
		}},
		{"a fact about the chosen element at the start", "something else is known", func(p *ir.Program, main *ir.Function) {
			p.Initial = append(p.Initial, p.Terms.Eq(p.Elements.Chosen[0].Sym, p.Terms.BVConst(64, 0)))
		}},
		{"a guard that mentions the ghost", "ends in another way", func(p *ir.Program, main *ir.Function) {
			main.Blocks[4].Branch(main.Pos, p.Terms.Eq(p.Terms.Select(p.Elements.Kinds.Sym, p.Terms.BVConst(32, 1)), p.Terms.BVConst(8, 0)), main.Blocks[5], main.Blocks[6])
		}},
		{"an instruction that is gone", "an instruction is gone", func(p *ir.Program, main *ir.Function) {
			main.Blocks[6].Instructions = nil
		}},
		{"a write of a ghost to the program", "is not what it was", func(p *ir.Program, main *ir.Function) {
			main.Blocks[6].Instructions[0].(*ir.Assign).Src = p.Elements.Chosen[0].Sym
		}},
		{"a block that is new and belongs nowhere", "belongs to no other", func(p *ir.Program, main *ir.Function) {
			main.NewBlock("", main.Pos).Terminator = &ir.Halt{}
		}},
		{"a fact at a block that is new", "was not there", func(p *ir.Program, main *ir.Function) {
			p.Elements.Facts = append(p.Elements.Facts, ir.ElementFact{Block: jump(main.Blocks[3]).Targets[0].Block, Fact: p.Terms.True()})
		}},
		{"a fact that is not said", "ends in another way", func(p *ir.Program, main *ir.Function) { p.Elements.Facts = nil }},
		{"a program that says nothing", "nothing of elements", func(p *ir.Program, main *ir.Function) { p.Elements = nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, p := changed(t, fact)
			c.damage(p, p.Entry)
			err := check.Check(before, p)
			var rejection *check.Rejection
			if !errors.As(err, &rejection) {
				t.Fatalf("accepted (%v):\n%s", err, p)
			}
			t.Log(rejection)
			if !strings.Contains(rejection.Error(), c.reason) {
				t.Errorf("%v, want %q", rejection, c.reason)
			}
		})
	}
}

// TestTheorem: whatever facts are put into random programs over two small numbers, right ones and
// wrong ones, about one element or two, taken for granted of any or of the chosen ones themselves,
// one that can fail can still fail, with some elements chosen.
func TestTheorem(t *testing.T) {
	kept, cut, pairs := 0, 0, 0
	for seed := int64(0); seed < 600; seed++ {
		r := rand.New(rand.NewSource(seed))
		p, err := ir.Parse(randomProgram(r), term.NewBuilder())
		if err != nil {
			t.Fatal(err)
		}
		fails := canFail(t, p)
		before := check.Take(p)
		p.Elements = &ir.Elements{}
		for _, name := range []string{"c", "d"} {
			chosen := p.NewGlobal(name, p.Terms.BV(2))
			chosen.Constant = true
			p.Elements.Chosen = append(p.Elements.Chosen, chosen)
		}
		at := func() string {
			return []string{"x", "y", "(bvadd x y)", "(select m x)", "c", "d", "(select m c)", "(bvadd d x)"}[r.Intn(8)]
		}
		var facts []element.Fact
		for n := r.Intn(3) + 1; n > 0; n-- {
			made := element.Fact{Function: "main", Block: 1 + r.Intn(4), Fact: randomFormula(r, 2, "c", "d")}
			for n := r.Intn(2) + 1; n > 0; n-- {
				made.At = append(made.At, []string{at(), at()})
			}
			if strings.Contains(made.Fact, "c") && strings.Contains(made.Fact, "d") {
				pairs++
			}
			facts = append(facts, made)
		}
		if err := element.Suppose(p, facts); err != nil {
			t.Fatal(err)
		}
		if err := check.Check(before, p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		changed := canFail(t, p, p.Elements.Chosen...)
		switch {
		case fails && !changed:
			t.Fatalf("seed %d: the program can fail, and with facts it cannot:\n%s", seed, p)
		case fails:
			kept++
		case !changed:
			cut++
		}
	}
	if kept < 50 || cut < 20 || pairs < 50 {
		t.Errorf("%d programs that fail and %d that are safe with their facts, %d facts about two: too few to say anything", kept, cut, pairs)
	}
}

// randomFormula is over x, y, the map m and more numbers.
func randomFormula(r *rand.Rand, depth int, more ...string) string {
	number := func() string {
		one := more[r.Intn(len(more))]
		return []string{"x", "y", one, "#b00", "#b01", "#b11", "(select m x)", "(select m " + one + ")"}[r.Intn(8)]
	}
	switch n := r.Intn(6); {
	case n < 2 || depth == 0:
		return fmt.Sprintf("(= %s %s)", number(), number())
	case n == 2:
		return fmt.Sprintf("(bvult %s %s)", number(), number())
	case n == 3:
		return fmt.Sprintf("(not %s)", randomFormula(r, depth-1, more...))
	case n == 4:
		return fmt.Sprintf("(or %s %s)", randomFormula(r, depth-1, more...), randomFormula(r, depth-1, more...))
	}
	return fmt.Sprintf("(=> %s %s)", randomFormula(r, depth-1, more...), randomFormula(r, depth-1, more...))
}

// randomProgram has five blocks, of which one fails.
func randomProgram(r *rand.Rand) string {
	var text strings.Builder
	text.WriteString("entry main\nglobal x (_ BitVec 2)\nglobal y (_ BitVec 2)\nglobal m (Array (_ BitVec 2) (_ BitVec 2))\nfunction main {\n")
	for n := range 5 {
		fmt.Fprintf(&text, "  block %d \"\"\n", n)
		if n == 0 {
			text.WriteString("    x := #b00\n    y := #b00\n    m := ((as const (Array (_ BitVec 2) (_ BitVec 2))) #b00)\n")
		}
		for range r.Intn(3) {
			switch r.Intn(4) {
			case 0:
				text.WriteString("    x := (bvadd x #b01)\n")
			case 1:
				text.WriteString("    y := (bvadd y x)\n")
			case 2:
				text.WriteString("    m := (store m x y)\n")
			case 3:
				fmt.Fprintf(&text, "    assume %s\n", randomFormula(r, 1, "y"))
			}
		}
		guard := randomFormula(r, 1, "y")
		fmt.Fprintf(&text, "    goto %s %d (not %s) %d\n", guard, 1+r.Intn(5), guard, 1+r.Intn(5))
	}
	text.WriteString("  block 5 \"\"\n    error \"reached\"\n}\n")
	return text.String()
}

// canFail explores the states of a program whose blocks are deterministic, for all values of the
// chosen elements.
func canFail(t *testing.T, p *ir.Program, chosen ...*ir.Variable) bool {
	t.Helper()
	for values := range uint64(1) << (2 * len(chosen)) {
		if failsWith(t, p, chosen, values) {
			return true
		}
	}
	return false
}

// failsWith runs a program to its end, or until it comes to a block in a state in which it was
// there before.
func failsWith(t *testing.T, p *ir.Program, chosen []*ir.Variable, values uint64) bool {
	t.Helper()
	// The state is a conjunction of equations: values are constant terms, so substitution
	// evaluates.
	state := map[*term.Term]*term.Term{}
	for n, v := range chosen {
		state[v.Sym] = p.Terms.BVConst(2, values>>(2*n)&3)
	}
	seen := map[string]bool{}
	for b := p.Entry.Entry(); ; {
		key := fmt.Sprint(b.Index)
		for _, v := range p.Globals {
			key += fmt.Sprint(" ", state[v.Sym])
		}
		if seen[key] {
			return false
		}
		seen[key] = true
		for _, i := range b.Instructions {
			switch i := i.(type) {
			case *ir.Assign:
				state[i.Dst.Sym] = canonical(p.Terms, p.Terms.Substitute(i.Src, state))
			case *ir.Assume:
				if !holds(t, p, i.Cond, state) {
					return false
				}
			}
		}
		switch end := b.Terminator.(type) {
		case *ir.Error:
			return true
		case *ir.Goto:
			b = end.Targets[1].Block
			if holds(t, p, end.Targets[0].Guard, state) {
				b = end.Targets[0].Block
			}
		}
	}
}

// canonical is the one term for a map of four cells, or for a number.
func canonical(terms *term.Builder, t *term.Term) *term.Term {
	if t.Sort().Kind != term.KindArray {
		return t
	}
	out := terms.ConstArray(t.Sort(), terms.BVConst(2, 0))
	for n := range uint64(4) {
		at := terms.BVConst(2, n)
		out = terms.Store(out, at, terms.Select(t, at))
	}
	return out
}

func holds(t *testing.T, p *ir.Program, formula *term.Term, state map[*term.Term]*term.Term) bool {
	t.Helper()
	v, err := term.NewEvaluator().Eval(p.Terms.Substitute(formula, state), nil)
	if err != nil {
		t.Fatal(err)
	}
	return v.Bool()
}
