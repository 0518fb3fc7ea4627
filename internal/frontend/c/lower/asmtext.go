package lower

import (
	"regexp"
	"strconv"
	"strings"
)

// asmWrites says which memory the instructions of an assembly template may write.
type asmWrites uint8

const (
	writesNothing asmWrites = iota
	writesOperands
	writesAnything
)

// readingInstructions write no memory. None of them goes anywhere but to the labels of the template.
var readingInstructions = makeSet(
	"", "nop", "pause", "mfence", "lfence", "sfence", "cli", "sti", "hlt", "rep", "lock", "rdtsc", "rdtscp", "rdpmc", "cpuid", "wbinvd", "invd", "stac", "clac",
	"cmp", "cmpb", "cmpw", "cmpl", "cmpq", "test", "testb", "testw", "testl", "testq", "bt", "btl", "btq", "jmp", "je", "jne", "jz", "jnz", "js", "jns", "jc", "jnc",
	"prefetch", "prefetchw", "prefetcht0", "prefetchnta", "clflush", "clflushopt", "clwb", "rdmsr", "wrmsr", "ud2", "out", "outb", "outw", "outl", "pushf", "pushfl", "pushfq",
	"popf", "popfl", "popfq", "invlpg", "endbr64",
)

// operandInstructions write at most the operands that their text names (and flags and registers, which the
// program does not see). None of the string instructions is here: they write through registers. Nor are those
// that set a bit, whose number may lead behind the operand.
var operandInstructions = makeSet(
	"mov", "movb", "movw", "movl", "movq", "add", "addb", "addw", "addl", "addq", "sub", "subb", "subw", "subl", "subq", "inc", "incb", "incw", "incl", "incq",
	"dec", "decb", "decw", "decl", "decq", "and", "andb", "andw", "andl", "andq", "or", "orb", "orw", "orl", "orq", "xor", "xorb", "xorw", "xorl", "xorq",
	"not", "notb", "notl", "notq", "neg", "negl", "negq",
	"xadd", "xaddb", "xaddw", "xaddl", "xaddq", "xchg", "xchgb", "xchgw", "xchgl", "xchgq", "cmpxchg", "cmpxchgb", "cmpxchgw", "cmpxchgl", "cmpxchgq", "cmpxchg8b",
	"cmpxchg16b", "setc", "sete", "setz", "setne", "setnz", "sets", "setl", "sbb", "sbbl", "sbbq", "adc", "adcl", "adcq",
	"bsf", "bsfl", "bsfq", "bsr", "bsrl", "bsrq", "bswap", "bswapl", "bswapq", "in", "inb", "inw", "inl",
	"lea", "leal", "leaq", "shl", "shll", "shlq", "shr", "shrl", "shrq", "mul", "mull", "mulq", "imul", "imull", "imulq",
)

// stackTop is a memory operand that reads back what it held: adding zero to it is a barrier, which kernels
// put below the top of the stack.
var stackTop = regexp.MustCompile(`\$0\s*,\s*(0|-4)?\(%%[er]sp\)`)

// addressOperand prints an operand as an address.
var addressOperand = regexp.MustCompile(`%a[\d\[]`)

// comment is one of those that cross lines.
var comment = regexp.MustCompile(`(?s)/\*.*?\*/`)

// writtenBy says what the instructions of a template, as written in the source, write.
func writtenBy(literals string) asmWrites {
	text := comment.ReplaceAllString(unquote(literals), " ")
	text = stackTop.ReplaceAllString(text, "")
	t := &asmTemplate{}
	writes := writesNothing
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		writes = max(writes, t.line(strings.TrimSpace(line)))
	}
	return writes
}

// isEmptyTemplate says that a template, as written in the source, has nothing but comments.
func isEmptyTemplate(literals string) bool {
	text := comment.ReplaceAllString(unquote(literals), " ")
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}

// asmTemplate is a template as its lines are read: the section that they are in.
type asmTemplate struct {
	isData bool // in a section that nothing runs in
	outer  []bool
}

func (t *asmTemplate) line(line string) asmWrites {
	for {
		label, rest, ok := strings.Cut(line, ":")
		if !ok || strings.ContainsAny(label, " \t%(\"") {
			break
		}
		line = strings.TrimSpace(rest)
	}
	word, operands, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	for word == "lock" && operands != "" {
		word, operands, _ = strings.Cut(strings.TrimSpace(operands), " ")
	}
	operands = strings.TrimSpace(operands)
	switch {
	case strings.HasPrefix(line, "#"):
		return writesNothing
	case strings.HasPrefix(word, "."):
		return t.directive(word, operands)
	case word == "rep" && operands != "" && operands != "nop", strings.Contains(operands, "("), addressOperand.MatchString(operands):
		return writesAnything
	case readingInstructions[word]:
		return writesNothing
	case operandInstructions[word]:
		return writesOperands
	}
	return writesAnything
}

// harmless are the directives that put no bytes where they stand, or only some that do nothing.
var harmless = makeSet(".align", ".balign", ".p2align", ".globl", ".global", ".weak", ".hidden", ".local", ".type", ".size", ".org", ".loc", ".file", ".set", ".equ",
	".if", ".ifdef", ".ifndef", ".ifc", ".else", ".elseif", ".endif", ".error", ".warning", ".popsection", ".previous")

// instructionBytes are instructions that write no memory, as headers write them for old assemblers: stac,
// clac, ud2, and nop.
var instructionBytes = regexp.MustCompile(`^(0x0f\s*,\s*0x01\s*,\s*0xc[ab]|0x0f\s*,\s*0x0b|0x90|0x66\s*,\s*0x90|(0x66\s*,\s*)?0x0f\s*,\s*0x1f(\s*,\s*0x[048]4|\s*,\s*0x80|\s*,\s*0x00)+)$`)

// directive reads a directive. One that puts bytes into a section that is run writes anything, as do those
// that are not known.
func (t *asmTemplate) directive(word, operands string) asmWrites {
	switch word {
	case ".pushsection", ".section":
		t.outer = append(t.outer, t.isData)
		t.isData = isDataSection(operands)
	case ".popsection", ".previous":
		if n := len(t.outer); n > 0 {
			t.isData, t.outer = t.outer[n-1], t.outer[:n-1]
		}
	}
	fill := strings.ReplaceAll(operands, " ", "")
	switch {
	case t.isData, harmless[word], word == ".pushsection", word == ".section", strings.HasPrefix(word, ".cfi_"),
		word == ".skip" && strings.HasSuffix(fill, ",0x90"), word == ".byte" && instructionBytes.MatchString(operands):
		return writesNothing
	}
	return writesAnything
}

// isDataSection says that nothing runs in a section: its flags leave out x.
func isDataSection(operands string) bool {
	_, rest, _ := strings.Cut(operands, ",")
	flags, err := strconv.QuotedPrefix(strings.TrimSpace(rest))
	return err == nil && !strings.Contains(flags, "x")
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
