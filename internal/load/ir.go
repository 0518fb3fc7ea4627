package load

import (
	"context"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/source"
	"yogi/internal/term"
)

// loadIR reads the text form that `yogi dump` writes.
func loadIR(ctx context.Context, job Job, path string, text []byte) (*ir.Program, error) {
	if names := job.namedErrors(); len(names) > 0 {
		return nil, Complaint(source.Pos{File: path}, "calls of %s cannot be the error: the text form says itself where errors are", strings.Join(names, ", "))
	}
	program, err := ir.Parse(string(text), term.NewBuilder())
	if err != nil {
		return nil, Complaint(source.Pos{File: path}, "%v", err)
	}
	return program, deterministic(ctx, path, program)
}

// deterministic complains of a goto without a choice of which two targets can be taken in one
// state: passes and runs take for granted that there is none.
func deterministic(ctx context.Context, path string, p *ir.Program) error {
	s, err := chain.New(p.Terms, solver.Config{Layers: "none"})
	if err != nil {
		return err
	}
	defer s.Close()
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			g, ok := b.Terminator.(*ir.Goto)
			if !ok || g.Choice != nil {
				continue
			}
			for i, t := range g.Targets {
				for _, other := range g.Targets[:i] {
					both := p.Terms.And(t.Guard, other.Guard)
					if both.IsFalse() {
						continue
					}
					if s.Check(ctx, solver.Query{Path: []*term.Term{both}, Label: "both targets"}).Status != solver.Unsat {
						return Complaint(source.Pos{File: path}, "block %d of %s: the guards of blocks %d and %d are not known to exclude one another, and there is no choice", b.Index, f.Name, other.Block.Index, t.Block.Index)
					}
				}
			}
		}
	}
	return nil
}
