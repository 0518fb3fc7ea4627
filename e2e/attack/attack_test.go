package attack

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"yogi/e2e/exhaustive"
	"yogi/internal/pipeline"
	"yogi/internal/property"
	"yogi/internal/verdict"
)

// declarations go before what the checker sees.
const declarations = "extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);\n"

// What a verdict is, held against the runs.
const (
	rightTrue   = "TRUE"
	rightFalse  = "FALSE"
	unseen      = "FALSE, not seen" // and nothing says that it cannot be
	unknown     = "unknown"
	wrongTrue   = "WRONG TRUE"
	wrongFalse  = "WRONG FALSE"
	rejected    = "rejected"
	noVerdict   = "no verdict" // the checker refuses the program as wrong, or breaks
	notRunnable = "undefined"  // the runs say nothing
)

var columns = []string{rightTrue, rightFalse, unseen, unknown, wrongTrue, wrongFalse, rejected, noVerdict, notRunnable}

// TestVerdictsUnderAttack: what is said of generated programs is what runs of gcc's builds show, or
// unknown. ATTACKS=N tries so many, from SEED on, for SECONDS each (2); FAMILY=NAME those of one
// family.
func TestVerdictsUnderAttack(t *testing.T) {
	programs, seed := number("ATTACKS", 60), number("SEED", 1)
	limit := time.Duration(number("SECONDS", 2)) * time.Second
	counts := map[string]map[string]int{}
	for n := range programs {
		p := Generate(seed + n)
		if only := os.Getenv("FAMILY"); only != "" && only != p.Family {
			continue
		}
		said := judge(t, seed+n, p, limit)
		for _, row := range []string{p.Family, "all"} {
			if counts[row] == nil {
				counts[row] = map[string]int{}
			}
			counts[row][said]++
		}
	}
	t.Logf("%d programs from seed %d\n%s", programs, seed, table(counts))
	all := counts["all"]
	if most := int(programs)/200 + 1; all[rejected] > most || all[noVerdict] > most {
		t.Errorf("more than %d programs have rejected evidence or no verdict", most)
	}
	if os.Getenv("FAMILY") == "" && programs >= 60 && all[rightTrue]+all[rightFalse] < int(programs)/3 {
		t.Error("too few are decided: the test says little")
	}
}

// table is the counts, a line for each family.
func table(counts map[string]map[string]int) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "family\tprograms\t"+strings.Join(columns, "\t"))
	var rows []string
	for row := range counts {
		rows = append(rows, row)
	}
	sort.Slice(rows, func(i, j int) bool {
		return (rows[i] == "all") != (rows[j] == "all") && rows[j] == "all" || rows[i] < rows[j] && rows[i] != "all"
	})
	for _, row := range rows {
		sum, line := 0, ""
		for _, column := range columns {
			sum += counts[row][column]
			line += fmt.Sprintf("\t%d", counts[row][column])
		}
		fmt.Fprintf(w, "%s\t%d%s\n", row, sum, line)
	}
	w.Flush()
	return b.String()
}

// judge checks a program, and says what its verdict is beside the runs.
func judge(t *testing.T, seed int64, p Program, limit time.Duration) string {
	t.Helper()
	ending, err := p.ending(t)
	if err != nil {
		t.Errorf("seed %d: %v\n%s", seed, err, p.Text)
		return notRunnable
	}
	file := filepath.Join(t.TempDir(), "program.c")
	if err := os.WriteFile(file, []byte(declarations+p.Text), 0o600); err != nil {
		t.Fatal(err)
	}
	job := pipeline.Job{Files: []string{file}, Timeout: limit}
	job.DataModel, job.Checks, job.Entry, job.Undefined, job.Malloc = "LP64", p.Checks, p.Entry, cmp.Or(p.Undefined, "nondet"), "never-null"
	outcome, err := pipeline.Run(t.Context(), job)
	said := p.compare(ending, outcome, err)
	switch said {
	case wrongTrue, wrongFalse:
		t.Errorf("%s: seed %d, %s; runs: %s; --entry %q --check %v --undefined %q\n%s", said, seed, p.Family, ending, p.Entry, p.Checks, p.Undefined, p.Text)
	case unknown:
		t.Logf("unknown: seed %d, %s; %s: %.200s", seed, p.Family, outcome.Reason, outcome.Detail)
	case rejected, noVerdict, unseen:
		t.Logf("%s: seed %d, %s; runs: %s, %v %.300s; --entry %q --check %v --undefined %q\n%s", said, seed, p.Family, ending, err, outcome.Detail, p.Entry, p.Checks, p.Undefined, p.Text)
	}
	return said
}

// compare holds a verdict against how the runs ended.
func (p Program) compare(ending string, outcome pipeline.Outcome, err error) string {
	fails := ending == exhaustive.Fails || p.Checks != 0 && ending == exhaustive.Undefined
	switch {
	case err != nil, outcome.Reason == verdict.Internal:
		return noVerdict
	case outcome.Reason == verdict.EvidenceRejected:
		return rejected
	case outcome.Kind == verdict.Unknown:
		return unknown
	case fails && outcome.Kind == verdict.Pass:
		return wrongTrue
	case fails:
		return rightFalse
	case ending == exhaustive.Undefined:
		return notRunnable
	case outcome.Kind == verdict.Pass:
		return rightTrue
	case p.Settled && ending == exhaustive.Holds:
		return wrongFalse
	case outcome.Class == "executed":
		return rightFalse
	}
	return unseen
}

// ending is how the runs of all builds end: as the worst of them.
func (p Program) ending(t *testing.T) (string, error) {
	worst := exhaustive.Holds
	for _, flags := range p.builds() {
		build := exhaustive.Build{Text: p.Text, World: p.World, Flags: append(flags, "-DRUNS=800")}
		if p.Family == "addresses" {
			build.Times = 4
		}
		ending, err := build.Run(t.Context(), t.TempDir())
		var refused *exhaustive.Refused
		switch {
		case errors.As(err, &refused) && !refused.Text:
			t.Skip(err)
		case err != nil:
			return "", err
		case ending == exhaustive.Fails:
			return ending, nil
		case ending != exhaustive.Holds:
			worst = ending
		}
	}
	return worst, nil
}

// builds are the flags of the builds that are run.
func (p Program) builds() [][]string {
	sanitized := []string{"-O0", "-fno-wrapv", "-fno-common"}
	switch {
	case p.Checks&property.Overflow != 0:
		return [][]string{append(sanitized, "-fsanitize=signed-integer-overflow,shift")}
	case p.Checks&property.Shift != 0:
		return [][]string{append(sanitized, "-fsanitize=shift-exponent,integer-divide-by-zero")}
	case p.Checks != 0:
		return [][]string{append(sanitized, "-fsanitize=address,null")}
	case p.Family == "addresses":
		return [][]string{{"-O0"}, {"-O2"}, {"-O0", "-no-pie", "-fno-toplevel-reorder"}}
	}
	return [][]string{{"-O0"}, {"-O2"}}
}

func number(variable string, otherwise int64) int64 {
	if n, err := strconv.ParseInt(os.Getenv(variable), 10, 64); err == nil {
		return n
	}
	return otherwise
}
