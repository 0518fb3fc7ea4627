package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"yogi/internal/pipeline"
)

// monitorOptions are the flags of rules monitor.
type monitorOptions struct {
	job      pipeline.Job
	project  projectOptions
	platform string
	out      string
}

func rulesMonitorCommand() *cobra.Command {
	o := &monitorOptions{}
	command := &cobra.Command{
		Use:   "monitor RULE FILE... --out DIR",
		Short: "Make a rule a monitor that runs within a program",
		Long: `monitor writes copies of the program's files with the rule as C behind them, and a file that begins and ends the monitor with the
program. They are compiled in place of the originals:

    yogi rules monitor posix/FileLeak server.c --out monitored
    gcc @monitored/compile.flags monitored/*.c @monitored/link.flags -o server

Functions without a body in the program, the C library's among them, are led to wrappers by the linker (-Wl,--wrap); functions
with one are renamed where they are defined. A violation is told on the standard error and ends the program with SIGABRT;
a program that defines yogi_rule_violated(rule, event, message) decides itself. Events that the monitor does not see are
printed as warnings.`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.project.choose(cmd, &o.job, args[1:]); err != nil {
				return err
			}
			return runMonitor(cmd, o, args[0])
		},
	}
	f := command.Flags()
	defineProgramFlags(f, &o.job)
	o.project.define(f)
	f.StringVar(&o.platform, "platform", "", "`platform` whose harness and models surround the program: "+platformNames())
	f.StringVar(&o.out, "out", "", "`folder` for the files")
	if err := command.MarkFlagRequired("out"); err != nil {
		panic(err)
	}
	return command
}

func runMonitor(cmd *cobra.Command, o *monitorOptions, name string) error {
	if o.platform != "" {
		if err := usePlatform(&o.job, o.platform); err != nil {
			return badInput(cmd.ErrOrStderr(), err)
		}
	}
	rule, err := findRule(name, o.platform)
	if err != nil {
		return badInput(cmd.ErrOrStderr(), err)
	}
	o.job.SetRule(rule)
	monitored, err := pipeline.Monitor(cmd.Context(), o.job)
	if err != nil {
		return badInput(cmd.ErrOrStderr(), err)
	}
	for _, unseen := range monitored.Unseen {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning: not seen by the monitor:", unseen)
	}
	return writeMonitored(cmd.OutOrStdout(), o.out, monitored)
}

// writeMonitored writes the files, and prints how to compile them.
func writeMonitored(out io.Writer, folder string, m *pipeline.MonitoredProgram) error {
	files := map[string]string{"compile.flags": flagLines(m.Compile), "link.flags": flagLines(m.Link)}
	var sources []string
	for name, text := range m.Files {
		files[name] = text
		sources = append(sources, filepath.Join(folder, name))
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("writing the monitor: %w", err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("writing the monitor: %w", err)
		}
	}
	sort.Strings(sources)
	_, err := fmt.Fprintf(out, "gcc @%s %s @%s\n", filepath.Join(folder, "compile.flags"), strings.Join(sources, " "), filepath.Join(folder, "link.flags"))
	return err
}

// flagLines are flags as a file of gcc's.
func flagLines(flags []string) string {
	var b strings.Builder
	for _, word := range flags {
		b.WriteString("\"" + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word) + "\"\n")
	}
	return b.String()
}
