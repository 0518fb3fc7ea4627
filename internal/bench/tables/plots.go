package tables

import (
	"context"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"sort"

	"yogi/internal/bench/plot"
)

// picture is one plot of a table.
type picture struct {
	name string
	make func(*results) plot.Plot
}

var (
	scatterPlot    = picture{"scatter", scatter}
	quantilePlot   = picture{"quantile", quantile}
	checksPlot     = picture{"checks", checksOverTime}
	familyPlot     = picture{"family", family}
	populationPlot = picture{"population", populationBars}
)

// plots are those of the table that show something.
func (r *results) plots() []plot.Plot {
	var plots []plot.Plot
	for _, p := range r.table.plots {
		made := p.make(r)
		made.Name, made.Title = r.table.Name+"-"+p.name, r.table.Paper
		if len(made.Series) > 0 {
			plots = append(plots, made)
		}
	}
	return plots
}

// draw has the program that draws make pictures of the plots in the file, beside the table. Without such
// a program the table says which pictures belong to it all the same: they can be drawn later.
func (r *results) draw(ctx context.Context, file string) error {
	if r.options.Plotter == "" {
		fmt.Fprintf(r.options.Progress, "the plots are not drawn, as there is no yogi-plots; later: yogi-plots --out %s %s\n", r.options.Docs, file)
		return nil
	}
	command := exec.CommandContext(ctx, r.options.Plotter, "--out", r.options.Docs, file)
	command.Stderr = r.options.Progress
	if err := command.Run(); err != nil {
		return fmt.Errorf("drawing the plots with %s: %w", filepath.Base(r.options.Plotter), err)
	}
	return nil
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

// secondsAxis reaches a bit beyond the limit, at which the points of what has no verdict are.
func (r *results) secondsAxis(label string) plot.Axis {
	return plot.Axis{Label: label, Logarithmic: true, Low: shortest, High: r.options.Timeout.Seconds() * 1.2}
}

// add adds a series for a setting, unless it has no points.
func (r *results) add(p *plot.Plot, v int, s plot.Series) {
	if len(s.Points) > 0 {
		s.Name, s.Colour = r.table.variants[v].Name, v
		p.Series = append(p.Series, s)
	}
}

// scatter compares the time of the first setting with those of the others, a point a task; the limit stands for no
// verdict.
func scatter(r *results) plot.Plot {
	p := plot.Plot{X: r.secondsAxis("seconds, " + r.table.variants[0].Name), Y: r.secondsAxis("seconds, the others"), Diagonal: true}
	for v := 1; v < len(r.table.variants); v++ {
		var points []plot.Point
		for i := range r.tasks {
			x, okX := r.seconds(0, i)
			y, okY := r.seconds(v, i)
			if okX && okY {
				points = append(points, plot.Point{X: x, Y: y})
			}
		}
		r.add(&p, v, plot.Series{Points: points})
	}
	return p
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
func checksOverTime(r *results) plot.Plot {
	p := plot.Plot{X: r.secondsAxis("seconds"), Y: plot.Axis{Label: "checks answered", High: float64(len(r.tasks))}}
	for v := range r.table.variants {
		times := r.times(v)
		if len(times) == 0 {
			continue
		}
		points := make([]plot.Point, 0, len(times)+1)
		for i, s := range times {
			points = append(points, plot.Point{X: s, Y: float64(i + 1)})
		}
		points = append(points, plot.Point{X: r.options.Timeout.Seconds(), Y: float64(len(times))})
		r.add(&p, v, plot.Series{Lines: true, Points: points})
	}
	return p
}

// quantile shows within which time how many tasks are solved.
func quantile(r *results) plot.Plot {
	p := plot.Plot{X: plot.Axis{Label: "tasks solved"}, Y: r.secondsAxis("seconds")}
	for v := range r.table.variants {
		var points []plot.Point
		for i, s := range r.times(v) {
			points = append(points, plot.Point{X: float64(i + 1), Y: s})
		}
		r.add(&p, v, plot.Series{Lines: true, Points: points})
	}
	return p
}

// family shows the time over the parameter of a family of programs.
func family(r *results) plot.Plot {
	p := plot.Plot{X: plot.Axis{Label: "n"}, Y: r.secondsAxis("seconds")}
	for v := range r.table.variants {
		var points []plot.Point
		for i, task := range r.tasks {
			if s, ok := r.seconds(v, i); ok {
				points = append(points, plot.Point{X: float64(Parameter(task.File)), Y: s})
			}
		}
		r.add(&p, v, plot.Series{Lines: true, Points: points})
	}
	return p
}

// populationBars shows the summaries that proofs and defects used.
func populationBars(r *results) plot.Plot {
	p := plot.Plot{Y: plot.Axis{Label: "summaries used, on average"}, Bars: []string{"TRUE", "FALSE"}}
	notMay, must := plot.Series{Name: "not-may"}, plot.Series{Name: "must", Colour: 1}
	for i, verdict := range p.Bars {
		a, b, _ := r.shares(verdict)
		notMay.Points = append(notMay.Points, plot.Point{X: float64(i), Y: a})
		must.Points = append(must.Points, plot.Point{X: float64(i), Y: b})
	}
	p.Series = []plot.Series{notMay, must}
	return p
}
