package memory_test

import (
	"flag"
	"math/rand"
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/memory"
	"yogi/internal/term"
)

var programs = flag.Int("programs", 400, "random programs to compare")

// TestSplitAgrees runs random programs, whose accesses stay inside their objects, with one map and
// with split memory: all variables must end with the same values.
func TestSplitAgrees(t *testing.T) {
	maps, words := 0, 0
	for seed := int64(1); seed <= int64(*programs); seed++ {
		text := generate(seed)
		one, _ := lowerAndRun(t, text, memory.Options{})
		split, p := lowerAndRun(t, text, memory.Options{Split: true})
		for name, want := range one {
			if got, ok := split[name]; !ok || got != want {
				t.Fatalf("seed %d: %s is %s with one map, %s with split memory\n%s\n%s", seed, name, want, got, text, p)
			}
		}
		for _, v := range p.Globals {
			if v.Memory != nil {
				maps++
				if v.Memory.CellWidth > 8 {
					words++
				}
			}
		}
	}
	t.Logf("%d programs, %d maps, %d of them with cells of more than a byte", *programs, maps, words)
	if maps < *programs*3/2 || words < *programs/4 {
		t.Errorf("memory is hardly ever split: %d maps, %d with wide cells", maps, words)
	}
}

func lowerAndRun(t *testing.T, text string, o memory.Options) (map[string]string, *ir.Program) {
	t.Helper()
	p := mustParse(t, text)
	lower(t, p, o)
	ir.Normalize(p)
	if err := ir.CheckNormal(p); err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	out := map[string]string{}
	m := run(t, p, 0, 0xaaaaaaaaaaaaaaaa)
	if m.end != "" {
		t.Fatalf("the run is %s\n%s", m.end, p)
	}
	for sym, v := range m.values {
		if v.Kind() == term.KindBV && !strings.Contains(sym.Name(), "offset") {
			out[sym.Name()] = v.String()
		}
	}
	return out, p
}

// generator writes a program and executes it on the way, so that it knows which accesses are inside
// their objects. Variables hold addresses (p), words (x) or bytes (c).
type generator struct {
	*rand.Rand
	terms   *term.Builder
	program *ir.Program
	block   *ir.Block
	p, x, c []*ir.Variable
	value   map[*ir.Variable]uint64
	memory  map[uint64]byte
	objects []extent
	next    uint64
	bytes   uint64 // of a word: the pointer width
	granule uint64
	symbols bool
	enabled []func() bool
	helpers []*ir.Function
}

type extent struct{ base, size uint64 }

// generate writes one random program.
func generate(seed int64) string {
	g := &generator{Rand: rand.New(rand.NewSource(seed)), terms: term.NewBuilder(), value: map[*ir.Variable]uint64{}, memory: map[uint64]byte{}}
	model := &ir.DataModel{Name: "ILP32", PointerWidth: 32, LongWidth: 32, GranuleBits: 12}
	if g.Intn(3) == 0 {
		model = &ir.DataModel{Name: "LP64", PointerWidth: 64, LongWidth: 64, GranuleBits: 32}
	}
	g.bytes, g.granule = uint64(model.PointerWidth/8), 1<<model.GranuleBits
	g.program = ir.NewProgram(g.terms, model)
	g.program.Language = "c"
	g.program.AllocCounter = g.program.NewGlobal("next", g.terms.BV(model.PointerWidth))
	g.symbols = g.Intn(2) == 0
	g.statics()
	main := g.program.NewFunction("main", noPos)
	g.program.Entry = main
	g.block = main.NewBlock("", noPos)
	g.variables(main)
	g.makeHelpers()
	g.chooseSteps()
	for n := 10 + g.Intn(40); n > 0; {
		if g.enabled[g.Intn(len(g.enabled))]() {
			n--
		}
		if g.Intn(2) == 0 {
			g.storeWord()
			g.load(g.anyX(), g.anyP())
		}
	}
	for i, v := range g.x {
		g.load(v, g.p[i%len(g.p)])
	}
	g.block.Terminator = &ir.Return{}
	return g.program.String()
}
