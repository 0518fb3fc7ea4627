package main

import (
	"image/color"

	gonum "gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"yogi/internal/bench/plot"
)

var colours = []color.Color{
	color.RGBA{31, 119, 180, 255}, color.RGBA{214, 39, 40, 255}, color.RGBA{44, 160, 44, 255}, color.RGBA{148, 103, 189, 255}, color.RGBA{255, 127, 14, 255},
}

var shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.CrossGlyph{}, draw.TriangleGlyph{}, draw.SquareGlyph{}, draw.PlusGlyph{}}

// drawPlot draws a plot that can be drawn into a file, whose ending says the format.
func drawPlot(data plot.Plot, path string) error {
	p := gonum.New()
	p.Title.Text = data.Title
	p.Legend.Top, p.Legend.Left = true, len(data.Bars) == 0
	axis(&p.X, data.X)
	axis(&p.Y, data.Y)
	if data.Diagonal {
		low, high := max(data.X.Low, data.Y.Low), min(data.X.High, data.Y.High)
		line, err := plotter.NewLine(plotter.XYs{{X: low, Y: low}, {X: high, Y: high}})
		if err != nil {
			return err
		}
		line.Color = color.Gray{160}
		p.Add(line)
	}
	add := addSeries
	if len(data.Bars) > 0 {
		add = stackBars()
		p.NominalX(data.Bars...)
	}
	for _, s := range data.Series {
		if err := add(p, s); err != nil {
			return err
		}
	}
	return p.Save(14*vg.Centimeter, 11*vg.Centimeter, path)
}

func axis(a *gonum.Axis, data plot.Axis) {
	a.Label.Text = data.Label
	if data.Logarithmic {
		a.Scale, a.Tick.Marker = gonum.LogScale{}, gonum.LogTicks{Prec: -1}
	}
	if data.Low < data.High {
		a.Min, a.Max = data.Low, data.High
	}
}

// addSeries adds points, with lines between them where the series asks for these.
func addSeries(p *gonum.Plot, s plot.Series) error {
	points := make(plotter.XYs, len(s.Points))
	for i, q := range s.Points {
		points[i] = plotter.XY{X: q.X, Y: q.Y}
	}
	colour, shape := colours[s.Colour%len(colours)], shapes[s.Colour%len(shapes)]
	if !s.Lines {
		marks, err := plotter.NewScatter(points)
		if err != nil {
			return err
		}
		marks.Color, marks.Radius, marks.Shape = colour, vg.Points(2.5), shape
		p.Add(marks)
		p.Legend.Add(s.Name, marks)
		return nil
	}
	line, marks, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	line.Color, marks.Color, marks.Shape, marks.Radius = colour, colour, shape, vg.Points(2)
	p.Add(line, marks)
	p.Legend.Add(s.Name, line, marks)
	return nil
}

// stackBars returns what adds a series as the next part of each bar.
func stackBars() func(*gonum.Plot, plot.Series) error {
	var below *plotter.BarChart
	return func(p *gonum.Plot, s plot.Series) error {
		heights := make(plotter.Values, len(s.Points))
		for i, q := range s.Points {
			heights[i] = q.Y
		}
		bars, err := plotter.NewBarChart(heights, vg.Points(40))
		if err != nil {
			return err
		}
		bars.Color = colours[s.Colour%len(colours)]
		if below != nil {
			bars.StackOn(below)
		}
		below = bars
		p.Add(bars)
		p.Legend.Add(s.Name, bars)
		return nil
	}
}
