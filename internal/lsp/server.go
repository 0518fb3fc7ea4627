// Package lsp is a server of the Language Server Protocol: an editor tells it of its buffers, and is told what is wrong
// in them as checks find it out.
//
// The server itself only knows documents and what was found out about them. Each check is a process of its own, a
// worker, which is given the buffers' texts and tells events (Work); a newer edit, a request of the client, or the end
// of the server ends it with all that it started. So no text that makes the checker use up its memory, or fail, takes
// the editor's session with it.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// The commands of the server. Each has a document's URI and a function's name as arguments.
const (
	CommandCheck   = "yogi.check"   // checks the function as the entry; the answer is a Shown
	CommandShowRun = "yogi.showRun" // the answer is a Shown of the failing run that is known
)

// Shown is the answer to a command: a verdict as text and, of a fail, as a page.
type Shown struct {
	Verdict string `json:"verdict"`
	Text    string `json:"text"`
	HTML    string `json:"html,omitempty"`
}

// Config says how a server works.
type Config struct {
	Version string
	// Worker is the command of a worker, without the flags of the client: a program that reads a Request and answers
	// with the events of Work. Its first word is the name under which Path is started.
	Path   string
	Worker []string
	Delay  time.Duration // how long after an edit a check begins
}

// Serve answers a client until its stream ends or it asks to exit. The result says whether it asked to shut down
// before. When it returns no process of the server is left.
func Serve(ctx context.Context, config Config, stream io.ReadWriteCloser) (shutDown bool, err error) {
	scratch, err := os.MkdirTemp("", "yogi-lsp-")
	if err != nil {
		return false, fmt.Errorf("making a scratch folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	ctx, end := context.WithCancel(ctx)
	defer end()
	s := &server{
		config: config, scratch: scratch, ctx: ctx, end: end, turn: make(chan struct{}, 1), connected: make(chan struct{}),
		documents: map[string]*document{}, published: map[string]map[string][]Diagnostic{}, requests: map[string]func(){}, progress: map[string]func(){},
	}
	quiet := log.New(io.Discard, "", 0)
	s.conn = jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(stream, jsonrpc2.VSCodeObjectCodec{}), s, jsonrpc2.SetLogger(quiet))
	close(s.connected)
	select {
	case <-s.conn.DisconnectNotify():
	case <-ctx.Done():
		s.conn.Close()
	}
	end()
	s.mu.Lock()
	s.isOver = true
	for _, d := range s.documents {
		d.stop()
	}
	s.mu.Unlock()
	s.running.Wait()
	return s.isShutDown, nil
}

type server struct {
	config  Config
	scratch string
	ctx     context.Context // ends with the server
	end     func()
	conn    *jsonrpc2.Conn
	// connected is closed when conn is set: messages are read before.
	connected chan struct{}
	running   sync.WaitGroup // checks
	turn      chan struct{}  // one check at a time: each may use all the memory it is given

	mu         sync.Mutex // of all that follows
	client     initializeParams
	isShutDown bool
	isOver     bool
	documents  map[string]*document
	published  map[string]map[string][]Diagnostic // by the document they come of, by URI
	requests   map[string]func()                  // what ends a request of the client that is being answered
	progress   map[string]func()                  // what ends the work with a token
	checks     int                                // that were begun, for names
}

// Handle implements jsonrpc2.Handler. Messages are handled in their order; what takes time goes on beside.
func (s *server) Handle(_ context.Context, conn *jsonrpc2.Conn, request *jsonrpc2.Request) {
	<-s.connected
	params := json.RawMessage("{}")
	if request.Params != nil {
		params = *request.Params
	}
	answer, err := s.handle(request, params)
	if request.Notif || answer == later {
		return
	}
	s.reply(request.ID, answer, err)
}

// later is the answer of a request that is answered when its work is done.
var later = new(struct{ _ int })

func (s *server) reply(id jsonrpc2.ID, answer any, err error) {
	// An answer that cannot be sent is one that nobody waits for.
	var known *jsonrpc2.Error
	switch {
	case err == nil:
		_ = s.conn.Reply(s.ctx, id, answer)
	case errors.As(err, &known):
		_ = s.conn.ReplyWithError(s.ctx, id, known)
	default:
		_ = s.conn.ReplyWithError(s.ctx, id, &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()})
	}
}

// handle answers a request or follows a notification.
func (s *server) handle(request *jsonrpc2.Request, params json.RawMessage) (any, error) {
	if s.refuses(request) {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server is shut down"}
	}
	switch request.Method {
	case "initialize":
		return with(params, s.initialize)
	case "initialized", "$/setTrace", "workspace/didChangeConfiguration":
		return nil, nil
	case "shutdown":
		s.mu.Lock()
		defer s.mu.Unlock()
		s.isShutDown = true
		for _, d := range s.documents {
			d.stop()
		}
		return nil, nil
	case "exit":
		s.end()
		return nil, nil
	case "textDocument/didOpen":
		return with(params, s.didOpen)
	case "textDocument/didChange":
		return with(params, s.didChange)
	case "textDocument/didSave":
		return with(params, s.didSave)
	case "textDocument/didClose":
		return with(params, s.didClose)
	case "workspace/didChangeWatchedFiles":
		return nil, s.recheck(func(*document) bool { return true })
	case "textDocument/codeLens":
		return with(params, s.codeLens)
	case "textDocument/inlayHint":
		return with(params, s.inlayHint)
	case "workspace/executeCommand":
		return with(params, func(p commandParams) (any, error) { return s.execute(request.ID, p) })
	case "$/cancelRequest":
		return with(params, s.cancelRequest)
	case "window/workDoneProgress/cancel":
		return with(params, s.cancelProgress)
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "the method " + request.Method + " is not known"}
}

// refuses says that a request comes behind the one to shut down.
func (s *server) refuses(request *jsonrpc2.Request) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isShutDown && request.Method != "exit"
}

// with reads the parameters of a message.
func with[P any](params json.RawMessage, handle func(P) (any, error)) (any, error) {
	var p P
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	return handle(p)
}

func (s *server) initialize(p initializeParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.client = p
	return capabilities(s.config.Version), nil
}

// root is the folder that relative paths of flags begin at.
func (s *server) root(file string) string {
	if folders := s.client.Folders; len(folders) > 0 && pathOf(folders[0].URI) != "" {
		return pathOf(folders[0].URI)
	}
	if path := pathOf(s.client.RootURI); path != "" {
		return path
	}
	return filepath.Dir(file)
}

func (s *server) didOpen(p openParams) (any, error) {
	path := pathOf(p.Document.URI)
	if path == "" {
		return nil, nil // a buffer that is no file: nothing says what it includes
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := &document{uri: p.Document.URI, path: path, version: p.Document.Version, text: p.Document.Text}
	s.documents[d.uri] = d
	s.schedule(d, 0)
	s.scheduleReaders(d)
	return nil, nil
}

func (s *server) didChange(p changeParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[p.Document.URI]
	if d == nil || len(p.Changes) == 0 {
		return nil, nil
	}
	d.change(p.Document.Version, p.Changes[len(p.Changes)-1].Text)
	s.schedule(d, s.config.Delay)
	s.scheduleReaders(d)
	return nil, nil
}

func (s *server) didSave(p documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.documents[p.Document.URI]; d != nil {
		if d.timer != nil || d.found.version != d.version { // else nothing has changed
			s.schedule(d, 0)
		}
		s.scheduleReaders(d)
	}
	return nil, nil
}

func (s *server) didClose(p documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[p.Document.URI]
	if d == nil {
		return nil, nil
	}
	d.stop()
	delete(s.documents, d.uri)
	s.publish(d, map[string][]Diagnostic{})
	s.scheduleReaders(d)
	return nil, nil
}

// scheduleReaders checks the open programs again that include a document.
func (s *server) scheduleReaders(changed *document) {
	for _, d := range s.documents {
		if d != changed && slices.Contains(d.found.reads.Files, changed.path) {
			s.schedule(d, s.config.Delay)
		}
	}
}

// recheck checks open programs again.
func (s *server) recheck(which func(*document) bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.documents {
		if which(d) {
			s.schedule(d, s.config.Delay)
		}
	}
	return nil
}

func (s *server) codeLens(p documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.documents[p.Document.URI]; d != nil {
		return d.found.lenses(d), nil
	}
	return []CodeLens{}, nil
}

func (s *server) inlayHint(p hintParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.documents[p.Document.URI]; d != nil {
		return d.found.hints(d, p.Range), nil
	}
	return []InlayHint{}, nil
}

// execute begins a command of the client, which is answered when it is done.
func (s *server) execute(id jsonrpc2.ID, p commandParams) (any, error) {
	var uri, function string
	if len(p.Arguments) != 2 || json.Unmarshal(p.Arguments[0], &uri) != nil || json.Unmarshal(p.Arguments[1], &function) != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: p.Command + " takes the URI of a document and the name of a function"}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[uri]
	if d == nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: uri + " is not open"}
	}
	switch p.Command {
	case CommandShowRun:
		if found := d.found.failing(function); found != nil {
			return Shown{found.Result.Verdict, found.Text, found.Page}, nil
		}
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "no failing run of " + function + " is known"}
	case CommandCheck:
		ctx, cancel := context.WithCancel(s.ctx)
		key := id.String()
		s.requests[key] = cancel
		s.begin(func() {
			answer, err := s.checkEntry(ctx, d, function, p.Token)
			if ctx.Err() != nil {
				err = &jsonrpc2.Error{Code: codeCancelled, Message: "cancelled"}
			}
			s.mu.Lock()
			delete(s.requests, key)
			s.mu.Unlock()
			cancel()
			s.reply(id, answer, err)
		})
		return later, nil
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "the command " + p.Command + " is not known"}
}

// begin runs work beside the messages; it is called with the mutex.
func (s *server) begin(work func()) {
	if s.isOver {
		return
	}
	s.running.Go(work)
}

func (s *server) cancelRequest(p cancelParams) (any, error) {
	var id jsonrpc2.ID
	if err := json.Unmarshal(p.ID, &id); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.requests[id.String()]; cancel != nil {
		cancel()
	}
	return nil, nil
}

func (s *server) cancelProgress(p progressParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.progress[fmt.Sprint(p.Token)]; cancel != nil {
		cancel()
	}
	return nil, nil
}
