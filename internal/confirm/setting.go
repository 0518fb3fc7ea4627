package confirm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/report/ctest"
	"yogi/internal/verdict"
	"yogi/models/libc"
)

// setting says how the program is compiled.
func (k Case) setting(ctx context.Context, program *ir.Program) (ctest.Setting, error) {
	return k.settingWith(ctx, program, nil)
}

// settingWith says how the program is compiled, where calls of some of the turning functions end the run.
func (k Case) settingWith(ctx context.Context, program *ir.Program, ending []string) (ctest.Setting, error) {
	setting := ctest.Setting{
		DataModel: program.Model.Name, Entry: k.entry(), ErrorFunctions: k.Source.ErrorFunctions, Label: k.Source.ErrorLabel,
	}
	if program.Model.Name == "LLP64" {
		setting.Foreign = &ctest.Foreign{Preprocess: func(unit int, text string) (string, error) {
			u := c.Unit{File: setting.Units[unit].File, Reading: k.Source.Units[min(unit, len(k.Source.Units)-1)].Reading, Source: []byte(text)}
			return c.Preprocess(ctx, program.Model.Name, u, k.Source.Scans)
		}}
	}
	setting.Open = k.Source.Open
	setting.Unsandboxed = k.Unsandboxed
	setting.Headers = func(ctx context.Context) ([]string, error) {
		headers, err := c.Headers(ctx, k.Source)
		for i, path := range headers {
			headers[i] = setting.TextOf(path)
		}
		return headers, err
	}
	setting.TextOf = k.Source.Units[0].Reading.File // all units have the same copies
	setting.UndefinedIsError = k.Source.Undefined == "error"
	for _, unit := range k.Source.Units {
		for named, path := range unit.Reading.Copies {
			whole, err := filepath.Abs(path)
			if err != nil {
				return ctest.Setting{}, err
			}
			if setting.Copies == nil {
				setting.Copies = map[string]string{}
			}
			setting.Copies[named] = whole
		}
		text, err := os.ReadFile(unit.File)
		if err != nil {
			return ctest.Setting{}, err
		}
		flags, err := CompilerFlags(unit.File, unit.Reading)
		if err != nil {
			return ctest.Setting{}, err
		}
		setting.Units = append(setting.Units, ctest.Unit{File: unit.File, Text: string(text), Flags: flags, Names: namesOf(unit.File, string(text), unit.Reading)})
	}
	if k.Rule != nil {
		var err error
		if setting.Rule, err = CompiledRule(k.Rule, program.Events, k.entry()); err != nil {
			return ctest.Setting{}, err
		}
	}
	own := len(ending) == 0 && len(turningOf(program)) > 0
	setting.OwnStreams, setting.Ending = own, ending
	for _, name := range program.Models {
		if libc.IsBound(name) {
			continue
		}
		if libc.IsApproximate(name) || own && readers[name] {
			continue
		}
		unit := ctest.Unit{File: libc.File(name), Text: string(libc.Source(name))}
		if !k.Source.Open { // streams are the machine's then
			unit.Flags = ctest.ModelFlags(name)
		}
		setting.Units = append(setting.Units, unit)
	}
	setting.Approximate = func(file string) (string, bool) {
		name, ok := libc.IsFile(file)
		if libc.IsUnder(name) {
			return "", true // the machine's function finds the same in the arguments
		}
		return strings.TrimPrefix(name, "__"), ok && (libc.IsApproximate(name) || own && readers[name])
	}
	return setting, nil
}

// settingsOf says how the program is compiled for a test. What the program reads may be what it wrote, if it calls one
// of the turning functions: then it is the machine's to give. A run that calls none of them before the error reads
// what the world gives, as the test has it, which is tried first.
func (r *confirmation) settingsOf(ctx context.Context, program *ir.Program, test *verdict.Test) ([]ctest.Setting, error) {
	setting, err := r.settingOf(ctx, program, test)
	if err != nil {
		return nil, err
	}
	ending := turningOf(program)
	isModel := func(name string) bool { return slices.Contains(program.Models, name) }
	if len(ending) == 0 || slices.ContainsFunc(ending, isModel) {
		return []ctest.Setting{setting}, nil
	}
	first, err := r.settingWith(ctx, program, ending)
	if err != nil {
		return nil, err
	}
	first.Property, first.Placed, first.PlacesMatter, first.Fresh = setting.Property, setting.Placed, setting.PlacesMatter, setting.Fresh
	return []ctest.Setting{first, setting}, nil
}

// settingOf says how the program is compiled for a test whose run may call any function.
func (r *confirmation) settingOf(ctx context.Context, program *ir.Program, test *verdict.Test) (ctest.Setting, error) {
	setting, err := r.setting(ctx, program)
	if err != nil {
		return setting, err
	}
	setting.Property = test.Property
	setting.Placed = program.Places != nil || takesAddressBytes(test)
	setting.PlacesMatter = placesMatter(ctx, program, test)
	setting.Fresh, err = r.fresh(ctx, program, test)
	return setting, err
}

// readers are the models that take what they read from the world.
var readers = map[string]bool{"fgets": true, "fgetc": true, "getc": true, "getchar": true, "gets": true, "fread": true, "read": true}

// turning are the functions that make streams in which a program reads what it wrote, or that go back in one. Behind a
// call of one a reader's result is no input of a test.
var turning = []string{
	"fmemopen", "open_memstream", "fopencookie", "tmpfile", "freopen", "rewind", "fseek", "fseeko", "fsetpos", "ungetc",
	"lseek", "pipe", "pipe2", "socketpair", "memfd_create", "eventfd",
}

// turningOf are those of the turning functions that the program calls.
func turningOf(program *ir.Program) []string {
	names := slices.Clone(program.Models)
	for _, u := range program.Undefined {
		names = append(names, u.Name)
	}
	return slices.DeleteFunc(slices.Clone(turning), func(name string) bool { return !slices.Contains(names, name) })
}

// namesOf are the names by which __FILE__ tells of a file of the program and of headers that CompilerFlags name folders
// of. A file that neither says it nor includes others has none.
func namesOf(file, text string, r c.Reading) []ctest.Name {
	says := slices.ContainsFunc([]string{"__FILE__", "__FILE_NAME__", "__BASE_FILE__", "__builtin_FILE", "#include \"", "#include <"}, func(word string) bool {
		return strings.Contains(text, word)
	})
	if !says && len(r.Forced) == 0 {
		return nil
	}
	main := r.TypedName(c.NoFlag, file)
	type known struct{ path, slash, name string }
	all := []known{{"", "", main}, {filepath.Dir(file), "/", main[:strings.LastIndexByte(main, '/')+1]}}
	for _, list := range []struct {
		flag  string
		paths []string
	}{{c.QuoteFlag, r.QuoteDirs}, {c.IncludeFlag, r.IncludeDirs}, {c.SystemFlag, r.SystemDirs}, {c.AfterFlag, r.AfterDirs}} {
		for _, path := range list.paths {
			name := r.TypedName(list.flag, path)
			if name != "" && !strings.HasSuffix(name, "/") {
				name += "/"
			}
			all = append(all, known{path, "/", name})
		}
	}
	for _, copied := range r.CopiedDirs() {
		all = append(all, known{copied.Copy, "/", r.TypedName(c.SystemFlag, copied.Dir) + "/"})
	}
	for _, path := range r.Forced {
		name := r.TypedName(c.ForcedFlag, path)
		if _, err := os.Stat(path); err != nil {
			continue // a header that is searched for
		}
		if !filepath.IsAbs(name) {
			name = "./" + name
		}
		all = append(all, known{path, "", name})
	}
	var out []ctest.Name
	seen := map[string]bool{}
	for _, k := range all {
		path := k.path
		if path != "" {
			var err error
			if path, err = filepath.Abs(path); err != nil {
				continue // nor is it compiled: CompilerFlags says so
			}
		}
		if seen[path] {
			continue // the copies are one folder: the first name counts, as for gcc
		}
		seen[path] = true
		out = append(out, ctest.Name{Path: path, Rest: k.slash, Told: r.FileName(k.name)})
		for _, prefix := range r.FilePrefixes {
			from, to, _ := strings.Cut(prefix, "=")
			switch rest, longer := strings.CutPrefix(from, k.name); {
			case strings.HasPrefix(k.name, from):
				// FileName has it, and those before it do not count.
				out = slices.DeleteFunc(out, func(n ctest.Name) bool { return n.Path == path && n.Rest != k.slash })
			case longer:
				out = append(out, ctest.Name{Path: path, Rest: k.slash + rest, Told: to})
			}
		}
	}
	// A header in a folder within another one is known by the inner one.
	slices.SortStableFunc(out, func(x, y ctest.Name) int { return len(x.Path) - len(y.Path) })
	return out
}

// CompilerFlags are gcc's flags for a file that is read so, when its copy is compiled elsewhere.
func CompilerFlags(path string, r c.Reading) ([]string, error) {
	var failed error
	forced := r.Forced
	r = r.Paths(func(path string) string {
		absolute, err := filepath.Abs(path)
		failed = errors.Join(failed, err)
		return absolute
	})
	for i, path := range forced {
		if _, err := os.Stat(path); err != nil {
			r.Forced[i] = path // a header that is searched for
		}
	}
	var copied []string // before the compiler's own, which may be others
	for _, of := range r.CopiedDirs() {
		absolute, err := filepath.Abs(of.Copy)
		failed = errors.Join(failed, err)
		copied = append(copied, absolute)
	}
	folder, err := filepath.Abs(filepath.Dir(path))
	if err = errors.Join(failed, err); err != nil {
		return nil, fmt.Errorf("finding the folders of headers: %w", err)
	}
	flags := []string{"-iquote", folder}
	for _, part := range []struct {
		flag  string
		words []string
	}{
		{"-iquote", r.QuoteDirs}, {"-I", r.IncludeDirs}, {"-isystem", append(r.SystemDirs, copied...)}, {"-idirafter", r.AfterDirs},
		{"-D", r.Defines}, {"-U", r.Undefines}, {"-include", r.Forced},
	} {
		for _, word := range part.words {
			flags = append(flags, part.flag, word)
		}
	}
	if r.Standard != "" {
		flags = append(flags, "-std="+r.Standard)
	}
	if r.ZeroLocals {
		flags = append(flags, "-ftrivial-auto-var-init=zero")
	}
	if r.NamedMembers {
		flags = append(flags, "-fms-extensions")
	}
	return flags, nil
}
