package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Worker answers the questions of a cluster.
type Worker struct {
	Name    string // another one than those of other workers
	Version string // of the program: runs of others are not answered
	Jobs    int    // questions at a time
	// Perform answers a question. An error says that the worker could not ask, and is no answer. It ends with its
	// context.
	Perform func(ctx context.Context, program []byte, ask json.RawMessage) (Performed, error)
	Said    io.Writer
}

// Performed is an answer as a worker gives it.
type Performed struct {
	Say   json.RawMessage
	Files []byte // that were found, as Pack makes them; nil: none
	Told  Told
}

// working is one call of Work.
type working struct {
	Worker
	conn    *Conn
	slots   chan struct{}
	changed chan struct{} // something happened that may bring work
	running sync.WaitGroup

	mu    sync.Mutex // guards what follows
	runs  map[string]*heard
	state WorkerState
	turn  int // of the runs
}

// heard is a run that the worker heard of. Times are by its own clock: that of another machine may be wrong.
type heard struct {
	id       string
	state    runState
	revision uint64 // of what the client said last
	last     time.Time
	ctx      context.Context // ends with the run
	end      context.CancelFunc
}

// Work answers questions until the context ends.
func (c *Conn) Work(ctx context.Context, worker Worker) error {
	w := &working{
		Worker: worker, conn: c, slots: make(chan struct{}, max(worker.Jobs, 1)), changed: make(chan struct{}, 1),
		runs: map[string]*heard{}, state: WorkerState{Name: worker.Name, Version: worker.Version, Jobs: max(worker.Jobs, 1)},
	}
	var watcher jetstream.KeyWatcher
	listen := func() (err error) {
		watcher, err = c.runs.WatchAll(ctx)
		return err
	}
	if err := whileElecting(ctx, listen); err != nil {
		return fmt.Errorf("listening to the cluster: %w", err)
	}
	var background sync.WaitGroup
	tell := func(key string, value []byte, revision uint64) { w.hear(ctx, key, value, revision) }
	background.Go(func() { follow(ctx, c.runs, watcher, tell) })
	background.Go(func() { w.beat(ctx) })
	w.take(ctx)
	w.running.Wait()
	background.Wait()
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), request/2)
	defer cancel()
	_ = c.workers.Delete(last, token(w.Name)) // else it goes with time
	return nil
}

// hear notes that a run begins, goes on or, without a value, ends.
func (w *working) hear(ctx context.Context, id string, value []byte, revision uint64) {
	if value == nil {
		w.over(id)
		return
	}
	var state runState
	if json.Unmarshal(value, &state) != nil || state.Version != w.Version {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	run := w.runs[id]
	if run == nil {
		run = &heard{id: id}
		run.ctx, run.end = context.WithCancel(ctx)
		w.runs[run.id] = run
	}
	run.state, run.revision, run.last = state, revision, time.Now()
	w.wake()
}

// wake has the worker look for work.
func (w *working) wake() {
	select {
	case w.changed <- struct{}{}:
	default:
	}
}

// over gives up what is done for a run.
func (w *working) over(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if run := w.runs[id]; run != nil {
		run.end()
		delete(w.runs, id)
	}
}

// beat says that the worker is there, and ends runs whose clients have been silent for too long while the server was
// there.
func (w *working) beat(ctx context.Context) {
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	for cut := false; ; {
		text, err := json.Marshal(w.snapshot())
		if err == nil {
			limited, cancel := context.WithTimeout(ctx, beat)
			_, err = w.conn.workers.Put(limited, token(w.Name), text)
			cancel()
		}
		if cut && err == nil {
			w.excuse()
		}
		if cut = err != nil; !cut {
			w.endSilent(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func (w *working) snapshot() WorkerState {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.state.Runs = len(w.runs)
	return w.state
}

// excuse begins the silence of all clients anew: they could not speak.
func (w *working) excuse() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, run := range w.runs {
		run.last = time.Now()
	}
}

// endSilent ends runs of which nothing was heard for long, if the server has not heard of them either: else it is the
// worker that does not hear.
func (w *working) endSilent(ctx context.Context) {
	w.mu.Lock()
	var gone []*heard
	for _, run := range w.runs {
		if time.Since(run.last) > silence {
			gone = append(gone, run)
		}
	}
	w.mu.Unlock()
	for _, run := range gone {
		if !w.isSilent(ctx, run) {
			continue
		}
		fmt.Fprintf(w.Said, "yogi: the client %s has gone\n", run.state.Client)
		limited, cancel := context.WithTimeout(ctx, request)
		w.conn.endRun(limited, token(run.state.Version), run.id)
		cancel()
		w.over(run.id)
	}
}

// isSilent says that the client of a run has said nothing since the worker heard of it, as far as the server knows.
func (w *working) isSilent(ctx context.Context, run *heard) bool {
	limited, cancel := context.WithTimeout(ctx, request)
	defer cancel()
	entry, err := w.conn.runs.Get(limited, run.id)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		return true
	case err != nil:
		return false // nobody knows
	}
	w.mu.Lock()
	known := run.revision
	w.mu.Unlock()
	if entry.Revision() == known {
		return true
	}
	w.hear(ctx, run.id, entry.Value(), entry.Revision())
	return false
}

// take takes tasks, from the runs in turn, as long as there is a free place.
func (w *working) take(ctx context.Context) {
	for wait := firstWait; ; {
		select {
		case <-ctx.Done():
			return
		case w.slots <- struct{}{}:
		}
		run, message := w.next(ctx)
		if message != nil {
			wait = firstWait
			w.running.Go(func() {
				defer func() { <-w.slots; w.wake() }()
				w.answer(run, message)
			})
			continue
		}
		<-w.slots
		select {
		case <-ctx.Done():
			return
		case <-w.changed:
			wait = firstWait
		case <-time.After(wait):
			wait = min(2*wait, lastWait)
		}
	}
}

// firstWait and lastWait bound how long a worker that found nothing to do waits before it looks again.
const (
	firstWait = 50 * time.Millisecond
	lastWait  = time.Second
)

// next is a task of the run whose turn it is, or of the next one that has any.
func (w *working) next(ctx context.Context) (*heard, *nats.Msg) {
	for _, run := range w.inTurn() {
		if message, err := w.conn.pull(ctx, run.id); err == nil && message != nil {
			return run, message
		}
	}
	return nil, nil
}

// pull asks the server for a task of a run; nil: none waits, or the run is over. It waits for the answer for as long
// as for any other: a task that comes to somebody who has stopped to listen is with a worker that does not know of it,
// until the server gives it to the next. (FetchNoWait of the client library stops after a second, so behind a slower
// network it never has one.)
func (c *Conn) pull(ctx context.Context, run string) (*nats.Msg, error) {
	answers, err := c.nats.SubscribeSync(c.nats.NewInbox())
	if err != nil {
		return nil, err
	}
	defer func() { _ = answers.Unsubscribe() }()
	connections := c.nats.Stats().Reconnects
	if err := c.nats.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+taskStream+"."+run, answers.Subject, []byte(`{"batch":1,"no_wait":true}`)); err != nil {
		return nil, err
	}
	for end := time.Now().Add(request); ; {
		limited, cancel := context.WithTimeout(ctx, lastWait)
		message, err := answers.NextMsgWithContext(limited)
		cancel()
		switch {
		case err == nil && len(message.Data) == 0 && message.Header.Get("Status") != "":
			return nil, nil // there is none
		case err == nil:
			return message, nil
		case ctx.Err() != nil || time.Now().After(end) || !errors.Is(err, context.DeadlineExceeded):
			return nil, err
		case c.nats.Stats().Reconnects != connections || !c.nats.IsConnected():
			return nil, err // nobody answers what was asked of the connection before
		}
	}
}

// inTurn are the runs in which the worker has a part: those of higher priorities first, and of those with the same one
// the one whose turn it is.
func (w *working) inTurn() []*heard {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []*heard
	for _, run := range w.runs {
		if !slices.Contains(run.state.Refused, w.Name) {
			all = append(all, run)
		}
	}
	slices.SortFunc(all, func(a, b *heard) int {
		return cmp.Or(cmp.Compare(b.state.Priority, a.state.Priority), strings.Compare(a.id, b.id))
	})
	w.turn++
	var out []*heard
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].state.Priority == all[0].state.Priority {
			n++
		}
		at := w.turn % n
		out = slices.Concat(out, all[at:n], all[:at])
		all = all[n:]
	}
	return out
}

// answer performs a task and says what came of it. The task goes to another worker unless that was heard.
func (w *working) answer(run *heard, message *nats.Msg) {
	var t task
	metadata, err := message.Metadata()
	if err != nil || json.Unmarshal(message.Data, &t) != nil || t.Run != run.id {
		_ = message.Term() // no worker could do better
		return
	}
	w.count(func(s *WorkerState) { s.Running++ })
	out := Answer{ID: t.ID, Attempt: t.Attempt, Worker: w.Name}
	alive, stop := context.WithCancel(run.ctx)
	go keepAlive(alive, message)
	err = w.perform(run.ctx, t, metadata.NumDelivered, &out)
	stop()
	w.count(func(s *WorkerState) {
		s.Running--
		s.Done++
		if err != nil || out.Lost || out.Failure != "" {
			s.Failed++
		}
	})
	switch {
	case run.ctx.Err() != nil:
		_ = message.Nak() // this worker ends, or the run has
	case err != nil:
		fmt.Fprintf(w.Said, "yogi: a task goes back to the cluster: %v\n", err)
		_ = message.NakWithDelay(time.Second)
	default:
		w.say(run.ctx, t, out, message)
	}
}

// keepAlive tells the server that a task is being worked on.
func keepAlive(ctx context.Context, message *nats.Msg) {
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			_ = message.InProgress() // without the server it goes to another worker
		}
	}
}

// perform fetches the files of a task, has it done, and keeps what was found. The error is one of the cluster.
func (w *working) perform(ctx context.Context, t task, delivered uint64, out *Answer) error {
	program, err := w.conn.fetch(ctx, t.Program, transfer)
	if err != nil && !isFinal(err) {
		return err
	}
	given, countErr := w.isGivenUp(ctx, t, delivered)
	if out.Lost = given; given {
		return nil
	}
	if err := errors.Join(err, countErr); err != nil {
		return err
	}
	found, err := w.Perform(ctx, program, t.Ask)
	if err != nil {
		out.Failure = err.Error()
		return nil
	}
	out.Say, out.Told = found.Say, found.Told
	if found.Files == nil {
		return nil
	}
	return retry(ctx, transfer, func(ctx context.Context) (err error) {
		out.Files, err = w.conn.put(ctx, found.Files)
		return err
	})
}

// isGivenUp says that so many workers were lost with a task that it is not begun once more, and else notes that it is.
// What counts is how often it was begun, not how often the server gave it away: a slow network loses what the server
// gives, and no worker with it. The first time is taken for begun, so that nothing is noted of most tasks.
func (w *working) isGivenUp(ctx context.Context, t task, delivered uint64) (given bool, err error) {
	if delivered <= 1 {
		return false, nil
	}
	key, begun := fmt.Sprintf("%s.%s.%d", t.Run, t.ID, t.Attempt), 1
	err = retry(ctx, request, func(ctx context.Context) error {
		entry, err := w.conn.begun.Get(ctx, key)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			return nil
		} else if err != nil {
			return err
		}
		begun, err = strconv.Atoi(string(entry.Value()))
		return err
	})
	if err == nil && begun < deliveries {
		err = retry(ctx, request, func(ctx context.Context) error {
			_, err := w.conn.begun.PutString(ctx, key, strconv.Itoa(begun+1))
			return err
		})
	}
	if err != nil {
		return false, fmt.Errorf("counting how often a task was begun: %w", err)
	}
	return begun >= deliveries, nil
}

// say answers, and then has the task taken from the queue.
func (w *working) say(ctx context.Context, t task, out Answer, message *nats.Msg) {
	text, err := json.Marshal(out)
	if err != nil {
		_ = message.Term()
		return
	}
	err = retry(ctx, time.Minute, func(ctx context.Context) error {
		_, err := w.conn.js.Publish(ctx, answerSubject(t.Run), text, jetstream.WithMsgID(fmt.Sprintf("%s.%d.%s", t.ID, t.Attempt, token(w.Name))))
		return err
	})
	if err != nil {
		_ = message.Nak()
		return
	}
	_ = retry(ctx, request, func(ctx context.Context) error { return message.AckSync(nats.Context(ctx)) }) // else it is answered a second time, which nobody hears
}

func (w *working) count(change func(*WorkerState)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.state)
}
