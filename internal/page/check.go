package page

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"yogi/internal/coverage"
	"yogi/internal/report"
	"yogi/internal/verdict"
)

// Check holds the contents of the page of a check.
type Check struct {
	Version string
	Results []*report.Result // one, or several of which each is of one entry
	// Checked and NotChecked are words for what was checked, and for what was not.
	Checked, NotChecked []string
	Coverage            *coverage.Report                 // nil: it is not known
	Text                func(name string) (string, bool) // of a file; false: nobody has it
	// Outcome is, of angelic verification, its last line, which stands in the place of a verdict; Files are then the
	// program's, Results the warnings, and Entries says what became of each function.
	Outcome string
	Files   []string
	Entries []Entry
	// Functions are those of the program, for the graph of calls; none: it is not shown.
	Functions []Function
}

// Entry is a function from which angelic verification started.
type Entry struct {
	Name, State string
	Warnings    int
	Assumes     []Assumed
}

// Assumed is an assumption about the outside, and the assertion that needs it.
type Assumed struct{ Text, For string }

// The words for what is known of a line, as its class has them too.
const (
	wordRun  = "run"  // the failing run was here
	wordTest = "test" // a test was, and nothing is proved
	wordSafe = "safe"
	wordDead = "dead"
	wordOpen = "open"
)

// checkView is a page of a check.
type checkView struct {
	Version, Title      string
	Verdict, Kind       string
	Says                string
	Files               []string
	Checked, NotChecked string
	Results             []*resultView
	Sources             []*fileView
	Legend              []legend
	HasCoverage         bool
	HasLines            bool // what is known of each line is asked for
	Entries             []Entry
	Calls               *callsView
	Regions             []*regionsView
}

// legend explains a word of the lines, with how many have it.
type legend struct {
	Word, Meaning string
	Lines         int
}

// resultView is one result.
type resultView struct {
	*report.Result
	Kind, Says  string
	Where       *link
	Stuck       *link // where the search stands still
	Try         []string
	Steps       []stepView
	Assumptions []assumptionView
	Warnings    []noteView
	Evidence    []evidenceView
	Script      string
}

type assumptionView struct {
	Says   string
	Places []link
}

type evidenceView struct{ Role, Path string }

// link is a place, and the line of the page that has it; "": none does.
type link struct{ Words, To string }

// stepView is a step of a run.
type stepView struct {
	Number          int
	To, Where       string
	Text            string
	Function        string
	Depth, Indent   int
	Variable, Value string
	IsFold, IsError bool
}

// fileView is a file with its lines.
type fileView struct {
	ID, Name string
	IsOpen   bool
	Missing  bool
	Counts   string
	Lines    []lineView
}

// lineView is a line of a file.
type lineView struct {
	Number int
	ID     string
	Word   string // "": no code
	Count  string
	Title  string
	Marks  []string // "assumed", "error"
	Text   string
	Notes  []noteView
}

// noteView is something that is said of a line.
type noteView struct {
	Kind, Text string
	Where      *link
}

// mostIndent is how far calls are indented at most.
const mostIndent = 12

// builder makes the view of a check.
type builder struct {
	Check
	view  checkView
	files map[string]*fileView
	notes map[string]map[int][]noteView
	marks map[string]map[int][]string
}

// WriteCheck writes the page of a check.
func WriteCheck(out io.Writer, c Check) error {
	return write(out, "check", newBuilder(c).build())
}

func newBuilder(c Check) *builder {
	return &builder{Check: c, files: map[string]*fileView{}, notes: map[string]map[int][]noteView{}, marks: map[string]map[int][]string{}}
}

func (b *builder) build() *checkView {
	v := &b.view
	v.Version, v.Checked, v.NotChecked, v.Entries, v.HasLines = b.Version, listed(b.Checked), listed(b.NotChecked), b.Entries, b.Outcome == ""
	if b.Outcome != "" {
		v.Files, v.Verdict = b.Files, b.Outcome
		v.Kind, v.Says = outcome(b.Outcome)
	} else {
		worst := report.Entries(b.Results).Worst()
		v.Verdict, v.Kind, v.Files = worst.Verdict, kindOf(worst.Verdict), worst.Files
		v.Says = says(worst, report.SubjectOf(len(b.Results)))
	}
	v.Title = v.Verdict + ": " + strings.Join(baseNames(v.Files), " ")
	v.HasCoverage = b.Coverage != nil
	b.chooseFiles()
	for _, r := range b.Results {
		v.Results = append(v.Results, b.result(r))
	}
	v.Calls, v.Regions = b.calls(), b.regions()
	b.fillSources()
	return v
}

// says tells in a sentence what a verdict means.
func says(r *report.Result, about report.Subject) string {
	of := "The program"
	if about == report.Functions {
		of = "At least one of the functions below"
	}
	switch kindOf(r.Verdict) {
	case "pass":
		if about == report.Functions {
			return "None of the functions below goes wrong as far as it was checked: this is proved, and another program has checked the proofs."
		}
		return "No run of the program goes wrong as far as it was checked: this is proved, and another program has checked the proof."
	case "fail":
		if r.Class == verdict.Executed {
			return of + " goes wrong. The run below was compiled and executed, and it failed."
		}
		return of + " goes wrong. The run below was executed by an interpreter of C, and it failed."
	}
	text := "There is no answer: neither a proof that nothing goes wrong nor a run that does."
	if reason := report.ReasonNamed(r.Reason); reason != nil {
		text += " " + reason.Means
	}
	return text
}

// outcome is the kind and the meaning of what angelic verification came to.
func outcome(words string) (kind, says string) {
	switch {
	case strings.HasPrefix(words, "WARNINGS"):
		return "fail", "Something goes wrong that no acceptable assumption about callers, and about what is called, explains."
	case words == "CLEAN":
		return "pass", "Under the assumptions below nothing goes wrong, whatever else callers and the outside do."
	}
	return "unknown", "There is no warning, and for some function it was not settled that there is none: its line says why."
}

func kindOf(verdict string) string { return report.KindOf(verdict).String() }

func baseNames(files []string) []string {
	var out []string
	for _, f := range files {
		out = append(out, filepath.Base(f))
	}
	return out
}

func listed(words []string) string { return strings.Join(words, ", ") }

// chooseFiles are the files that the page shows: those that were given, those with code, those that a run was in.
func (b *builder) chooseFiles() {
	add := func(f fileView) {
		if f.Name == "" || strings.HasPrefix(f.Name, "<") || b.files[f.Name] != nil {
			return
		}
		f.ID = "f" + strconv.Itoa(len(b.files))
		b.files[f.Name] = &f
		b.view.Sources = append(b.view.Sources, &f)
	}
	addOpen := func(name string) { add(fileView{Name: name, IsOpen: true}) }
	for _, f := range b.Files {
		addOpen(f)
	}
	for _, r := range b.Results {
		for _, f := range r.Files {
			addOpen(f)
		}
	}
	for _, r := range b.Results {
		for _, l := range r.Trace {
			addOpen(l.File)
		}
		if r.Error != nil {
			addOpen(r.Error.File)
		}
	}
	if b.Coverage != nil {
		for _, f := range b.Coverage.Files {
			add(fileView{Name: f.Name})
		}
	}
}

// at is a link to a line.
func (b *builder) at(file string, line int) *link {
	if strings.HasPrefix(file, "<") { // in what comes with yogi
		return nil
	}
	if file == "" || line == 0 {
		return nil
	}
	l := &link{Words: fmt.Sprintf("%s:%d", file, line)}
	if f := b.files[file]; f != nil {
		l.To = fmt.Sprintf("%s-%d", f.ID, line)
	}
	return l
}

func (b *builder) note(file string, line int, n noteView) {
	if b.notes[file] == nil {
		b.notes[file] = map[int][]noteView{}
	}
	if all := b.notes[file][line]; !slices.Contains(all, n) {
		b.notes[file][line] = append(all, n)
	}
}

func (b *builder) mark(file string, line int, word string) {
	if b.marks[file] == nil {
		b.marks[file] = map[int][]string{}
	}
	if all := b.marks[file][line]; !slices.Contains(all, word) {
		b.marks[file][line] = append(all, word)
	}
}

// result makes the view of a result, and notes what it says of lines.
func (b *builder) result(r *report.Result) *resultView {
	v := &resultView{Result: r, Kind: kindOf(r.Verdict), Says: says(r, report.OneProgram)}
	if reason := report.ReasonNamed(r.Reason); reason != nil {
		v.Try = reason.Try
	}
	if r.Error != nil {
		v.Where = b.at(r.Error.File, r.Error.Line)
		kind := "error"
		if r.Reason != "" {
			kind = "stuck"
		}
		b.note(r.Error.File, r.Error.Line, noteView{Kind: kind, Text: r.Error.What})
	}
	v.Steps = b.steps(r)
	b.stuck(v)
	for _, a := range r.Assumptions {
		view := assumptionView{Says: a.String()}
		for _, p := range a.Places {
			if l := b.at(p.File, p.Line); l != nil && !slices.Contains(view.Places, *l) {
				view.Places = append(view.Places, *l)
				b.mark(p.File, p.Line, "assumed")
				b.note(p.File, p.Line, noteView{Kind: "assumed", Text: view.Says})
			}
		}
		v.Assumptions = append(v.Assumptions, view)
	}
	for _, w := range r.Warnings {
		v.Warnings = append(v.Warnings, noteView{Kind: "warning", Text: w.Text, Where: b.at(w.File, w.Line)})
		b.note(w.File, w.Line, noteView{Kind: "warning", Text: w.Text})
	}
	for _, p := range r.Related {
		b.note(p.File, p.Line, noteView{Kind: "related", Text: p.What})
	}
	for _, i := range r.Invariants {
		b.note(i.File, i.Line, noteView{Kind: "invariant", Text: i.What})
	}
	for role, path := range r.Evidence {
		if role == report.ScriptRole {
			v.Script = path
		} else {
			v.Evidence = append(v.Evidence, evidenceView{role, path})
		}
	}
	slices.SortFunc(v.Evidence, func(a, b evidenceView) int { return cmp.Compare(a.Role, b.Role) })
	return v
}

// placeInWords is a place in the detail of an unknown.
var placeInWords = regexp.MustCompile(`^at (.+?):(\d+)(?::\d+)?: (.+)`)

// stuck links the place at which the search stands, which the detail of an unknown names.
func (b *builder) stuck(v *resultView) {
	words := placeInWords.FindStringSubmatch(v.Detail)
	if v.Kind != "unknown" || words == nil || v.Where != nil {
		return
	}
	line, err := strconv.Atoi(words[2])
	if err != nil || b.files[words[1]] == nil {
		return
	}
	v.Stuck = b.at(words[1], line)
	b.note(words[1], line, noteView{Kind: "stuck", Text: "the search stands still here: " + words[3]})
}

// steps are those of a failing run; the last one is where it goes wrong.
func (b *builder) steps(r *report.Result) []stepView {
	run, ends := report.Run{Trace: r.Trace}, r.Error != nil
	switch {
	case r.Unconfirmed != nil:
		run, ends = *r.Unconfirmed, true
		run.Error.What = "may fail, which is not confirmed: " + run.Error.What
	case kindOf(r.Verdict) != "fail":
		return nil
	case ends:
		run.Error = *r.Error
	}
	var out []stepView
	add := func(s stepView, file string, line int) {
		s.Number, s.Indent = len(out)+1, min(max(s.Depth, 0), mostIndent)
		if l := b.at(file, line); l != nil {
			s.To, s.Where = l.To, filepath.Base(file)+":"+strconv.Itoa(line)
		}
		out = append(out, s)
	}
	for _, l := range run.Trace {
		add(stepView{
			Text: l.Text, Function: l.Function, Depth: l.Depth, Variable: l.Variable, Value: l.Value,
			IsFold: strings.HasPrefix(l.Text, "... ") && strings.Contains(l.Text, " more rounds of these lines"),
		}, l.File, l.Line)
	}
	if ends {
		depth, function := 0, ""
		if n := len(run.Trace); n > 0 {
			depth, function = run.Trace[n-1].Depth, run.Trace[n-1].Function
		}
		add(stepView{Text: run.Error.What, Function: function, Depth: depth, IsError: true}, run.Error.File, run.Error.Line)
	}
	return out
}

// fillSources gives the files their lines.
func (b *builder) fillSources() {
	known := map[string]*coverage.File{}
	if b.Coverage != nil {
		for _, f := range b.Coverage.Files {
			known[f.Name] = f
		}
	}
	totals := map[string]int{}
	for _, f := range b.view.Sources {
		text, ok := b.Text(f.Name)
		if !ok {
			f.Missing = true
			continue
		}
		counts := map[string]int{}
		b.lines(f, text, known[f.Name], counts)
		for word, n := range counts {
			totals[word] += n
		}
		f.Counts = counted(len(f.Lines), "line")
		for _, word := range []string{wordRun, wordTest, wordSafe, wordDead, wordOpen, "assumed"} {
			if n := counts[word]; n > 0 {
				f.Counts += fmt.Sprintf(", %d %s", n, word)
			}
		}
	}
	for _, l := range b.meanings() {
		if l.Lines = totals[l.Word]; l.Lines > 0 {
			b.view.Legend = append(b.view.Legend, l)
		}
	}
}

// meanings explains the words of lines, under the verdict of the page.
func (b *builder) meanings() []legend {
	open := "Nothing is proved of this line, and no run that was executed was here."
	if b.view.Kind == "fail" {
		open = "The failing run was not here. Nothing is proved of this line."
	}
	return []legend{
		{wordRun, "The failing run was here.", 0},
		{wordTest, "A test of the search was here. Nothing is proved of this line.", 0},
		{wordSafe, "No run that gets here goes wrong, here or later: proved, for what was checked.", 0},
		{wordDead, "No run gets here: no path leads to the line, or it is proved that none is taken.", 0},
		{wordOpen, open, 0},
		{"assumed", "The verdict rests here on an assumption, which the line names.", 0},
	}
}

// visible makes characters visible that would show a text other than it is.
var visible = func() *strings.Replacer {
	var pairs []string
	for _, r := range "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff" {
		pairs = append(pairs, string(r), fmt.Sprintf("⟨U+%04X⟩", r))
	}
	return strings.NewReplacer(pairs...)
}()

func (b *builder) lines(f *fileView, text string, known *coverage.File, counts map[string]int) {
	lines := strings.Split(strings.TrimSuffix(strings.ToValidUTF8(text, "\ufffd"), "\n"), "\n")
	at := map[int]coverage.Line{}
	if known != nil {
		for _, l := range known.Lines {
			at[l.Number] = l
		}
	}
	for i, text := range lines {
		n := i + 1
		v := lineView{
			Number: n, ID: fmt.Sprintf("%s-%d", f.ID, n), Text: visible.Replace(strings.TrimSuffix(text, "\r")),
			Marks: b.marks[f.Name][n], Notes: b.notes[f.Name][n],
		}
		if l, ok := at[n]; ok {
			b.known(&v, l)
			counts[v.Word]++
		}
		if len(v.Marks) > 0 {
			counts["assumed"]++
		}
		f.Lines = append(f.Lines, v)
	}
}

// known says what is known of a line with code.
func (b *builder) known(v *lineView, l coverage.Line) {
	single := len(b.Results) == 1
	failing := single && b.view.Kind == "fail" && slices.Contains(l.Runs, 0)
	switch {
	case failing:
		v.Word = wordRun
	case l.State == coverage.Safe:
		v.Word = wordSafe
	case l.State == coverage.Dead:
		v.Word = wordDead
	case l.Count > 0:
		v.Word = wordTest
	default:
		v.Word = wordOpen
	}
	if l.Count == 0 {
		return
	}
	v.Count = strconv.Itoa(l.Count)
	var runs []string
	for i, r := range l.Runs {
		if i == 8 {
			runs = append(runs, fmt.Sprintf("%d more", len(l.Runs)-i))
			break
		}
		switch {
		case failing && r == 0:
			runs = append(runs, "the failing run")
		case single && b.view.Kind == "fail":
			runs = append(runs, fmt.Sprintf("test %d", r))
		default:
			runs = append(runs, fmt.Sprintf("test %d", r+1))
		}
	}
	times := "once"
	if l.Count > 1 {
		times = fmt.Sprintf("%d times", l.Count)
	}
	v.Title = "executed " + times + ", by " + strings.Join(runs, ", ")
}
