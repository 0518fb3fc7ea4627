package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"yogi/internal/cluster"
	"yogi/internal/confirm"
	"yogi/internal/pipeline"
	"yogi/internal/report"
	"yogi/internal/report/evidence"
	"yogi/internal/trial"
	"yogi/internal/verdict"
)

// Window is how many questions a client has on the queue at a time. It is far more than most clusters answer at once
// and bounds what the server keeps.
const Window = 256

// Client asks a cluster.
type Client struct {
	conn    *cluster.Conn
	run     *cluster.Run
	checker string // path of the program
	said    io.Writer
	busy    chan struct{} // what this machine does itself for questions
}

// NewClient begins to ask. What is done on this machine for the questions, reading files and validating evidence, is
// done for so many at a time.
func NewClient(ctx context.Context, access cluster.Access, as cluster.Client, checker string, jobs int) (*Client, error) {
	conn, err := cluster.Dial(ctx, access)
	if err != nil {
		return nil, err
	}
	run, err := conn.Begin(ctx, as)
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &Client{conn: conn, run: run, checker: checker, said: as.Said, busy: make(chan struct{}, max(jobs, 1))}, nil
}

// Close ends what was asked: workers give it up.
func (c *Client) Close() {
	c.run.End()
	c.conn.Close()
}

// work does something that takes this machine's processors.
func (c *Client) work(ctx context.Context, do func() error) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case c.busy <- struct{}{}:
	}
	defer func() { <-c.busy }()
	return do()
}

// Check has the check of a job made. Its evidence is in the job's folder then. Where ok is not set this machine has to
// make it: its files are wrong or belong to this machine, no answer was accepted, or the cluster has gone.
func (c *Client) Check(ctx context.Context, job pipeline.Job) (ran Ran, ok bool) {
	ran, err := c.check(ctx, job)
	if err != nil && ctx.Err() == nil {
		tell(c.said, "%s is checked on this machine: %v", strings.Join(job.Files, " "), err)
	}
	return ran, err == nil
}

func (c *Client) check(ctx context.Context, job pipeline.Job) (Ran, error) {
	folder, remove, err := scratch()
	if err != nil {
		return Ran{}, err
	}
	defer remove()
	q := &question{client: c, job: job, folder: folder}
	var posed cluster.Question
	err = c.work(ctx, func() (err error) {
		posed, err = q.pose(ctx)
		return err
	})
	if err != nil {
		return Ran{}, err
	}
	answer, err := c.run.Ask(ctx, posed)
	switch {
	case err != nil:
		return Ran{}, err
	case answer.Lost:
		return q.lost("so many workers were lost with the check that it was given up"), nil
	case q.ran.Status == statusUsage:
		return Ran{}, fmt.Errorf("worker %s could not read it: %s", answer.Worker, strings.TrimSpace(q.ran.Stderr))
	}
	return q.ran, nil
}

// statusUsage is the exit status of a check of what cannot be read.
const statusUsage = 2

// question is one call of Check.
type question struct {
	client *Client
	job    pipeline.Job
	folder string // scratch
	bundle *evidence.Bundle
	takes  int
	ran    Ran // of the accepted answer
}

// pose reads the files and makes the task.
func (q *question) pose(ctx context.Context) (cluster.Question, error) {
	folder := filepath.Join(q.folder, questionFolder)
	bundle, err := pipeline.WriteQuestion(ctx, q.job, folder)
	if err != nil {
		return cluster.Question{}, err
	}
	q.bundle = bundle
	if err := os.Remove(filepath.Join(folder, evidence.BundleFile)); err != nil {
		return cluster.Question{}, fmt.Errorf("posing a question: %w", err)
	}
	program, err := cluster.Pack(folder)
	if err != nil {
		return cluster.Question{}, err
	}
	if err := os.RemoveAll(folder); err != nil {
		return cluster.Question{}, fmt.Errorf("posing a question: %w", err)
	}
	text, err := json.Marshal(ask{
		Bundle: withoutNames(bundle), Timeout: q.job.Timeout, Memory: q.job.Memory, Assumptions: q.job.Assumptions,
		DebugCheck: q.job.DebugCheck, Store: q.job.Cache != "",
	})
	if err != nil {
		return cluster.Question{}, fmt.Errorf("posing a question: %w", err)
	}
	return cluster.Question{Program: program, Ask: text, Accept: func(a cluster.Answer) error {
		return q.client.work(ctx, func() error { return q.accept(ctx, a) })
	}}, nil
}

// withoutNames is a bundle in which sources have no names but those of the copies: what files are called on this
// machine is nobody's business.
func withoutNames(b *evidence.Bundle) *evidence.Bundle {
	out := *b
	out.Sources = slices.Clone(b.Sources)
	for i := range out.Sources {
		out.Sources[i].Path = out.Sources[i].Copy
	}
	return &out
}

// accept says what is wrong with an answer; where nothing is, its evidence is put where the user wants it.
func (q *question) accept(ctx context.Context, a cluster.Answer) error {
	said, err := readSay(a.Say)
	if err != nil {
		return err
	}
	q.takes++
	folder := filepath.Join(q.folder, fmt.Sprint(answerFolder, "-", q.takes))
	defer os.RemoveAll(folder)
	if err := cluster.Unpack(a.Archive, folder); err != nil {
		return err
	}
	q.ran = Ran{Stderr: q.named(said.Stderr), Status: said.Status, Seconds: said.Seconds, Peak: said.Peak, IsKilled: said.IsKilled, Worker: a.Worker}
	if said.IsKilled {
		late := q.lost("the check did not end in its time")
		q.ran.Stdout, q.ran.Result, q.ran.Status = late.Stdout, late.Result, late.Status
		return nil
	}
	if said.Status == statusUsage {
		return nil // it knows nothing
	}
	text, err := os.ReadFile(filepath.Join(folder, resultFile))
	if err != nil {
		return fmt.Errorf("the answer has no result: %w", err)
	}
	var result report.Result
	if err := json.Unmarshal(text, &result); err != nil {
		return fmt.Errorf("the answer has no result: %w", err)
	}
	if !strings.HasPrefix(result.Verdict, "UNKNOWN(") {
		if isChecked, err := q.validate(ctx, folder, &result); err != nil {
			return err
		} else if !isChecked {
			tell(q.client.said, "there was no time to check the evidence of worker %s", a.Worker)
			q.ran = q.lost("the evidence of a worker was not checked in time")
			return nil
		}
	}
	if q.ran.Result, err = q.result(text, result); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := q.ran.Result.WriteJSON(&out); err != nil {
		return err
	}
	q.ran.Stdout = out.Bytes()
	q.ran.Status = report.StatusOf(report.KindOf(result.Verdict), verdict.Reason(result.Reason))
	return q.keep(folder)
}

// validate has the evidence of an answer checked by a child process, which nothing in it can harm, and holds it against
// what was asked. It says whether there was time.
func (q *question) validate(ctx context.Context, folder string, result *report.Result) (isChecked bool, err error) {
	if err := q.rename(folder); err != nil {
		return false, err
	}
	limit := 2*q.job.Timeout + time.Minute
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	args := []string{"validate", "--timeout", (limit + grace).String(), folder}
	if q.job.Unsandboxed {
		args = append(args, "--unsandboxed")
	}
	text, err := trial.Command(limited, q.client.checker, args...).CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case limited.Err() != nil:
		return false, nil
	case err != nil:
		return false, fmt.Errorf("its evidence of %s does not check: %s", result.Verdict, strings.TrimSpace(firstPart(string(text))))
	}
	found, err := evidence.Read(folder)
	if err != nil {
		return false, err
	}
	if err := pipeline.CheckAnswer(q.bundle, found, result); err != nil {
		return false, err
	}
	result.Assumptions = found.Assumptions
	return true, nil
}

// rename gives files in the texts of evidence the names that the user gave them.
func (q *question) rename(folder string) error {
	for name, names := range map[string]func(string) string{evidence.BundleFile: q.namedInJSON, evidence.TraceFile: q.named, "witness.yml": q.named} {
		path := filepath.Join(folder, name)
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = os.WriteFile(path, []byte(names(string(text))), 0o644)
		}
		if err != nil {
			return fmt.Errorf("reading the answer: %w", err)
		}
	}
	return nil
}

// named is a text with the names that the user gave files.
func (q *question) named(text string) string {
	return q.replaced(text, func(path string) string { return path })
}

// namedInJSON is the same for a text in JSON.
func (q *question) namedInJSON(text string) string {
	return q.replaced(text, func(path string) string {
		quoted, err := json.Marshal(path)
		if err != nil {
			return path
		}
		return string(quoted[1 : len(quoted)-1])
	})
}

func (q *question) replaced(text string, written func(path string) string) string {
	sources := slices.Clone(q.bundle.Sources)
	slices.SortFunc(sources, func(a, b evidence.Source) int { return len(b.Copy) - len(a.Copy) })
	var pairs []string
	for _, s := range sources {
		pairs = append(pairs, written(questionFolder+"/"+s.Copy), written(s.Path))
	}
	if q.job.Out != "" {
		pairs = append(pairs, written(answerFolder+"/"), written(q.job.Out+"/"))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// result is the result to print: the worker's, in the user's names. What the evidence showed stands
// in the place of what the worker says of it. A place in a file of this machine that was not sent
// is none: others would read it there.
func (q *question) result(text []byte, checked report.Result) (*report.Result, error) {
	result := &report.Result{}
	if err := json.Unmarshal([]byte(q.namedInJSON(string(text))), result); err != nil {
		return nil, fmt.Errorf("reading the answer: %w", err)
	}
	result.Verdict, result.Reason, result.Class, result.Assumptions = checked.Verdict, checked.Reason, checked.Class, checked.Assumptions
	if q.job.Out == "" {
		result.Evidence = nil
	}
	if report.KindOf(result.Verdict) != verdict.Fail {
		return result, nil
	}
	if result.Error == nil {
		return nil, errors.New("the answer does not say where the program fails")
	}
	files := []string{result.Error.File}
	for _, line := range result.Trace {
		files = append(files, line.File)
	}
	for _, file := range files {
		isSent := slices.ContainsFunc(q.bundle.Sources, func(s evidence.Source) bool { return s.Path == file })
		if _, err := os.Lstat(file); !isSent && err == nil {
			return nil, fmt.Errorf("the answer speaks of %s, which was not sent", file)
		}
	}
	return result, nil
}

// keep puts accepted evidence where the user wants it.
func (q *question) keep(folder string) error {
	if q.job.Out == "" {
		return nil
	}
	if err := os.RemoveAll(filepath.Join(folder, resultFile)); err != nil {
		return fmt.Errorf("keeping the evidence: %w", err)
	}
	if err := confirm.ClearFolder(q.job.Out); err != nil {
		return err
	}
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		to := filepath.Join(q.job.Out, name)
		return errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, text, 0o644))
	})
}

// lost is the result of a check of which no worker says anything that counts.
func (q *question) lost(why string) Ran {
	result := &report.Result{Verdict: "UNKNOWN(internal)", Reason: "internal", Detail: why, Files: q.job.Files}
	text, err := json.Marshal(result)
	if err != nil {
		text = nil
	}
	return Ran{Stdout: text, Result: result, Status: report.StatusOf(verdict.Unknown, verdict.Internal), Worker: q.ran.Worker}
}
