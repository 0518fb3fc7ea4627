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
	settings, err := json.Marshal(r.job)
	if err != nil {
		return nil, fmt.Errorf("encoding the settings: %w", err)
	}
	v.Property = r.propertyName()
	b := &evidence.Bundle{Producer: "yogi", Verdict: report.Words(*v), Class: v.Class, Assumptions: v.Assumptions, Settings: settings}
	if b.Sources, err = r.job.sources(ctx); err != nil {
		return nil, err
	}
	if test != nil {
		b.Limits = test.Limits
	}
	if v.Kind == verdict.Fail {
		b.Test = evidence.EncodeTest(v.Test)
	}
	return b, nil
}

// sources are the files that a job reads: the program, and the headers of a C program. Each is copied to
// a place that keeps how headers are found.
func (j Job) sources(ctx context.Context) ([]evidence.Source, error) {
	path := j.Files[0]
	out := []evidence.Source{{Path: path, Copy: filepath.Join(evidence.SourceFolder(0), filepath.Base(path))}}
	if !isC(path) {
		return out, nil
	}
	headers, err := c.Headers(ctx, j.cOptions(path))
	if err != nil {
		return nil, err
	}
	folders := append([]string{filepath.Dir(path)}, j.Include...)
	for _, header := range headers {
		for number := len(folders) - 1; number >= 0; number-- {
			below, err := filepath.Rel(folders[number], header)
			if err == nil && filepath.IsLocal(below) {
				out = append(out, evidence.Source{Path: header, Copy: filepath.Join(evidence.SourceFolder(number), below)})
				break
			}
		}
	}
	return out, nil
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
