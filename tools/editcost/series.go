package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"yogi/internal/store"
	"yogi/internal/trial"
)

// grace is how long past its time limit a check may live.
const grace = 10 * time.Second

// series is one check of the versions of a program, in a folder of their own: what is kept of an earlier version is
// found by the names of its files.
type series struct {
	*measure
	table     *table
	arguments []string
	store     string // folder
}

func (s *series) name() string { return strings.Join(s.arguments, " ") }

// file is the one that is edited.
func (s *series) file() string { return s.arguments[len(s.arguments)-1] }

// commits checks the last commits that changed the file.
func (s *series) commits(ctx context.Context, folder string) error {
	git := func(arguments ...string) ([]byte, error) {
		text, err := trial.Command(ctx, "git", append([]string{"-C", s.repository}, arguments...)...).Output()
		if err != nil {
			return nil, fmt.Errorf("git %s: %w", strings.Join(arguments, " "), err)
		}
		return text, nil
	}
	text, err := git("rev-list", "--no-merges", "--abbrev-commit", "--max-count", fmt.Sprint(s.edits+1), "HEAD", "--", s.file())
	if err != nil {
		return err
	}
	commits := strings.Fields(string(text))
	slices.Reverse(commits)
	var versions []string
	for _, commit := range commits {
		version := filepath.Join(folder, commit)
		packed, err := git("archive", "--format=tar", commit)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(version, 0o755); err != nil {
			return fmt.Errorf("taking commit %s: %w", commit, err)
		}
		unpack := trial.Command(ctx, "tar", "-x", "-C", version)
		unpack.Stdin = bytes.NewReader(packed)
		if err := unpack.Run(); err != nil {
			return fmt.Errorf("taking commit %s: %w", commit, err)
		}
		versions = append(versions, version)
	}
	return errors.Join(s.history(ctx, versions), os.RemoveAll(folder))
}

// history checks each version with what the versions before it left in the store.
func (s *series) history(ctx context.Context, versions []string) error {
	for i, version := range versions {
		if err := s.take(version); err != nil {
			return err
		}
		if i == 0 {
			if _, err := s.first(ctx, filepath.Base(version)); err != nil {
				return err
			}
			continue
		}
		if err := s.compare(ctx, filepath.Base(version), s.store); err != nil {
			return err
		}
	}
	return nil
}

// edited checks each edit of the program with what the program as it is left in the store.
func (s *series) edited(ctx context.Context) error {
	if err := s.take(s.folder); err != nil {
		return err
	}
	path := filepath.Join(s.work, s.file())
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading the program: %w", err)
	}
	original, err := s.first(ctx, "as it is")
	if err != nil {
		return err
	}
	left := s.edits
	for _, e := range editsOf(path, string(text), s.seed) {
		if left == 0 {
			break
		}
		if err := os.WriteFile(path, []byte(e.Text()), 0o644); err != nil {
			return fmt.Errorf("editing the program: %w", err)
		}
		// An edit that is none for the checker, in code that no run of the entry reaches, shows nothing.
		same, err := s.isSame(ctx, original)
		if err != nil {
			return err
		}
		if same {
			continue
		}
		left--
		store := s.store + "-edit"
		if err := errors.Join(os.RemoveAll(store), os.CopyFS(store, os.DirFS(s.store)), s.compare(ctx, e.Name(), store), os.RemoveAll(store)); err != nil {
			return fmt.Errorf("edit %s: %w", e.Name(), err)
		}
	}
	return nil
}

// take puts a version in the place of the one before.
func (s *series) take(version string) error {
	if err := errors.Join(os.RemoveAll(s.work), os.CopyFS(s.work, os.DirFS(version))); err != nil {
		return fmt.Errorf("taking version %s: %w", version, err)
	}
	// Copies of files that may only be read are to be edited.
	return filepath.WalkDir(s.work, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		return os.Chmod(path, 0o644)
	})
}

// first checks the first version without a store, with an empty one, and again. It returns the program's text.
func (s *series) first(ctx context.Context, name string) (program string, err error) {
	cold, err := s.check(ctx, "")
	if err != nil {
		return "", err
	}
	fresh, err := s.check(ctx, s.store)
	if err != nil {
		return "", err
	}
	again, err := s.check(ctx, s.store)
	if err != nil {
		return "", err
	}
	usage, err := store.UsageOf(s.store)
	if err != nil {
		return "", fmt.Errorf("measuring the store: %w", err)
	}
	s.table.first(s.name(), name, cold, fresh, again, usage.Bytes)
	if s.folder == "" {
		return "", nil
	}
	return s.dump(ctx)
}

func (s *series) compare(ctx context.Context, name, store string) error {
	cold, err := s.check(ctx, "")
	if err != nil {
		return err
	}
	warm, err := s.check(ctx, store)
	if err != nil {
		return err
	}
	s.table.edit(s.name(), name, cold, warm)
	return nil
}

// isSame says that an edit leaves the program that the checker reads as it was, or that it cannot be read.
func (s *series) isSame(ctx context.Context, original string) (bool, error) {
	text, err := s.dump(ctx)
	return err != nil || text == original, ctx.Err()
}

// dump is the program that the search is asked about.
func (s *series) dump(ctx context.Context) (string, error) {
	command := trial.Command(ctx, s.checker, slices.Concat([]string{"dump", "--stage", "property"}, s.arguments)...)
	command.Dir = s.work
	text, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("reading the program: %w", err)
	}
	return string(text), nil
}

// ran is a check that has ended.
type ran struct {
	processor, wall time.Duration // processor time has that of solvers and of tests that were executed
	reading         time.Duration // on the clock, until the search could begin
	verdicts        map[string]string
	queries         int
}

// result is the part that is read of what `yogi check --json` prints about an entry.
type result struct {
	Verdict string `json:"verdict"`
	Entry   string `json:"entry"`
	Counts  struct {
		Queries int `json:"solver_queries"`
	} `json:"counts"`
	Seconds struct {
		FrontEnd float64 `json:"front end"`
		Lowering float64 `json:"lowering"`
	} `json:"seconds"`
}

// check makes the check with a store, or without one.
func (s *series) check(ctx context.Context, store string) (*ran, error) {
	if store == "" {
		store = "off"
	}
	limited, cancel := ctx, context.CancelFunc(func() {})
	if !slices.Contains(s.arguments, "all") { // a limit is that of each entry
		limited, cancel = context.WithTimeout(ctx, s.timeout+grace)
	}
	defer cancel()
	command := trial.Command(limited, s.checker, slices.Concat([]string{"check", "--json", "--timeout", s.timeout.String()}, s.arguments)...)
	var stderr bytes.Buffer
	command.Dir, command.Stderr = s.work, &stderr
	command.Env = append(command.Environ(), "YOGI_CACHE="+store)
	began := time.Now()
	text, err := command.Output()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && !errors.As(err, &exit):
		return nil, fmt.Errorf("running the checker: %w", err)
	}
	state := command.ProcessState
	out := &ran{processor: state.UserTime() + state.SystemTime(), wall: time.Since(began)}
	if limited.Err() != nil {
		out.verdicts = map[string]string{"": "UNKNOWN(timeout)"}
		return out, nil
	}
	if err := out.read(text); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", s.name(), err, stderr.String())
	}
	return out, nil
}

// read takes the verdicts from the object, or the list of one for each entry, that was printed.
func (r *ran) read(text []byte) error {
	var results []result
	if err := json.Unmarshal(text, &results); err != nil {
		var one result
		if err := json.Unmarshal(text, &one); err != nil {
			return fmt.Errorf("reading the results: %w", err)
		}
		results = []result{one}
	}
	r.verdicts = map[string]string{}
	for _, one := range results {
		if one.Verdict == "" {
			return errors.New("reading the results: there is no verdict")
		}
		r.verdicts[one.Entry] = one.Verdict
		r.queries += one.Counts.Queries
		r.reading += time.Duration((one.Seconds.FrontEnd + one.Seconds.Lowering) * float64(time.Second))
	}
	return nil
}
