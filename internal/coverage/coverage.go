// Package coverage says of each line of a program's files what a check found out about it: which runs were there, what
// a proof says of it, and what is assumed there. It only knows what it is told of: runs that were executed (Ran) and
// that an accepted proof shows the program to reach no error (Prove).
//
// Only code of functions that the entry reaches is here: nothing is said of any other line. Counts are those of runs
// in the interpreter. That a line is dead is claimed on two grounds alone, both of the program as the front end made
// it: no path through the program leads there, or all that a run can do from there on is to fail, and there is a proof
// that no run fails.
package coverage

import (
	"cmp"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/source"
)

// State says what is known of a line.
type State uint8

// The states, from that of which the least is known. The zero value is invalid.
const (
	Invalid State = iota
	Open          // nothing is proved of runs that are here
	Safe          // no run that is here goes wrong, here or later: proved
	Dead          // no run gets here: proved
)

func (s State) String() string { return [...]string{"invalid", "open", "safe", "dead"}[s] }

// Report is the coverage of a program.
type Report struct {
	Files []*File // in the order of their names
}

// File has the lines with code of a file.
type File struct {
	Name      string
	Lines     []Line     // ascending
	Functions []Function // by their lines
}

// Line is a line with code.
type Line struct {
	Number int
	State  State
	Count  int   // how often runs were here; 0: no run that was executed was
	Runs   []int // the runs that were here, by their numbers from 0, ascending
	// IsJump: the line does nothing but go elsewhere, so a run may have been here where none was seen.
	IsJump bool
}

// Function is a function that has code in a file.
type Function struct {
	Name  string
	Line  int
	Count int // how often runs entered it
}

// segment is a part of a block that a run which begins it goes through to its end.
type segment struct {
	function *ir.Function
	places   []source.Pos
	count    int
	runs     []int
	noPath   bool // no path through the program leads here
	fails    bool // only paths that end in an error for certain do
	jumps    bool // it does nothing but go on: passes leave such a block out, so no run is seen there
}

// met says of a place how often runs were there.
type met struct {
	count int
	runs  []int
}

// Program gathers what is found out about a program.
type Program struct {
	segments []*segment
	first    map[*ir.Block]*segment
	last     map[*ir.Block]*segment
	entries  []*ir.Function
	before   map[*ir.Block][]*ir.Block // over guards that are not false
	at       map[source.Pos][]*segment
	met      map[source.Pos]*met
	runs     int
	isProved bool
}

// Of is a program of which nothing is known yet. It is one as the front end made it: passes leave code out.
func Of(p *ir.Program) *Program {
	out := &Program{first: map[*ir.Block]*segment{}, last: map[*ir.Block]*segment{}, before: map[*ir.Block][]*ir.Block{}, at: map[source.Pos][]*segment{}, met: map[source.Pos]*met{}}
	failing := mustFail(p)
	for _, f := range p.Functions {
		if len(f.Blocks) == 0 {
			continue
		}
		out.entries = append(out.entries, f)
		reached, safe := pathsIn(f, nil), pathsIn(f, failing)
		for _, b := range f.Blocks {
			out.addBlock(b, segment{function: f, noPath: !reached[b.Index], fails: !safe[b.Index]})
			for _, next := range open(b) {
				if !reached[b.Index] {
					continue
				}
				out.before[next] = append(out.before[next], b)
			}
		}
	}
	return out
}

// addBlock adds the segments of a block: a call and an assumption end one, since a run may end there.
func (c *Program) addBlock(b *ir.Block, like segment) {
	begin := func() *segment { s := like; return &s }
	current := begin()
	add := func(p source.Pos) {
		if p.IsWritten() && !slices.Contains(current.places, p) {
			current.places = append(current.places, p)
		}
	}
	end := func() {
		for _, p := range current.places {
			c.at[p] = append(c.at[p], current)
		}
		c.segments = append(c.segments, current)
		if c.first[b] == nil {
			c.first[b] = current
		}
		c.last[b] = current
		current = begin()
	}
	for _, i := range b.Instructions {
		if !like.noPath || isOfText(b.Function, i) {
			add(i.Position())
		}
		switch i.(type) {
		case *ir.Call, *ir.Assume:
			end()
		}
	}
	to, isGoto := b.Terminator.(*ir.Goto)
	if !like.noPath || isGoto && to.Branch != "" {
		add(b.Terminator.Position())
	}
	current.jumps = isGoto && len(b.Instructions) == 0 && len(to.Targets) == 1
	end()
}

// isOfText says that an instruction of a block that no path leads to is what the text says there. The front end goes
// on in such blocks behind a return and the like: what it writes at the end of a scope or of a function is no line of
// code that is dead.
func isOfText(f *ir.Function, i ir.Instruction) bool {
	switch i := i.(type) {
	case *ir.Call:
		return !strings.Contains(i.Callee.Name, "@")
	case *ir.Havoc:
		return true
	case *ir.Assign:
		return i.Dst.Note == nil && i.Dst.Source != "" && !slices.Contains(f.Results, i.Dst)
	}
	return false
}

// pathsIn tells, by index, the blocks to which a path leads from the entry of a function over guards that are not
// false, and through none of the blocks that are left out.
func pathsIn(f *ir.Function, without map[*ir.Block]bool) []bool {
	reached := make([]bool, len(f.Blocks))
	work := []*ir.Block{f.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if reached[b.Index] || without[b] {
			continue
		}
		reached[b.Index] = true
		work = append(work, open(b)...)
	}
	return reached
}

// open are the blocks to which a block goes on over guards that are not false.
func open(b *ir.Block) []*ir.Block {
	to, ok := b.Terminator.(*ir.Goto)
	if !ok {
		return nil
	}
	var out []*ir.Block
	for _, t := range to.Targets {
		if !t.Guard.IsFalse() {
			out = append(out, t.Block)
		}
	}
	return out
}

// mustFail are the blocks of which each run that begins them ends in an error: nothing in them ends a run or lets it
// return from a call that must not, and behind them is an error or another such block. Where the program is not
// modelled counts as an error, as it does for a proof.
func mustFail(p *ir.Program) map[*ir.Block]bool {
	out := map[*ir.Block]bool{}
	fails := func(b *ir.Block) bool {
		for _, i := range b.Instructions {
			switch i := i.(type) {
			case *ir.Assume:
				return false
			case *ir.Call:
				return len(i.Callee.Blocks) > 0 && out[i.Callee.Blocks[0]]
			}
		}
		switch t := b.Terminator.(type) {
		case *ir.Error, *ir.Unsupported:
			return true
		case *ir.Goto:
			return len(t.Targets) == 1 && t.Targets[0].Guard.IsTrue() && out[t.Targets[0].Block]
		}
		return false
	}
	for again := true; again; {
		again = false
		for _, f := range p.Functions {
			for _, b := range f.Blocks {
				if !out[b] && fails(b) {
					out[b], again = true, true
				}
			}
		}
	}
	return out
}

// Ran adds a run: how often it was at each place. A place that only one segment has tells of all of that segment, and
// where one way alone leads on, or alone led there, a segment tells of what is behind and before it.
func (c *Program) Ran(times map[source.Pos]int) {
	here := map[*segment]int{}
	for _, s := range c.segments {
		for _, p := range s.places {
			if n := times[p]; len(c.at[p]) == 1 && n > here[s] {
				here[s] = n
			}
		}
	}
	c.follow(here)
	for _, s := range c.segments {
		if here[s] > 0 {
			s.count += here[s]
			s.runs = append(s.runs, c.runs)
		}
	}
	for p, n := range times {
		m := c.met[p]
		if m == nil {
			m = &met{}
			c.met[p] = m
		}
		m.count += n
		m.runs = append(m.runs, c.runs)
	}
	c.runs++
}

// follow adds segments of which what is known of others tells that a run was there.
func (c *Program) follow(met map[*segment]int) {
	for again := true; again; {
		again = false
		learn := func(s *segment, n int) {
			if met[s] == 0 && n > 0 {
				met[s], again = n, true
			}
		}
		for b, last := range c.last {
			if next := open(b); len(next) == 1 {
				learn(c.first[next[0]], met[last])
			}
			if from := c.before[b]; len(from) == 1 {
				learn(c.last[from[0]], met[c.first[b]])
			}
		}
	}
}

// Prove says that an accepted proof shows the program to reach no error.
func (c *Program) Prove() { c.isProved = true }

func (c *Program) state(s *segment) State {
	switch {
	case s.count > 0 && c.isProved:
		return Safe
	case s.count > 0:
		return Open
	case s.noPath, c.isProved && s.fails:
		return Dead
	case c.isProved:
		return Safe
	}
	return Open
}

// Report tells what is known of all lines by now.
func (c *Program) Report() *Report {
	files := map[string]map[int]*Line{}
	type at struct {
		line  *Line
		place source.Pos
	}
	var shared []at
	for _, s := range c.segments {
		state := c.state(s)
		for _, p := range s.places {
			if s.jumps && s.count == 0 && state == Open {
				continue
			}
			lines := files[p.File]
			if lines == nil {
				lines = map[int]*Line{}
				files[p.File] = lines
			}
			l := lines[p.Line]
			if l == nil {
				l = &Line{Number: p.Line, State: state, IsJump: true}
				lines[p.Line] = l
			}
			l.add(state, s.count, s.runs)
			l.IsJump = l.IsJump && s.jumps
			shared = append(shared, at{l, p})
		}
	}
	// A place that several segments have was counted for each of them that a run was in, one behind the other too.
	for _, s := range shared {
		if m := c.met[s.place]; m != nil && s.line.Count == 0 {
			s.line.add(s.line.State, m.count, m.runs)
		}
	}
	out := &Report{}
	for name, lines := range files {
		f := &File{Name: name}
		for _, l := range lines {
			f.Lines = append(f.Lines, *l)
		}
		out.Files = append(out.Files, f)
	}
	for _, f := range c.entries {
		if strings.HasPrefix(f.Name, "@") { // of the front end's own making
			continue
		}
		count := c.first[f.Blocks[0]].count
		if m := c.met[f.Pos]; m != nil {
			count = m.count
		}
		out.addFunction(f.Pos.File, Function{f.Told(), f.Pos.Line, count})
	}
	out.sort()
	return out
}

func (l *Line) add(state State, count int, runs []int) {
	l.State, l.Count = min(l.State, state), max(l.Count, count)
	for _, r := range runs {
		if !slices.Contains(l.Runs, r) {
			l.Runs = append(l.Runs, r)
		}
	}
	slices.Sort(l.Runs)
}

// addFunction adds a function to a file that has lines. Copies of a function count as one.
func (r *Report) addFunction(file string, f Function) {
	for _, in := range r.Files {
		if in.Name != file {
			continue
		}
		for i := range in.Functions {
			if same := &in.Functions[i]; same.Name == f.Name && same.Line == f.Line {
				same.Count += f.Count
				return
			}
		}
		in.Functions = append(in.Functions, f)
	}
}

// executable are the lines of which it is known whether runs were there.
func (f *File) executable() []Line {
	return slices.DeleteFunc(slices.Clone(f.Lines), func(l Line) bool { return l.IsJump && l.Count == 0 })
}

func (r *Report) sort() {
	slices.SortFunc(r.Files, func(a, b *File) int { return cmp.Compare(a.Name, b.Name) })
	for _, f := range r.Files {
		slices.SortFunc(f.Lines, func(a, b Line) int { return a.Number - b.Number })
		slices.SortFunc(f.Functions, func(a, b Function) int {
			return cmp.Or(a.Line-b.Line, cmp.Compare(a.Name, b.Name))
		})
	}
}

// Merge is the coverage of several checks of parts of one program, by different entries: counts are added, and of the
// states of a line that holds of which the least is known. Runs are numbered on.
func Merge(reports []*Report) *Report {
	out, runs := &Report{}, 0
	for _, r := range reports {
		next := runs
		for _, f := range r.Files {
			at := slices.IndexFunc(out.Files, func(o *File) bool { return o.Name == f.Name })
			if at < 0 {
				at = len(out.Files)
				out.Files = append(out.Files, &File{Name: f.Name})
			}
			to := out.Files[at]
			known := map[int]int{}
			for i, l := range to.Lines {
				known[l.Number] = i
			}
			for _, l := range f.Lines {
				l.Runs = slices.Clone(l.Runs)
				for i := range l.Runs {
					l.Runs[i] += runs
					next = max(next, l.Runs[i]+1)
				}
				i, ok := known[l.Number]
				if !ok {
					to.Lines = append(to.Lines, l)
					continue
				}
				count := to.Lines[i].Count + l.Count
				to.Lines[i].add(l.State, 0, l.Runs)
				to.Lines[i].Count = count
				to.Lines[i].IsJump = to.Lines[i].IsJump && l.IsJump
			}
			for _, function := range f.Functions {
				out.addFunction(f.Name, function)
			}
		}
		runs = next
	}
	out.sort()
	return out
}
