package bench

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file lays out the sources of a historical bug that a Debian source package fixes with a patch. The packages are
// read as `apt-get source` leaves them: all patches applied, and what each found in the files that it changes kept in
// the folder .pc, by which they are taken back, the last first. So no patch is applied here, and no tool is needed.

// layPatched writes the sources as the patch found them and as it left them, without any later patch.
func (h *historian) layPatched(before, after string) error {
	unpacked, err := h.unpacked()
	if err != nil {
		return err
	}
	applied, err := os.ReadFile(filepath.Join(unpacked, ".pc", "applied-patches"))
	if err != nil {
		return fmt.Errorf("reading which patches are applied: %w", err)
	}
	patches := strings.Fields(string(applied))
	at := slices.Index(patches, h.bug.Patch)
	if at < 0 {
		return fmt.Errorf("no patch %s is applied in %s", h.bug.Patch, unpacked)
	}
	for folder, kept := range map[string]int{before: at, after: at + 1} {
		if err := os.CopyFS(folder, os.DirFS(unpacked)); err != nil {
			return fmt.Errorf("copying %s: %w", unpacked, err)
		}
		for _, patch := range slices.Backward(patches[kept:]) {
			if err := takeBack(unpacked, patch, folder); err != nil {
				return fmt.Errorf("taking back %s: %w", patch, err)
			}
		}
	}
	return nil
}

// unpacked is the folder of the source package. Its version has to be the listed one: with another the
// places can be elsewhere, and the patch can be another, too.
func (h *historian) unpacked() (string, error) {
	folders, err := filepath.Glob(filepath.Join(h.options.Sources, h.bug.Package+"-*"))
	if err != nil {
		return "", fmt.Errorf("looking for the sources of %s: %w", h.bug.Package, err)
	}
	beginning := []byte(h.bug.Package + " (" + h.bug.Version + ") ")
	for _, folder := range folders {
		if log, err := os.ReadFile(filepath.Join(folder, "debian", "changelog")); err == nil && bytes.HasPrefix(log, beginning) {
			return folder, nil
		}
	}
	return "", fmt.Errorf("no sources of %s %s in %q (apt-get source %s=%s)", h.bug.Package, h.bug.Version, h.options.Sources, h.bug.Package, h.bug.Version)
}

// takeBack gives the files that a patch changed the text that they had before it. What was kept of a file
// that it made is empty.
func takeBack(unpacked, patch, folder string) error {
	kept := filepath.Join(unpacked, ".pc", filepath.FromSlash(patch))
	return filepath.WalkDir(kept, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || strings.HasPrefix(entry.Name(), ".timestamp") {
			return err
		}
		relative, err := filepath.Rel(kept, path)
		if err != nil {
			return err
		}
		target := filepath.Join(folder, relative)
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if err := os.Remove(target); err != nil && !errors.Is(err, fs.ErrNotExist) { // a link is no place to write to
			return err
		}
		if info.Size() == 0 {
			return nil
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o600)
	})
}
