package interproc

import (
	"fmt"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/journal"
	"yogi/internal/refine"
	"yogi/internal/region"
	"yogi/internal/report/lvalue"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file tells the journal what the search does, where one is recorded (--trace). It looks at
// the search and changes nothing of it.

// mostTold is the size of the largest predicate that is written out.
const mostTold = 400

// recorder tells the journal of the search: each graph and test once, and steps as they are made.
type recorder struct {
	checker *checker
	journal *journal.Journal
	graphs  map[*region.Graph]int // their numbers
	tests   map[int]bool
	seen    int // states of the entry function
	number  int // of iterations
	// tactics are the latest one of each open question, by depth; told is the one that the journal knows of.
	tactics map[int]string
	told    string
}

// newRecorder returns what tells the journal, or nil where none is recorded.
func newRecorder(c *checker, j *journal.Journal) *recorder {
	if !j.Records() {
		return nil
	}
	j.Emit(journal.Search{Algorithm: c.options.Algorithm})
	return &recorder{checker: c, journal: j, graphs: map[*region.Graph]int{}, tests: map[int]bool{}, tactics: map[int]string{}}
}

// watcher is told of the main loop's steps; nil where nothing is recorded.
func (r *recorder) watcher() refine.Watcher {
	if r == nil {
		return nil
	}
	return r
}

// Tactic implements refine.Watcher. Tests that there are by now were made before it.
func (r *recorder) Tactic(name string) {
	r.tellTests()
	r.tactics[len(r.checker.stack)] = name
}

// emit tells of a change, and first of the tactic that made it.
func (r *recorder) emit(e journal.Event) {
	if tactic := r.tactics[len(r.checker.stack)]; tactic != r.told {
		r.journal.Emit(journal.Tactic{Name: tactic})
		r.told = tactic
	}
	r.journal.Emit(e)
}

// graph tells of a graph, which is numbered, and of its changes from now on.
func (r *recorder) graph(g *region.Graph) {
	if r == nil {
		return
	}
	r.graphs[g] = len(r.graphs) + 1
	e := journal.Graph{ID: r.graphs[g], Function: g.Function.Name, Exit: g.Exit.String(), Post: told(g.Post)}
	for _, b := range g.Function.Blocks {
		e.Locations = append(e.Locations, locationOf(g, b.Index, b.Pos.String()))
	}
	e.Locations = append(e.Locations, locationOf(g, verdict.ExitLocation, ""))
	r.journal.Emit(e)
	g.Watch(r)
}

func locationOf(g *region.Graph, index int, pos string) journal.Location {
	l := journal.Location{Block: index, Pos: pos}
	g.Locations[index].Root.EachLeaf(func(n *region.Node) { l.Regions = append(l.Regions, n.ID) })
	return l
}

// Split implements region.Watcher.
func (r *recorder) Split(g *region.Graph, s *region.Node) {
	r.emit(journal.Split{Graph: r.graphs[g], Block: s.Location.Index, Region: s.ID, Yes: s.Yes.ID, No: s.No.ID, Predicate: told(s.Pred)})
}

// Removed implements region.Watcher.
func (r *recorder) Removed(g *region.Graph, s *region.Node, e region.Edge, to *region.Node) {
	r.emit(journal.Removed{Graph: r.graphs[g], From: s.ID, To: to.ID, Block: e.Block})
}

// Retracted implements region.Watcher.
func (r *recorder) Retracted(g *region.Graph, edges int) {
	r.journal.Emit(journal.Retracted{Graph: r.graphs[g], Edges: edges})
}

// told is a term as text, if it is not too large to be read.
func told(t *term.Term) string {
	if t.Size() > mostTold {
		return fmt.Sprintf("(a term of %d nodes)", t.Size())
	}
	return t.String()
}

// Iteration implements refine.Watcher.
func (r *recorder) Iteration(x *refine.Explorer, before *ir.Block, from, to *region.Node) {
	r.number++
	r.told = ""
	e := journal.Iteration{Number: r.number, Graph: r.graphs[x.Graph], Depth: len(r.checker.stack), Block: -1, From: -1, To: -1}
	if before != nil {
		e.Block, e.From, e.To, e.Pos = before.Index, from.ID, to.ID, before.Pos.String()
	}
	r.journal.Emit(e)
}

// closed tells how a question ended.
func (r *recorder) closed(x *refine.Explorer, result refine.Result) {
	if r == nil {
		return
	}
	r.tellTests()
	answer := map[refine.Kind]string{refine.Must: "must", refine.NotMay: "not-may", refine.PutOff: "put off"}[result.Kind]
	if answer == "" {
		answer = "unknown"
	}
	r.emit(journal.Closed{Graph: r.graphs[x.Graph], Answer: answer, Reason: string(result.Reason)})
	r.regions(x.Graph)
}

// mostDrawn is the number of regions of the largest graph that is told of whole: of more nobody
// sees anything in a picture.
const mostDrawn = 60

// regions tells what a graph has come to.
func (r *recorder) regions(g *region.Graph) {
	if g.Regions() > mostDrawn {
		return
	}
	words := wordsOf(r.checker.program)
	e := journal.Regions{Graph: r.graphs[g], Asked: asked(g, words)}
	reaches := g.CanReachTarget()
	tell := func(index int, pos string, out []region.Edge) {
		g.Locations[index].Root.EachLeaf(func(s *region.Node) {
			told := journal.Region{ID: s.ID, Block: index, Pos: pos, Reaches: reaches[s], IsTarget: s == g.Target}
			for _, literal := range s.Literals() {
				if text, ok := words.Words(literal); ok {
					told.States = append(told.States, text)
				} else {
					told.Wordless++
				}
			}
			e.Of = append(e.Of, told)
			e.Steps = append(e.Steps, stepsFrom(g, s, out)...)
		})
	}
	for _, b := range g.Function.Blocks {
		tell(b.Index, b.Pos.String(), g.OutOf(b))
	}
	tell(verdict.ExitLocation, "", nil)
	r.journal.Emit(e)
}

// stepsFrom are the abstract edges out of a region, each once.
func stepsFrom(g *region.Graph, s *region.Node, out []region.Edge) []journal.Step {
	var steps []journal.Step
	for _, e := range out {
		g.To(e).Root.EachLeaf(func(t *region.Node) {
			if step := (journal.Step{From: s.ID, To: t.ID}); g.Steps(s, e, t) && !slices.Contains(steps, step) {
				steps = append(steps, step)
			}
		})
	}
	return steps
}

// asked says where a graph's question is whether the function can end there.
func asked(g *region.Graph, words *lvalue.Reader) string {
	if g.Exit == verdict.ErrorExit {
		return "the error"
	}
	if text, ok := words.Words(g.Post); ok && !g.Post.IsConst() {
		return "a return with " + text
	}
	return "a return"
}

// wordsOf reads terms as the source would write them.
func wordsOf(p *ir.Program) *lvalue.Reader {
	null := "NULL"
	if p.Model == nil {
		null = "0"
	}
	return &lvalue.Reader{Program: p, Null: null, Names: func(*term.Term) (lvalue.Name, bool) { return lvalue.Name{}, false }}
}

// tellTests tells of the tests that there are since the last time: as far as they are in the entry
// function, since the states in others are lists of their own.
func (r *recorder) tellTests() {
	states := r.checker.engine.Root().States
	type run struct{ parent, shared, steps, last int }
	runs := map[int]*run{}
	var order []int
	for i := r.seen; i < len(states); i++ {
		s := states[i]
		if r.tests[s.Test] {
			continue // a test that is continued
		}
		t := runs[s.Test]
		if t == nil {
			t = &run{}
			runs[s.Test] = t
			order = append(order, s.Test)
		}
		t.steps, t.last = t.steps+1, i
		if first := s.Path.States[0].Test; first != s.Test {
			t.parent, t.shared = first, t.shared+1
		}
	}
	r.seen = len(states)
	for _, number := range order {
		t, last := runs[number], states[runs[number].last]
		r.tests[number] = true
		end := ""
		switch p := last.Path; {
		case p.Location != verdict.ExitLocation:
			end = p.Activation.Function.Blocks[p.Location].Pos.String()
		case p.Exit == verdict.ErrorExit:
			end = "error"
		default:
			end = "return"
		}
		r.emit(journal.Test{Number: number, Parent: t.parent, Shared: t.shared, Steps: t.steps, End: end})
	}
}
