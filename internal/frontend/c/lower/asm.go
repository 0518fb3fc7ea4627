package lower

import (
	"regexp"
	"strconv"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// asm gives the outputs of inline assembly any value. With a memory clobber it gives memory any contents too, unless
// the template is of instructions that write nothing but their operands: then the clobber only keeps the compiler
// from moving accesses over it.
func (b *body) asm(e *tree.Asm) {
	for _, in := range e.Inputs {
		b.effect(in)
	}
	if e.Memory && !onlyWritesOperands(e.Text) {
		b.clobber(e.Pos)
		b.assume(assumption.AssemblyWrites, e.Pos)
	}
	for _, out := range e.Outputs {
		p := b.place(out)
		v, ok := b.anything(e.Pos, p.typ)
		if !ok {
			b.unsupported(e.Pos, "inline assembly with an output of type "+p.typ.Name)
			return
		}
		b.store(e.Pos, p, v)
		b.assume(assumption.AssemblyComputes, e.Pos)
	}
	if len(e.Labels) > 0 {
		b.asmGoto(e)
	}
}

// anything is an input of a type that has cells.
func (b *body) anything(pos source.Pos, t *tree.Type) (value, bool) {
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

// clobber gives memory, and the objects in registers that other files can name, any contents.
func (b *body) clobber(pos source.Pos) {
	b.emit(&ir.Clobber{At: ir.At{Pos: pos}, Name: "asm"})
	clear(b.checked)
	for _, o := range b.reach.objects {
		s := b.statics[o]
		if s.address != nil || o.Type.Const || o.Linkage != tree.ExternalLinkage {
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
func (b *body) asmGoto(e *tree.Asm) {
	if b.hasCleanups() {
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

// operandInstructions write at most the operands that their text names (and flags and registers, which the
// program does not see). None of the string instructions is here: they write through registers.
var operandInstructions = makeSet(
	"", "nop", "pause", "mfence", "lfence", "sfence", "cli", "sti", "hlt", "rep", "lock", "rdtsc", "rdtscp", "rdpmc", "cpuid", "wbinvd", "invd",
	"mov", "movb", "movw", "movl", "movq", "add", "addb", "addw", "addl", "addq", "sub", "subb", "subw", "subl", "subq", "inc", "incb", "incw", "incl", "incq",
	"dec", "decb", "decw", "decl", "decq", "and", "andb", "andw", "andl", "andq", "or", "orb", "orw", "orl", "orq", "xor", "xorb", "xorw", "xorl", "xorq",
	"not", "notb", "notl", "notq", "neg", "negl", "negq", "bt", "btl", "btq", "bts", "btsl", "btsq", "btr", "btrl", "btrq", "btc", "btcl", "btcq",
	"xadd", "xaddb", "xaddw", "xaddl", "xaddq", "xchg", "xchgb", "xchgw", "xchgl", "xchgq", "cmpxchg", "cmpxchgb", "cmpxchgw", "cmpxchgl", "cmpxchgq", "cmpxchg8b",
	"cmpxchg16b", "cmp", "cmpl", "cmpq", "test", "testl", "testq", "setc", "sete", "setz", "setne", "setnz", "sets", "setl", "sbb", "sbbl", "sbbq", "adc", "adcl", "adcq",
	"bsf", "bsfl", "bsfq", "bsr", "bsrl", "bsrq", "bswap", "bswapl", "bswapq", "in", "inb", "inw", "inl", "out", "outb", "outw", "outl", "pushf", "popf", "pushfl", "popfl",
	"pushfq", "popfq", "jmp", "je", "jne", "jz", "jnz", "js", "jns", "jc", "jnc", "prefetch", "prefetchw", "prefetcht0", "prefetchnta", "clflush", "rdmsr", "wrmsr", "ud2",
	"lea", "leal", "leaq", "shl", "shll", "shlq", "shr", "shrl", "shrq", "mul", "mull", "mulq", "imul", "imull", "imulq",
)

// stackTop is a memory operand that reads back what it held: adding zero to it is a barrier.
var stackTop = regexp.MustCompile(`\$0\s*,\s*0?\(%%[er]sp\)`)

// onlyWritesOperands says that every instruction of a template, as written in the source, writes at most its
// operands.
func onlyWritesOperands(literals string) bool {
	text := unquote(literals)
	for _, line := range strings.FieldsFunc(stackTop.ReplaceAllString(text, ""), func(r rune) bool { return r == '\n' || r == ';' }) {
		line = strings.TrimSpace(line)
		for {
			label, rest, ok := strings.Cut(line, ":")
			if !ok || strings.ContainsAny(label, " \t%(") {
				break
			}
			line = strings.TrimSpace(rest)
		}
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "#") {
			continue
		}
		word, operands, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
		for word == "lock" && operands != "" {
			word, operands, _ = strings.Cut(strings.TrimSpace(operands), " ")
		}
		if !operandInstructions[word] || strings.Contains(operands, "(") {
			return false
		}
		if word == "rep" && operands != "" && strings.TrimSpace(operands) != "nop" {
			return false
		}
	}
	return true
}

// unquote joins the string literals of a template.
func unquote(literals string) string {
	var b strings.Builder
	for literals != "" {
		quoted, err := strconv.QuotedPrefix(literals)
		if err != nil {
			literals = literals[1:]
			continue
		}
		if text, err := strconv.Unquote(quoted); err == nil {
			b.WriteString(text)
		}
		literals = literals[len(quoted):]
	}
	return b.String()
}
