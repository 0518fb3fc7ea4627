package boogie

import (
	"context"
	"slices"
	"strings"

	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/source"
)

// CodeNoDriver marks a program that is none of the Static Driver Verifier's.
const CodeNoDriver source.Code = "no-driver"

// The names that the Static Driver Verifier gives: procedures of the rule begin with rulePrefix,
// the one that is called when the rule is broken is errorProcedure, and a global that holds an
// object that the rule watches begins with guardPrefix. What belongs to the model of the operating
// system is marked modelMark.
const (
	rulePrefix     = "SLIC_"
	errorProcedure = "SLIC_ERROR_ROUTINE"
	guardPrefix    = "SLAM_guard_"
	modelMark      = "osmodel"
)

// Driver names the parts of a program of the Static Driver Verifier: a driver, a model of the
// operating system with a harness, and a rule woven in.
type Driver struct {
	Harness string // the procedure that everything starts in
	// Routines are those of the driver that the harness calls through the model, and from which the rule can be broken.
	Routines []string
	Error    string   // the procedure that is called when the rule is broken
	Monitors []string // scalar globals that the rule's procedures read or write
	Watched  []string // globals that hold the object that the rule watches: any, as the rule is about each
}

// DriverOf finds the parts of a program. Without a harness the entries are the first procedures on the
// way from it that do not belong to the model.
func DriverOf(ctx context.Context, options Options) (*Driver, source.Diagnostics, error) {
	checked, diagnostics, err := read(ctx, options)
	if checked == nil {
		return nil, diagnostics, err
	}
	d := &Driver{Error: errorProcedure}
	g := &callGraph{callees: map[*syntax.ProcedureDecl][]*syntax.ProcedureDecl{}}
	var harness *syntax.ProcedureDecl
	known := false
	var broken []string
	for _, i := range checked.File.Implementations {
		g.add(i)
		if i.Attributes.IsTrue("entrypoint") {
			harness = i.Procedure
		}
		known = known || i.Name == errorProcedure
		if strings.HasPrefix(i.Name, rulePrefix) {
			d.Monitors = scalars(i, d.Monitors)
		}
		if i.Name == errorProcedure {
			broken = scalars(i, nil)
		}
	}
	// What the error procedure sets says that the rule was broken before.
	d.Monitors = slices.DeleteFunc(d.Monitors, func(name string) bool { return slices.Contains(broken, name) })
	if harness == nil || !known {
		return nil, source.Diagnostics{{Pos: source.Pos{File: options.File, Line: 1}, Code: CodeNoDriver,
			Message: "no driver with a rule: there is no implementation marked {:entrypoint}, or none called " + errorProcedure}}, nil
	}
	for _, v := range checked.File.Globals {
		if strings.HasPrefix(v.Name, guardPrefix) {
			d.Watched = append(d.Watched, v.Name)
		}
	}
	d.Harness = harness.Name
	breaks := g.leadsTo(checked.Procedures[errorProcedure])
	seen := map[*syntax.ProcedureDecl]bool{harness: true}
	for work := []*syntax.ProcedureDecl{harness}; len(work) > 0; work = work[1:] {
		for _, p := range g.callees[work[0]] {
			switch {
			case seen[p]:
			case p.Attributes.IsTrue(modelMark):
				work = append(work, p)
			case breaks[p] && !strings.HasPrefix(p.Name, rulePrefix):
				d.Routines = append(d.Routines, p.Name)
			}
			seen[p] = true
		}
	}
	slices.Sort(d.Routines)
	return d, nil, nil
}

// scalars adds the scalar globals that a procedure of the rule speaks of, but for the objects that it watches.
func scalars(i *syntax.Implementation, list []string) []string {
	note := func(e syntax.Expr) {
		n, ok := e.(*syntax.Name)
		if !ok || n.Object.Kind != syntax.GlobalObject || n.Object.Type.Kind != syntax.IntType && n.Object.Type.Kind != syntax.BoolType {
			return
		}
		if !strings.HasPrefix(n.Name, guardPrefix) && !slices.Contains(list, n.Name) {
			list = append(list, n.Name)
		}
	}
	syntax.EachStatement(i.Body, func(s syntax.Stmt) {
		switch s := s.(type) {
		case *syntax.Assume:
			syntax.Each(s.Condition, note)
		case *syntax.Assign:
			for n, t := range s.Targets {
				note(t.Variable)
				syntax.Each(s.Values[n], note)
			}
		}
	})
	return list
}

// callGraph lists the procedures that each calls, in the order of the calls.
type callGraph struct {
	callees map[*syntax.ProcedureDecl][]*syntax.ProcedureDecl
}

func (g *callGraph) add(i *syntax.Implementation) {
	syntax.EachStatement(i.Body, func(s syntax.Stmt) {
		if call, ok := s.(*syntax.Call); ok {
			g.callees[i.Procedure] = append(g.callees[i.Procedure], call.Procedure)
		}
	})
}

// leadsTo are the procedures from which a call of p may be reached.
func (g *callGraph) leadsTo(p *syntax.ProcedureDecl) map[*syntax.ProcedureDecl]bool {
	callers := map[*syntax.ProcedureDecl][]*syntax.ProcedureDecl{}
	for caller, list := range g.callees {
		for _, callee := range list {
			callers[callee] = append(callers[callee], caller)
		}
	}
	out := map[*syntax.ProcedureDecl]bool{p: true}
	for work := []*syntax.ProcedureDecl{p}; len(work) > 0; work = work[1:] {
		for _, caller := range callers[work[0]] {
			if !out[caller] {
				out[caller] = true
				work = append(work, caller)
			}
		}
	}
	return out
}
