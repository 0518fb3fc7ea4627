package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Question is one task: the files as Pack makes them, and what is asked of them.
type Question struct {
	Program []byte
	Ask     json.RawMessage
	// Accept says what is wrong with an answer; nil: it is taken. It may be called with answers of several workers.
	Accept func(Answer) error
}

// ErrRejected is the error of a question of which no answer was accepted.
var ErrRejected = errors.New("no answer of the cluster was accepted")

// attempts is how many answers to a question may be rejected.
const attempts = 3

// Run is a client's session with all its questions, which are asked at the same time.
type Run struct {
	conn    *Conn
	id      string
	version string // of the program, as a token
	said    io.Writer

	end      context.CancelFunc
	watched  sync.WaitGroup
	patience time.Duration // with the fetching of the files of an answer

	mu      sync.Mutex // guards what follows
	state   runState
	asked   map[string]int // how often a content was asked
	waiting map[string]*waiting
}

// waiting is a question without an accepted answer.
type waiting struct {
	task    task
	since   time.Time
	answers chan Answer
}

// Client is who begins a run.
type Client struct {
	Version  string // of the program: workers of other versions do not hear of the run
	Name     string
	Priority Priority
	Said     io.Writer // for what there is to tell people of the cluster
}

// Begin begins a run.
func (c *Conn) Begin(ctx context.Context, client Client) (*Run, error) {
	inner, end := context.WithCancel(context.WithoutCancel(ctx))
	r := &Run{
		conn: c, id: token(rand.Text()), version: token(client.Version), said: client.Said, end: end, patience: transfer,
		state: runState{Version: client.Version, Client: client.Name, Priority: client.Priority}, asked: map[string]int{}, waiting: map[string]*waiting{},
	}
	if err := r.queue(ctx); err != nil {
		end()
		return nil, fmt.Errorf("beginning a run on the cluster: %w", err)
	}
	answers, err := c.js.OrderedConsumer(ctx, answerStream, jetstream.OrderedConsumerConfig{FilterSubjects: []string{answerSubject(r.id)}})
	if err != nil {
		end()
		return nil, fmt.Errorf("listening to the cluster: %w", err)
	}
	listening, err := answers.Consume(r.hear)
	if err != nil {
		end()
		return nil, fmt.Errorf("listening to the cluster: %w", err)
	}
	if err := r.tell(ctx); err != nil {
		listening.Stop()
		end()
		return nil, fmt.Errorf("beginning a run on the cluster: %w", err)
	}
	r.watched.Go(func() {
		defer listening.Stop()
		r.watch(inner)
	})
	return r, nil
}

// queue makes the consumer from which workers take the tasks of the run, if it is not there.
func (r *Run) queue(ctx context.Context) error {
	_, err := r.conn.js.CreateOrUpdateConsumer(ctx, taskStream, jetstream.ConsumerConfig{
		Durable: r.id, FilterSubject: taskSubject(r.version, r.id), AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
		MaxAckPending: 10000, InactiveThreshold: 24 * time.Hour,
	})
	return err
}

// tell says that the run goes on, and which workers have no part in it.
func (r *Run) tell(ctx context.Context) error {
	r.mu.Lock()
	text, err := json.Marshal(r.state)
	r.mu.Unlock()
	if err != nil {
		return err
	}
	_, err = r.conn.runs.Put(ctx, r.id, text)
	return err
}

// hear takes the answer of a worker.
func (r *Run) hear(message jetstream.Msg) {
	var a Answer
	if json.Unmarshal(message.Data(), &a) != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.waiting[a.ID]
	if w == nil || slices.Contains(r.state.Refused, a.Worker) {
		return // it was answered before, or by a worker that is not believed
	}
	select {
	case w.answers <- a:
	default: // enough others are waiting to be looked at
	}
}

// Ask asks a question and returns the first answer that is accepted, or one that says that it was given up as Lost. A
// worker whose answer is not has no further part in the run. The error is ErrRejected where that came to too many, else
// the context's or one of the server.
func (r *Run) Ask(ctx context.Context, q Question) (Answer, error) {
	w, err := r.begin(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	defer r.forget(w.task.ID)
	rejected := 0
	for {
		select {
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		case a := <-w.answers:
			if r.isRefused(a.Worker) {
				continue
			}
			err := r.judge(ctx, q, &a)
			if err == nil {
				r.count(func(s *runState) { s.Accepted++ })
				return a, nil
			}
			if ctx.Err() != nil {
				return Answer{}, ctx.Err()
			}
			if errors.Is(err, errUnfetched) {
				fmt.Fprintf(r.said, "yogi: the answer of worker %s is asked for again: %v\n", a.Worker, err)
			} else {
				r.count(func(s *runState) { s.Rejected++ })
				r.refuse(ctx, a.Worker, err)
			}
			if rejected++; rejected == attempts || r.isAlone(ctx) {
				return Answer{}, fmt.Errorf("%w: the last is by %s: %w", ErrRejected, a.Worker, err)
			}
			if err := r.again(ctx, w); err != nil {
				return Answer{}, err
			}
		}
	}
}

// begin sends the question.
func (r *Run) begin(ctx context.Context, q Question) (*waiting, error) {
	var program string
	err := retry(ctx, transfer, func(ctx context.Context) (err error) {
		program, err = r.conn.put(ctx, q.Program)
		return err
	})
	if err != nil {
		return nil, err
	}
	content := digest([]byte(program + " " + r.version + " " + r.id + " " + string(q.Ask)))
	r.mu.Lock()
	r.asked[content]++
	r.state.Asked++
	id := token(fmt.Sprint(content, " ", r.asked[content]))
	w := &waiting{task: task{ID: id, Run: r.id, Attempt: 1, Program: program, Ask: q.Ask}, since: time.Now(), answers: make(chan Answer, 16)}
	r.waiting[id] = w
	r.mu.Unlock()
	if err := r.send(ctx, w); err != nil {
		r.forget(id)
		return nil, err
	}
	return w, nil
}

// send puts a task on the queue. Sending it a second time does nothing.
func (r *Run) send(ctx context.Context, w *waiting) error {
	r.mu.Lock()
	t := w.task
	w.since = time.Now()
	r.mu.Unlock()
	text, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("encoding a task: %w", err)
	}
	return retry(ctx, transfer, func(ctx context.Context) error {
		_, err := r.conn.js.Publish(ctx, taskSubject(r.version, r.id), text, jetstream.WithMsgID(fmt.Sprintf("%s.%d", t.ID, t.Attempt)))
		return err
	})
}

// again sends a task as a new one.
func (r *Run) again(ctx context.Context, w *waiting) error {
	r.mu.Lock()
	w.task.Attempt++
	r.mu.Unlock()
	return r.send(ctx, w)
}

// count changes what is told of the run. Who watches hears of it when it is told the next time.
func (r *Run) count(change func(*runState)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change(&r.state)
}

func (r *Run) forget(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.waiting, id)
}

// judge fetches the files of an answer and has it accepted.
func (r *Run) judge(ctx context.Context, q Question, a *Answer) error {
	switch {
	case a.Lost:
		return nil
	case a.Failure != "":
		return errors.New(a.Failure)
	}
	if a.Files != "" {
		var err error
		a.Archive, err = r.conn.fetch(ctx, a.Files, r.patience)
		switch {
		case errors.Is(err, errDamaged):
			return err
		case err != nil:
			return fmt.Errorf("%w: %w", errUnfetched, err)
		}
	}
	return q.Accept(*a)
}

// errUnfetched is the error of an answer of which the files could not be fetched. That says nothing of its worker.
var errUnfetched = errors.New("what a worker found could not be fetched")

func (r *Run) isRefused(worker string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Contains(r.state.Refused, worker)
}

// refuse names a worker whose answer is not accepted and gives it nothing more of this run.
func (r *Run) refuse(ctx context.Context, worker string, why error) {
	r.mu.Lock()
	known := slices.Contains(r.state.Refused, worker)
	if !known {
		r.state.Refused = append(r.state.Refused, worker)
	}
	r.mu.Unlock()
	if known {
		return
	}
	fmt.Fprintf(r.said, "yogi: the answer of worker %s is not accepted, and it is asked nothing more: %v\n", worker, why)
	if err := retry(ctx, request, r.tell); err != nil {
		fmt.Fprintf(r.said, "yogi: telling the cluster of it: %v\n", err)
	}
}

// watch says that the run goes on until it ends, tells people if there is no worker, and sends again what the server
// lost.
func (r *Run) watch(ctx context.Context) {
	ticker := time.NewTicker(silence / 12)
	defer ticker.Stop()
	lost, complained := 0, time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		limited, cancel := context.WithTimeout(ctx, request)
		if r.tell(limited) == nil {
			if r.isLost(limited) {
				lost++
			} else {
				lost = 0
			}
			if lost == 2 {
				lost = 0
				r.restore(ctx)
			}
			if time.Since(complained) > 2*beat && r.isStarved(limited) {
				complained = time.Now().Add(time.Minute)
			}
		}
		cancel()
	}
}

// isLost says that questions wait for an answer that the server has no task of any more.
func (r *Run) isLost(ctx context.Context) bool {
	if len(r.overdue()) == 0 {
		return false
	}
	consumer, err := r.conn.js.Consumer(ctx, taskStream, r.id)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return true
	} else if err != nil {
		return false
	}
	info, err := consumer.Info(ctx)
	return err == nil && info.NumPending == 0 && info.NumAckPending == 0
}

// overdue are the questions that wait for longer than an answer is on its way.
func (r *Run) overdue() []*waiting {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []*waiting
	for _, w := range r.waiting {
		if time.Since(w.since) > ackWait && len(w.answers) == 0 {
			all = append(all, w)
		}
	}
	return all
}

// restore sends again what has no answer, to a server that lost it: its disk was full, or it was cut from power.
func (r *Run) restore(ctx context.Context) {
	if err := retry(ctx, request, r.queue); err != nil {
		return
	}
	for _, w := range r.overdue() {
		if r.again(ctx, w) != nil {
			return
		}
	}
}

// isAlone says that no worker is there that could answer and is not refused.
func (r *Run) isAlone(ctx context.Context) bool {
	limited, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	workers, err := r.conn.Workers(limited)
	return err == nil && !slices.ContainsFunc(workers, func(w WorkerState) bool {
		return w.Version == r.state.Version && !r.isRefused(w.Name)
	})
}

// isStarved says whether nobody can answer, and tells people who is there instead.
func (r *Run) isStarved(ctx context.Context) bool {
	workers, err := r.conn.Workers(ctx)
	if err != nil || len(r.overdue()) == 0 {
		return false
	}
	others := ""
	for _, w := range workers {
		if w.Version == r.state.Version && !r.isRefused(w.Name) {
			return false
		}
		if w.Version != r.state.Version {
			others += fmt.Sprintf("\n  %s is of version %s", w.Name, w.Version)
		}
	}
	fmt.Fprintf(r.said, "yogi: no worker of version %s is there; waiting for one%s\n", r.state.Version, others)
	return true
}

// End ends the run: workers give up what they still do for it.
func (r *Run) End() {
	r.end()
	r.watched.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), request/2)
	defer cancel()
	_ = r.tell(ctx) // the last counts
	r.conn.endRun(ctx, r.version, r.id)
}

// endRun removes what the server keeps of a run. What fails goes with time.
func (c *Conn) endRun(ctx context.Context, version, id string) {
	_ = c.runs.Delete(ctx, id)
	_ = c.js.DeleteConsumer(ctx, taskStream, id)
	_ = c.tasks.Purge(ctx, jetstream.WithPurgeSubject(taskSubject(version, id)))
	if answers, err := c.js.Stream(ctx, answerStream); err == nil {
		_ = answers.Purge(ctx, jetstream.WithPurgeSubject(answerSubject(id)))
	}
}
