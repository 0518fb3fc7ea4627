// Command release makes what users install: a Debian package, an archive for other systems with glibc,
// a list of what they are made of (CycloneDX) and checksums.
//
//	go run ./tools/release --out out/release
//
// Building the same revision twice on one machine gives the same bytes: times are those of the revision.
package main

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
)

// release is one version of the program, about to be packed.
type release struct {
	source  string // folder of the sources, with the Makefile
	out     string // folder of what is made
	binary  string // the program, built
	plots   string // the program that draws plots, built
	fast    bool   // compress little
	version string // as "yogi version" says, without the revision: 1.2.0 or 1.2.0-dev
	arch    string // as Debian says: amd64
	time    time.Time
	info    *debug.BuildInfo // of the program
}

func main() {
	out := flag.String("out", "out/release", "`folder` of what is made")
	binary := flag.String("binary", "", "pack this `program`; it is built otherwise")
	plots := flag.String("plots", "", "pack this `program` as yogi-plots; it is built otherwise")
	only := flag.String("only", "deb,archive", "what to make: deb, archive or both")
	fast := flag.Bool("fast", false, "compress little, for tries")
	flag.Parse()
	if err := run(&release{out: *out, binary: *binary, plots: *plots, fast: *fast}, strings.Split(*only, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run makes what is asked for; programs that r does not have are built.
func run(r *release, kinds []string) error {
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "yogi-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if err := r.prepare(scratch); err != nil {
		return err
	}
	var made []string
	for _, kind := range kinds {
		var file string
		switch kind {
		case "deb":
			file, err = r.debian(filepath.Join(scratch, "deb"))
		case "archive":
			file, err = r.archive(filepath.Join(scratch, "archive"))
		default:
			err = fmt.Errorf("nothing of the kind %q: there are deb and archive", kind)
		}
		if err != nil {
			return fmt.Errorf("making the %s: %w", kind, err)
		}
		made = append(made, file)
	}
	parts, err := r.bill()
	if err != nil {
		return fmt.Errorf("listing the parts: %w", err)
	}
	made = append(made, parts)
	sums, err := r.checksums(made)
	if err != nil {
		return err
	}
	for _, file := range append(made, sums) {
		fmt.Println(file)
	}
	return nil
}

// prepare builds the programs that are not given, and reads from the program what it is.
func (r *release) prepare(scratch string) (err error) {
	if r.source, err = output("", "go", "list", "-m", "-f", "{{.Dir}}", "yogi"); err != nil {
		return err
	}
	if r.binary, err = r.built(r.binary, filepath.Join(scratch, "yogi"), "./cmd/yogi"); err != nil {
		return err
	}
	if r.plots, err = r.built(r.plots, filepath.Join(scratch, "yogi-plots"), "./cmd/yogi-plots"); err != nil {
		return err
	}
	if r.info, err = buildinfo.ReadFile(r.binary); err != nil {
		return fmt.Errorf("reading what the program is built of: %w", err)
	}
	said, err := output("", r.binary, "version")
	if err != nil {
		return err
	}
	words := strings.Fields(said)
	if len(words) < 2 {
		return fmt.Errorf("the program says its version is %q", said)
	}
	r.version = words[1]
	if r.arch, err = output("", "dpkg", "--print-architecture"); err != nil {
		return err
	}
	r.time, err = r.sourceTime()
	return err
}

// linkFlags leave symbols out, and have libraries that the program comes with, in lib/yogi beside its own
// folder, found before those of the system. DT_RPATH, unlike DT_RUNPATH, counts for what these link, too.
const linkFlags = `-s -w -extldflags "-Wl,--disable-new-dtags -Wl,-rpath,$ORIGIN/../lib/yogi"`

// built is the program given, or one built here without paths of this machine, which knows its revision.
func (r *release) built(given, file, pkg string) (string, error) {
	if given != "" {
		return filepath.Abs(given)
	}
	command := exec.Command("go", "build", "-trimpath", "-buildvcs=auto", "-ldflags", linkFlags, "-o", file, pkg)
	command.Dir, command.Stderr = r.source, os.Stderr
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("building %s: %w", pkg, err)
	}
	return file, nil
}

// sourceTime is SOURCE_DATE_EPOCH, as elsewhere, or when the revision was committed.
func (r *release) sourceTime() (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		var err error
		if text, err = output(r.source, "git", "log", "-1", "--format=%ct"); err != nil {
			return time.Time{}, fmt.Errorf("finding the time of the sources, which SOURCE_DATE_EPOCH may say: %w", err)
		}
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("reading the time of the sources: %w", err)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// install puts the program, its manual and what belongs to it below a folder, by the rule that "make
// install" has, and the documentation with the licences of what is linked.
func (r *release) install(folder, prefix string) error {
	command := exec.Command("make", "-s", "--no-print-directory", "install-files", "install-plots", "BINARY="+r.binary, "PLOTS="+r.plots, "DESTDIR="+folder, "PREFIX="+prefix)
	command.Dir, command.Stderr = r.source, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("installing into %s: %w", folder, err)
	}
	doc := filepath.Join(folder, prefix, "share/doc/yogi")
	for _, pattern := range []string{"README.md", "LICENSE", "docs/*.md", "examples", "ci"} {
		files, err := filepath.Glob(filepath.Join(r.source, pattern))
		if err != nil || len(files) == 0 {
			return fmt.Errorf("no documentation is called %s: %w", pattern, err)
		}
		for _, file := range files {
			relative, err := filepath.Rel(r.source, file)
			if err != nil {
				return err
			}
			if err := copyTree(file, filepath.Join(doc, relative)); err != nil {
				return err
			}
		}
	}
	return r.licences(filepath.Join(doc, "licences"))
}

// copyTree copies a file or a folder.
func copyTree(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return os.CopyFS(to, os.DirFS(from))
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, info.Mode().Perm())
}

// licences copies the licences of the modules that the program is linked of, a folder for each.
func (r *release) licences(folder string) error {
	arguments := []string{"list", "-m", "-f", "{{.Path}} {{.Dir}}"}
	for _, m := range r.info.Deps {
		arguments = append(arguments, m.Path)
	}
	text, err := output(r.source, "go", arguments...)
	if err != nil {
		return err
	}
	for line := range strings.Lines(text) {
		module, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		if err := copyLicence(dir, filepath.Join(folder, module)); err != nil {
			return fmt.Errorf("copying the licence of the module %s, which is linked: %w", module, err)
		}
	}
	return nil
}

// copyLicence copies the files of a module that say who may do what with it. There is one at least.
func copyLicence(module, folder string) error {
	entries, err := os.ReadDir(module)
	if err != nil {
		return err
	}
	found := false
	for _, entry := range entries {
		name := strings.ToUpper(entry.Name())
		isLicence := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
		if entry.IsDir() || !slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE"}, isLicence) {
			continue
		}
		if err := copyTree(filepath.Join(module, entry.Name()), filepath.Join(folder, entry.Name())); err != nil {
			return err
		}
		found = true
	}
	if !found {
		return errors.New("it has none")
	}
	return nil
}

// output is the text that a command prints, without the white space around.
func output(dir, name string, args ...string) (string, error) {
	var said bytes.Buffer
	command := exec.Command(name, args...)
	command.Dir, command.Stderr = dir, &said
	text, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w %s", name, strings.Join(args, " "), err, strings.TrimSpace(said.String()))
	}
	return strings.TrimSpace(string(text)), nil
}
