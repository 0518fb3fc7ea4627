// Package board is the page on which people watch a cluster, and the metrics that Prometheus reads of it.
//
// In goes what monitors know at a moment; out comes HTTP: a page that needs nothing from elsewhere and changes as the
// server tells it to (server-sent events), the same figures as JSON, and as text for Prometheus. There are names of
// machines and numbers, and nothing of programs.
package board

import (
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"yogi/internal/cluster"
)

//go:embed board.html board.css board.js
var files embed.FS

// every is how often a page is told what is new.
const every = time.Second

// Handler serves the page at /, and below it status.json, events and metrics. status is asked for each of them.
func Handler(status func() []cluster.Status) http.Handler {
	mux := http.NewServeMux()
	for path, file := range map[string][2]string{
		"GET /{$}":       {"board.html", "text/html; charset=utf-8"},
		"GET /board.css": {"board.css", "text/css; charset=utf-8"},
		"GET /board.js":  {"board.js", "text/javascript; charset=utf-8"},
	} {
		text, err := files.ReadFile(file[0])
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", file[1])
			_, _ = w.Write(text) // who asked has gone if it fails
		})
	}
	mux.HandleFunc("GET /status.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(status())
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_ = writeMetrics(w, status())
	})
	mux.HandleFunc("GET /events", func(w http.ResponseWriter, r *http.Request) { tell(w, r, status) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		mux.ServeHTTP(w, r)
	})
}

// tell sends what is known once a second, until the page is closed.
func tell(w http.ResponseWriter, r *http.Request, status func() []cluster.Status) {
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		text, err := json.Marshal(status())
		if err != nil {
			return
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", text); err != nil {
			return
		}
		if control.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-ticker.C:
		}
	}
}

// metric is one family of numbers.
type metric struct {
	name, kind, help string
	of               func(s cluster.Status, add func(label string, value float64))
}

// one is a metric with a single number for each account.
func one(value func(s cluster.Status) float64) func(cluster.Status, func(string, float64)) {
	return func(s cluster.Status, add func(string, float64)) { add("", value(s)) }
}

var metrics = []metric{
	{"yogi_workers", "gauge", "Workers that were heard of within half a minute.", one(func(s cluster.Status) float64 { return float64(len(s.Workers)) })},
	{"yogi_worker_slots", "gauge", "Checks that the workers can make at a time.", one(func(s cluster.Status) (n float64) {
		for _, w := range s.Workers {
			n += float64(w.Jobs)
		}
		return n
	})},
	{"yogi_runs", "gauge", "Runs of clients that go on.", one(func(s cluster.Status) float64 { return float64(len(s.Runs)) })},
	{"yogi_checks_waiting", "gauge", "Checks that wait for a worker.", one(func(s cluster.Status) float64 { return float64(s.Queued) })},
	{"yogi_checks_running", "gauge", "Checks that a worker has.", one(func(s cluster.Status) float64 { return float64(s.Working) })},
	{"yogi_answers_total", "counter", "Answers of workers by what they say came of the check.", func(s cluster.Status, add func(string, float64)) {
		for _, word := range cluster.Outcomes() {
			add(label("outcome", word), float64(s.Totals.Outcomes[word]))
		}
	}},
	{"yogi_answers_accepted_total", "counter", "Answers that clients accepted.", one(func(s cluster.Status) float64 { return float64(s.Totals.Accepted) })},
	{"yogi_answers_rejected_total", "counter", "Answers that clients rejected.", one(func(s cluster.Status) float64 { return float64(s.Totals.Rejected) })},
	{"yogi_check_seconds_total", "counter", "Time that workers took for their answers.", one(func(s cluster.Status) float64 { return s.Totals.Seconds })},
	{"yogi_store_hits_total", "counter", "Proofs and tests of earlier checks that workers found in their stores.", one(func(s cluster.Status) float64 { return float64(s.Totals.Stored) })},
	{"yogi_worker_failures_total", "counter", "Tasks that a worker could not begin.", one(func(s cluster.Status) float64 { return float64(s.Totals.Failures) })},
	{"yogi_tasks_given_up_total", "counter", "Tasks with which too many workers were lost.", one(func(s cluster.Status) float64 { return float64(s.Totals.Lost) })},
	{"yogi_server_reachable", "gauge", "1 if the server told the lengths of its queues when it was asked last.", one(func(s cluster.Status) float64 {
		if s.Trouble != "" {
			return 0
		}
		return 1
	})},
}

// writeMetrics writes the figures in the text format of Prometheus.
func writeMetrics(out io.Writer, all []cluster.Status) error {
	var text strings.Builder
	for _, m := range metrics {
		fmt.Fprintf(&text, "# HELP %s %s\n# TYPE %s %s\n", m.name, m.help, m.name, m.kind)
		for _, s := range all {
			m.of(s, func(extra string, value float64) {
				labels := label("account", s.Account)
				if extra != "" {
					labels += "," + extra
				}
				fmt.Fprintf(&text, "%s{%s} %v\n", m.name, labels, value)
			})
		}
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// label is a label with its value quoted as the format has it.
func label(name, value string) string {
	return name + `="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(value) + `"`
}
