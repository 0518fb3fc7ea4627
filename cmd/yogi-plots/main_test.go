package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/bench/plot"
)

var (
	scatter = plot.Plot{
		Name: "s", Title: "A title", Diagonal: true,
		X: plot.Axis{Label: "seconds", Logarithmic: true, Low: 0.01, High: 12}, Y: plot.Axis{Label: "others", Logarithmic: true, Low: 0.01, High: 12},
		Series: []plot.Series{{Name: "DASH", Colour: 1, Points: []plot.Point{{X: 0.5, Y: 3}, {X: 10, Y: 0.01}}}},
	}
	lines = plot.Plot{Name: "l", X: plot.Axis{Label: "n"}, Series: []plot.Series{{Name: "SLAM", Colour: 7, Lines: true, Points: []plot.Point{{X: 1, Y: 2}, {X: 2, Y: 5}}}}}
	bars  = plot.Plot{Name: "b", Bars: []string{"TRUE", "FALSE"}, Series: []plot.Series{
		{Name: "must", Points: []plot.Point{{Y: 3}, {Y: 1}}}, {Name: "not-may", Colour: 1, Points: []plot.Point{{Y: 2}, {Y: 4}}},
	}}
)

func runOn(t *testing.T, args ...string) (string, error) {
	t.Helper()
	c := command()
	var out bytes.Buffer
	c.SetOut(&out)
	c.SetArgs(args)
	err := c.Execute()
	return out.String(), err
}

// What a plot names is in its picture.
func TestDraw(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.plots.json")
	if err := plot.Write(file, []plot.Plot{scatter, lines, bars}); err != nil {
		t.Fatal(err)
	}
	printed, err := runOn(t, "--out", filepath.Join(dir, "pictures"), file)
	if err != nil {
		t.Fatal(err)
	}
	for name, texts := range map[string][]string{"s": {"A title", "seconds", "DASH"}, "l": {">n<", "SLAM"}, "b": {"TRUE", "not-may"}} {
		path := filepath.Join(dir, "pictures", name+".svg")
		picture, err := os.ReadFile(path)
		if err != nil || strings.Contains(string(picture), "NaN") || !strings.Contains(printed, path+"\n") {
			t.Fatalf("%s: %v; printed %s", name, err, printed)
		}
		for _, text := range texts {
			if !strings.Contains(string(picture), text) {
				t.Errorf("no %q in %s", text, path)
			}
		}
	}
	if _, err := runOn(t, "--out", dir, "--format", "png", file); err != nil {
		t.Error(err)
	}
	if picture, err := os.ReadFile(filepath.Join(dir, "b.png")); err != nil || !bytes.HasPrefix(picture, []byte("\x89PNG")) {
		t.Errorf("no picture: %v", err)
	}
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		`{`:                "reading plots of",
		`[{"title": "x"}]`: "has no name",
		`[{"name": "x", "x": {"logarithmic": true}}]`:                                                                 "logarithmic axis",
		`[{"name": "x", "series": [{"name": "a"}]}]`:                                                                  "without points",
		`[{"name": "x", "bars": ["a", "b"], "series": [{"name": "a", "points": [{}]}]}]`:                              "2 bars and 1 values",
		`[{"name": "x", "y": {"logarithmic": true, "low": 1, "high": 2}, "series": [{"name": "a", "points": [{}]}]}]`: "at or below 0",
	} {
		file := filepath.Join(dir, "bad.json")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := runOn(t, "--out", dir, file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if _, err := runOn(t, "--format", "bmp", filepath.Join(dir, "bad.json")); err == nil {
		t.Error("a format that there is not")
	}
}
