// Package browsertest opens pages in a real browser, Debian's Chromium, for tests of pages.
package browsertest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// WaitLimit is how long a test waits for what takes a second on a machine that does nothing else.
const WaitLimit = 3 * time.Minute

// Open opens the page at an address, and skips the test where there is no Chromium. What its script
// or its console says, what the browser complains of, and requests to other places than those that
// begin with own are faults of the page. The browser is gone when the test is over.
func Open(t *testing.T, address, own string, options ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium: apt-get install chromium")
	}
	folder, err := os.MkdirTemp("", "yogi-browser-")
	if err != nil {
		t.Fatal(err)
	}
	// The page's own time ends, not that of the test, so that what cleans up has some.
	limited, cancel := context.WithTimeout(context.Background(), 2*WaitLimit)
	allocator, cancelAllocator := chromedp.NewExecAllocator(limited, slices.Concat(chromedp.DefaultExecAllocatorOptions[:], []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(filepath.Join(folder, "profile")),
		chromedp.WSURLReadTimeout(WaitLimit), chromedp.Flag("disable-dev-shm-usage", true),
	}, options)...)
	ctx, cancelPage := chromedp.NewContext(allocator)
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("the page's script: %s", e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			t.Errorf("the page's console has %d words", len(e.Args))
		case *log.EventEntryAdded:
			t.Errorf("the browser says %s", e.Entry.Text)
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, own) && !strings.HasPrefix(e.Request.URL, "data:") {
				t.Errorf("the page asks for %s", e.Request.URL)
			}
		}
	})
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Log(err)
		}
		cancelPage()
		cancelAllocator()
		cancel()
		for range 50 { // the browser's last processes may still write there
			if err = os.RemoveAll(folder); err == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Error(err)
	})
	if err := chromedp.Run(ctx, runtime.Enable(), log.Enable(), network.Enable(), chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	return ctx
}
