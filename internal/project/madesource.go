package project

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"yogi/internal/atomicfile"
)

// A proof may be about a changed copy of a source, which a rule of its makefile has litani make, the
// job runner of CBMC's starter kit: for instance one without the word static. make is asked for the
// rule's commands, and these are run without litani.

// makeSource makes a source that is not there, where the makefile in a folder says how.
func makeSource(ctx context.Context, folder, file string) error {
	command := exec.CommandContext(ctx, "make", "-n", "-s", "--no-print-directory", "-C", folder, file)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		return fmt.Errorf("%s is not there, and make does not make it: %s", file, strings.TrimSpace(complaints.String()))
	}
	made := false
	for line := range strings.Lines(strings.ReplaceAll(string(out), "\\\n", " ")) {
		job, err := readJob(line)
		if err != nil {
			return fmt.Errorf("%s is made by a command that is not read: %w", file, err)
		}
		if job.command == "" {
			continue
		}
		if err := job.run(ctx, folder); err != nil {
			return fmt.Errorf("making %s: %w", file, err)
		}
		made = made || job.output == file
	}
	if !made {
		return fmt.Errorf("%s is not there, and no job of litani makes it", file)
	}
	return nil
}

// litaniJob is a job of litani: a command of the shell, and the file that its output goes to.
type litaniJob struct{ command, output string }

// readJob reads a line of make's. Other lines than those that add jobs make no source, and are passed over.
func readJob(line string) (litaniJob, error) {
	var job litaniJob
	words, err := SplitLine(line)
	if err != nil || len(words) < 2 || !strings.Contains(filepath.Base(words[0]), "litani") || words[1] != "add-job" {
		return job, err
	}
	for i := 2; i+1 < len(words); i++ {
		switch words[i] {
		case "--command":
			job.command = words[i+1]
		case "--stdout-file":
			job.output = words[i+1]
		}
	}
	return job, nil
}

// run runs the command in a folder. The file is there only if all went well.
func (j litaniJob) run(ctx context.Context, folder string) error {
	command := exec.CommandContext(ctx, "sh", "-c", j.command)
	command.Dir = folder
	var out, complaints bytes.Buffer
	command.Stdout, command.Stderr = &out, &complaints
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", j.command, err, strings.TrimSpace(complaints.String()))
	}
	if j.output == "" {
		return nil
	}
	path := j.output
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	return atomicfile.Write(path, out.Bytes(), 0o600)
}
