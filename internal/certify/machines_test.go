package certify_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"yogi/internal/certify"
	"yogi/internal/sem/concrete"
	"yogi/internal/unfold"
	"yogi/internal/verdict"
)

// machine goes round for ever: with a mode, a number that it was given, and an input in each round.
// The first rule that applies says what becomes of them.
type machine []rule

type rule struct {
	mode, input byte // that it is for
	below       byte // and for smaller numbers; 0: for all
	next        byte // the mode behind it
	takes       bool // the input becomes the number
	fails       bool
}

const modes = 6

func randomMachine(r *rand.Rand) machine {
	m := make(machine, 4+r.IntN(8))
	for i := range m {
		m[i] = rule{mode: byte(r.IntN(modes)), input: byte(r.IntN(3)), next: byte(r.IntN(modes)), takes: r.IntN(4) == 0, fails: i > 2 && r.IntN(8) == 0}
		if r.IntN(3) == 0 {
			m[i].below = byte(1 + r.IntN(4))
		}
	}
	return m
}

func (r rule) applies(mode, number, input byte) bool {
	return r.mode == mode && (r.input == 0 || r.input == input) && (r.below == 0 || number < r.below)
}

// fails says whether some inputs make the machine fail: all its states are visited.
func (m machine) fails() bool {
	type state struct{ mode, number byte }
	seen := map[state]bool{{}: true}
	for open := []state{{}}; len(open) > 0; {
		s := open[0]
		open = open[1:]
		for input := range 256 {
			i := slices.IndexFunc(m, func(r rule) bool { return r.applies(s.mode, s.number, byte(input)) })
			if i < 0 {
				continue
			}
			if m[i].fails {
				return true
			}
			next := state{m[i].next, s.number}
			if m[i].takes {
				next.number = byte(input)
			}
			if !seen[next] {
				seen[next] = true
				open = append(open, next)
			}
		}
	}
	return false
}

// text is the program. The old input and a counter of the rounds, which nothing depends on, differ in each round.
func (m machine) text() string {
	var w strings.Builder
	w.WriteString(`language "c"
global mode (_ BitVec 8)
global number (_ BitVec 8)
global rounds (_ BitVec 8)
initial (= mode #x00)
initial (= number #x00)
entry main
function main {
  local |main::x| (_ BitVec 8)
  block 0 ""
    goto true 1
  block 1 ""
    rounds := (bvadd rounds #x01)
    havoc |main::x| input 1 nondet "x" type "unsigned char" @a.c:1:1
    goto true 3
  block 2 ""
    error "wrong"
`)
	for i, r := range m {
		cond := fmt.Sprintf("(= mode #x%02x)", r.mode)
		if r.input > 0 {
			cond = fmt.Sprintf("(and %s (= |main::x| #x%02x))", cond, r.input)
		}
		if r.below > 0 {
			cond = fmt.Sprintf("(and %s (bvult number #x%02x))", cond, r.below)
		}
		test, step := 3+2*i, 4+2*i
		fmt.Fprintf(&w, "  block %d \"\"\n    goto %s %d (not %s) %d\n  block %d \"\"\n    mode := #x%02x\n", test, cond, step, cond, test+2, step, r.next)
		if r.takes {
			w.WriteString("    number := |main::x|\n")
		}
		fmt.Fprintf(&w, "    goto true %d\n", map[bool]int{true: 2, false: 1}[r.fails])
	}
	fmt.Fprintf(&w, "  block %d \"\"\n    goto true 1\n}\n", 3+2*len(m))
	return w.String()
}

// TestUnfoldingOfMachines: machines of few modes are decided, though their runs have no end, and
// none otherwise than by visiting all states. What is proved is accepted, and not of another machine.
func TestUnfoldingOfMachines(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 5))
	safe, unsafe, others := 0, 0, 0
	for n := range 80 {
		m := randomMachine(r)
		p := load(t, m.text())
		out := unfold.Run(context.Background(), p, backend(t, p, "z3"), unfold.Limits{Blocks: 20_000, Queries: 4000, States: true, Loose: true, Tests: true})
		fails := m.fails()
		if fails != (out.Test != nil) || fails == (out.Unfolding != nil) {
			t.Fatalf("machine %d fails: %v, but %+v\n%s", n, fails, out, p)
		}
		if fails {
			unsafe++
			if run, err := concrete.Run(p, out.Test, concrete.Limits{}); err != nil || run.Kind != concrete.ReachedError {
				t.Errorf("machine %d: the run of the test ends %v %v", n, run, err)
			}
			continue
		}
		safe++
		proof := &verdict.Certificate{Unfolding: out.Unfolding}
		if err := certify.Certificate(context.Background(), p, reread(t, p, proof), certify.Options{Solver: backend(t, p, "cvc5-pipe")}); err != nil {
			t.Errorf("machine %d: %v\n%s", n, err, p)
		}
		for range 4 {
			changed := slices.Clone(m)
			i := r.IntN(len(m))
			changed[i].fails, changed[i].next = r.IntN(2) == 0, byte(r.IntN(modes))
			if !changed.fails() {
				continue
			}
			others++
			q := load(t, changed.text())
			again := reread(t, q, proof)
			if err := certify.Certificate(context.Background(), q, again, certify.Options{Solver: backend(t, q, "cvc5-pipe")}); !errors.As(err, new(*certify.Rejection)) {
				t.Errorf("machine %d: the proof is accepted of another one: %v\n%s", n, err, q)
			}
		}
	}
	t.Logf("%d safe, %d unsafe, %d others", safe, unsafe, others)
	if safe < 10 || unsafe < 10 || others < 10 {
		t.Error("the test says little")
	}
}

// TestKept: what a proof says of the variables that are kept is no claim. Where one is left out that
// matters there are other paths, and the proof is of none of them; what is no variable is refused.
func TestKept(t *testing.T) {
	m := machine{{mode: 0, input: 1, next: 1}, {mode: 1, input: 2, next: 0, takes: true}, {mode: 2, next: 2, fails: true}}
	p := load(t, m.text())
	proof := unfolded(t, p)
	if proof == nil || len(proof.Unfolding.Kept) != 1 {
		t.Fatalf("no proof with one loop: %+v", proof)
	}
	kept := proof.Unfolding.Kept[0]
	if !slices.Equal(kept.Globals, []int{0}) || len(kept.Locals) != 0 {
		t.Errorf("kept: %+v, not the mode alone", kept) // no rule looks at the number
	}
	for name, change := range map[string]func(*verdict.Kept){
		"no mode":          func(k *verdict.Kept) { k.Globals = []int{1, 2} },
		"nothing":          func(k *verdict.Kept) { k.Globals = nil },
		"a variable more":  func(k *verdict.Kept) { k.Globals = []int{0, 7} },
		"out of order":     func(k *verdict.Kept) { k.Globals = []int{1, 0} },
		"another block":    func(k *verdict.Kept) { k.Block = 99 },
		"no loop":          func(k *verdict.Kept) { k.Loop = false },
		"another function": func(k *verdict.Kept) { k.Function = "f" },
	} {
		u := *proof.Unfolding
		u.Kept = slices.Clone(u.Kept)
		change(&u.Kept[0])
		err := certify.Certificate(context.Background(), p, &verdict.Certificate{Unfolding: &u}, certify.Options{Solver: backend(t, p, "cvc5-pipe")})
		if !errors.As(err, new(*certify.Rejection)) {
			t.Errorf("%s: %v, not rejected", name, err)
		}
	}
	all := *proof.Unfolding
	all.Kept = []verdict.Kept{{Function: "main", Block: kept.Block, Loop: true, Globals: []int{0, 1}}}
	err := certify.Certificate(context.Background(), p, &verdict.Certificate{Unfolding: &all}, certify.Options{Solver: backend(t, p, "cvc5-pipe")})
	if err != nil && !errors.As(err, new(*certify.Rejection)) {
		t.Error(err)
	}
}

// copies has at a loop two variables with one value, of which rounds change one, or a copy of neither.
const copies = `language "c"
global one (_ BitVec 8)
global other (_ BitVec 8)
entry main
function main {
  local |main::x| (_ BitVec 8)
  block 0 ""
    havoc |main::x| input 0 nondet "x" type "unsigned char" @a.c:1:1
    one := |main::x|
    other := |main::x|
    goto true 1
  block 1 ""
    goto true 2 true 3
  block 2 ""
    havoc |main::x| input 1 nondet "x" type "unsigned char" @a.c:2:1
    other := |main::x|
    goto true 1
  block 3 ""
    goto (= one other) 4 (not (= one other)) 5
  block 4 ""
    return
  block 5 ""
    error "other than one"
}
`

// TestForgottenCopies: variables that are forgotten at a loop have any values there, and not the same one, even where
// they had the same input before.
func TestForgottenCopies(t *testing.T) {
	p := load(t, copies)
	for _, globals := range [][]int{nil, {0}, {1}, {0, 1}} {
		for _, locals := range [][]int{nil, {0}} {
			u := &verdict.Unfolding{Blocks: 100, Kept: []verdict.Kept{{Function: "main", Block: 1, Loop: true, Locals: locals, Globals: globals}}}
			err := certify.Certificate(context.Background(), p, &verdict.Certificate{Unfolding: u}, certify.Options{Solver: backend(t, p, "cvc5-pipe")})
			if !errors.As(err, new(*certify.Rejection)) {
				t.Errorf("kept %v and %v: %v, not rejected", globals, locals, err)
			}
		}
	}
}
