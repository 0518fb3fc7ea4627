package ctest

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/source"
)

// Rule is a rule that the compiled program is watched by. Functions at which it acts get a wrapper
// of their name, which stands at the end of a file of the program: calls of a function without a
// body are led to its wrapper in the object file, a function with a body is renamed in the text and
// the wrapper takes its name.
type Rule struct {
	Watched  string         // the name of the input that chooses the watched object
	Units    map[int]string // by number of the file: what the monitor has there, before the wrappers
	Observed []Observed
	// Limits are events that the monitor does not see, in words.
	Limits []string
}

// Observed is a function at which the rule acts.
type Observed struct {
	Name    string
	Pos     source.Pos // of its definition, if it has a body
	Unit    int        // number of the file where the wrapper stands, for a function without a body
	HasBody bool
	// Declared and Names are the parameters, as a declaration and as arguments. Of a function with
	// a body they are what its definition says.
	Declared, Names string
	Params          []string // the names of the parameters of a function with a body
	Result          string   // void, or a C type
	Events          []string // call, entry, exit, return: those that have handlers
	IsEntry         bool     // it is the entry function, which nobody calls
	Variadic        bool
}

// endFunctions end the program in order: the rule's end comes before.
var endFunctions = []string{"exit", "_exit", "_Exit", "quick_exit"}

// monitorIsFull is the driver's message when there are more instances of the rule than the monitor
// takes.
const monitorIsFull = "yogi: the monitor is full"

// bodyPrefix is put before the name of a function with a body that has a wrapper.
const bodyPrefix = "yogi_body_"

// withTag makes lists of variable arguments in all declarations behind a part of the monitor one type.
func withTag(part string) string {
	if part == "" {
		return ""
	}
	return "struct __va_list_tag;\n" + part
}

// observedNames are the functions without a body that have wrappers.
func (p *world) observedNames() []string {
	if p.Rule == nil {
		return nil
	}
	names := append([]string(nil), endFunctions...)
	for _, o := range p.Rule.Observed {
		if !o.HasBody && !slices.Contains(endFunctions, o.Name) {
			names = append(names, o.Name)
		}
	}
	return names
}

// observe are the words for objcopy that lead calls to wrappers.
func (p *world) observe() []string {
	var words []string
	for _, name := range p.observedNames() {
		words = append(words, "--redefine-sym", name+"=yogi_wrap_"+name)
	}
	return words
}

// ruleEdits adds the monitor and the wrappers to the files.
func (p editing) ruleEdits(texts []*unitText) {
	if p.Rule == nil {
		return
	}
	ends := make([]strings.Builder, len(texts))
	for i := range texts {
		ends[i].WriteString(withTag(p.Rule.Units[i]))
	}
	for _, limit := range p.Rule.Limits {
		p.limit("%s", limit)
	}
	for _, o := range p.Rule.Observed {
		if !o.HasBody {
			ends[o.Unit].WriteString(o.wrapper("yogi_wrap_"+o.Name+"("+o.parameters()+")", "yogi_real_"+o.Name, o.Names))
			continue
		}
		unit, head := p.renameBody(texts, o)
		if head == "" {
			p.limit("the function %s, at which the rule acts", o.Name)
			continue
		}
		names := strings.Join(o.Params, ", ")
		ends[unit].WriteString(o.wrapper(head, bodyPrefix+o.Name, names))
	}
	for i, t := range texts {
		if ends[i].Len() > 0 {
			t.edits = append(t.edits, edit{len(p.Units[i].Text), "\n" + ends[i].String()})
		}
	}
}

// wrapper is a function that lets the rule see the calls of another. The words of a variable argument list are passed
// on as they are.
func (o Observed) wrapper(head, real, names string) string {
	if !o.HasBody {
		head = "__typeof__(" + o.Result + ") " + real + "(" + o.parameters() + ");\n__typeof__(" + o.Result + ") " + head
	}
	call := real + "(" + names + ")"
	if o.isWord() {
		call = o.call(real, names)
	}
	return o.around(head, call, names)
}

// parameters are those of a declaration of the function.
func (o Observed) parameters() string {
	if o.Variadic {
		return o.Declared + ", ..."
	}
	return o.Declared
}

// eventDeclarations declare what the wrapper calls: the events may stand in another file.
func (o Observed) eventDeclarations() string {
	var b strings.Builder
	for i, e := range o.Events {
		if slices.Contains(o.Events[:i], e) {
			continue
		}
		declared := o.Declared
		if (e == "exit" || e == "return") && o.Result != "void" {
			result := "__typeof__(" + o.Result + ") $return"
			if declared == "void" {
				declared = result
			} else {
				declared += ", " + result
			}
		}
		fmt.Fprintf(&b, "void yogi_event_%s_%s(%s);\n", o.Name, e, declared)
	}
	return b.String()
}

// around is a function with a head that makes a call between the events.
func (o Observed) around(head, call, names string) string {
	var b strings.Builder
	b.WriteString(o.eventDeclarations() + head + "\n{\n")
	with := names
	if o.Result != "void" {
		if with != "" {
			with += ", "
		}
		with += "yogi_result"
	}
	event := func(name, args string) {
		for i, e := range o.Events {
			if e == name && !slices.Contains(o.Events[:i], e) && (!o.IsEntry || name == "entry" || name == "exit") {
				fmt.Fprintf(&b, "  yogi_event_%s_%s(%s);\n", o.Name, e, args)
			}
		}
	}
	event("call", names)
	event("entry", names)
	b.WriteString("  ")
	if o.Result != "void" {
		b.WriteString("__typeof__(" + o.Result + ") yogi_result = ")
	}
	b.WriteString(call + ";\n")
	event("exit", with)
	event("return", with)
	if o.Result != "void" {
		b.WriteString("  return yogi_result;\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// renameBody renames the definition of a function in the file that has it, and declares the
// function before it. It returns the number of the file and the definition's head; "" if the
// definition is not found.
func (p editing) renameBody(texts []*unitText, o Observed) (unit int, head string) {
	for i, t := range texts {
		begin, name, end := definition(p.Units[i].Text, t.tokens, o.Name)
		if begin < 0 || o.Pos.IsValid() && !t.lines.has(o.Pos) {
			continue
		}
		head := joinTokens(t.tokens[begin : end+1])
		t.edits = append(t.edits, edit{t.tokens[begin].offset, head + "; "}, edit{t.tokens[name].offset, bodyPrefix})
		return i, head
	}
	return 0, ""
}

// definition finds the definition of a function in the text of a file: the first token of its declaration, its name,
// and the parenthesis that ends its parameters; -1 if there is none in the usual form.
func definition(text string, tokens []token, name string) (begin, at, end int) {
	depth, start := 0, 0
	for i, t := range tokens {
		switch {
		case t.text == "{":
			depth++
		case t.text == "}":
			if depth--; depth == 0 {
				start = i + 1
			}
		case t.text == ";" && depth == 0:
			start = i + 1
		case depth == 0 && t.kind == identifier && t.text == name && i+1 < len(tokens) && tokens[i+1].text == "(":
			last := closing(tokens, i+1)
			if last > 0 && last+1 < len(tokens) && tokens[last+1].text == "{" {
				return behindMacros(text, tokens[:i+1], start), i, last
			}
		}
	}
	return -1, -1, -1
}

// behindMacros is where a declaration begins that ends with the last token, behind calls of macros that need no
// semicolon: each has a line of its own.
func behindMacros(text string, tokens []token, start int) int {
	for {
		if start+1 >= len(tokens) || tokens[start].kind != identifier || tokens[start+1].text != "(" || attributes[tokens[start].text] {
			return start
		}
		end := closing(tokens, start+1)
		if end < 0 || end+2 >= len(tokens) || !strings.Contains(text[tokens[end].offset:tokens[end+1].offset], "\n") {
			return start
		}
		start = end + 1
	}
}

// attributes are words with arguments in parentheses that belong to the declaration behind them.
var attributes = map[string]bool{
	"__attribute__": true, "__attribute": true, "__declspec": true, "_Alignas": true, "__typeof__": true, "typeof": true,
	"__typeof": true, "_Atomic": true, "_BitInt": true,
}

// joinTokens writes tokens on one line.
func joinTokens(tokens []token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && t.kind != punctuation && tokens[i-1].kind != punctuation {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// ruleSteps are the C statements of the rule that the driver runs before and after the program.
func (p driverText) ruleSteps() (before, after string) {
	if p.Rule == nil {
		return "", ""
	}
	return "  yogi_monitor_start();\n", "  yogi_monitor_end();\n"
}

// writeRule writes the driver's part of the monitor: what a violation does, and the ways from the
// wrappers to the functions themselves.
func (p driverText) writeRule(out *strings.Builder) {
	if p.Rule == nil {
		return
	}
	out.WriteString("\n/* The rule: see the end of program.c. */\nvoid yogi_monitor_start(void);\nvoid yogi_monitor_end(void);\n" +
		"void yogi_monitor_abort(const char *message) { yogi_reached_error(); }\n" +
		"void yogi_monitor_enter(const char *event) { }\nvoid yogi_monitor_leave(void) { }\n" +
		"void yogi_monitor_full(void) { yogi_say(\"" + monitorIsFull + "\\n\"); }\n")
	for _, name := range endFunctions {
		// What the rule acts at has a wrapper at the end of the program, which comes here behind
		// the events.
		role := "wrap"
		if slices.ContainsFunc(p.Rule.Observed, func(o Observed) bool { return o.Name == name && !o.HasBody }) {
			role = "real"
		}
		fmt.Fprintf(out, "extern void %s(int);\nvoid yogi_%s_%s(int status) { yogi_monitor_end(); %s(status); }\n", name, role, name, name)
	}
	for _, o := range p.Rule.Observed {
		if !o.HasBody && !slices.Contains(endFunctions, o.Name) {
			to := o.Name
			if symbol := p.labels[to]; symbol != "" && p.isLibrary(to) {
				to = symbol
			}
			fmt.Fprintf(out, "__asm__(\".text\\n.globl yogi_real_%s\\nyogi_real_%s: jmp %s\\n\");\n", o.Name, o.Name, to)
		}
	}
}

// isLibrary reports whether a function without a body is the C library's in the compiled run. Under a rule what
// works on objects that the test makes up is not: such a folder is nothing for the library's closedir. Nor is what
// the world may have fail, as output to a stream; what is noted of a stream is.
func (p *world) isLibrary(name string) bool {
	switch {
	case p.refused[name]:
		return true
	case p.Rule != nil && p.OwnStreams && readers[name] != "":
		return true
	case p.Rule != nil && worksOnObjects(name) && !(p.makesStreams() && tellers[name]):
		return false
	case isLibraryFunction(name) || p.OwnStreams && isScanner(name):
		return true
	case p.Rule != nil:
		return p.standard[name] && !isWorldFunction(name)
	}
	isOwn := !isWorldFunction(name) || p.OwnStreams && clib.Is(name, clib.OnStreams)
	return p.standard[name] && (isOwn || writesMemory(name) || returnsKnown(name))
}
