package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"yogi/internal/journal"
)

// Function is a function of the program: whom it calls, and what the search was asked about it. A question is whether a
// call of it can end in some states; it is answered by a run, by a proof that none does, or not.
type Function struct {
	Name  string
	File  string
	Line  int
	Calls []string
	// Asked are the questions, Yes and No those with an answer, Steps the steps of the search that worked on them.
	Asked, Yes, No, Steps int
	// Splits is how many sets of states its graphs tell apart beyond its lines.
	Splits int
	// Regions are those that the graph of its latest question ended with, and Answer is how that ended;
	// nil: they are not known, or too many for a picture.
	Regions *journal.Regions
	Answer  string
}

// callsView is the graph of calls: a picture, if it is small enough to be one, and a table.
type callsView struct {
	Functions     []*functionView
	Edges         []edgeView
	Width, Height int // of the picture; 0: there is none
	IsAsked       bool
}

type functionView struct {
	Function
	box
	Where    *link
	CalledBy []string
	Says     string
}

// box is one of a picture, in a layer: those of a layer stand beside each other.
type box struct {
	X, Y, W int
	layer   int
}

// MiddleX is the middle of the box, for what is written into it.
func (b *box) MiddleX() int { return b.X + b.W/2 }

type edgeView struct{ Path string }

// The picture's measures.
const (
	mostInPicture = 48
	boxHeight     = 40
	layerHeight   = 84
	letterWidth   = 8
	boxGap        = 18
	margin        = 8
)

// calls makes the graph of the functions that are there.
func (b *builder) calls() *callsView {
	if len(b.Functions) == 0 {
		return nil
	}
	v := &callsView{}
	named := map[string]*functionView{}
	for _, f := range b.Functions {
		view := &functionView{Function: f, Where: b.at(f.File, f.Line), Says: f.says()}
		v.IsAsked = v.IsAsked || f.Asked > 0
		named[f.Name] = view
		v.Functions = append(v.Functions, view)
	}
	for _, f := range v.Functions {
		f.Calls = slices.DeleteFunc(slices.Clone(f.Calls), func(name string) bool { return named[name] == nil })
		for _, name := range f.Calls {
			named[name].CalledBy = append(named[name].CalledBy, f.Name)
		}
	}
	if len(v.Functions) <= mostInPicture {
		v.place(named)
	}
	return v
}

// says tells in few words what was asked about a function.
func (f Function) says() string {
	if f.Asked == 0 {
		return ""
	}
	var answers []string
	for _, a := range []struct {
		n    int
		word string
	}{{f.Yes, "yes"}, {f.No, "no"}, {f.Asked - f.Yes - f.No, "open"}} {
		if a.n > 0 {
			answers = append(answers, fmt.Sprintf("%d %s", a.n, a.word))
		}
	}
	return fmt.Sprintf("asked %d: %s", f.Asked, strings.Join(answers, ", "))
}

// place puts callers above what they call, and draws the calls.
func (v *callsView) place(named map[string]*functionView) {
	for range v.Functions { // a longest path without a cycle has no more calls
		for _, f := range v.Functions {
			for _, name := range f.Calls {
				if to := named[name]; to != f && f.layer+1 < len(v.Functions) && !reaches(named, to, f) {
					to.layer = max(to.layer, f.layer+1)
				}
			}
		}
	}
	byName := slices.SortedStableFunc(slices.Values(v.Functions), func(a, b *functionView) int { return cmp.Compare(a.Name, b.Name) })
	boxes := make([]*box, len(byName))
	for i, f := range byName {
		f.W = max(len(f.Name), len(f.Says))*letterWidth + 2*margin
		boxes[i] = &f.box
	}
	v.Width, v.Height = arrange(boxes)
	for _, f := range v.Functions {
		for _, name := range f.Calls {
			v.Edges = append(v.Edges, edgeView{path(&f.box, &named[name].box)})
		}
	}
}

// arrange gives the boxes of each layer their places beside each other, in the order in which they
// come, and returns the size of the picture.
func arrange(boxes []*box) (width, height int) {
	widths := map[int]int{}
	for _, b := range boxes {
		widths[b.layer] += b.W + boxGap
		width = max(width, widths[b.layer]+2*margin)
		height = max(height, margin+b.layer*layerHeight+boxHeight+margin)
	}
	next := map[int]int{}
	for layer, w := range widths {
		next[layer] = margin + (width-w)/2
	}
	for _, b := range boxes {
		b.X, b.Y = next[b.layer], margin+b.layer*layerHeight
		next[b.layer] += b.W + boxGap
	}
	return width, height
}

// reaches says that calls lead from one function to another.
func reaches(named map[string]*functionView, from, to *functionView) bool {
	seen := map[*functionView]bool{}
	var visit func(*functionView) bool
	visit = func(f *functionView) bool {
		if f == to {
			return true
		}
		if seen[f] {
			return false
		}
		seen[f] = true
		return slices.ContainsFunc(f.Calls, func(name string) bool { return visit(named[name]) })
	}
	return visit(from)
}

// path is the line from a box to another: downwards, beside the boxes where the other does not stand below, a loop at a
// box that leads to itself.
func path(from, to *box) string {
	x, y := from.MiddleX(), from.Y+boxHeight
	switch {
	case from == to:
		right := from.X + from.W
		return fmt.Sprintf("M%d %d c16 -8 16 %d 0 %d", right, from.Y+10, boxHeight-12, boxHeight-20)
	case to.layer > from.layer:
		bend := (to.Y - y) / 2
		return fmt.Sprintf("M%d %d C%d %d %d %d %d %d", x, y, x, y+bend, to.MiddleX(), to.Y-bend, to.MiddleX(), to.Y)
	}
	return fmt.Sprintf("M%d %d C%d %d %d %d %d %d", from.X, from.Y+boxHeight/2, from.X-30, from.Y, to.X-30, to.Y+boxHeight, to.X, to.Y+boxHeight/2)
}
