package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// slowLine is a network to a server on which what is sent arrives later, from when it is told so.
type slowLine struct {
	url  string
	late atomic.Int64 // nanoseconds, each way
}

func newSlowLine(t *testing.T, url string) *slowLine {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	l := &slowLine{url: "nats://" + listener.Addr().String()}
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", strings.TrimPrefix(url, "nats://"))
			if err != nil {
				near.Close()
				continue
			}
			go l.pass(near, far)
			go l.pass(far, near)
		}
	}()
	return l
}

// sent is what was sent, and when it arrives.
type sent struct {
	text []byte
	due  time.Time
}

func (l *slowLine) pass(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	under := make(chan sent, 1000)
	go func() {
		defer close(under)
		for {
			buffer := make([]byte, 1<<16)
			n, err := from.Read(buffer)
			if err != nil {
				return
			}
			under <- sent{buffer[:n], time.Now().Add(time.Duration(l.late.Load()))}
		}
	}()
	for s := range under {
		time.Sleep(time.Until(s.due))
		if _, err := to.Write(s.text); err != nil {
			return
		}
	}
}

// TestSlowNetwork: a worker to which an answer of the server takes more than a second has tasks all the same, and one
// that the server has given away in vain is not lost.
func TestSlowNetwork(t *testing.T) {
	server, err := Start(ServerOptions{Listen: "127.0.0.1:0", Data: t.TempDir(), Room: 1 << 28})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	dialed := func(url string) *Conn {
		conn, err := Dial(t.Context(), Access{URL: url})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(conn.Close)
		return conn
	}
	client := dialed(server.URL())
	run := begin(t, client, "client", io.Discard)
	answer := make(chan Answer, 1)
	go func() {
		a, err := run.Ask(t.Context(), question("far away", accepted))
		if err != nil {
			t.Error(err)
		}
		answer <- a
	}()
	waitFor(t, client, 1)
	for given := 0; given <= deliveries; { // nobody does what the server gives
		message, err := client.pull(t.Context(), run.id)
		if err == nil && message != nil {
			err = message.Nak()
			given++
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	wire := newSlowLine(t, server.URL())
	far := dialed(wire.url)
	wire.late.Store(int64(700 * time.Millisecond))
	work(t, far, "far", func(context.Context, []byte, json.RawMessage) (Performed, error) {
		return Performed{Say: json.RawMessage("1")}, nil
	})
	select {
	case a := <-answer:
		if a.Lost || a.Worker != "far" {
			t.Errorf("the answer is %+v", a)
		}
	case <-time.After(waitLimit):
		t.Fatal("the worker has no task")
	}
}

// unreachable are files that cannot be fetched for some times.
type unreachable struct {
	jetstream.ObjectStore
	left atomic.Int64
}

func (u *unreachable) GetBytes(ctx context.Context, name string, opts ...jetstream.GetObjectOpt) ([]byte, error) {
	if u.left.Add(-1) >= 0 {
		return nil, errors.New("nobody answers")
	}
	return u.ObjectStore.GetBytes(ctx, name, opts...)
}

// TestUnfetched: an answer whose files cannot be fetched is fetched again, and where that takes too long asked for
// again. Its worker is not refused; one of which the files are other ones is.
func TestUnfetched(t *testing.T) {
	for _, c := range []struct {
		name     string
		failures int64
		patience time.Duration
		told     string
	}{
		{"for a moment", 3, transfer, ""},
		{"for long", 1, 50 * time.Millisecond, "is asked for again"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dial := newCluster(t)
			var said strings.Builder
			conn := dial("client")
			files := &unreachable{ObjectStore: conn.files}
			files.left.Store(c.failures)
			conn.files = files
			run := begin(t, conn, "client", &said)
			run.patience = c.patience
			done := make(chan struct{}, 10)
			work(t, dial("worker"), "worker", func(_ context.Context, program []byte, _ json.RawMessage) (Performed, error) {
				done <- struct{}{}
				return Performed{Say: json.RawMessage("1"), Files: program}, nil
			})
			a, err := run.Ask(t.Context(), question("x", accepted))
			if err != nil || string(a.Archive) != "program" {
				t.Errorf("the answer is %+v (%v)", a, err)
			}
			if run.isRefused("worker") || !strings.Contains(said.String(), c.told) || c.told == "" && said.Len() > 0 {
				t.Errorf("people are told %q", said.String())
			}
			if c.told != "" && len(done) != 2 {
				t.Errorf("the question is answered %d times", len(done))
			}
		})
	}
}

// TestDamaged: a worker whose files are not those that it names is refused at once.
func TestDamaged(t *testing.T) {
	dial := newCluster(t)
	var said strings.Builder
	conn := dial("client")
	run := begin(t, conn, "client", &said)
	liar := dial("worker")
	work(t, liar, "worker", func(_ context.Context, _ []byte, _ json.RawMessage) (Performed, error) {
		if _, err := liar.files.PutBytes(t.Context(), digest([]byte("a proof")), []byte("no proof")); err != nil {
			t.Error(err)
		}
		return Performed{Say: json.RawMessage("1"), Files: []byte("a proof")}, nil
	})
	_, err := run.Ask(t.Context(), question("x", accepted))
	if !errors.Is(err, ErrRejected) || !errors.Is(err, errDamaged) || !run.isRefused("worker") {
		t.Errorf("the error is %v; people are told %q", err, said.String())
	}
}
