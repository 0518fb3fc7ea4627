package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"yogi/internal/load"
	"yogi/internal/report"
	"yogi/internal/report/evidence"
	"yogi/internal/verdict"
)

// This file poses a check to another machine and holds what comes back against what was asked. A question is a folder
// like that of evidence, without a verdict.

// ErrNotPortable is the error of a question that another machine may understand as another one.
var ErrNotPortable = errors.New("the check reads files that another machine would look for elsewhere")

// WriteQuestion writes what a job asks into a folder.
func WriteQuestion(ctx context.Context, job Job, folder string) (*evidence.Bundle, error) {
	bundle, err := evidenceOf(job).Question(ctx, folder)
	if err != nil {
		return nil, err
	}
	copied := map[string]bool{} // as a file of the program
	for _, s := range bundle.Sources {
		_, isHeader := evidence.HeaderOf(s.Copy)
		if isHeader && copied[s.Path] || !isHeader && (!filepath.IsLocal(s.Copy) || !evidence.IsCopy(s.Copy)) {
			return nil, fmt.Errorf("%w: %s", ErrNotPortable, s.Path)
		}
		copied[s.Path] = true
	}
	return bundle, nil
}

// ReadQuestion is the job that a question in a folder asks. The names of its files begin with the folder's.
func ReadQuestion(folder string) (Job, error) {
	_, job, err := readBundle(folder)
	return job, err
}

// CheckAnswer says whether the evidence in a folder, which was found in order, is about what a question asks, and
// shows the verdict that a result has. The error says what is wrong.
func CheckAnswer(asked, found *evidence.Bundle, result *report.Result) error {
	if result.Verdict != found.Verdict || result.Class != found.Class {
		return fmt.Errorf("the answer is %s (%s), and its evidence shows %s (%s)", result.Verdict, result.Class, found.Verdict, found.Class)
	}
	if err := sameSources(asked.Sources, found.Sources); err != nil {
		return err
	}
	var question, answer Job
	if err := errors.Join(json.Unmarshal(asked.Settings, &question), json.Unmarshal(found.Settings, &answer)); err != nil {
		return fmt.Errorf("reading the settings: %w", err)
	}
	if question.Strict && found.Class != verdict.Executed && found.Assumptions.Beyond() {
		return errors.New("the evidence shows the verdict under assumptions, and none are to be made")
	}
	if found.Test != nil {
		answer = asTested(question, answer)
	}
	return sameQuestion(question, answer)
}

// sameSources says whether the copies are those that were sent: all of them, with the same texts, and no others.
func sameSources(asked, found []evidence.Source) error {
	texts := map[string]string{}
	for _, s := range asked {
		texts[s.Copy] = s.SHA256
	}
	seen := map[string]bool{}
	for _, s := range found {
		if texts[s.Copy] != s.SHA256 {
			return fmt.Errorf("the evidence is about another file: %s", s.Copy)
		}
		seen[s.Copy] = true
	}
	if len(seen) != len(texts) {
		return fmt.Errorf("the evidence is about %d files, %d were sent", len(seen), len(texts))
	}
	return nil
}

// asTested is the job that a test answers: that of a check over mathematical integers may be one over machine words.
func asTested(asked, answered Job) Job {
	if asked.IsLinear() && answered.Arith == asked.OverMachineWords().Arith {
		answered.Arith = asked.Arith
	}
	return answered
}

// sameQuestion says whether evidence made with the settings of one job answers another one. How is searched does not
// matter.
func sameQuestion(asked, answered Job) error {
	before, err := asAsked(asked)
	if err != nil {
		return err
	}
	if after, err := asAsked(answered); err != nil || !bytes.Equal(before, after) {
		return errors.Join(errors.New("the evidence is about another question than the one that was asked"), err)
	}
	return nil
}

// asAsked are the settings of a job without those of the search, on which no verdict depends.
func asAsked(job Job) ([]byte, error) {
	job.Search = load.Search{}
	text, err := json.Marshal(job)
	if err != nil {
		return nil, fmt.Errorf("encoding the settings: %w", err)
	}
	return text, nil
}
