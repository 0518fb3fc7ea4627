package project

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Revision is a folder with the files of a git repository at one of its commits.
type Revision struct {
	top    string // of the work tree, without symbolic links
	folder string // what the commit has
}

// untrackedHeaders are the endings of the names of files that a build makes and others include.
var untrackedHeaders = []string{".h", ".inc", ".def", ".tbl"}

// ReadRevision puts what the repository around the working folder has at a revision into a new folder below scratch:
// no work tree, branch or file of the repository changes. Headers of the work tree that git does not keep, as a build
// makes them, are put beside, since no revision has them.
func ReadRevision(ctx context.Context, scratch, revision string) (*Revision, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errors.New("git is not installed, and is needed to read an earlier revision")
	}
	top, err := git(ctx, "", nil, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("there is no git repository here: %w", err)
	}
	r := &Revision{top: strings.TrimSuffix(top, "\n"), folder: filepath.Join(scratch, "revision")}
	commit, err := git(ctx, r.top, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("the repository %s has no revision %s (of a shallow clone the earlier ones are missing: git fetch --unshallow)", r.top, revision)
	}
	if err := CheckOut(ctx, r.top, strings.TrimSpace(commit), r.folder); err != nil {
		return nil, fmt.Errorf("reading the revision %s: %w", revision, err)
	}
	return r, r.addUntracked(ctx)
}

// CheckOut writes what a commit of a repository, bare or not, has into a folder that is not there yet. Nothing of the
// repository changes, its index and work tree neither.
func CheckOut(ctx context.Context, repository, commit, folder string) error {
	place, err := git(ctx, repository, nil, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return err
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	index := folder + ".index"
	defer os.Remove(index)
	environment := []string{"GIT_DIR=" + strings.TrimSuffix(place, "\n"), "GIT_WORK_TREE=" + folder, "GIT_INDEX_FILE=" + index}
	if _, err := git(ctx, folder, environment, "read-tree", commit); err != nil {
		return err
	}
	_, err = git(ctx, folder, environment, "checkout-index", "--all", "--quiet")
	return err
}

// addUntracked puts headers of the work tree beside those of the revision.
func (r *Revision) addUntracked(ctx context.Context) error {
	names, err := git(ctx, r.top, nil, "ls-files", "--others", "-z")
	if err != nil {
		return fmt.Errorf("listing the files that git does not keep: %w", err)
	}
	for name := range strings.SplitSeq(names, "\x00") {
		if !slices.Contains(untrackedHeaders, filepath.Ext(name)) {
			continue
		}
		place := filepath.Join(r.folder, name)
		if _, err := os.Lstat(place); err == nil {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
			continue // where the revision has a file there is no folder
		}
		if err := os.Symlink(filepath.Join(r.top, name), place); err != nil {
			return fmt.Errorf("adding %s, which git does not keep: %w", name, err)
		}
	}
	return nil
}

// Place is where the revision has what is at a path; paths outside of the repository are the same in all revisions.
func (r *Revision) Place(path string) string {
	below, ok := r.below(path)
	if !ok {
		return path
	}
	return filepath.Join(r.folder, below)
}

// ReadFile reads what the revision has at a path; what it does not have is read where it is now.
func (r *Revision) ReadFile(path string) ([]byte, error) {
	text, err := os.ReadFile(r.Place(path))
	if errors.Is(err, fs.ErrNotExist) {
		return os.ReadFile(path)
	}
	return text, err
}

// below is a path from the top of the repository; false: it is outside.
func (r *Revision) below(path string) (string, bool) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", false
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(absolute)); err == nil {
		absolute = filepath.Join(folder, filepath.Base(absolute))
	}
	below, err := filepath.Rel(r.top, absolute)
	return below, err == nil && filepath.IsLocal(below)
}

// Prefixes say how names of files of the revision begin that are the same file's in the work tree, as FROM=TO. A file
// below the working folder is known by its name from there.
func (r *Revision) Prefixes() []string {
	out := []string{r.folder + "/=" + r.top + "/"}
	if here, err := os.Getwd(); err == nil {
		if below, ok := r.below(here); ok {
			out = append(out, filepath.Join(r.folder, below)+"/=")
		}
	}
	return out
}

// git runs git in a folder and returns what it prints.
func git(ctx context.Context, folder string, environment []string, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, "git", arguments...)
	command.Dir = folder
	command.Env = append(os.Environ(), environment...)
	var out, complaints bytes.Buffer
	command.Stdout, command.Stderr = &out, &complaints
	if err := command.Run(); err != nil {
		if text := strings.TrimSpace(complaints.String()); text != "" {
			return "", errors.New(text)
		}
		return "", fmt.Errorf("git %s: %w", arguments[0], err)
	}
	return out.String(), nil
}
