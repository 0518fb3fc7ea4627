// Package trace makes one HTML page of a recorded run: a row for each iteration of the search, a
// column for each stage of it (source, regions, tests, queries). In go the lines of a journal and
// the texts of the files that they name; out comes a page that needs nothing else. The page shows
// so many rows at a time and computes what a row's regions were before and after it when somebody
// asks, so that a run of ten thousand iterations can be read.
package trace

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"yogi/internal/journal"
	"yogi/internal/source"
)

// Run is a recorded run, as the page shows it.
type Run struct {
	Title   string  `json:"title"`
	Files   []File  `json:"files"`
	Graphs  []Graph `json:"graphs"`
	Rows    []Row   `json:"rows"`
	Phases  []Phase `json:"phases"`
	Verdict string  `json:"verdict"` // "" where the run was cut off
	Reason  string  `json:"reason"`
}

// File is a source file; Text is "" where nobody has it.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Phase is a stage of the pipeline and when it began.
type Phase struct {
	At   float64 `json:"at"`
	Name string  `json:"name"`
}

// Graph is a region graph as it began. Its place in the list is its number on the page.
type Graph struct {
	Search    int        `json:"search"` // from 1
	Algorithm string     `json:"algorithm"`
	Function  string     `json:"function"`
	Exit      string     `json:"exit"`
	Post      string     `json:"post"`
	Locations []Location `json:"locations"`
}

// Location is a place of a graph.
type Location struct {
	Block   int   `json:"block"` // -1 for the exit
	At      Place `json:"at"`
	Regions []int `json:"regions"`
}

// Place is a line of a file; File is -1 where there is none.
type Place struct {
	File int `json:"file"`
	Line int `json:"line"`
}

// Row is an iteration and what happened until the next one. The first row is what happened before
// any, with Number 0.
type Row struct {
	At      float64         `json:"at"`
	Search  int             `json:"search"`
	Number  int             `json:"number"`
	Graph   int             `json:"graph"` // -1: none
	Depth   int             `json:"depth"`
	Block   int             `json:"block"`
	From    int             `json:"from"`
	To      int             `json:"to"`
	Place   Place           `json:"place"`
	Tactics []string        `json:"tactics,omitempty"` // that changed something
	Changes []Change        `json:"changes,omitempty"`
	Tests   []journal.Test  `json:"tests,omitempty"`
	Queries []journal.Query `json:"queries,omitempty"`
}

// Change is one of a graph; What says which fields count.
type Change struct {
	What      string `json:"what"` // split, removed, retracted, closed
	Graph     int    `json:"graph"`
	Block     int    `json:"block,omitempty"`
	From      int    `json:"from,omitempty"` // the region split, or the one that an edge leads from
	To        int    `json:"to,omitempty"`
	Yes       int    `json:"yes,omitempty"`
	No        int    `json:"no,omitempty"`
	Predicate string `json:"predicate,omitempty"`
	Edges     int    `json:"edges,omitempty"`
	Answer    string `json:"answer,omitempty"`
}

// builder makes a run of lines.
type builder struct {
	run       Run
	files     map[string]int
	graphs    map[int]int // of the search at hand, by their numbers in the journal
	search    int
	algorithm string
}

// Build makes the page's content of a journal. text gives the texts of files, "" where nobody has one.
func Build(title string, lines []journal.Line, text func(name string) string) *Run {
	b := &builder{files: map[string]int{}, graphs: map[int]int{}}
	b.run = Run{Title: title, Files: []File{}, Graphs: []Graph{}, Phases: []Phase{}, Rows: []Row{{Graph: -1, Place: Place{File: -1}}}} // no list is null on the page
	for _, l := range lines {
		b.add(l)
	}
	for i := range b.run.Files {
		b.run.Files[i].Text = text(b.run.Files[i].Name)
	}
	return &b.run
}

func (b *builder) add(l journal.Line) {
	row := &b.run.Rows[len(b.run.Rows)-1]
	change := func(c Change) { row.Changes = append(row.Changes, c) }
	switch e := l.Event.(type) {
	case journal.Phase:
		b.run.Phases = append(b.run.Phases, Phase{l.At, e.Name})
	case journal.Search:
		b.search, b.algorithm, b.graphs = b.search+1, e.Algorithm, map[int]int{}
	case journal.Graph:
		b.addGraph(e)
	case journal.Iteration:
		b.run.Rows = append(b.run.Rows, Row{
			At: l.At, Search: b.search, Number: e.Number, Graph: b.graph(e.Graph), Depth: e.Depth, Block: e.Block, From: e.From, To: e.To, Place: b.place(e.Pos),
		})
	case journal.Tactic:
		if e.Name != "" && !slices.Contains(row.Tactics, e.Name) {
			row.Tactics = append(row.Tactics, e.Name)
		}
	case journal.Split:
		change(Change{What: "split", Graph: b.graph(e.Graph), Block: e.Block, From: e.Region, Yes: e.Yes, No: e.No, Predicate: e.Predicate})
	case journal.Removed:
		change(Change{What: "removed", Graph: b.graph(e.Graph), Block: e.Block, From: e.From, To: e.To})
	case journal.Retracted:
		change(Change{What: "retracted", Graph: b.graph(e.Graph), Edges: e.Edges})
	case journal.Closed:
		change(Change{What: "closed", Graph: b.graph(e.Graph), Answer: strings.TrimSpace(e.Answer + " " + e.Reason)})
	case journal.Test:
		e.End = b.shortPlace(e.End)
		row.Tests = append(row.Tests, e)
	case journal.Query:
		row.Queries = append(row.Queries, e)
	case journal.Verdict:
		b.run.Verdict, b.run.Reason = e.Kind, e.Reason
	}
}

func (b *builder) addGraph(e journal.Graph) {
	g := Graph{Locations: []Location{}, Search: b.search, Algorithm: b.algorithm, Function: e.Function, Exit: e.Exit, Post: e.Post}
	for _, l := range e.Locations {
		g.Locations = append(g.Locations, Location{Block: l.Block, At: b.place(l.Pos), Regions: l.Regions})
	}
	b.graphs[e.ID] = len(b.run.Graphs)
	b.run.Graphs = append(b.run.Graphs, g)
}

// graph is the number on the page of a graph of the search at hand; -1 if it was not told of.
func (b *builder) graph(id int) int {
	if number, ok := b.graphs[id]; ok {
		return number
	}
	return -1
}

// place reads a position, file:line:column.
func (b *builder) place(pos string) Place {
	at, ok := source.ParsePos(pos)
	if !ok {
		return Place{File: -1}
	}
	number, ok := b.files[at.File]
	if !ok {
		number = len(b.run.Files)
		b.files[at.File] = number
		b.run.Files = append(b.run.Files, File{Name: at.File})
	}
	return Place{number, at.Line}
}

// shortPlace is where a test ended, without the folders of the file.
func (b *builder) shortPlace(end string) string { return end[strings.LastIndex(end, "/")+1:] }

//go:embed page.html
var page []byte

// dataMark is where the page has its data.
var dataMark = []byte("/*DATA*/null")

// Write writes the page.
func (r *Run) Write(out io.Writer) error {
	data, err := json.Marshal(r) // which writes <, > and & as escapes: nothing in it ends the script
	if err != nil {
		return fmt.Errorf("writing the data of the page: %w", err)
	}
	at := bytes.Index(page, dataMark)
	for _, part := range [][]byte{page[:at], data, page[at+len(dataMark):]} {
		if _, err := out.Write(part); err != nil {
			return fmt.Errorf("writing the page: %w", err)
		}
	}
	return nil
}

// Iterations is the number of rows that are one.
func (r *Run) Iterations() int { return len(r.Rows) - 1 }

// HasSearch reports whether the journal says anything of a search: one of an earlier version, or
// without one, does not.
func (r *Run) HasSearch() bool {
	return len(r.Graphs) > 0 || slices.ContainsFunc(r.Rows, func(row Row) bool { return len(row.Queries) > 0 })
}
