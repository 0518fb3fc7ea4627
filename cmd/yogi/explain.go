package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"yogi/internal/assumption"
	"yogi/internal/property"
	"yogi/internal/report"
	"yogi/internal/source"
	"yogi/rules"
)

func explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain CHECK|RULE|ASSUMPTION|REASON|WORD",
		Short: "Explain a word of a verdict: a check, a rule, an assumption, a reason, its evidence",
		Example: `  yogi explain uaf                   a check, or the property of a FALSE
  yogi explain wdm/CancelSpinLock    a rule that ships
  yogi explain malloc-never-fails    an assumption
  yogi explain timeout               why an answer is UNKNOWN, and what helps
  yogi explain interpreted           how evidence was checked
  yogi explain 'assumed: printing never fails'
                                     an assumption, by its line in a report`,
		Args: cobra.MinimumNArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return continued(typed, values{words: explained()}), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, words []string) error {
			return explainWord(cmd.OutOrStdout(), strings.Join(words, " "))
		},
	}
}

// explainWord writes what there is to say of a word, as it stands in a verdict or in the command line.
func explainWord(out io.Writer, word string) error {
	for _, kind := range []string{"UNKNOWN(", "FALSE("} {
		if inner, ok := strings.CutPrefix(word, kind); ok {
			word = strings.TrimSuffix(inner, ")")
		}
	}
	if strings.HasPrefix(word, "WARNINGS(") { // whatever the number
		word = "WARNINGS"
	}
	group := explainGroup(word)
	if group != "" {
		fmt.Fprintln(out, wrapped(group, "", "  "))
	}
	if r := report.ReasonNamed(word); r != nil {
		if group != "" {
			fmt.Fprintln(out)
		}
		fmt.Fprintln(out, wrapped("UNKNOWN("+word+"): "+r.Means, "", ""))
		fmt.Fprintln(out, wrapped("For instance: "+r.Example, "", "  "))
		fmt.Fprintln(out, "What helps, the cheapest first:")
		for _, t := range r.Try {
			fmt.Fprintln(out, wrapped(t, "  - ", "    "))
		}
		return nil
	}
	if explainChecks(out, word) || group != "" {
		return nil
	}
	if w := report.WordNamed(word); w != nil {
		fmt.Fprintln(out, wrapped(word+": "+w.Means, "", "  "))
		fmt.Fprintln(out, wrapped("For instance: "+w.Example, "", "  "))
		for _, t := range w.Try {
			fmt.Fprintln(out, wrapped(t, "  - ", "    "))
		}
		return nil
	}
	k := assumption.Named(word)
	if k == nil {
		k = assumption.OfLine(word)
	}
	if k != nil {
		fmt.Fprintf(out, "%s\n%s\n%s\n", wrapped("assumption "+k.Name+": "+k.Says, "", ""), wrapped(k.Meaning, "  ", "  "), wrapped("example: "+k.Example, "  ", "  "))
		return nil
	}
	rule, err := rules.Find(word)
	if err != nil {
		if near := meant(word); near != "" {
			return fmt.Errorf("%q is no check, rule, assumption, reason or word of a verdict: did you mean %s?", word, near)
		}
		return fmt.Errorf("%q is no check, rule, assumption, reason or word of a verdict; there are the checks %s, and the lists of `yogi rules list` and `yogi assumptions list`", word, strings.Join(property.CheckNames(), ", "))
	}
	fmt.Fprintln(out, strings.TrimSpace(rules.Page(rule)))
	return nil
}

// otherNames are what checks are called elsewhere.
var otherNames = map[string]string{
	"assert": "reach", "assertion": "reach",
	"null-pointer": "null", "dereference": "null",
	"buffer": "bounds", "buffer-overflow": "bounds", "buffer-overrun": "bounds", "out-of-bounds": "bounds", "index": "bounds",
	"use-after-free": "uaf", "dangling": "uaf",
	"memory-leak": "leak", "memleak": "leak",
	"signed-overflow": "overflow", "integer-overflow": "overflow",
	"division": "div", "uninitialized": "uninit", "uninitialised": "uninit",
}

// meant is the word that may be meant by one of which explain has nothing to say; "": none.
func meant(word string) string {
	if near := source.Nearest(word, explained()); near != "" {
		return near
	}
	name := strings.ReplaceAll(strings.ToLower(word), " ", "-")
	return otherNames[source.Nearest(name, slices.Sorted(maps.Keys(otherNames)))]
}

// explainGroup says which checks a word stands for; "": it is no group of them.
func explainGroup(word string) string {
	if slices.Contains(property.CheckNames(), word) {
		return ""
	}
	checks, err := property.Checks(0).Choose([]string{"-reach", word})
	if err != nil {
		return ""
	}
	return "--check " + word + " stands for the checks " + strings.Join((checks&^property.Reach).Names(), ", ") + "; yogi explain CHECK tells of each."
}

// explained are the words of which explain has something to say.
func explained() []string {
	words := property.CheckNames()
	for _, c := range property.Explanations() {
		words = append(words, c.SubProperty)
	}
	for _, r := range report.Reasons() {
		words = append(words, string(r.Name))
	}
	for _, k := range assumption.Kinds() {
		words = append(words, k.Name)
	}
	for _, r := range rules.All() {
		words = append(words, r.Name)
	}
	words = append(words, report.DescribedWords()...)
	slices.Sort(words)
	return slices.Compact(words)
}

// explainChecks explains a check, or all checks whose violation is one of a property.
func explainChecks(out io.Writer, word string) bool {
	found := false
	for _, c := range property.Explanations() {
		if c.Name != word && c.SubProperty != word {
			continue
		}
		if found {
			fmt.Fprintln(out)
		}
		found = true
		fmt.Fprintln(out, wrapped(fmt.Sprintf("check %s, FALSE(%s): %s", c.Name, c.SubProperty, c.Means), "", ""))
		fmt.Fprintln(out, "For instance:")
		for _, line := range strings.Split(c.Example, "\n") {
			fmt.Fprintln(out, "  "+line)
		}
		if !slices.Contains([]string{"reach"}, c.Name) {
			fmt.Fprintf(out, "Ask for it with yogi check --check %s FILE.\n", c.Name)
		}
	}
	return found
}
