package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

// packed makes a release of the program as the tests build it.
func packed(t *testing.T, out string) *release {
	t.Helper()
	for _, tool := range []string{"dpkg-deb", "dpkg-shlibdeps", "make"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("no ", tool)
		}
	}
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	r := &release{out: out, fast: true}
	for _, program := range []struct {
		file *string
		name string
	}{{&r.binary, "yogi"}, {&r.plots, "yogi-plots"}} {
		*program.file = filepath.Join(t.TempDir(), program.name)
		if _, err := output("", "go", "build", "-ldflags", linkFlags, "-o", *program.file, "yogi/cmd/"+program.name); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(r, []string{"deb", "archive"}); err != nil {
		t.Fatal(err)
	}
	return r
}

// checks has an installed yogi find the bug of one example, and prove the other.
func checks(t *testing.T, program string) {
	t.Helper()
	for _, c := range []struct {
		file, flag, verdict string
		status              int
	}{{"serial_bug.c", "--timeout=60s", "FALSE(unreach-call)", 1}, {"serial_ok.c", "--timeout=60s", "TRUE", 0}} {
		command := exec.Command(program, "check", "--no-store", c.flag, "--out", filepath.Join(t.TempDir(), "out"), "../../examples/drivers/"+c.file)
		text, err := command.Output()
		status := 0
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			status = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		if status != c.status || !strings.HasSuffix(string(text), "\n"+c.verdict+"\n") {
			t.Errorf("%s: exit status %d, want %d and %s\n%s", c.file, status, c.status, c.verdict, text)
		}
	}
}

func TestRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("packs two programs")
	}
	out := t.TempDir()
	r := packed(t, out)
	t.Run("checksums", func(t *testing.T) {
		if _, err := output(out, "sha256sum", "--strict", "-c", "SHA256SUMS"); err != nil {
			t.Error(err)
		}
	})
	t.Run("package", func(t *testing.T) { testPackage(t, filepath.Join(out, "yogi_"+r.debianVersion()+"_"+r.arch+".deb")) })
	t.Run("archive", func(t *testing.T) { testArchive(t, out, "yogi-"+r.version+"-linux-"+r.arch) })
	t.Run("bill", func(t *testing.T) { testBill(t, r) })
	t.Run("again", func(t *testing.T) {
		first, err := os.ReadFile(filepath.Join(out, "SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		again := &release{out: t.TempDir(), fast: true, binary: r.binary, plots: r.plots}
		if err := run(again, []string{"deb", "archive"}); err != nil {
			t.Fatal(err)
		}
		second, err := os.ReadFile(filepath.Join(again.out, "SHA256SUMS"))
		if err != nil || string(first) != string(second) {
			t.Errorf("other bytes of the same sources: %v\n%s%s", err, first, second)
		}
	})
}

// testPackage installs the package in a root of its own, where dpkg knows the packages of this machine as
// installed and so checks what ours depends on, uses it from there and takes it away again.
func testPackage(t *testing.T, deb string) {
	depends, err := output("", "dpkg-deb", "-f", deb, "Depends")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"gcc", "cvc5", "libz3-4 (>=", "libc6 (>=", "libc6-dev"} {
		if !strings.Contains(depends+",", want) {
			t.Errorf("depends on %s, not on %s", depends, want)
		}
	}
	if os.Geteuid() != 0 {
		t.Skip("dpkg installs for root")
	}
	root := t.TempDir()
	admin := filepath.Join(root, "var/lib/dpkg")
	for _, folder := range []string{"info", "updates", "triggers"} {
		if err := os.MkdirAll(filepath.Join(admin, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := copyTree("/var/lib/dpkg/status", filepath.Join(admin, "status")); err != nil {
		t.Fatal(err)
	}
	dpkg := func(arguments ...string) (string, error) {
		return output("", "dpkg", append([]string{"--root=" + root, "--force-script-chrootless", "--log=" + filepath.Join(root, "log")}, arguments...)...)
	}
	if _, err := dpkg("--install", deb); err != nil {
		t.Fatal(err)
	}
	checks(t, filepath.Join(root, "usr/bin/yogi"))
	for _, file := range []string{"share/man/man1/yogi-check.1.gz", "share/bash-completion/completions/yogi", "bin/yogi-plots", "share/yogi/gate.sh", "share/doc/yogi/copyright",
		"share/doc/yogi/docs/semantics.md", "share/doc/yogi/examples/drivers/serial_bug.c", "share/doc/yogi/licences/github.com/spf13/cobra/LICENSE.txt"} {
		if _, err := os.Stat(filepath.Join(root, "usr", file)); err != nil {
			t.Error(err)
		}
	}
	if _, err := dpkg("--verify", "yogi"); err != nil {
		t.Error(err)
	}
	if _, err := dpkg("--purge", "yogi"); err != nil {
		t.Fatal(err)
	}
	filepath.WalkDir(filepath.Join(root, "usr"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			t.Errorf("%s is left behind", path)
		}
		return nil
	})
}

// testArchive uses the program where the archive was unpacked, with the libraries that came with it.
func testArchive(t *testing.T, out, name string) {
	dir := t.TempDir()
	if _, err := output(dir, "tar", "-xzf", filepath.Join(out, name+".tar.gz")); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, name, "bin/yogi")
	linked, err := output("", "ldd", program)
	if err != nil {
		t.Fatal(err)
	}
	for _, library := range []string{"libz3.so.4", "libstdc++.so.6"} {
		if !strings.Contains(linked, library+" => "+filepath.Join(dir, name)) {
			t.Errorf("%s is not that of the archive:\n%s", library, linked)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, name, "INSTALL")); err != nil || !strings.Contains(string(text), "needs 2.") {
		t.Errorf("%v: %s", err, text)
	}
	checks(t, program)
}

// testBill: every module that is linked is a part, with its hash, and so is Z3.
func testBill(t *testing.T, r *release) {
	file, err := os.Open(filepath.Join(r.out, "yogi-"+r.version+"-linux-"+r.arch+".cdx.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	bill := new(cyclonedx.BOM)
	if err := cyclonedx.NewBOMDecoder(file, cyclonedx.BOMFileFormatJSON).Decode(bill); err != nil {
		t.Fatal(err)
	}
	parts := map[string]cyclonedx.Component{}
	for _, part := range *bill.Components {
		parts[part.Name] = part
	}
	for _, m := range r.info.Deps {
		part := parts[m.Path]
		if part.Version != m.Version || part.Hashes == nil || len((*part.Hashes)[0].Value) != 64 {
			t.Errorf("the part %s is %+v", m.Path, part)
		}
	}
	if len(r.info.Deps) < 10 || parts["libz3-4"].Version == "" || parts["std"].Version == "" {
		t.Errorf("%d modules; %+v, %+v", len(r.info.Deps), parts["libz3-4"], parts["std"])
	}
	for _, part := range parts {
		if strings.Contains(part.PackageURL, "+") {
			t.Errorf("no package URL: %s", part.PackageURL)
		}
	}
}

// A program that would not find the libraries of the archive is not packed into one.
func TestForeignProgram(t *testing.T) {
	if err := readsOwnLibraries("/bin/sh"); err == nil {
		t.Error("a program that looks nowhere beside itself is packed")
	}
	if err := run(&release{out: t.TempDir(), binary: "/bin/sh", plots: "/bin/sh"}, nil); err == nil || !strings.Contains(err.Error(), "what the program is built of") {
		t.Errorf("a program that is none of Go: %v", err)
	}
}
