package ctest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file is about open programs (Setting.Open): objects outside are mapped at the very addresses that the
// test gives them and filled with its cells, and static objects get their values from a function at
// the end of the file that defines them.

// outside holds what a test says of objects that the program does not make, and of its static ones.
type outside struct {
	regions []uint64 // where memory is mapped: multiples of regionSize
	cells   []outsideCell
	ends    []uint64   // where objects end of which the test says how large they are
	sets    [][]string // statements, by unit
}

// outsideCell is a value in memory outside.
type outsideCell struct {
	address, value uint64
	bytes          int
}

// regionSize is how much memory is mapped at once: at least a page.
const regionSize = 1 << 16

// setterName is the function that sets the static objects of a unit.
func setterName(unit int) string { return fmt.Sprintf("yogi_set_%d", unit) }

// noteAddress maps memory at an address outside.
func (p *world) noteAddress(model *ir.DataModel, address uint64) {
	if !model.IsOutside(address) {
		return
	}
	region := address &^ (regionSize - 1)
	if !slices.Contains(p.outside.regions, region) {
		p.outside.regions = append(p.outside.regions, region)
	}
}

// unitOf is the unit that a position lies in, or -1.
func (p *world) unitOf(pos source.Pos) int {
	return slices.IndexFunc(p.Units, func(u Unit) bool { return u.File == pos.File })
}

// set adds a statement that gives a static object its value.
func (p *world) set(pos source.Pos, name, format string, args ...any) {
	unit := p.unitOf(pos)
	if unit < 0 || strings.ContainsAny(name, ": ") {
		p.limit("the initial value of %s", name)
		return
	}
	for len(p.outside.sets) <= unit {
		p.outside.sets = append(p.outside.sets, nil)
	}
	p.outside.sets[unit] = append(p.outside.sets[unit], fmt.Sprintf(format, args...))
}

// copied is the statement that puts the bytes of a value at an address.
func copied(to string, v term.Value, bits uint64) string {
	return fmt.Sprintf("{ %s yogi_value = %s; __builtin_memcpy((void *)(%s), &yogi_value, sizeof yogi_value); }",
		cType(v), fmt.Sprintf("%#xULL", bits), to)
}

// addOpen handles an input of an open program that is no argument of the entry: a global, or a pointer that a
// function without a body returned. It reports whether it did.
func (s *sorter) addOpen(program *ir.Program, in *verdict.InputValue) bool {
	p := s.plan
	bits, ok := bitsOf(in.Value)
	if slices.ContainsFunc(program.Counted, func(c ir.Counted) bool { return c.Room == in.Input.ID }) {
		return true // planEnds
	}
	if ok && in.Input.Kind == ir.OutsidePointer {
		p.noteAddress(program.Model, bits)
	}
	if name, isResult := strings.CutSuffix(in.Input.Name, "()"); isResult && in.Input.Kind == ir.OutsidePointer && !strings.Contains(name, " ") {
		renamed := *in.Input
		renamed.Name = name
		in.Input = &renamed
		p.functions = push(p.functions, s.functions, p.functionKey(in.Input), *in, bits)
		return true
	}
	name, _ := splitName(in.Input.Name)
	if in.Input.Kind != ir.EntryParameter && in.Input.Kind != ir.OutsidePointer || s.isParameter(in.Input, name) {
		return false
	}
	switch v := in.Value; {
	case !ok || v.Kind() == term.KindFloat:
		if !ok || bits != 0 {
			p.limit("the initial value of %s", in.Input.Name)
		}
	case v.Kind() == term.KindBV && v.Width()%8 != 0: // a bit-field
		p.set(in.Input.Pos, in.Input.Name, "%s = %#xULL;", in.Input.Name, bits)
	default:
		p.set(in.Input.Pos, in.Input.Name, "%s", copied("&"+in.Input.Name, v, bits))
	}
	p.addExtern(&extern{name: name, size: unknownSize}) // if the program only declares it
	return true
}

// planOutside places the cells of memory that the test gives.
func (p *world) planOutside(program *ir.Program, test *verdict.Test) {
	model := program.Model
	for _, o := range program.Objects {
		if o.Kind == ir.StaticObject && !o.Zero && o.Size > 0 {
			p.set(o.Pos, o.Name, "__builtin_memset((void *)&%s, 0, sizeof %s);", o.Name, o.Name)
		}
	}
	for _, g := range cellsOf(test.Globals) {
		bits, ok := bitsOf(g.Value)
		if !ok || !g.Cell.IsValid() || g.Variable.Memory == nil {
			if !ok || bits != 0 {
				p.limit("the initial contents of %s", mapWords(g.Variable))
			}
			continue
		}
		if g.Value.Width() == model.PointerWidth {
			p.noteAddress(model, bits)
		}
		p.planCell(program, g.Cell.Uint64(), g.Value, bits)
	}
	p.planEnds(program, test)
	slices.Sort(p.outside.regions)
}

// planEnds finds out where counted objects end, as far as that is in the memory that is mapped for them.
func (p *world) planEnds(program *ir.Program, test *verdict.Test) {
	values := map[int]term.Value{}
	for _, in := range test.Inputs {
		values[in.Input.ID] = in.Value
	}
	for _, c := range program.Counted {
		start, first := bitsOf(values[c.Pointer])
		n, second := bitsOf(values[c.Number])
		room, third := bitsOf(values[c.Room])
		if size := (n + room) * uint64(c.Unit); first && second && third && start != 0 && room < 2 && size < regionSize {
			p.outside.ends = append(p.outside.ends, start+size)
		}
	}
}

// cellsOf are values of globals with maps that are given whole taken apart into cells: those that are not
// zero, if the others are.
func cellsOf(globals []verdict.GlobalValue) []verdict.GlobalValue {
	var out []verdict.GlobalValue
	for _, g := range globals {
		if g.Variable.Memory == nil || g.Cell.IsValid() || g.Value.Kind() != term.KindArray || !g.Value.Array().Default().IsZero() {
			out = append(out, g)
			continue
		}
		g.Value.Array().Each(func(i, v term.Value) bool {
			out = append(out, verdict.GlobalValue{Variable: g.Variable, Cell: i, Value: v})
			return true
		})
	}
	return out
}

func (p *world) planCell(program *ir.Program, address uint64, v term.Value, bits uint64) {
	if program.Model.IsOutside(address) {
		p.noteAddress(program.Model, address)
		p.outside.cells = append(p.outside.cells, outsideCell{address, bits, v.Width() / 8})
		return
	}
	if o := program.ObjectAt(address); o != nil && o.Kind == ir.StaticObject {
		p.set(o.Pos, o.Name, "%s", copied(fmt.Sprintf("(char *)&%s + %d", o.Name, address-o.Address), v, bits))
		return
	}
	if bits != 0 {
		p.limit("initial contents of memory at %#x", address)
	}
}

// setterEdit is the function that sets the static objects of a unit, at its end.
func (p editing) setterEdit(unit int) []edit {
	if unit >= len(p.outside.sets) || len(p.outside.sets[unit]) == 0 {
		return nil
	}
	text := fmt.Sprintf("\nvoid %s(void) { %s }\n", setterName(unit), strings.Join(p.outside.sets[unit], " "))
	return []edit{{len(p.Units[unit].Text), text}}
}

// writeIsOutside writes the function that tells objects outside by their addresses.
func (p driverText) writeIsOutside(out *strings.Builder) {
	if !p.Open {
		return
	}
	var cases strings.Builder
	for _, r := range p.outside.regions {
		fmt.Fprintf(&cases, "at - %#xUL < %dUL || ", r, regionSize)
	}
	fmt.Fprintf(out, "__attribute__((unused)) static int yogi_is_outside(unsigned long at) { return %s0; }\n", cases.String())
}

// writeOutside writes the function that sets up what is outside; it returns the call of it.
func (p driverText) writeOutside(out *strings.Builder) string {
	if !p.Open && len(p.outside.sets) == 0 {
		return ""
	}
	out.WriteString("\n/* What is outside: memory at the addresses that the test gives, and the values of static objects. */\n")
	for i, sets := range p.outside.sets {
		if len(sets) > 0 {
			fmt.Fprintf(out, "extern void %s(void); /* at the end of the copy of %s */\n", setterName(i), filepath.Base(p.Units[i].File))
		}
	}
	out.WriteString("static void yogi_outside(void)\n{\n")
	for _, r := range p.outside.regions {
		fmt.Fprintf(out, "  yogi_map(%#xUL, %d);\n", r, regionSize)
	}
	for _, c := range p.outside.cells {
		fmt.Fprintf(out, "  { unsigned long long yogi_value = %#xULL; __builtin_memcpy((void *)%#xUL, &yogi_value, %d); }\n", c.value, c.address, c.bytes)
	}
	for _, end := range p.outside.ends {
		if p.Property == property.Bounds.SubProperty() {
			fmt.Fprintf(out, "  __asan_poison_memory_region((void *)%#xUL, %d);\n", end, regionSize-end%regionSize)
		}
	}
	for i, sets := range p.outside.sets {
		if len(sets) > 0 {
			fmt.Fprintf(out, "  %s();\n", setterName(i))
		}
	}
	out.WriteString("}\n")
	return "  yogi_outside();\n"
}
