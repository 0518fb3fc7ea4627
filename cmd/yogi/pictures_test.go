package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"yogi/internal/browsertest"
)

// pictures rewrites the pictures of the documents: go test ./cmd/yogi -run TestPictures -args -pictures
var pictures = flag.Bool("pictures", false, "rewrite the pictures of the documents")

// TestPictures opens pages of shipped examples in a browser, as the documents show them: a run that fails at its last
// step, and who was asked what. A picture that shows less than a page has is not taken.
func TestPictures(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes some seconds")
	}
	folder := t.TempDir()
	t.Setenv(cacheVariable, "off")
	t.Chdir("../../examples/drivers")
	for _, p := range []struct {
		name   string
		args   []string
		status int
		shows  string // of the page; "": what is first seen
	}{
		{"run", []string{"serial_bug.c"}, 1, ""},
		{"calls", []string{"--opt", "unfolding=off", "--opt", "induction=off", "--opt", "simulation=off", "serial_ok.c"}, 0, ".calls svg"},
		{"regions", []string{"--opt", "unfolding=off", "--opt", "induction=off", "--opt", "simulation=off", "serial_ok.c"}, 0, ".regions details"},
	} {
		path := filepath.Join(folder, p.name+".html")
		args := append([]string{"check", "--quiet", "--html", path}, p.args...)
		if status := run(args); status != p.status {
			t.Fatalf("%v ends with %d", args, status)
		}
		picture := pictureOf(t, path, p.shows)
		seen, err := png.DecodeConfig(bytes.NewReader(picture))
		if err != nil || seen.Width < 400 || seen.Height < 200 {
			t.Fatalf("the picture of %s: %v, %v", p.name, seen, err)
		}
		if *pictures {
			if err := os.WriteFile(filepath.Join("../../docs/pictures", p.name+".png"), picture, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// pictureOf is a page, or a part of it, as a browser shows it.
func pictureOf(t *testing.T, path, part string) (picture []byte) {
	ctx := browsertest.Open(t, "file://"+path, "file://", chromedp.WindowSize(1280, 820))
	take := page.CaptureScreenshot()
	var actions []chromedp.Action
	if part != "" {
		var clip page.Viewport
		where := fmt.Sprintf("(r => ({x: r.x + scrollX, y: r.y + scrollY, width: r.width, height: r.height, scale: 1}))"+
			"(document.querySelector(%q).getBoundingClientRect())", part)
		actions = append(actions, chromedp.Evaluate(where, &clip))
		take = take.WithClip(&clip).WithCaptureBeyondViewport(true)
	}
	actions = append(actions, chromedp.ActionFunc(func(ctx context.Context) (err error) {
		picture, err = take.Do(ctx)
		return err
	}))
	if err := chromedp.Run(ctx, actions...); err != nil {
		t.Fatal(err)
	}
	return picture
}
