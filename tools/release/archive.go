package main

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// library is a file that the program links at its start, and the package of Debian that it is from.
type library struct {
	name    string // as the program names it: libz3.so.4
	file    string
	pkg     string
	version string
}

// systems are the libraries that every system with glibc has, or that are part of it.
var systems = []string{"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}

// libraries are those that the program links beyond glibc, directly or through another one.
func libraries(program string) ([]library, error) {
	text, err := output("", "ldd", program)
	if err != nil {
		return nil, err
	}
	var all []library
	for line := range strings.Lines(text) {
		name, rest, found := strings.Cut(strings.TrimSpace(line), " => ")
		if !found || slices.Contains(systems, name) {
			continue
		}
		file, _, _ := strings.Cut(rest, " (")
		l := library{name: name}
		if l.file, err = filepath.EvalSymlinks(file); err != nil {
			return nil, fmt.Errorf("finding %s: %w", name, err)
		}
		if l.pkg, l.version, err = owner(l.file); err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	if len(all) == 0 {
		return nil, errors.New("the program links no library beyond glibc: built without cgo, it has no solver")
	}
	return all, nil
}

// owner is the package that has a file, and its version.
func owner(file string) (name, version string, err error) {
	text, err := output("", "dpkg", "-S", file)
	if err != nil {
		// Packages may call a file in /usr/lib one in /lib, which is a link there.
		if text, err = output("", "dpkg", "-S", strings.TrimPrefix(file, "/usr")); err != nil {
			return "", "", err
		}
	}
	// "libz3-4:amd64: /usr/lib/..."
	name, _, _ = strings.Cut(text, ": ")
	version, err = output("", "dpkg-query", "-W", "-f", "${Version}", name)
	name, _, _ = strings.Cut(name, ":")
	return name, version, err
}

// archive makes a folder with the program and the libraries that it links beyond glibc, as a compressed
// file. It runs where it is unpacked; "make install" made its tree.
func (r *release) archive(stage string) (string, error) {
	name := fmt.Sprintf("yogi-%s-linux-%s", r.version, r.arch)
	root := filepath.Join(stage, name)
	if err := r.install(root, "/"); err != nil {
		return "", err
	}
	linked, err := libraries(r.binary)
	if err != nil {
		return "", err
	}
	if err := readsOwnLibraries(r.binary); err != nil {
		return "", err
	}
	for _, l := range linked {
		if err := copyTree(l.file, filepath.Join(root, "lib/yogi", l.name)); err != nil {
			return "", err
		}
		if err := copyTree("/usr/share/doc/"+l.pkg+"/copyright", filepath.Join(root, "share/doc/yogi/licences", l.pkg, "copyright")); err != nil {
			return "", err
		}
	}
	text := fmt.Sprintf(readmeOfArchive, oldestGlibc(root))
	if err := os.WriteFile(filepath.Join(root, "INSTALL"), []byte(text), 0o644); err != nil {
		return "", err
	}
	if err := r.normalize(root); err != nil {
		return "", err
	}
	file := filepath.Join(r.out, name+".tar.gz")
	return file, r.pack(root, name, file)
}

const readmeOfArchive = `yogi runs from where this is unpacked: bin/yogi. It brings the libraries that it
links, but for glibc, of which it needs %s or newer.

gcc and cvc5 are to be installed beside it: without gcc no test of a C program is
run, without cvc5 no proof is checked. "bin/yogi doctor" says what is there, and
what a missing program costs. share/doc/yogi has the documentation, examples and
the licences of all parts.
`

// readsOwnLibraries returns an error for a program that would not find the libraries that come with it.
func readsOwnLibraries(program string) error {
	file, err := elf.Open(program)
	if err != nil {
		return err
	}
	defer file.Close()
	paths, err := file.DynString(elf.DT_RPATH)
	if err != nil {
		return err
	}
	for _, path := range paths {
		if path == "$ORIGIN/../lib/yogi" {
			return nil
		}
	}
	return errors.New("the program does not look for libraries beside itself: have it built by this command")
}

// oldestGlibc is the newest version of glibc that one of the programs and libraries asks for.
func oldestGlibc(root string) string {
	newest := []int{2, 0}
	filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		file, err := elf.Open(path)
		if err != nil {
			return nil
		}
		defer file.Close()
		symbols, err := file.ImportedSymbols()
		if err != nil {
			return nil
		}
		for _, s := range symbols {
			var major, minor int
			if n, _ := fmt.Sscanf(s.Version, "GLIBC_%d.%d", &major, &minor); n == 2 && slices.Compare([]int{major, minor}, newest) > 0 {
				newest = []int{major, minor}
			}
		}
		return nil
	})
	return fmt.Sprintf("%d.%d", newest[0], newest[1])
}

// pack writes a folder into a compressed archive, in the order of names.
func (r *release) pack(folder, name, file string) (err error) {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	level := gzip.BestCompression
	if r.fast {
		level = gzip.BestSpeed
	}
	compressed, err := gzip.NewWriterLevel(out, level)
	if err != nil {
		return err
	}
	packed := tar.NewWriter(compressed)
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		header, err := tar.FileInfoHeader(info, "")
		if err != nil {
			return err
		}
		header.Name, header.ModTime = filepath.Join(name, relative), r.time
		header.Uid, header.Gid, header.Uname, header.Gname = 0, 0, "root", "root"
		if entry.IsDir() {
			header.Name += "/"
		}
		if err := packed.WriteHeader(header); err != nil || entry.IsDir() {
			return err
		}
		in, err := os.Open(path)
		if err != nil {
			return err
		}
		defer in.Close()
		_, err = io.Copy(packed, in)
		return err
	})
	return errors.Join(err, packed.Close(), compressed.Close())
}

// checksums writes the file that "sha256sum -c" reads.
func (r *release) checksums(files []string) (string, error) {
	var lines strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(text), filepath.Base(file))
	}
	path := filepath.Join(r.out, "SHA256SUMS")
	return path, os.WriteFile(path, []byte(lines.String()), 0o644)
}
