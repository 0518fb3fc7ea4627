package main

import (
	"fmt"
	"io"
	"os"
	"sort"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
)

// queryOptions are the flags of query.
type queryOptions struct {
	config solver.Config
	model  bool
}

func queryCommand() *cobra.Command {
	options := &queryOptions{}
	command := &cobra.Command{
		Use:   "query [flags] FILE.smt2",
		Short: "Ask the solver a logged query again",
		Long: `query reads a query that "check --log-queries" wrote, or another SMT-LIB script with one question, and
puts it to any backend through any layers.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error { return runQuery(cmd, options, files[0]) },
	}
	f := command.Flags()
	choiceVar(f, &options.config.Backend, "backend", "solver", "z3", "z3-pipe", "cvc5-pipe", "bitwuzla-pipe")
	f.BoolVar(&options.config.Race, "race", false, "have the other solvers that are installed race z3, as check does")
	f.StringVar(&options.config.Layers, "layers", "none", "layers before the solver: all, none, or names from log, shortcut, model, cache, finite, core")
	durationVar(f, &options.config.Timeout, "timeout", solver.DefaultTimeout, "time limit")
	f.BoolVar(&options.model, "model", false, "print the model of a satisfiable query")
	return command
}

func runQuery(cmd *cobra.Command, o *queryOptions, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	builder := term.NewBuilder()
	query, err := solver.ReadScript(builder, string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	o.config.Stats = &solver.Stats{}
	s, err := chain.New(builder, o.config)
	if err != nil {
		return err
	}
	defer s.Close()
	start := time.Now()
	answer := s.Check(cmd.Context(), query)
	o.print(cmd.OutOrStdout(), query, answer, time.Since(start))
	for name := range o.config.Stats.Solvers.Answered() {
		fmt.Fprintln(cmd.OutOrStdout(), "by:", name)
	}
	for name, reason := range o.config.Stats.Solvers.Dropped() {
		fmt.Fprintf(cmd.OutOrStdout(), "%s was dropped: %s\n", name, reason)
	}
	return nil
}

func (o *queryOptions) print(out io.Writer, q solver.Query, a solver.Answer, took time.Duration) {
	fmt.Fprintf(out, "%s (%.3fs)\n", a.Status, took.Seconds())
	switch a.Status {
	case solver.Unknown:
		fmt.Fprintln(out, "reason:", a.Reason)
	case solver.Unsat:
		for _, i := range a.Core {
			fmt.Fprintf(out, "core a%d: %s\n", i, q.Assume[i])
		}
	case solver.Sat:
		if o.model {
			printModel(out, q, a.Model)
		}
	}
}

func printModel(out io.Writer, q solver.Query, m *solver.Model) {
	seen := map[*term.Term]bool{}
	var symbols []*term.Term
	for _, t := range append(append([]*term.Term(nil), q.Path...), q.Assume...) {
		for _, v := range t.Vars() {
			if !seen[v] {
				seen[v] = true
				symbols = append(symbols, v)
			}
		}
	}
	sort.Slice(symbols, func(i, j int) bool { return symbols[i].Name() < symbols[j].Name() })
	for _, v := range symbols {
		if value, ok := m.Lookup(v); ok {
			fmt.Fprintf(out, "%s = %s\n", v.Name(), value)
		}
	}
}
