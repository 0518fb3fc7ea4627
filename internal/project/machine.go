package project

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Machines that compilers are named after, as in arm-none-eabi-gcc: those that are modelled, and others. Other words
// before a compiler's name, as in musl-gcc, say nothing of the machine.
var (
	pc64 = regexp.MustCompile(`^(x86_64|amd64)-`)
	pc32 = regexp.MustCompile(`^i[3-6]86-`)
	// All of these are little-endian; aarch64_be, armeb and their like are among the others.
	aarch64 = regexp.MustCompile(`^aarch64-(.*-)?linux(-gnu)?-$`)
	armBare = regexp.MustCompile(`^arm-(.*-)?none-eabi-$`)
	riscv64 = regexp.MustCompile(`^riscv64(gc)?-`)
	riscv32 = regexp.MustCompile(`^riscv32(gc)?-`)
	avr     = regexp.MustCompile(`^avr-$`)
	other   = regexp.MustCompile(`^(aarch64|alpha|arc|arm|avr|bfin|bpf|csky|h8300|hexagon|hppa|ia64|lm32|loongarch|m68k|microblaze|mips|mn10300|msp430|nds32|` +
		`nios2|or1k|pdp11|powerpc|ppc|pru|riscv|rl78|rx|s390|sh[1-4]?(eb|el|le)?-|sparc|tricore|v850|vax|wasm|xtensa)`)
	mingw = regexp.MustCompile(`mingw|windows|cygwin|msvc`)
)

// modelOf is the data model of the machine that a triple names, "" if that is the compiler's own or the triple names
// none. It is not ok for a machine that is not modelled.
func modelOf(triple string) (model string, ok bool) {
	windows := mingw.MatchString(triple)
	switch {
	case aarch64.MatchString(triple + "-"):
		return "LP64-aarch64", true
	case armBare.MatchString(triple + "-"):
		return "ILP32-arm", true
	case riscv64.MatchString(triple + "-"):
		return "LP64-riscv64", true
	case riscv32.MatchString(triple + "-"):
		return "ILP32-riscv32", true
	case avr.MatchString(triple + "-"):
		return "IP16-avr", true
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

// likeHost are compilers for the machine that they run on, by other names than those that are watched.
var likeHost = regexp.MustCompile(`^(afl-(gcc|clang)(-fast|-lto)?|hfuzz-(gcc|clang)|wllvm|gclang|mpicc|ccc-analyzer|egcc)(-[0-9.]+)?$`)

// launchers are programs that run the compiler behind them.
var launchers = strings.Fields("ccache sccache distcc icecc buildcache gomacc env nice time libtool sh bash")

// launched are the words of a call from the compiler on, which launchers and what these are told stand before.
func launched(words []string) []string {
	for i, word := range words {
		name := programName(word)
		told := i > 0 && (strings.HasPrefix(word, "-") || strings.Contains(word, "="))
		if toolOf(name) != "" || !told && !slices.Contains(launchers, name) {
			return words[i:]
		}
	}
	return words
}

// programName is the name of a program by its path, which may be one of Windows.
func programName(path string) string {
	return strings.TrimSuffix(filepath.Base(strings.ReplaceAll(path, `\`, "/")), ".exe")
}

// compiler reads what the name of the compiler says of the machine. One that is not known may compile for any, or
// another language.
func (a *arguments) compiler(word string) {
	base := programName(word)
	m := wrapped.FindStringSubmatch(base)
	switch {
	case m == nil && !likeHost.MatchString(base):
		a.refused = append(a.refused, base+" (a compiler that is not known)")
	case m != nil && m[1] != "":
		a.target(base, strings.TrimSuffix(base[:strings.LastIndex(base, m[2])], "-"))
	}
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
	case foreignMachines[a.dataModel] != nil:
		a.refused = append(a.refused, a.bits+" (the data model)")
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

// foreignMachine describes the flags of a machine other than x86.
type foreignMachine struct {
	// same are flags that say what holds anyway; those that end in = with any value.
	same string
	// not are flags that are ignored for x86 and change what holds here, with what they change.
	not map[string]string
}

// foreignMachines are by data model. Other flags that begin with -m choose a processor, and with it predefined macros
// that a program may ask for: see processor.go.
var foreignMachines = map[string]*foreignMachine{
	"LP64-aarch64": {
		same: "-mlittle-endian -mtune= -mcmodel= -mabi=lp64 -march=armv8-a -mstrict-align -mno-omit-leaf-frame-pointer -momit-leaf-frame-pointer -funsigned-char -fno-signed-char",
		not:  map[string]string{"-fsigned-char": "plain char is signed"},
	},
	"ILP32-arm": {
		same: "-mlittle-endian -mtune= -marm -mfloat-abi=soft -msoft-float -mabi=aapcs -mlong-calls -funsigned-char -fno-signed-char -fshort-enums -mthumb-interwork",
		not:  map[string]string{"-fsigned-char": "plain char is signed", "-fno-short-enums": "the sizes of enumerations"},
	},
	"LP64-riscv64": {
		same: "-mtune= -mcmodel= -mabi=lp64d -march=rv64gc -mrelax -mno-relax -mstrict-align -mno-strict-align -msave-restore -mno-save-restore -funsigned-char -fno-signed-char",
		not:  map[string]string{"-fsigned-char": "plain char is signed"},
	},
	"ILP32-riscv32": {
		same: "-mtune= -mcmodel= -mabi=ilp32d -march=rv32gc -mrelax -mno-relax -mstrict-align -mno-strict-align -msave-restore -mno-save-restore -funsigned-char -fno-signed-char",
		not:  map[string]string{"-fsigned-char": "plain char is signed"},
	},
	"IP16-avr": {
		same: "-mrelax -mcall-prologues -maccumulate-args -mstrict-X -fsigned-char -fno-unsigned-char -fno-short-enums -fpack-struct",
		not:  map[string]string{"-mint8": "int has 8 bits"},
	},
}

// x86Same are flags that tell programs for x86 nothing, by names; those that end in = with any value.
var x86Same = `-msse -msse2 -mmmx -m80387 -mno-sse -mno-sse2 -mno-mmx -mno-80387 -mfpmath= -march=x86-64 -march=k8 -mtune=generic -mtune=native
	-mcmodel= -mred-zone -mpreferred-stack-boundary= -mincoming-stack-boundary= -mstackrealign -mskip-rax-setup -maccumulate-outgoing-args
	-mindirect-branch= -mindirect-branch-register -mindirect-branch-cs-prefix -mfunction-return= -mharden-sls= -mfentry -mrecord-mcount
	-mnop-mcount -minstrument-return= -mmanual-endbr -mstack-protector-guard= -mstack-protector-guard-reg= -mstack-protector-guard-offset=
	-mstack-protector-guard-symbol= -mregparm= -mrtd -mtls-dialect= -mtls-direct-seg-refs -mpush-args -malign-stringops -mcld -mvzeroupper
	-mstringop-strategy= -mmemcpy-strategy= -mmemset-strategy= -minline-all-stringops -mbranch-cost= -mlarge-data-threshold=
	-mprefer-vector-width= -masm= -momit-leaf-frame-pointer -mfp-ret-in-387 -mfancy-math-387 -mieee-fp -mhard-float -mglibc -mrelax-relocations=
	-mrecip -mrecip= -mwindows -mconsole -mthreads -mdll -mwin32`

// x86Says says that a program for x86 learns nothing of a flag that macros.go and registers.go do not know. What these
// know is so for 64 bits; and a flag that takes instructions away takes away none that are there anyway, but -mno-fxsr.
func (a *arguments) x86Says(word string) bool {
	name, _, hasValue := strings.Cut(word, "=")
	same := strings.Fields(x86Same)
	known, _ := extensionOf(word)
	switch {
	case a.dataModel == "ILP32" && slices.Contains([]string{"-msse", "-msse2", "-mmmx", "-mfpmath=sse", "-march=x86-64", "-march=k8"}, word):
		return false
	case slices.Contains(same, word), hasValue && slices.Contains(same, name+"="):
		return true
	case a.dataModel != "ILP32" && known >= 0:
		return true
	}
	return strings.HasPrefix(word, "-mno-") && word != "-mno-fxsr"
}

// machineFlags reads the flags of a machine, which are the same words for all compilers: the name riscv64 of a
// compiler is also that of one for 32 bits.
func (a *arguments) machineFlags() {
	if a.dataModel == "LP64-riscv64" && slices.ContainsFunc(a.machine, func(word string) bool { return strings.HasPrefix(word, "-mabi=ilp32") }) {
		a.dataModel = "ILP32-riscv32"
	}
	m := foreignMachines[a.dataModel]
	asks := false
	for _, word := range a.machine {
		name, value, hasValue := strings.Cut(word, "=")
		what := meaning[name]
		switch {
		case word == "-m32", word == "-m64":
			continue
		case m == nil && what != "":
		case m == nil && (!strings.HasPrefix(word, "-m") || a.x86Says(word)):
			continue
		case m == nil && processorFlag.MatchString(word):
			asks = true
			continue
		case m == nil:
			what = "the predefined macros of the processor"
		case slices.Contains(strings.Fields(m.same), word), hasValue && value != "" && slices.Contains(strings.Fields(m.same), name+"="):
			continue
		case m.not[word] != "":
			what = m.not[word]
		case name == "-mabi", what == "" && processorFlag.MatchString(word):
			asks = true
			continue
		case what == "" && !strings.HasPrefix(word, "-m"):
			continue
		case what == "":
			what = "the predefined macros of the processor"
		}
		a.refused = append(a.refused, word+" ("+what+")")
	}
	if asks {
		a.processor = slices.DeleteFunc(slices.Clone(a.machine), func(word string) bool {
			return !processorFlag.MatchString(word) || word == "-m32" || word == "-m64"
		})
	}
}

// long are gcc's long names of flags that are read here. A value follows behind = or as the next argument.
var long = map[string]string{
	"--define-macro": "-D", "--undefine-macro": "-U", "--include-directory": "-I", "--include": "-include", "--imacros": "-imacros",
	"--include-directory-after": "-idirafter", "--language": "-x", "--library-directory": "-L", "--output": "-o", "--std": "-std=",
	"--compile": "-c", "--assemble": "-S", "--preprocess": "-E", "--ansi": "-ansi", "--dependencies": "-M", "--user-dependencies": "-MM",
	"--traditional": "-traditional", "--traditional-cpp": "-traditional-cpp", "--no-standard-includes": "-nostdinc", "--include-barrier": "-I-",
	"--include-prefix": "-iprefix", "--include-with-prefix": "-iwithprefix", "--include-with-prefix-after": "-iwithprefix",
	"--include-with-prefix-before": "-iwithprefixbefore", "--trigraphs": "-trigraphs", "--target": "--target=", "-target": "--target=",
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
		case word == "-Xclang" && i+1 < len(words):
			// Flags of clang's own compiler are spelled as those of the driver where they change what C means.
			if i++; strings.HasPrefix(words[i], "-f") || strings.HasPrefix(words[i], "-m") {
				out = append(out, words[i])
			}
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
