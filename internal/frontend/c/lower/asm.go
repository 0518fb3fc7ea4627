package lower

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/asmtext"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
)

// assembly lowers inline assembly.
type assembly struct{ *body }

func (b *body) asm(e *tree.Asm) { assembly{b}.asm(e) }

// asm gives the outputs of inline assembly any value. With a memory clobber it gives memory any contents too, unless
// the template is of instructions that write nothing but their operands: then the clobber only keeps the compiler
// from moving accesses over it, and lets the instructions write inputs that are in memory.
func (b assembly) asm(e *tree.Asm) {
	template := asmtext.Read(e.Text, e.IsBasic)
	if template.IsEmpty() && len(e.Labels) == 0 {
		b.withoutInstructions(e)
		return
	}
	if !b.target.X86 {
		b.unsupported(e.Pos, "inline assembly of "+b.target.Name)
		return
	}
	for _, in := range e.Inputs {
		b.read(in)
	}
	b.readUpdated(e)
	if what := b.leaves(e, template); what != "" {
		b.unsupported(e.Pos, what)
		return
	}
	b.givesAssembly(e)
	writes := template.Writes()
	if writes == asmtext.Operands && writesBehind(e, template) {
		writes = asmtext.Anything
	}
	if writes == asmtext.Anything {
		libcall.ForgetSteady(emitter{b: b.frame}, e.Pos)
	}
	if !e.Memory && writes == asmtext.Anything || changesUndeclared(e, template) {
		b.assume(assumption.AssemblyDeclares, e.Pos)
	}
	if !e.Memory {
		writes = asmtext.Nothing
	}
	for _, in := range e.InMemory {
		if writes != asmtext.Operands {
			b.effect(in)
		} else if !b.assembled(e.Pos, b.place(in)) {
			writes = asmtext.Anything
		}
	}
	if writes == asmtext.Anything {
		b.clobber(e.Pos, template)
		for _, out := range append(slices.Clone(e.Outputs), e.InMemory...) {
			if whole := wholeObject(out); whole != nil && !b.assembled(e.Pos, b.place(whole)) {
				b.unsupported(e.Pos, "inline assembly that may write an object of type "+whole.ExprType().Name)
				return
			}
		}
		b.assume(assumption.AssemblyWrites, e.Pos)
	}
	for _, out := range e.Outputs {
		p := b.place(out)
		if !b.assembled(e.Pos, p) {
			b.unsupported(e.Pos, "inline assembly with an output of type "+p.typ.Name)
			return
		}
	}
	if len(e.Labels) > 0 {
		b.asmGoto(e)
	}
}

// read evaluates an operand whose value the instructions find in a register: that it was set is checked.
func (b assembly) read(e tree.Expr) {
	if t := e.ExprType(); t.IsScalar() && isModelled(t) {
		b.scalar(e)
		return
	}
	b.effect(e)
}

// readUpdated reads the outputs whose values the instructions find in them.
func (b assembly) readUpdated(e *tree.Asm) {
	if !b.checks(property.Uninitialized) {
		return
	}
	for i, out := range e.Outputs {
		if e.Updated[i] {
			b.read(out)
		}
	}
}

// withoutInstructions gives the outputs of assembly without instructions, which is there to hide values from a
// compiler, what they held, or what the inputs in their places have. An output without either may hold anything.
func (b assembly) withoutInstructions(e *tree.Asm) {
	b.readUpdated(e)
	kept := slices.Clone(e.Updated)
	inputs := make([]value, len(e.Outputs))
	for i, in := range e.Inputs {
		tied := e.Tied[i]
		if tied < 0 || !sameWord(in.ExprType(), e.Outputs[tied].ExprType()) {
			b.read(in)
			continue
		}
		kept[tied] = true
		inputs[tied] = value{scalar: b.keep(e.Pos, b.coerce(e.Pos, b.scalar(in), in.ExprType(), e.Outputs[tied].ExprType()))}
	}
	for _, in := range e.InMemory {
		b.effect(in)
	}
	for i, out := range e.Outputs {
		p := b.place(out)
		switch {
		case inputs[i].scalar != nil:
			b.store(e.Pos, p, inputs[i])
		case kept[i]:
		case !b.assembled(e.Pos, p):
			b.unsupported(e.Pos, "inline assembly with an output of type "+p.typ.Name)
			return
		}
	}
}

// sameWord says that two types are integers or pointers of one size: a register that holds one holds the other.
func sameWord(x, y *tree.Type) bool {
	isWord := func(t *tree.Type) bool { return t.Kind == tree.Integer || t.Kind == tree.Pointer }
	return isWord(x) && isWord(y) && x.Size == y.Size
}

// wholeObject is the object that an lvalue is a part of without a pointer in between, else nil. What
// writes behind an operand may write it, though no pointer leads to it.
func wholeObject(e tree.Expr) tree.Expr {
	for isPart := false; ; isPart = true {
		switch x := e.(type) {
		case *tree.Member:
			e = x.Base
		case *tree.Deref:
			add, ok := x.Pointer.(*tree.PointerAdd)
			if !ok {
				return nil
			}
			array, ok := add.Pointer.(*tree.Decay)
			if !ok {
				return nil
			}
			e = array.Array
		case *tree.ObjectRef:
			if isPart && !x.Object.Type.Const {
				return x
			}
			return nil
		default:
			return nil
		}
	}
}

// leaves says where control may go from assembly but behind it or to its labels; "": nowhere. A
// function of the program that it calls is not modelled.
func (b assembly) leaves(e *tree.Asm, template *asmtext.Template) string {
	for _, f := range b.unit.Functions {
		if f.Body == nil {
			continue
		}
		symbol := cmp.Or(f.Symbol, f.Name)
		begins := func(name string) bool { return strings.HasPrefix(symbol, name) }
		if template.Names(symbol) || slices.ContainsFunc(template.ComposedNames(), begins) {
			return "inline assembly that names the function " + f.Name
		}
	}
	for _, leaving := range template.Leaves() {
		if !leaving.IsCall || b.leadsHome(e, template) {
			return "inline assembly with the instruction " + leaving.Instruction
		}
	}
	return ""
}

// leadsHome says that a name in assembly, or an operand that is printed as one, may be a function that the program
// defines, or an object of the program's, which may hold one. Other operands are what a call is given.
func (b assembly) leadsHome(e *tree.Asm, template *asmtext.Template) bool {
	for _, o := range b.reach.objects {
		if !o.Extern && template.Names(cmp.Or(o.Symbol, o.Name)) {
			return true
		}
	}
	printed := map[int]bool{}
	for _, operand := range template.PrintedOperands() {
		printed[operandNumber(e, operand)] = true
	}
	isHome := false
	for i, in := range slices.Concat(e.Outputs, e.Inputs, e.InMemory) {
		if len(e.InMemory) == 0 && !printed[i] { // where some are in memory the numbers are not those of the list
			continue
		}
		tree.EachExpr(in, func(x tree.Expr) {
			switch x := x.(type) {
			case *tree.FunctionRef:
				isHome = isHome || x.Function.Body != nil
			case *tree.ObjectRef:
				isHome = isHome || !x.Object.Extern
			}
		})
	}
	return isHome
}

// changesUndeclared says that an instruction changes a register that neither an output nor a clobber names, or an
// input that is no output too.
func changesUndeclared(e *tree.Asm, template *asmtext.Template) bool {
	declared := map[string]bool{}
	for _, c := range e.Clobbers {
		declared[asmtext.Family(strings.TrimPrefix(c, "%"))] = true
	}
	for _, c := range e.Constraints {
		for _, letter := range c {
			declared[string(letter)] = true
		}
	}
	for _, t := range template.Targets() {
		if t.Register != "" && !declared[asmtext.Family(t.Register)] && !declared["A"] || t.Operand != "" && isInput(e, t.Operand) {
			return true
		}
	}
	return false
}

// writesBehind says that an instruction may write more bytes than the operand in memory that it changes has.
func writesBehind(e *tree.Asm, template *asmtext.Template) bool {
	largest := int64(4)
	for _, x := range slices.Concat(e.Outputs, e.Inputs, e.InMemory) {
		largest = max(largest, x.ExprType().Size)
	}
	for _, t := range template.Targets() {
		if t.Operand == "" {
			continue
		}
		changed := e.InMemory
		if n := operandNumber(e, t.Operand); n >= 0 && n < len(e.Outputs) {
			changed = e.Outputs[n : n+1]
			if !strings.ContainsAny(e.Constraints[n], tree.MemoryLetters) {
				continue
			}
		}
		size := cmp.Or(t.Size, largest)
		if slices.ContainsFunc(changed, func(x tree.Expr) bool { return x.ExprType().Size < size }) {
			return true
		}
	}
	return false
}

// operandNumber is the number of an operand that a template gives by number or [name].
func operandNumber(e *tree.Asm, operand string) int {
	if number, err := strconv.Atoi(operand); err == nil {
		return number
	}
	return slices.Index(e.Names, strings.Trim(operand, "[]"))
}

// isInput says that an operand, given by number or [name], is an input that is in no output's place, nor in memory
// that is declared to change.
func isInput(e *tree.Asm, operand string) bool {
	number := operandNumber(e, operand)
	isTied := slices.ContainsFunc(e.Tied, func(output int) bool { return output >= 0 })
	return number >= len(e.Outputs) && number < len(e.Names) && !isTied && (!e.Memory || len(e.InMemory) == 0)
}

// assembled gives what assembly may write any value, as an assumption says; false: its type is not modelled.
func (b assembly) assembled(pos source.Pos, p place) bool {
	v, ok := b.anything(pos, p.typ)
	if ok {
		b.store(pos, p, v)
		b.assume(assumption.AssemblyComputes, pos)
	}
	return ok
}

// anything is an input of a type that has cells.
func (b assembly) anything(pos source.Pos, t *tree.Type) (value, bool) {
	cells, ok := b.cellsOf(t)
	if !ok {
		return value{}, false
	}
	var v value
	for _, c := range cells {
		if !isModelled(c.typ) {
			return value{}, false
		}
		r := b.newTemp(b.cellSort(c))
		b.havocScalar(pos, r, c.typ, ir.MemoryWrite, "asm")
		v.cells = append(v.cells, r.Sym)
	}
	if t.IsScalar() {
		return value{scalar: v.cells[0]}, true
	}
	return v, true
}

// clobber gives memory, and the objects in registers that other files or the template can name, any contents.
func (b assembly) clobber(pos source.Pos, template *asmtext.Template) {
	b.emit(&ir.Clobber{At: ir.At{Pos: pos}, Name: "asm"})
	clear(b.known.notNull)
	for _, o := range b.reach.objects {
		s := b.statics[o]
		if s.address != nil || o.Type.Const || !o.IsShared() && !template.Names(cmp.Or(o.Symbol, o.Name)) {
			continue
		}
		for i, c := range s.cells {
			if isModelled(c.typ) {
				b.havocScalar(pos, s.registers[i], c.typ, ir.MemoryWrite, o.Name+c.path)
			}
		}
	}
}

// asmGoto goes on behind the statement or at any of its labels.
func (b assembly) asmGoto(e *tree.Asm) {
	if b.localLives().hasCleanups() {
		b.unsupported(e.Pos, "asm goto out of the scope of a variable with the attribute cleanup")
		return
	}
	after := b.newBlock("", e.Pos)
	jump := &ir.Goto{At: ir.At{Pos: e.Pos}}
	choice := b.newTemp(b.terms.BV(32))
	b.havoc(e.Pos, choice, ir.Unspecified, "asm goto", "int")
	some := b.terms.False()
	for i, l := range e.Labels {
		guard := b.terms.Eq(choice.Sym, b.terms.BVConst(32, uint64(i)+1))
		jump.Targets = append(jump.Targets, ir.Target{Guard: guard, Block: b.labelBlock(l)})
		some = b.terms.Or(some, guard)
	}
	jump.Targets = append(jump.Targets, ir.Target{Guard: b.terms.Not(some), Block: after})
	b.end(jump)
	b.enter(after)
}
