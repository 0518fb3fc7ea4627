package lsp

import (
	"os"
	"slices"
	"strings"

	"yogi/internal/pipeline"
	"yogi/internal/report"
	"yogi/internal/verdict"
)

// This file says what a client shows of findings.

// name is the source of diagnostics.
const name = "yogi"

// mostRelated is how many steps of a run a diagnostic tells; "show the run" tells all.
const mostRelated = 20

// diagnostics are those of a document's findings, by URI. text is the text of a file.
func (f *findings) diagnostics(own *document, text func(path string) string) map[string][]Diagnostic {
	out := map[string][]Diagnostic{own.uri: {}}
	add := func(file string, d Diagnostic) {
		uri := own.uri
		if file != "" && !strings.HasPrefix(file, "<") && file != own.path {
			uri = uriOf(file)
		}
		if !slices.ContainsFunc(out[uri], func(known Diagnostic) bool { return known.Range == d.Range && known.Message == d.Message }) {
			out[uri] = append(out[uri], d)
		}
	}
	at := func(p report.Place) Location {
		if p.File == "" || strings.HasPrefix(p.File, "<") {
			return Location{own.uri, rangeAt(own.text, 1, 0)}
		}
		return Location{uriOf(p.File), rangeAt(text(p.File), p.Line, p.Column)}
	}
	for _, t := range f.trouble {
		message := strings.Join(append([]string{t.Place.What}, t.Notes...), "\n")
		add(t.Place.File, Diagnostic{Range: at(t.Place).Range, Severity: severityError, Code: t.Code, Source: name, Message: message})
	}
	for _, finding := range f.verdicts {
		r := finding.Result
		switch report.KindOf(r.Verdict) {
		case verdict.Fail:
			if r.Suppression != nil {
				break
			}
			place := f.written(finding)
			d := Diagnostic{Range: at(place).Range, Severity: severityError, Code: r.Property, Source: name, Message: r.Error.What + in(finding.Entry)}
			for _, p := range append(mainSteps(r.Trace), r.Related...) {
				if p.File != "" && !strings.HasPrefix(p.File, "<") {
					d.Related = append(d.Related, Information{at(p), p.What})
				}
			}
			add(place.File, d)
		case verdict.Unknown:
			place := f.start(finding, own)
			message := r.Verdict + in(finding.Entry)
			if why := r.Why(); why != "" {
				message += ": " + why
			}
			if e := r.Error; e != nil {
				message += ": " + e.What
				if e.Line > 0 && !strings.HasPrefix(e.File, "<") {
					place = *e
				}
			}
			if run := r.Unconfirmed; run != nil {
				message += "\nmay fail, which is not confirmed: " + run.Error.What
				if run.Error.Line > 0 && !strings.HasPrefix(run.Error.File, "<") {
					place = run.Error
				}
			}
			if r.Help != "" {
				message += "\nwhat may help: " + r.Help
			}
			add(place.File, Diagnostic{Range: at(place).Range, Severity: severityInformation, Code: r.Reason, Source: name, Message: message})
		}
		for _, w := range r.Warnings {
			if w.Line == 0 || w.ID == pipeline.WarnNothingToCheck { // most functions of most files are so
				continue
			}
			place := report.Place{File: w.File, Line: w.Line}
			add(w.File, Diagnostic{Range: at(place).Range, Severity: severityWarning, Code: w.ID, Source: name, Message: w.Text})
		}
	}
	return out
}

// in says which function was the entry.
func in(entry string) string {
	if entry == "" || entry == "main" {
		return ""
	}
	return " (entry " + entry + ")"
}

// written is where a fail is told: at the error, or the last step in a file where that lies in none.
func (f *findings) written(finding *Finding) report.Place {
	place := *finding.Result.Error
	if place.Line > 0 && !strings.HasPrefix(place.File, "<") {
		return place
	}
	for _, line := range slices.Backward(finding.Result.Trace) {
		if line.Line > 0 && !strings.HasPrefix(line.File, "<") {
			return report.Place{File: line.File, Line: line.Line}
		}
	}
	return place
}

// start is where the entry of a finding begins.
func (f *findings) start(finding *Finding, own *document) report.Place {
	if p := finding.Result.Place; p != nil {
		return *p
	}
	for _, function := range f.reads.Functions {
		if function.Name == finding.Entry {
			return report.Place{File: own.path, Line: function.Line, Column: function.Column}
		}
	}
	return report.Place{File: own.path, Line: 1}
}

// mainSteps are the steps of a run that a diagnostic tells: the last ones, since they lead to the error.
func mainSteps(trace []report.Line) []report.Place {
	var out []report.Place
	for _, line := range trace {
		if line.Line > 0 {
			out = append(out, report.Place{File: line.File, Line: line.Line, What: line.Text})
		}
	}
	return out[max(0, len(out)-mostRelated):]
}

// lenses are the commands at the functions of a document.
func (f *findings) lenses(own *document) []CodeLens {
	out := []CodeLens{}
	for _, function := range f.reads.Functions {
		at := rangeAt(own.text, function.Line, function.Column)
		out = append(out, CodeLens{at, Command{"check " + function.Name, CommandCheck, []any{own.uri, function.Name}}})
		if f.failing(function.Name) != nil {
			out = append(out, CodeLens{at, Command{"show the run", CommandShowRun, []any{own.uri, function.Name}}})
		}
	}
	return out
}

// failing is a fail of an entry, nil if none is known.
func (f *findings) failing(entry string) *Finding {
	for _, finding := range f.verdicts {
		if finding.Entry == entry && report.KindOf(finding.Result.Verdict) == verdict.Fail {
			return finding
		}
	}
	return nil
}

// hints tells what proofs say of the loops of a document, where nothing has changed since.
func (f *findings) hints(own *document, within Range) []InlayHint {
	out := []InlayHint{}
	if f.version != own.version {
		return out
	}
	told := map[InlayHint]bool{}
	for _, finding := range f.verdicts {
		if report.KindOf(finding.Result.Verdict) != verdict.Pass {
			continue
		}
		for _, i := range finding.Invariants {
			line := i.Line - 1
			if i.File != own.path || line < within.Start.Line || line > within.End.Line {
				continue
			}
			tooltip := "a proof of " + finding.Result.Property + " holds this of every round of the loop" + in(finding.Entry)
			hint := InlayHint{Position{line, units(lineText(own.text, i.Line))}, "invariant: " + i.What, tooltip, true}
			if !told[hint] {
				told[hint] = true
				out = append(out, hint)
			}
		}
	}
	return out
}

// textOn is the text of a file on the disk; "" if nobody has it.
func textOn(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(text)
}
