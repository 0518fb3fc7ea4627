package typecheck

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// This file is about attributes, pragmas and sections that change what a program does and are not
// modelled: they are refused by name. What gcc knows and is not listed here or obeyed elsewhere
// changes no run: hints, warnings, visibility, calling conventions. What gcc does not know it
// ignores, and so do we.

// refusedAttributes are refused wherever they stand.
var refusedAttributes = map[string]string{
	"ifunc":    "which function is called is chosen when the program is loaded",
	"hardbool": "the values of the type are represented by other numbers",
	"assume":   "what it says is not looked at",
	"symver":   "which definition a name stands for is chosen by its version",
}

// refusedNarrow are refused on AVR: what they do there is about its memories and interrupts.
var refusedNarrow = map[string]string{
	"progmem":   "the object is in a memory that pointers do not lead to",
	"signal":    "an interrupt, which runs between any two steps",
	"interrupt": "an interrupt, which runs between any two steps",
	"io":        "the object is a register",
	"io_low":    "the object is a register",
	"address":   "the place of the object is said",
}

// refusedBodies are the attributes of functions whose bodies are no C.
var refusedBodies = map[string]bool{"naked": true}

// options of gcc that make floating-point arithmetic another one than the language's, in the
// attributes and pragmas optimize and target.
var otherArithmetic = []string{"fast", "unsafe-math", "finite-math", "associative-math", "reciprocal-math", "no-signed-zeros", "fpmath", "excess-precision", "trapv", "no-math"}

// changesArithmetic is the option in a text that makes arithmetic another; "" if none does.
func changesArithmetic(text string) string {
	for _, option := range otherArithmetic {
		if strings.Contains(text, option) {
			return option
		}
	}
	return ""
}

// refusedAttribute refuses an attribute whose arguments, if it has any, come next.
func (c *checker) refusedAttribute(a *attributes, name string) {
	pos := c.previous
	if reason := refusedAttributes[name]; reason != "" {
		c.errorf(pos, CodeUnsupported, "the attribute %s: %s", name, reason)
		return
	}
	if reason := refusedNarrow[name]; reason != "" && c.target.Narrow {
		c.errorf(pos, CodeUnsupported, "the attribute %s: %s", name, reason)
		return
	}
	switch {
	case refusedBodies[name]:
		a.refused = name
	case name == "scalar_storage_order":
		if order := c.peek(1); c.is("(") && order.Kind == preprocess.String && !strings.Contains(order.Text, "little") {
			c.errorf(pos, CodeUnsupported, "the attribute scalar_storage_order: members in another order of bytes than the machine's")
		}
	case name == "optimize" || name == "target":
		if option := changesArithmetic(c.textInParentheses()); option != "" {
			c.errorf(pos, CodeUnsupported, "the attribute %s with %s, which makes arithmetic another one", name, option)
		}
	}
}

// textInParentheses returns what stands in the parentheses that come next; they are not read.
func (c *checker) textInParentheses() string {
	if !c.is("(") {
		return ""
	}
	text := ""
	for n := 1; ; n++ {
		t := c.peek(n)
		if t.Kind == preprocess.EOF || t.Is(")") {
			return text
		}
		text += t.Text
	}
}

// pragma obeys the pragmas of gcc that change what a program does, and refuses those that are not modelled.
func (c *checker) pragma(text string) {
	words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", ",", " ", "=", " = ").Replace(text))
	if len(words) == 0 {
		return
	}
	pos := c.tok.Pos
	switch words[0] {
	case "pack":
		c.packPragma(text)
	case "scalar_storage_order":
		c.reversed = len(words) > 1 && words[1] == "big-endian"
	case "weak":
		c.weakPragma(pos, words[1:])
	case "redefine_extname":
		if len(words) == 3 {
			c.rename(words[1], words[2])
		}
	case "GCC":
		if len(words) > 2 && (words[1] == "optimize" || words[1] == "target") {
			if option := changesArithmetic(text); option != "" {
				c.errorf(pos, CodeUnsupported, "#pragma GCC %s with %s, which makes arithmetic another one", words[1], option)
			}
		}
	case "yogi":
		c.assumed(pos, text)
	case "STDC":
		if len(words) == 3 && words[1] == "FLOAT_CONST_DECIMAL64" && words[2] == "ON" {
			c.errorf(pos, CodeUnsupported, "#pragma STDC FLOAT_CONST_DECIMAL64 ON: decimal floating constants")
		}
	}
}

// assumed reads #pragma yogi assumed "TEXT": what the program takes for granted and the verdict is to name.
func (c *checker) assumed(pos source.Pos, text string) {
	words := strings.Fields(text)
	if len(words) < 2 || words[1] != "assumed" {
		c.errorf(pos, CodeSyntax, "#pragma yogi assumed \"TEXT\" is the only pragma of that name")
		return
	}
	said, err := strconv.Unquote(strings.TrimSpace(text[strings.Index(text, words[1])+len(words[1]):]))
	if err != nil || strings.TrimSpace(said) == "" {
		c.errorf(pos, CodeSyntax, "#pragma yogi assumed names what is assumed in quotes")
		return
	}
	c.unit.Assumed = append(c.unit.Assumed, tree.Assumed{Text: said, Pos: pos})
}

// weakPragma obeys `weak name`; by `weak name = other` name is another name of a function.
func (c *checker) weakPragma(pos source.Pos, words []string) {
	switch {
	case len(words) == 1:
		c.weak[words[0]] = true
		if o := c.objects[words[0]]; o != nil {
			o.Weak = true
		}
		if f := c.functions[words[0]]; f != nil {
			f.Weak = true
		}
	case len(words) == 3 && words[1] == "=":
		c.errorf(pos, CodeUnsupported, "#pragma weak %s = %s: another name", words[0], words[2])
	}
}

// rename gives a name, declared before or after, the symbol by which a linker knows it.
func (c *checker) rename(name, symbol string) {
	c.renamed[name] = symbol
	if o := c.objects[name]; o != nil && o.Symbol == "" {
		o.Symbol = symbol
	}
	if f := c.functions[name]; f != nil && f.Symbol == "" {
		f.Symbol = symbol
	}
}

// symbolOf is the symbol of a name with external linkage: of its declaration, else of a pragma.
func (c *checker) symbolOf(d *declarator, linkage tree.Linkage) string {
	if d.attrs.symbol == "" && linkage == tree.ExternalLinkage {
		return c.renamed[d.name]
	}
	return d.attrs.symbol
}

// sectioned is an object that a declaration puts into a section that the loader looks at.
type sectioned struct {
	object *tree.Object
	attributes
}

// placeInSection notes an object with static storage that the loader looks at.
func (c *checker) placeInSection(o *tree.Object, a attributes) {
	if runsByItself(a.section) != "" {
		c.inSections = append(c.inSections, sectioned{o, a})
	}
}

// runByLoader makes what the loader calls by arrays of pointers to functions constructors and destructors.
func (c *checker) runByLoader() {
	taken := map[int]bool{} // priorities; those of destructors are negative. Optimising compilers turn objects of one section round.
	for _, f := range c.unit.Functions {
		if f.Startup > 0 {
			taken[f.Startup] = true
		}
		if f.Shutdown > 0 {
			taken[-f.Shutdown] = true
		}
	}
	for _, s := range c.inSections {
		priority := loaderPriority(s.section)
		f := loaderCall(s.object)
		if priority == 0 || f == nil || s.object.Linkage != tree.ExternalLinkage && !s.used {
			c.errorf(s.object.Pos, CodeUnsupported, "%s in the section %s, which the loader looks at", s.object.Name, s.section)
			continue
		}
		if f.Body == nil || len(f.Params) > 0 || f.Startup > 0 || f.Shutdown > 0 || taken[priority] {
			c.errorf(s.object.Pos, CodeUnsupported, "%s in the section %s: what the loader hands over, or the order of its calls", f.Name, s.section)
			continue
		}
		taken[priority] = true
		if priority > 0 {
			f.Startup = priority
		} else {
			f.Shutdown = -priority
		}
	}
}

// loaderPriority is the priority of the constructors that a section names, or, negative, of the
// destructors; 0: neither.
func loaderPriority(section string) int {
	array, number, numbered := strings.Cut(strings.TrimPrefix(section, "."), ".")
	priority := lastPriority
	if numbered {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > lastPriority {
			return 0
		}
		priority = n
	}
	switch array {
	case "preinit_array":
		return 1
	case "init_array":
		return priority
	case "fini_array":
		return -priority
	}
	return 0
}

// loaderCall is the function that an object of the size of a pointer starts with; nil: it holds
// something else. A larger array has a larger alignment, and the gap before it is null for the
// loader.
func loaderCall(o *tree.Object) *tree.FunctionDef {
	t := o.Type
	if t.Kind == tree.Array && t.Length == 1 {
		t = t.Elem
	}
	if t.Kind != tree.Pointer || o.Init == nil || len(o.Init.Entries) != 1 {
		return nil
	}
	if address, ok := tree.WithoutConversions(o.Init.Entries[0].Value).(*tree.AddressOf); ok {
		if f, ok := address.Operand.(*tree.FunctionRef); ok {
			return f.Function
		}
	}
	return nil
}

// startSections are the sections of which the loader takes the addresses of functions to call, or
// the functions themselves.
var startSections = []string{".init_array", ".preinit_array", ".fini_array", ".ctors", ".dtors", ".init", ".fini"}

// runsByItself is the section among those that a text names and that the loader runs; "" if there is none.
func runsByItself(text string) string {
	for _, name := range startSections {
		at := strings.Index(text, name)
		if at < 0 {
			continue
		}
		rest := text[at+len(name):]
		if rest == "" || !strings.ContainsAny(rest[:1], "abcdefghijklmnopqrstuvwxyz_") && !strings.HasPrefix(rest, ".text") && !strings.HasPrefix(rest, ".data") {
			return name
		}
	}
	return ""
}

// fileAssembly reads assembly between the declarations of a file.
func (c *checker) fileAssembly() {
	pos := c.tok.Pos
	c.next()
	for c.tok.Kind == preprocess.Identifier {
		c.next()
	}
	c.expect("(")
	text := c.asmText()
	c.expect(")")
	c.accept(";")
	if name := runsByItself(text); name != "" {
		c.errorf(pos, CodeUnsupported, "assembly that puts something into the section %s", name)
		return
	}
	c.unit.Assembly = append(c.unit.Assembly, pos)
	c.assembly += text + ";"
}

// definedByAssembly refuses calls of functions, and marks the objects, whose definition is assembly: the kernel's
// EXPORT_SYMBOL declares some that nothing reads.
func (c *checker) definedByAssembly() {
	if c.assembly == "" {
		return
	}
	defined := map[string]bool{}
	for _, label := range assemblyLabel.FindAllStringSubmatch(c.assembly, -1) {
		defined[label[1]+label[2]] = true
	}
	for _, f := range c.unit.Functions {
		if f.Body == nil && defined[cmp.Or(f.Symbol, f.Name)] {
			what := c.unsupportedDiagnostic(f.Pos, "%s is defined by assembly", f.Name)
			f.Body = &tree.Block{StmtNode: tree.StmtNode{Pos: f.Pos}, Stmts: []tree.Stmt{&tree.UnsupportedStmt{StmtNode: tree.StmtNode{Pos: f.Pos}, Diagnostic: what}}}
			f.End, f.Exported = f.Pos, true
		}
	}
	for _, o := range c.unit.Objects {
		if o.Extern && defined[cmp.Or(o.Symbol, o.Name)] {
			o.Assembled = true
		}
	}
}

// twoNames refuses the objects that the file writes as one symbol by asm("symbol") and knows by two
// names: gcc takes them for two objects where it optimises.
func (c *checker) twoNames() {
	known := map[string]*tree.Object{}
	for _, o := range c.unit.Objects {
		if o.Linkage != tree.ExternalLinkage || o.Function != nil {
			continue
		}
		symbol := cmp.Or(o.Symbol, o.Name)
		if other := known[symbol]; other != nil && other.Name != o.Name {
			c.errorf(o.Pos, CodeUnsupported, "%s is another name of the object %s in this file", o.Name, other.Name)
			continue
		}
		known[symbol] = o
	}
}

// assemblyLabel finds what assembly defines: labels, and what directives give a value or a place.
var assemblyLabel = regexp.MustCompile(`(?:^|[\s";])(?:\.(?:set|equ|equiv|eqv|comm|lcomm|weakref)\s+([A-Za-z_][\w.$]*)\s*,|([A-Za-z_][\w.$]*)\s*(?::|=[^=]))`)

// refuseSection refuses the sections of AVR's other memories.
func (c *checker) refuseSection(name string) {
	if c.target.Narrow && (strings.HasPrefix(name, ".progmem") || strings.HasPrefix(name, ".eeprom")) {
		c.errorf(c.previous, CodeUnsupported, "the section %s is in a memory that pointers do not lead to", name)
	}
}

// checkSize refuses a type of more bytes than an object can have where pointers have 16 bits. Elsewhere no machine has
// so many.
func (c *checker) checkSize(t *tree.Type) {
	if largest := c.target.LargestObject(); c.target.Narrow && t.Size > largest {
		c.errorf(c.tok.Pos, CodeUnsupported, "a type of %d bytes, where objects have %d at most", t.Size, largest)
		t.Size = 1
	}
}
