package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yogi/internal/changes"
	"yogi/internal/frontend/c"
	"yogi/internal/load"
	"yogi/internal/pipeline"
	"yogi/internal/project"
	"yogi/internal/sarif"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

func diffCommand() *cobra.Command {
	options := &checkOptions{}
	command := &cobra.Command{
		Use:   "diff [flags] OLD NEW [FILE...]",
		Short: "Say what became of verdicts from one version of a program to another",
		Long: `diff checks two versions of a program with the same flags, which are those of check, and says what became of
each verdict. OLD and NEW are two files, or two folders: then the C files in them are the program, or those that
are named behind, from the folders. With --entry all there is a line for each function that is not static.
yogi check --since REVISION does the same for a revision of a git repository and the files of now.

 unchanged        nothing changed that the verdict rests on: it is the same
 proved again     TRUE in both
 newly proved     TRUE, before UNKNOWN
 fixed            TRUE, before FALSE
 still unknown    UNKNOWN in both
 still broken     FALSE in both; if another error is found than before that
                  is said
 not found again  UNKNOWN, before FALSE
 lost             UNKNOWN, before TRUE
 found broken     FALSE, before UNKNOWN: it may have been broken before
 newly broken     FALSE, before TRUE or no such function
 added, removed   only one version has the function

Below what is worse than before are the changed lines that the entry depends on. In the files of --junit and
--code-quality what was broken before is no failure. With --out the folders new and
old there have the evidence, and the test of what is broken is named. The last line counts. The exit status is
1 if something is newly or found broken, 3 if something is lost, else 0; 2 for bad input or usage, and 4 for an error
of the checker itself.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return errors.New("name the old and the new version: two files, or two folders")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := options.checkCompared(); err != nil {
				return err
			}
			if err := options.settings.oneVersion(); err != nil {
				return err
			}
			versions, now, err := twoVersions(cmd, *options, args[0], args[1], args[2:])
			if err != nil {
				return err
			}
			return runChanges(cmd, now, versions)
		},
	}
	options.define(command.Flags())
	options.where.defineClient(command.Flags())
	defineChangeFlags(command.Flags(), options)
	return command
}

func defineChangeFlags(f *pflag.FlagSet, o *checkOptions) {
	f.BoolVar(&o.skipUnchanged, "skip-unchanged", false, "do not ask for verdicts that no change can have touched")
}

// side is one of the versions of a program that are compared.
type side struct {
	name string       // that people give it
	job  pipeline.Job // with the names of files that both versions have in its FilePrefixes
	gone bool         // its files do not stay where they are
}

// file is the name by which both versions know a file.
func (s *side) file(path string) string { return s.job.FileName(path) }

// twoVersions are those of two files or folders, with the flags that were asked for: completed they are
// those of the newer version.
func twoVersions(
	cmd *cobra.Command, asked checkOptions, old, now string, files []string,
) (out [2]side, completed *checkOptions, err error) {
	if asked.project.task != "" {
		return out, nil, errors.New("--task names one program: diff two files or folders with the flags of check")
	}
	inFolders, err := areFolders(old, now, files)
	if err != nil {
		return out, nil, err
	}
	for i, path := range []string{filepath.Clean(old), filepath.Clean(now)} {
		o := asked
		if inFolders {
			err = o.chooseIn(cmd, path, files)
		} else if err = notChecked(path); err != nil {
			return out, nil, err
		} else {
			o.job.FilePrefixes = []string{filepath.Clean(old) + "=" + filepath.Clean(now)}
			err = o.choose(cmd, []string{path})
		}
		if err == nil {
			err = o.complete()
		}
		if err != nil {
			return out, nil, o.unreadable(cmd, path, err)
		}
		out[i].name, out[i].job, completed = path, o.job, &o
	}
	return out, completed, nil
}

// areFolders says that two versions are folders, which have the files that are named; else they are
// files.
func areFolders(old, now string, files []string) (bool, error) {
	isFolder := func(path string) bool { info, err := os.Stat(path); return err == nil && info.IsDir() }
	inFolders := isFolder(old)
	switch {
	case inFolders != isFolder(now):
		return false, fmt.Errorf("%s and %s are not two files or two folders", old, now)
	case !inFolders && len(files) > 0:
		return false, errors.New("files are named behind two folders, and are in them")
	}
	for _, f := range files {
		if !exists(filepath.Join(old, f)) && !exists(filepath.Join(now, f)) {
			return false, fmt.Errorf("neither %s nor %s has a file %s", old, now, f)
		}
	}
	return inFolders, nil
}

// chooseIn makes the job's files those of a folder. Paths of flags are looked for there first, and
// are of that folder from then on.
func (o *checkOptions) chooseIn(cmd *cobra.Command, folder string, files []string) error {
	inside := func(path string) string {
		if filepath.IsAbs(path) {
			return path
		}
		if below := filepath.Join(folder, path); exists(below) {
			return below
		}
		return path
	}
	o.job.Reading = o.job.Reading.Paths(inside)
	o.job.FilePrefixes = []string{filepath.Clean(folder) + "/="}
	if o.project.database != "" {
		o.project.database = inside(o.project.database)
	}
	var found []string
	for _, f := range files {
		if path := filepath.Join(folder, f); exists(path) {
			found = append(found, path)
		}
	}
	if len(files) == 0 && o.project.database == "" {
		var err error
		if found, err = programFiles(folder); err != nil {
			return err
		}
	}
	if len(files) > 0 && len(found) == 0 {
		o.job.Files = nil
		return nil
	}
	return o.choose(cmd, found)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// checkCompared says what goes with one version alone.
func (o *checkOptions) checkCompared() error {
	switch {
	case o.pages.asked():
		return errors.New("--html, --lcov and --cobertura tell of one version, not of two that are compared")
	case o.all:
		return errors.New("--all has no comparison of two versions: compare their --json")
	case o.baseline != "":
		return errors.New("--baseline goes with one version of a program: of two that are compared the older is the baseline")
	}
	return nil
}

// runSince compares the verdicts about files with those about what a revision has of them.
func runSince(cmd *cobra.Command, o *checkOptions) error {
	if err := o.checkCompared(); err != nil {
		return err
	}
	if err := o.complete(); err != nil {
		return badInput(cmd.ErrOrStderr(), err)
	}
	scratch, err := os.MkdirTemp("", "yogi-since-")
	if err != nil {
		return fmt.Errorf("making a folder for the revision: %w", err)
	}
	defer os.RemoveAll(scratch)
	revision, err := project.ReadRevision(cmd.Context(), scratch, o.since)
	if err != nil {
		return err
	}
	old := side{name: o.since, job: o.job.Moved(revision.Place), gone: true}
	old.job.FilePrefixes = revision.Prefixes()
	if old.job.Rule != nil {
		// A rule of the repository was another one, too, which is what the verdict was about.
		rule, err := findRuleBy(o.rule, o.platform, revision.ReadFile)
		if err != nil {
			return o.unreadable(cmd, o.since, err)
		}
		old.job.SetRule(rule)
	}
	for i, file := range o.job.Files {
		if !exists(file) && !exists(old.job.Files[i]) {
			return fmt.Errorf("there is no file %s, neither now nor at %s", file, o.since)
		}
	}
	now := side{name: "now", job: o.job}
	keepFiles(&old.job, exists)
	keepFiles(&now.job, exists)
	return runChanges(cmd, o, [2]side{old, now})
}

// keepFiles leaves files out of a job.
func keepFiles(job *pipeline.Job, keep func(path string) bool) {
	var files []string
	var readings []c.Reading
	for i, file := range job.Files {
		if keep(file) {
			files = append(files, file)
			if job.Readings != nil {
				readings = append(readings, job.Readings[i])
			}
		}
	}
	job.Files, job.Readings = files, readings
}

// unreadable says which version is not a program.
func (o *checkOptions) unreadable(cmd *cobra.Command, name string, err error) error {
	var diagnostics source.Diagnostics
	if errors.As(err, &diagnostics) {
		fmt.Fprintf(cmd.ErrOrStderr(), "yogi: %s cannot be checked with these flags:\n", name)
		return o.badInput(cmd.ErrOrStderr(), err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// versionTexts are the files of a version by name, once they were read.
type versionTexts struct {
	once  sync.Once
	files map[string]string
	err   error
}

// comparison is a run of diff.
type comparison struct {
	options  *checkOptions
	old, now side
	checks   *checks
	texts    [2]versionTexts
}

func runChanges(cmd *cobra.Command, o *checkOptions, versions [2]side) error {
	closeJournal, err := o.openJournal(cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer closeJournal()
	checks, end, err := o.newChecks(cmd)
	if err != nil {
		return err
	}
	defer end()
	scans := c.NewScans()
	for i, folder := range []string{"old", "new"} {
		job := &versions[i].job
		job.Scans, job.Journal = scans.Beside(), o.job.Journal
		if job.Out != "" {
			job.Out = filepath.Join(job.Out, folder)
		}
	}
	versions[0].job.KnownAs, versions[0].job.Witness = versions[1].job.Files, ""
	r := &comparison{options: o, old: versions[0], now: versions[1], checks: checks}
	found, err := r.compare(cmd)
	if err != nil {
		return err
	}
	told := changes.NewReport(r.old.name, r.now.name, found)
	if err := o.withSARIF(func(out io.Writer) error { return sarif.WriteChanges(out, version(), o.sarifAll(), told.Results()) }); err != nil {
		return err
	}
	if err := o.gate.write(told.Gated()); err != nil {
		return err
	}
	if err := writeChanges(cmd.OutOrStdout(), o, told); err != nil {
		return err
	}
	return exitError{told.Status()}
}

func writeChanges(out io.Writer, o *checkOptions, told *changes.Report) error {
	if o.json {
		return told.WriteJSON(out)
	}
	if !o.quiet {
		told.WriteText(out)
	}
	_, err := fmt.Fprintln(out, told.Summary())
	return err
}

// compare checks every entry of either version.
func (r *comparison) compare(cmd *cobra.Command) ([]changes.Change, error) {
	old, err := r.entries(cmd, &r.old)
	if err != nil {
		return nil, err
	}
	now, err := r.entries(cmd, &r.now)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range slices.Concat(now, old) {
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	if len(names) == 0 {
		return nil, pipeline.ErrNoEntry
	}
	out := make([]changes.Change, len(names))
	err = r.checks.each(cmd.Context(), len(names), func(ctx context.Context, i int) (err error) {
		r.checks.progress(i, len(names), names[i])
		out[i], err = r.entry(ctx, cmd, names[i], entryNamed(old, names[i]), entryNamed(now, names[i]))
		return err
	})
	return out, err
}

func entryNamed(all []c.Function, name string) *c.Function {
	i := slices.IndexFunc(all, func(f c.Function) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// entries are the functions of a version that are checked; the one of a program has no place.
func (r *comparison) entries(cmd *cobra.Command, v *side) ([]c.Function, error) {
	if len(v.job.Files) == 0 {
		return nil, nil
	}
	if v.job.Entry != pipeline.AllEntries {
		return []c.Function{{Name: cmp.Or(v.job.Entry, "main")}}, nil
	}
	functions, err := pipeline.Entries(cmd.Context(), v.job)
	switch {
	case errors.Is(err, pipeline.ErrNoEntry):
		return nil, nil
	case err != nil:
		return nil, r.options.unreadable(cmd, v.name, err)
	}
	called, _ := r.options.calledBy(functions)
	return called, nil
}

// entry compares the verdicts about an entry; nil stands for a version that does not have it.
func (r *comparison) entry(ctx context.Context, cmd *cobra.Command, name string, inOld, inNew *c.Function) (changes.Change, error) {
	var jobs [2]pipeline.Job
	var bases [2]pipeline.Basis
	var checks [2]*changes.Check
	for i, function := range []*c.Function{inOld, inNew} {
		if function == nil {
			continue
		}
		var err error
		side := r.side(i)
		if jobs[i], err = r.job(ctx, side, function); err != nil {
			return changes.Change{}, err
		}
		err = r.checks.read(ctx, func() (err error) {
			bases[i], err = pipeline.BasisOf(ctx, jobs[i])
			return err
		})
		if err != nil {
			return changes.Change{}, r.options.unreadable(cmd, side.name, err)
		}
		checks[i] = &changes.Check{Key: bases[i].Key}
	}
	isSame := changes.IsSame(checks[0], checks[1])
	for i, check := range checks {
		isAsked := checks[1] != nil && (i == 1 || !isSame) && !(isSame && r.options.skipUnchanged)
		if check == nil || !isAsked {
			continue
		}
		if err := r.check(ctx, r.side(i), jobs[i], check); err != nil {
			return changes.Change{}, err
		}
		if r.options.job.Entry == pipeline.AllEntries {
			check.Result.Entry = name
		}
	}
	change := changes.Of(name, checks[0], checks[1])
	if change.Property == "" {
		change.Property = r.now.job.PropertyOf(verdict.Verdict{})
	}
	if isSame || inOld == nil || inNew == nil {
		return change, nil
	}
	var err error
	change.Because, err = r.because(ctx, bases)
	return change, err
}

func (r *comparison) side(i int) *side { return []*side{&r.old, &r.now}[i] }

// job is the check of an entry in a version.
func (r *comparison) job(ctx context.Context, s *side, f *c.Function) (pipeline.Job, error) {
	if s.job.Entry != pipeline.AllEntries {
		return s.job, nil
	}
	return r.checks.entryJob(ctx, s.job, map[bool]string{true: "old", false: "new"}[s == &r.old], *f)
}

// check fills in the result of a check.
func (r *comparison) check(ctx context.Context, s *side, job pipeline.Job, check *changes.Check) error {
	result, err := r.checks.run(ctx, job)
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	check.Result = result
	check.Finding = sarif.Fingerprint(check.Result)
	if s.gone {
		check.Result.Rename(s.file)
	}
	return nil
}

// because are the changed lines that an entry depends on.
func (r *comparison) because(ctx context.Context, bases [2]pipeline.Basis) ([]changes.Line, error) {
	var sources [2]changes.Source
	for i := range sources {
		s := r.side(i)
		texts := &r.texts[i]
		texts.once.Do(func() { texts.files, texts.err = textsOf(ctx, s) })
		if texts.err != nil {
			return nil, texts.err
		}
		sources[i].Files = texts.files
		for _, span := range bases[i].Reached {
			span.File = s.file(span.File)
			sources[i].Reached = append(sources[i].Reached, span)
		}
	}
	return changes.Because(sources[0], sources[1]), nil
}

// textsOf are the files that a version is made of, by the names by which both versions know them.
func textsOf(ctx context.Context, s *side) (map[string]string, error) {
	paths := slices.Clone(s.job.Files)
	if len(paths) > 0 && load.IsC(paths[0]) {
		headers, err := c.Headers(ctx, s.job.COptions())
		if err != nil {
			return nil, err
		}
		paths = append(paths, headers...)
	}
	texts := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		texts[s.file(path)] = string(text)
	}
	return texts, nil
}
