package ctest

import (
	"maps"
	"slices"

	"yogi/internal/ir"
)

// This file is about what the program only declares: the driver defines it.
func (p *world) addExtern(e *extern) {
	if libraryObjects[e.name] {
		if !slices.Contains(p.Library, e.name) {
			p.Library = append(p.Library, e.name)
		}
		return
	}
	for _, known := range p.externs {
		if known.name == e.name {
			return
		}
	}
	if e.value != 0 && (e.cType == "float" || e.cType == "double") {
		p.limit("the initial value of %s", e.name)
		e.value = 0
	}
	p.externs = append(p.externs, e)
}

// planExterns finds the objects in memory that the program does not define.
func (p *world) planExterns(program *ir.Program) {
	for _, o := range program.Objects {
		if _, part := splitName(o.Name); o.Kind == ir.StaticObject && o.Declared && part == "" {
			p.addExtern(&extern{name: o.Name, size: max(o.Size, 1)})
		}
	}
}

// planWeak leaves out what the test says is not defined, and adds functions that are.
func (p *world) planWeak() {
	missing := func(name string) bool { defined, asked := p.weak[name]; return asked && !defined }
	p.silent = slices.DeleteFunc(p.silent, missing)
	p.externs = slices.DeleteFunc(p.externs, func(e *extern) bool { return missing(e.name) })
	isKnown := func(name string) bool {
		return slices.Contains(p.silent, name) || slices.ContainsFunc(p.externs, func(e *extern) bool { return e.name == name }) ||
			slices.ContainsFunc(p.functions, func(q *queue) bool { return q.name == name })
	}
	for _, name := range slices.Sorted(maps.Keys(p.weak)) {
		if p.weak[name] && !isKnown(name) {
			p.silent = append(p.silent, name)
		}
	}
}

// planSilent finds the functions without a body for which the test has no value.
func (p *world) planSilent(program *ir.Program) {
	valued := map[string]bool{}
	for _, q := range p.functions {
		valued[q.name] = true
	}
	for _, u := range program.Undefined {
		if !valued[u.Name] && !p.isError(u.Name) && !p.isLibrary(u.Name) {
			p.silent = append(p.silent, u.Name)
		}
	}
}
