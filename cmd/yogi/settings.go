package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yogi/internal/frontend/c"
	"yogi/internal/project"
	"yogi/internal/report"
	"yogi/internal/settings"
	"yogi/internal/source"
)

// oneVersion says what does not go with two versions of a program.
func (o *settingsOptions) oneVersion() error {
	if o.path != "" && o.path != noSettings {
		return errors.New("--settings goes with one version of a program: give flags where two are compared")
	}
	o.path = noSettings
	return nil
}

// noSettings as the value of --settings says that no file is read.
const noSettings = "none"

// settingsOptions say which settings file is read, and what it said.
type settingsOptions struct {
	path string // of --settings
	file *settings.File
	used []string // keys
}

func (o *settingsOptions) define(f *pflag.FlagSet) {
	f.StringVar(&o.path, "settings", "", "`file` with settings of the project (default the next yogi.toml in a folder above the program's first file; none: no file)")
}

// find reads the settings file for a program.
func (o *settingsOptions) find(first string) error {
	if o.file != nil || o.path == noSettings {
		return nil
	}
	path := o.path
	if path == "" {
		var err error
		if path, err = settings.Above(filepath.Dir(first)); path == "" || err != nil {
			return err
		}
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("finding the settings: %w", err)
	}
	o.file, err = settings.ReadFile(path)
	var wrong *settings.Error
	if errors.As(err, &wrong) {
		wrong.File = settings.Shown(wrong.File)
		if near := source.Nearest(wrong.Unknown, wrong.Known); near != "" {
			return fmt.Errorf("%w: did you mean %q?", err, near)
		}
		if len(wrong.Known) > 0 {
			return fmt.Errorf("%w; there are %s", err, strings.Join(wrong.Known, ", "))
		}
	}
	return err
}

// namesPrograms says that the settings file of the working folder says which files there are.
func (o *settingsOptions) namesPrograms() bool {
	if err := o.find("./"); err != nil {
		return true // which is told when it is read again
	}
	return o.file != nil && (len(o.file.Targets) > 0 || o.file.Read.CompileCommands != "")
}

// decided are the flags by which a settings file is not asked what is checked, by its flags.
var decided = map[string][]string{
	"check":          {"check", "property", "task"},
	"rule":           {"rule", "spec", "property", "task", "check", "error-function", "error-label"},
	"error-function": {"error-function", "rule", "spec", "property", "task"},
	"error-label":    {"error-label", "rule", "spec", "property", "task"},
	"target":         {"target", "data-model"},
	"data-model":     {"target", "data-model"},
	"build-target":   {"build-target", "compile-commands"},
	"harness":        {"harness", "entry"},  // an entry that is named here is called as is said here
	"baseline":       {"baseline", "since"}, // of two versions the older is the baseline
}

// useSettings gives flags that are not on the command line the values of the settings file, and returns the files of
// the program: those that are given, else those of the target.
func (o *checkOptions) useSettings(f *pflag.FlagSet, files []string) ([]string, error) {
	if o.project.task != "" {
		return files, nil // it says what the program is
	}
	first := "./"
	if len(files) > 0 {
		first = files[0]
	}
	if err := o.settings.find(first); err != nil || o.settings.file == nil {
		return files, withChoices(err, f)
	}
	file := o.settings.file
	name, target, err := o.chosenTarget(file, files)
	if err != nil {
		return nil, err
	}
	given := map[string]bool{}
	f.Visit(func(flag *pflag.Flag) { given[flag.Name] = true })
	if target != nil {
		o.settings.used = append(o.settings.used, "targets."+name)
		if o.project.target == name {
			o.project.target, given["build-target"] = "", false
		}
		if len(files) == 0 {
			files = append(files, file.Paths(target.Files)...)
		}
	}
	for _, s := range file.Settings(target) {
		by := decided[s.Flag]
		if by == nil {
			by = []string{s.Flag}
		}
		if slices.ContainsFunc(by, func(name string) bool { return given[name] }) {
			continue
		}
		if s.Flag == "compile-commands" && len(files) > 0 {
			compiles, err := project.Compiles(s.Values[0], files...)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", settings.Shown(file.Path), s.Key, err)
			}
			if !compiles { // another file of the folder
				continue
			}
		}
		for _, value := range s.Values {
			if err := f.Set(s.Flag, value); err != nil {
				var invalid *pflag.InvalidValueError
				if errors.As(err, &invalid) {
					err = invalid.Unwrap() // the flag was not written
				}
				return nil, fmt.Errorf("%s: %s: %w", settings.Shown(file.Path), s.Key, err)
			}
		}
		o.settings.used = append(o.settings.used, s.Key)
	}
	o.useReading(file)
	models := file.Paths(file.Models)
	if target != nil {
		models = append(models, file.Paths(target.Models)...)
	}
	if o.models = models; len(models) > 0 {
		o.settings.used = append(o.settings.used, "models")
	}
	if len(file.Suppression.Ignore) > 0 {
		o.settings.used = append(o.settings.used, "suppressions.ignore")
	}
	return files, nil
}

// withChoices adds to an error about a value of the wrong kind which values there are, if they are a few words.
func withChoices(err error, f *pflag.FlagSet) error {
	var wrong *settings.Error
	if !errors.As(err, &wrong) || wrong.Flag == "" {
		return err
	}
	if flag := f.Lookup(wrong.Flag); flag != nil {
		if choices, ok := flag.Value.(*choice); ok {
			return fmt.Errorf("%w, one of \"%s\"", err, strings.Join(choices.allowed, `", "`))
		}
	}
	return err
}

// chosenTarget is the target that is asked for: by --build-target, by having the file, or the only one if no file is
// given.
func (o *checkOptions) chosenTarget(file *settings.File, files []string) (string, *settings.Target, error) {
	names := slices.Sorted(maps.Keys(file.Targets))
	name := o.project.target
	switch {
	case name != "" && slices.Contains(names, name):
	case name != "" || len(names) == 0:
		return "", nil, nil // it is the build's
	case len(files) == 0 && o.project.database != "":
		return "", nil, nil
	case len(files) == 0 && len(names) == 1:
		name = names[0]
	case len(files) == 0:
		return "", nil, fmt.Errorf("%s has the targets %s: choose one of them with --build-target, or name files", settings.Shown(file.Path), strings.Join(names, ", "))
	default:
		return "", nil, nil
	}
	t := file.Targets[name]
	if len(t.Files) == 0 && t.Built == "" {
		t.Built = name
	}
	return name, &t, nil
}

// useReading puts what the settings say of reading before what flags say.
func (o *checkOptions) useReading(file *settings.File) {
	r := file.Read
	reading := c.Reading{
		IncludeDirs: file.Paths(r.IncludeDirs), SystemDirs: file.Paths(r.SystemDirs), Forced: file.Paths(r.Forced),
		Defines: r.Defines, Undefines: r.Undefines, Removed: r.RemoveBodies, ContractFiles: file.Paths(r.Contracts),
	}
	for _, part := range []struct {
		key   string
		words []string
	}{{"include-dirs", r.IncludeDirs}, {"isystem", r.SystemDirs}, {"include", r.Forced}, {"define", r.Defines}, {"undefine", r.Undefines}, {"remove-body", r.RemoveBodies}, {"contracts", r.Contracts}} {
		if len(part.words) > 0 {
			o.settings.used = append(o.settings.used, "read."+part.key)
		}
	}
	o.job.RemovedIfThere = r.RemoveBodies
	o.job.Reading = reading.Then(o.job.Reading)
}

// addModels adds the models of the settings to the files of the program.
func (o *checkOptions) addModels() {
	for _, path := range o.models {
		if slices.Contains(o.job.Files, path) {
			continue
		}
		o.job.Files = append(o.job.Files, path)
		if o.job.Readings != nil {
			o.job.Readings = append(o.job.Readings, c.Reading{})
		}
	}
}

// tellSettings says in results what was taken from the settings file.
func (o *checkOptions) tellSettings(results ...*report.Result) {
	if o.settings.file == nil || len(o.settings.used) == 0 {
		return
	}
	for _, r := range results {
		r.Settings = &report.Settings{File: settings.Shown(o.settings.file.Path), Keys: o.settings.used}
	}
}

// arguments is the check of arguments of a command that reads settings: a program may be named there.
func (o *checkOptions) arguments(cmd *cobra.Command, files []string) error {
	if len(files) == 0 && o.project.database == "" && o.project.task == "" && o.settings.namesPrograms() || isFolder(files) {
		return nil
	}
	return o.project.arguments(cmd, files)
}
