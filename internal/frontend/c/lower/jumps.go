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
