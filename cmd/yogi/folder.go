package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"yogi/internal/frontend/c"
	"yogi/internal/load"
	"yogi/internal/pipeline"
	"yogi/internal/project"
	"yogi/internal/report"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// A folder in the place of files: its settings or its build say what the programs are. Without these each file with a
// main is a program, with the files of the folder that define what it uses, as if those were in an archive of a linker;
// without a main the folder is a library.

// folderProgram is a program that is found in a folder.
type folderProgram struct {
	name  string // the file with its main, or what the build links
	files []string
	built string // for --build-target; "": files say it
	bad   error  // why it cannot be read
}

// isFolder says that a folder is checked in the place of files.
func isFolder(files []string) bool {
	if len(files) != 1 {
		return false
	}
	info, err := os.Stat(files[0])
	return err == nil && info.IsDir()
}

// useFolder makes the job's program that of a folder, or returns the programs if there are several.
func (o *checkOptions) useFolder(cmd *cobra.Command, folder string) ([]folderProgram, error) {
	if o.project.task != "" {
		return nil, errors.New("--task names the files: give no folder")
	}
	if o.since != "" {
		return nil, errors.New("--since is about the files of one program: name them")
	}
	if said, err := o.settings.saysPrograms(folder); err != nil || said {
		if err != nil {
			return nil, err
		}
		return nil, o.resolve(cmd, nil)
	}
	o.useDatabase(folder)
	files, err := checkedBelow(folder)
	if err != nil {
		return nil, err
	}
	if _, err := o.useSettings(cmd.Flags(), files); err != nil {
		return nil, err
	}
	if o.property != "" && !cmd.Flags().Changed("volatile") {
		o.job.Volatile = "ordinary" // as the competition has it
	}
	programs, alone, err := o.programsOf(cmd, folder, files)
	if err != nil {
		return nil, err
	}
	tell := func(format string, values ...any) {
		if !o.quiet && !o.json {
			fmt.Fprintf(cmd.ErrOrStderr(), "yogi: "+format+"\n", values...)
		}
	}
	if o.project.database != "" {
		tell("%s is read as %s says", folder, o.project.database)
	}
	if len(alone) > 0 {
		tell("no program uses %s: yogi check --entry all FILE checks the functions of a file", strings.Join(alone, ", "))
	}
	if len(programs) > 1 {
		return programs, nil
	}
	p := programs[0]
	if p.bad != nil {
		return nil, badInput(cmd.ErrOrStderr(), p.bad)
	}
	if o.project.target = p.built; p.built != "" {
		p.files = nil
		if o.job.Entry == pipeline.AllEntries {
			tell("%s is a library: each function that is not static is checked%s", p.name, o.calledWith())
		} else {
			tell("the program is %s", p.name)
		}
	} else if o.job.Entry == pipeline.AllEntries {
		tell("a library of %s: each function that is not static is checked%s", strings.Join(p.files, ", "), o.calledWith())
	} else {
		tell("the program is %s", strings.Join(p.files, ", "))
	}
	if err := o.project.choose(cmd, &o.job, p.files); err != nil {
		return nil, err
	}
	o.addModels()
	return nil, nil
}

// calledWith says with which arguments functions of a library are called.
func (o *checkOptions) calledWith() string {
	if o.harness {
		return ", called by a harness"
	}
	return " with any arguments"
}

// saysPrograms says that the settings of a folder name its programs.
func (o *settingsOptions) saysPrograms(folder string) (bool, error) {
	if err := o.find(folder + "/"); err != nil || o.file == nil {
		return false, err
	}
	here, err := filepath.Abs(folder)
	return err == nil && filepath.Dir(o.file.Path) == here && (len(o.file.Targets) > 0 || o.file.Read.CompileCommands != ""), nil
}

// useDatabase reads the folder as its build does, if that is known.
func (o *checkOptions) useDatabase(folder string) {
	if o.project.database != "" {
		return
	}
	for _, below := range []string{".", "build"} {
		path := filepath.Join(folder, below, project.DatabaseFile)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			o.project.database = path
			return
		}
	}
}

// checkedBelow are the files of a folder that check reads, without hidden folders.
func checkedBelow(folder string) ([]string, error) {
	var files []string
	cxx := ""
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if name := entry.Name(); path != folder && (strings.HasPrefix(name, ".") || name == "CMakeFiles") {
				return filepath.SkipDir
			}
		case strings.HasPrefix(entry.Name(), "."):
		case sourceFile.MatchString(path):
			files = append(files, path)
		case notChecked(path) != nil && strings.HasPrefix(strings.ToLower(filepath.Ext(path)), ".c"):
			cxx = path
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the folder %s: %w", folder, err)
	}
	files = slices.DeleteFunc(files, func(path string) bool { // what a compiler kept of a C file (-save-temps)
		text, isPreprocessed := strings.CutSuffix(path, ".i")
		return isPreprocessed && slices.Contains(files, text+".c")
	})
	switch {
	case len(files) > 0:
		return files, nil
	case cxx != "":
		return nil, notChecked(cxx)
	}
	return nil, fmt.Errorf("%s has no file that ends in .c, .i or .bpl", folder)
}

// programsOf are the programs of a folder, at least one, and the files that are part of none.
func (o *checkOptions) programsOf(cmd *cobra.Command, folder string, files []string) (programs []folderProgram, alone []string, err error) {
	if o.project.database != "" {
		database, err := project.Read(o.project.database)
		if err != nil {
			return nil, nil, err
		}
		if names := database.Linked(); len(names) > 0 {
			isProgram := func(name string) bool { return !project.IsLibrary(name) }
			if o.platform == "" && o.job.Entry == "" && !slices.ContainsFunc(names, isProgram) {
				o.job.Entry = pipeline.AllEntries
			}
			if o.job.Entry == pipeline.AllEntries && len(names) > 1 {
				whole, err := wholeOf(cmd.Context(), database, names)
				if err != nil {
					return nil, nil, err
				}
				names = []string{whole}
			}
			for _, name := range names {
				programs = append(programs, folderProgram{name: filepath.Base(name), built: name})
			}
			return programs, nil, nil
		}
		units, err := database.Units(cmd.Context(), project.Selection{})
		if err != nil {
			return nil, nil, err
		}
		files = nil
		for _, u := range units {
			files = append(files, u.File)
		}
	}
	if o.platform != "" || o.job.Entry != "" { // what begins the program is no file's main
		return []folderProgram{{name: folder, files: files}}, nil, nil
	}
	scan := o.scanFiles(cmd, files)
	programs, alone = scan.programs()
	for _, p := range programs {
		if p.bad == nil {
			return programs, alone, nil
		}
	}
	if len(programs) > 0 { // nothing that can be read has a main
		return nil, nil, badInput(cmd.ErrOrStderr(), programs[0].bad)
	}
	o.job.Entry = pipeline.AllEntries
	return []folderProgram{{name: folder, files: files}}, nil, nil
}

// wholeOf lists what the build links of all files that it links anything of, as a library that is linked in two ways.
func wholeOf(ctx context.Context, database *project.Database, names []string) (string, error) {
	whole, most := "", 0
	files := map[string]bool{}
	for _, name := range names {
		units, err := database.Units(ctx, project.Selection{Target: name})
		if err != nil {
			return "", err
		}
		for _, u := range units {
			files[u.File] = true
		}
		if len(units) > most {
			whole, most = name, len(units)
		}
	}
	if len(files) > most {
		return "", fmt.Errorf("the build links %s, of different files: --entry all is about one of them, chosen with --build-target", strings.Join(names, ", "))
	}
	return whole, nil
}

// folderScan holds the findings about the files of a folder.
type folderScan struct {
	files   []string // in their order
	symbols map[string]c.Symbols
	bad     map[string]error    // files that cannot be read
	definer map[string][]string // the files without a main that define a name for others
	mains   []string            // files with a main, or of Boogie
}

func (o *checkOptions) scanFiles(cmd *cobra.Command, files []string) *folderScan {
	s := &folderScan{files: files, symbols: map[string]c.Symbols{}, bad: map[string]error{}, definer: map[string][]string{}}
	o.job.Scans = c.NewScans()
	for _, file := range files {
		if !load.IsC(file) {
			s.mains = append(s.mains, file)
			continue
		}
		job := o.job
		if s.bad[file] = o.project.choose(cmd, &job, []string{file}); s.bad[file] != nil {
			continue
		}
		symbols, err := symbolsOf(cmd.Context(), job)
		if s.bad[file] = err; err != nil {
			continue
		}
		s.symbols[file] = symbols
		if _, ok := symbols.Defines["main"]; ok {
			s.mains = append(s.mains, file)
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(symbols.Defines)) {
			s.definer[name] = append(s.definer[name], file)
		}
	}
	return s
}

func symbolsOf(ctx context.Context, job pipeline.Job) (c.Symbols, error) {
	symbols, diagnostics, err := c.SymbolsOf(ctx, job.COptions())
	if err == nil {
		err = diagnostics.Err()
	}
	return symbols, err
}

// programs are one for each file with a main, and one for each file that cannot be read; alone are the others that are
// part of none of them.
func (s *folderScan) programs() (programs []folderProgram, alone []string) {
	used := map[string]bool{}
	for _, file := range s.files {
		if err := s.bad[file]; err != nil {
			programs = append(programs, folderProgram{name: file, bad: err})
			continue
		}
		if !slices.Contains(s.mains, file) {
			continue
		}
		files := s.linked(file)
		for _, f := range files {
			used[f] = true
		}
		programs = append(programs, folderProgram{name: file, files: files})
	}
	for _, file := range s.files {
		if s.bad[file] == nil && !used[file] {
			alone = append(alone, file)
		}
	}
	return programs, alone
}

// linked are a file and those that define what is used and not defined yet, in the order in which they are needed.
func (s *folderScan) linked(file string) []string {
	files := []string{file}
	defined := maps.Clone(s.symbols[file].Defines)
	for i := 0; i < len(files); i++ {
		for _, name := range s.symbols[files[i]].Needs {
			if _, ok := defined[name]; ok {
				continue
			}
			next := s.definerFor(name, files[i])
			if next == "" {
				continue
			}
			files = append(files, next)
			maps.Copy(defined, s.symbols[next].Defines)
		}
	}
	return files
}

// definerFor is the file that defines a name for another one: of several one in the same folder, if there is; "" if
// none does.
func (s *folderScan) definerFor(name, user string) string {
	found := s.definer[name]
	if i := slices.IndexFunc(found, func(f string) bool { return filepath.Dir(f) == filepath.Dir(user) }); i >= 0 {
		return found[i]
	}
	if len(found) == 0 {
		return ""
	}
	return found[0]
}

// runPrograms checks the programs of a folder, each with the time of --timeout.
func runPrograms(cmd *cobra.Command, o *checkOptions, programs []folderProgram) error {
	for _, excluded := range []struct {
		isGiven bool
		flag    string
	}{{o.all, "--all"}, {o.job.Witness != "", "--witness"}, {o.trace != "", "--trace"}, {o.stats, "--stats"}, {o.job.Paranoid, "--paranoid"}} {
		if excluded.isGiven {
			return fmt.Errorf("%s is about one program, and the folder has %d: name the files of one (%s ...)", excluded.flag, len(programs), programs[0].name)
		}
	}
	jobs, folders := make([]pipeline.Job, len(programs)), evidenceFolders(programs)
	var files []string
	for i, p := range programs {
		if p.bad != nil {
			continue
		}
		job, chosen := o.job, o.project
		chosen.target = p.built
		if err := chosen.choose(cmd, &job, p.files); err != nil {
			programs[i].bad = err
			continue
		}
		jobs[i] = job
		files = append(files, job.Files...)
	}
	o.job.Files = files // whose comments may suppress failures
	if err := o.complete(); err != nil {
		return badInput(cmd.ErrOrStderr(), err)
	}
	checks, end, err := o.newChecks(cmd)
	if err != nil {
		return err
	}
	defer end()
	checks.divide(len(programs))
	results := make(report.Entries, len(programs))
	err = checks.each(cmd.Context(), len(programs), func(ctx context.Context, i int) (err error) {
		p := programs[i]
		checks.progress(i, len(programs), p.name)
		job := o.job
		job.Files, job.Readings, job.DataModel = jobs[i].Files, jobs[i].Readings, jobs[i].DataModel
		job.Reading = jobs[i].Reading
		if job.Out != "" {
			job.Out = filepath.Join(job.Out, folders[i])
		}
		if results[i], err = o.checkProgram(ctx, checks, job, p); err == nil {
			results[i].Program = p.name
		}
		return err
	})
	if err != nil {
		return err
	}
	o.tellSettings(results...)
	results[0].Warnings = append(results[0].Warnings, o.suppressionWarnings(results...)...)
	return o.reportEntries(cmd, results)
}

// evidenceFolders names a folder for the evidence of each program. Files in two folders, and programs
// that a build links in two, may have names that become the same.
func evidenceFolders(programs []folderProgram) []string {
	var out []string
	for _, p := range programs {
		name := strings.ReplaceAll(filepath.Clean(p.name), "/", "_")
		for first, n := name, 2; slices.Contains(out, name); n++ {
			name = fmt.Sprintf("%s-%d", first, n)
		}
		out = append(out, name)
	}
	return out
}

// checkProgram checks one program of a folder. That its text cannot be read is an answer about it alone.
func (o *checkOptions) checkProgram(ctx context.Context, checks *checks, job pipeline.Job, p folderProgram) (*report.Result, error) {
	err := p.bad
	if err == nil {
		var result *report.Result
		if result, err = checks.check(ctx, job); err == nil {
			return result, nil
		}
	}
	var diagnostics source.Diagnostics
	if !errors.As(err, &diagnostics) {
		return nil, err
	}
	if !o.quiet && !o.json {
		checks.mu.Lock()
		defer checks.mu.Unlock()
		if err := diagnostics.Write(checks.said); err != nil {
			return nil, err
		}
	}
	files := job.Files
	if p.bad != nil {
		files = []string{p.name}
	}
	notRead := verdict.Verdict{
		Answer:   verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Setup, Diagnostic: diagnostics[0]},
		Property: job.PropertyOf(verdict.Verdict{}),
	}
	r := report.NewResult(notRead, files, map[string]float64{"total": 0})
	r.Help = "flags that say how the file is read (-I, -D), or the build itself (yogi check -- make -B)"
	return r, nil
}
