package main

import (
	"context"
	"fmt"
	"os"
	"runtime/pprof"
	"time"

	"yogi/internal/frontend/boogie"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

func main() {
	f, _ := os.Create("/tmp/cpu.prof")
	pprof.StartCPUProfile(f)
	defer pprof.StopCPUProfile()
	terms := term.NewBuilder()
	ctx := context.Background()
	t0 := time.Now()
	p, ds, err := boogie.Load(ctx, boogie.Options{File: os.Args[1]}, terms)
	if err != nil || len(ds) > 0 {
		fmt.Println("LOAD", ds, err)
		return
	}
	fmt.Println("load", time.Since(t0), len(p.Functions), "functions", len(p.Globals), "globals", len(p.Axioms), "axioms")
	ir.Normalize(p)
	ir.Simplify(p)
	ir.ComputeModifies(p)
	if os.Getenv("INLINE") != "" {
		ir.Inline(p, ir.InlineOptions{CalleeBlocks: 12, CallerBlocks: 3000})
		ir.Normalize(p)
		ir.Simplify(p)
		ir.ComputeModifies(p)
	}
	if err := ir.Check(p); err != nil {
		fmt.Println(err)
		return
	}
	n := 0
	for _, fn := range p.Functions {
		n += len(fn.Blocks)
	}
	fmt.Println("prepared", time.Since(t0), len(p.Functions), "functions", n, "blocks")
	if os.Getenv("DUMP") != "" {
		fmt.Println(p.String())
	}
	s, err := chain.New(terms, solver.Config{})
	if err != nil {
		panic(err)
	}
	d := 30 * time.Second
	if v := os.Getenv("T"); v != "" {
		d, _ = time.ParseDuration(v)
	}
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	a := interproc.Check(ctx, p, interproc.Options{Solver: s, Check: os.Getenv("CHECK") != ""})
	fmt.Printf("%s %s %s\n%+v\n", a.Kind, a.Reason, a.Detail, a.Statistics)
	if a.Kind == verdict.Fail {
		out, err := concrete.Run(p, a.Test, concrete.Limits{Trace: 20})
		fmt.Printf("replay %+v %v\n", out, err)
	}
	fmt.Println(time.Since(t0))
}
