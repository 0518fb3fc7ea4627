package ctest

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// This file is about the contents of objects that nothing has written, which are inputs for us. The
// driver gives them to what malloc returns, to objects behind parameters of the entry, to objects
// that the program only declares, and, by an edit behind the declaration, to locals in memory.

// Fresh is an object that the run of a test makes.
type Fresh struct {
	Address, Size uint64 // where it lies in the run of the interpreter
	Heap          bool   // or a local
	Name          string // of the allocating function, of the local or of the parameter
	Pos           source.Pos
	Pass          int // the how many-th object of that place it is, from 1
}

// contents are the bytes of a fresh object that are not zero.
type contents struct {
	fresh  Fresh
	number int // of its filler
	call   int // it is the object of that call of malloc, from 1; 0: it is another
	local  bool
	bytes  map[uint64]byte // by offset
}

// filler is the driver's function that gives an object its contents, and returns its address.
func (c *contents) filler() string { return fmt.Sprintf("yogi_fill_%d", c.number) }

// GivesContents reports whether a test says what memory holds at the start.
func GivesContents(test *verdict.Test) bool {
	return slices.ContainsFunc(test.Globals, func(g verdict.GlobalValue) bool { return g.Variable.Memory != nil && !isZero(g) })
}

func isZero(g verdict.GlobalValue) bool {
	bits, ok := bitsOf(g.Value)
	return ok && bits == 0
}

// mallocNames are the functions whose calls are calls of the driver's malloc.
var mallocNames = []string{"malloc", "__builtin_malloc"}

// planMemory places initial contents of memory other than zero, and notes those that C cannot be made to take.
func (p *world) planMemory(program *ir.Program, test *verdict.Test) {
	for _, o := range program.Objects {
		if o.Kind == ir.StaticObject && !o.Zero && !o.Declared && o.Size > 0 {
			p.set(o.Pos, o.Name, "__builtin_memset((void *)&%s, 0, sizeof %s);", o.Name, o.Name)
		}
	}
	for _, f := range p.Fresh { // of what the library says in them zeros, too, are an input
		if f.Heap && returnsOwn(f.Name) && p.isLibrary(f.Name) {
			p.noteLibrary(f.Name)
		}
	}
	for _, g := range cellsOf(test.Globals) {
		switch {
		case isZero(g):
		case g.Variable.Memory == nil:
			p.limit("the %s", g.Variable.Name)
		case g.Cell.IsValid() && p.isKept(g.Cell.Uint64()):
		case !g.Cell.IsValid() || !p.placeCell(program, g):
			p.limit("the initial contents of %s", mapWords(g.Variable))
		}
	}
	p.planForeignBytes(program)
	for _, c := range p.contents {
		if c.mayHoldAddress(program.Model) {
			p.limit("addresses in the initial contents of %s", c.fresh.Name)
		}
	}
}

// isKept says that an address lies in an object that a function of the library made, and notes the function.
func (p *world) isKept(address uint64) bool {
	for _, f := range p.Fresh {
		if address >= f.Address && address-f.Address < f.Size && !slices.Contains(mallocNames, f.Name) && p.isLibrary(f.Name) {
			p.noteLibrary(f.Name)
			return true
		}
	}
	return false
}

// placeCell gives a cell to the object that it lies in; false if there is none that the driver can fill.
func (p *world) placeCell(program *ir.Program, g verdict.GlobalValue) bool {
	address, value, width := g.Cell.Uint64(), g.Value.Big(), uint64(g.Value.Width()/8)
	var bytes map[uint64]byte
	var from uint64
	if e, o := p.declaredAt(program, address); e != nil {
		if e.bytes == nil {
			e.bytes = map[uint64]byte{}
		}
		bytes, from = e.bytes, o.Address
	} else if program.Model.IsOutside(address) {
		return p.placeForeign(program, g)
	} else if o := program.ObjectAt(address); o != nil && o.Kind == ir.StaticObject && !o.Zero && !o.Declared {
		bits, ok := bitsOf(g.Value)
		if ok {
			p.set(o.Pos, o.Name, "%s", copied(fmt.Sprintf("(char *)&%s + %d", o.Name, address-o.Address), g.Value, bits))
		}
		return ok
	} else if c := p.freshAt(address); c != nil {
		bytes, from = c.bytes, c.fresh.Address
	} else {
		return false
	}
	raw := value.Bytes() // most significant first
	for i, b := range raw {
		if offset := address - from + uint64(len(raw)-1-i); b != 0 && uint64(len(raw)) <= width {
			bytes[offset] = b
		}
	}
	return true
}

// declaredAt is the object that the program only declares and that an address lies in.
func (p *world) declaredAt(program *ir.Program, address uint64) (*extern, *ir.Object) {
	o := program.ObjectAt(address)
	if o == nil {
		return nil, nil
	}
	for _, e := range p.externs {
		if e.name == o.Name && e.cType == "" {
			return e, o
		}
	}
	return nil, nil
}

// freshAt is the fresh object that an address lies in, if the driver knows it when it is made.
func (p *world) freshAt(address uint64) *contents {
	calls := 0
	for i, f := range p.Fresh {
		isMalloc := f.Heap && slices.Contains(mallocNames, f.Name)
		if isMalloc {
			calls++
		}
		if address < f.Address || address-f.Address >= f.Size {
			continue
		}
		for _, known := range p.contents {
			if known.fresh == f {
				return known
			}
		}
		c := &contents{fresh: f, number: i + 1, bytes: map[uint64]byte{}}
		switch argument := p.argumentOf(f); {
		case isMalloc:
			c.call = calls
		case p.isText(c), p.isTextOfVariable(c):
		case argument != nil && argument.texts != nil:
			return nil
		case argument != nil:
			argument.object = c
		case !f.Heap && f.Name != "" && p.madeOnce(f):
			c.local = true
		default:
			return nil
		}
		p.contents = append(p.contents, c)
		return c
	}
	return nil
}

// madeOnce: which pass of a declaration is which activation's is not known if there are several.
func (p *world) madeOnce(f Fresh) bool {
	return !slices.ContainsFunc(p.Fresh, func(other Fresh) bool { return other.Pos == f.Pos && other.Name == f.Name && other.Pass != f.Pass })
}

// argumentOf is the pointer that the entry is called with whose object f is, or nil.
func (p *world) argumentOf(f Fresh) *argument {
	if !f.Heap || f.Pos != p.entryPos || f.Pass != 1 {
		return nil
	}
	i := slices.Index(p.parameters, f.Name)
	if i < 0 || p.arguments[i].cType != pointerType {
		return nil
	}
	return &p.arguments[i]
}

// mayHoldAddress reports whether some word of the contents is in the range of the addresses of objects: those of the
// compiled program are others.
func (c *contents) mayHoldAddress(model *ir.DataModel) bool {
	size := uint64(model.PointerWidth / 8)
	for offset := range c.bytes {
		word := wordAt(c.bytes, offset/size*size, size)
		if word >= 1<<model.GranuleBits && word>>(model.PointerWidth-1) == 0 {
			return true
		}
	}
	return false
}

// fillEdit fills a local behind its declaration.
func (p editing) fillEdit(texts []*unitText, c *contents) {
	if !c.local {
		return
	}
	t, at, err := find(texts, c.fresh.Pos)
	if err == nil {
		at, err = behindDeclaration(t.tokens, at, c.fresh.Name)
	}
	if err != nil {
		p.limit("%s: the initial contents of %s: %v", c.fresh.Pos, c.fresh.Name, err)
		return
	}
	t.edits = append(t.edits,
		edit{t.tokens[0].offset, fmt.Sprintf("extern void *%s(void *); ", c.filler())},
		edit{at, fmt.Sprintf(" %s((void *)&%s);", c.filler(), c.fresh.Name)})
}

// behindDeclaration is the offset behind the declaration of the local at an offset, which nothing in the declaration
// reads.
func behindDeclaration(tokens []token, at int, name string) (int, error) {
	i := tokenAt(tokens, at)
	if i < 0 || tokens[i].text != name {
		return 0, fmt.Errorf("no declarator there")
	}
	for before, depth := i-1, 0; before >= 0 && !strings.Contains(";{}", tokens[before].text); before-- {
		switch tokens[before].text {
		case ")":
			depth++
		case "(":
			if depth--; depth < 0 {
				return 0, fmt.Errorf("the declaration is inside parentheses")
			}
		}
	}
	depth := 0
	for i++; i < len(tokens); i++ {
		switch tokens[i].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case name:
			return 0, fmt.Errorf("the declaration goes on to use it")
		case "=":
			if depth == 0 {
				return 0, fmt.Errorf("something of the declaration is initialised")
			}
		case ";":
			if depth == 0 {
				return tokens[i].offset + 1, nil
			}
		}
		if depth < 0 {
			break
		}
	}
	return 0, fmt.Errorf("no end of the declaration")
}

// countsCalls reports whether the test says what is in the objects of some calls of malloc.
func (p *world) countsCalls() bool {
	return slices.ContainsFunc(p.contents, func(c *contents) bool { return c.call > 0 })
}

// allocated is the C expression of the object that a call of malloc makes.
func (p *world) allocated(size string) string {
	if p.countsCalls() {
		return "yogi_allocated(" + size + ", __builtin_return_address(0))"
	}
	return "yogi_fresh(" + size + ")"
}

// writeCallers writes what tells calls of malloc by the program from those by the library, which need memory of their
// own, before main too: neither does one take what the test says of the program's calls.
func (p driverText) writeCallers(out *strings.Builder) {
	isSaid := func(q *queue) bool { return q.name == "malloc" }
	if slices.ContainsFunc(p.functions, isSaid) || p.countsCalls() {
		out.WriteString("extern char yogi_code __asm__(\"__executable_start\"), yogi_code_end __asm__(\"etext\");\n" +
			"static int yogi_is_program(void *caller) { return (char *)caller >= &yogi_code && (char *)caller < &yogi_code_end; }\n\n")
	}
}

// writeContents writes the functions that fill objects, and what counts the program's calls of malloc.
func (p driverText) writeContents(out *strings.Builder) {
	var calls strings.Builder
	for _, c := range p.contents {
		place := c.fresh.Pos
		fmt.Fprintf(out, "/* line %d: the initial contents of %s */\nvoid *%s(void *yogi_object)\n{\n  static const struct { unsigned long offset; unsigned char value; } yogi_bytes[] = {",
			place.Line, c.fresh.Name, c.filler())
		for i, offset := range c.offsets() {
			if i%8 == 0 {
				out.WriteString("\n   ")
			}
			fmt.Fprintf(out, " {%d, %#x},", offset, c.bytes[offset])
		}
		fmt.Fprintf(out, "\n  };\n  unsigned i;\n  for (i = 0; yogi_object && i < sizeof yogi_bytes / sizeof *yogi_bytes; i++)\n"+
			"    ((unsigned char *)yogi_object)[yogi_bytes[i].offset] = yogi_bytes[i].value;\n  return yogi_object;\n}\n\n")
		if c.call > 0 {
			fmt.Fprintf(&calls, "    if (yogi_calls == %d) return %s(yogi_object);\n", c.call, c.filler())
		}
	}
	if calls.Len() > 0 {
		fmt.Fprintf(out, "static void *yogi_allocated(__SIZE_TYPE__ size, void *caller)\n{\n  static unsigned yogi_calls;\n  void *yogi_object = yogi_fresh(size);\n"+
			"  if (yogi_is_program(caller)) {\n    yogi_calls++;\n%s  }\n  return yogi_object;\n}\n\n", calls.String())
	}
}

func (c *contents) offsets() []uint64 { return sortedOffsets(c.bytes) }

func sortedOffsets(bytes map[uint64]byte) []uint64 {
	var offsets []uint64
	for offset := range bytes {
		offsets = append(offsets, offset)
	}
	slices.Sort(offsets)
	return offsets
}

// initializer is the initialiser of an array of bytes; "" if all are zero.
func initializer(bytes map[uint64]byte) string {
	var parts []string
	for _, offset := range sortedOffsets(bytes) {
		parts = append(parts, fmt.Sprintf("[%d] = %#x", offset, bytes[offset]))
	}
	if parts == nil {
		return ""
	}
	return " = {" + strings.Join(parts, ", ") + "}"
}

// mapWords names a variable for a person: memory is one thing, however many maps it is.
func mapWords(v *ir.Variable) string {
	if v.Memory == nil {
		return v.Name
	}
	name, _, _ := strings.Cut(v.Name, ".")
	return name
}
