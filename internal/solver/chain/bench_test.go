package chain

import (
	"context"
	"testing"

	"yogi/internal/solver"
	"yogi/internal/term"
	"yogi/internal/term/termtest"
)

// BenchmarkIntegerArrays is the same over integers, functions and maps.
func BenchmarkIntegerArrays(b *testing.B) {
	builder := term.NewBuilder()
	queries := exploration(termtest.New(builder, 9, termtest.Options{Widths: []int{1}, Ints: true, Arrays: true, Functions: true}), 300)
	s, err := New(builder, solver.Config{Layers: "none"})
	if err != nil {
		b.Skip(err)
	}
	defer s.Close()
	b.ResetTimer()
	for i := range b.N {
		s.Check(context.Background(), queries[i%len(queries)])
	}
}

// BenchmarkExploration asks a series of 32-bit path queries of each backend and choice of layers.
func BenchmarkExploration(b *testing.B) {
	for _, cfg := range []solver.Config{{Layers: "none"}, {}, {Backend: "z3-pipe", Layers: "none"}, {Backend: "cvc5-pipe", Layers: "none"}} {
		b.Run(cfg.Backend+"/"+cfg.Layers, func(b *testing.B) {
			builder := term.NewBuilder()
			queries := exploration(termtest.New(builder, 9, termtest.Options{Widths: []int{8, 32}}), 300)
			s, err := New(builder, cfg)
			if err != nil {
				b.Skip(err)
			}
			defer s.Close()
			b.ResetTimer()
			for i := range b.N {
				s.Check(context.Background(), queries[i%len(queries)])
			}
		})
	}
}
