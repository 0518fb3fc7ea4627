// Package cluster is a queue of checks over machines, on NATS JetStream: a client asks, workers answer.
//
// In goes a Question: the files of a program as an archive, and what is asked of it, which nothing here reads. Out
// comes an Answer that the client's own Accept took: what a worker says counts for nothing before that. A task is
// delivered at least once: one whose worker is silent goes to another, so two may answer it. The client takes the
// first answer that is accepted and no other, so that it reports each question once.
//
// What the server keeps: a stream of tasks, from which each run of a client takes turns with the others; a stream of
// answers; the files, by their content; the runs that go on, which is how workers hear that one is over; and the
// workers. All of it belongs to the account of who connects, and other accounts do not see it.
package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// The names of what the server keeps.
const (
	taskStream   = "yogi-tasks"
	answerStream = "yogi-answers"
	runBucket    = "yogi-runs"
	workerBucket = "yogi-workers"
	begunBucket  = "yogi-begun"
	fileBucket   = "yogi-files"
)

const (
	// duplicates is how long the server knows a message again that is sent a second time.
	duplicates = 10 * time.Minute
	// kept is how long a task, an answer or a file is there that nobody removes.
	kept = 7 * 24 * time.Hour
	// request bounds one question to the server.
	request = 10 * time.Second
	// ackWait is how long the worker of a task may be silent before another one gets it, beat how often it speaks.
	ackWait = 10 * time.Second
	beat    = 3 * time.Second
	// silence is how long a client may be silent before its run counts as over.
	silence = 60 * time.Second
	// transfer bounds the sending of files and their fetching, with all that is tried again.
	transfer = 10 * time.Minute
	// deliveries is how often a task is begun: one with which so many workers were lost is not tried again.
	deliveries = 5
	// largestFile is the size of the largest archive that is read, in bytes.
	largestFile = 256 << 20
)

// Access says where a cluster is and who asks.
type Access struct {
	URL         string // of one server or, with commas, of several
	Credentials string // file that NewKeys or a NATS operator wrote; "": the server asks for none
	Name        string // of this process, for people
	// Now is the clock by which the server's certificate is valid; nil: the machine's.
	Now func() time.Time
}

// Conn is a connection to a cluster. It comes back by itself when the server does.
type Conn struct {
	nats    *nats.Conn
	js      jetstream.JetStream
	tasks   jetstream.Stream
	runs    jetstream.KeyValue
	workers jetstream.KeyValue
	begun   jetstream.KeyValue // how often tasks were begun that were given to more than one worker
	files   jetstream.ObjectStore
}

// Dial connects, and makes what the server is to keep where it is not there.
func Dial(ctx context.Context, a Access) (*Conn, error) {
	identity, err := a.identity()
	if err != nil {
		return nil, err
	}
	return dial(ctx, a, identity)
}

func dial(ctx context.Context, a Access, further []nats.Option) (*Conn, error) {
	options := []nats.Option{nats.Name(a.Name), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.Timeout(request)}
	connection, err := nats.Connect(a.URL, append(options, further...)...)
	if err != nil {
		return nil, fmt.Errorf("connecting to the cluster at %s: %w", a.URL, err)
	}
	c := &Conn{nats: connection}
	if err := whileElecting(ctx, func() error { return c.prepare(ctx) }); err != nil {
		c.Close()
		return nil, fmt.Errorf("using the cluster at %s: %w", a.URL, err)
	}
	return c, nil
}

// whileElecting does something again as long as nobody answers for the servers.
func whileElecting(ctx context.Context, do func() error) error {
	for end := time.Now().Add(electing); ; {
		err := do()
		if err == nil || ctx.Err() != nil || !isPassing(err) || time.Now().After(end) {
			return err
		}
		time.Sleep(firstWait)
	}
}

// electing is how long servers of which one was lost, or that have just begun, may take to choose a leader.
const electing = 2 * time.Minute

// isPassing says that an error may be gone a moment later: nobody answers for the servers just then.
func isPassing(err error) bool {
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) {
		return false
	}
	var said *jetstream.APIError
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, jetstream.ErrNoStreamResponse) || errors.As(err, &said) && said.Code == 503
}

// identity is who connects, by the file of credentials.
func (a Access) identity() ([]nats.Option, error) {
	if a.Credentials == "" {
		return nil, nil
	}
	text, err := os.ReadFile(a.Credentials)
	if err != nil {
		return nil, fmt.Errorf("reading the credentials: %w", err)
	}
	if bytes.Contains(text, []byte("NATS USER JWT")) {
		return []nats.Option{nats.UserCredentials(a.Credentials)}, nil
	}
	var options []nats.Option
	authorities := x509.NewCertPool()
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		switch block.Type {
		case "CERTIFICATE":
			authorities.AppendCertsFromPEM(pem.EncodeToMemory(block))
		case seedBlock:
			pair, err := nkeys.FromSeed(block.Bytes)
			if err != nil {
				return nil, fmt.Errorf("reading the key in %s: %w", a.Credentials, err)
			}
			public, err := pair.PublicKey()
			if err != nil {
				return nil, fmt.Errorf("reading the key in %s: %w", a.Credentials, err)
			}
			options = append(options, nats.Nkey(public, pair.Sign))
		}
	}
	if len(options) == 0 {
		return nil, fmt.Errorf("%s holds no credentials", a.Credentials)
	}
	return append(options, nats.Secure(&tls.Config{RootCAs: authorities, MinVersion: tls.VersionTLS13, Time: a.Now})), nil
}

// copies is on how many servers what is kept is, where servers form a cluster: one of them can be lost.
const copies = 3

// prepare makes the streams and buckets that are not there. One that another made in another way, such as with
// replicas, stays as it is.
func (c *Conn) prepare(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, request) // a question that a lost server had is never answered
	defer cancel()
	var err error
	if c.js, err = jetstream.New(c.nats, jetstream.WithDefaultTimeout(request)); err != nil {
		return err
	}
	replicas := 1
	if c.nats.ConnectedClusterName() != "" {
		replicas = copies
	}
	for _, config := range []jetstream.StreamConfig{
		{Name: taskStream, Subjects: []string{"yogi.task.*.*"}, Retention: jetstream.WorkQueuePolicy, MaxAge: kept, Duplicates: duplicates},
		{Name: answerStream, Subjects: []string{"yogi.answer.*"}, MaxAge: kept, Duplicates: duplicates},
	} {
		config.Replicas = replicas
		if _, err := c.js.CreateStream(limited, config); err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			return err
		}
	}
	if c.tasks, err = c.js.Stream(limited, taskStream); err != nil {
		return err
	}
	if c.runs, err = c.bucket(limited, jetstream.KeyValueConfig{Bucket: runBucket, TTL: kept, Replicas: replicas}); err != nil {
		return err
	}
	if c.workers, err = c.bucket(limited, jetstream.KeyValueConfig{Bucket: workerBucket, TTL: silence / 2, Replicas: replicas}); err != nil {
		return err
	}
	if c.begun, err = c.bucket(limited, jetstream.KeyValueConfig{Bucket: begunBucket, TTL: kept, Replicas: replicas}); err != nil {
		return err
	}
	c.files, err = c.js.CreateObjectStore(limited, jetstream.ObjectStoreConfig{Bucket: fileBucket, TTL: kept, Replicas: replicas})
	if errors.Is(err, jetstream.ErrBucketExists) {
		c.files, err = c.js.ObjectStore(limited, fileBucket)
	}
	return err
}

func (c *Conn) bucket(ctx context.Context, config jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	made, err := c.js.CreateKeyValue(ctx, config)
	if errors.Is(err, jetstream.ErrBucketExists) {
		return c.js.KeyValue(ctx, config.Bucket)
	}
	return made, err
}

// Close ends the connection.
func (c *Conn) Close() { c.nats.Close() }

// task is the message to the workers.
type task struct {
	ID      string          `json:"id"`
	Run     string          `json:"run"`
	Attempt int             `json:"attempt"` // counts how often the client asked, from 1
	Program string          `json:"program"` // digest of the archive
	Ask     json.RawMessage `json:"ask"`
}

// Answer is a worker's answer to a question.
type Answer struct {
	ID      string `json:"id"`
	Attempt int    `json:"attempt"`
	Worker  string `json:"worker"`
	// Lost: so many workers were lost with the task that this one did not try it.
	Lost bool `json:"lost,omitempty"`
	// Failure says why the worker could not ask at all; "": it could.
	Failure string `json:"failure,omitempty"`
	// Files is the digest of the archive with what the worker found; "": there is none.
	Files string `json:"files,omitempty"`
	// Say is the rest, which nothing here reads.
	Say json.RawMessage `json:"say,omitempty"`
	// Told is for those who watch.
	Told Told `json:"told"`
	// Archive are the files themselves.
	Archive []byte `json:"-"`
}

// Told has the words of a worker about an answer for those who watch. Nothing depends on them.
type Told struct {
	Outcome string  `json:"outcome,omitempty"` // one word of few
	Seconds float64 `json:"seconds,omitempty"` // that the work took
	Stored  int     `json:"stored,omitempty"`  // facts found in the store of earlier checks
}

// Priority orders runs: workers take a task of a lower priority only while no run of a higher one has a task that
// waits.
type Priority int

// The priorities.
const (
	Low    Priority = -1
	Normal Priority = 0
	High   Priority = 1
)

// runState is the record of a run that goes on.
type runState struct {
	Version  string   `json:"version"`
	Client   string   `json:"client"`
	Priority Priority `json:"priority,omitempty"`
	Refused  []string `json:"refused,omitempty"` // workers whose answers were not accepted
	Asked    int      `json:"asked"`
	Accepted int      `json:"accepted"` // answers
	Rejected int      `json:"rejected,omitempty"`
}

// WorkerState is a worker's report about itself.
type WorkerState struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Jobs    int    `json:"jobs"`
	Runs    int    `json:"runs"` // that it heard of and that go on
	Running int    `json:"running"`
	Done    int    `json:"done"`
	Failed  int    `json:"failed"`
}

func taskSubject(version, run string) string { return "yogi.task." + version + "." + run }

func answerSubject(run string) string { return "yogi.answer." + run }

// token is a text as a part of a subject: letters and digits alone.
func token(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// put keeps an archive under its digest.
func (c *Conn) put(ctx context.Context, data []byte) (string, error) {
	name := digest(data)
	if c.isFresh(ctx, name) {
		return name, nil
	}
	if _, err := c.files.PutBytes(ctx, name, data); err != nil {
		if ctx.Err() != nil { // which the queue may call a time-out of its own
			err = ctx.Err()
		}
		return "", fmt.Errorf("sending files: %w", err)
	}
	return name, nil
}

// isFresh says that an archive is there and stays for long enough. Both times are by the server's clock.
func (c *Conn) isFresh(ctx context.Context, name string) bool {
	info, err := c.files.GetInfo(ctx, name)
	if err != nil {
		return false
	}
	now, err := c.tasks.Info(ctx)
	return err == nil && now.TimeStamp.Sub(info.ModTime) < kept/2
}

// errDamaged is the error for files that are there and are not those that were named.
var errDamaged = errors.New("they are not those that were named")

// get reads an archive and compares it with its digest. The error is errDamaged where that shows that it is another
// one, or is too large; else it could not be fetched, as yet.
func (c *Conn) get(ctx context.Context, name string) ([]byte, error) {
	info, err := c.files.GetInfo(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("fetching files: %w", err)
	}
	if info.Size > largestFile {
		return nil, fmt.Errorf("fetching files: %w: they have %d MB, and at most %d MB are read", errDamaged, info.Size>>20, largestFile>>20)
	}
	data, err := c.files.GetBytes(ctx, name)
	if errors.Is(err, jetstream.ErrDigestMismatch) || err == nil && digest(data) != name {
		return nil, fmt.Errorf("fetching files: %w", errDamaged)
	} else if err != nil {
		return nil, fmt.Errorf("fetching files: %w", err)
	}
	return data, nil
}

// retry does what the server may not be there for, until it is done, the error is a final one, the context ends, or the
// time is over. Each time it may take longer: what is large takes its time behind a slow network.
func retry(ctx context.Context, most time.Duration, do func(context.Context) error) error {
	limited, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for wait, limit := 100*time.Millisecond, request; ; wait, limit = min(2*wait, 5*time.Second), 2*limit {
		attempt, done := context.WithTimeout(limited, limit)
		err := do(attempt)
		done()
		if last := (final{}); errors.As(err, &last) {
			return last.error
		} else if err == nil {
			return nil
		}
		select {
		case <-limited.Done():
			return err
		case <-time.After(wait):
		}
	}
}

// final is an error that will be the same again.
type final struct{ error }

// isFinal says that an error of fetch is about the files, and not about the way to them.
func isFinal(err error) bool {
	return errors.Is(err, errDamaged) || errors.Is(err, jetstream.ErrObjectNotFound)
}

// fetch is get as often as it takes, for most of a time. Files that are not there are given the time of one request: a
// server that follows another may not have them yet.
func (c *Conn) fetch(ctx context.Context, name string, most time.Duration) (data []byte, err error) {
	begun := time.Now()
	err = retry(ctx, most, func(ctx context.Context) (err error) {
		data, err = c.get(ctx, name)
		if errors.Is(err, errDamaged) || errors.Is(err, jetstream.ErrObjectNotFound) && time.Since(begun) > request {
			return final{err}
		}
		return err
	})
	return data, err
}

// Workers are those that spoke last within half a minute.
func (c *Conn) Workers(ctx context.Context) ([]WorkerState, error) {
	keys, err := c.workers.Keys(ctx)
	if errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var all []WorkerState
	for _, key := range keys {
		entry, err := c.workers.Get(ctx, key)
		var state WorkerState
		if err == nil && json.Unmarshal(entry.Value(), &state) == nil {
			all = append(all, state)
		}
	}
	return all, nil
}

// Queued is how many tasks wait or are being worked on.
func (c *Conn) Queued(ctx context.Context) (int, error) {
	info, err := c.tasks.Info(ctx)
	if err != nil {
		return 0, fmt.Errorf("looking at the queue: %w", err)
	}
	return int(info.State.Msgs), nil
}

// Files is how many archives the server keeps.
func (c *Conn) Files(ctx context.Context) (int, error) {
	files, err := c.files.List(ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return 0, nil
	}
	return len(files), err
}

// follow tells, until the context ends, of what is put into a bucket, and of what is removed from it with a nil value;
// revisions of a key grow. The client library ends a watch that it cannot make anew, as may be while servers choose a
// leader. Then there is another one, and of what was removed in the meantime it is told as that begins.
func follow(ctx context.Context, bucket jetstream.KeyValue, watcher jetstream.KeyWatcher, tell teller) {
	known := map[string]bool{}
	for {
		followOne(ctx, watcher, known, tell)
		_ = watcher.Stop()
		for watcher = nil; watcher == nil; {
			select {
			case <-ctx.Done():
				return
			case <-time.After(watchAgain):
			}
			if next, err := bucket.WatchAll(ctx); err == nil {
				watcher = next
			}
		}
	}
}

type teller func(key string, value []byte, revision uint64)

// watchAgain is how long nothing is watched before it is tried again.
const watchAgain = time.Second

// followOne tells until the context or the watch ends. known are the keys that there are, as far as was told.
func followOne(ctx context.Context, watcher jetstream.KeyWatcher, known map[string]bool, tell teller) {
	present := map[string]bool{}
	for {
		select {
		case <-ctx.Done():
			return
		case entry, ok := <-watcher.Updates():
			switch {
			case !ok:
				return
			case entry == nil: // all that there was has been told
				for key := range known {
					if !present[key] {
						delete(known, key)
						tell(key, nil, 0)
					}
				}
			case entry.Operation() == jetstream.KeyValuePut:
				known[entry.Key()], present[entry.Key()] = true, true
				tell(entry.Key(), entry.Value(), entry.Revision())
			default:
				delete(known, entry.Key())
				tell(entry.Key(), nil, entry.Revision())
			}
		}
	}
}
