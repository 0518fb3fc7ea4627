// Package plot describes pictures of measurements as data: axes and series of points. It knows no
// fonts and no formats of pictures; the program yogi-plots draws it, so that those who check programs
// carry none of that.
//
// A file of plots is JSON, an array of Plot.
package plot

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
)

// Plot is one picture. Every series has a name for the legend and at least one point.
type Plot struct {
	Name  string `json:"name"` // of the picture's file, without its ending
	Title string `json:"title"`
	X     Axis   `json:"x"`
	Y     Axis   `json:"y"`
	// Diagonal asks for the line on which both axes have the same value.
	Diagonal bool     `json:"diagonal,omitempty"`
	Series   []Series `json:"series"`
	// Bars are the names of the places of stacked bars, from left to right: then each series has a
	// point for each, whose Y is the height of its part.
	Bars []string `json:"bars,omitempty"`
}

// Axis is a direction of a picture. Where Low is below High these are its ends, else the points decide.
type Axis struct {
	Label       string  `json:"label"`
	Low         float64 `json:"low,omitempty"`
	High        float64 `json:"high,omitempty"`
	Logarithmic bool    `json:"logarithmic,omitempty"` // then Low is above 0
}

// Series are points of one kind.
type Series struct {
	Name   string  `json:"name"`
	Colour int     `json:"colour"` // which of the colours and shapes, so that a setting has the same in all plots
	Lines  bool    `json:"lines,omitempty"`
	Points []Point `json:"points"`
}

// Point is a measurement.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Check returns an error for what cannot be drawn.
func (p *Plot) Check() error {
	if p.Name == "" {
		return fmt.Errorf("the plot %q has no name", p.Title)
	}
	for _, axis := range []Axis{p.X, p.Y} {
		if axis.Logarithmic && (axis.Low <= 0 || axis.High <= axis.Low) {
			return fmt.Errorf("the plot %s has a logarithmic axis %q from %g to %g", p.Name, axis.Label, axis.Low, axis.High)
		}
	}
	for _, s := range p.Series {
		if len(s.Points) == 0 || s.Colour < 0 {
			return fmt.Errorf("the plot %s has a series %q without points or colour", p.Name, s.Name)
		}
		if len(p.Bars) > 0 && len(s.Points) != len(p.Bars) {
			return fmt.Errorf("the plot %s has %d bars and %d values of %q", p.Name, len(p.Bars), len(s.Points), s.Name)
		}
		infinite := func(q Point) bool { return math.IsInf(q.X+q.Y, 0) || math.IsNaN(q.X+q.Y) }
		if slices.ContainsFunc(s.Points, infinite) {
			return fmt.Errorf("the plot %s has a point of %q that is no number", p.Name, s.Name)
		}
		tooLow := func(q Point) bool { return p.X.Logarithmic && q.X <= 0 || p.Y.Logarithmic && q.Y <= 0 }
		if slices.ContainsFunc(s.Points, tooLow) {
			return fmt.Errorf("the plot %s has a point of %q at or below 0 on a logarithmic axis", p.Name, s.Name)
		}
	}
	return nil
}

// Write writes a file of plots.
func Write(path string, plots []Plot) error {
	text, err := json.MarshalIndent(plots, "", " ")
	if err != nil {
		return fmt.Errorf("writing plots: %w", err)
	}
	if err := os.WriteFile(path, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("writing plots: %w", err)
	}
	return nil
}

// Read reads a file of plots, all of which can be drawn.
func Read(path string) ([]Plot, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading plots: %w", err)
	}
	var plots []Plot
	if err := json.Unmarshal(text, &plots); err != nil {
		return nil, fmt.Errorf("reading plots of %s: %w", path, err)
	}
	for i := range plots {
		if err := plots[i].Check(); err != nil {
			return nil, fmt.Errorf("reading plots of %s: %w", path, err)
		}
	}
	return plots, nil
}
