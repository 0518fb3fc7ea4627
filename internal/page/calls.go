package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
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
	// Regions is how many sets of states its graph tells apart beyond its lines.
	Regions int
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
	Where    *link
	CalledBy []string
	Says     string
	X, Y, W  int
	layer    int
}

// MiddleX is the middle of the box, for what is written into it.
func (f *functionView) MiddleX() int { return f.X + f.W/2 }

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
	layers := map[int][]*functionView{}
	for _, f := range v.Functions {
		f.W = max(len(f.Name), len(f.Says))*letterWidth + 2*margin
		layers[f.layer] = append(layers[f.layer], f)
		v.Height = max(v.Height, margin+f.layer*layerHeight+boxHeight+margin)
	}
	widths := map[int]int{}
	for n, layer := range layers {
		slices.SortStableFunc(layer, func(a, b *functionView) int { return cmp.Compare(a.Name, b.Name) })
		for _, f := range layer {
			widths[n] += f.W + boxGap
		}
		v.Width = max(v.Width, widths[n]+2*margin)
	}
	for n, layer := range layers {
		x := margin + (v.Width-widths[n])/2
		for _, f := range layer {
			f.X, f.Y = x, margin+n*layerHeight
			x += f.W + boxGap
		}
	}
	for _, f := range v.Functions {
		for _, name := range f.Calls {
			v.Edges = append(v.Edges, edgeView{path(f, named[name])})
		}
	}
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

// path is the line of a call: downwards, beside the boxes where the callee does not stand below, a loop at the box of a
// function that calls itself.
func path(from, to *functionView) string {
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
