package certify

import (
	"fmt"

	"yogi/internal/ir"
)

// effects over-approximate what a call of a function can do.
type effects struct {
	modifies  map[*ir.Variable]bool // globals
	canReturn bool
	canFail   bool // reach an Error or Unsupported terminator, directly or in a callee
	callees   []*ir.Function
	callers   []*ir.Function
}

// computeEffects goes over the functions until nothing changes. A function without blocks can do
// anything to globals that are not constant.
func computeEffects(p *ir.Program) (map[*ir.Function]*effects, error) {
	all := make(map[*ir.Function]*effects, len(p.Functions))
	for _, f := range p.Functions {
		all[f] = &effects{modifies: map[*ir.Variable]bool{}}
	}
	for _, f := range p.Functions {
		if err := all[f].direct(p, f); err != nil {
			return nil, err
		}
	}
	for _, f := range p.Functions {
		for _, callee := range all[f].callees {
			if all[callee] == nil {
				return nil, fmt.Errorf("certify: %s calls %s, which is not of the program", f.Name, callee.Name)
			}
			all[callee].callers = append(all[callee].callers, f)
		}
	}
	work := append([]*ir.Function(nil), p.Functions...)
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if all[f].update(f, all) {
			work = append(work, all[f].callers...)
		}
	}
	return all, nil
}

// direct notes what f does itself.
func (e *effects) direct(p *ir.Program, f *ir.Function) error {
	if len(f.Blocks) == 0 {
		e.canReturn, e.canFail = true, true
		for _, v := range p.Globals {
			if !v.Constant {
				e.modifies[v] = true
			}
		}
	}
	for _, b := range f.Blocks {
		for _, instruction := range b.Instructions {
			var set []*ir.Variable
			switch i := instruction.(type) {
			case *ir.Assume:
			case *ir.Assign:
				set = []*ir.Variable{i.Dst}
			case *ir.Havoc:
				set = []*ir.Variable{i.Dst}
			case *ir.Call:
				set = i.Results
				e.callees = append(e.callees, i.Callee)
			default:
				return fmt.Errorf("certify: block %d of %s has an instruction %T: memory is not lowered", b.Index, f.Name, i)
			}
			for _, v := range set {
				if v != nil && v.Kind == ir.Global {
					e.modifies[v] = true
				}
			}
		}
	}
	return nil
}

// update adds what the callees do and reports whether anything is new.
func (e *effects) update(f *ir.Function, all map[*ir.Function]*effects) bool {
	changed := false
	for _, callee := range e.callees {
		for v := range all[callee].modifies {
			if !e.modifies[v] {
				e.modifies[v] = true
				changed = true
			}
		}
	}
	if len(f.Blocks) == 0 {
		return changed
	}
	canReturn, canFail := e.canReturn, e.canFail
	e.exits(f, all)
	return changed || canReturn != e.canReturn || canFail != e.canFail
}

// exits follows the control flow from the entry; a call that cannot return is not passed.
func (e *effects) exits(f *ir.Function, all map[*ir.Function]*effects) {
	seen := map[*ir.Block]bool{f.Blocks[0]: true}
	work := []*ir.Block{f.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		passes := true
		for _, instruction := range b.Instructions {
			if call, ok := instruction.(*ir.Call); ok && passes {
				e.canFail = e.canFail || all[call.Callee].canFail
				passes = all[call.Callee].canReturn
			}
		}
		if !passes {
			continue
		}
		switch t := b.Terminator.(type) {
		case *ir.Goto:
			for _, target := range t.Targets {
				if !seen[target.Block] {
					seen[target.Block] = true
					work = append(work, target.Block)
				}
			}
		case *ir.Return:
			e.canReturn = true
		case *ir.Error, *ir.Unsupported:
			e.canFail = true
		}
	}
}
