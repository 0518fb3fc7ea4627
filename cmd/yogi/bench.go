package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/bench"
	"yogi/internal/bench/family"
	"yogi/internal/bench/tables"
)

func benchCommand() *cobra.Command {
	options := bench.Options{}
	table := &tableOptions{}
	families := &familyOptions{}
	history := &historyOptions{}
	pages := &benchPages{}
	against := ""
	where := &clusterFlags{}
	command := &cobra.Command{
		Use:   "bench (--manifest FILE | --sdv DIR | --family NAME | --table NAME | --history DIR) [-- further flags of check]",
		Short: "Run sets of tasks with known verdicts and print the table",
		Long: `bench runs "yogi check" on the tasks of a manifest, or on every Boogie program of a folder, compares
the verdicts with the expected ones and prints a table; TRUE and FALSE are counted apart. A check has one
processor, whatever the machine has, unless the flags of check behind -- say otherwise (-- --jobs 2).

Results are JSON lines in the file --results, which name the revision of the program. What is already there of
this revision is not run again; what another revision gave stays there and counts for nothing. A program built of
changed files counts as a revision of its own. The exit status is 1 if a verdict is wrong, or two settings
contradict one another.

With --against FILE the records are held against the last ones in FILE that another revision made of the same tasks
with the same settings and time limit: what got wrong, was lost, takes more than twice the time, was won. FILE may be
that of --results. The exit status is 1 also if a verdict got wrong or was lost.

With --family it makes programs of growing size of one shape, checks them one at a time (unless --jobs says
otherwise) and prints how time and memory grow. The families are
` + strings.Join(family.Names(), ", ") + `; "all" is each of them.

With --history DIR it looks for the historical bugs that cases.json in DIR lists (docs/developing.md), in the sources
before and after the commit that fixed each: with its harness (H), by its function alone, with a generated harness and
without (D), and with angelic verification (A). It prints what was found at the line, and what was silent there
after the fix. --sources is a folder of clones of the repositories; git clones what is missing. The exit status is
1 if a harness fails at the line after the fix.

With --cluster URL workers on other machines make the checks (docs/distribution.md); --jobs is then how many
programs are read, and how much evidence is checked, at a time on this one.

With --table it makes a table of the papers: Markdown and CSV in the folder --docs, the runs as JSON lines in its
folder raw, where those of all revisions accumulate, and the plots, which the program yogi-plots draws where it is
beside this one or in PATH (make plots). --manifest and --sdv say where the drivers are. The tables are
` + strings.Join(tables.Names(), ", ") + ".",
		RunE: func(cmd *cobra.Command, flags []string) error {
			options.Flags = flags
			if err := ofThisProgram(cmd, &options); err != nil {
				return err
			}
			if history.folder != "" {
				return runHistory(cmd, history, options)
			}
			if table.name != "" {
				return runTable(cmd, table, options)
			}
			if len(families.names) > 0 {
				if !cmd.Flags().Changed("jobs") {
					options.Jobs = 1
				}
				return runFamilies(cmd, families, options)
			}
			if options.Manifest != "" && options.Folder != "" {
				return errors.New("--manifest and --sdv exclude one another")
			}
			ask, end, err := where.connect(cmd, options.Jobs)
			if err != nil {
				return err
			}
			defer end()
			options.Elsewhere = ask
			return runBench(cmd, options, against, pages)
		},
	}
	f := command.Flags()
	f.StringVar(&options.Manifest, "manifest", "", "JSON file with the tasks")
	f.StringVar(&options.Folder, "sdv", "", "folder of Boogie programs without expectation")
	f.StringSliceVar(&families.names, "family", nil, "`families` of programs of growing size, or all")
	f.IntSliceVarP(&families.sizes, "size", "n", []int{20, 40, 80, 160}, "`sizes` of the programs of a family")
	f.StringVar(&options.Selection.Category, "category", "", "only the tasks of this category")
	f.StringVar(&options.Selection.Property, "property", "", "only the tasks with this property, such as no-overflow")
	f.BoolVar(&options.Selection.Short, "short", false, "only the tasks marked short")
	f.IntVar(&options.Selection.Sample, "sample", 0, "only this many tasks, at random")
	f.Int64Var(&options.Selection.Seed, "seed", 1, "seed of the sample and of random settings")
	durationVar(f, &options.Timeout, "timeout", time.Minute, "wall time for each task")
	f.IntVar(&options.Jobs, "jobs", runtime.NumCPU(), "tasks at a time")
	f.StringSliceVar(&options.Algorithms, "algorithm", []string{"smash"}, "algorithms to compare")
	f.IntVar(&options.Random, "random-settings", 0, "in place of --algorithm: check each task with this many random settings of the search, drawn by --seed, as no verdict may depend on them")
	f.StringVar(&options.Results, "results", "out/bench.jsonl", "file of results")
	f.StringVar(&pages.html, "html", "", "`file` for a page of the results, with filters")
	f.StringVar(&pages.markdown, "markdown", "", "`file` for the table in Markdown, with the command, the revision and the machine")
	f.StringVar(&pages.open, "open", "", "file of tasks that are known to be open: ID, then what is missing; the page of --markdown lists it, and what is listed wrongly is told")
	f.StringVar(&against, "against", "", "`file` of earlier results to compare with")
	f.StringVar(&options.Disputed, "disputed", "", "file of tasks whose stated verdict is known to be wrong: ID, then the reason")
	f.StringVar(&table.name, "table", "", "make this `table` of the papers")
	f.StringVar(&table.docs, "docs", "docs/results", "`folder` of the tables")
	f.StringVar(&table.examples, "examples", "examples", "`folder` of the examples that ship, for tables about them")
	history.define(f)
	where.defineClient(f)
	command.MarkFlagsOneRequired("manifest", "sdv", "family", "table", "history")
	command.MarkFlagsMutuallyExclusive("family", "table", "history")
	command.MarkFlagsMutuallyExclusive("manifest", "family", "history") // a table takes its tasks from them
	command.MarkFlagsMutuallyExclusive("sdv", "history")
	for _, other := range []string{"family", "table", "history"} {
		command.MarkFlagsMutuallyExclusive("cluster", other)
	}
	command.MarkFlagsMutuallyExclusive("against", "history")
	command.MarkFlagsMutuallyExclusive("sdv", "family")
	command.MarkFlagsMutuallyExclusive("against", "family")
	command.MarkFlagsMutuallyExclusive("algorithm", "random-settings", "table")
	command.MarkFlagsMutuallyExclusive("against", "table")
	for _, page := range []string{"html", "markdown", "open"} {
		for _, other := range []string{"family", "table", "history"} {
			command.MarkFlagsMutuallyExclusive(page, other)
		}
	}
	command.MarkFlagsMutuallyExclusive("markdown", "random-settings")
	return command
}

// ofThisProgram makes a run one of the program that runs.
func ofThisProgram(cmd *cobra.Command, options *bench.Options) error {
	checker, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program: %w", err)
	}
	options.Checker = checker
	options.Progress = cmd.ErrOrStderr()
	options.Origin, err = bench.ThisOrigin(checker)
	return err
}

// runBench runs a set and compares it with what is in the file against, if that is not "".
func runBench(cmd *cobra.Command, options bench.Options, against string, pages *benchPages) error {
	if err := pages.prepare(); err != nil {
		return err
	}
	var earlier []bench.Record
	var err error
	if against != "" {
		if earlier, err = bench.ReadEarlier(against, options.Results); err != nil {
			return err
		}
	}
	records, err := bench.Run(cmd.Context(), options)
	if err != nil && len(records) == 0 {
		return err
	}
	if err := bench.WriteTable(cmd.OutOrStdout(), records); err != nil {
		return err
	}
	if err := pages.write(cmd.OutOrStdout(), options, records); err != nil {
		return err
	}
	var comparison bench.Comparison
	if against != "" {
		comparison = bench.Compare(earlier, records)
		fmt.Fprintln(cmd.OutOrStdout())
		if err := comparison.Write(cmd.OutOrStdout()); err != nil {
			return err
		}
	}
	if bench.HasWrong(records) || comparison.IsWorse() {
		return exitError{1}
	}
	return err
}
