package interproc_test

import (
	"flag"
	"fmt"
	"math/rand"
	mixing "math/rand/v2"
	"strings"
	"testing"

	"yogi/internal/feature"
	"yogi/internal/interproc"
	"yogi/internal/refine"
	"yogi/internal/verdict"
)

var (
	randomPrograms = flag.Int("random.programs", 60, "number of random programs")
	randomSeed     = flag.Int64("random.seed", 1, "seed of the first random program")
)

// algorithms take turns in the tests over random programs.
var algorithms = []string{"smash", "may", "must", "dash"}

// TestRandomPrograms compares the engine's verdict on small random programs with that of an enumeration
// of all their states. Every verdict comes with evidence that is checked; unknowns are counted.
func TestRandomPrograms(t *testing.T) {
	counts := map[string]int{}
	for seed := *randomSeed; seed < *randomSeed+int64(*randomPrograms); seed++ {
		text := randomProgram(seed)
		want := verdict.Pass
		if enumerate(t, text) {
			want = verdict.Fail
		}
		p, answer := checkWith(t, text, interproc.Options{Check: true, Algorithm: algorithms[seed%int64(len(algorithms))]})
		counts[fmt.Sprint(answer.Kind, answer.Reason)]++
		switch answer.Kind {
		case want:
			confirm(t, p, answer)
		case verdict.Unknown:
			if answer.Reason == verdict.Internal {
				t.Errorf("seed %d: %s\n%s", seed, answer.Detail, text)
			}
			t.Logf("seed %d: %s %s, in truth %s", seed, answer.Reason, answer.Detail, want)
		default:
			t.Errorf("seed %d: %s, in truth %s\n%s", seed, answer.Kind, want, text)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Log(counts)
}

// leftOut are features that TestRandomWithout leaves out.
var leftOut = []feature.Feature{
	feature.BranchPredicates, feature.Cores, feature.SymbolicStates, feature.Modification, feature.MustSummaries, feature.NotMaySummaries,
	feature.BackwardSubstitution,
}

// TestRandomWithout does the same with parts of the search left out, each combination sooner or later.
func TestRandomWithout(t *testing.T) {
	for n := range int64(*randomPrograms) {
		seed := *randomSeed + 1000 + n
		text := randomProgram(seed)
		want := verdict.Pass
		if enumerate(t, text) {
			want = verdict.Fail
		}
		var features feature.Set
		bits := randomOf(seed).Intn(1 << len(leftOut))
		for bit, f := range leftOut {
			if bits>>bit&1 != 0 {
				features = features.Without(f)
			}
		}
		p, answer := checkWith(t, text, interproc.Options{Check: true, Features: features, Initial: refine.Initial(seed % 3)})
		switch {
		case answer.Kind == want:
			confirm(t, p, answer)
		case answer.Kind != verdict.Unknown || answer.Reason == verdict.Internal:
			t.Errorf("%s: %s %s, in truth %s", features, answer.Kind, answer.Detail, want)
		}
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, text)
		}
	}
}

// generator writes a random program. Variables have 2 or 3 bits.
type generator struct {
	random    *rand.Rand
	out       strings.Builder
	width     int
	functions []string
	inputs    int
	name      string // of the function at hand
	memory    bool   // there is a map M, which main writes before it reads
}

// randomOf is a source of its own for each seed: those of neighbouring seeds resemble one another
// unless the seeds are mixed.
func randomOf(seed int64) *rand.Rand {
	return rand.New(rand.NewSource(int64(mixing.NewPCG(uint64(seed), 0).Uint64())))
}

func randomProgram(seed int64) string {
	g := &generator{random: randomOf(seed), width: 2}
	if seed%4 == 0 {
		g.width = 3
	}
	g.functions = []string{"f", "h"}[:g.random.Intn(3)]
	g.line("; seed %d", seed)
	for _, name := range []string{"a", "b"} {
		g.line("global %s (_ BitVec %d)", name, g.width)
		if g.random.Intn(3) > 0 {
			g.line("initial (= %s %s)", name, g.constant())
		}
	}
	if g.memory = seed%3 == 0; g.memory {
		g.line("global M (Array (_ BitVec %d) (_ BitVec %d))", g.width, g.width)
	}
	g.line("entry main")
	g.function("main")
	for _, f := range g.functions {
		g.function(f)
	}
	return g.out.String()
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.out, format+"\n", args...) }

func (g *generator) function(name string) {
	g.name = name
	g.line("function %s {", name)
	if name != "main" {
		g.line("  param |%s::p| (_ BitVec %d)", name, g.width)
		g.line("  result |%s::r| (_ BitVec %d)", name, g.width)
	}
	g.line("  local |%s::x| (_ BitVec %d)", name, g.width)
	blocks := 2 + g.random.Intn(4)
	for n := 0; n < blocks; n++ {
		g.line("  block %d \"\"", n)
		if n == 0 {
			if name != "main" {
				g.line("    |%s::r| := %s", name, g.constant())
			}
			g.havoc("|" + name + "::x|")
			g.start()
		}
		for i := g.random.Intn(3); i > 0; i-- {
			g.instruction()
		}
		if n == blocks-1 && g.random.Intn(2) == 0 {
			g.line("    error \"bad\"")
			continue
		}
		g.terminator(n, blocks)
	}
	g.line("}")
}

// start writes all cells of the map at the start of main.
func (g *generator) start() {
	for i := 0; g.memory && g.name == "main" && i < 1<<g.width; i++ {
		g.line("    M := (store M #b%0*b %s)", g.width, i, g.constant())
	}
}

func (g *generator) havoc(name string) {
	g.line("    havoc %s input %d nondet \"n\" type \"int\"", name, g.inputs)
	g.inputs++
}

func (g *generator) variable() string {
	names := []string{"a", "b", "|" + g.name + "::x|"}
	if g.name != "main" {
		names = append(names, "|"+g.name+"::p|", "|"+g.name+"::r|")
	}
	return names[g.random.Intn(len(names))]
}

func (g *generator) constant() string {
	return fmt.Sprintf("#b%0*b", g.width, g.random.Intn(1<<g.width))
}

func (g *generator) value(depth int) string {
	switch n := g.random.Intn(8); {
	case n < 2:
		return g.constant()
	case n < 5 || depth == 0:
		return g.variable()
	case n == 7 && g.memory:
		return fmt.Sprintf("(select M %s)", g.value(depth-1))
	case n == 5:
		return fmt.Sprintf("(ite %s %s %s)", g.condition(depth-1), g.value(depth-1), g.value(depth-1))
	}
	op := []string{"bvadd", "bvsub", "bvand", "bvxor", "bvmul", "bvor"}[g.random.Intn(6)]
	return fmt.Sprintf("(%s %s %s)", op, g.value(depth-1), g.value(depth-1))
}

func (g *generator) condition(depth int) string {
	op := []string{"=", "=", "=", "bvult", "bvslt", "bvule", "bvsle", "and", "or", "not"}[g.random.Intn(10)]
	switch {
	case depth > 0 && op == "not":
		return fmt.Sprintf("(not %s)", g.condition(depth-1))
	case depth > 0 && (op == "and" || op == "or"):
		return fmt.Sprintf("(%s %s %s)", op, g.condition(depth-1), g.condition(depth-1))
	case op == "not" || op == "and" || op == "or":
		op = "="
	}
	return fmt.Sprintf("(%s %s %s)", op, g.variable(), g.value(1))
}

func (g *generator) instruction() {
	switch n := g.random.Intn(10); {
	case n < 3 && g.memory:
		g.line("    M := (store M %s %s)", g.value(1), g.value(1))
	case n < 4:
		g.line("    %s := %s", g.variable(), g.value(2))
	case n < 6:
		g.havoc(g.variable())
	case n < 7:
		g.line("    assume %s", g.condition(1))
	case len(g.functions) > 0:
		to := " none"
		if g.random.Intn(3) > 0 {
			to = " to " + g.variable()
		}
		g.line("    call %s (%s)%s", g.functions[g.random.Intn(len(g.functions))], g.value(1), to)
	}
}

func (g *generator) terminator(n, blocks int) {
	other := func() int { return g.random.Intn(blocks) }
	switch k := g.random.Intn(20); {
	case n == 0 || k < 9:
		c := g.condition(1)
		if g.random.Intn(3) == 0 { // a state may be blocked
			g.line("    goto %s %d (and (not %s) %s) %d", c, other(), c, g.condition(1), other())
			return
		}
		g.line("    goto %s %d (not %s) %d", c, other(), c, other())
	case k < 12:
		g.line("    goto true %d true %d choice input %d choice \"c\"", other(), other(), g.inputs)
		g.inputs++
	case k < 13:
		g.line("    goto true %d", other())
	case k < 14:
		g.line("    halt \"stop\"")
	case k < 16:
		g.line("    error \"bad\"")
	default:
		g.line("    return")
	}
}
