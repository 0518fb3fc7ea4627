package asmtext

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Writes says which memory the instructions of a template may write.
type Writes uint8

// What a template may write, from less to more.
const (
	Nothing  Writes = iota
	Operands        // objects that are operands
	Anything
)

// readingInstructions write no memory, whatever their operands are.
var readingInstructions = makeSet(
	"nop", "pause", "mfence", "lfence", "sfence", "cli", "sti", "hlt", "rep", "lock", "rdtsc", "rdtscp", "rdpmc", "cpuid", "wbinvd", "invd", "stac", "clac",
	"cmp", "cmpb", "cmpw", "cmpl", "cmpq", "test", "testb", "testw", "testl", "testq", "bt", "btl", "btq",
	"jmp", "je", "jne", "jz", "jnz", "js", "jns", "jc", "jnc", "ja", "jae", "jb", "jbe", "jg", "jge", "jl", "jle", "jo", "jno",
	"prefetch", "prefetchw", "prefetcht0", "prefetchnta", "clflush", "clflushopt", "clwb", "rdmsr", "wrmsr", "ud2", "out", "outb", "outw", "outl",
	"invlpg", "endbr64",
)

// operandInstructions write at most the operands that their text names (and flags and registers, which the
// program does not see). None of the string instructions is here: they write through registers. Nor are those
// that set a bit, whose number may lead behind the operand, nor those that use the stack.
var operandInstructions = makeSet(
	"mov", "movb", "movw", "movl", "movq", "add", "addb", "addw", "addl", "addq", "sub", "subb", "subw", "subl", "subq", "inc", "incb", "incw", "incl", "incq",
	"dec", "decb", "decw", "decl", "decq", "and", "andb", "andw", "andl", "andq", "or", "orb", "orw", "orl", "orq", "xor", "xorb", "xorw", "xorl", "xorq",
	"not", "notb", "notl", "notq", "neg", "negl", "negq",
	"xadd", "xaddb", "xaddw", "xaddl", "xaddq", "xchg", "xchgb", "xchgw", "xchgl", "xchgq", "cmpxchg", "cmpxchgb", "cmpxchgw", "cmpxchgl", "cmpxchgq", "cmpxchg8b",
	"cmpxchg16b", "setc", "sete", "setz", "setne", "setnz", "sets", "setl", "sbb", "sbbl", "sbbq", "adc", "adcl", "adcq",
	"bsf", "bsfl", "bsfq", "bsr", "bsrl", "bsrq", "bswap", "bswapl", "bswapq", "in", "inb", "inw", "inl",
	"lea", "leal", "leaq", "shl", "shll", "shlq", "shr", "shrl", "shrq", "mul", "mull", "mulq", "imul", "imull", "imulq",
)

// harmless are the directives that put no bytes where they stand, or only some that do nothing.
var harmless = makeSet(".align", ".balign", ".p2align", ".globl", ".global", ".weak", ".hidden", ".local", ".type", ".size", ".org", ".loc", ".file", ".set", ".equ",
	".if", ".ifdef", ".ifndef", ".ifc", ".else", ".elseif", ".endif", ".error", ".warning", ".pushsection", ".section", ".popsection", ".previous")

// instructionBytes are instructions that write no memory, as headers write them for old assemblers: stac,
// clac, ud2, and nop.
var instructionBytes = regexp.MustCompile(`^(0x0f\s*,\s*0x01\s*,\s*0xc[ab]|0x0f\s*,\s*0x0b|0x90|0x66\s*,\s*0x90|(0x66\s*,\s*)?0x0f\s*,\s*0x1f(\s*,\s*0x[048]4|\s*,\s*0x80|\s*,\s*0x00)+)$`)

// Operands as instructions that are known may have them: a constant, a register, an operand of the statement as it is
// or in another size. Any other letter before an operand's number prints something else: its address, a part of it,
// what lies behind it. What is left, a bare name or number, an offset, parentheses, is an address. In the segment gs,
// which starts at 0 where it has no other use, are the objects that each processor of Linux has of its own.
var (
	constant  = regexp.MustCompile(`^\$`)
	register  = regexp.MustCompile(`^%%[a-z]\w*$`)
	asOperand = regexp.MustCompile(`^(%%gs:)?%([bhwkq]?)(\d+|\[\w+\])$`)
)

// stackTop is a place in memory that stays as it is when zero is added to it. Kernels have this barrier.
var stackTop = regexp.MustCompile(`^(0|-4)?\(%%[er]sp\)$`)

// Writes says what the instructions of a template write.
func (t *Template) Writes() Writes {
	if t.isMixed {
		return Anything
	}
	writes := Nothing
	for _, in := range t.instructions {
		writes = max(writes, in.writes())
	}
	return writes
}

func (in instruction) writes() Writes {
	switch {
	case strings.HasPrefix(in.word, "."):
		return in.bytesWrite()
	case slices.ContainsFunc(in.prefixes, changesAddress):
		return Anything
	case readingInstructions[in.word], in.addsNothing():
		return Nothing
	case operandInstructions[in.word] && !slices.ContainsFunc(in.changed(), isAddress):
		return Operands
	}
	return Anything
}

// bytesWrite reads a directive. One that puts bytes into a section that is run writes anything, as do those that are
// not known.
func (in instruction) bytesWrite() Writes {
	fill := strings.ReplaceAll(in.rest, " ", "")
	if in.at == inData || harmless[in.word] || strings.HasPrefix(in.word, ".cfi_") ||
		in.word == ".skip" && strings.HasSuffix(fill, ",0x90") || in.word == ".byte" && instructionBytes.MatchString(in.rest) {
		return Nothing
	}
	return Anything
}

// changesAddress says that a prefix, besides those that repeat or lock an instruction, may make of an operand another.
func changesAddress(prefix string) bool {
	return prefix != "lock" && !strings.HasPrefix(prefix, "rep") && prefix != "xacquire" && prefix != "xrelease"
}

// addsNothing is the barrier of kernels: zero is added to the top of the stack.
func (in instruction) addsNothing() bool {
	switch in.word {
	case "add", "addl", "addq", "or", "orl", "orq":
		return len(in.operands) == 2 && in.operands[0] == "$0" && stackTop.MatchString(in.operands[1])
	}
	return false
}

func isAddress(operand string) bool {
	return !constant.MatchString(operand) && !register.MatchString(operand) && !asOperand.MatchString(operand)
}

// A Target is changed by an instruction that is known, as its text says: a register, or an operand of the statement.
type Target struct {
	Register string // without %
	Operand  string // its number or [name]
	// Size is how many bytes of it change; 0: as many as the largest operand of the statement has, at most, or as an
	// assembler takes where nothing says how many, which is four.
	Size int64
}

// Targets lists the operands and registers that the known instructions change.
func (t *Template) Targets() []Target {
	var out []Target
	for _, in := range t.instructions {
		if in.at == inData {
			continue
		}
		if operandInstructions[in.word] {
			out = append(out, in.targets()...)
		}
		for _, register := range in.unnamed() {
			out = append(out, Target{Register: register, Size: registerSize(register)})
		}
	}
	return out
}

// unnamedRegisters are those that instructions change besides what their operands name.
var unnamedRegisters = map[string][]string{
	"cpuid": {"rax", "rbx", "rcx", "rdx"}, "rdtsc": {"rax", "rdx"}, "rdtscp": {"rax", "rcx", "rdx"}, "rdpmc": {"rax", "rdx"}, "rdmsr": {"rax", "rdx"},
	"cmpxchg": {"rax"}, "cmpxchg8b": {"rax", "rdx"}, "cmpxchg16b": {"rax", "rdx"}, "mul": {"rax", "rdx"}, "imul": {"rax", "rdx"},
}

// unnamed are the registers that an instruction changes and that are none of its operands.
func (in instruction) unnamed() []string {
	word := in.word
	if unnamedRegisters[word] == nil && operandInstructions[word] {
		word = word[:len(word)-1] // without the letter of its size
	}
	if word == "imul" && len(in.operands) > 1 {
		return nil
	}
	return unnamedRegisters[word]
}

func (in instruction) targets() []Target {
	var out []Target
	size := in.size()
	for _, o := range in.changed() {
		switch {
		case register.MatchString(o):
			out = append(out, Target{Register: strings.TrimPrefix(o, "%%"), Size: size})
		case asOperand.MatchString(o):
			out = append(out, Target{Operand: asOperand.FindStringSubmatch(o)[3], Size: size})
		}
	}
	return out
}

// changed are the operands that an instruction changes: the last one, and both of an exchange.
func (in instruction) changed() []string {
	if strings.HasPrefix(in.word, "x") && !strings.HasPrefix(in.word, "xor") {
		return in.operands
	}
	return in.operands[max(0, len(in.operands)-1):]
}

// suffixes are the sizes that the last letter of an instruction, or the letter before an operand, means.
var suffixes = map[byte]int64{'b': 1, 'h': 1, 'w': 2, 'l': 4, 'k': 4, 'q': 8}

// bare are the instructions whose last letter is no size.
var bare = makeSet("sub", "shl", "mul", "imul", "sbb", "setl", "setb")

// size is the number of bytes that an instruction works on, by its suffix or what its operands say; 0: they do not.
func (in instruction) size() int64 {
	switch word := in.word; {
	case strings.HasPrefix(word, "set"):
		return 1
	case word == "cmpxchg8b":
		return 8
	case word == "cmpxchg16b":
		return 16
	case !bare[word] && suffixes[word[len(word)-1]] != 0:
		return suffixes[word[len(word)-1]]
	}
	for _, o := range in.operands {
		if m := asOperand.FindStringSubmatch(o); m != nil && m[2] != "" {
			return suffixes[m[2][0]]
		}
		if register.MatchString(o) {
			return registerSize(strings.TrimPrefix(o, "%%"))
		}
	}
	return 0
}

// registerSize is the size of a general register by its name; that of the largest for any other.
func registerSize(name string) int64 {
	last := name[len(name)-1]
	switch {
	case numbered.MatchString(name) && last == 'd':
		return 4
	case numbered.MatchString(name):
		return cmp.Or(suffixes[last], 8)
	case len(name) == 3 && name[0] == 'e':
		return 4
	case len(name) == 2 && (last == 'l' || last == 'h'):
		return 1
	case len(name) == 2 && families[name] != "" || name == "sp" || name == "bp":
		return 2
	}
	return 8
}

// families are the names of the general registers by the letter that a constraint has for them.
var families = map[string]string{"ax": "a", "al": "a", "ah": "a", "bx": "b", "bl": "b", "bh": "b", "cx": "c", "cl": "c", "ch": "c", "dx": "d", "dl": "d", "dh": "d",
	"si": "S", "sil": "S", "di": "D", "dil": "D"}

// Family is a name for all names of one register: the letter of its constraint, if it has one.
func Family(register string) string {
	short := register
	if len(short) == 3 && (short[0] == 'r' || short[0] == 'e') {
		short = short[1:]
	}
	if f := families[short]; f != "" {
		return f
	}
	if numbered.MatchString(register) {
		return strings.TrimRight(register, "bwdl")
	}
	return register
}

// numbered are the registers without names of their own.
var numbered = regexp.MustCompile(`^r\d+[bwdl]?$`)
