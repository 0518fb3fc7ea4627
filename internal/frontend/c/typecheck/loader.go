package typecheck

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
)

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
