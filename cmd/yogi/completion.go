package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yogi/internal/property"
	"yogi/rules"
)

// completeValues lets a shell complete the values of flags that have a list of them, in all commands. The names
// of files and folders are the shell's.
func completeValues(command *cobra.Command) {
	command.Flags().VisitAll(func(f *pflag.Flag) {
		values := valuesOf(f)
		if values == nil {
			return
		}
		// It fails for a flag that has its own already.
		_ = command.RegisterFlagCompletionFunc(f.Name, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return continued(typed, values()), cobra.ShellCompDirectiveNoFileComp
		})
	})
	for _, c := range command.Commands() {
		completeValues(c)
	}
}

// values are the words that a flag takes.
type values struct {
	words  []string
	listed bool // several of them, separated by commas
}

// valuesOf lists the words that a flag takes, when it is called, as that takes time which every command would wait
// for; nil: there is no such list.
func valuesOf(f *pflag.Flag) func() values {
	switch v := f.Value.(type) {
	case *choice:
		return func() values { return values{words: v.allowed} }
	case *checksValue:
		return func() values { return values{append(property.CheckNames(), "memory", "all"), true} }
	}
	switch f.Name {
	case "rule":
		return ruleNames
	case "platform":
		return func() values { return values{words: slices.Sorted(maps.Keys(platforms))} }
	}
	return nil
}

func ruleNames() (out values) {
	for _, r := range rules.All() {
		out.words = append(out.words, r.Name)
	}
	return out
}

// continued are the words that what was typed may become. Of a list the last word is completed.
func continued(typed string, v values) []string {
	before := ""
	if v.listed {
		before = typed[:strings.LastIndexByte(typed, ',')+1]
	}
	var out []string
	for _, word := range v.words {
		if strings.HasPrefix(before+word, typed) {
			out = append(out, before+word)
		}
	}
	return out
}
