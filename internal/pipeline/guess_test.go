package pipeline

import (
	"slices"
	"testing"

	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// guessing are bodies of a function with three inputs x, y, z in a, and an array b of four cells.
var guessing = map[string]string{
	"filled":                 "for (i = 0; i < 4; i++) b[i] = a[i % 3]; for (i = 0; i < 4; i++) check(b[i] == 1);",
	"written behind":         "for (i = 0; i < 3; i++) { check(a[i] < 2); a[2 - i] = 2 * x; }",
	"two indices":            "for (i = 0; i < 3; i++) for (j = i + 1; j < 3; j++) check(a[i] <= a[j]);",
	"two assertions":         "for (i = 0; i < 3; i++) { check(a[i] != 1); check(b[i] != y); }",
	"an error of the number": "for (i = 0; i < 3; i++) check(a[i] != 1 || i < x);",
	"an index that wraps":    "unsigned char k = 254; for (i = 0; i < 4; i++) { check(a[k % 3] + i < 4 + z); k++; }",
	"cells that overlap":     "unsigned char *p = (unsigned char *)a; for (i = 0; i < 8; i++) check((p[i] | p[i + 1] << 8) != 0x200);",
	"behind an error":        "for (i = 0; i < 3; i++) { check(a[i] < 2); if (a[i] > 1) check(0); }",
	"down and up":            "for (i = 2; i >= 0; i--) b[i] = a[2 - i]; for (i = 0; i < 3; i++) check(b[i] == a[i]);",
	"pointers":               "int *p = a; for (i = 0; i < 3; i++) check(*p++ != x + y);",
}

// TestGuessesAreExact runs programs before and after indices are guessed, on all small inputs and all guesses that some
// index had there: one fails on some inputs exactly if the other does under some guess.
func TestGuessesAreExact(t *testing.T) {
	for name, body := range guessing {
		t.Run(name, func(t *testing.T) {
			path := write(t, "guess.c", `
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c) { if (!c) reach_error(); }
int main(void) {
    int a[3], b[4] = {0, 0, 0, 1}, i, j = 0, x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    a[0] = x; a[1] = y; a[2] = z;
    `+body+`
    return j;
}
`)
			program := func(off ...feature.Feature) *ir.Program {
				p, err := load.Read(t.Context(), Job{Files: []string{path}, Program: load.Program{DataModel: "ILP32"}})
				if err != nil {
					t.Fatal(err)
				}
				if p, err = load.Prepare(p, Job{Search: Search{}.Without(off...), DebugCheck: true}); err != nil {
					t.Fatal(err)
				}
				return p
			}
			before, after, loose := program(feature.GuessedIndex), program(), program()
			if len(after.Guesses) == 0 || len(before.Guesses) != 0 {
				t.Fatalf("%d and %d guesses:\n%s", len(before.Guesses), len(after.Guesses), after)
			}
			loosen(loose)
			failing := 0
			for n := 0; n < 27; n++ {
				inputs := []int64{int64(n % 3), int64(n / 3 % 3), int64(n / 9)}
				want := runOn(t, before, inputs, nil, nil) == concrete.ReachedError
				w := &watcher{guesses: loose.Guesses, seen: map[int]map[string]term.Value{}}
				if runOn(t, loose, inputs, nil, w) == concrete.ReachedError != want {
					t.Fatal("the equations are not all that was changed")
				}
				some := false
				for _, guess := range w.all(after) {
					if runOn(t, after, inputs, guess, nil) == concrete.ReachedError {
						some = true
					}
				}
				if some != want {
					t.Errorf("on %v the program fails: %v; under a guess: %v\n%s", inputs, want, some, after)
				}
				if want {
					failing++
				}
			}
			if failing == 0 || failing == 27 {
				t.Errorf("the program fails on %d of 27 inputs: that shows nothing", failing)
			}
		})
	}
}

// loosen takes the equations away again: every guess is right.
func loosen(p *ir.Program) {
	for _, g := range p.Guesses {
		guard := &g.Block.Terminator.(*ir.Goto).Targets[g.Target].Guard
		*guard = p.Terms.Substitute(*guard, map[*term.Term]*term.Term{g.Constant.Sym: g.Index})
	}
}

// watcher notes, by the number of the constant, the values that indices have in a run.
type watcher struct {
	guesses []ir.Guess
	seen    map[int]map[string]term.Value
}

func (w *watcher) Step(m *concrete.Machine, from *ir.Block, _ int) {
	for _, g := range w.guesses {
		if g.Block == from {
			value := m.Frame().Locals[from.Function.Program.VariableOf(g.Index).Index]
			if w.seen[g.Constant.Index] == nil {
				w.seen[g.Constant.Index] = map[string]term.Value{}
			}
			w.seen[g.Constant.Index][value.String()] = value
		}
	}
}
func (w *watcher) Enter(*concrete.Machine, *ir.Block) {}
func (w *watcher) Leave(*concrete.Machine, *ir.Block) {}
func (w *watcher) Exit(*concrete.Machine, *ir.Block)  {}

// all lists the combinations of those values for the constants of p, which is the same program.
func (w *watcher) all(p *ir.Program) [][]verdict.GlobalValue {
	out := [][]verdict.GlobalValue{nil}
	for _, v := range p.Globals {
		if w.seen[v.Index] == nil {
			continue
		}
		var longer [][]verdict.GlobalValue
		for _, guess := range out {
			for _, value := range w.seen[v.Index] {
				longer = append(longer, append(guess[:len(guess):len(guess)], verdict.GlobalValue{Variable: v, Value: value}))
			}
		}
		out = longer
	}
	return out
}

// runOn runs a program on the results of its calls of __VERIFIER_nondet_int.
func runOn(t *testing.T, p *ir.Program, inputs []int64, globals []verdict.GlobalValue, observer concrete.Observer) concrete.Kind {
	t.Helper()
	var calls []*ir.Havoc
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if h, ok := i.(*ir.Havoc); ok && h.Input.Kind == ir.NondetCall {
					calls = append(calls, h)
				}
			}
		}
	}
	slices.SortFunc(calls, func(a, b *ir.Havoc) int { return a.Input.ID - b.Input.ID })
	test := &verdict.Test{Globals: globals}
	for i, h := range calls {
		test.Inputs = append(test.Inputs, verdict.InputValue{Input: h.Input, Value: term.BVValue(32, uint64(inputs[i]))})
	}
	limits := concrete.Limits{}
	if observer != nil {
		limits.Observer = observer
	}
	replayed, err := concrete.Run(p, test, limits)
	if err != nil {
		t.Fatal(err)
	}
	return replayed.Kind
}
