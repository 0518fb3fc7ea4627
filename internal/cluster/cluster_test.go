package cluster

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// waitLimit is how long a test waits for what takes a moment on a machine that does nothing else.
const waitLimit = 3 * time.Minute

// newCluster starts a server and returns a way to connect to it.
func newCluster(t *testing.T) func(name string) *Conn {
	t.Helper()
	server, err := Start(ServerOptions{Listen: "127.0.0.1:0", Data: t.TempDir(), Room: 1 << 28})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return func(name string) *Conn {
		conn, err := Dial(t.Context(), Access{URL: server.URL(), Name: name})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(conn.Close)
		return conn
	}
}

func begin(t *testing.T, conn *Conn, client string, said io.Writer) *Run {
	t.Helper()
	run, err := conn.Begin(t.Context(), Client{Version: "v", Name: client, Said: said})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(run.End)
	return run
}

// work has a worker answer until the end of the test, or until end is called.
func work(t *testing.T, conn *Conn, name string, perform func(context.Context, []byte, json.RawMessage) (Performed, error)) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() {
		if err := conn.Work(ctx, Worker{Name: name, Version: "v", Jobs: 1, Said: io.Discard, Perform: perform}); err != nil {
			t.Error(err)
		}
	})
	end = func() { cancel(); done.Wait() }
	t.Cleanup(end)
	return end
}

func question(text string, accept func(Answer) error) Question {
	return Question{Program: []byte("program"), Ask: json.RawMessage(fmt.Sprintf("%q", text)), Accept: accept}
}

func accepted(Answer) error { return nil }

// TestTurns: a client with few questions does not wait until those of one that came first are answered. Each question
// has its own answer.
func TestTurns(t *testing.T) {
	dial := newCluster(t)
	many, few := begin(t, dial("many"), "many", io.Discard), begin(t, dial("few"), "few", io.Discard)
	ask := func(run *Run, text string) {
		a, err := run.Ask(t.Context(), question(text, accepted))
		if err != nil || string(a.Say) != fmt.Sprintf("%q", text) || string(a.Archive) != "files of program" {
			t.Errorf("the answer to %s is %s with %s (%v)", text, a.Say, a.Archive, err)
		}
	}
	var asked sync.WaitGroup
	for i := range 30 {
		asked.Go(func() { ask(many, fmt.Sprint("many ", i)) })
	}
	waitFor(t, dial("test"), 30)
	for i := range 5 {
		asked.Go(func() { ask(few, fmt.Sprint("few ", i)) })
	}
	waitFor(t, dial("test"), 35)
	var order []string
	work(t, dial("worker"), "worker", func(_ context.Context, program []byte, ask json.RawMessage) (Performed, error) {
		order = append(order, string(ask))
		return Performed{Say: ask, Files: append([]byte("files of "), program...)}, nil
	})
	asked.Wait()
	if len(order) != 35 {
		t.Errorf("%d questions were answered %d times", 35, len(order))
	}
	for i, n := 0, 0; n < 5; i++ {
		if i == 25 {
			t.Fatalf("those of the second client are not among the first: %v", order)
		}
		if strings.Contains(order[i], "few") {
			n++
		}
	}
}

// TestPriorities: tasks of a run with a higher priority come first, whoever asked first.
func TestPriorities(t *testing.T) {
	dial := newCluster(t)
	var asked sync.WaitGroup
	ask := func(name string, priority Priority) {
		run, err := dial(name).Begin(t.Context(), Client{Version: "v", Name: name, Priority: priority, Said: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(run.End)
		for i := range 5 {
			asked.Go(func() {
				if _, err := run.Ask(t.Context(), question(fmt.Sprint(name, " ", i), accepted)); err != nil {
					t.Error(err)
				}
			})
		}
	}
	ask("low", Low)
	ask("normal", Normal)
	ask("high", High)
	waitFor(t, dial("test"), 15)
	var order []string
	heard := make(chan struct{}, 1)
	begun := false
	work(t, dial("worker"), "worker", func(ctx context.Context, _ []byte, ask json.RawMessage) (Performed, error) {
		if !begun { // the first one may come before all runs were heard of
			begun = true
			select {
			case <-heard:
			case <-ctx.Done():
			}
		} else {
			order = append(order, strings.Trim(string(ask), "\" 01234"))
		}
		return Performed{Say: ask}, nil
	})
	watcher := dial("watcher")
	for end := time.Now().Add(waitLimit); ; time.Sleep(10 * time.Millisecond) {
		if all, err := watcher.Workers(t.Context()); err == nil && len(all) == 1 && all[0].Running == 1 && all[0].Runs == 3 {
			break
		} else if time.Now().After(end) {
			t.Fatalf("the workers are %v (%v)", all, err)
		}
	}
	heard <- struct{}{}
	asked.Wait()
	rank := map[string]int{"high": 0, "normal": 1, "low": 2}
	if len(order) != 14 || !slices.IsSortedFunc(order, func(a, b string) int { return rank[a] - rank[b] }) {
		t.Errorf("the order is %v", order)
	}
}

func waitFor(t *testing.T, conn *Conn, tasks int) {
	t.Helper()
	for end := time.Now().Add(waitLimit); ; time.Sleep(10 * time.Millisecond) {
		n, err := conn.Queued(t.Context())
		if err == nil && n == tasks {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%d tasks are on the queue, want %d (%v)", n, tasks, err)
		}
	}
}

// TestSameQuestion: one that is asked twice has two answers.
func TestSameQuestion(t *testing.T) {
	dial := newCluster(t)
	run := begin(t, dial("client"), "client", io.Discard)
	work(t, dial("worker"), "worker", func(context.Context, []byte, json.RawMessage) (Performed, error) {
		return Performed{Say: json.RawMessage("1")}, nil
	})
	for range 2 {
		if _, err := run.Ask(t.Context(), question("same", accepted)); err != nil {
			t.Error(err)
		}
	}
}

// TestGivenUp: a task with which workers are lost again and again is given up.
func TestGivenUp(t *testing.T) {
	dial := newCluster(t)
	run := begin(t, dial("client"), "client", io.Discard)
	answer := make(chan Answer, 1)
	go func() {
		a, err := run.Ask(t.Context(), question("deadly", accepted))
		if err != nil {
			t.Error(err)
		}
		answer <- a
	}()
	for n := range deliveries {
		begun := make(chan struct{})
		end := work(t, dial("worker"), fmt.Sprint("worker ", n), func(ctx context.Context, _ []byte, _ json.RawMessage) (Performed, error) {
			close(begun)
			<-ctx.Done()
			return Performed{}, ctx.Err()
		})
		<-begun
		end()
	}
	work(t, dial("worker"), "last", func(context.Context, []byte, json.RawMessage) (Performed, error) {
		t.Error("the task is tried once more")
		return Performed{}, nil
	})
	if a := <-answer; !a.Lost || a.Worker != "last" {
		t.Errorf("the answer is %+v", a)
	}
}

// TestRejected: workers whose answers are not accepted, or that cannot ask, are named; the question ends when no other
// one is there.
func TestRejected(t *testing.T) {
	dial := newCluster(t)
	var said bytes.Buffer
	run := begin(t, dial("client"), "client", &said)
	for _, name := range []string{"a", "b"} {
		work(t, dial(name), name, func(context.Context, []byte, json.RawMessage) (Performed, error) {
			if name == "b" {
				return Performed{}, errors.New("the disk is full")
			}
			return Performed{Say: json.RawMessage("1")}, nil
		})
	}
	for end := time.Now().Add(waitLimit); ; time.Sleep(10 * time.Millisecond) {
		if all, err := dial("test").Workers(t.Context()); err == nil && len(all) == 2 {
			break
		} else if time.Now().After(end) {
			t.Fatalf("the workers are %v (%v)", all, err)
		}
	}
	_, err := run.Ask(t.Context(), question("x", func(Answer) error { return errors.New("a lie") }))
	if !errors.Is(err, ErrRejected) {
		t.Errorf("the error is %v", err)
	}
	for _, want := range []string{"worker a is not accepted", "a lie", "worker b is not accepted", "the disk is full"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("people are not told %q: %s", want, said.String())
		}
	}
}

// TestEnds: work for a run ends with it, and nothing of it is left on the queue.
func TestEnds(t *testing.T) {
	dial := newCluster(t)
	run, err := dial("client").Begin(t.Context(), Client{Version: "v", Name: "client", Said: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	begun, ended := make(chan struct{}), make(chan struct{})
	work(t, dial("worker"), "worker", func(ctx context.Context, _ []byte, _ json.RawMessage) (Performed, error) {
		close(begun)
		<-ctx.Done()
		close(ended)
		return Performed{}, ctx.Err()
	})
	var asked sync.WaitGroup
	for _, text := range []string{"x", "y"} {
		asked.Go(func() {
			if _, err := run.Ask(ctx, question(text, accepted)); !errors.Is(err, context.Canceled) {
				t.Errorf("the error is %v", err)
			}
		})
	}
	<-begun
	cancel()
	asked.Wait()
	run.End()
	select {
	case <-ended:
	case <-time.After(waitLimit):
		t.Fatal("the work goes on")
	}
	waitFor(t, dial("test"), 0)
}

func TestPack(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"a.c": "int a;", "sub/b.h": ""} {
		if err := errors.Join(os.MkdirAll(filepath.Join(from, filepath.Dir(name)), 0o755), os.WriteFile(filepath.Join(from, name), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	data, err := Pack(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := Unpack(data, to); err != nil {
		t.Fatal(err)
	}
	again, err := Pack(to)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("what was unpacked is packed as something else (%v)", err)
	}
}

// TestHostileArchive: an archive makes nothing outside of its folder, no links, and no more than there may be.
func TestHostileArchive(t *testing.T) {
	for name, header := range map[string]*tar.Header{
		"above":    {Name: "../x", Typeflag: tar.TypeReg},
		"absolute": {Name: "/tmp/x", Typeflag: tar.TypeReg},
		"link":     {Name: "x", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"},
		"large":    {Name: "x", Typeflag: tar.TypeReg, Size: largestFile},
	} {
		var data bytes.Buffer
		compressed := gzip.NewWriter(&data)
		archive := tar.NewWriter(compressed)
		if err := archive.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if err := compressed.Close(); err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		if err := Unpack(data.Bytes(), folder); err == nil || !strings.Contains(err.Error(), "too large, no file, or outside") {
			t.Errorf("%s: the error is %v", name, err)
		}
		if made, err := os.ReadDir(folder); err != nil || len(made) > 0 {
			t.Errorf("%s: %v was made (%v)", name, made, err)
		}
	}
}
