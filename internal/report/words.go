package report

import "slices"

// Word is a word that a report says of a verdict, besides checks, rules, assumptions and reasons.
type Word struct {
	Names   []string
	Means   string
	Example string
	Try     []string
}

var words = []Word{
	{[]string{"executed"}, "Evidence of a FALSE: the test was compiled with the machine's compiler and run, and it came to the error. sh DIR/run.sh in the folder of --out runs it again, with the compiler alone.",
		"evidence: executed", nil},
	{[]string{"interpreted"}, "Evidence of a FALSE: the test was run in the checker's interpreter, which is no part of the search, and it came to the error; it was not compiled and run. That is so of programs for another processor, of bodies that are left out, of a file that the compiler of this machine does not take, of a rule whose monitor the compiled test does not have, and of an error that the compiled run can miss: the compiler's checks do not see a read of a variable without a value, nor each access far outside of an object. The line before the assumptions says which. There is no run.sh then; yogi validate DIR runs the test again.",
		"evidence: interpreted   with --target arm-none-eabi", []string{"a check for the machine's own model, where the error does not depend on the target: then it is executed"}},
	{[]string{"proved"}, "Evidence of a TRUE: a proof, which was checked again by code that did not find it, with another solver. yogi validate DIR does that from the folder of --out alone.",
		"evidence: proved", nil},
	{[]string{"evidence"}, "What shows that a verdict is right, by how it was checked: executed, interpreted (tests of a FALSE) or proved (of a TRUE). --out DIR writes it, yogi validate DIR checks it again.",
		"yogi check --out found parse.c && yogi validate found", []string{"yogi explain executed, interpreted, proved"}},
	{[]string{"assumed", "assumption", "assumptions-of-a-verdict"}, "What a verdict takes for granted, a line for each. A TRUE holds of the runs for which they are right; a FALSE was found with them. In JSON `use` says for which of them the verdict would be another one.",
		"assumed: data model LP64, wrapping machine integers", []string{"yogi explain with the whole line, in quotation marks, says what runs it leaves out", "yogi assumptions list has all of them", "--strict refuses verdicts that rest on more than the data model"}},
	{[]string{"checked", "not-checked"}, "What the verdict is about, and which other checks there are. What stands behind \"not checked\" was not looked at: TRUE says nothing of it.",
		"checked: assertions, bounds; not checked: null, uaf, ... (--check NAMES)", []string{"--check NAMES, --check memory for all of memory, --check all"}},
	{[]string{"suppressed"}, "A failure that a comment `// yogi: ignore[check] reason`, the settings or a baseline say one lives with: it is reported, and fails no build.",
		"suppressed: a.c:7: bounds (generated, and reviewed by hand)", []string{"docs/suppressions.md tells the ways to say so"}},
	{[]string{"watched", "watched-object"}, "A rule with `watch` is about each object by itself. The check chooses one before the run begins, any of them, and a failing run is about that one: the input `watched object` is its address, and a line about $1 or $return says whether an event is one of that object.",
		"pool_put.call [watch $1] { ... }", []string{"docs/slic.md, Meaning: Objects"}},
	{[]string{"contract", "contracts"}, "Of a program: what stands in ACSL before a function or its declaration, of which `requires` counts, and limits what callers hand over to an --entry. Of an UNKNOWN(timeout) that says that a function needs a contract, another thing: a summary of what the function returns and changes, which the search looks for itself and did not find; no file can give it one.",
		"/*@ requires p != \\null && 0 <= n && n <= 7; */ int get(int *p, int n);", []string{"yogi angelic --contracts-out FILE proposes contracts, and --contracts FILE reads them from a file of their own", "docs/semantics.md, Contracts in ACSL: which conditions are read", "where a function needs a contract: --entry FUNCTION for one that does not call it, or --remove-body with its name"}},
	{[]string{"CLEAN"}, "The last line of yogi angelic: of each entry it is proved that nothing fails, under the specifications that were printed, and there is no warning.",
		"entry push: nothing else fails (proof checked)", []string{"yogi angelic --contracts-out FILE keeps the specifications, which yogi check --contracts FILE then checks under"}},
	{[]string{"WARNINGS"}, "The last line of yogi angelic: so many failures that no acceptable assumption about callers and missing functions explains away.",
		"WARNINGS(2)", []string{"docs/angelic.md, What a warning means"}},
	{[]string{"UNDECIDED"}, "The last line of yogi angelic: there is no warning, but not everything was looked at: for an entry time ran out, or a failure was found and neither explained nor called a warning, or a note says what is missing.",
		"entry parse: undecided: timeout", []string{"the lines `entry NAME: undecided: ...`, UNEXPLAINED and `note:` above it say what it was", "more time: --timeout 300s, which the entries share", "--entry FUNCTION for one of them"}},
	{[]string{keptAtExit}, "With the check leak memory is lost where nothing points at it any more, so what a global still points at when the program ends is no leak. Here blocks of the heap are left at the end, which is usual in C, and whether pointers lead to all of them was not found out: the blocks may lie in lists or trees without a bound, or behind pointers that the outside holds.",
		"int main(void) { char *name = strdup(\"x\"); use(name); return 0; }", []string{"without that one check: --check memory,-leak", "with --check cleanup every block that is left at the end is an error, whatever points at it"}},
}

// WordNamed finds the description of a word of a report; nil: there is none.
func WordNamed(name string) *Word {
	if i := slices.IndexFunc(words, func(w Word) bool { return slices.Contains(w.Names, name) }); i >= 0 {
		return &words[i]
	}
	return nil
}

// DescribedWords are the words of which WordNamed knows something.
func DescribedWords() []string {
	var names []string
	for _, w := range words {
		names = append(names, w.Names...)
	}
	return names
}
