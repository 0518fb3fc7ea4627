package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yogi/internal/textwrap"
)

// helpWidth is the width of the help, in columns.
const helpWidth = 80

// flagGroup is a part of the help of a command.
type flagGroup struct {
	title string
	names []string // of flags, in the order in which they are told
}

// checkGroups are the flags of check that most people need; the others are for research and come with --help-all.
var checkGroups = []flagGroup{
	{"What is checked", []string{"check", "all", "rule", "property", "task", "error-function", "error-label", "platform", "baseline", "since", "skip-unchanged"}},
	{"What is read", []string{"entry", "define", "include-dir", "include", "remove-body", "std", "data-model", "target", "compile-commands", "build-target", "settings"}},
	{"What is assumed of the outside", []string{"malloc", "undefined", "non-null", "strict"}},
	{"Limits", []string{"timeout", "memory", "jobs"}},
	{"What is written", []string{"steps", "out", "json", "sarif", "junit", "code-quality", "fail-on", "html", "lcov", "cobertura", "witness", "quiet", "stats"}},
}

// everyday are the groups of the commands that have many flags; others tell all of theirs.
var everyday = map[string][]flagGroup{"check": checkGroups, "diff": checkGroups, "lsp": checkGroups}

// addHelp makes the help of all commands fit a terminal, and gives those with many flags --help-all.
func addHelp(root *cobra.Command) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		all, err := cmd.Flags().GetBool("help-all")
		writeHelp(cmd.OutOrStdout(), cmd, err == nil && all)
	})
	for _, c := range root.Commands() {
		if everyday[c.Name()] == nil {
			continue
		}
		c.Flags().Bool("help-all", false, "help for all flags, those for research too")
		args, run := c.Args, c.RunE
		c.Args = func(cmd *cobra.Command, files []string) error {
			if cmd.Flags().Changed("help-all") {
				return nil
			}
			return args(cmd, files)
		}
		c.RunE = func(cmd *cobra.Command, files []string) error {
			if cmd.Flags().Changed("help-all") {
				return cmd.Help()
			}
			return run(cmd, files)
		}
	}
}

// writeHelp writes what a command does and its flags: with groups those of the groups, unless all are asked for.
func writeHelp(out io.Writer, cmd *cobra.Command, all bool) {
	text := cmd.Long
	if text == "" {
		text = cmd.Short
	}
	for _, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		fmt.Fprintln(out, paragraphWrapped(paragraph)+"\n")
	}
	fmt.Fprintf(out, "Usage:\n%s\n", wrapped(cmd.UseLine(), "  ", "      "))
	if cmd.Example != "" {
		fmt.Fprintf(out, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintln(out, "\nCommands:")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintln(out, wrapped(fmt.Sprintf("%-12s %s", c.Name(), c.Short), "  ", strings.Repeat(" ", 15)))
			}
		}
	}
	writeFlags(out, cmd, all)
}

func writeFlags(out io.Writer, cmd *cobra.Command, all bool) {
	told := map[string]bool{"help": true, "help-all": true}
	groups := everyday[cmd.Name()]
	for _, g := range groups {
		fmt.Fprintf(out, "\n%s:\n", g.title)
		for _, name := range g.names {
			if f := cmd.Flags().Lookup(name); f != nil {
				writeFlag(out, f)
				told[name] = true
			}
		}
	}
	if groups != nil && !all {
		fmt.Fprintf(out, "\nyogi %s --help-all tells the other flags, most of them for research.\n", cmd.Name())
		return
	}
	var rest []*pflag.Flag
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && !told[f.Name] {
			rest = append(rest, f)
		}
	})
	if len(rest) == 0 {
		return
	}
	fmt.Fprintln(out, map[bool]string{true: "\nFor research, and the rest:", false: "\nFlags:"}[groups != nil])
	for _, f := range rest {
		writeFlag(out, f)
	}
}

// writeFlag writes a flag with what it takes, and below it what it does.
func writeFlag(out io.Writer, f *pflag.Flag) {
	kind, usage := pflag.UnquoteUsage(f)
	name := "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	if kind != "" {
		name += " " + kind
	}
	if d := f.DefValue; d != "" && d != "false" && d != "0" && d != "[]" && d != "0s" {
		usage += fmt.Sprintf(" (default %s)", d)
	}
	for _, line := range strings.Split(wrapChoices(name), "\n") {
		fmt.Fprintln(out, line)
	}
	for _, line := range strings.Split(usage, "\n") {
		fmt.Fprintln(out, wrapped(strings.TrimSpace(line), "        ", "        "))
	}
}

// wrapChoices breaks the words that a flag takes between two of them.
func wrapChoices(name string) string {
	const indent = "            "
	line, out := "  ", ""
	for i, part := range strings.SplitAfter(name, "|") {
		if i > 0 && len(line)+len(part) > helpWidth {
			out, line = out+line+"\n", indent
		}
		line += part
	}
	return out + line
}

// paragraphWrapped is a paragraph in lines that fit; one whose lines begin with a blank stays as it is.
func paragraphWrapped(text string) string {
	if strings.HasPrefix(text, " ") || strings.Contains(text, "\n ") {
		return text
	}
	return wrapped(strings.Join(strings.Fields(text), " "), "", "")
}

// wrapped is a text in lines that fit, behind an indentation of the first line and one of the others.
func wrapped(text, first, others string) string {
	return textwrap.Indented(text, helpWidth, first, others)
}
