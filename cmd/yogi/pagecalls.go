package main

import (
	"context"
	"slices"
	"sync"
	"time"

	"yogi/internal/frontend/c"
	"yogi/internal/journal"
	"yogi/internal/load"
	"yogi/internal/page"
)

// asked has what a search was asked about each function, for the page.
type asked struct {
	mu        sync.Mutex
	functions map[string]*page.Function
	graphs    map[int]string // the function of each graph of the search at hand
}

func newAsked() *asked {
	return &asked{functions: map[string]*page.Function{}, graphs: map[int]string{}}
}

func (a *asked) about(name string) *page.Function {
	if a.functions[name] == nil {
		a.functions[name] = &page.Function{Name: name}
	}
	return a.functions[name]
}

// listen hears of an event of the run.
func (a *asked) listen(_ time.Duration, event journal.Event) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch e := event.(type) {
	case journal.Search:
		a.graphs = map[int]string{}
	case journal.Graph:
		a.graphs[e.ID] = e.Function
		a.about(e.Function).Asked++
	case journal.Iteration:
		if name, ok := a.graphs[e.Graph]; ok {
			a.about(name).Steps++
		}
	case journal.Split:
		if name, ok := a.graphs[e.Graph]; ok {
			a.about(name).Splits++
		}
	case journal.Closed:
		if name, ok := a.graphs[e.Graph]; ok {
			switch e.Answer {
			case "must":
				a.about(name).Yes++
			case "not-may":
				a.about(name).No++
			}
			a.about(name).Answer = e.Answer
		}
	case journal.Regions:
		if name, ok := a.graphs[e.Graph]; ok {
			a.about(name).Regions = &e
		}
	}
}

// calls are the functions of a C program, with what was asked about them; none where they cannot be told.
func (o *checkOptions) calls(ctx context.Context) []page.Function {
	if len(o.job.Files) == 0 || !load.IsC(o.job.Files[0]) {
		return nil
	}
	definitions, diagnostics, err := c.Definitions(ctx, o.job.COptions())
	if err != nil || len(diagnostics) > 0 {
		return nil
	}
	var out []page.Function
	for _, d := range definitions {
		if d.File == "" { // of a header
			continue
		}
		f := page.Function{Name: d.Name}
		if o.heard != nil {
			if known := o.heard.functions[d.Name]; known != nil {
				f = *known
				f.Asked = max(f.Asked, f.Yes+f.No) // a question that is put off is asked again
			}
		}
		f.File, f.Line, f.Calls = d.File, d.Line, slices.Clone(d.Calls)
		out = append(out, f)
	}
	return out
}
