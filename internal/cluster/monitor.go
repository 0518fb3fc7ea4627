package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Monitor watches the part of a cluster that a connection sees. Its times are by the clock of this machine.
type Monitor struct {
	conn    *Conn
	account string
	stop    context.CancelFunc
	watched sync.WaitGroup

	mu      sync.Mutex // guards what follows
	workers map[string]*seenWorker
	runs    map[string]*seenRun
	totals  Totals
	recent  []time.Time // of the answers of the last minute
	trouble string
}

type seenWorker struct {
	state WorkerState
	last  time.Time
}

type seenRun struct {
	state           runState
	last            time.Time
	began           time.Time
	waiting, worked int
}

// Totals count the answers that workers gave since the monitor began.
type Totals struct {
	Answers  int            `json:"answers"`
	Outcomes map[string]int `json:"outcomes"`
	Seconds  float64        `json:"seconds"` // of work
	Stored   int            `json:"stored"`  // facts from the store
	Failures int            `json:"failures"`
	Lost     int            `json:"lost"` // tasks that were given up
	// Accepted and Rejected are of runs that have ended or go on.
	Accepted int `json:"accepted"`
	Rejected int `json:"rejected"`
}

// Status holds the knowledge of a monitor at a moment.
type Status struct {
	Account string         `json:"account,omitempty"`
	Workers []WorkerStatus `json:"workers"`
	Runs    []RunStatus    `json:"runs"`
	Queued  int            `json:"queued"`  // tasks that wait
	Working int            `json:"working"` // tasks that a worker has
	// PerMinute is the number of answers in the last minute.
	PerMinute int    `json:"per_minute"`
	Totals    Totals `json:"totals"`
	Trouble   string `json:"trouble,omitempty"` // why the server does not tell
}

// WorkerStatus is a worker that was heard of within half a minute.
type WorkerStatus struct {
	WorkerState
	Silent float64 `json:"silent"` // seconds since it was heard
}

// RunStatus is a run that goes on.
type RunStatus struct {
	Client   string   `json:"client"`
	Version  string   `json:"version"`
	Priority Priority `json:"priority"`
	Asked    int      `json:"asked"`
	Accepted int      `json:"accepted"`
	Rejected int      `json:"rejected"`
	Waiting  int      `json:"waiting"`
	Working  int      `json:"working"`
	Refused  []string `json:"refused,omitempty"`
	Seconds  float64  `json:"seconds"` // since it was first heard of
}

// look is how often a monitor asks the server for the lengths of queues.
const look = time.Second

// Watch begins to watch. The connection is the monitor's from then on.
func (c *Conn) Watch(ctx context.Context, account string) (*Monitor, error) {
	inner, stop := context.WithCancel(ctx)
	m := &Monitor{
		conn: c, account: account, stop: stop, workers: map[string]*seenWorker{}, runs: map[string]*seenRun{},
		totals: Totals{Outcomes: map[string]int{}},
	}
	answers, err := c.js.OrderedConsumer(ctx, answerStream, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverNewPolicy})
	if err != nil {
		stop()
		return nil, fmt.Errorf("watching the cluster: %w", err)
	}
	listening, err := answers.Consume(m.hear)
	if err != nil {
		stop()
		return nil, fmt.Errorf("watching the cluster: %w", err)
	}
	workers, err := c.workers.WatchAll(inner)
	if err != nil {
		listening.Stop()
		stop()
		return nil, fmt.Errorf("watching the cluster: %w", err)
	}
	runs, err := c.runs.WatchAll(inner)
	if err != nil {
		listening.Stop()
		stop()
		return nil, fmt.Errorf("watching the cluster: %w", err)
	}
	m.watched.Go(func() { follow(inner, c.workers, workers, m.heardWorker) })
	m.watched.Go(func() { follow(inner, c.runs, runs, m.heardRun) })
	m.watched.Go(func() {
		defer listening.Stop()
		m.poll(inner)
	})
	return m, nil
}

// Close ends the watching, and the connection.
func (m *Monitor) Close() {
	m.stop()
	m.watched.Wait()
	m.conn.Close()
}

func (m *Monitor) heardWorker(key string, value []byte, _ uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var state WorkerState
	if value == nil || json.Unmarshal(value, &state) != nil {
		delete(m.workers, key)
		return
	}
	m.workers[key] = &seenWorker{state, time.Now()}
}

func (m *Monitor) heardRun(key string, value []byte, _ uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	run := m.runs[key]
	if value == nil {
		delete(m.runs, key)
		return
	}
	var state runState
	if json.Unmarshal(value, &state) != nil {
		return
	}
	if run == nil {
		run = &seenRun{began: time.Now()}
		m.runs[key] = run
	}
	m.totals.Accepted += max(0, state.Accepted-run.state.Accepted)
	m.totals.Rejected += max(0, state.Rejected-run.state.Rejected)
	run.state, run.last = state, time.Now()
}

func (m *Monitor) hear(message jetstream.Msg) {
	var a Answer
	if json.Unmarshal(message.Data(), &a) != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.totals.Answers++
	// A worker's clock may jump, and its words may be made up: what is counted grows, and stays a number.
	m.totals.Seconds += min(max(0, a.Told.Seconds), kept.Seconds())
	m.totals.Stored += min(max(0, a.Told.Stored), mostStored)
	switch {
	case a.Lost:
		m.totals.Lost++
	case a.Failure != "":
		m.totals.Failures++
	default:
		m.totals.Outcomes[outcome(a.Told.Outcome)]++
	}
	m.recent = append(m.recent, time.Now())
}

// mostStored is more than one check finds in a store.
const mostStored = 1 << 20

// outcome is the word of a worker if it is one of those that are known: a worker cannot make others up.
func outcome(word string) string {
	if slices.Contains(Outcomes(), word) {
		return word
	}
	return "none"
}

// Outcomes are the words for what came of checks.
func Outcomes() []string { return []string{"pass", "fail", "unknown", "killed", "none"} }

// poll asks for the lengths of the queues and forgets who is silent.
func (m *Monitor) poll(ctx context.Context) {
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for {
		m.measure(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func (m *Monitor) measure(ctx context.Context) {
	limited, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	lengths := map[string][2]int{}
	consumers := m.conn.tasks.ListConsumers(limited)
	for info := range consumers.Info() {
		lengths[info.Name] = [2]int{int(info.NumPending), info.NumAckPending}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.trouble = ""
	if err := consumers.Err(); err != nil {
		m.trouble = err.Error()
	}
	for id, run := range m.runs {
		run.waiting, run.worked = lengths[id][0], lengths[id][1]
		if time.Since(run.last) > 2*silence {
			delete(m.runs, id)
		}
	}
	for id, worker := range m.workers {
		if time.Since(worker.last) > silence/2 {
			delete(m.workers, id)
		}
	}
	m.recent = slices.DeleteFunc(m.recent, func(at time.Time) bool { return time.Since(at) > time.Minute })
}

// Status tells of runs and workers as they are now, in an order that does not change by chance.
func (m *Monitor) Status() Status {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := Status{Account: m.account, Workers: []WorkerStatus{}, Runs: []RunStatus{}, PerMinute: len(m.recent), Totals: m.totals, Trouble: m.trouble}
	out.Totals.Outcomes = map[string]int{}
	for _, word := range Outcomes() {
		out.Totals.Outcomes[word] = m.totals.Outcomes[word]
	}
	for _, w := range m.workers {
		out.Workers = append(out.Workers, WorkerStatus{w.state, time.Since(w.last).Seconds()})
	}
	for _, r := range m.runs {
		out.Queued += r.waiting
		out.Working += r.worked
		out.Runs = append(out.Runs, RunStatus{
			Client: r.state.Client, Version: r.state.Version, Priority: r.state.Priority, Asked: r.state.Asked, Accepted: r.state.Accepted,
			Rejected: r.state.Rejected, Waiting: r.waiting, Working: r.worked, Refused: r.state.Refused, Seconds: time.Since(r.began).Seconds(),
		})
	}
	slices.SortFunc(out.Workers, func(a, b WorkerStatus) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(out.Runs, func(a, b RunStatus) int {
		if a.Priority != b.Priority {
			return int(b.Priority - a.Priority)
		}
		return strings.Compare(a.Client, b.Client)
	})
	return out
}
