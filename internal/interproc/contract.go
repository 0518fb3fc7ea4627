package interproc

import (
	"yogi/internal/ir"
	"yogi/internal/region"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Main implements refine.Calls.
func (c *checker) Main() *region.Graph { return c.stack[0].Graph }

// GraphOf implements refine.Calls.
func (c *checker) GraphOf(f *ir.Function, exit verdict.Exit, post *term.Term, rigid []*term.Term) *region.Graph {
	symbols := make(map[*term.Term]*term.Term, len(rigid))
	for _, sym := range rigid {
		symbols[sym] = sym
	}
	return c.graph(f, exit, post, symbols)
}

// Revalidate implements refine.Calls. What relies on questions that are being worked on goes too: a proof by
// contracts ends them all, so nobody would discharge it.
func (c *checker) Revalidate() { c.revalidate(nil) }
