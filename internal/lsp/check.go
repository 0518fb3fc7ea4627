package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"yogi/internal/trial"
)

// This file begins and ends checks of documents. A document has one at most: what begins another one ends it.

// stop ends the check of a document, and one that is to begin.
func (d *document) stop() {
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
	if d.cancel != nil {
		d.cancel()
		d.cancel = nil
	}
}

// schedule begins a check of a document after a delay, in the place of the one that runs. It is called with the mutex.
func (s *server) schedule(d *document, delay time.Duration) {
	if !d.isProgram() || s.isOver || s.isShutDown {
		return
	}
	d.stop()
	var timer *time.Timer
	timer = time.AfterFunc(delay, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if d.timer != timer { // a newer edit has begun another one
			return
		}
		d.timer = nil
		ctx, cancel := context.WithCancel(s.ctx)
		d.cancel = cancel
		version := d.version
		request := s.request(d, "")
		s.begin(func() {
			defer cancel()
			s.checkAll(ctx, d, version, request)
		})
	})
	d.timer = timer
}

// request asks about a document as it is now.
func (s *server) request(d *document, entry string) Request {
	r := Request{File: d.path, Entry: entry, Touched: slices.Clone(d.touched), Overlay: map[string]string{}, Known: map[string]string{}}
	for of, k := range d.kept {
		r.Known[of] = k.key
	}
	if entry != "" {
		r.Known = nil // it is asked for
	}
	for _, open := range s.documents {
		if open.isEdited() {
			r.Overlay[open.path] = open.text
		}
	}
	return r
}

// checkAll checks a document and tells the client what is found as it is found.
func (s *server) checkAll(ctx context.Context, d *document, version int, request Request) {
	found := findings{version: version}
	report := s.beginProgress(ctx, d.cancelled, "Checking "+filepath.Base(d.path), nil)
	err := s.work(ctx, request, func(e Event) {
		switch {
		case e.Reads != nil:
			found.reads = *e.Reads
			s.knows(ctx, d, found.reads)
			return // what was said of the text before stays until there is more to say
		case e.Trouble != nil:
			found.trouble = append(found.trouble, e.Trouble...)
		case e.Finding != nil:
			found.verdicts = append(found.verdicts, e.Finding)
		case e.Done != nil && e.Done.Same:
			found.verdicts = append(found.verdicts, s.kept(d, e.Done)...)
		case e.Done != nil:
			s.keep(ctx, d, e.Done, found.verdicts)
			return
		}
		s.tell(ctx, d, found)
		if done, of := len(found.verdicts), len(found.reads.Entries); of > 1 && done < of {
			report(fmt.Sprintf("%d of %d functions: %s", done, of, found.reads.Entries[done]), 100*done/of)
		}
	})
	report("", -1)
	if ctx.Err() != nil {
		return
	}
	s.mu.Lock()
	d.touched = nil
	s.mu.Unlock()
	if err == nil {
		s.tell(ctx, d, found) // where there was nothing to check
		s.refresh()
		return
	}
	s.notify("window/showMessage", map[string]any{"type": severityError, "message": "yogi: " + err.Error()})
}

// keep remembers what was found out about an entry that is done.
func (s *server) keep(ctx context.Context, d *document, done *Done, found []*Finding) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	delete(d.kept, done.Entry)
	if done.Key == "" {
		return
	}
	if d.kept == nil {
		d.kept = map[string]keptFindings{}
	}
	of := slices.DeleteFunc(slices.Clone(found), func(f *Finding) bool { return f.Entry != done.Entry })
	d.kept[done.Entry] = keptFindings{done.Key, of}
}

// kept are the findings about an entry from before, where it has not changed since.
func (s *server) kept(d *document, done *Done) []*Finding {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k := d.kept[done.Entry]; k.key == done.Key {
		return k.findings
	}
	return nil
}

// cancelled ends the check of a document at the client's wish.
func (d *document) cancelled() {
	if d.cancel != nil {
		d.cancel()
	}
}

// knows notes what the program of a document is made of.
func (s *server) knows(ctx context.Context, d *document, reads Reads) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() == nil {
		d.found.reads = reads
	}
}

// tell makes findings those of a document, unless its check is over.
func (s *server) tell(ctx context.Context, d *document, found findings) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil || s.documents[d.uri] != d {
		return
	}
	d.found = found
	d.found.verdicts = slices.Clone(found.verdicts)
	s.publish(d, d.found.diagnostics(d, s.text))
}

// text is the text of a file: of the buffer where it is open.
func (s *server) text(path string) string {
	for _, d := range s.documents {
		if d.path == path {
			return d.text
		}
	}
	return textOn(path)
}

// publish tells the client the diagnostics of a document's check, which may be about other files, too. Of a file that
// several documents include those of all are told.
func (s *server) publish(of *document, by map[string][]Diagnostic) {
	uris := map[string]bool{}
	for uri := range s.published[of.uri] {
		uris[uri] = true
	}
	for uri := range by {
		uris[uri] = true
	}
	s.published[of.uri] = by
	for uri := range uris {
		all := []Diagnostic{}
		for _, each := range s.published {
			all = append(all, each[uri]...)
		}
		slices.SortFunc(all, func(a, b Diagnostic) int {
			if a.Range.Start.Line != b.Range.Start.Line {
				return a.Range.Start.Line - b.Range.Start.Line
			}
			return strings.Compare(a.Message, b.Message)
		})
		params := PublishDiagnosticsParams{URI: uri, Diagnostics: all}
		if d := s.documents[uri]; d != nil && uri == of.uri {
			version := d.version
			params.Version = &version
		}
		s.notify("textDocument/publishDiagnostics", params)
	}
	if len(by) == 0 {
		delete(s.published, of.uri)
	}
}

// notify tells the client something. One that has gone is noticed where its messages are read.
func (s *server) notify(method string, params any) { _ = s.conn.Notify(s.ctx, method, params) }

// refresh has the client ask for lenses and hints again.
func (s *server) refresh() {
	s.mu.Lock()
	workspace := s.client.Capabilities.Workspace
	s.mu.Unlock()
	if workspace.Lens.Refresh {
		_ = s.conn.Call(s.ctx, "workspace/codeLens/refresh", nil, nil)
	}
	if workspace.Hint.Refresh {
		_ = s.conn.Call(s.ctx, "workspace/inlayHint/refresh", nil, nil)
	}
}

// checkEntry checks a function of a document as the entry. What is found is told as that of a check of the whole
// document is, beside what is known of other functions.
func (s *server) checkEntry(ctx context.Context, d *document, function string, token any) (any, error) {
	s.mu.Lock()
	request, version := s.request(d, function), d.version
	s.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	report := s.beginProgress(ctx, cancel, "Checking "+function, token)
	defer report("", -1)
	var got []*Finding
	var trouble []Trouble
	err := s.work(ctx, request, func(e Event) {
		if e.Finding != nil {
			got = append(got, e.Finding)
		}
		trouble = append(trouble, e.Trouble...)
	})
	switch {
	case err != nil:
		return nil, err
	case len(trouble) > 0:
		return nil, fmt.Errorf("%s:%d: %s", trouble[0].Place.File, trouble[0].Place.Line, trouble[0].Place.What)
	case len(got) == 0:
		return nil, errors.New("there is no verdict")
	}
	s.mu.Lock()
	if s.documents[d.uri] == d && d.version == version && d.found.version == version {
		rest := slices.DeleteFunc(slices.Clone(d.found.verdicts), func(f *Finding) bool { return f.Entry == function })
		d.found.verdicts = append(rest, got...)
		s.publish(d, d.found.diagnostics(d, s.text))
	}
	s.mu.Unlock()
	s.begun(s.refresh)
	worst := got[0]
	for _, f := range got {
		if strings.HasPrefix(f.Result.Verdict, "FALSE") {
			worst = f
			break
		}
	}
	return Shown{worst.Result.Verdict, worst.Text, worst.Page}, nil
}

// begun is begin without the mutex.
func (s *server) begun(work func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begin(work)
}

// beginProgress tells a client that shows it that work begins. The result is told how far it is, and its end by a
// negative part. token is the client's own; nil: one is made.
func (s *server) beginProgress(ctx context.Context, cancel func(), title string, token any) func(message string, percent int) {
	s.mu.Lock()
	shows := s.client.Capabilities.Window.Progress
	s.checks++
	isOurs := token == nil
	if isOurs {
		token = fmt.Sprintf("yogi-%d", s.checks)
	}
	s.progress[fmt.Sprint(token)] = cancel
	s.mu.Unlock()
	forget := func() {
		s.mu.Lock()
		delete(s.progress, fmt.Sprint(token))
		s.mu.Unlock()
	}
	if isOurs && (!shows || s.conn.Call(ctx, "window/workDoneProgress/create", progressParams{Token: token}, nil) != nil) {
		return func(_ string, percent int) {
			if percent < 0 {
				forget()
			}
		}
	}
	s.notify("$/progress", progressParams{token, progressValue{Kind: "begin", Title: title, Cancellable: true}})
	return func(message string, percent int) {
		if percent >= 0 {
			s.notify("$/progress", progressParams{token, progressValue{Kind: "report", Message: message, Percentage: &percent}})
			return
		}
		s.notify("$/progress", progressParams{token, progressValue{Kind: "end"}})
		forget()
	}
}

// work runs a worker and tells its events. The error says why nothing could be checked, or is the context's.
func (s *server) work(ctx context.Context, request Request, tell func(Event)) error {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	scratch, err := os.MkdirTemp(s.scratch, "check-")
	if err != nil {
		return fmt.Errorf("making a scratch folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	request.Scratch = scratch
	text, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("encoding a request: %w", err)
	}
	s.mu.Lock()
	args, folder := append(slices.Clone(s.config.Worker[1:]), s.client.Options.Flags...), s.root(request.File)
	s.mu.Unlock()
	command := trial.Command(ctx, s.config.Path, args...)
	command.Args[0] = s.config.Worker[0]
	var stderr bytes.Buffer
	command.Dir, command.Stdin, command.Stderr = folder, bytes.NewReader(text), &stderr
	command.Env = append(os.Environ(), "TMPDIR="+scratch)
	out, err := command.StdoutPipe()
	if err != nil {
		return fmt.Errorf("starting a check: %w", err)
	}
	if err := command.Start(); err != nil {
		return fmt.Errorf("starting a check: %w", err)
	}
	lines := bufio.NewReader(out)
	var failure string
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var e Event
		if json.Unmarshal(line, &e) != nil {
			continue // what a worker that is killed leaves behind
		}
		switch {
		case e.Failure != "":
			failure = e.Failure
		case ctx.Err() == nil:
			tell(e)
		}
	}
	err = command.Wait()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case failure != "":
		return errors.New(failure)
	case err != nil:
		return fmt.Errorf("the check ended early (%w): %s", err, strings.TrimSpace(stderr.String()))
	}
	return nil
}
