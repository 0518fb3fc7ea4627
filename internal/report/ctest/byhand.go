package ctest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"yogi/internal/shell"
)

// This file writes a test for people: what they build and run it with, on this machine, in a
// container of its system, under a debugger. Everything is relative to the folder, which may be
// moved.

// Write writes the files of a test into a folder. versions are those of the programs that had a
// part in it, one a line.
func (p *Plan) Write(folder string, f Files, versions []string) error {
	all := f.ByName()
	all[ScriptFile] = p.script(versions)
	all[DockerFile] = p.dockerfile()
	all[GdbFile] = gdbCommands
	for name, text := range all {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("writing the test: %w", err)
		}
	}
	return nil
}

// ScriptHead begins the script of each test.
const ScriptHead = "#!/bin/sh\n# Builds the test and runs it. Exit status 97: the error is reached.\n"

// Names are those that the files of a test of one file have.
func Names() []string {
	return []string{ProgramFile, DriverFile, namePrefix + ProgramFile, namePrefix + DriverFile, PatchFile, ScriptFile, DockerFile, GdbFile}
}

// script builds the test, for a debugger too, and runs it.
func (p *Plan) script(versions []string) string {
	var b strings.Builder
	b.WriteString(ScriptHead)
	for _, v := range versions {
		b.WriteString("# Made with " + v + "\n")
	}
	b.WriteString("set -e\ncd \"$(dirname \"$0\")\"\n")
	for _, command := range p.withCopies().commands(".", "./test", []string{"-g"}) {
		b.WriteString(shell.Line(command...) + "\n")
	}
	b.WriteString("# This is the program itself, which may do what you may. To keep it in: yogi sandbox-exec ./test\n" + p.Build.runLine() + "\n")
	return b.String()
}

// gdbCommands stop where the error is reached, in the state that it is reached in.
const gdbCommands = `# sh run.sh builds ./test; then: gdb -x test.gdb ./test
# It stops where the error is reached; up and down walk the calls, print shows values.
set confirm off
set breakpoint pending on
break yogi_reached_error
run
backtrace
`

// dockerfile builds and runs the test in the system that it was made on.
func (p *Plan) dockerfile() string {
	packages := "gcc libc6-dev binutils"
	if p.DataModel == "ILP32" {
		packages += " gcc-multilib"
	}
	return fmt.Sprintf(`# docker build -t failing-test . && docker run --rm --network none failing-test
# Exit status 97: the error is reached.
FROM %s
RUN apt-get update && apt-get install -y --no-install-recommends %s && rm -rf /var/lib/apt/lists/*
COPY . /test
WORKDIR /test
CMD ["sh", "%s"]
`, baseImage("/etc/os-release"), packages, ScriptFile)
}

// baseImage is the image of the system that a file in the form of os-release describes; of one
// without Debian's packages it is Debian's.
func baseImage(release string) string {
	text, err := os.ReadFile(release)
	if err != nil {
		return "debian:stable-slim"
	}
	fields := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			fields[name] = strings.Trim(value, `"'`)
		}
	}
	codename := fields["VERSION_CODENAME"]
	switch {
	case fields["ID"] == "debian" && codename != "":
		return "debian:" + codename + "-slim"
	case fields["ID"] == "ubuntu" && codename != "":
		return "ubuntu:" + codename
	}
	return "debian:stable-slim"
}
