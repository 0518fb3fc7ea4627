package ir_test

import (
	"testing"

	"yogi/internal/ir"
)

// What the driver does besides is left out: whether it counts. That it calls acquire is an event,
// and so is all that acquire asks for.
func TestLeaveOut(t *testing.T) {
	p := watchedProgram()
	before := p.String()
	left := ir.LeaveOut(p)
	changed := left.Program()
	var choices []*ir.Input
	for _, f := range changed.Functions {
		for _, b := range f.Blocks {
			if g, ok := b.Terminator.(*ir.Goto); ok && g.Choice != nil {
				choices = append(choices, g.Choice)
				if f.Name != "driver" || b.Index != 0 || !g.Targets[0].Guard.IsTrue() || !g.Targets[1].Guard.IsTrue() {
					t.Errorf("%s, block %d: %v", f.Name, b.Index, g.Targets)
				}
			}
		}
	}
	if len(choices) != 1 || left.Len() != 1 || !left.Has(choices[0]) {
		t.Fatalf("%d choices, %d left out", len(choices), left.Len())
	}
	if err := ir.Check(changed); err != nil {
		t.Error(err)
	}
	if p.String() != before {
		t.Error("the program itself is another")
	}
	if changed.Globals[0] != p.Globals[0] {
		t.Error("a test of the one is about variables that the other does not have")
	}
	if left.Program().String() != changed.String() {
		t.Error("made again, the program without the condition is another")
	}
	back := left.PutBack(choices[0])
	if back.Program().String() != before || back.Len() != 0 || back.Has(choices[0]) {
		t.Error("the condition is not back")
	}
	if left.Len() != 1 || !left.Has(choices[0]) {
		t.Error("it is back in what was there before, too")
	}
}
