package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"yogi/internal/cluster"
)

// costs of the queue for the parts of a cluster, in seconds of a processor.
type costs struct {
	Idle   float64 // of the server, for a worker that waits, each second
	Server float64 // of the server, for a check
	Ends   float64 // of client and worker together, for a check
}

// measure starts a server and has checks made on it that take no time, so that what is left is the queue.
func measure(ctx context.Context, yogi string, workers, checks, size int) (costs, error) {
	folder, err := os.MkdirTemp("", "clustersim-")
	if err != nil {
		return costs{}, err
	}
	defer os.RemoveAll(folder)
	s := &served{command: exec.Command(yogi, "serve", "--data", folder, "--listen", "127.0.0.1:0", "--page", "none")}
	if err := s.start(); err != nil {
		return costs{}, err
	}
	defer s.stop()
	conn, err := cluster.Dial(ctx, cluster.Access{URL: s.url, Name: "clustersim"})
	if err != nil {
		return costs{}, err
	}
	defer conn.Close()
	run, err := conn.Begin(ctx, cluster.Client{Version: "clustersim", Name: "clustersim", Said: io.Discard})
	if err != nil {
		return costs{}, err
	}
	defer run.End()
	inner, end := context.WithCancel(ctx)
	var working sync.WaitGroup
	defer working.Wait()
	defer end()
	for i := range workers {
		each, err := cluster.Dial(ctx, cluster.Access{URL: s.url, Name: fmt.Sprint("worker-", i)})
		if err != nil {
			return costs{}, err
		}
		working.Go(func() {
			defer each.Close()
			_ = each.Work(inner, cluster.Worker{
				Name: fmt.Sprint("worker-", i), Version: "clustersim", Jobs: 1, Said: io.Discard,
				Perform: func(_ context.Context, program []byte, ask json.RawMessage) (cluster.Performed, error) {
					return cluster.Performed{Say: ask, Files: append(program[:len(program):len(program)], ask...)}, nil
				},
			})
		})
	}
	const quiet = 20 * time.Second
	time.Sleep(5 * time.Second) // they connect
	before := s.used()
	time.Sleep(quiet)
	out := costs{Idle: (s.used() - before) / quiet.Seconds() / float64(workers)}

	before, own, began := s.used(), used("self"), time.Now()
	errs := make([]error, checks)
	window := make(chan struct{}, 256)
	var asked sync.WaitGroup
	for i := range checks {
		window <- struct{}{}
		asked.Go(func() {
			defer func() { <-window }()
			_, errs[i] = run.Ask(ctx, cluster.Question{
				Program: make([]byte, size), Ask: json.RawMessage(fmt.Sprint(i)), Accept: func(cluster.Answer) error { return nil },
			})
		})
	}
	asked.Wait()
	took := time.Since(began).Seconds()
	out.Server = (s.used() - before - out.Idle*took*float64(workers)) / float64(checks)
	out.Ends = (used("self") - own) / float64(checks)
	return out, errors.Join(errs...)
}

// served is a server in a process of its own.
type served struct {
	command *exec.Cmd
	url     string
}

func (s *served) start() error {
	out, err := s.command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.command.Start(); err != nil {
		return fmt.Errorf("starting the server: %w", err)
	}
	line := make([]byte, 200)
	n, err := out.Read(line)
	if err != nil {
		return fmt.Errorf("starting the server: %w", err)
	}
	s.url = strings.TrimSpace(string(line[:n]))
	return nil
}

func (s *served) stop() {
	_ = s.command.Process.Signal(syscall.SIGTERM)
	_ = s.command.Wait()
}

func (s *served) used() float64 { return used(fmt.Sprint(s.command.Process.Pid)) }

// used is how long a process has had a processor, in seconds.
func used(process string) float64 {
	text, err := os.ReadFile("/proc/" + process + "/stat")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	var user, system float64
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	_, _ = fmt.Sscan(fields[11], &user)
	_, _ = fmt.Sscan(fields[12], &system)
	return (user + system) / 100 // ticks, of which Linux tells a hundred a second
}
