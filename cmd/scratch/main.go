package main

import (
	"context"
	"fmt"
	"os"
	"runtime/pprof"
	"strings"
	"time"

	"yogi/internal/frontend/boogie"
	"yogi/internal/frontend/c"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/memory"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/source"
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
	var p *ir.Program
	var ds source.Diagnostics
	var err error
	if strings.HasSuffix(os.Args[1], ".bpl") {
		p, ds, err = boogie.Load(ctx, boogie.Options{File: os.Args[1]}, terms)
	} else {
		p, ds, err = c.Load(ctx, c.Options{Files: os.Args[1:2], DataModel: os.Getenv("MODEL"), ErrorLabel: os.Getenv("LABEL"), Terms: terms, IncludeDirs: []string{"/work/shared/tasks/include"}})
	}
	if err != nil || len(ds) > 0 {
		fmt.Println("LOAD", ds, err)
		return
	}
	fmt.Println("load", time.Since(t0), len(p.Functions), "functions", len(p.Globals), "globals", len(p.Axioms), "axioms")
	if err := memory.Lower(p, memory.Options{Split: os.Getenv("NOSPLIT") == ""}); err != nil {
		fmt.Println(err)
		return
	}
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
	s, err := chain.New(terms, solver.Config{LogDir: os.Getenv("QLOG")})
	if err != nil {
		panic(err)
	}
	d := 30 * time.Second
	if v := os.Getenv("T"); v != "" {
		d, _ = time.ParseDuration(v)
	}
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	a := interproc.Check(ctx, p, interproc.Options{Solver: s, Check: os.Getenv("CHECK") != "", Dump: func(t string) { if os.Getenv("REGIONS") != "" { fmt.Println(t) } }})
	fmt.Printf("%s %s %s\n%+v\n", a.Kind, a.Reason, a.Detail, a.Statistics)
	if a.Kind == verdict.Fail {
		out, err := concrete.Run(p, a.Test, concrete.Limits{Trace: 20})
		if err != nil {
			fmt.Println("replay", err)
		} else {
			fmt.Println("replay", out.Kind, out.What)
		}
	}
	fmt.Println(time.Since(t0))
}
