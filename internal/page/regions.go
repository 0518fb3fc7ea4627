package page

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/journal"
	"yogi/internal/source"
)

// regionsView is a function with the regions of its latest question: a row of boxes for each place.
type regionsView struct {
	Name, Says    string
	Rows          []regionRow
	Regions       []*boxOfRegion
	Edges         []edgeView
	Width, Height int
}

// regionRow is a place of a function, at the left of its regions.
type regionRow struct {
	Where *link
	Y     int
}

// boxOfRegion is a region.
type boxOfRegion struct {
	journal.Region
	box
	Where *link
	Brief string // what fits into the box
	All   string // all that is known of the states
	Kind  string // how it is coloured: target, reaches, proved
}

// The measures of the picture of regions.
const (
	placeWidth   = 150
	mostLetters  = 40
	mostSteps    = 200 // of a picture in which one can still follow them
	exitOfRegion = -1
)

// regions makes the pictures of the functions whose regions are known.
func (b *builder) regions() []*regionsView {
	var out []*regionsView
	for _, f := range b.Functions {
		if f.Regions != nil && len(f.Regions.Of) > 0 {
			out = append(out, b.regionsOf(f))
		}
	}
	return out
}

func (b *builder) regionsOf(f Function) *regionsView {
	v := &regionsView{Name: f.Name, Says: fmt.Sprintf("Can it end in %s? %s", f.Regions.Asked, answerWords(f.Answer))}
	var boxes []*box
	byID := map[int]*boxOfRegion{}
	block := exitOfRegion - 1
	for _, r := range f.Regions.Of {
		where := b.place(r)
		if r.Block != block {
			block = r.Block
			v.Rows = append(v.Rows, regionRow{Where: where, Y: margin + len(v.Rows)*layerHeight})
		}
		view := &boxOfRegion{Region: r, Where: where, All: statesOf(r), Kind: kindOfRegion(r)}
		view.Brief = view.All
		if letters := []rune(view.Brief); len(letters) > mostLetters {
			view.Brief = string(letters[:mostLetters-1]) + "…"
		}
		view.box = box{W: (len([]rune(view.Brief))+4)*letterWidth + 2*margin, layer: len(v.Rows) - 1}
		v.Regions = append(v.Regions, view)
		boxes = append(boxes, &view.box)
		byID[r.ID] = view
	}
	if len(f.Regions.Steps) > mostSteps {
		return v
	}
	v.Width, v.Height = arrange(boxes)
	for _, box := range boxes {
		box.X += placeWidth
	}
	v.Width += placeWidth
	for _, s := range f.Regions.Steps {
		if from, to := byID[s.From], byID[s.To]; from != nil && to != nil {
			v.Edges = append(v.Edges, edgeView{path(&from.box, &to.box)})
		}
	}
	return v
}

// answerWords says how a question ended.
func answerWords(answer string) string {
	switch answer {
	case "must":
		return "Yes: a run does."
	case "not-may":
		return "No, from the states that it was asked about: no steps lead from there to it."
	}
	return "That is open."
}

// place is where the code of a region begins.
func (b *builder) place(r journal.Region) *link {
	if r.Block == exitOfRegion {
		return &link{Words: "end"}
	}
	if at, ok := source.ParsePos(r.Pos); ok {
		if where := b.at(at.File, at.Line); where != nil {
			return where
		}
	}
	return &link{Words: "in between"}
}

// statesOf says which states are in a region.
func statesOf(r journal.Region) string {
	words := slices.Clone(r.States)
	if r.Wordless > 0 {
		words = append(words, counted(r.Wordless, "condition")+" without words")
	}
	if len(words) == 0 {
		return "all states"
	}
	return strings.Join(words, ", ")
}

func kindOfRegion(r journal.Region) string {
	switch {
	case r.IsTarget:
		return "target"
	case r.Reaches:
		return "reaches"
	}
	return "proved"
}
