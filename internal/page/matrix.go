package page

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"yogi/internal/report"
)

// Matrix holds the contents of the page of a matrix.
type Matrix struct {
	Version string
	Cells   []Cell
	// Column and Row are the words for a column and a row: "program" and "rule" if they are "".
	Column, Row string
	// Summary is a text above the table, as it is.
	Summary string
}

// Cell is a program under a rule.
type Cell struct {
	Program, Rule string
	Word          string // of the table: pass, -, fail, not read, or why it is unknown
	Want          string // the known answer; "": there is none
	IsWrong       bool   // it is another one than the known answer
	Result        *report.Result
}

type matrixView struct {
	Version, Title string
	Column, Row    string
	Summary        string
	Programs       []string
	Rows           []rowView
	Cells          []*cellView
	Kinds          []legend
}

type rowView struct {
	Rule  string
	Cells []*cellView // by program; nil: it was not asked for
}

type cellView struct {
	Cell
	ID, Kind, Says string
	Steps          []stepView
}

// WriteMatrix writes the page of a matrix.
func WriteMatrix(out io.Writer, m Matrix) error { return write(out, "matrix", matrixOf(m)) }

func matrixOf(m Matrix) *matrixView {
	v := &matrixView{Version: m.Version, Column: cmp.Or(m.Column, "program"), Row: cmp.Or(m.Row, "rule"), Summary: m.Summary}
	v.Title = v.Column + "s and " + v.Row + "s"
	rules := []string{}
	at := map[[2]string]*cellView{}
	kinds := map[string]int{}
	for i, c := range m.Cells {
		if !slices.Contains(v.Programs, c.Program) {
			v.Programs = append(v.Programs, c.Program)
		}
		if !slices.Contains(rules, c.Rule) {
			rules = append(rules, c.Rule)
		}
		view := &cellView{Cell: c, ID: fmt.Sprintf("c%d", i), Kind: c.kind()}
		if c.Result.Verdict != report.NotRead {
			view.Says = says(c.Result, report.OneProgram)
			view.Steps = newBuilder(Check{}).steps(c.Result)
		}
		kinds[view.Kind]++
		at[[2]string{c.Program, c.Rule}] = view
		v.Cells = append(v.Cells, view)
	}
	for _, rule := range rules {
		row := rowView{Rule: rule}
		for _, program := range v.Programs {
			row.Cells = append(row.Cells, at[[2]string{program, rule}])
		}
		v.Rows = append(v.Rows, row)
	}
	for _, l := range []legend{
		{"fail", "it goes wrong, or breaks the rule: there is a run that shows it", 0}, {"unknown", "there is no answer, for the reason that is named", 0},
		{"pass", "it does not go wrong, or keeps the rule: proved", 0}, {"none", "no event of the rule can occur", 0},
	} {
		if l.Lines = kinds[l.Word]; l.Lines > 0 {
			v.Kinds = append(v.Kinds, l)
		}
	}
	return v
}

// kind is the class of a cell.
func (c Cell) kind() string {
	switch c.Word {
	case "pass", "fail":
		return c.Word
	case "-":
		return "none"
	}
	return "unknown"
}
