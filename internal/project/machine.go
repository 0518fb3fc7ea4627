package project

import (
	"path/filepath"
	"regexp"
	"strings"
)

// Machines that compilers are named after, as in arm-none-eabi-gcc: those that are modelled, and others. Other words
// before a compiler's name, as in musl-gcc, say nothing of the machine.
var (
	pc64  = regexp.MustCompile(`^(x86_64|amd64)-`)
	pc32  = regexp.MustCompile(`^i[3-6]86-`)
	other = regexp.MustCompile(`^(aarch64|alpha|arc|arm|avr|bfin|bpf|csky|h8300|hexagon|hppa|ia64|lm32|loongarch|m68k|microblaze|mips|mn10300|msp430|nds32|` +
		`nios2|or1k|pdp11|powerpc|ppc|pru|riscv|rl78|rx|s390|sh[1-4]?(eb|el|le)?-|sparc|tricore|v850|vax|wasm|xtensa)`)
	mingw = regexp.MustCompile(`mingw|windows|cygwin|msvc`)
)

// modelOf is the data model of the machine that a triple names, "" if that is the compiler's own or the triple names
// none. It is not ok for a machine that is not modelled.
func modelOf(triple string) (model string, ok bool) {
	windows := mingw.MatchString(triple)
	switch {
	case strings.HasSuffix(triple, "x32"), strings.HasSuffix(triple, "cygwin"), other.MatchString(triple):
		return "", false
	case pc64.MatchString(triple+"-") && windows:
		return "LLP64", true
	case pc32.MatchString(triple+"-") && windows:
		return "ILP32-windows", true
	case pc32.MatchString(triple + "-"):
		return "ILP32", true
	}
	return "", true
}

// compiler reads what the name of the compiler says of the machine.
func (a *arguments) compiler(word string) {
	base := filepath.Base(word)
	m := wrapped.FindStringSubmatch(base)
	if m == nil || m[1] == "" {
		return
	}
	triple := strings.TrimSuffix(base[:strings.LastIndex(base, m[2])], "-")
	a.target(base, triple)
}

// target reads a triple that a word names.
func (a *arguments) target(word, triple string) {
	model, ok := modelOf(triple)
	if !ok {
		a.refused = append(a.refused, word+" (the data model)")
		return
	}
	a.dataModel = model
}

// width heeds -m32 and -m64, which say the width wherever they stand, whatever the triple says.
func (a *arguments) width() {
	windows := a.dataModel == "LLP64" || a.dataModel == "ILP32-windows"
	switch {
	case a.bits == "":
	case a.bits == "-m32" && windows:
		a.dataModel = "ILP32-windows"
	case a.bits == "-m32":
		a.dataModel = "ILP32"
	case windows:
		a.dataModel = "LLP64"
	default:
		a.dataModel = "LP64"
	}
}

// long are gcc's long names of flags that are read here. A value follows behind = or as the next argument.
var long = map[string]string{
	"--define-macro": "-D", "--undefine-macro": "-U", "--include-directory": "-I", "--include": "-include", "--imacros": "-imacros",
	"--include-directory-after": "-idirafter", "--language": "-x", "--library-directory": "-L", "--output": "-o", "--std": "-std=",
	"--compile": "-c", "--assemble": "-S", "--preprocess": "-E", "--ansi": "-ansi", "--dependencies": "-M", "--user-dependencies": "-MM",
	"--traditional": "-traditional", "--trigraphs": "-trigraphs", "--target": "--target=", "-target": "--target=",
}

// spelled gives each word as the short flag that it means, and those that are for the preprocessor alone
// (-Wp,WORD,WORD and -Xpreprocessor WORD) as if they stood by themselves.
func spelled(words []string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		word := words[i]
		name, value, hasValue := strings.Cut(word, "=")
		short, isLong := long[name]
		rest, forPreprocessor := strings.CutPrefix(word, "-Wp,")
		switch {
		case forPreprocessor:
			inner := strings.Split(rest, ",")
			for n := 0; n < len(inner); n++ {
				if inner[n] == "-MD" || inner[n] == "-MMD" { // here a file follows
					n++
					continue
				}
				out = append(out, inner[n])
			}
		case word == "-Xpreprocessor" && i+1 < len(words):
			if i++; words[i] == "-MD" || words[i] == "-MMD" {
				i += 2 // -Xpreprocessor FILE
				continue
			}
			out = append(out, words[i])
		case isLong && strings.HasSuffix(short, "="):
			if !hasValue && i+1 < len(words) {
				i++
				value = words[i]
			}
			out = append(out, short+value)
		case isLong && hasValue:
			out = append(out, short, value)
		case isLong:
			out = append(out, short)
		case separate[word] && i+1 < len(words):
			out = append(out, word, words[i+1])
			i++
		default:
			out = append(out, word)
		}
	}
	return out
}
