package project

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"yogi/internal/atomicfile"
)

// lockFile is held while a database is changed: builds run several compilers at a time.
const lockFile = ".compile_commands.lock"

// Compilation is one call of a tool of a build.
type Compilation struct {
	Words  []string // the tool and its arguments
	Folder string   // of the database; "": the one that databaseFolder chooses
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
}

// Compile runs the tool and, if that succeeds, notes the call in the database as Capture does. The status is the
// tool's. An error with a status says that the call could not be noted.
func Compile(ctx context.Context, c Compilation) (status int, err error) {
	directory, err := os.Getwd()
	if err != nil {
		return 1, fmt.Errorf("finding the folder of a call: %w", err)
	}
	call := record{Time: time.Now(), Directory: directory, Arguments: withFolders(c.Words, os.Getenv)}
	command := exec.CommandContext(ctx, c.Words[0], c.Words[1:]...)
	command.Stdin, command.Stdout, command.Stderr = c.Stdin, c.Stdout, c.Stderr
	err = command.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return max(1, exit.ExitCode()), nil
	case err != nil:
		return 127, fmt.Errorf("running the tool: %w", err)
	case toolOf(c.Words[0]) == "":
		return 0, fmt.Errorf("%s is no compiler, archiver or linker that is known", c.Words[0])
	}
	made := databaseOf([]record{call})
	if len(made.Commands)+len(made.Links) == 0 {
		return 0, nil // it only asked something
	}
	folder := c.Folder
	if folder == "" {
		folder = databaseFolder(directory)
	}
	return 0, made.noteIn(folder)
}

// databaseFolder is where the database of a call in a folder is: the next folder above that has one, else the next one
// that is the root of a project, else the folder itself.
func databaseFolder(directory string) string {
	for _, signs := range [][]string{{DatabaseFile}, {"yogi.toml", ".git"}} {
		for folder := range Upward(directory) {
			if slices.ContainsFunc(signs, func(sign string) bool { _, err := os.Stat(filepath.Join(folder, sign)); return err == nil }) {
				return folder
			}
		}
	}
	return directory
}

// noteIn puts calls into the database of a folder, in the place of those that made the same. Calls for files that have
// gone, as those of configure's trials, are left out.
func (d *Database) noteIn(folder string) error {
	lock, err := os.OpenFile(filepath.Join(folder, lockFile), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return fmt.Errorf("noting a call: %w", err)
	}
	defer lock.Close() // which unlocks it
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX); err != nil {
		return fmt.Errorf("noting a call: %w", err)
	}
	all := &Database{Commands: []Command{}, Links: []Link{}}
	for name, into := range map[string]any{DatabaseFile: &all.Commands, LinkFile: &all.Links} {
		if err := readJSON(filepath.Join(folder, name), into); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	all.Commands = slices.DeleteFunc(all.Commands, func(old Command) bool {
		isMade := func(c Command) bool { return c.path(c.File) == old.path(old.File) && c.made() == old.made() }
		return !isRegular(old.path(old.File)) || slices.ContainsFunc(d.Commands, isMade)
	})
	all.Links = slices.DeleteFunc(all.Links, func(old Link) bool {
		return !isRegular(old.path(old.Output)) || slices.ContainsFunc(d.Links, func(l Link) bool { return l.path(l.Output) == old.path(old.Output) })
	})
	all.Commands, all.Links = append(all.Commands, d.Commands...), append(all.Links, d.Links...)
	return all.write(folder)
}

// made is the path of what a command makes.
func (c *Command) made() string {
	if c.Output == "" {
		return c.path(parseArguments(c.Arguments).object(c.File))
	}
	return c.path(c.Output)
}

// writeJSON writes a file as a whole: one who reads it meanwhile sees the old text or the new one.
func writeJSON(path string, value any) error {
	text, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		return fmt.Errorf("encoding %s: %w", filepath.Base(path), err)
	}
	if err := atomicfile.Write(path, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("writing the compilation database: %w", err)
	}
	return nil
}
