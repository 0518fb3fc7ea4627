package lower

import (
	"slices"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// What is weak and has no definition in the program may have one in another part of it, or none:
// then its address is null. Which it is, is one input of a run.

// isDefined says that something outside the program defines a weak symbol.
func (l *output) isDefined(name string) *term.Term {
	if l.weak[name] == nil {
		v := l.program.NewGlobal("defined:"+name, l.terms.Bool())
		l.names[v.Name] = true
		l.weak[name] = v
	}
	return l.weak[name].Sym
}

// chooseWeak makes the first thing that a run does to choose which weak symbols have definitions.
func (l *lowerer) chooseWeak() {
	var start []ir.Instruction
	first := l.program.Entry.Blocks[0]
	for _, v := range l.program.Globals {
		for name, weak := range l.weak {
			if v == weak {
				in := l.newInput(ir.LinkChoice, name, "_Bool", source.Pos{})
				start = append(start, &ir.Havoc{At: ir.At{Pos: first.Pos}, Dst: v, Input: in})
			}
		}
	}
	first.Instructions = slices.Concat(start, first.Instructions)
}

// named is the function whose address a function has: an alias has that of what it names.
func named(def *tree.FunctionDef) *tree.FunctionDef {
	for def.Target != nil && def.Body != nil {
		def = def.Target
	}
	return def
}
