package board

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"yogi/internal/browsertest"
	"yogi/internal/cluster"
)

const hostile = `</td><img src=x onerror="document.title='taken'">"`

// board is a server of a status that a test changes.
type board struct {
	mu     sync.Mutex
	status cluster.Status
	server *httptest.Server
}

func newBoard(t *testing.T) *board {
	b := &board{status: cluster.Status{
		Account: "team",
		Workers: []cluster.WorkerStatus{{WorkerState: cluster.WorkerState{Name: hostile, Version: "v", Jobs: 4, Running: 3, Done: 7}, Silent: 2}},
		Runs:    []cluster.RunStatus{{Client: "laptop-7", Version: "v", Priority: cluster.High, Asked: 20, Accepted: 7, Waiting: 10, Working: 3}},
		Queued:  10, Working: 3, PerMinute: 5,
		Totals: cluster.Totals{Answers: 8, Outcomes: map[string]int{"pass": 4, "fail": 2, "unknown": 2}, Seconds: 12, Stored: 6},
	}}
	b.server = httptest.NewServer(Handler(func() []cluster.Status {
		b.mu.Lock()
		defer b.mu.Unlock()
		return []cluster.Status{b.status}
	}))
	t.Cleanup(b.server.CloseClientConnections)
	t.Cleanup(b.server.Close)
	return b
}

func (b *board) change(change func(*cluster.Status)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change(&b.status)
}

func (b *board) get(t *testing.T, path string) string {
	t.Helper()
	response, err := b.server.Client().Get(b.server.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 200 {
		t.Fatalf("%s: status %d (%v)", path, response.StatusCode, err)
	}
	return string(text)
}

// TestMetrics: each line is one of the text format, each family is told once, and names cannot break out of labels.
func TestMetrics(t *testing.T) {
	b := newBoard(t)
	b.change(func(s *cluster.Status) { s.Account = "a\"b\\c\nd" })
	text := b.get(t, "/metrics")
	line := regexp.MustCompile(`^(# (HELP|TYPE) yogi_[a-z_]+ .+|yogi_[a-z_]+\{account="a\\"b\\\\c\\nd"(,[a-z]+="[a-z]+")?\} [0-9.e+]+)$`)
	types := map[string]bool{}
	for scanner := bufio.NewScanner(strings.NewReader(text)); scanner.Scan(); {
		if !line.MatchString(scanner.Text()) {
			t.Errorf("%q is no line of the format", scanner.Text())
		}
		if name, isType := strings.CutPrefix(scanner.Text(), "# TYPE "); isType {
			if types[name] {
				t.Errorf("%s is there twice", name)
			}
			types[name] = true
		}
	}
	for _, want := range []string{`yogi_workers{account="a\"b\\c\nd"} 1`, "yogi_worker_slots{", `outcome="fail"} 2`, "yogi_store_hits_total{", "yogi_checks_waiting{"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

func TestStatus(t *testing.T) {
	var all []cluster.Status
	if err := json.Unmarshal([]byte(newBoard(t).get(t, "/status.json")), &all); err != nil || len(all) != 1 || all[0].Queued != 10 || all[0].Workers[0].Name != hostile {
		t.Errorf("the status is %+v (%v)", all, err)
	}
}

// TestPage opens the page in a browser: it shows what is known, changes as that changes, without a question from the
// page, asks nothing of others, and says so when the server has gone.
func TestPage(t *testing.T) {
	b := newBoard(t)
	ctx := browsertest.Open(t, b.server.URL+"/", b.server.URL+"/")
	shows := func(expression, want string) {
		t.Helper()
		got := ""
		for end := time.Now().Add(browsertest.WaitLimit); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			if err := chromedp.Run(ctx, chromedp.Evaluate(expression, &got)); err != nil {
				t.Fatal(err)
			}
			if got == want {
				return
			}
		}
		t.Fatalf("%s is %q, want %q", expression, got, want)
	}
	is := func(name string) string { return `document.querySelector("[data-is=` + name + `]")?.textContent ?? ""` }
	cells := func(name string) string {
		return `[...document.querySelectorAll("[data-is=` + name + `] tbody td")].map(td => td.textContent).join("|")`
	}
	shows(is("workers"), "1 (4 places)")
	shows(is("account"), "team")
	shows(is("stored"), "6")
	shows(cells("runs"), "laptop-7|high|7 of 20|10|3|0|0 s|v")
	shows(cells("list"), hostile+"|3|4|7|0|2 s ago|v")
	shows(cells("outcomes"), "4|2|2|||1.50")
	shows(`document.title`, "yogi cluster")
	b.change(func(s *cluster.Status) {
		s.Queued, s.Workers, s.Runs, s.Totals.Failures = 0, nil, nil, 2
	})
	b.change(func(s *cluster.Status) { s.Workers, s.Runs = []cluster.WorkerStatus{}, []cluster.RunStatus{} })
	shows(is("queued"), "0")
	shows(is("failures"), "2")
	shows(cells("list"), "no worker is there")
	shows(cells("runs"), "no client asks")
	back := `getComputedStyle(document.body).backgroundColor`
	for scheme, want := range map[string]string{"dark": "rgb(20, 24, 29)", "light": "rgb(255, 255, 255)"} {
		if err := chromedp.Run(ctx, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}})); err != nil {
			t.Fatal(err)
		}
		shows(back, want)
	}
	shows(`document.getElementById("live").textContent`, "live")
}
