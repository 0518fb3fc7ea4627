package main

import (
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"yogi/models/wdm"
)

// tool is a program that yogi starts.
type tool struct {
	name string
	// version asks for the version, on the first line of the output.
	version []string
	// needed: nothing works without it, or a kind of verdict is lost.
	needed bool
	// missing says what is lost without it, and installs what to do.
	missing, installs string
}

var tools = []tool{
	{"z3", []string{"--version"}, false, "nothing: Z3 is linked; a build without cgo cannot search", "apt-get install z3"},
	{"cvc5", []string{"--version"}, true, "no proof can be checked, so each check ends with UNKNOWN(setup); and with --opt solver-race=on none races Z3 on hard queries", "apt-get install cvc5"},
	{"bitwuzla", []string{"--version"}, false, "with --opt solver-race=on hard queries about machine words are raced for without it", "apt-get install bitwuzla, in releases of Debian that have it"},
	{"gcc", []string{"--version"}, true, "no test of a C program is compiled and run: FALSE is interpreted evidence, or UNKNOWN", "apt-get install gcc gcc-multilib"},
	{"cvise", []string{"--version"}, false, "yogi reduce uses its own reducer, which knows less of C", "apt-get install cvise"},
}

// headers are files of systems that programs are written for, of which one is there if its package is.
type headers struct {
	name              string
	files             string // a pattern
	missing, installs string
}

var systems = []headers{
	{"headers of Windows drivers", wdm.Kit, "no --platform wdm", "apt-get install mingw-w64-common"},
	{"headers of Linux modules", "/lib/modules/*/build/Makefile", "modules of Linux are checked with the structures of yogi's models, not with the kernel's", "apt-get install linux-headers-amd64, or that of the kernel"},
}

func doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Say which programs and headers that yogi uses are there, and what a missing one costs",
		Long: `doctor looks for the programs that yogi starts, solvers and compilers, and for the headers that some
platforms read, and says how many processors and how much memory there are. The exit status is 1 if a program is missing without which a kind of verdict is lost.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runDoctor(cmd.OutOrStdout()) },
	}
}

func runDoctor(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	lost := false
	for _, t := range tools {
		path, err := exec.LookPath(t.name)
		if err != nil {
			lost = lost || t.needed
			fmt.Fprintf(table, "%s\tmissing\t%s (%s)\n", t.name, t.missing, t.installs)
			continue
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", t.name, path, t.says(path))
	}
	for _, h := range systems {
		found, err := filepath.Glob(h.files)
		if err != nil || len(found) == 0 {
			fmt.Fprintf(table, "%s\tmissing\t%s (%s)\n", h.name, h.missing, h.installs)
			continue
		}
		fmt.Fprintf(table, "%s\t%s\t\n", h.name, filepath.Dir(found[len(found)-1]))
	}
	fmt.Fprintf(table, "cores\t%d\t%s\n", runtime.NumCPU(), costOfCores(runtime.NumCPU()))
	if bytes, ok := memoryOfMachine(); ok {
		fmt.Fprintf(table, "memory\t%.1f GiB\t%s\n", float64(bytes)/(1<<30), costOfMemory(bytes))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if lost {
		return exitError{1}
	}
	return nil
}

// costOfCores says what a small number of processors costs.
func costOfCores(n int) string {
	if n < 2 {
		return "what is tried at the same time (attempts of a check, --entry all, matrix, bench) is tried one after the other"
	}
	return ""
}

// memoryOfMachine is the physical memory.
func memoryOfMachine() (bytes uint64, ok bool) {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 0, false
	}
	return info.Totalram * uint64(info.Unit), true
}

// costOfMemory says what little memory costs.
func costOfMemory(bytes uint64) string {
	if bytes < defaultMemory {
		return "less than --memory allows unless it is told: the system may end a check before it says UNKNOWN(memory)"
	}
	return ""
}

// says is the first line of what a tool says of its version.
func (t tool) says(path string) string {
	text, err := exec.Command(path, t.version...).Output()
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if err != nil {
		return "does not start: " + err.Error()
	}
	return line
}
