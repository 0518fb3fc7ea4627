package report

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/shell"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// Places are the results about the places of a program that can go wrong, one each: Result.Place says which.
type Places []*Result

// rank orders the results as they matter: failures, those with a null pointer for a parameter alone behind the others,
// then what is unknown, failures that are suppressed, and what is proved.
func (r *Result) rank() int {
	switch {
	case r.status() == 1 && !r.NullOnly:
		return 0
	case r.status() == 1:
		return 1
	case r.Suppression != nil:
		return 3
	case r.status() != 0:
		return 2
	}
	return proved
}

const (
	proved = 4 // the rank of what is
	ranks  = 5
)

// Ranked are the results as they matter, those that matter alike in the order in which they were.
func (p Places) Ranked() Places {
	out := slices.Clone(p)
	slices.SortStableFunc(out, func(a, b *Result) int { return cmp.Compare(a.rank(), b.rank()) })
	return out
}

// Subject says whether results are about a program or about several functions.
type Subject int

const (
	OneProgram Subject = iota + 1
	Functions
)

// SubjectOf tells it of how many things there are results.
func SubjectOf(n int) Subject {
	if n > 1 {
		return Functions
	}
	return OneProgram
}

// WriteText writes a line for each failure, one for each verdict else at a position of the program, and how many there
// are of each verdict. Of several functions the places that are proved are only counted, and what is assumed is told
// too.
func (p Places) WriteText(w io.Writer, of Subject) {
	rows := [][]string{{"verdict", "place", "evidence", "what"}}
	if of == Functions {
		rows[0] = []string{"verdict", "function", "place", "evidence", "what"}
	}
	count := map[int]int{}
	var last *Result
	for _, r := range p.Ranked() {
		count[r.rank()]++
		if r.Place == nil || of == Functions && r.rank() == proved {
			continue
		}
		what := len(rows[0]) - 1
		if last != nil && r.rank() > 1 && r.isLike(last) {
			why, cell := last.inBrackets(), &rows[len(rows)-1][what] // one reason for them all: the first one's
			*cell = strings.TrimSuffix(*cell, why) + "; " + r.found() + why
			continue
		}
		last = r
		row := []string{r.Verdict, r.Place.place(), r.folder(), r.said()}
		if of == Functions {
			row = slices.Insert(row, 1, r.Entry)
		}
		rows = append(rows, row)
	}
	if len(rows) > 1 {
		writeColumns(w, rows)
	}
	p.writeCounts(w, of)
	if of == Functions {
		writeAssumed(w, p)
	}
	fmt.Fprintln(w, p.summary(count))
	if advice := p.lackOfTime(); advice != "" {
		fmt.Fprintln(w, "what may help:", advice)
	}
	if len(p) > 0 && p[0].Settings != nil {
		fmt.Fprintln(w, p[0].Settings)
	}
}

// writeCounts writes how many places of each verdict a function has, where there are several functions: of a program
// the ones that the places are in, of several functions the ones that were called. Functions of which all is proved
// are one line.
func (p Places) writeCounts(w io.Writer, of Subject) {
	type function struct {
		name  string
		count [ranks]int
	}
	var functions []*function
	for _, r := range p.Ranked() {
		if r.Place == nil {
			continue
		}
		name := cmp.Or(r.In, "(none)")
		if of == Functions {
			name = r.Entry
		}
		at := slices.IndexFunc(functions, func(f *function) bool { return f.name == name })
		if at < 0 {
			at = len(functions)
			functions = append(functions, &function{name: name})
		}
		functions[at].count[r.rank()]++
	}
	slices.SortStableFunc(functions, func(a, b *function) int { return slices.Compare(b.count[:proved], a.count[:proved]) })
	first := slices.IndexFunc(functions, func(f *function) bool { return f.count == [ranks]int{proved: f.count[proved]} })
	if len(functions) < 2 || first == 0 { // the summary has the numbers
		return
	}
	if rest := len(functions) - first; first > 0 && rest > 1 {
		all := &function{name: fmt.Sprintf("%d others", rest)}
		for _, f := range functions[first:] {
			all.count[proved] += f.count[proved]
		}
		functions = append(functions[:first], all)
	}
	rows := [][]string{{"function"}}
	for range functions {
		rows = append(rows, nil)
	}
	for i, f := range functions {
		rows[i+1] = []string{f.name}
	}
	for rank, name := range [ranks]string{"FALSE", "FALSE (null)", "UNKNOWN", "suppressed", "TRUE"} {
		if !slices.ContainsFunc(functions, func(f *function) bool { return f.count[rank] > 0 }) {
			continue
		}
		rows[0] = append(rows[0], name)
		for i, f := range functions {
			rows[i+1] = append(rows[i+1], fmt.Sprintf("%*d", len(name), f.count[rank]))
		}
	}
	writeColumns(w, rows)
}

// WriteDetails writes the run of each failure, and what is assumed, once each.
func (p Places) WriteDetails(w io.Writer) {
	told := map[string]bool{}
	var assumed []string
	for _, r := range p.Ranked() {
		if r.status() == 1 {
			r.WriteTrace(w)
			if script := r.Evidence[ScriptRole]; script != "" {
				fmt.Fprintln(w, "reproduce: sh", shell.Word(script))
			}
			fmt.Fprintln(w)
		}
		for _, a := range r.Assumptions {
			if text := a.String(); !told[text] && a.Kind != assumption.ChecksHold { // the summary says so
				told[text] = true
				assumed = append(assumed, text)
			}
		}
		for _, n := range r.Warnings {
			if text := fmt.Sprintf("%s: warning: %s", source.Pos{File: n.File, Line: n.Line}, n.Text); !told[text] {
				told[text] = true
				fmt.Fprintln(w, text)
			}
		}
	}
	for _, text := range assumed {
		fmt.Fprintln(w, "assumed:", text)
	}
}

// isLike says that two results that are no failures can be told in one line.
func (r *Result) isLike(other *Result) bool {
	return r.Verdict == other.Verdict && r.Entry == other.Entry && r.Place.place() == other.Place.place() && r.folder() == other.folder()
}

// said tells what goes wrong at the place of a result, and what else there is to say.
func (r *Result) said() string { return r.found() + r.inBrackets() }

// inBrackets is why it is not known what becomes of a place.
func (r *Result) inBrackets() string {
	if why := firstLine(r.Why()); r.rank() == 2 && why != "" {
		return " (" + why + ")"
	}
	return ""
}

// found tells what goes wrong at the place of a result.
func (r *Result) found() string {
	text := r.Place.What
	if r.Error != nil && (r.status() == 1 || r.Suppression != nil) {
		text = r.Error.What
	}
	if r.Suppression != nil {
		text += " [suppressed: " + r.Suppression.String() + "]"
	}
	if r.NullOnly {
		text += " (found only with a null pointer for a parameter)"
	}
	return text
}

// folder is where the evidence of a result is, how it was checked where none is kept.
func (r *Result) folder() string {
	if path := r.Evidence["evidence"]; path != "" {
		return filepath.Dir(path)
	}
	return r.Class
}

func (p Places) summary(count map[int]int) string {
	switch {
	case len(p) == 1 && p[0].Place == nil && p[0].status() == 0:
		return "no place of the program can go wrong"
	case len(p) == 1 && p[0].Place == nil:
		return strings.TrimSuffix("it is not known which places can go wrong: "+firstLine(p[0].Why()), ": ")
	}
	var words []string
	for rank, name := range []string{"FALSE", "FALSE found only with a null pointer for a parameter", "UNKNOWN", "FALSE that is suppressed", "TRUE"} {
		if count[rank] > 0 {
			words = append(words, fmt.Sprintf("%d %s", count[rank], name))
		}
	}
	text := fmt.Sprintf("%d places can go wrong: %s", len(p), strings.Join(words, ", "))
	if len(p) == 1 {
		text = "1 place can go wrong: " + words[0]
	}
	if count[proved] > 0 && count[proved] < len(p) {
		text += ", given that the checks at the others hold"
	}
	return text
}

// manyLack is how many places lack time where one advice is given for all of them.
const manyLack = 10

// lackOfTime is advice where many places lack time: with one function at a time each gets more. Of several functions
// it names the one that most of the places are in; "": few do.
func (p Places) lackOfTime() string {
	all, of, most := 0, map[string]int{}, ""
	for _, r := range p {
		if r.Place == nil || r.Reason != string(verdict.Timeout) {
			continue
		}
		all++
		of[r.Entry]++
		if of[r.Entry] > of[most] {
			most = r.Entry
		}
	}
	switch {
	case all < manyLack:
		return ""
	case most == "":
		return fmt.Sprintf("%d places lack time: begin with one function of the program, --entry NAME, or with fewer checks, --check bounds", all)
	}
	return fmt.Sprintf("%d places lack time, %d of them in %s: begin with --entry %s, or with fewer checks, --check bounds", all, of[most], most, most)
}

// writeColumns writes rows of words under one another, the last of a row as it is.
func writeColumns(w io.Writer, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, word := range row {
			widths[i] = max(widths[i], len(word))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, word := range row {
			fmt.Fprintf(&line, "%-*s  ", widths[i], word)
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}
