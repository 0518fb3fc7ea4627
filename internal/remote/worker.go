package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"yogi/internal/cluster"
	"yogi/internal/report"
	"yogi/internal/trial"
)

// AnswerCommand is the command of the program that a worker's child is: its arguments are the folder of the question
// and the one for the evidence.
const AnswerCommand = "answer"

// StatusNotMade is the exit status of a worker's child that could not make the check, whatever is asked.
const StatusNotMade = 5

// Worker makes checks in child processes.
type Worker struct {
	Checker     string // path of the program
	Unsandboxed bool
}

// Perform makes the check of one task, for cluster.Worker.
func (w Worker) Perform(ctx context.Context, program []byte, text json.RawMessage) (cluster.Performed, error) {
	var asked ask
	if err := json.Unmarshal(text, &asked); err != nil || asked.Bundle == nil {
		return cluster.Performed{}, errors.New("the task is none that this program knows")
	}
	folder, remove, err := scratch()
	if err != nil {
		return cluster.Performed{}, err
	}
	defer remove()
	question, answer, temporary := filepath.Join(folder, questionFolder), filepath.Join(folder, answerFolder), filepath.Join(folder, "tmp")
	for _, made := range []string{question, answer, temporary} {
		if err := os.Mkdir(made, 0o700); err != nil {
			return cluster.Performed{}, fmt.Errorf("making a scratch folder: %w", err)
		}
	}
	if err := cluster.Unpack(program, question); err != nil {
		return cluster.Performed{}, err
	}
	if err := writeQuestion(question, asked.Bundle); err != nil {
		return cluster.Performed{}, err
	}
	said, stdout, err := w.check(ctx, folder, temporary, asked)
	if err != nil {
		return cluster.Performed{}, err
	}
	if err := os.WriteFile(filepath.Join(answer, resultFile), stdout, 0o600); err != nil {
		return cluster.Performed{}, fmt.Errorf("keeping the result: %w", err)
	}
	files, err := cluster.Pack(answer)
	if err != nil {
		return cluster.Performed{}, err
	}
	reply, err := json.Marshal(said)
	return cluster.Performed{Say: reply, Files: files, Told: told(said, stdout)}, err
}

// told makes a check's output short for those who watch.
func told(said say, stdout []byte) cluster.Told {
	out := cluster.Told{Outcome: "none", Seconds: said.Seconds}
	var result report.Result
	switch {
	case said.IsKilled:
		out.Outcome = "killed"
	case json.Unmarshal(stdout, &result) == nil:
		out.Outcome = report.KindOf(result.Verdict).String()
		for kind, n := range result.Counts.Other {
			if strings.HasSuffix(kind, "from the cache") {
				out.Stored += n
			}
		}
	}
	return out
}

// check runs the checker on a question.
func (w Worker) check(ctx context.Context, folder, temporary string, asked ask) (say, []byte, error) {
	args := []string{AnswerCommand, "--timeout", asked.Timeout.String(), "--memory", strconv.FormatUint(asked.Memory, 10)}
	if asked.Assumptions != "" {
		args = append(args, "--assumptions", asked.Assumptions)
	}
	for flag, isSet := range map[string]bool{"--no-store": !asked.Store, "--debug-check": asked.DebugCheck, "--unsandboxed": w.Unsandboxed} {
		if isSet {
			args = append(args, flag)
		}
	}
	limited, cancel := ctx, context.CancelFunc(func() {})
	if asked.Timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, asked.Timeout+grace)
	}
	defer cancel()
	var stdout, stderr bytes.Buffer
	command := trial.Command(limited, w.Checker, append(args, questionFolder, answerFolder)...)
	command.Dir, command.Stdout, command.Stderr = folder, &stdout, &stderr
	command.Env = append(command.Environ(), "TMPDIR="+temporary)
	began := time.Now()
	err := command.Run()
	if ctx.Err() != nil {
		return say{}, nil, ctx.Err()
	}
	said := say{Seconds: time.Since(began).Seconds(), IsKilled: limited.Err() != nil, Stderr: firstPart(strings.ReplaceAll(stderr.String(), folder+"/", ""))}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !said.IsKilled {
		return say{}, nil, fmt.Errorf("running the checker: %w", err)
	}
	if state := command.ProcessState; state != nil {
		said.Status = state.ExitCode()
		if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
			said.Peak = float64(usage.Maxrss) / 1024
		}
	}
	if said.Status == StatusNotMade {
		return say{}, nil, errors.New(strings.TrimSpace(said.Stderr))
	}
	return said, bytes.ReplaceAll(stdout.Bytes(), []byte(folder+"/"), nil), nil
}

// firstPart is as much of a diagnostic output as is worth sending.
func firstPart(text string) string {
	const most = 4096
	return text[:min(len(text), most)]
}
