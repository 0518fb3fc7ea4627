package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yogi/internal/source"
)

// What people type that is not quite what there is: a file without a command, a time without a unit, a flag with
// a letter too many, a folder, a program in C++.

// sourceFile matches the names of files that check reads.
var sourceFile = regexp.MustCompile(`\.(c|i|bpl|ir)$`)

// withCommand puts check before arguments that name a file and no command.
func withCommand(root *cobra.Command, args []string) []string {
	if len(args) == 0 || slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == args[0] || c.HasAlias(args[0]) }) {
		return args
	}
	isSource := func(a string) bool { return sourceFile.MatchString(a) || notChecked(a) != nil }
	if !strings.HasPrefix(args[0], "-") && !isSource(args[0]) || !slices.ContainsFunc(args, isSource) {
		return args
	}
	return append([]string{"check"}, args...)
}

// nonNullChoices are the values of --non-null.
var nonNullChoices = []string{"declared", "all", "none"}

// choiceApart puts together --non-null and a choice that stands behind it as a word of its own: the flag is one that
// may stand alone, so that the word would be a file.
func choiceApart(args []string) []string {
	out := slices.Clone(args)
	for i := 0; i+1 < len(out); i++ {
		if out[i] == "--" {
			break
		}
		if out[i] == "--non-null" && slices.Contains(nonNullChoices, out[i+1]) {
			out[i] += "=" + out[i+1]
			out = slices.Delete(out, i+1, i+2)
		}
	}
	return out
}

// duration is a time limit; a number alone is one of seconds.
type duration time.Duration

// durationVar defines a flag for a time limit.
func durationVar(f *pflag.FlagSet, value *time.Duration, name string, otherwise time.Duration, usage string) {
	*value = otherwise
	f.Var((*duration)(value), name, usage)
}

func (d *duration) String() string { return time.Duration(*d).String() }

// Type implements pflag.Value.
func (d *duration) Type() string { return "duration" }

// Set implements pflag.Value.
func (d *duration) Set(text string) error {
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		text = strconv.FormatFloat(seconds, 'f', -1, 64) + "s"
	}
	parsed, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return fmt.Errorf("%q is no time such as 30, 90s, 5m or 1h30m", text)
	case parsed < 0:
		return errors.New("a time limit is not negative")
	}
	*d = duration(parsed)
	return nil
}

// unknownFlag says of an error about a flag that a command does not have which one may be meant.
func unknownFlag(cmd *cobra.Command, err error) error {
	// The error names the letter, in quotes, and then what was written.
	if short, ok := strings.CutPrefix(err.Error(), "unknown shorthand flag: '"); ok && strings.ContainsRune("mfOgWwslLcpx", rune(short[0])) {
		return fmt.Errorf("%w: flags of compilers are read in a build (yogi check -- make -B, --compile-commands FILE); another processor is chosen with --target", err)
	}
	name, ok := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !ok {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	best := source.Nearest(name, names)
	if best == "" {
		return fmt.Errorf("%w (%s --help lists the flags)", err, cmd.CommandPath())
	}
	return fmt.Errorf("%w: did you mean --%s?", err, best)
}

// notChecked says of an argument that is no program that can be checked what to do instead; nil: nothing is known
// against it.
func notChecked(file string) error {
	switch filepath.Ext(file) {
	case ".cc", ".cpp", ".cxx", ".c++", ".C", ".hpp", ".hh":
		return fmt.Errorf("%s is C++, which is not read: check the parts of the program that are C", file)
	case ".o", ".a", ".so":
		return fmt.Errorf("%s is compiled: name the C files that it is made of, or build again under `yogi capture -- make` and give --compile-commands", file)
	}
	if file == "-" {
		return errors.New("standard input is not read: save the program as a file, `cat > program.c`, and check that")
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder, one of several arguments or of a command that reads files: name its C files, or build it under `yogi capture -- make` and give --compile-commands compile_commands.json", file)
	}
	return nil
}
