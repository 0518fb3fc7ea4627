package ctest

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// This file is about pointers that come from outside a whole program: the driver makes the objects
// that only the outside has, gives them the contents that the test says, and returns them, or
// others of the program that the outside knows.

// foreign is an object that only the outside has: what the test says of its bytes.
type foreign struct {
	granule uint64
	size    uint64
	cells   []foreignCell
	bytes   map[uint64]byte // by offset: those that the test gives one by one, if they are not zero
}

// foreignCell is a value in a foreign object, as a C expression of an integer of that many bytes.
type foreignCell struct {
	offset uint64
	bytes  int
	value  string
}

// foreignSize is how large foreign objects are at least.
const foreignSize = 4096

// foreignAt is the foreign object that an address lies in, made when it is first spoken of.
func (p *world) foreignAt(model *ir.DataModel, address uint64) *foreign {
	granule := address >> model.GranuleBits
	i := slices.IndexFunc(p.foreign, func(f *foreign) bool { return f.granule == granule })
	if i < 0 {
		p.foreign = append(p.foreign, &foreign{granule: granule, size: foreignSize})
		i = len(p.foreign) - 1
	}
	f := p.foreign[i]
	f.size = max(f.size, address&(1<<model.GranuleBits-1)+foreignSize)
	return f
}

// pointer is the C expression of a pointer that the test gives; ok is false if it is none that the driver can make.
func (p *world) pointer(program *ir.Program, address uint64) (string, bool) {
	if address == 0 {
		return "(char *)0", true
	}
	if program.Model.IsOutside(address) {
		p.foreignAt(program.Model, address)
		return fmt.Sprintf("yogi_foreign(%#xULL)", address), true
	}
	if o := program.ObjectAt(address); o != nil && (o.Kind == ir.StaticObject || o.Kind == ir.FunctionObject) && !strings.ContainsAny(o.Name, ": ") {
		return fmt.Sprintf("(%s + %d)", p.symbol(o.Name), address-o.Address), true
	}
	return fmt.Sprintf("(char *)%#xULL", address), address < 1<<program.Model.GranuleBits
}

// symbol is the driver's name for an object of the program.
func (p *world) symbol(name string) string {
	if !slices.Contains(p.symbols, name) {
		p.symbols = append(p.symbols, name)
	}
	return "yogi_at_" + name
}

// placeForeign gives a cell to the foreign object that it lies in.
func (p *world) placeForeign(program *ir.Program, g verdict.GlobalValue) bool {
	address, width := g.Cell.Uint64(), g.Value.Width()
	bits, ok := bitsOf(g.Value)
	if !ok || width%8 != 0 {
		return false
	}
	value := fmt.Sprintf("%#xULL", bits)
	if width == program.Model.PointerWidth {
		text, known := p.pointer(program, bits)
		if known {
			value = "(unsigned long)" + text
		} else if program.ObjectAt(bits) != nil {
			return false
		}
	}
	f, offset := p.foreignAt(program.Model, address), address&(1<<program.Model.GranuleBits-1)
	if width == 8 {
		if f.bytes == nil {
			f.bytes = map[uint64]byte{}
		}
		f.bytes[offset] = byte(bits)
		return true
	}
	f.cells = append(f.cells, foreignCell{offset, width / 8, value})
	return true
}

// planForeignBytes makes cells of the bytes of foreign objects. Where memory is made of bytes, a
// pointer in such an object is as many bytes of an address that no object of the compiled program
// has: a word of them that is the address of an object is taken for a pointer to the one that the
// driver has for it, unless the setting says that it is a number. Those of an object outside are
// hardly anything else; those of an object of the program may be two small numbers, one behind the
// other. What is read through a pointer to the middle of a word may be bytes of another address
// beside ones that the program wrote: a test with such pointers may be impossible to build.
func (p *world) planForeignBytes(program *ir.Program) {
	for i := 0; i < len(p.foreign); i++ { // pointers may lead to more of them
		f, size := p.foreign[i], program.Model.PointerWidth/8
		joined := map[uint64]bool{}
		for _, offset := range sortedOffsets(f.bytes) {
			start := offset / uint64(size) * uint64(size)
			if joined[start] {
				continue
			}
			word := wordAt(f.bytes, start, uint64(size))
			text, known := "", false
			if word>>program.Model.GranuleBits != 0 {
				text, known = p.wordAsPointer(program, word)
			}
			if known {
				joined[start] = true
				f.cells = append(f.cells, foreignCell{start, size, "(unsigned long)" + text})
			} else {
				f.cells = append(f.cells, foreignCell{offset, 1, fmt.Sprintf("%#x", f.bytes[offset])})
			}
		}
	}
}

// wordAsPointer is the pointer that a word of bytes is, if it may be one and is to be taken for one.
func (p *world) wordAsPointer(program *ir.Program, word uint64) (string, bool) {
	outside := program.Model.IsOutside(word)
	if !outside && program.ObjectAt(word) == nil {
		return "", false
	}
	if size := uint64(program.Model.PointerWidth / 8); !outside || word%size != 0 {
		p.limit("which bytes of objects outside are an address")
	}
	least := NoNumbers
	if outside {
		least = ToProgramNumbers
	}
	p.MostNumbers = max(p.MostNumbers, least+1)
	if p.Numbers > least {
		return "", false
	}
	return p.pointer(program, word)
}

// wordAt is the word that bytes make at an offset.
func wordAt(bytes map[uint64]byte, start, size uint64) uint64 {
	word := uint64(0)
	for i := range size {
		word |= uint64(bytes[start+i]) << (8 * i)
	}
	return word
}

// Numbers says which words of objects outside that look like addresses are numbers.
type Numbers uint8

// The words: none, those that lead to objects of the program, and those that lead to objects outside, too.
const (
	NoNumbers Numbers = iota
	ToProgramNumbers
	AllNumbers
)

// isPointerInput says that an input is a part of what a pointer from outside is.
func isPointerInput(in *ir.Input) bool {
	return in.Kind == ir.OutsidePointer || in.Kind == ir.PointerChoice
}

// addPointer handles an input of a pointer from outside: an object, and, in the input after it,
// which other place the pointer leads to.
func (s *sorter) addPointer(program *ir.Program, in verdict.InputValue) {
	p := s.plan
	name, part := splitName(in.Input.Name)
	bits, ok := bitsOf(in.Value)
	name, isResult := strings.CutSuffix(name, "()")
	if !ok || part != "" || strings.ContainsAny(name, " :") {
		if !ok || bits != 0 || strings.Contains(name, ":") {
			p.limit("%s: the value of %s", in.Input.Pos, in.Input.Name)
		}
		if !isResult && !strings.Contains(name, ":") && !s.isParameter(in.Input, name) {
			p.addExtern(&extern{name: name, size: unknownSize})
		}
		return
	}
	renamed := *in.Input
	renamed.Name = name
	in.Input = &renamed
	var target *string
	var parameters *string
	switch {
	case s.isParameter(in.Input, name):
		s.parameters[name] = in
		target = s.pointerOf(name)
	case !isResult:
		p.addExtern(&extern{name: name, size: uint64(program.Model.PointerWidth / 8)})
		target = s.externPointer(name)
	default:
		target, parameters = s.result(in, bits)
	}
	if in.Input.Kind == ir.OutsidePointer {
		text, known := p.pointer(program, bits)
		if function, ok := strings.CutPrefix(in.Input.Type, "function "); ok && bits != 0 {
			text = p.symbol(function)
			p.unknown = append(p.unknown, function)
		} else if !known {
			p.limit("%s: the value of %s", in.Input.Pos, in.Input.Name)
		}
		*target = text
		return
	}
	s.choose(in, bits, target, parameters)
}

// choose is the input that says which place a pointer leads to instead of the one given so far.
func (s *sorter) choose(in verdict.InputValue, bits uint64, target, parameters *string) {
	origins, err := ir.ParseOrigins(in.Input.Type)
	if err != nil {
		s.plan.limit("%s: %v", in.Input.Pos, err)
		return
	}
	if parameters != nil && len(origins.Parameters) > len(*parameters) {
		*parameters = origins.Parameters
	}
	if len(origins.List) == 1 && origins.List[0].Object == "element" {
		if *target != "(char *)0" {
			*target = fmt.Sprintf("(%s + %d)", *target, int64(bits)*origins.List[0].Step)
		}
		return
	}
	o, index, ok := origins.Chosen(bits)
	if !ok {
		return
	}
	base := fmt.Sprintf("(char *)yogi_%d", o.Argument)
	if parameters == nil && o.Object == "" {
		if base = s.parameterNumber(o.Argument); base == "" || base == "(char *)0" {
			*target = "(char *)0"
			return
		}
	} else if number, ok := strings.CutPrefix(o.Object, "kept:"); ok {
		base = "yogi_kept_" + number
		s.plan.keep(number)
	} else if o.Object != "" {
		base = s.plan.symbol(o.Object)
	} else if o.Argument > len(origins.Parameters) || strings.ContainsAny(origins.Parameters[:o.Argument], "o") {
		s.plan.limit("%s: an argument of %s as its result", in.Input.Pos, in.Input.Name)
		return
	}
	place := fmt.Sprintf("(%s + %d)", base, o.Offset+index*o.Step)
	if o.Loaded {
		place = fmt.Sprintf("(%s ? *(char **)%s : (char *)0)", base, place)
	}
	*target = place
}

// pointerOf is where the expression of a parameter's pointer is put.
func (s *sorter) pointerOf(name string) *string {
	if s.plan.pointers[name] == nil {
		s.plan.pointers[name] = new(string)
	}
	return s.plan.pointers[name]
}

// parameterNumber is the expression of the pointer that a parameter of the entry is, "" if it has none.
func (s *sorter) parameterNumber(n int) string {
	if n < 1 || n > len(s.entry.Params) {
		return ""
	}
	if text := s.plan.pointers[s.entry.Params[n-1].Source]; text != nil {
		return *text
	}
	return ""
}

// externPointer is where the expression of the pointer in an extern object is put.
func (s *sorter) externPointer(name string) *string {
	for _, e := range s.plan.externs {
		if e.name == name {
			return &e.pointer
		}
	}
	return new(string)
}

// result is where the expression of the pointer that a call returns is put, and what the function's parameters are.
func (s *sorter) result(in verdict.InputValue, bits uint64) (target, parameters *string) {
	p := s.plan
	key := p.functionKey(in.Input)
	if in.Input.Kind == ir.OutsidePointer || s.functions[key] == nil {
		named := in
		p.functions = push(p.functions, s.functions, key, named, bits)
		q := s.functions[key]
		q.cType = pointerType
		for len(q.pointers) < len(q.values) {
			q.pointers = append(q.pointers, "")
		}
	}
	q := s.functions[key]
	return &q.pointers[len(q.pointers)-1], &q.parameters
}

// pointerCall is the call that gives the next pointer of a queue, with the parameters of the function that it is in.
func (q *queue) pointerCall() string {
	var args []string
	for i := range q.parameters {
		args = append(args, fmt.Sprintf("yogi_%d", i+1))
	}
	return fmt.Sprintf("yogi_pointers_%d(%s)", q.site, strings.Join(args, ", "))
}

// parameterTypes are the C types of ir.Origins.
var parameterTypes = map[rune]string{'p': "unsigned long", 'c': "unsigned char", 's': "unsigned short", 'w': "unsigned int", 'i': "unsigned long", 'l': "unsigned long long", 'f': "float", 'd': "double", 'o': "long"}

// parameterList declares the parameters of a function that the driver defines.
func parameterList(kinds string) string {
	var list []string
	for i, k := range kinds {
		list = append(list, fmt.Sprintf("%s yogi_%d", parameterTypes[k], i+1))
	}
	return strings.Join(list, ", ")
}

// writePointers writes the function that gives the pointers of a queue one after another.
func (q *queue) writePointers(out *strings.Builder) {
	fmt.Fprintf(out, "static void *yogi_pointers_%d(%s)\n{\n  static unsigned yogi_next;\n  switch (yogi_next++) {\n", q.site, parameterList(q.parameters))
	for i, value := range q.values {
		text := ""
		if i < len(q.pointers) {
			text = q.pointers[i]
		}
		if text == "" { // a fresh object or null
			text = convert(pointerType, fmt.Sprintf("%d", value))
			text = strings.ReplaceAll(text, "yogi_size", fmt.Sprint(foreignSize))
		}
		fmt.Fprintf(out, "  case %d: return %s;\n", i, text)
	}
	out.WriteString("  }\n  return 0;\n}\n\n")
}

// writeForeign writes the objects that only the outside has.
func (p driverText) writeForeign(out *strings.Builder) {
	for _, name := range p.symbols {
		symbol := name
		if name == p.Entry {
			symbol = entrySymbol
		}
		fmt.Fprintf(out, "extern char yogi_at_%s[] __asm__(\"%s\");\n", name, symbol)
	}
	if len(p.foreign) == 0 {
		return
	}
	bits := p.granuleBits
	out.WriteString("\n/* Objects that only the outside has, by the addresses that the test gives them. */\n" +
		"static char *yogi_foreign(unsigned long long at);\nstatic char *yogi_foreign_object(unsigned long long granule)\n{\n")
	for i, f := range p.foreign {
		fmt.Fprintf(out, "  static char *yogi_object_%d;\n", i)
		fmt.Fprintf(out, "  if (granule == %#xULL) {\n    if (!yogi_object_%d) {\n      yogi_object_%d = yogi_zeroed(1, %d);\n", f.granule, i, i, f.size)
		for _, c := range f.cells {
			fmt.Fprintf(out, "      { unsigned long long yogi_value = %s; __builtin_memcpy(yogi_object_%d + %d, &yogi_value, %d); }\n", c.value, i, c.offset, c.bytes)
		}
		fmt.Fprintf(out, "    }\n    return yogi_object_%d;\n  }\n", i)
	}
	fmt.Fprintf(out, "  return 0;\n}\nstatic char *yogi_foreign(unsigned long long at)\n{\n"+
		"  return yogi_foreign_object(at >> %d) + (at & %#xULL);\n}\n\n", bits, uint64(1)<<bits-1)
}

// writeExternPointers writes the function that sets the pointers in objects that the program only
// declares, and returns its call.
func (p driverText) writeExternPointers(out *strings.Builder) string {
	var sets strings.Builder
	for _, e := range p.externs {
		if e.pointer != "" {
			fmt.Fprintf(&sets, "  { void *yogi_value = %s; __builtin_memcpy((void *)%s, &yogi_value, sizeof yogi_value); }\n", e.pointer, p.externName(e))
		}
	}
	if sets.Len() == 0 {
		return ""
	}
	fmt.Fprintf(out, "static void yogi_set_pointers(void)\n{\n%s}\n", sets.String())
	return "  yogi_set_pointers();\n"
}

func (p *world) externName(e *extern) string {
	if e.cType != "" {
		return "&" + e.name
	}
	return e.name
}
