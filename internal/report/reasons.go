package report

import "yogi/internal/verdict"

// Reason explains why a verdict is unknown: what that means, and what settles it, the cheapest first.
type Reason struct {
	Name  verdict.Reason
	Means string
	Try   []string
	// Example is a program, or a command, of which the answer is so.
	Example string
}

// Reasons are those of the command line.
func Reasons() []Reason {
	return []Reason{
		{verdict.Timeout, "The time ran out before there was a proof or a test.", []string{
			"more time: --timeout 300s (a number alone is seconds, too)", "fewer checks at a time: --check bounds, then --check uaf",
			"a smaller program: --entry FUNCTION checks one function", "where the proof is about numbers that do not wrap: --arith linear",
			"where a loop is named that needs an invariant: an assertion of what holds whenever its condition is about to be evaluated, as the first line of its body and behind the loop; it is checked like any other, and known behind it. For while (at < end) *at++ = 0; that is assert(begin <= at && at <= end);",
			"where a function is named that needs a contract: --entry FUNCTION for one that does not call it, or --remove-body with its name",
			"constants in the place of what bounds the loop: in a harness a length of 4 for any length, in a program a smaller size of its buffers (-DSIZE=8), then larger ones",
			"of a program that chooses once what it does, as a harness of requests: --by-cases, which checks each choice apart",
			"of a function with many options or modes: a harness for each of them (yogi harness writes one to begin with)",
			"with --rule, for loops in functions that the rule watches: --remove-body FUNCTION"}, `for (i = 0; i < n; i++) s += i; assert(2 * s == n * (n - 1));   /* its invariant is not found */`},
		{verdict.Memory, "The memory that --memory allows ran out.", []string{
			"more memory: --memory 8GiB", "a smaller program: --entry FUNCTION checks one function"}, `yogi check --memory 100MiB large.c`},
		{verdict.Interrupted, "The check was stopped from outside.", []string{"run it again"}, `Ctrl-C during a check`},
		{verdict.Setup, "What every verdict needs is missing: a program, the scratch folder, or a file of a folder in a form that can be read. Nothing was tried.", []string{
			"install, or mend, what is named; yogi doctor says what else is missing and what that costs"}, `a machine without cvc5, which checks every proof`},
		{verdict.Unsupported, "A run may get to something in the program that is not modelled.", []string{
			"--remove-body FUNCTION leaves out the body of the function that the place is in, as of one that prints messages: it then may return anything",
			"of a call: a definition of the function that is named, which does what matters of it, in one more C file behind the others (of a build: --build-target PROGRAM FILE, or models in yogi.toml)"}, `if (setjmp(b) == 0) longjmp(b, 1);   /* control does what is not modelled */`},
		{verdict.UndefinedReason, "The failing run that was found does something that C leaves undefined, or to the compiler, before it gets to the error.", []string{
			"mend what is named: it may be the real error", "--check all asks for what is undefined itself"}, `char *s = "text"; s[0] = 0; reach_error();   /* behind the write C says nothing */`},
		{verdict.ModelReason, "The failing run that was found needs what the machine, the C library or code outside of the program does not give.", []string{
			"where a function is named: a definition of it, which does what matters of it, in one more C file behind the others: verdicts are then about that one",
			"where an object of the outside is named: " + helpOutside,
			"where the call only leads to what is to be checked, as getopt does: --entry FUNCTION for the function behind it, or a harness of that (yogi harness)"}, `if (getppid() == 7) reach_error();   /* no test can choose its parent */`},
		{verdict.Divergence, "The search stands still: no fact that it can write tells the states of its tests from those of the error.", []string{
			"where the proof is about numbers that do not wrap: --arith linear",
			"an assertion of what holds in the loop: it is checked, and known behind it",
			"constants in the place of inputs that bound loops"}, `yogi check --algorithm slam program.c   where an impossible path gives no new condition`},
		{verdict.Recursion, "Functions that call themselves, directly or not, do so more deeply than the search follows.", []string{
			"a bound for the depth, as a parameter that counts down", "the default --algorithm, smash, if another one was chosen"}, `a function that calls itself, with --algorithm synergy, which works on one procedure`},
		{verdict.SolverGaveUp, "The solver had no answer to a query that could not be done without.", []string{
			"other solvers on hard queries: --opt solver-race=on, and yogi doctor says which are missing", "more time: --timeout 300s"}, `a condition on products of long numbers, which no solver that is installed answers in its time`},
		{verdict.Assumptions, "There is a verdict, and it rests on assumptions that were not allowed.", []string{
			"without --strict the verdict is given with its assumptions", "with --arith linear: --arith bits"}, `yogi check --strict program.c   where a TRUE assumes that malloc never fails`},
		{verdict.EvidenceRejected, "An answer was found, and its test or proof did not pass the independent check.", []string{
			"report it, with the program: it is a fault of yogi, unless the compiled test ended for a cause that is told (a test that no compiler makes is none of these)",
			"where an argument of --entry is a null pointer that no caller hands over: --non-null"}, `a program whose compiled test does something else than its model`},
		{verdict.Internal, "A fault of yogi stopped the check.", []string{"report it, with the program; yogi reduce --crash makes it small"}, `none that is known: each is a fault to be mended`},
	}
}

// ReasonNamed finds the description of a reason; nil: there is no such reason.
func ReasonNamed(name string) *Reason {
	for _, r := range Reasons() {
		if string(r.Name) == name {
			return &r
		}
	}
	return nil
}
