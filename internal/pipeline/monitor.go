package pipeline

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"yogi/internal/confirm"
	"yogi/internal/frontend/c"
	"yogi/internal/report/ctest"
)

// MonitoredProgram is a program with a job's rule as a monitor in it: files to be compiled together.
type MonitoredProgram struct {
	Files map[string]string // text by name
	// Compile and Link are flags of gcc, for every file and for the whole.
	Compile, Link []string
	Events        int // of the rule that functions of the program have
	// Unseen are events of the rule that the monitor does not see, in words.
	Unseen []string
}

// runtimeFile is the file of a monitored program that is the same for all.
const runtimeFile = "yogi-monitor.c"

// Monitor makes the job's rule a monitor that runs within the job's program. The error is a
// source.Diagnostics when it is about the program or the rule.
func Monitor(ctx context.Context, job Job) (*MonitoredProgram, error) {
	options, err := job.RuleOptions()
	if err != nil {
		return nil, err
	}
	events, macros, diagnostics, err := c.Events(ctx, options)
	if err == nil {
		err = diagnostics.Err()
	}
	if err != nil {
		return nil, err
	}
	rule, err := confirm.CompiledRule(job.Rule.Sources, events, "main")
	if err != nil {
		return nil, err
	}
	var units []ctest.Unit
	out := &MonitoredProgram{Files: map[string]string{}}
	for i, path := range job.Files {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("reading the program: %w", err)
		}
		if !isForeign(options) {
			flags, err := confirm.CompilerFlags(path, job.ReadingOf(i))
			if err != nil {
				return nil, err
			}
			out.addFlags(flags)
		}
		units = append(units, ctest.Unit{File: path, Text: string(text)})
	}
	monitored := ctest.Monitor(units, rule)
	out.Events = len(events)
	out.Unseen = monitored.Unseen
	for _, name := range macros {
		out.Unseen = append(out.Unseen, name+" is a macro of the program")
	}
	if isForeign(options) {
		out.Compile = ctest.ForeignTypes()
		if err := translate(ctx, options, monitored.Programs); err != nil {
			return nil, err
		}
	}
	for i, text := range monitored.Programs {
		out.Files[out.fresh(filepath.Base(job.Files[i]))] = text
	}
	out.Files[out.fresh(runtimeFile)] = ctest.MonitorRuntime(job.Rule.Name, monitored.Wrapped, rule.Observed)
	for _, name := range monitored.Wrapped {
		out.Link = append(out.Link, "-Wl,--wrap="+name)
	}
	return out, nil
}

// isForeign says that a program is one for Windows, whose headers this machine's compiler does not read.
func isForeign(options c.Options) bool { return options.DataModel == "LLP64" }

// translate makes texts of a program's files for another system such for this machine's compiler,
// without headers: those are in the texts then.
func translate(ctx context.Context, options c.Options, texts []string) error {
	options.Scans = c.NewScans()
	for i, text := range texts {
		unit := options.Units[i]
		unit.Source = []byte(text)
		var failed error
		foreign := &ctest.Foreign{Preprocess: func(int, string) (string, error) {
			read, err := c.Preprocess(ctx, options.DataModel, unit, options.Scans)
			failed = err
			return read, err
		}}
		if texts[i] = foreign.Translate(i, text); failed != nil {
			return fmt.Errorf("preprocessing %s with its monitor: %w", unit.File, failed)
		}
	}
	return nil
}

// addFlags adds the flags of one file, those of -iquote and the like each once. All files are
// compiled with the flags of all.
func (m *MonitoredProgram) addFlags(flags []string) {
	for i := 0; i < len(flags); i++ {
		words := flags[i : i+1]
		if !strings.HasPrefix(flags[i], "-std") && i+1 < len(flags) {
			words = flags[i : i+2]
			i++
		}
		if !strings.Contains("\x00"+strings.Join(m.Compile, "\x00")+"\x00", "\x00"+strings.Join(words, "\x00")+"\x00") {
			m.Compile = append(m.Compile, words...)
		}
	}
}

// fresh is a name for a file that none has yet.
func (m *MonitoredProgram) fresh(name string) string {
	base := strings.TrimSuffix(name, ".c")
	for n := 2; m.Files[name] != ""; n++ {
		name = fmt.Sprintf("%s-%d.c", base, n)
	}
	return name
}
