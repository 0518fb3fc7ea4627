package confirm

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/report/cexpr"
	"yogi/internal/report/ctest"
	"yogi/internal/report/witness"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// maxInvariant is the length of the longest invariant that is written.
const maxInvariant = 4000

// writeCorrectness writes the correctness witness of a C pass: what the certificate says of the states in which the
// condition of a while or for loop is evaluated, where C can say it. The witness is read back, and the front end reads
// the program with the invariants in their places, before it is written. The verdict has the invariants too, where they
// are asked for. The reason says why there is none.
func (r *confirmation) writeCorrectness(ctx context.Context, program *ir.Program, proof []Proved, v *verdict.Verdict) (reason string, err error) {
	path := r.witnessPath()
	if r.Partial || path == "" && !r.Invariants || program.Language != "c" || !r.InC {
		return "", nil
	}
	setting, err := r.setting(ctx, program)
	if err != nil {
		return "", err
	}
	c := &correctness{Case: r.Case, program: program, locator: ctest.NewLocator(setting.Units), read: program.Reads()}
	if !r.isLinear() {
		for _, p := range proof {
			c.collect(p)
		}
		if err := c.inScope(ctx); err != nil {
			return err.Error(), nil
		}
	}
	if r.Invariants {
		v.Invariants = c.invariants()
	}
	if path == "" {
		return "", nil
	}
	specification, err := r.specification(v)
	if err != nil {
		return err.Error(), nil
	}
	text, err := c.text(specification, setting.Units)
	if err == nil {
		err = lint(text, setting.Units)
	}
	if err != nil {
		return err.Error(), nil
	}
	return "", saveWitness(path, text, v)
}

// correctness is the making of one witness.
type correctness struct {
	Case
	program *ir.Program
	locator *ctest.Locator
	read    map[*term.Term]bool // the symbols that some term of the program reads
	loops   []loopInvariant
}

// loopInvariant is an invariant of a loop, and the variables that it is about.
type loopInvariant struct {
	place     source.Pos
	function  *ir.Function
	variables []*ir.Variable
	text      string
}

// collect adds the invariants of the loops of one function.
func (c *correctness) collect(p Proved) {
	f := c.program.Function(p.Graph.Function)
	if f == nil || !c.always(f, p.Graph) || c.program.Model.HasShortInts() { // conditions are written for ints of 32 bits
		return
	}
	live := f.Liveness()
	for _, b := range f.Blocks {
		if b.Label != "loop" || c.copies(b.Pos) > 1 {
			continue
		}
		place, err := c.locator.LoopAt(b.Pos)
		if err != nil {
			continue
		}
		out := loopInvariant{place: place, function: f}
		w := &cexpr.Writer{Variable: func(sym *term.Term) (*ir.Variable, bool) {
			v := c.program.VariableOf(sym)
			if v == nil || v.Memory != nil || v.Kind != ir.Global && !live[b.Index][sym] || v.Kind == ir.Global && !c.read[sym] {
				return nil, false // one that nobody reads any more may not have been given its values
			}
			if !slices.Contains(out.variables, v) {
				out.variables = append(out.variables, v)
			}
			return v, true
		}}
		text, ok := reachedIn(w, p.Graph.Trees[b.Index], p.Regions).Text()
		if ok && len(text) <= maxInvariant {
			out.text = text
			c.loops = append(c.loops, out)
		}
	}
}

// always says that every call of a function starts in one of the graph's NotMay regions: that of the entry does, and
// any does where these are all there are.
func (c *correctness) always(f *ir.Function, g *verdict.Graph) bool {
	if f == c.program.Entry && !f.Recursive {
		return true
	}
	all := true
	var visit func(t *verdict.SplitTree)
	visit = func(t *verdict.SplitTree) {
		if t.Pred == nil {
			all = all && slices.Contains(g.NotMay, t.Region)
			return
		}
		visit(t.Yes)
		visit(t.No)
	}
	visit(g.Trees[0])
	return all
}

// copies is the number of loops that were made of the one at a position.
func (c *correctness) copies(pos source.Pos) int {
	n := 0
	for _, f := range c.program.Functions {
		for _, b := range f.Blocks {
			if b.Label == "loop" && b.Pos == pos {
				n++
			}
		}
	}
	return n
}

// reachedIn is the condition of the reached regions of a tree.
func reachedIn(w *cexpr.Writer, t *verdict.SplitTree, reached map[int]bool) cexpr.Condition {
	if t.Pred == nil {
		if reached[t.Region] {
			return cexpr.True
		}
		return cexpr.False
	}
	return w.Choice(t.Pred, reachedIn(w, t.Yes, reached), reachedIn(w, t.No, reached))
}

// inScope drops the invariants with a name that may mean something else at the loop, and has the front end read the
// program with the others in their places.
func (c *correctness) inScope(ctx context.Context) error {
	if len(c.loops) == 0 {
		return nil
	}
	before := map[source.Pos]string{}
	for _, l := range c.loops {
		before[l.place] += "(void)(" + l.text + "), "
	}
	for place, text := range before {
		before[place] = strings.TrimSuffix(text, ", ")
	}
	texts, err := c.locator.WithConditions(before)
	if err != nil {
		return err
	}
	program, err := readWith(ctx, c.Source, texts)
	if err != nil {
		return fmt.Errorf("the invariants are no expressions of the program: %w", err)
	}
	c.loops = slices.DeleteFunc(c.loops, func(l loopInvariant) bool {
		return slices.ContainsFunc(l.variables, func(v *ir.Variable) bool { return !isPlain(program, l.function.Name, v) })
	})
	return nil
}

// readWith has the front end read a program with other text in its files.
func readWith(ctx context.Context, options c.Options, texts []string) (*ir.Program, error) {
	options.Terms = term.NewBuilder()
	options.Units = slices.Clone(options.Units)
	for i, text := range texts {
		options.Units[i].Source = []byte(text)
	}
	program, diagnostics, err := c.Load(ctx, options)
	if err != nil {
		return nil, err
	}
	return program, diagnostics.Err()
}

// isPlain says that one object alone has the name of a variable in a function of the program as it was read.
func isPlain(p *ir.Program, function string, v *ir.Variable) bool {
	base, _, _ := strings.Cut(v.Source, ".")
	places := map[source.Pos]bool{}
	note := func(all []*ir.Variable) {
		for _, other := range all {
			if name, _, _ := strings.Cut(other.Source, "."); name == base {
				places[other.Pos] = true
			}
		}
	}
	f := p.Function(function)
	if f == nil {
		return false
	}
	note(p.Globals)
	note(f.Variables())
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			if a, ok := i.(*ir.Alloc); ok && a.Name == base {
				return false // a local in memory
			}
		}
	}
	for _, o := range p.Objects {
		if o.Name == base {
			return false
		}
	}
	return len(places) == 1 && places[v.Pos]
}

// invariants are those of the witness, each once.
func (c *correctness) invariants() []verdict.Invariant {
	var out []verdict.Invariant
	for _, l := range c.loops {
		i := verdict.Invariant{Function: l.function.Told(), Pos: l.place, Text: l.text}
		if !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}

// text is the witness, read back.
func (c *correctness) text(specification string, units []ctest.Unit) ([]byte, error) {
	out := witness.NewCorrectness(c.producer(), c.task(c.program, specification, units), time.Now())
	seen := map[string]bool{}
	for _, l := range c.loops {
		if key := l.place.String() + l.text; !seen[key] {
			seen[key] = true
			out.Add(location(l.place), l.text)
		}
	}
	plain, err := out.Encode()
	if err != nil {
		return nil, err
	}
	out.Metadata.UUID = nameBased(plain)
	text, err := out.Encode()
	if err != nil {
		return nil, err
	}
	_, err = witness.ReadCorrectness(text)
	return text, err
}
