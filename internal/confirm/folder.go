package confirm

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"yogi/internal/report/ctest"
	"yogi/internal/report/evidence"
)

// CheckFolder says whether evidence can be written to a folder without harm to what is there: under the names
// that evidence uses there has to be nothing but an earlier evidence.
func CheckFolder(folder string) error {
	if byCases, err := evidence.ReadCases(folder); err != nil {
		return fmt.Errorf("%w: name a folder of its own for the evidence", err)
	} else if byCases != nil {
		return nil // so is that of a check by cases
	}
	if _, err := os.Lstat(filepath.Join(folder, evidence.BundleFile)); err == nil {
		return nil // the earlier one is replaced
	}
	names := append(ctest.Names(), evidence.CertificateFile, evidence.TraceFile, witnessFile)
	for _, name := range []string{evidence.SourceFolder, evidence.HeaderFolder} {
		if _, err := os.Lstat(filepath.Join(folder, name, evidence.BundleFile)); err != nil {
			names = append(names, name) // else it is the evidence about a function of that name
		}
	}
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(folder, name)); err == nil {
			return fmt.Errorf("%s is there and would be written over: name a folder of its own for the evidence", filepath.Join(folder, name))
		}
	}
	return nil
}

// ClearFolder removes from a folder what an earlier evidence says and that which replaces it may not: a script or a
// witness of another verdict than the one that is beside it would be believed.
func ClearFolder(folder string) error {
	if err := evidence.RemoveCases(folder); err != nil {
		return err
	}
	if _, err := os.Lstat(filepath.Join(folder, evidence.BundleFile)); err != nil {
		return nil
	}
	names := []string{evidence.CertificateFile, evidence.TraceFile, witnessFile}
	script, err := os.ReadFile(filepath.Join(folder, ctest.ScriptFile))
	if err == nil && strings.HasPrefix(string(script), ctest.ScriptHead) {
		names = append(names, ctest.Names()...)
	}
	for _, name := range names {
		if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing what the earlier evidence says: %w", err)
		}
	}
	return nil
}
