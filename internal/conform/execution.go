package conform

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/memory"
	"yogi/internal/sem/concrete"
	"yogi/internal/verdict"
)

// Agreement says how the compiled and the interpreted run of one program relate.
type Agreement string

// The ways in which two runs relate.
const (
	Same      Agreement = "same"      // both come to the same checksum
	Different Agreement = "different" // they do not
	Endless   Agreement = "endless"   // the interpreter's steps or the time ran out
	Unusable  Agreement = "unusable"  // the generator or the compiler failed, or the compiled run took too long
	Unread    Agreement = "not read"  // the front end refuses the program
	Wrong     Agreement = "our error" // a bug of ours
)

// Execution holds what became of one random program.
type Execution struct {
	Seed        int64
	Model       string
	Agreement   Agreement
	Detail      string
	Steps       int
	Compiled    time.Duration // of the compiled program's run
	Interpreted time.Duration // of the interpreter's run
}

// Random describes the random programs of an execution measure.
type Random struct {
	Seed, Count int64
	Steps       int64    // of the interpreter, for one program
	Flags       []string // of csmith
}

// checksumPattern is how a program of csmith ends.
var checksumPattern = regexp.MustCompile(`platform_main_end\((.*), print_hash_value\);`)

// mainHead is how the main function of csmith starts. Its arguments only ask for more output.
const mainHead = "int main (int argc, char* argv[])\n{"

// Execute runs random programs of csmith, compiled by the reference compiler without optimisation and with wrapping
// arithmetic, and interpreted; both must come to the same checksum.
func Execute(ctx context.Context, r Random, o Options) []Execution {
	var seeds []string
	for i := range r.Count {
		seeds = append(seeds, strconv.FormatInt(r.Seed+i, 10))
	}
	return each(ctx, seeds, o, func(ctx context.Context, t task) Execution {
		seed, _ := strconv.ParseInt(t.file, 10, 64)
		out := Execution{Seed: seed, Model: t.model}
		err := guard(func() error { return o.execute(ctx, r, &out) })
		if err != nil {
			out.Agreement, out.Detail = Wrong, err.Error()
		}
		return out
	})
}

// execute is one program. An error is ours.
func (o Options) execute(ctx context.Context, r Random, out *Execution) error {
	args := append([]string{"--seed", strconv.FormatInt(out.Seed, 10)}, r.Flags...)
	text, err := exec.CommandContext(ctx, "csmith", args...).Output()
	if errors.Is(err, exec.ErrNotFound) {
		return err
	}
	if err != nil || !checksumPattern.Match(text) {
		out.Agreement, out.Detail = Unusable, fmt.Sprintf("csmith: %v", err)
		return nil
	}
	file, remove, err := temporary("p.c", string(text))
	if err != nil {
		return err
	}
	defer remove()
	checksum, err := o.compileAndRun(ctx, file, out)
	if err != nil || checksum == "" {
		return err
	}
	check := "if (($1) != " + checksum + ") reach_error();"
	text = []byte(strings.Replace(string(text), mainHead, "int main (void)\n{\n    int argc = 1; char **argv = 0;", 1))
	checked := "extern void reach_error(void);\n" + checksumPattern.ReplaceAllString(string(text), check)
	return o.interpret(ctx, r, file, checked, out)
}

// compileAndRun returns the checksum that the compiled program prints; none if it does not end.
// That gcc does not compile it is an error: the headers of csmith are not found, or the compiler is
// missing.
func (o Options) compileAndRun(ctx context.Context, file string, out *Execution) (checksum string, err error) {
	binary := strings.TrimSuffix(file, ".c")
	if text, err := o.compiler(ctx, out.Model, "-O0", "-fwrapv", "-o", binary, file).CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
		return "", fmt.Errorf("gcc: %w: %s", err, first)
	}
	limited, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	start := time.Now()
	text, err := exec.CommandContext(limited, binary).Output()
	out.Compiled = time.Since(start)
	number, found := strings.CutPrefix(strings.TrimSpace(string(text)), "checksum = ")
	if err != nil || !found {
		out.Agreement, out.Detail = Unusable, fmt.Sprintf("the compiled program: %v", err)
		return "", nil
	}
	return "0x" + number, nil
}

// interpret runs the program, lowered with split memory.
func (o Options) interpret(ctx context.Context, r Random, file, text string, out *Execution) error {
	options := o.frontEnd(file, out.Model)
	options.Units[0].Source, options.AllFunctions = []byte(text), false
	program, refused, err := c.Load(ctx, options)
	if len(refused) > 0 {
		out.Agreement, out.Detail = Unread, refused[0].String()
		return nil
	}
	if err == nil {
		err = ir.Check(program)
	}
	if err != nil {
		return err
	}
	if err := memory.Lower(program, memory.Options{Split: true}); err != nil {
		return err
	}
	ir.Normalize(program)
	ir.Simplify(program)
	start := time.Now()
	run, err := concrete.Run(program, &verdict.Test{}, concrete.Limits{Steps: r.Steps, Stop: func() bool { return ctx.Err() != nil }})
	out.Interpreted = time.Since(start)
	if err != nil {
		return err
	}
	out.Steps = int(run.Steps)
	switch run.Kind {
	case concrete.Returned:
		out.Agreement = Same
	case concrete.OutOfSteps:
		out.Agreement = Endless
	default:
		out.Agreement, out.Detail = Different, fmt.Sprintf("%v at %v: %s", run.Kind, run.Pos, run.What)
	}
	return nil
}

// WriteExecutions reports how many programs agree, and each that does not.
func WriteExecutions(w io.Writer, all []Execution) (agree bool) {
	type sums struct {
		count                 map[string]int
		total, steps          int
		compiled, interpreted time.Duration
	}
	models := map[string]*sums{}
	counted := map[string]int{}
	agree = true
	for _, e := range all {
		s := models[e.Model]
		if s == nil {
			s = &sums{count: map[string]int{}}
			models[e.Model] = s
		}
		s.count[string(e.Agreement)]++
		counted[e.Model]++
		switch e.Agreement {
		case Same:
			s.total++
			s.steps += e.Steps
			s.compiled += e.Compiled
			s.interpreted += e.Interpreted
		case Different, Unread, Wrong:
			agree = false
			fmt.Fprintf(w, "seed %d (%s): %s: %s\n", e.Seed, e.Model, e.Agreement, e.Detail)
		}
	}
	for _, model := range sortedKeys(counted) {
		s := models[model]
		fmt.Fprintf(w, "%s:", model)
		for _, k := range sortedKeys(s.count) {
			fmt.Fprintf(w, " %s %d", k, s.count[k])
		}
		if s.total > 0 {
			fmt.Fprintf(w, "; %d blocks, %v interpreted, %v compiled (processes)", s.steps, s.interpreted.Round(time.Millisecond), s.compiled.Round(time.Millisecond))
		}
		fmt.Fprintln(w)
	}
	return agree
}
