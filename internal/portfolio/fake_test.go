package portfolio

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"yogi/internal/induction"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// program is one with some branches on which no event depends, and an error behind them.
func program(t *testing.T, branches int) *ir.Program {
	t.Helper()
	var text strings.Builder
	text.WriteString("entry main\nfunction main {\n  local |main::x| (_ BitVec 8)\n")
	for n := range branches {
		fmt.Fprintf(&text, "  block %d \"\"\n    goto (= |main::x| #x%02x) %d (not (= |main::x| #x%02x)) %d\n", 2*n, n%256, 2*n+1, n%256, 2*n+2)
		fmt.Fprintf(&text, "  block %d \"\"\n    |main::x| := (bvadd |main::x| #x01)\n    goto true %d\n", 2*n+1, 2*n+2)
	}
	fmt.Fprintf(&text, "  block %d \"\"\n    error \"reached\"\n}\n", 2*branches)
	p, err := ir.Parse(text.String(), term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// subject is a program of tests, with others that are made of it.
type subject struct {
	program *ir.Program
	plain   *subject
	// elements has facts about elements; nil: none are found.
	elements *subject
	// fails says which tests fail here.
	fails func(test *verdict.Test) bool
	// unfold follows paths; nil: there is no need to.
	unfold func(ctx context.Context, how Pick) (*verdict.Answer, Paths)
	induct func() *verdict.Answer
	// promises: claims exclude most errors whenever they are looked for.
	promises bool
	// earlier is a proof that a search begins with; nil: there is none.
	earlier *interproc.Earlier
	// ended is what an attempt says that was interrupted; nil: it has an answer nevertheless.
	ended error
	walks []Walk // that were followed, once for each turn
}

// newSubject is a program with guesses and conditions, and its other forms.
func newSubject(t *testing.T, guesses, branches int) *subject {
	form := func(guesses int) *subject {
		s := &subject{program: program(t, branches), fails: func(*verdict.Test) bool { return true }}
		s.program.Guesses = make([]ir.Guess, guesses)
		return s
	}
	s := form(guesses)
	s.plain = form(0)
	return s
}

func (s *subject) Program() *ir.Program                       { return s.program }
func (s *subject) AsWritten(context.Context) (Subject, error) { return s.plain, nil }
func (s *subject) AboutElements(context.Context) (Subject, error) {
	if s.elements == nil {
		return nil, nil
	}
	return s.elements, nil
}

func (s *subject) Fails(_ context.Context, test *verdict.Test) bool { return s.fails(test) }

func (s *subject) Simulate(context.Context) *verdict.Answer { return nil }

func (s *subject) Induct(context.Context, induction.Limits) (*verdict.Answer, bool, error) {
	return s.induct(), s.promises, nil
}

func (s *subject) Walk(how Pick) Walk { return &walk{s, how} }

// walk is one over the paths of a subject.
type walk struct {
	subject *subject
	how     Pick
}

func (w *walk) Follow(ctx context.Context) (*verdict.Answer, Paths, error) {
	w.subject.walks = append(w.subject.walks, w)
	answer, paths := w.subject.unfold(ctx, w.how)
	return answer, paths, nil
}

func (s *subject) Ask(_ string, ask func(interproc.Options) (*verdict.Answer, error)) (*verdict.Answer, error) {
	answer, err := ask(interproc.Options{Earlier: s.earlier})
	if s.ended != nil && answer != nil && answer.Reason == verdict.Interrupted {
		return nil, s.ended
	}
	return answer, err
}

// script plays the attempts: it is asked for each, with its number, and takes its time.
type script func(ctx context.Context, number int, p *ir.Program) *verdict.Answer

type searcher struct {
	script  script
	number  *atomic.Int64 // of attempts so far, which lanes share
	program *ir.Program
}

func (s *searcher) Begin(context.Context)  {}
func (s *searcher) Iterations() int        { return int(s.number.Load()) }
func (s *searcher) Finish(*verdict.Answer) {}
func (s *searcher) Run(ctx context.Context, _ interproc.Attempt) *verdict.Answer {
	return s.script(ctx, int(s.number.Add(1)-1), s.program)
}

// unknown is an answer that took a time, or all that there was where it is cut off.
func unknown(ctx context.Context, reason verdict.Reason, after time.Duration) *verdict.Answer {
	select {
	case <-ctx.Done():
		reason = verdict.Timeout
	case <-time.After(after):
	}
	return &verdict.Answer{Kind: verdict.Unknown, Reason: reason}
}

// lost is a search that uses all its time, or gives up after an hour.
func lost(ctx context.Context, _ int, _ *ir.Program) *verdict.Answer {
	return unknown(ctx, verdict.Divergence, time.Hour)
}

// outcome is the result of a run, with what was asked on the way.
type outcome struct {
	about    Subject
	answer   *verdict.Answer
	attempts []verdict.Attempt
	took     time.Duration
}

// play runs the attempts at a subject by a clock that only waiting moves; limit 0 is none.
func play(t *testing.T, subject *subject, settings Settings, limit time.Duration, s script) (out outcome) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		if limit > 0 {
			ctx, cancel = context.WithTimeout(t.Context(), limit)
		}
		defer cancel()
		r, number := newRun(settings), atomic.Int64{}
		r.begin = func(p *ir.Program, _ interproc.Options) search { return &searcher{s, &number, p} }
		began := time.Now()
		about, answer, err := r.run(ctx, subject)
		if err != nil {
			t.Fatal(err)
		}
		out = outcome{about, answer, answer.Statistics.Attempts, time.Since(began)}
	})
	return out
}

// names are the rows that attempts chose.
func names(attempts []verdict.Attempt) []string {
	var out []string
	for _, a := range attempts {
		parts := slices.DeleteFunc([]string{a.Method, a.Guess, a.Conditions, a.Engine}, func(name string) bool { return name == "" })
		out = append(out, strings.Join(parts, "/"))
	}
	return out
}
