package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/portfolio"
	"yogi/internal/region"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/verdict"
)

// dumpRegions searches the prepared program and prints the region graphs that the search ended with. A
// search without an answer leaves graphs too; a line on stderr then says why it ended.
func dumpRegions(cmd *cobra.Command, o *dumpOptions, program *ir.Program) error {
	if o.function != "" && program.Function(o.function) == nil {
		return fmt.Errorf("the program has no function %s", o.function)
	}
	s, err := chain.New(program.Terms, solver.Config{})
	if err != nil {
		return err
	}
	defer s.Close()
	ctx := cmd.Context()
	if o.job.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, o.job.Timeout)
		defer cancel()
		ctx = limited
	}
	var graphs []*region.Graph // of the last attempt
	answer := portfolio.Check(ctx, program, interproc.Options{
		Solver: s, Graphs: func(final []*region.Graph) { graphs = final },
	})
	if err := o.printRegions(cmd.OutOrStdout(), graphs); err != nil {
		return err
	}
	if answer.Kind != verdict.Unknown {
		return nil
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "yogi: the search ended without an answer (%s)\n", answer.Reason)
	if answer.Reason == verdict.Internal {
		return exitError{statusInternal}
	}
	return nil
}

func (o *dumpOptions) printRegions(out io.Writer, graphs []*region.Graph) error {
	for _, g := range graphs {
		if o.function != "" && g.Function.Name != o.function {
			continue
		}
		text := g.String()
		if o.format == "dot" {
			text = g.DOT()
		}
		if _, err := io.WriteString(out, text); err != nil {
			return err
		}
	}
	return nil
}
