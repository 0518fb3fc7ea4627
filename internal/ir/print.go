package ir

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/source"
	"yogi/internal/term"
)

// String is the program in text form, one statement a line; Parse reads it back to the same program, but for
// what Unprinted lists.
//
// Terms and symbols are SMT-LIB text, other names are Go string literals, "@file:line:column" is the
// position of what stands before it. A block is named by its index:
//
//	global |g| (_ BitVec 32) type "int"
//	entry main
//	function main @a.c:1:5 {
//	  local |main::x| (_ BitVec 32) source "x"
//	  block 0 "entry"
//	    havoc |main::x| input 0 nondet "__VERIFIER_nondet_int" type "int" at @a.c:2:11
//	    goto (bvult |main::x| #x0000000a) 1 (not (bvult |main::x| #x0000000a)) 2
//	  block 1 ""
//	    error "reach_error() is called"
//	  block 2 ""
//	    return
//	}
func (p *Program) String() string { return p.text(&printer{program: p}) }

func (p *Program) text(w *printer) string {
	w.header()
	for _, f := range p.Functions {
		w.function(f)
	}
	return w.out.String()
}

// String is the function's text.
func (f *Function) String() string {
	w := &printer{program: f.Program}
	w.function(f)
	return w.out.String()
}

// instructionString is the text of one instruction, as in Program.String.
func instructionString(i Instruction) string {
	w := &printer{}
	w.instruction(i)
	return w.trimmed()
}

// terminatorString is the text of one terminator, as in Program.String.
func terminatorString(t Terminator) string {
	w := &printer{}
	w.terminator(t)
	return w.trimmed()
}

type printer struct {
	program   *Program
	canonical *Canonical // nil: words and numbers are those of the program
	out       strings.Builder
}

func (w *printer) trimmed() string { return strings.TrimSpace(w.out.String()) }

func (w *printer) printf(format string, args ...any) { fmt.Fprintf(&w.out, format, args...) }

// end writes the position and ends the line.
func (w *printer) end(pos source.Pos) {
	if pos != (source.Pos{}) && w.canonical == nil {
		w.out.WriteByte(' ')
		w.position(pos)
	}
	w.out.WriteByte('\n')
}

func (w *printer) position(pos source.Pos) {
	file := pos.File
	if !isPlainFile(file) {
		file = strconv.Quote(file)
	}
	w.printf("@%s:%d:%d", file, pos.Line, pos.Column)
}

func isPlainFile(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !isLetterOrDigit(c) && !strings.ContainsRune("_-./+", rune(c)) {
			return false
		}
	}
	return name != ""
}

func isLetterOrDigit(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// word writes a quoted text that no run depends on.
func (w *printer) word(text string) {
	if w.canonical == nil {
		w.printf(" %q", text)
	}
}

// quoted writes key "text", which no run depends on, unless text is empty.
func (w *printer) quoted(key, text string) {
	if text != "" && w.canonical == nil {
		w.printf(" %s %q", key, text)
	}
}

func (w *printer) header() {
	p := w.program
	w.printf("language %q\n", p.Language)
	if m := p.Model; m != nil {
		w.printf("model %q %d %d %d", m.Name, m.PointerWidth, m.LongWidth, m.GranuleBits)
		w.flag("bigendian", m.BigEndian)
		w.printf("\n")
	}
	for _, file := range p.Files {
		if w.canonical == nil {
			w.printf("file %q\n", file)
		}
	}
	w.uninterpreted()
	for _, v := range p.Globals {
		w.variable("global", v)
	}
	if p.AllocCounter != nil {
		w.printf("counter %s %d\n", p.AllocCounter.Sym, p.FirstFree)
	}
	if p.Places != nil {
		w.printf("places %s\n", p.Places.Sym)
	}
	if p.Owners != nil {
		w.printf("owners %s\n", p.Owners.Sym)
	}
	for _, o := range p.Objects {
		w.object(o)
	}
	w.facts("axiom", p.Axioms)
	w.facts("initial", p.Initial)
	for _, r := range p.InitialRanges {
		w.printf("range %s %d %d %d %d\n", r.Map.Sym, r.From, r.To, r.CellBytes, r.Value)
	}
	if w.canonical == nil {
		w.claims()
	}
	if p.Entry != nil {
		w.printf("entry %s\n", symbolText(p.Entry.Name))
	}
}

// claims writes what is said of the program beside its runs.
func (w *printer) claims() {
	p := w.program
	for _, a := range p.Assumptions {
		w.assumption(a)
	}
	for _, u := range p.Undefined {
		w.printf("undefined %q %d", u.Name, u.Calls)
		w.end(u.Pos)
	}
}

// assumption writes a kind, what it is about and its places.
func (w *printer) assumption(a assumption.Assumption) {
	w.printf("assumption %s", a.Kind.Name)
	w.quoted("of", a.Of)
	for _, p := range a.Places {
		w.out.WriteByte(' ')
		w.position(p)
	}
	w.out.WriteByte('\n')
}

func (w *printer) flag(name string, set bool) {
	if set {
		w.printf(" %s", name)
	}
}

func (w *printer) facts(key string, facts []*term.Term) {
	for _, t := range facts {
		w.printf("%s %s\n", key, t)
	}
}

// uninterpreted declares the functions that terms of the program apply, by name.
func (w *printer) uninterpreted() {
	funcs := uninterpretedFunctions(w.program)
	sort.Slice(funcs, func(i, j int) bool { return funcs[i].Name < funcs[j].Name })
	for _, f := range funcs {
		w.printf("declare %s (", symbolText(f.Name))
		for i, s := range f.Params {
			if i > 0 {
				w.printf(" ")
			}
			w.printf("%s", s)
		}
		w.printf(") %s\n", f.Result)
	}
}

func (w *printer) variable(key string, v *Variable) {
	w.printf("%s %s %s", key, v.Sym, v.Sort)
	w.flag("const", v.Constant)
	w.flag("signed", v.Signed)
	w.quoted("source", v.Source)
	w.quoted("type", v.Type)
	if m := v.Memory; m != nil {
		w.printf(" memory %d %d", m.CellWidth, m.Class)
		w.word(m.Note)
	}
	w.end(v.Pos)
}

var objectKindNames = [...]string{"invalid", "static", "string", "function", "stack", "heap"}

func (w *printer) object(o *Object) {
	w.printf("object")
	w.word(o.Name)
	w.printf(" %d %d %s", o.Address, o.Size, objectKindNames[o.Kind])
	w.flag("zero", o.Zero)
	w.flag("readonly", o.ReadOnly)
	if o.Function != nil {
		w.printf(" function %s", symbolText(o.Function.Name))
	}
	w.quoted("type", o.Type)
	if o.Symbol != nil {
		w.printf(" symbol %s", o.Symbol.Sym)
	}
	w.end(o.Pos)
}

func (w *printer) function(f *Function) {
	w.printf("function %s {", symbolText(f.Name))
	w.end(f.Pos)
	for _, v := range f.Params {
		w.variable("  param", v)
	}
	for _, v := range f.Results {
		w.variable("  result", v)
	}
	for _, v := range f.Locals {
		w.variable("  local", v)
	}
	w.summary(f)
	for _, b := range f.Blocks {
		w.printf("  block %d", b.Index)
		w.word(b.Label)
		w.end(b.Pos)
		for _, i := range b.Instructions {
			w.printf("    ")
			w.instruction(i)
		}
		w.printf("    ")
		w.terminator(b.Terminator)
	}
	w.printf("}\n")
}

// summary writes what is known of the function as a whole.
func (w *printer) summary(f *Function) {
	for _, v := range f.Modifies {
		w.printf("  modifies %s\n", v.Sym)
	}
	if f.CanError || f.CanReturn || f.Recursive || f.ContainsUnsupported {
		w.printf("  facts")
		w.flag("canerror", f.CanError)
		w.flag("canreturn", f.CanReturn)
		w.flag("recursive", f.Recursive)
		w.flag("unsupported", f.ContainsUnsupported)
		w.printf("\n")
	}
	old := make([]*Variable, 0, len(f.Old))
	for v := range f.Old {
		old = append(old, v)
	}
	sort.Slice(old, func(i, j int) bool { return old[i].Name < old[j].Name })
	for _, v := range old {
		w.printf("  old %s %s\n", v.Sym, f.Old[v])
	}
	w.facts("  freerequires", f.FreeRequires)
	w.facts("  freeensures", f.FreeEnsures)
}

func (w *printer) instruction(i Instruction) {
	switch i := i.(type) {
	case *Assign:
		w.printf("%s := %s", i.Dst.Sym, i.Src)
	case *Assume:
		w.printf("assume %s", i.Cond)
		w.flag("known", i.Known)
	case *Havoc:
		w.printf("havoc %s", i.Dst.Sym)
		w.input(i.Input)
	case *Call:
		w.call(i)
	case *Load:
		w.printf("load %s %s", i.Dst.Sym, i.Addr)
		w.access(i.Access)
	case *Store:
		w.printf("store %s %s", i.Addr, i.Value)
		w.access(i.Access)
	case *Copy:
		w.printf("copy %s %s %d", i.To, i.From, i.Size)
		w.quoted("type", i.Type)
	case *Fill:
		w.printf("fill %s %d %d", i.Addr, i.Byte, i.Size)
	case *Alloc:
		w.printf("alloc %s %s %s site %d", i.Dst.Sym, i.Size, objectKindNames[i.Kind], i.Site)
		w.flag("zero", i.Zero)
		w.flag("outside", i.Outside)
		w.quoted("type", i.Type)
		w.quoted("name", i.Name)
	case *Clobber:
		w.printf("clobber")
		w.word(i.Name)
	case *Free:
		w.printf("free %s %s", i.Addr, objectKindNames[i.Kind])
	}
	w.end(i.Position())
}

var inputKindNames = [...]string{"invalid", "nondet", "undefined", "uninitialized", "parameter",
	"unspecified", "choice", "write", "allocation", "outside", "pointer", "state", "callback", "link", "address-bytes", "volatile", "own-volatile"}

// String is the name of the kind in the text form.
func (k InputKind) String() string { return inputKindNames[k] }

func (w *printer) input(in *Input) {
	id := in.ID
	if w.canonical != nil {
		id = w.canonical.input(id)
	}
	w.printf(" input %d %s", id, in.Kind)
	w.word(in.Name)
	w.quoted("type", in.Type)
	if in.Pos != (source.Pos{}) && w.canonical == nil {
		w.printf(" at ")
		w.position(in.Pos)
	}
}

func (w *printer) access(a Access) {
	w.quoted("type", a.Type)
	w.flag("pointer", a.Pointer)
	w.flag("volatile", a.Volatile)
	w.flag("fresh", a.Fresh)
	if a.Array != nil {
		w.printf(" array %s %d", a.Array.Base, a.Array.Size)
		w.flag("checked", a.Array.Checked)
	}
}

func (w *printer) call(c *Call) {
	w.printf("call %s (", symbolText(c.Callee.Name))
	for i, a := range c.Args {
		if i > 0 {
			w.printf(" ")
		}
		w.printf("%s", a)
	}
	w.printf(")")
	for _, r := range c.Results {
		if r == nil {
			w.printf(" none")
		} else {
			w.printf(" to %s", r.Sym)
		}
	}
}

func (w *printer) terminator(t Terminator) {
	switch t := t.(type) {
	case nil:
		w.printf("missing\n")
		return
	case *Goto:
		w.jump(t)
	case *Return:
		w.printf("return")
	case *Error:
		w.printf("error")
		w.word(t.What)
		if t.Property != "" {
			w.printf(" property %q", t.Property)
		}
	case *Halt:
		w.printf("halt")
		w.word(t.What)
	case *Unsupported:
		w.printf("unsupported")
		w.diagnostic(t.Diagnostic)
	}
	w.end(t.Position())
}

func (w *printer) jump(g *Goto) {
	w.printf("goto")
	for _, t := range g.Targets {
		w.printf(" %s %d", t.Guard, t.Block.Index)
	}
	if g.Choice != nil {
		w.printf(" choice")
		w.input(g.Choice)
	}
	w.quoted("branch", g.Branch)
}

func (w *printer) diagnostic(d *source.Diagnostic) {
	if d == nil {
		return
	}
	w.printf(" %q", d.Code)
	w.word(d.Message)
	for _, note := range d.Notes {
		w.quoted("note", note)
	}
	if d.Pos != (source.Pos{}) && w.canonical == nil {
		w.printf(" at ")
		w.position(d.Pos)
	}
}

// symbolText writes the name of a function as an SMT-LIB symbol.
func symbolText(name string) string {
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c != '_' && !isLetterOrDigit(c) {
			return "|" + name + "|"
		}
	}
	if name == "" {
		return "||"
	}
	return name
}
