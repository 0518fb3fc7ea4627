// Package remote has checks made on other machines, over the queue of package cluster.
//
// In goes a job; its files are read here, so that what is sent is complete: copies of all files and the settings, as
// evidence has them. Out comes what `yogi check --json` would have printed, as far as the evidence that came with it
// was found in order here: by a validation in a child process, and by a comparison with what was asked. Of a worker
// nothing is believed but that it does not know.
package remote

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"yogi/internal/pipeline"
	"yogi/internal/report"
	"yogi/internal/report/evidence"
)

// The names of folders and files of a task. The folders' names are in what a worker prints and are replaced by those
// that the user gave, so no other text should have them.
const (
	questionFolder = "yogi-question"
	answerFolder   = "yogi-answer"
	resultFile     = "result.json"
)

// grace is how long past its time limit a check may live: it promises to end within two seconds.
const grace = 5 * time.Second

// ask is the message that goes with the files of a task.
type ask struct {
	Bundle      *evidence.Bundle `json:"bundle"`
	Timeout     time.Duration    `json:"timeout"`
	Memory      uint64           `json:"memory"`
	Assumptions string           `json:"assumptions"`
	DebugCheck  bool             `json:"debug_check,omitempty"`
	Store       bool             `json:"store,omitempty"` // the worker may use what it kept of earlier checks
}

// say is the message that comes with the files of an answer.
type say struct {
	Status   int     `json:"status"` // exit status of the check
	Seconds  float64 `json:"seconds"`
	Peak     float64 `json:"memory_mib"`
	IsKilled bool    `json:"killed,omitempty"`
	Stderr   string  `json:"stderr,omitempty"`
}

// Ran is a check that has ended, wherever it was made.
type Ran struct {
	Stdout   []byte         // the object that --json prints
	Result   *report.Result // the same; nil: there is none
	Stderr   string
	Status   int
	Seconds  float64 // by the clock of the worker
	Peak     float64 // megabytes of its largest process
	IsKilled bool    // it did not end in time
	Worker   string
}

// Answer makes the check that a question in a folder asks, in this process; evidence goes to the folder out. It is what
// a worker's child does.
func Answer(job pipeline.Job, folder, out string) (pipeline.Job, error) {
	asked, err := pipeline.ReadQuestion(folder)
	if err != nil {
		return pipeline.Job{}, err
	}
	asked.Timeout, asked.Memory, asked.Assumptions, asked.DebugCheck = job.Timeout, job.Memory, job.Assumptions, job.DebugCheck
	asked.Cache, asked.Version, asked.Journal, asked.Unsandboxed, asked.Out = job.Cache, job.Version, job.Journal, job.Unsandboxed, out
	return asked, nil
}

// writeQuestion puts a bundle beside the copies that it speaks of.
func writeQuestion(folder string, bundle *evidence.Bundle) error {
	return evidence.WriteJSON(filepath.Join(folder, evidence.BundleFile), bundle)
}

// readSay reads what came with an answer.
func readSay(text json.RawMessage) (say, error) {
	var s say
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fmt.Errorf("reading the answer: %w", err)
	}
	return s, nil
}

// scratch makes a folder for one task; remove removes it.
func scratch() (folder string, remove func(), err error) {
	folder, err = os.MkdirTemp("", "yogi-cluster-")
	if err != nil {
		return "", nil, fmt.Errorf("making a scratch folder: %w", err)
	}
	return folder, func() { os.RemoveAll(folder) }, nil
}

// tell prints a line for people.
func tell(out io.Writer, format string, args ...any) {
	fmt.Fprintf(out, "yogi: "+format+"\n", args...)
}
