package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"yogi/internal/frontend/c"
	"yogi/internal/pipeline"
	"yogi/internal/property"
	"yogi/internal/property/slic"
	"yogi/models/linux"
	"yogi/models/linux/module"
	"yogi/models/platform"
	"yogi/models/posix"
	"yogi/models/wdm"
	"yogi/rules"
)

// useRule reads the rule that a check is about.
func (o *checkOptions) useRule() error {
	if o.property != "" || len(o.job.ErrorFunctions) > 0 || o.job.ErrorLabel != "" {
		return errors.New("--rule excludes --property, --error-function and --error-label: its violation is the only error")
	}
	rule, err := findRule(o.rule, o.platform)
	if err != nil {
		return err
	}
	o.job.SetRule(rule)
	return nil
}

// platformNames are the platforms, for messages.
func platformNames() string { return "wdm, linux or posix" }

// platforms put their files into a folder.
var platforms = map[string]func(folder string) (*platform.Platform, error){
	"wdm": wdm.Install, "linux": linux.Install, "posix": posix.Install,
}

// usePlatform adds the files of a platform to those of a program.
func usePlatform(job *pipeline.Job, name string) error {
	install := platforms[name]
	if name == "linux" && readsKernel(job) {
		install = module.Install
	}
	if install == nil {
		return fmt.Errorf("no platform is called %s; there are %s", name, platformNames())
	}
	p, err := install(modelsFolder(name))
	if err != nil {
		return err
	}
	job.Platform = name
	if err := addPlatform(job, p); err != nil {
		return err
	}
	if p.DataModel != "" {
		if job.DataModel != "" && job.DataModel != "LP64" && job.DataModel != p.DataModel {
			return fmt.Errorf("--platform %s reads C for the data model %s", name, p.DataModel)
		}
		job.DataModel, job.SystemOwn = p.DataModel, true
	}
	return nil
}

// modelsFolder is where the files of a platform lie, each version of them in a folder of its own.
func modelsFolder(name string) string {
	folder, err := os.UserCacheDir()
	if err != nil {
		folder = filepath.Join(os.TempDir(), fmt.Sprint("yogi-", os.Getuid()))
	}
	return filepath.Join(folder, "yogi", "models", name)
}

// readsKernel says that a program is read as a kernel's build reads it, with the kernel's headers.
func readsKernel(job *pipeline.Job) bool {
	return len(job.Readings) > 0 && slices.Contains(job.Readings[0].Defines, "__KERNEL__")
}

// addPlatform adds a platform's files to a program's. Those that stand beside a system's own headers
// are read as the program's first file is.
func addPlatform(job *pipeline.Job, p *platform.Platform) error {
	var macros []string
	if p.Parts != nil {
		var sources [][]byte
		for _, file := range job.Files {
			text, err := os.ReadFile(file)
			if err != nil {
				return fmt.Errorf("reading the module: %w", err)
			}
			sources = append(sources, text)
		}
		macros = p.Parts(sources)
	}
	job.Files = append(job.Files, p.Files...)
	if job.Readings == nil {
		job.IncludeDirs = append(job.IncludeDirs, p.Include...)
		job.Defines = append(job.Defines, macros...)
		return nil
	}
	var reading c.Reading
	if p.LikeProgram {
		reading = job.Readings[0]
	} else {
		job.IncludeDirs = append(job.IncludeDirs, p.Include...)
	}
	reading = reading.Then(c.Reading{QuoteDirs: p.Include, Defines: macros})
	for range p.Files {
		job.Readings = append(job.Readings, reading)
	}
	return nil
}

// checkPlatform refuses checks that would prove nothing: the models of the kernels end no object,
// those of Windows give objects of other sizes than the driver asks for, and those of POSIX do not look at
// what the system only reads, and keep streams that are closed. Where a check is about reads, the models are told.
func checkPlatform(job *pipeline.Job) error {
	const frees = property.UseAfterFree | property.InvalidFree | property.Leak | property.Cleanup
	switch {
	case job.Platform == "posix" && job.Checks&(property.Null|property.Bounds|frees) != 0:
		return errors.New("--platform posix excludes the checks null, bounds, uaf, double-free, leak and cleanup: its models do not look at what the system only reads, and free no stream; leave the platform out")
	case job.Platform == "wdm" && job.Checks&(property.Bounds|frees) != 0:
		return errors.New("--platform wdm excludes the checks bounds, uaf, double-free, leak and cleanup: its models give a device more memory than the driver asks for, and free none")
	case job.Platform == "linux" && job.Checks&frees != 0:
		return errors.New("--platform linux excludes the checks uaf, double-free, leak and cleanup: its models free no memory")
	case job.Platform == "linux" && job.Checks&(property.Null|property.Bounds) != 0:
		job.Defines = append(job.Defines, "YOGI_CHECKS_READS")
	}
	return nil
}

// findRule reads a rule by the path of its .slic file, or by the name of one that ships. Under a
// platform a name without a family is that of a rule of the platform, if there is one.
func findRule(name, platform string) (*slic.Rule, error) {
	return findRuleBy(name, platform, os.ReadFile)
}

// findRuleBy is findRule where files are read in another way.
func findRuleBy(name, platform string, read func(path string) ([]byte, error)) (*slic.Rule, error) {
	if ext := filepath.Ext(name); ext == ".slic" || ext == ".spc" {
		return slic.Parse(name, read)
	}
	r, err := rules.Find(path.Join(platform, name))
	if err != nil {
		r, err = rules.Find(name)
	}
	if err != nil {
		return nil, err
	}
	return slic.Parse(r.Path, rules.Read)
}

func rulesCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "rules",
		Short: "List and show the rules that ship with yogi; make monitors of rules",
		Args:  cobra.NoArgs,
	}
	command.AddCommand(&cobra.Command{
		Use:   "list [PATTERN]",
		Short: "List the rules that ship, or those that match a pattern such as posix/*",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			pattern := "*/*"
			if len(args) > 0 {
				pattern = args[0]
			}
			return listRules(cmd.OutOrStdout(), pattern)
		},
	}, &cobra.Command{
		Use:   "show RULE",
		Short: "Print what a rule demands and why, and the rule",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return showRule(cmd.OutOrStdout(), args[0])
		},
	}, rulesMonitorCommand(), &cobra.Command{
		Use:   "export RULE",
		Short: "Print a rule as a CPAchecker specification automaton (.spc)",
		Long: `export prints a rule as a specification automaton of CPAchecker, which check --spec reads too. What an automaton cannot say is
an error with its place in the rule: states of objects (watch), the entry and exit of a function, variables other than int and enum, and values
of the program in assignments. Definitions of the rule stand in the automaton with their values.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			rule, err := findRule(args[0], "")
			if err != nil {
				return badInput(cmd.ErrOrStderr(), err)
			}
			text, err := rule.Automaton()
			if err != nil {
				return badInput(cmd.ErrOrStderr(), err)
			}
			_, err = io.WriteString(cmd.OutOrStdout(), text)
			return err
		},
	})
	return command
}

func listRules(out io.Writer, pattern string) error {
	found, err := rules.Match(pattern)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, r := range found {
		fmt.Fprintf(table, "%s\t%s\n", r.Name, r.Summary())
	}
	return table.Flush()
}

func showRule(out io.Writer, name string) error {
	r, err := rules.Find(name)
	if err != nil {
		return err
	}
	text, err := rules.Read(r.Path)
	if err != nil {
		return fmt.Errorf("reading the rule: %w", err)
	}
	_, err = fmt.Fprintf(out, "%s\n## The rule\n\n%s", rules.Page(r), text)
	return err
}
