package coverage

import (
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

func at(line int) ir.At { return ir.At{Pos: place(line)} }

func place(line int) source.Pos { return source.Pos{File: "dir/a.c", Line: line, Column: 1} }

// program is main, which goes over line 2 to an error in line 3 or a call in line 5, and behind its return in line 6
// has an assignment in line 7 to which no path leads; the callee begins in line 10 and fails in line 11 for certain,
// if it is to.
func program(calleeFails bool) *ir.Program {
	terms := term.NewBuilder()
	p := &ir.Program{Terms: terms}
	x := &ir.Variable{Name: "x", Source: "x", Sym: terms.Var("x", terms.BV(32)), Sort: terms.BV(32)}
	zero := terms.BVConst(32, 0)
	isZero := terms.Eq(x.Sym, zero)
	callee := &ir.Function{Name: "callee", Pos: place(10), Program: p}
	callee.Blocks = []*ir.Block{{Function: callee, Instructions: []ir.Instruction{&ir.Assign{At: at(10), Dst: x, Src: zero}}, Terminator: &ir.Return{At: at(12)}}}
	if calleeFails {
		callee.Blocks[0].Terminator = &ir.Error{At: at(11), What: "reach_error() is called"}
	}
	main := &ir.Function{Name: "main", Pos: place(1), Program: p}
	blocks := make([]*ir.Block, 5)
	for i := range blocks {
		blocks[i] = &ir.Block{Index: i, Function: main}
	}
	main.Blocks = blocks
	blocks[0].Instructions = []ir.Instruction{&ir.Assign{At: at(1), Dst: x, Src: zero}}
	blocks[0].Terminator = &ir.Goto{At: at(2), Branch: "x", Targets: []ir.Target{{Guard: isZero, Block: blocks[1]}, {Guard: terms.Not(isZero), Block: blocks[2]}}}
	blocks[1].Instructions = []ir.Instruction{&ir.Assign{At: at(3), Dst: x, Src: zero}}
	blocks[1].Terminator = &ir.Error{At: at(3), What: "reach_error() is called"}
	blocks[2].Instructions = []ir.Instruction{&ir.Call{At: at(5), Callee: callee}, &ir.Assign{At: at(6), Dst: x, Src: zero}}
	blocks[2].Terminator = &ir.Goto{At: at(8), Targets: []ir.Target{{Guard: terms.True(), Block: blocks[4]}}}
	blocks[3].Instructions = []ir.Instruction{&ir.Assign{At: at(7), Dst: x, Src: zero}}
	blocks[3].Terminator = &ir.Goto{At: at(9), Targets: []ir.Target{{Guard: terms.True(), Block: blocks[4]}}}
	blocks[4].Terminator = &ir.Return{At: at(9)}
	p.Functions, p.Entry = []*ir.Function{main, callee}, main
	return p
}

func told(r *Report) string {
	var out []string
	for _, f := range r.Files {
		for _, l := range f.Lines {
			out = append(out, fmt.Sprintf("%d %s %d", l.Number, l.State, l.Count))
		}
	}
	return strings.Join(out, ", ")
}

func expect(t *testing.T, r *Report, want string) {
	t.Helper()
	if got := told(r); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestNothingIsClaimed: of a program that nothing is known of, only that no path leads somewhere.
func TestNothingIsClaimed(t *testing.T) {
	expect(t, Of(program(false)).Report(), "1 open 0, 2 open 0, 3 open 0, 5 open 0, 6 open 0, 7 dead 0, 8 open 0, 9 open 0, 10 open 0, 12 open 0")
}

func TestProof(t *testing.T) {
	p := Of(program(false))
	p.Prove()
	expect(t, p.Report(), "1 safe 0, 2 safe 0, 3 dead 0, 5 safe 0, 6 safe 0, 7 dead 0, 8 safe 0, 9 safe 0, 10 safe 0, 12 safe 0")
	// A call that fails for certain is made by no run, so nothing is behind it. Of a branch nothing is concluded.
	p = Of(program(true))
	p.Prove()
	expect(t, p.Report(), "1 safe 0, 2 safe 0, 3 dead 0, 5 dead 0, 6 dead 0, 7 dead 0, 8 dead 0, 9 dead 0, 10 dead 0, 11 dead 0")
}

// TestAssumptionsEndRuns: a run that an assumption ends on the way to an error does not fail.
func TestAssumptionsEndRuns(t *testing.T) {
	made := program(false)
	failing := made.Entry.Blocks[1]
	failing.Instructions = append(failing.Instructions, &ir.Assume{At: at(4), Cond: made.Terms.Var("c", made.Terms.Bool())})
	p := Of(made)
	p.Prove()
	if got := told(p.Report()); !strings.Contains(got, "3 safe 0, 4 safe 0") {
		t.Errorf("dead behind what may end a run: %s", got)
	}
}

// TestRuns: a run that ended in the call was in line 5, and not behind it.
func TestRuns(t *testing.T) {
	p := Of(program(false))
	p.Ran(map[source.Pos]int{place(2): 1, place(5): 1, place(10): 2})
	p.Ran(map[source.Pos]int{place(3): 1})
	r := p.Report()
	expect(t, r, "1 open 2, 2 open 2, 3 open 1, 5 open 1, 6 open 0, 7 dead 0, 8 open 0, 9 open 0, 10 open 2, 12 open 2")
	if l := r.Files[0].Lines[2]; len(l.Runs) != 1 || l.Runs[0] != 1 {
		t.Errorf("line 3 was met by run 1: %v", l.Runs)
	}
	if functions := r.Files[0].Functions; len(functions) != 2 || functions[1] != (Function{"callee", 10, 2}) {
		t.Errorf("%+v", functions)
	}
}

// TestMerge: of two checks a line is no better than in the worse one.
func TestMerge(t *testing.T) {
	proved, open := Of(program(false)), Of(program(false))
	proved.Prove()
	proved.Ran(map[source.Pos]int{place(5): 1})
	open.Ran(map[source.Pos]int{place(5): 3})
	both := Merge([]*Report{proved.Report(), open.Report()})
	expect(t, both, "1 open 4, 2 open 4, 3 open 0, 5 open 4, 6 open 0, 7 dead 0, 8 open 0, 9 open 0, 10 open 0, 12 open 0")
	if l := both.Files[0].Lines[3]; len(l.Runs) != 2 || l.Runs[1] != 1 {
		t.Errorf("runs %v", l.Runs)
	}
}

// ran is a report with runs.
func ran() *Report {
	p := Of(program(false))
	p.Ran(map[source.Pos]int{place(1): 1, place(2): 1, place(5): 1, place(6): 1, place(9): 1, place(10): 1, place(12): 1})
	return p.Report()
}

func TestLCOV(t *testing.T) {
	var out strings.Builder
	if err := ran().WriteLCOV(&out); err != nil {
		t.Fatal(err)
	}
	want := "TN:\nSF:dir/a.c\nFN:1,main\nFN:10,callee\nFNDA:1,main\nFNDA:1,callee\nFNF:2\nFNH:2\n" +
		"DA:1,1\nDA:2,1\nDA:3,0\nDA:5,1\nDA:6,1\nDA:7,0\nDA:8,1\nDA:9,1\nDA:10,1\nDA:12,1\nLF:10\nLH:8\nend_of_record\n"
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
	program, err := exec.LookPath("lcov")
	if err != nil {
		t.Skip("there is no lcov: apt-get install lcov")
	}
	file := filepath.Join(t.TempDir(), "a.info")
	if err := os.WriteFile(file, []byte(out.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	summary, err := exec.Command(program, "--summary", file).CombinedOutput()
	if err != nil || !strings.Contains(string(summary), "80.0% (8 of 10 lines)") {
		t.Errorf("lcov: %v\n%s", err, summary)
	}
}

func TestCobertura(t *testing.T) {
	var out strings.Builder
	if err := ran().WriteCobertura(&out, "1 <&>", time.Unix(7, 0)); err != nil {
		t.Fatal(err)
	}
	var read xmlCoverage
	if err := xml.Unmarshal([]byte(out.String()), &read); err != nil {
		t.Fatal(err)
	}
	class := read.Packages[0].Classes[0]
	if read.LinesCovered != 8 || read.LinesValid != 10 || read.LineRate != "0.8000" || read.Version != "yogi 1 <&>" || read.Timestamp != 7 ||
		class.Filename != "dir/a.c" || len(class.Methods.Methods) != 2 || len(class.Lines.Lines) != 10 || class.Lines.Lines[2] != (xmlLine{3, 0}) {
		t.Errorf("%+v", read)
	}
	for _, needed := range []string{`<!DOCTYPE coverage SYSTEM`, "<source>.</source>", `complexity="0"`, `signature=""`} {
		if !strings.Contains(out.String(), needed) {
			t.Errorf("no %s in\n%s", needed, out.String())
		}
	}
}
