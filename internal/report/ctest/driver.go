package ctest

import (
	_ "embed" // the fixed part of the driver
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"yogi/internal/property"
	"yogi/internal/source"
)

//go:embed driver.c.txt
var fixedDriver string

// predefined are the functions of the fixed part; the generated part must not define them again.
var predefined = namesOf(fixedDriver)

var predefinedName = regexp.MustCompile(`(?m)^YOGI_WEAK \w+ (\w+)\(`)

func namesOf(text string) []string {
	names := []string{"malloc", "calloc", "free", "main"}
	for _, match := range predefinedName.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	return names
}

// entrySymbol is the name of the entry function in the compiled program.
const entrySymbol = "yogi_entry"

// Files are the texts of a compiled test.
type Files struct {
	Programs []string // the edited copies, in the order of the program's files
	Driver   string
	Patch    string // from the originals to the copies
	names    testNames
}

// ByName are the texts by the names of their files.
func (f Files) ByName() map[string]string {
	all := map[string]string{f.names.driver(): f.Driver, PatchFile: f.Patch}
	for i, text := range f.Programs {
		all[f.names.program(i)] = text
	}
	return all
}

// driverText writes the driver.
type driverText struct{ *world }

func (p *world) driverText() driverText { return driverText{p} }

// editing finds the edits of the program's files.
type editing struct{ *world }

func (p *world) editing() editing { return editing{p} }

// Generate makes the files. It adds to p.Limits what an edit could not express.
func (p *Plan) Generate() Files {
	files := Files{names: p.names}
	for i, edits := range p.editing().edits() {
		u := p.Units[i]
		program := applyEdits(u.Text, edits)
		files.Patch += patch(filepath.Base(u.File), files.names.program(i), u.Text, program)
		if p.Foreign != nil {
			program = p.Foreign.Translate(i, program)
		}
		files.Programs = append(files.Programs, program)
	}
	files.Driver = p.driverText().driver()
	return files
}

// unitText is a file of the program as the edits see it.
type unitText struct {
	tokens []token
	lines  *lineTable
	edits  []edit
}

// edits are the edits of each file.
func (p editing) edits() [][]edit {
	texts := make([]*unitText, len(p.Units))
	for i, u := range p.Units {
		t := &unitText{tokens: scan(u.Text), lines: newLineTable(u.File, u.Text)}
		if p.reaches() {
			t.edits = trapFunctions(t.tokens, append(append([]string(nil), builtInErrors...), p.ErrorFunctions...))
		}
		if p.reaches() && p.Label != "" {
			t.edits = append(t.edits, trapLabel(t.tokens, p.Label)...)
		}
		texts[i] = t
	}
	for _, q := range p.locals {
		p.localEdit(texts, q)
	}
	for _, c := range p.contents {
		p.fillEdit(texts, c)
	}
	if p.order == ByCallSite {
		for _, q := range p.functions {
			p.siteEdits(texts, q)
		}
	}
	p.ruleEdits(texts)
	for i, t := range texts {
		t.edits = append(t.edits, p.setterEdit(i)...)
	}
	out := make([][]edit, len(texts))
	for i, t := range texts {
		out[i] = t.edits
	}
	return out
}

// find returns the file and the offset of a position, when exactly one place of the program has it.
func find(texts []*unitText, pos source.Pos) (*unitText, int, error) {
	var found *unitText
	for _, t := range texts {
		if !t.lines.has(pos) {
			continue
		}
		if found != nil {
			return nil, 0, fmt.Errorf("%s names places of several files", pos)
		}
		found = t
	}
	if found == nil {
		return nil, 0, fmt.Errorf("%s names 0 places of the program's text", pos)
	}
	at, err := found.lines.find(pos)
	return found, at, err
}

// localEdit initialises a local unless the compiler's zero will do.
func (p editing) localEdit(texts []*unitText, q *queue) {
	if q.allZero() {
		return
	}
	var e edit
	t, at, err := find(texts, q.input.Pos)
	if err == nil {
		e, err = initialise(t.tokens, at, q.local())
	}
	if err != nil {
		p.limit("%s: the initial value of %s: %v", q.input.Pos, q.name, err)
		return
	}
	declare := fmt.Sprintf("extern %s %s(void); ", q.cType, q.local())
	t.edits = append(t.edits, edit{t.tokens[0].offset, declare}, e)
}

func (p editing) siteEdits(texts []*unitText, q *queue) {
	t, at, err := find(texts, q.input.Pos)
	if err == nil {
		var edits []edit
		if edits, err = announce(t.tokens, at, q.site); err == nil {
			t.edits = append(t.edits, edits...)
			return
		}
	}
	p.limit("%s: the call of %s: %v", q.input.Pos, q.name, err)
}

func (q *queue) allZero() bool {
	for _, v := range q.values {
		if v != 0 {
			return false
		}
	}
	return true
}

// local is the driver's function for an uninitialised local.
func (q *queue) local() string { return fmt.Sprintf("yogi_local_%d", q.input.ID) }

func (p driverText) driver() string {
	var out strings.Builder
	fmt.Fprintf(&out, "/* Supplies the inputs of one test of %s. Compile it together with %s: see run.sh. */\n\n", p.fileNames(), p.names.program(0))
	errors := 0
	if p.reaches() {
		errors = 1
	}
	fmt.Fprintf(&out, "#define YOGI_ERROR_FUNCTIONS %d\n#define YOGI_SANITIZED %d\n", errors, len(monitors[p.Property].link))
	if p.Property == property.InvalidFree.SubProperty() {
		out.WriteString("#define YOGI_BEFORE 16\n")
	}
	out.WriteString(fixedDriver)
	p.writeIsOutside(&out)
	p.writeEnding(&out)
	out.WriteString(p.handlersOf())
	p.writeErrorFunctions(&out)
	p.writeExterns(&out)
	p.writeForeign(&out)
	p.writeEffects(&out)
	p.writeCallBacks(&out)
	p.writeCallers(&out)
	p.writeContents(&out)
	p.writeVariables(&out)
	for _, q := range p.locals {
		if !q.allZero() {
			fmt.Fprintf(&out, "/* %s: the initial value of %s */\n", q.place(), q.name)
			q.writeValues(&out, q.local())
			fmt.Fprintf(&out, "%s %s(void) { return %s; }\n\n", q.cType, q.local(), q.convert("yogi_take(&"+q.local()+"_queue)"))
		}
	}
	p.writeScan(&out)
	p.writeStreams(&out)
	p.writeEnded(&out)
	p.writeReaders(&out)
	p.writeFunctions(&out)
	p.writeAllocation(&out)
	for _, name := range p.silent {
		if !isPredefined(name) {
			trap := ""
			if p.UndefinedIsError {
				trap = trapCall + " "
			}
			guard, result, parameters := p.silentWorld(name)
			effects, parameters := p.effectsOf(name, parameters)
			fmt.Fprintf(&out, "YOGI_WEAK unsigned long long %s(%s) { %s%s%sreturn %s; }\n", name, parameterList(parameters), trap, guard, effects, result)
		}
	}
	p.writeRule(&out)
	p.writeMain(&out)
	return out.String()
}

func (p driverText) fileNames() string {
	var names []string
	for _, u := range p.Units {
		names = append(names, filepath.Base(u.File))
	}
	return strings.Join(names, ", ")
}

func (p driverText) writeErrorFunctions(out *strings.Builder) {
	for _, name := range p.ErrorFunctions {
		if !isPredefined(name) {
			fmt.Fprintf(out, "YOGI_WEAK void %s() { yogi_reached_error(); }\n\n", name)
		}
	}
}

// writeExterns defines the objects that the program only declares.
func (p driverText) writeExterns(out *strings.Builder) {
	for _, e := range p.externs {
		if e.cType == "" {
			fmt.Fprintf(out, "YOGI_WEAK unsigned char %s[%d] __attribute__((aligned(16)))%s;\n", e.name, e.size, initializer(e.bytes))
		} else {
			fmt.Fprintf(out, "YOGI_WEAK %s %s = %#xULL;\n", e.cType, e.name, e.value)
		}
	}
}

// writeAllocation writes the allocators for which the test does not say which calls fail. Fresh memory
// is zero unless the test says otherwise.
func (p driverText) writeAllocation(out *strings.Builder) {
	for _, q := range p.functions {
		if q.name == "malloc" {
			return
		}
	}
	out.WriteString("void *malloc(__SIZE_TYPE__ size) { return " + p.allocated("size") + "; }\n\n")
}

// writeFunctions writes the functions without a body that the test has values for. Several queues of
// one function are told apart by the place of the call.
func (p driverText) writeFunctions(out *strings.Builder) {
	written := map[string]bool{}
	for _, q := range p.functions {
		if written[q.name] {
			continue
		}
		written[q.name] = true
		var choices strings.Builder
		parameters := ""
		for _, other := range p.functions {
			if other.name != q.name {
				continue
			}
			if len(other.parameters) > len(parameters) {
				parameters = other.parameters
			}
			array := fmt.Sprintf("yogi_values_%d", other.site)
			fmt.Fprintf(out, "/* %s: %s */\n", other.place(), other.name)
			other.writeValues(out, array)
			take := p.opened(q.name, other.convert("yogi_take(&"+array+"_queue)"))
			if other.pointers != nil {
				other.writePointers(out)
				take = other.pointerCall()
			}
			if p.order == ByCallSite {
				fmt.Fprintf(&choices, "if (yogi_next_site == %d) return %s; ", other.site, take)
			} else {
				fmt.Fprintf(&choices, "return %s; ", take)
			}
		}
		size := "__SIZE_TYPE__ yogi_size = 4096; "
		if q.name == "malloc" {
			fmt.Fprintf(out, "void *malloc(__SIZE_TYPE__ yogi_size) { void *yogi_object = %s; if (!yogi_is_program(__builtin_return_address(0))) return yogi_object; %sreturn 0; }\n\n", p.allocated("yogi_size"),
				strings.ReplaceAll(choices.String(), "? 0 : yogi_fresh(yogi_size)", "? (yogi_fails_here(YOGI_ENOMEM), (void *)0) : yogi_object"))
			continue
		}
		if q.cType != pointerType {
			size = ""
		}
		if a, ok := chosenAllocators[q.name]; ok {
			p.writeChosen(out, q.name, a, choices.String())
			continue
		}
		if isScanner(q.name) {
			p.writeScanner(out, q.name, choices.String())
			p.writeAliases(out, q.name)
			continue
		}
		guard, parameters := q.guard(parameters)
		effects, parameters := p.effectsOf(q.name, parameters)
		effects = guard + effects
		if kinds, ok := p.constant[q.name]; ok {
			writeConstant(out, q, kinds, choices.String())
			continue
		}
		fmt.Fprintf(out, "YOGI_WEAK %s %s(%s) { %s%s%s }\n\n", q.cType, q.name, parameterList(parameters), size, effects, q.failing(q.asDescriptor(choices.String())))
		p.writeAliases(out, q.name)
	}
}

// writeConstant writes a function that returns what it returned last where its arguments are the same.
func writeConstant(out *strings.Builder, q *queue, kinds, choices string) {
	var same, keep strings.Builder
	for i, k := range kinds {
		fmt.Fprintf(out, "static %s yogi_last_%s_%d;\n", parameterTypes[k], q.name, i+1)
		fmt.Fprintf(&same, " && yogi_last_%s_%d == yogi_%d", q.name, i+1, i+1)
		fmt.Fprintf(&keep, "yogi_last_%s_%d = yogi_%d; ", q.name, i+1, i+1)
	}
	choices = strings.ReplaceAll(choices, "return ", "return yogi_result = ")
	fmt.Fprintf(out, "YOGI_WEAK %s %s(%s) { static int yogi_called; static %s yogi_result; if (yogi_called%s) return yogi_result; yogi_called = 1; %s%sreturn 0; }\n\n",
		q.cType, q.name, parameterList(kinds), q.cType, same.String(), keep.String(), choices)
}

// writeValues writes the values of a queue as an array and the queue over it.
func (q *queue) writeValues(out *strings.Builder, name string) {
	fmt.Fprintf(out, "static const unsigned long long %s_list[] = {", name)
	for i, v := range q.values {
		if i%6 == 0 {
			out.WriteString("\n ")
		}
		fmt.Fprintf(out, " %#xULL,", v)
	}
	fmt.Fprintf(out, "\n};\nstatic struct yogi_values %s_queue = {%s_list, %d, 0};\n", name, name, len(q.values))
}

// convert makes a C expression of the queue's type from one of 64 bits.
func (q *queue) convert(bits string) string { return convert(q.cType, bits) }

func convert(cType, bits string) string {
	switch cType {
	case pointerType:
		return "(" + bits + " ? 0 : yogi_fresh(yogi_size))"
	case "float":
		return "yogi_float(" + bits + ")"
	case "double":
		return "yogi_double(" + bits + ")"
	}
	return "(" + cType + ")" + bits
}

func (p driverText) writeMain(out *strings.Builder) {
	types, values := []string{}, []string{}
	for i, a := range p.arguments {
		types = append(types, a.cType)
		value := convert(a.cType, fmt.Sprintf("%#xULL", a.value))
		if a.pointer != "" {
			value = a.pointer
		}
		switch {
		case a.texts != nil:
			value = a.texts.write(out, i)
		case a.object != nil && a.value == 0:
			value = fmt.Sprintf("%s(yogi_zeroed(1, %d))", a.object.filler(), a.object.fresh.Size)
		}
		values = append(values, value)
	}
	if len(types) == 0 {
		types = []string{"void"}
	}
	before, after := p.ruleSteps()
	before = p.writeOutside(out) + p.writeExternPointers(out) + before
	fmt.Fprintf(out, "\nextern int %s(%s);\nint main(void)\n{\n  __SIZE_TYPE__ yogi_size = 4096;\n%s  yogi_leave();\n  %s(%s);\n%s  return 0;\n}\n",
		entrySymbol, strings.Join(types, ", "), before, entrySymbol, strings.Join(values, ", "), after)
}

func isPredefined(name string) bool {
	for _, p := range predefined {
		if p == name {
			return true
		}
	}
	return false
}

// place is where the queue's first value is taken, without folders: the files of a test say nothing of
// the machine they were made on.
func (q *queue) place() source.Pos {
	pos := q.input.Pos
	pos.File = filepath.Base(pos.File)
	return pos
}
