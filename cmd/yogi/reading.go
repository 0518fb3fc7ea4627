package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yogi/internal/frontend/c"
	"yogi/internal/pipeline"
)

// defineReadingFlags defines the flags that say how C files are read.
func defineReadingFlags(f *pflag.FlagSet, r *c.Reading) {
	f.StringArrayVarP(&r.IncludeDirs, "include-dir", "I", nil, "`folder` to search for headers")
	f.StringArrayVar(&r.QuoteDirs, "iquote", nil, "`folder` to search for headers of #include \"...\" alone")
	f.StringArrayVar(&r.SystemDirs, "isystem", nil, "`folder` to search for headers after those of -I")
	f.StringArrayVar(&r.AfterDirs, "idirafter", nil, "`folder` to search for headers after the standard ones")
	f.StringArrayVar(&r.Forced, "include", nil, "`file` to read before the program's, as if it were included there")
	f.VarP(macroFlag(r.Define), "define", "D", "`macro` to define, as NAME or NAME=VALUE")
	f.VarP(macroFlag(r.Undefine), "undefine", "U", "`macro` to undefine; of -D and -U the last one counts")
	f.StringVar(&r.Standard, "std", "", "C `standard`: c89, c99, c11, c17 or, with GNU's extensions, gnu89 to gnu17 (default gnu17)")
	f.BoolVar(&r.GotoCC, "goto-cc", false, "read files as goto-cc, CBMC's compiler, does: with the words of its harnesses")
	f.StringSliceVar(&r.Removed, "remove-body", nil, "`functions` whose bodies are left out of the files that define them: they may then return anything")
	f.StringArrayVar(&r.ContractFiles, "contracts", nil, "`file` of contracts in ACSL, each before a declaration of the function that it is about, for sources that have none")
	f.BoolVar(&r.SystemOwn, "system-headers", false, "the same as --headers machine")
}

// chooseHeaders chooses the standard headers, and says so where the program made it choose the machine's.
func chooseHeaders(cmd *cobra.Command, job *pipeline.Job) error {
	why, err := job.ChooseHeaders(cmd.Context())
	if why != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "yogi: reads the machine's headers: with its own, %s\n", why)
	}
	return err
}

// macroFlag is a flag that may be repeated; each value is told to the function at once, so that flags of
// different names keep their order.
type macroFlag func(text string)

func (macroFlag) String() string { return "" }

// Type implements pflag.Value.
func (macroFlag) Type() string { return "macro" }

// Set implements pflag.Value.
func (m macroFlag) Set(text string) error {
	m(text)
	return nil
}

// gccSpellings rewrites the flags of gcc that the flag parser would take for groups of one-letter flags, up to
// a "--". The words of a build are the build's.
func gccSpellings(args []string) []string {
	if len(args) > 0 && (args[0] == "capture" || args[0] == "cc") {
		return args
	}
	out := make([]string, 0, len(args))
	for i, a := range args {
		if a == "--" {
			return append(out, args[i:]...)
		}
		out = append(out, gccSpelling(a)...)
	}
	return out
}

func gccSpelling(arg string) []string {
	switch arg {
	case "-m32":
		return []string{"--data-model=ILP32"}
	case "-m64":
		return []string{"--data-model=LP64"}
	case "-ansi":
		return []string{"--std=c90"}
	}
	if standard, ok := strings.CutPrefix(arg, "-std="); ok {
		return []string{"--std=" + standard}
	}
	for _, name := range []string{"include", "isystem", "iquote", "idirafter"} {
		value, ok := strings.CutPrefix(arg, "-"+name)
		switch {
		case !ok:
		case value == "":
			return []string{"--" + name}
		case !strings.HasPrefix(value, "-"):
			return []string{"--" + name, strings.TrimPrefix(value, "=")}
		}
	}
	return []string{arg}
}
