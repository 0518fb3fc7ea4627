package confirm

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/report"
	"yogi/internal/report/ctest"
	"yogi/internal/report/evidence"
	"yogi/internal/verdict"
)

// save writes the evidence of a checked verdict to the folder for it, if there is one. test is the
// compiled test of a C fail, else nil.
func (r *confirmation) save(ctx context.Context, program *ir.Program, v *verdict.Verdict, test *ctest.Plan) error {
	folder := r.Out
	if folder == "" {
		return nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making the folder of the evidence: %w", err)
	}
	if err := ClearFolder(folder); err != nil {
		return err
	}
	sources, copies, err := r.sources(ctx)
	if err != nil {
		return err
	}
	bundle, err := r.bundle(v, test, sources, copies)
	if err != nil {
		return err
	}
	if err := bundle.Write(folder); err != nil {
		return err
	}
	v.Evidence["evidence"] = filepath.Join(folder, evidence.BundleFile)
	switch v.Kind {
	case verdict.Pass:
		path := filepath.Join(folder, evidence.CertificateFile)
		v.Evidence["certificate"] = path
		return evidence.WriteJSON(path, evidence.EncodeCertificate(program, v.Certificate))
	case verdict.Fail:
		if v.Class != verdict.Executed {
			test = nil // a script that comes to no error would show the opposite of the verdict
		}
		if test != nil {
			test.CopyOf = copies.ofAbsolute
		}
		return saveTest(folder, v, test, bundle.Versions)
	}
	return nil
}

func (r *confirmation) bundle(v *verdict.Verdict, test *ctest.Plan, sources []evidence.Source, copies *copies) (*evidence.Bundle, error) {
	settings, err := r.Settings(r.form, copies.of)
	if err != nil {
		return nil, err
	}
	v.Property = r.PropertyOf(*v)
	b := &evidence.Bundle{Producer: "yogi", Verdict: report.Words(*v), Class: v.Class, Assumptions: v.Assumptions, Settings: settings, Sources: sources}
	b.Versions = r.versions(test)
	if test != nil {
		b.Limits = test.Limits
	}
	if v.Kind == verdict.Fail {
		b.Test = evidence.EncodeTest(v.Test)
	}
	return b, nil
}

// sources are the files that a check reads: the program's, and the headers of a C program.
func (k Case) sources(ctx context.Context) (out []evidence.Source, copies *copies, err error) {
	paths := k.files()
	var standard []evidence.Source
	if k.InC {
		headers, err := c.Headers(ctx, k.Source)
		if err != nil {
			return nil, nil, err
		}
		others, read, err := c.MachinesHeaders(k.Source, headers, k.folders())
		if err != nil {
			return nil, nil, err
		}
		paths = append(paths, others...)
		for _, path := range slices.Sorted(maps.Keys(read)) {
			standard = append(standard, evidence.Source{Path: path, Copy: evidence.CopyOfHeader(path), Text: read[path]})
		}
	}
	copies, err = newCopies(paths, k.folders())
	if err != nil {
		return nil, nil, err
	}
	copies.headers = k.headerFolder()
	for _, path := range paths {
		out = append(out, evidence.Source{Path: path, Copy: copies.of(path)})
	}
	return append(out, standard...), copies, nil
}

// headerFolder is the folder in which the program's files find copies of standard headers of another machine; "": they
// do not.
func (k Case) headerFolder() string {
	for _, u := range k.Source.Units {
		if u.Reading.Root != "" && len(u.Reading.MachineCopies) > 0 {
			return filepath.Join(u.Reading.Root, evidence.HeaderFolder)
		}
	}
	return ""
}

// folders are the folders in which is looked for headers.
func (k Case) folders() []string {
	var out []string
	note := func(path string) string { out = append(out, path); return path }
	for _, unit := range k.Source.Units {
		reading := unit.Reading
		reading.Forced, reading.ContractFiles = nil, nil
		reading.Paths(note)
	}
	return out
}

// Question writes what is asked into a folder as evidence does, without a verdict: copies of all files that the
// check reads, and the settings.
func (k Case) Question(ctx context.Context, folder string) (*evidence.Bundle, error) {
	sources, copies, err := k.sources(ctx)
	if err != nil {
		return nil, err
	}
	settings, err := k.Settings(Form{}, copies.of)
	if err != nil {
		return nil, err
	}
	bundle := &evidence.Bundle{Producer: "yogi", Settings: settings, Sources: sources}
	return bundle, bundle.Write(folder)
}

// saveTest writes the trace and, where a compiled test shows the fail, that.
func saveTest(folder string, v *verdict.Verdict, test *ctest.Plan, versions []string) error {
	var trace strings.Builder
	report.NewResult(*v, nil, nil).WriteTrace(&trace)
	path := filepath.Join(folder, evidence.TraceFile)
	if err := os.WriteFile(path, []byte(trace.String()), 0o644); err != nil {
		return fmt.Errorf("writing the trace: %w", err)
	}
	v.Evidence["trace"] = path
	if test == nil {
		return nil
	}
	v.Evidence["driver"] = filepath.Join(folder, test.DriverName())
	v.Evidence["program"] = filepath.Join(folder, test.ProgramName())
	v.Evidence["patch"] = filepath.Join(folder, ctest.PatchFile)
	v.Evidence[report.ScriptRole] = filepath.Join(folder, ctest.ScriptFile)
	return test.Write(folder, test.Generate(), versions)
}
