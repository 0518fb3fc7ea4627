package confirm

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/report/evidence"
	"yogi/internal/sem/concrete"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// A test says what memory holds at the start, also what objects hold that only the outside has. A
// pointer there is null, leads to an object of the outside, or to what the outside can know: what
// has linkage, what functions without a body were given until then, and what can be reached from
// these. A proof may be about more contents; a fail that needs others is none, since no outside
// that is compiled with the program makes its run.

// memoryChecks are about where accesses go.
const memoryChecks = property.Null | property.Bounds | property.UseAfterFree | property.InvalidFree

// mostReplaced is how often the contents of a test are changed to what the outside can know.
const mostReplaced = 4

// word is a pointer that memory holds at the start of a test.
type word struct {
	memory    *ir.Variable
	at, value uint64
}

// secret is a word of an object of the outside that leads to an object that the outside cannot know, or to none ("").
type secret struct {
	word
	object string
	read   source.Pos // the zero position: it is copied
}

func (s secret) String() string {
	where := "an object of the outside"
	if s.read.IsValid() {
		where += fmt.Sprintf(", read at %s,", s.read)
	}
	if s.object == "" {
		return where + " holds the address of no object"
	}
	return fmt.Sprintf("%s holds the address of %s, which the outside cannot know", where, s.object)
}

// withoutSecrets is a fail whose objects of the outside hold what the outside can know, with
// another test if need be. If there is no such test that is found quickly, needs says what the test
// needs.
func (r *confirmation) withoutSecrets(ctx context.Context, program *ir.Program, v verdict.Verdict) (out verdict.Verdict, needs string, err error) {
	if program.Language != "c" || r.Source.Open || !slices.ContainsFunc(startWords(program, v.Test), func(w word) bool { return !program.Model.IsOutside(w.value) }) {
		return v, "", nil
	}
	out = v
	for n := range uint64(mostReplaced) {
		found, err := r.secrets(ctx, out.Test)
		switch {
		case err != nil:
			return v, "", err
		case len(found) == 0:
			return out, "", nil
		case needs == "":
			needs = found[0].String()
		}
		fails := false
		for _, value := range []uint64{program.Model.ObjectOutside(0xfff - n), 0} {
			other := v
			other.Test = holding(program, out.Test, found, value)
			if other = replay(ctx, program, other); other.Kind == verdict.Fail {
				out, fails = other, true
				break
			}
		}
		if !fails || ctx.Err() != nil {
			break
		}
	}
	return v, needs, ctx.Err()
}

// wordBuilder puts words together of cells.
type wordBuilder struct {
	size  uint64
	bytes map[*ir.Variable]map[uint64]byte
}

func (b *wordBuilder) add(memory *ir.Variable, at uint64, v term.Value) {
	if v.Kind() != term.KindBV {
		return
	}
	if b.bytes == nil {
		b.bytes = map[*ir.Variable]map[uint64]byte{}
	}
	if b.bytes[memory] == nil {
		b.bytes[memory] = map[uint64]byte{}
	}
	bits := v.Big()
	for i := range uint64(v.Width() / 8) {
		b.bytes[memory][at+i] = byte(new(big.Int).Rsh(bits, uint(8*i)).Uint64())
	}
}

// words are those that are not zero, in the order of their addresses.
func (b *wordBuilder) words() []word {
	var out []word
	for memory, bytes := range b.bytes {
		made := map[uint64]bool{}
		for at := range bytes {
			w := word{memory: memory, at: at - at%b.size}
			for i := range b.size {
				w.value |= uint64(bytes[w.at+i]) << (8 * i)
			}
			if w.value != 0 && !made[w.at] {
				out = append(out, w)
			}
			made[w.at] = true
		}
	}
	sortWords(out)
	return out
}

// sortWords puts words in the order of their addresses.
func sortWords(words []word) {
	slices.SortFunc(words, func(x, y word) int {
		return cmp.Or(cmp.Compare(x.at, y.at), cmp.Compare(x.memory.Name, y.memory.Name))
	})
}

// wordsAt are those at an address that is no whole number of words, where a pointer may be whose object is not aligned.
func (b *wordBuilder) wordsAt(at uint64) []word {
	var out []word
	for memory, bytes := range b.bytes {
		w := word{memory: memory, at: at}
		for i := range b.size {
			w.value |= uint64(bytes[at+i]) << (8 * i)
		}
		if w.value != 0 {
			out = append(out, w)
		}
	}
	return out
}

// atStart is memory at the start of a test.
func atStart(p *ir.Program, test *verdict.Test) wordBuilder {
	b := wordBuilder{size: uint64(p.Model.PointerWidth / 8)}
	for _, g := range startCells(test) {
		b.add(g.Variable, g.Cell.Uint64(), g.Value)
	}
	return b
}

// startWords are the words that are not zero in memory at the start of a test.
func startWords(p *ir.Program, test *verdict.Test) []word {
	b := atStart(p, test)
	return b.words()
}

// startCells are the cells of memory that a test gives, those of maps that are given whole among them.
func startCells(test *verdict.Test) []verdict.GlobalValue {
	var out []verdict.GlobalValue
	for _, g := range test.Globals {
		add := func(i, v term.Value) bool {
			if v.Kind() == term.KindBV {
				out = append(out, verdict.GlobalValue{Variable: g.Variable, Cell: i, Value: v})
			}
			return true
		}
		switch {
		case g.Variable.Memory == nil:
		case g.Cell.IsValid():
			add(g.Cell, g.Value)
		case g.Value.Kind() == term.KindArray:
			g.Value.Array().Each(add)
		}
	}
	return out
}

// holding is a test with another value in the places of secrets.
func holding(p *ir.Program, test *verdict.Test, secrets []secret, value uint64) *verdict.Test {
	size := uint64(p.Model.PointerWidth / 8)
	within := func(g verdict.GlobalValue, s secret) bool {
		return g.Variable == s.memory && g.Cell.Uint64()-s.at < size
	}
	out := *test
	out.Globals = slices.DeleteFunc(slices.Clone(test.Globals), func(g verdict.GlobalValue) bool { return g.Variable.Memory != nil })
	for _, g := range startCells(test) {
		if !slices.ContainsFunc(secrets, func(s secret) bool { return within(g, s) }) {
			out.Globals = append(out.Globals, g)
		}
	}
	for _, s := range secrets {
		width := s.memory.Sort.Elem.Width
		for i := uint64(0); i < size; i += uint64(width / 8) {
			cell := term.BVValue(s.memory.Sort.Index.Width, s.at+i)
			out.Globals = append(out.Globals, verdict.GlobalValue{Variable: s.memory, Cell: cell, Value: term.BVValue(width, value>>(8*i))})
		}
	}
	return &out
}

// secrets are those that a run of a test has read, in the order of their places.
func (r *confirmation) secrets(ctx context.Context, test *verdict.Test) ([]secret, error) {
	var e *exposure
	program, err := r.MakeTelling(ctx, r.form, Telling{Exposure: true, Add: func(p *ir.Program) *ir.Program {
		e = newExposure(p)
		return e.program
	}})
	if err != nil {
		return nil, err
	}
	e.in(program)
	decoded, err := evidence.EncodeTest(startKnownTo(program, test)).Decode(program)
	if err != nil {
		return nil, nil // the passes left out kept something apart
	}
	e.start = atStart(program, decoded)
	e.words = e.start.words()
	out, err := concrete.Run(program, decoded, concrete.Limits{Observer: e, Stop: func() bool { return ctx.Err() != nil }})
	if err != nil || out.Kind != concrete.ReachedError {
		return nil, ctx.Err()
	}
	found := e.secrets()
	for i := range found { // in the program that the test is of
		for _, g := range test.Globals {
			if g.Variable.Name == found[i].memory.Name {
				found[i].memory = g.Variable
			}
		}
	}
	return found, nil
}
