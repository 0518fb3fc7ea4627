package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/report"
	"yogi/internal/report/ctest"
	"yogi/internal/report/evidence"
	"yogi/internal/verdict"
)

// save writes the evidence of a checked verdict to the job's folder, if it has one. test is the
// compiled test of a C fail, else nil.
func (r *run) save(ctx context.Context, program *ir.Program, v *verdict.Verdict, test *ctest.Plan) error {
	folder := r.job.Out
	if folder == "" {
		return nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making the folder of the evidence: %w", err)
	}
	bundle, err := r.bundle(ctx, v, test)
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
		return saveTest(folder, v, test)
	}
	return nil
}

func (r *run) bundle(ctx context.Context, v *verdict.Verdict, test *ctest.Plan) (*evidence.Bundle, error) {
	sources, moved, err := r.job.sources(ctx)
	if err != nil {
		return nil, err
	}
	settings, err := json.Marshal(moved)
	if err != nil {
		return nil, fmt.Errorf("encoding the settings: %w", err)
	}
	v.Property = r.job.propertyOf(*v)
	b := &evidence.Bundle{Producer: "yogi", Verdict: report.Words(*v), Class: v.Class, Assumptions: v.Assumptions, Settings: settings, Sources: sources}
	if test != nil {
		b.Limits = test.Limits
	}
	if v.Kind == verdict.Fail {
		b.Test = evidence.EncodeTest(v.Test)
	}
	return b, nil
}

// sources are the files that a job reads: the program's, and the headers of a C program. moved is the job for
// the copies.
func (j Job) sources(ctx context.Context) (out []evidence.Source, moved Job, err error) {
	paths := append([]string(nil), j.Files...)
	if isC(j.Files[0]) {
		headers, err := c.Headers(ctx, j.cOptions())
		if err != nil {
			return nil, j, err
		}
		paths = append(paths, headers...)
	}
	copies, err := newCopies(paths, j.folders())
	if err != nil {
		return nil, j, err
	}
	for _, path := range paths {
		out = append(out, evidence.Source{Path: path, Copy: copies.of(path)})
	}
	return out, j.moved(copies.of), nil
}

// folders are the folders in which the job looks for headers.
func (j Job) folders() []string {
	var out []string
	note := func(path string) string { out = append(out, path); return path }
	for _, r := range append([]c.Reading{j.Reading}, j.Readings...) {
		r.Forced = nil
		r.Paths(note)
	}
	return out
}

// moved is the job with every path put through change.
func (j Job) moved(change func(path string) string) Job {
	files := make([]string, len(j.Files))
	for i, path := range j.Files {
		files[i] = change(path)
	}
	j.Files, j.Reading = files, j.Reading.Paths(change)
	readings := j.Readings
	j.Readings = nil
	for _, r := range readings {
		j.Readings = append(j.Readings, r.Paths(change))
	}
	return j
}

// saveTest writes the trace and, for C, the compiled test.
func saveTest(folder string, v *verdict.Verdict, test *ctest.Plan) error {
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
	v.Evidence["driver"] = filepath.Join(folder, ctest.DriverFile)
	v.Evidence["program"] = filepath.Join(folder, ctest.ProgramFile)
	v.Evidence["patch"] = filepath.Join(folder, ctest.PatchFile)
	return test.Write(folder, test.Generate())
}
