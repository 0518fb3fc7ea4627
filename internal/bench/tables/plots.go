package tables

import (
	"fmt"
	"image/color"
	"math"
	"sort"

	gonum "gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// plot draws one picture of a table; nil if there is nothing to draw.
type plot struct {
	name string
	draw func(*results) (*gonum.Plot, error)
}

var (
	scatterPlot    = plot{"scatter", scatter}
	quantilePlot   = plot{"quantile", quantile}
	checksPlot     = plot{"checks", checksOverTime}
	familyPlot     = plot{"family", family}
	populationPlot = plot{"population", populationBars}
)

var colours = []color.Color{
	color.RGBA{31, 119, 180, 255}, color.RGBA{214, 39, 40, 255}, color.RGBA{44, 160, 44, 255}, color.RGBA{148, 103, 189, 255}, color.RGBA{255, 127, 14, 255},
}

// draw writes the plots and returns their files.
func (r *results) draw(base string) ([]string, error) {
	var files []string
	for _, p := range r.table.plots {
		picture, err := p.draw(r)
		if err != nil {
			return nil, fmt.Errorf("drawing %s of %s: %w", p.name, r.table.Name, err)
		}
		if picture == nil {
			continue
		}
		path := base + "-" + p.name + ".svg"
		if err := picture.Save(14*vg.Centimeter, 11*vg.Centimeter, path); err != nil {
			return nil, fmt.Errorf("drawing %s of %s: %w", p.name, r.table.Name, err)
		}
		files = append(files, path)
	}
	return files, nil
}

const shortest = 0.01 // seconds: what logarithmic axes begin with

// seconds of a run for a plot: the limit if there is no verdict; false if there is no run.
func (r *results) seconds(v, task int) (float64, bool) {
	record := r.of[v][task]
	limit := r.options.Timeout.Seconds()
	switch {
	case record == nil:
		return 0, false
	case !solved(record):
		return limit, true
	}
	return math.Min(math.Max(record.Seconds, shortest), limit), true
}

func newPlot(title, x, y string) *gonum.Plot {
	p := gonum.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Legend.Top, p.Legend.Left = true, true
	return p
}

func logarithmic(axis *gonum.Axis, low, high float64) {
	axis.Scale, axis.Tick.Marker = gonum.LogScale{}, gonum.LogTicks{Prec: -1}
	axis.Min, axis.Max = low, high
}

// scatter compares the time of the first setting with those of the others, a point a task; the limit stands for no
// verdict.
func scatter(r *results) (*gonum.Plot, error) {
	limit := r.options.Timeout.Seconds()
	p := newPlot(r.table.Paper, "seconds, "+r.table.variants[0].Name, "seconds, the others")
	logarithmic(&p.X, shortest, limit*1.2)
	logarithmic(&p.Y, shortest, limit*1.2)
	diagonal, err := plotter.NewLine(plotter.XYs{{X: shortest, Y: shortest}, {X: limit, Y: limit}})
	if err != nil {
		return nil, err
	}
	diagonal.Color = color.Gray{160}
	p.Add(diagonal)
	for v := 1; v < len(r.table.variants); v++ {
		var points plotter.XYs
		for i := range r.tasks {
			x, okX := r.seconds(0, i)
			y, okY := r.seconds(v, i)
			if okX && okY {
				points = append(points, plotter.XY{X: x, Y: y})
			}
		}
		if err := addPoints(p, r.table.variants[v].Name, v, points); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func addPoints(p *gonum.Plot, name string, colour int, points plotter.XYs) error {
	if len(points) == 0 {
		return nil
	}
	s, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	s.Color, s.Radius, s.Shape = colours[colour%len(colours)], vg.Points(2.5), shapes[colour%len(shapes)]
	p.Add(s)
	p.Legend.Add(name, s)
	return nil
}

var shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.CrossGlyph{}, draw.TriangleGlyph{}, draw.SquareGlyph{}, draw.PlusGlyph{}}

// addLine adds a line with points.
func addLine(p *gonum.Plot, name string, colour int, points plotter.XYs) error {
	if len(points) == 0 {
		return nil
	}
	line, marks, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	line.Color, marks.Color, marks.Shape, marks.Radius = colours[colour%len(colours)], colours[colour%len(colours)], shapes[colour%len(shapes)], vg.Points(2)
	p.Add(line, marks)
	p.Legend.Add(name, line, marks)
	return nil
}

// times are those of the runs of a setting that gave a verdict, in order.
func (r *results) times(v int) []float64 {
	var times []float64
	for i, record := range r.of[v] {
		if solved(record) {
			s, _ := r.seconds(v, i)
			times = append(times, s)
		}
	}
	sort.Float64s(times)
	return times
}

// checksOverTime shows how many checks are answered within a time.
func checksOverTime(r *results) (*gonum.Plot, error) {
	limit := r.options.Timeout.Seconds()
	p := newPlot(r.table.Paper, "seconds", "checks answered")
	logarithmic(&p.X, shortest, limit*1.2)
	p.Y.Min, p.Y.Max = 0, float64(len(r.tasks))
	for v, variant := range r.table.variants {
		times := r.times(v)
		if len(times) == 0 {
			continue
		}
		points := make(plotter.XYs, 0, len(times)+1)
		for i, s := range times {
			points = append(points, plotter.XY{X: s, Y: float64(i + 1)})
		}
		points = append(points, plotter.XY{X: limit, Y: float64(len(times))})
		if err := addLine(p, variant.Name, v, points); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// quantile shows within which time how many tasks are solved.
func quantile(r *results) (*gonum.Plot, error) {
	p := newPlot(r.table.Paper, "tasks solved", "seconds")
	logarithmic(&p.Y, shortest, r.options.Timeout.Seconds()*1.2)
	for v, variant := range r.table.variants {
		times := r.times(v)
		points := make(plotter.XYs, len(times))
		for i, s := range times {
			points[i] = plotter.XY{X: float64(i + 1), Y: s}
		}
		if err := addLine(p, variant.Name, v, points); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// family shows the time over the parameter of a family of programs.
func family(r *results) (*gonum.Plot, error) {
	p := newPlot(r.table.Paper, "n", "seconds")
	logarithmic(&p.Y, shortest, r.options.Timeout.Seconds()*1.2)
	for v, variant := range r.table.variants {
		var points plotter.XYs
		for i, task := range r.tasks {
			if s, ok := r.seconds(v, i); ok {
				points = append(points, plotter.XY{X: float64(Parameter(task.File)), Y: s})
			}
		}
		if err := addLine(p, variant.Name, v, points); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// populationBars shows the summaries that proofs and defects used.
func populationBars(r *results) (*gonum.Plot, error) {
	p := newPlot(r.table.Paper, "", "summaries used, on average")
	var notMay, must plotter.Values
	for _, verdict := range []string{"TRUE", "FALSE"} {
		a, b, _ := r.shares(verdict)
		notMay, must = append(notMay, a), append(must, b)
	}
	lower, err := plotter.NewBarChart(notMay, vg.Points(40))
	if err != nil {
		return nil, err
	}
	upper, err := plotter.NewBarChart(must, vg.Points(40))
	if err != nil {
		return nil, err
	}
	lower.Color, upper.Color = colours[0], colours[1]
	upper.StackOn(lower)
	p.Add(lower, upper)
	p.Legend.Add("not-may", lower)
	p.Legend.Add("must", upper)
	p.Legend.Left = false
	p.NominalX("TRUE", "FALSE")
	return p, nil
}
