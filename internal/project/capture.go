package project

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"syscall"
	"time"
)

// The variables that tell a wrapper where it writes and where the real tools are.
const (
	recordVariable = "YOGI_CAPTURE_CALLS"
	pathVariable   = "YOGI_CAPTURE_PATH"
)

// wrapped are the names of the tools that are watched.
var wrapped = regexp.MustCompile(`^([a-z0-9_]+-)*(gcc|clang|cc|c89|c99|tcc|ar|ld)(-[0-9.]+)?$`)

// record is one call of a tool.
type record struct {
	Time      time.Time `json:"time"`
	Directory string    `json:"directory"`
	Arguments []string  `json:"arguments"`
	Process   int       `json:"process"`
}

// withFolders are the words of a call with the folders of headers that the environment names, behind those of flags as
// for gcc: a database says nothing of an environment. An empty name is the working folder.
func withFolders(words []string, environment func(name string) string) []string {
	if tool := toolOf(words[0]); tool == "" || tool == "ar" || tool == "ld" {
		return words
	}
	out := slices.Clip(words)
	for _, variable := range []struct{ name, flag string }{{"CPATH", "-I"}, {"C_INCLUDE_PATH", "-isystem"}} {
		folders := environment(variable.name)
		if folders == "" {
			continue
		}
		for _, folder := range strings.Split(folders, string(os.PathListSeparator)) {
			out = append(out, variable.flag, cmp.Or(folder, "."))
		}
	}
	return out
}

// IsWrapper says that the process was started under the name of a tool of a build that is captured.
func IsWrapper(name string) bool {
	return os.Getenv(recordVariable) != "" && wrapped.MatchString(filepath.Base(name))
}

// Wrap notes the call in the words args, the first of which is the tool's name, and becomes the tool.
// It returns only if that fails.
func Wrap(args []string) error {
	folder, path := os.Getenv(recordVariable), os.Getenv(pathVariable)
	directory, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("noting a call of %s: %w", args[0], err)
	}
	// A build that looked for the tool names the wrapper by its whole path, and gcc looks for its parts beside that.
	args = append([]string{filepath.Base(args[0])}, args[1:]...)
	text, err := json.Marshal(record{Time: time.Now(), Directory: directory, Arguments: withFolders(args, os.Getenv), Process: os.Getpid()})
	if err != nil {
		return fmt.Errorf("noting a call of %s: %w", args[0], err)
	}
	file, err := os.CreateTemp(folder, "call-*.json")
	if err != nil {
		return fmt.Errorf("noting a call of %s: %w", args[0], err)
	}
	if _, err := file.Write(text); err != nil {
		return fmt.Errorf("noting a call of %s: %w", args[0], err)
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("noting a call of %s: %w", args[0], err)
	}
	// What the tool calls in turn is no part of the build.
	os.Setenv("PATH", path)
	os.Unsetenv(recordVariable)
	os.Unsetenv(pathVariable)
	tool, err := exec.LookPath(args[0])
	if err != nil {
		return fmt.Errorf("finding the real %s: %w", args[0], err)
	}
	return syscall.Exec(tool, args, os.Environ())
}

// Build is a build to be captured.
type Build struct {
	Command *exec.Cmd // the build; its Env is set by Capture
	Wrapper string    // the program that calls Wrap when it is started under another name
	Folder  string    // where the database is written
}

// Capture runs a build with wrappers of the compilers before them in PATH, follows its processes for those that are
// called by their whole paths, and writes the compilation database. The error of the build itself, a *BuildError, comes
// with the database written.
func Capture(b Build) (*Database, error) {
	scratch, err := os.MkdirTemp("", "yogi-capture-")
	if err != nil {
		return nil, fmt.Errorf("making a scratch folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	tools, records := filepath.Join(scratch, "bin"), filepath.Join(scratch, "calls")
	path := os.Getenv("PATH")
	if err := errors.Join(os.Mkdir(tools, 0o755), os.Mkdir(records, 0o755)); err != nil {
		return nil, fmt.Errorf("making the wrappers: %w", err)
	}
	if err := linkWrappers(tools, b.Wrapper, path); err != nil {
		return nil, err
	}
	b.Command.Env = append(os.Environ(), "PATH="+tools+string(os.PathListSeparator)+path, recordVariable+"="+records, pathVariable+"="+path)
	if name := b.Command.Args[0]; wrapped.MatchString(name) {
		// The build is one call of a compiler, which was looked for before the wrappers were there.
		b.Command.Path = filepath.Join(tools, name)
	}
	byPath, within, built := follow(b.Command)
	var ended *BuildError
	if built != nil && !errors.As(built, &ended) {
		return nil, built
	}
	calls, err := readRecords(records)
	if err != nil {
		return nil, err
	}
	calls = slices.DeleteFunc(calls, func(r record) bool { return within[r.Process] })
	calls = append(calls, byPath...)
	sort.SliceStable(calls, func(i, j int) bool { return calls[i].Time.Before(calls[j].Time) })
	d := databaseOf(calls)
	if len(d.Commands) == 0 {
		return d, errors.Join(built, errors.New("no call of a C compiler was seen: what is built already is not built again (clean it first), "+
			"and where processes must not be traced, a compiler that is named by its whole path is not seen (set CC=gcc)"))
	}
	if err := d.write(b.Folder); err != nil {
		return nil, err
	}
	return d, built
}

// linkWrappers makes a link to the wrapper for every tool in PATH.
func linkWrappers(folder, wrapper, path string) error {
	names := map[string]bool{}
	for _, dir := range filepath.SplitList(path) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // PATH may name folders that are not there
		}
		for _, e := range entries {
			if wrapped.MatchString(e.Name()) {
				names[e.Name()] = true
			}
		}
	}
	for name := range names {
		if err := os.Symlink(wrapper, filepath.Join(folder, name)); err != nil {
			return fmt.Errorf("making the wrappers: %w", err)
		}
	}
	return nil
}

func readRecords(folder string) ([]record, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "call-*.json"))
	if err != nil {
		return nil, fmt.Errorf("reading the calls of the build: %w", err)
	}
	var calls []record
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("reading the calls of the build: %w", err)
		}
		var r record
		if json.Unmarshal(text, &r) == nil { // a build that was stopped may leave half a call
			calls = append(calls, r)
		}
	}
	return calls, nil
}

// databaseOf sorts the calls of a build. Files that the build removed, such as those of configure's
// trials, are left out, and what is no file. So are the trials of CMake, some of which stay.
func databaseOf(calls []record) *Database {
	d := &Database{Commands: []Command{}, Links: []Link{}}
	for _, call := range calls {
		if isTrial(call.Directory) {
			continue
		}
		words, err := expandResponses(call.Directory, call.Arguments, 0)
		if err != nil {
			words = call.Arguments
		}
		switch tool := toolOf(words[0]); tool {
		case "ar":
			d.addLink(call, archiveOf(words))
		case "ld":
			d.addLink(call, parseArguments(words).link())
		default:
			d.addCompiler(call, words)
		}
	}
	return d
}

// isTrial says that CMake finds out what the compiler can do: it does so in folders below its own, in which it builds
// nothing of the program.
func isTrial(directory string) bool {
	return slices.Contains(strings.Split(directory, string(filepath.Separator)), "CMakeFiles")
}

// toolOf is the name of a tool without target and version.
func toolOf(word string) string {
	m := wrapped.FindStringSubmatch(filepath.Base(word))
	if m == nil {
		return ""
	}
	return m[2]
}

func (d *Database) addCompiler(call record, words []string) {
	a := parseArguments(words)
	links := a.stage == "" && !a.depend
	for _, input := range a.inputs {
		if !a.compilesC(input) || a.depend || a.stage == "-E" {
			continue
		}
		// A file of further words may be gone when the database is read.
		c := Command{Directory: call.Directory, File: input, Arguments: words}
		if info, err := os.Stat(c.path(input)); err != nil || !info.Mode().IsRegular() {
			continue // builds try what the compiler can do on /dev/null
		}
		if !links {
			c.Output = a.object(input)
		}
		d.Commands = append(d.Commands, c)
	}
	if links && len(a.inputs) > 0 {
		d.addLink(call, a.link())
	}
}

// archiveOf reads `ar rcs OUT IN...`; a call that puts nothing into an archive gives a link without inputs.
func archiveOf(words []string) Link {
	rest := words[1:]
	for len(rest) > 0 && strings.HasPrefix(rest[0], "--") {
		rest = rest[1:]
	}
	if len(rest) < 3 || !strings.ContainsAny(rest[0], "rq") {
		return Link{}
	}
	return Link{Output: rest[1], Inputs: rest[2:]}
}

func (d *Database) addLink(call record, l Link) {
	l.Directory, l.Arguments = call.Directory, call.Arguments
	if _, err := os.Stat(l.path(l.Output)); err != nil || len(l.Inputs) == 0 {
		return
	}
	d.Links = append(d.Links, l)
}

func orDefault(word, otherwise string) string {
	if word == "" {
		return otherwise
	}
	return word
}

// write writes the database into a folder.
func (d *Database) write(folder string) error {
	for name, value := range map[string]any{DatabaseFile: d.Commands, LinkFile: d.Links} {
		if err := writeJSON(filepath.Join(folder, name), value); err != nil {
			return err
		}
	}
	return nil
}
