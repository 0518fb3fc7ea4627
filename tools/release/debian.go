package main

import (
	"crypto/md5"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// What a package needs of Debian. Libraries are added as the program links them.
const (
	// needs are the packages that a verdict needs: gcc runs tests, with the headers of the C
	// library; cvc5 checks proofs.
	needs = "gcc, libc6-dev, cvc5"
	// wants are packages that most users need: programs of 32 bits, and revisions of a repository.
	wants = "git"
	// wants32 is for machines that run programs of 32 bits.
	wants32 = "gcc-multilib"
	// knows are packages of which "yogi doctor" tells what they are good for.
	knows = "bitwuzla, cvise, mingw-w64-common, qemu-user, linux-headers-amd64"
)

// debian makes a Debian package. dpkg-shlibdeps says which packages have the libraries that the program
// links, and since which version they have what it uses of them.
func (r *release) debian(stage string) (string, error) {
	if err := r.install(stage, "/usr"); err != nil {
		return "", err
	}
	if err := compressManuals(filepath.Join(stage, "usr/share/man")); err != nil {
		return "", err
	}
	libraries, err := sharedLibraries(filepath.Join(stage, "usr/bin/yogi"))
	if err != nil {
		return "", err
	}
	license := filepath.Join(stage, "usr/share/doc/yogi/copyright")
	if err := os.WriteFile(license, []byte(copyright), 0o644); err != nil {
		return "", err
	}
	if err := os.Remove(filepath.Join(stage, "usr/share/doc/yogi/LICENSE")); err != nil {
		return "", err
	}
	size, sums, err := contents(stage)
	if err != nil {
		return "", err
	}
	control := filepath.Join(stage, "DEBIAN")
	text := fmt.Sprintf(controlFile, r.debianVersion(), r.arch, maintainer(), (size+1023)/1024, needs+", "+libraries, r.recommends(), knows)
	if err := errors.Join(os.Mkdir(control, 0o755), os.WriteFile(filepath.Join(control, "control"), []byte(text), 0o644),
		os.WriteFile(filepath.Join(control, "md5sums"), []byte(sums), 0o644)); err != nil {
		return "", err
	}
	if err := r.normalize(stage); err != nil {
		return "", err
	}
	file := filepath.Join(r.out, fmt.Sprintf("yogi_%s_%s.deb", r.debianVersion(), r.arch))
	compression := []string{"-Zxz"}
	if r.fast {
		compression = []string{"-Zgzip", "-z1"}
	}
	command := exec.Command("dpkg-deb", append(compression, "--root-owner-group", "--build", stage, file)...)
	command.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.time.Unix()))
	if said, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("dpkg-deb: %w %s", err, said)
	}
	return file, nil
}

const controlFile = `Package: yogi
Version: %s
Architecture: %s
Maintainer: %s
Installed-Size: %d
Depends: %s
Recommends: %s
Suggests: %s
Section: devel
Priority: optional
Description: checks C and Boogie programs: a test that runs, or a checked proof
 yogi checks whether a C or Boogie program can reach an error. It answers
 FALSE with a test that gcc compiles and whose run reaches the error, TRUE
 with a proof that was checked step by step with another solver, or UNKNOWN
 with the reason. Functions of libraries are checked without a harness.
`

const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: yogi

Files: *
Copyright: the yogi developers
License: Apache-2.0
 On Debian systems the text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
 .
 The licences of the Go modules that are linked into the program are in
 /usr/share/doc/yogi/licences.
`

func (r *release) recommends() string {
	if r.arch == "amd64" {
		return wants + ", " + wants32
	}
	return wants
}

// maintainer is who packs, as Debian's own programs read it.
func maintainer() string {
	name, address := os.Getenv("DEBFULLNAME"), os.Getenv("DEBEMAIL")
	if name == "" || address == "" {
		return "yogi developers <root@localhost>"
	}
	return name + " <" + address + ">"
}

// debianVersion is the version as Debian orders it: what is before a release sorts before it.
func (r *release) debianVersion() string {
	version := strings.Replace(r.version, "-", "~", 1)
	for _, s := range r.info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 && version != r.version {
			return version + "+" + s.Value[:12]
		}
	}
	return version
}

// sharedLibraries are the packages of the libraries that a program links, as a Depends field says them.
func sharedLibraries(program string) (string, error) {
	folder, err := os.MkdirTemp("", "yogi-shlibdeps-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	control := filepath.Join(folder, "debian", "control")
	// dpkg-shlibdeps wants a source package around it.
	if err := errors.Join(os.Mkdir(filepath.Dir(control), 0o755), os.WriteFile(control, []byte("Source: yogi\n\nPackage: yogi\nArchitecture: any\n"), 0o644)); err != nil {
		return "", err
	}
	program, err = filepath.Abs(program)
	if err != nil {
		return "", err
	}
	if _, err := exec.LookPath("dpkg-shlibdeps"); err != nil {
		return "", fmt.Errorf("apt-get install dpkg-dev: %w", err)
	}
	text, err := output(folder, "dpkg-shlibdeps", "-O", "-e", program)
	if err != nil {
		return "", err
	}
	_, libraries, found := strings.Cut(text, "shlibs:Depends=")
	if !found {
		return "", fmt.Errorf("dpkg-shlibdeps says %q", text)
	}
	return libraries, nil
}

func compressManuals(folder string) error {
	pages, err := filepath.Glob(filepath.Join(folder, "man*/*"))
	if err != nil {
		return err
	}
	_, err = output("", "gzip", append([]string{"-9n"}, pages...)...)
	return err
}

// contents are the bytes of the files below a folder, and the lines of the package's md5sums.
func contents(folder string) (size int64, sums string, err error) {
	var lines strings.Builder
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		size += int64(len(text))
		fmt.Fprintf(&lines, "%x  %s\n", md5.Sum(text), relative)
		return nil
	})
	return size, lines.String(), err
}

// normalize gives all that is packed the time of the sources, and rights that do not depend on who packs.
func (r *release) normalize(folder string) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if entry.IsDir() || info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		return errors.Join(os.Chmod(path, mode), os.Chtimes(path, r.time, r.time))
	})
}
