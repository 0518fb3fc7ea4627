package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// jumps are the places of a function that its jumps lead to.
type jumps struct {
	// breaks and continues are those of the statements around the one that is lowered, the innermost last.
	breaks, continues []jumpTarget
	cases             map[*tree.Case]*ir.Block
	labels            map[*tree.Label]*ir.Block
	placed            map[*tree.Label]int         // the labels lowered so far, numbered from 1
	around            map[*tree.Label][]tree.Stmt // see blocksAround
}

// jumpTarget is where a break or a continue leads to, and the number of scopes that it stays in.
type jumpTarget struct {
	block *ir.Block
	depth int
}

func newJumps() jumps {
	return jumps{cases: map[*tree.Case]*ir.Block{}, labels: map[*tree.Label]*ir.Block{}, placed: map[*tree.Label]int{}}
}

// jumpsBack says that a function may jump to a label that stands before the jump, so that what follows the label runs
// more than once.
func (l *functionFacts) jumpsBack(def *tree.FunctionDef) bool {
	if known, ok := l.backwards[def]; ok {
		return known
	}
	found, behind := false, map[*tree.Label]bool{}
	for _, label := range def.Labels {
		found = found || label.AddressTaken
	}
	leads := func(to *tree.Label) { found = found || behind[to] }
	var exprs func(tree.Expr)
	var stmts func(tree.Stmt)
	exprs = func(e tree.Expr) {
		if e, ok := e.(*tree.Asm); ok {
			for _, to := range e.Labels {
				leads(to)
			}
		}
		tree.Operands(e, exprs, stmts)
	}
	stmts = func(s tree.Stmt) {
		switch s := s.(type) {
		case *tree.Labeled:
			behind[s.Label] = true
		case *tree.Goto:
			leads(s.Label)
		}
		tree.Parts(s, exprs, stmts)
	}
	if def.Body != nil { // the start of the program has none, where a rule's handlers are lowered
		stmts(def.Body)
	}
	l.backwards[def] = found
	return found
}

// withBreak lowers a statement in which break goes to done.
func (b *body) withBreak(s tree.Stmt, done *ir.Block) {
	b.breaks = append(b.breaks, jumpTarget{done, len(b.scopes)})
	b.stmt(s)
	b.breaks = b.breaks[:len(b.breaks)-1]
}

// loop lowers the body of a loop; break goes to done, continue to repeat.
func (b *body) loop(body tree.Stmt, done, repeat *ir.Block) {
	b.continues = append(b.continues, jumpTarget{repeat, len(b.scopes)})
	b.repeating++
	b.withBreak(body, done)
	b.repeating--
	b.continues = b.continues[:len(b.continues)-1]
}

// leave jumps to the innermost of the targets of a break or a continue.
func (b *body) leave(pos source.Pos, targets []jumpTarget, what string) {
	if len(targets) == 0 {
		b.unsupported(pos, what+" outside a loop")
		return
	}
	target := targets[len(targets)-1]
	b.leaveScopes(pos, target.depth, allLabels)
	b.jump(pos, target.block)
}
