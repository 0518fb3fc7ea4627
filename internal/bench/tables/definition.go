// Package tables reproduces the tables and figures of the papers: each names a workload, the settings that are
// compared and what is shown. In go the task folders; out come JSON lines, one a run, which accumulate, and what is
// made of them: Markdown for people, CSV for other programs, plots as data, which yogi-plots draws.
//
// Settings are compared on the same build and with the same limits; only the algorithm or the option that a table
// is about differs. Tables of algorithms compare them by themselves (plain), without what a check has beside them by
// default and no paper has; tables of options switch these from the default.
package tables

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/bench"
	"yogi/internal/feature"
)

// Table is one table or figure of a paper.
type Table struct {
	Name  string // as on the command line
	Paper string // where it is
	Shows string // what it compares, a sentence
	// Differs says in which ways the workload or the measurement are not the paper's.
	Differs  string
	workload workload
	raw      string // file of the runs, which tables over one workload share; "": one of its own
	variants []bench.Variant
	parts    []part
	plots    []picture
}

// rawName is the name of the file of its runs.
func (t *Table) rawName() string {
	if t.raw != "" {
		return t.raw
	}
	return t.Name
}

// part writes one part of a table's Markdown.
type part func(*results) string

// Named returns a table by its name.
func Named(name string) (*Table, error) {
	for i := range all {
		if all[i].Name == name {
			return &all[i], nil
		}
	}
	return nil, fmt.Errorf("there is no table %q; there are %s", name, strings.Join(Names(), ", "))
}

// Names lists the tables.
func Names() []string {
	names := make([]string, len(all))
	for i, t := range all {
		names[i] = t.Name
	}
	return names
}

// variant is a setting by its name, algorithm and further flags of check.
func variant(name, algorithm string, flags ...string) bench.Variant {
	return bench.Variant{Name: name, Algorithm: algorithm, Flags: flags}
}

// without is the default search with options switched.
func without(name string, options ...string) bench.Variant {
	v := variant(name, "smash")
	for _, o := range options {
		v.Flags = append(v.Flags, "--opt", o)
	}
	return v
}

// eachFeature is the default search, and that with each feature switched alone.
func eachFeature() []bench.Variant {
	variants := []bench.Variant{without("default")}
	for _, row := range feature.Table {
		variants = append(variants, without(strings.ReplaceAll(row.Other(), "=", " "), row.Other()))
	}
	return variants
}

// plainly leaves of the search what the papers' algorithms have, so that settings differ in the algorithm alone: the
// program is the one that the papers' tools saw, a basic block an edge; nothing answers before the search or beside it;
// and no algorithm has help that it does not have in its paper, which the baselines (package refine/baseline) never
// have.
var plainly = off(notOfPapers()...)

// papers are those whose algorithms are compared, as features name them.
var papers = []string{"SYNERGY", "DASH", "SMASH", "YOGI-OPT"}

// keptOn is left on though no paper has it: what makes a step cheaper and no step another one, what is needed to read
// the programs, and what looks for another run when the search is over.
var keptOn = []feature.Feature{
	feature.Models, feature.SymbolicStates, feature.SparingContinuations, feature.OtherMeanings, feature.DefinedRuns, feature.OtherRuns,
}

// notOfPapers are the features that are on by default, of no paper, and not kept.
func notOfPapers() (out []feature.Feature) {
	for _, row := range feature.Table {
		isOfPaper := slices.ContainsFunc(papers, func(paper string) bool { return strings.HasPrefix(row.From, paper) })
		if row.On && !isOfPaper && !slices.Contains(keptOn, row.Name) {
			out = append(out, row.Name)
		}
	}
	return out
}

// off are the flags that switch features off.
func off(features ...feature.Feature) []string {
	var flags []string
	for _, f := range features {
		flags = append(flags, "--opt", string(f)+"=off")
	}
	return flags
}

// withInvariants is an algorithm by itself, with the search for invariants, which is SYNERGY's (section 5).
func withInvariants(name, algorithm string, flags ...string) bench.Variant {
	return variant(name, algorithm, slices.Concat(plainly, flags)...)
}

// plain is an algorithm by itself.
func plain(name, algorithm string, flags ...string) bench.Variant {
	return withInvariants(name, algorithm, slices.Concat(off(feature.Invariants), flags)...)
}

const alone = " Each algorithm is by itself: without the passes, the methods before the search and the parts of the search that no paper has."

const driversDiffer = "The papers' drivers are not public as C. The workload are the drivers of the Static Driver Verifier as Boogie programs (`--sdv`), " +
	"without stated verdicts, and the Windows drivers in C of a manifest (`--manifest`). Limits and machine are ours, so ratios compare, not times."

var (
	// figure11Variants are those of SMASH's Figure 11; smashVariants have the memo too.
	figure11Variants = []bench.Variant{plain("DASH", "dash"), plain("MAY", "may"), plain("MUST", "must"), plain("SMASH", "smash")}
	smashVariants    = slices.Insert(slices.Clone(figure11Variants), 1, plain("DASH, memo", "dash", "--opt", "memo=on"))
)

var all = []Table{
	{
		Name: "synergy-table1", Paper: "SYNERGY, Table 1", Shows: "Iterations and time of SYNERGY, SLAM and LEE-YANNAKAKIS on twenty small programs.",
		Differs: "The programs are written after the paper's descriptions, since it prints none; so rows compare in kind. Integers are machine words. " +
			"An iteration of SYNERGY is a test or a split; of SLAM an error path that is analysed; of LEE-YANNAKAKIS a search for witnesses and the split that follows. " +
			"The last column is DART, which the paper compares only in words." + alone,
		workload: synergyPrograms,
		variants: []bench.Variant{withInvariants("SYNERGY", "synergy"), plain("SLAM", "slam"), plain("LEE-YANNAKAKIS", "lee-yannakakis"), plain("DART", "dart")},
		parts:    []part{perTask, totals}, plots: []picture{scatterPlot, quantilePlot},
	},
	{
		Name: "dash-alias", Paper: "DASH, Figure 5", Shows: "DASH and SLAM on the family of programs with n pointers that may be aliases.",
		Differs: "The paper says that SLAM's predicates multiply and gives no numbers. `cases` tracks the cases of a read after writes as predicates of their own, as the paper's SLAM does; " +
			"`ite` keeps them in one predicate." + alone + " The last column has all of the search.",
		workload: aliasPrograms,
		variants: []bench.Variant{plain("DASH", "dash"), plain("SLAM, cases", "slam", "--alias", "cases"), plain("SLAM, ite", "slam", "--alias", "ite"), variant("DASH, all passes", "dash")},
		parts:    []part{perTask}, plots: []picture{familyPlot},
	},
	{
		Name: "dash-table1", Paper: "DASH, Table 1", Shows: "SLAM against DASH on each driver.",
		Differs:  driversDiffer + alone + " Only C programs are taken: SLAM works on a single procedure, and the loops of the Boogie drivers are recursive procedures.",
		workload: cDrivers,
		variants: []bench.Variant{plain("DASH", "dash"), plain("SLAM", "slam")},
		parts:    []part{totals, perDriver(timeOutsColumn, iterationsColumn, secondsColumn), perTask}, plots: []picture{scatterPlot},
	},
	{
		Name: "dash-fig17", Paper: "DASH, Figure 17", Shows: "SLAM against DASH on 95 small programs.",
		Differs: "The programs of SLAM's regression suite are not public. Ours are as many, drawn from the tasks of a manifest by a rule that the list (`internal/bench/tables/small.txt`) states; " +
			"limits and machine are ours too, so ratios compare, not times." + alone,
		workload: smallPrograms,
		variants: []bench.Variant{plain("DASH", "dash"), plain("SLAM", "slam")},
		parts:    []part{totals, perTask}, plots: []picture{scatterPlot, quantilePlot},
	},
	{
		Name: "smash-table1", Paper: "SMASH, Table 1", Shows: "SMASH against DASH on all checks: summaries, time-outs, total time.",
		Differs:  driversDiffer + alone,
		workload: drivers, raw: "drivers",
		variants: []bench.Variant{plain("DASH", "dash"), plain("SMASH", "smash")},
		parts:    []part{totals, summaries}, plots: []picture{scatterPlot, quantilePlot},
	},
	{
		Name: "smash-table2", Paper: "SMASH, Table 2", Shows: "DASH, DASH with a memo of answers, with one kind of summary, and SMASH, by driver.",
		Differs: driversDiffer + alone + " Of DASH nothing of a question is kept, as in the paper. With the memo (`--opt memo=on`) an answer no is kept, and given again if the question comes up again and the answer fits as it is; " +
			"MAY keeps the regions as well and goes on refining them. Summaries are those that a check used on average, not-may and must.",
		workload: drivers, raw: "drivers", variants: smashVariants,
		parts: []part{totals, perDriver(summariesColumn, timeOutsColumn, secondsColumn), perTask, summaries}, plots: []picture{scatterPlot, quantilePlot},
	},
	{
		Name: "smash-fig11", Paper: "SMASH, Figure 11", Shows: "How many checks take how long under each algorithm.",
		Differs:  driversDiffer + alone + " The paper draws how many checks take a time; here it is how many take at most a time.",
		workload: drivers, raw: "drivers", variants: figure11Variants,
		parts: []part{within, totals}, plots: []picture{checksPlot},
	},
	{
		Name: "smash-fig12", Paper: "SMASH, Figure 12", Shows: "Which summaries SMASH used for its verdicts.",
		Differs: driversDiffer + alone, workload: drivers, raw: "drivers", variants: []bench.Variant{plain("SMASH", "smash")},
		parts: []part{population}, plots: []picture{populationPlot},
	},
	{
		Name: "yogi-table1", Paper: "YOGI-OPT, Table 1", Shows: "The first abstraction: the control-flow graph, or split by the conditions of the rule from the start.",
		Differs: driversDiffer + " The conditions are those over global scalars on which the error, or an assignment to what such a condition is about, depends; with arguments also those in which arguments and results of " +
			"the functions take part, there and at their calls. The paper has no table for the latter and says that they slow the search down. `--initial-abstraction` chooses; none is the default here.",
		workload: drivers, raw: "drivers", variants: []bench.Variant{
			variant("none", "smash"), variant("state", "smash", "--initial-abstraction", "state"), variant("state and arguments", "smash", "--initial-abstraction", "state+args"),
		},
		parts: []part{totals}, plots: []picture{scatterPlot},
	},
	{
		Name: "yogi-table2", Paper: "YOGI-OPT, Table 2", Shows: "Relevance: predicates without the condition of a branch (SP), conditions left out (CD), and splits guided by cores.",
		Differs: driversDiffer + " SP is `--opt branch-predicates`; CD, `--opt relevance=on`, leaves conditions out on which no event of the rule depends until a test shows that they are needed; then those on its path come back and the search begins again. " +
			"Cores name the relevant conditions as well, so SP and CD are measured with cores off, as in the paper; the rows with cores come last. CD is off by default here, but for programs with many such conditions in the last quarter of the time: the last row, which is the default.",
		workload: drivers, raw: "drivers", variants: []bench.Variant{
			without("SP and CD", "cores=off", "relevance=on"), without("CD", "branch-predicates=off", "cores=off", "relevance=on"), without("SP", "cores=off", "late-relevance=off"),
			without("neither", "branch-predicates=off", "cores=off", "late-relevance=off"), without("cores", "branch-predicates=off", "late-relevance=off"), without("SP and cores", "late-relevance=off"),
			without("SP, CD and cores", "relevance=on"), without("SP and cores, late CD"),
		},
		parts: []part{totals}, plots: []picture{scatterPlot},
	},
	{
		Name: "yogi-table3", Paper: "YOGI-OPT, Table 3", Shows: "Modification analysis and summaries.",
		Differs: driversDiffer, workload: drivers, raw: "drivers", variants: []bench.Variant{
			without("both"), without("modification", "must-summaries=off", "not-may-summaries=off"), without("summaries", "modification=off"),
			without("neither", "modification=off", "must-summaries=off", "not-may-summaries=off"),
		},
		parts: []part{totals}, plots: []picture{scatterPlot},
	},
	{
		Name: "yogi-table4", Paper: "YOGI-OPT, Table 4", Shows: "Test thresholds: how many steps a test runs on past its frontier.",
		Differs:  driversDiffer + " Steps are blocks. A test that was cut short is continued later if its frontier does not move, which the paper does not do.",
		workload: drivers, raw: "drivers", variants: []bench.Variant{
			variant("500", "smash"), variant("250", "smash", "--test-steps", "250"), variant("1000", "smash", "--test-steps", "1000"), variant("1500", "smash", "--test-steps", "1500"),
		},
		parts: []part{totals}, plots: []picture{scatterPlot},
	},
	{
		Name: "options", Paper: "YOGI-OPT, section 9, in kind", Shows: "Each feature of the search (`--opt`) switched alone to what is not its default.",
		Differs: driversDiffer, workload: drivers, raw: "drivers", variants: eachFeature(),
		parts: []part{totals}, plots: nil,
	},
	{
		Name: "options-short", Paper: "YOGI-OPT, section 9, in kind", Shows: "Each feature of the search (`--opt`) switched alone to what is not its default, on small tasks of all kinds.",
		Differs:  "The workload are the tasks of a manifest that are marked short, which have stated verdicts; the paper measured drivers.",
		workload: shortTasks, raw: "short", variants: eachFeature(),
		parts: []part{totals}, plots: nil,
	},
}
