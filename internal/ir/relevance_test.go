package ir_test

import (
	"testing"

	"yogi/internal/ir"
)

// What the driver does besides is left out: whether it counts. That it calls acquire is an event, and so is all that acquire
// asks for.
func TestLeaveOut(t *testing.T) {
	p := watchedProgram()
	before := p.String()
	left := ir.LeaveOut(p)
	var choices []*ir.Input
	for _, f := range p.Functions {
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
	if err := ir.Check(p); err != nil {
		t.Error(err)
	}
	changed := p.String()
	left.Restore()
	if p.String() != before {
		t.Error("restored, the program is another")
	}
	left.Change(p.Terms)
	if p.String() != changed {
		t.Error("changed again, the program is another")
	}
	left.PutBack(choices[0])
	if p.String() != before || left.Len() != 0 || left.Has(choices[0]) {
		t.Error("the condition is not back")
	}
}
