package project

import (
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/frontend/c"
)

// arguments are a compiler's arguments, read.
type arguments struct {
	reading   c.Reading
	dataModel string // "": the compiler's own
	bits      string // -m32 or -m64, the last one
	language  string // of -x; "": by the files' names
	output    string
	inputs    []string // files, in order
	folders   []string // -L
	linked    []string // what a linker is given, in order: files, -lNAME and flags about archives
	undefined []string // names that a linker is told to look for
	renamed   []string // flags by which a linker takes one name for another, or calls functions
	valueOf   string   // the flag of a linker whose value is the next word for it
	stage     string   // -c, -S, -E or "": it links
	depend    bool     // -M or -MM: it only prints dependencies
	refused   []string // flags that change what C means
	optimised string   // the last -O
	machine   []string // flags that mean something else, or nothing, by the machine
	triple    string   // the last --target=
	processor []string // what a compiler has to be asked about, see processor.go
	registers registers
	macros    macros
	root      string   // of -isysroot and --sysroot: what the folders of the system's headers begin with
	prefixes  []string // of -ffile-prefix-map, which gcc reads behind those of -fmacro-prefix-map
}

// separate are the flags whose value is the next argument; those that end in + may have it attached.
var separate = map[string]bool{}

func init() {
	for _, name := range strings.Fields(`-o -MF -MT -MQ --param -Xlinker -Xassembler -Xclang -z -T -u -e -h
		-aux-info -arch -dumpbase -dumpdir -wrapper -rpath -soname -mllvm -B
		--undefined --require-defined --wrap -wrap --defsym -defsym -init --init -fini --fini`) {
		separate[name] = true
	}
}

// attached are flags whose value follows, attached or as the next argument.
var attached = []string{"-iquote", "-isystem", "-idirafter", "-include", "-imacros", "-iprefix", "-iwithprefixbefore", "-iwithprefix", "-I", "-D", "-U", "-L", "-l", "-x", "-A", "-specs", "--specs", "-isysroot", "--sysroot"}

// meaning are the flags that change what C means and are not modelled, with what they change.
var meaning = map[string]string{
	"-funsigned-char": "plain char is unsigned", "-fno-signed-char": "plain char is unsigned",
	"-fshort-enums": "the sizes of enumerations", "-fpack-struct": "the layout of structs",
	"-mms-bitfields": "the layout of bit-fields", "-funsigned-bitfields": "the signs of bit-fields", "-fno-signed-bitfields": "the signs of bit-fields",
	"-m16": "the data model", "-mx32": "the data model", "-malign-double": "the layout of structs", "-fshort-double": "the size of double",
	"-fsingle-precision-constant": "the values of constants", "-ffast-math": "floating-point arithmetic", "-Ofast": "floating-point arithmetic",
	"-funsafe-math-optimizations": "floating-point arithmetic", "-ffinite-math-only": "floating-point arithmetic", "-fassociative-math": "floating-point arithmetic",
	"-mlong-double-64": "the format of long double", "-mlong-double-80": "the size of long double", "-mlong-double-128": "the format of long double",
	"-ftrapv": "signed overflow ends the run", "-fgnu-tm": "transactions", "-fplan9-extensions": "anonymous members",
	"-freciprocal-math": "floating-point arithmetic", "-fno-signed-zeros": "floating-point arithmetic", "-fcx-limited-range": "complex arithmetic", "-fcx-fortran-rules": "complex arithmetic",
	"-mpc32": "floating-point arithmetic", "-mpc64": "floating-point arithmetic", "-mdaz-ftz": "floating-point arithmetic", "-mno-ieee-fp": "floating-point arithmetic",
	"-fdenormal-fp-math": "floating-point arithmetic", "-fdenormal-fp-math-f32": "floating-point arithmetic", "-ffp-model": "floating-point arithmetic", "-ffp-eval-method": "floating-point arithmetic",
	"-fapprox-func": "floating-point arithmetic", "-fno-honor-nans": "floating-point arithmetic", "-fno-honor-infinities": "floating-point arithmetic",
	"-finstrument-functions": "calls that the compiler adds", "-finstrument-functions-after-inlining": "calls that the compiler adds",
	"-fleading-underscore": "the names of symbols", "-fpreprocessed": "the preprocessor", "-fgimple": "the language", "-fbuilding-libgcc": "the predefined macros",
	"-frounding-math": "the values of constants", "-msoft-float": "floating-point arithmetic",
	"-m96bit-long-double": "the size of long double", "-m128bit-long-double": "the size of long double", "-miamcu": "the data model",
	"-fexec-charset": "the values of characters", "-fwide-exec-charset": "the values of characters", "-finput-charset": "the values of characters",
	"-fgnu89-inline": "what inline means", "-traditional": "the preprocessor", "-traditional-cpp": "the preprocessor", "-trigraphs": "the preprocessor",
	"-fplugin":           "what a plugin of the compiler changes",
	"-fcanon-prefix-map": "the text of __FILE__", "-working-directory": "the names of files",
	"-undef": "the predefined macros", "-fopenmp": "threads", "-fopenacc": "threads", "-mabi": "the data model", "-mms-abi": "the data model",
}

// parseArguments reads a compiler's arguments, the first of which is its name or that of a launcher.
func parseArguments(words []string) *arguments {
	a := &arguments{}
	if words = launched(words); len(words) > 0 {
		a.compiler(words[0])
		words = append(words[:1:1], spelled(words[1:])...)
	}
	for i := 1; i < len(words); i++ {
		word := words[i]
		next := func() string {
			if i+1 < len(words) {
				i++
				return words[i]
			}
			return ""
		}
		if name := attachedFlag(word); name != "" {
			value := word[len(name):]
			if value == "" {
				value = next()
			}
			a.valued(name, value)
			continue
		}
		switch {
		case separate[word]:
			value := next()
			switch word {
			case "-o":
				a.output = value
			case "-Xlinker":
				a.linkerWord(value)
			case "-u":
				a.linkerFlag(word, value)
			default:
				if flag := "--" + strings.TrimLeft(word, "-"); linkerValued[flag] {
					a.linkerFlag(flag, value)
				}
			}
		case strings.HasPrefix(word, "@"):
			a.refused = append(a.refused, word+" (a file of further words, which cannot be read)")
		case word == "-" || !strings.HasPrefix(word, "-"):
			a.inputs, a.linked = append(a.inputs, word), append(a.linked, word)
		default:
			a.flag(word)
		}
	}
	a.reading.FilePrefixes = append(a.reading.FilePrefixes, a.prefixes...)
	a.width()
	a.machineFlags()
	a.otherRoot()
	a.compiled()
	return a
}

func attachedFlag(word string) string {
	for _, name := range attached {
		if strings.HasPrefix(word, name) {
			return name
		}
	}
	return ""
}

func (a *arguments) valued(name, value string) {
	r := &a.reading
	if strings.HasPrefix(name, "-i") && name != "-include" && name != "-isysroot" || name == "-I" {
		if strings.HasPrefix(value, "=") || strings.HasPrefix(value, "$SYSROOT") {
			a.refused = append(a.refused, name+" "+value+" (a folder of another system's root)")
			return
		}
	}
	switch name {
	case "-isysroot", "--sysroot":
		a.root = strings.TrimPrefix(value, "=")
	case "-A":
		a.refused = append(a.refused, "-A (what #if asks by #)")
	case "-specs", "--specs":
		if value = strings.TrimPrefix(value, "="); !slices.Contains(librarySpecs, filepath.Base(value)) {
			a.refused = append(a.refused, name+"="+value+" (the flags of the compiler)")
		}
	case "-iquote":
		r.QuoteDirs = append(r.QuoteDirs, value)
	case "-I":
		if value == "-" {
			a.refused = append(a.refused, "-I- (which it splits the folders of headers with)")
			return
		}
		r.IncludeDirs = append(r.IncludeDirs, value)
	case "-isystem":
		r.SystemDirs = append(r.SystemDirs, value)
	case "-idirafter":
		r.AfterDirs = append(r.AfterDirs, value)
	case "-include":
		r.Forced = append(r.Forced, value)
	case "-D":
		r.Define(value)
	case "-U":
		r.Undefine(value)
	case "-L":
		a.folders = append(a.folders, value)
	case "-l":
		a.linked = append(a.linked, "-l"+value)
	case "-x":
		a.language = value
	default:
		a.refused = append(a.refused, name)
	}
}

// flag reads a flag without a value of its own.
func (a *arguments) flag(word string) {
	name, _, _ := strings.Cut(word, "=")
	if _, ok := meaning[name]; ok || strings.HasPrefix(word, "-m") || word == "-fsigned-char" || word == "-fno-short-enums" {
		a.machine = append(a.machine, word)
		if ok {
			return
		}
	}
	switch word {
	case "-c", "-S", "-E", "-fsyntax-only":
		a.stage = word
	case "-M", "-MM":
		a.depend = true
	case "-m32", "-m64":
		a.bits = word
	case "-ansi":
		a.reading.Standard = "c90"
	case "-nostdinc":
		a.reading.NoStandard = true
	case "-fms-extensions", "-fno-ms-extensions":
		a.reading.NamedMembers = word == "-fms-extensions"
	case "-fshort-wchar", "-fno-short-wchar":
		a.reading.ShortWide = word == "-fshort-wchar"
	case "-ftrivial-auto-var-init=zero", "-ftrivial-auto-var-init=uninitialized":
		a.reading.ZeroLocals = word == "-ftrivial-auto-var-init=zero"
	case "-ftrivial-auto-var-init=pattern":
		a.refused = append(a.refused, word+" (the values of locals)")
	case "-pthread":
		a.reading.Define("_REENTRANT")
	}
	if strings.HasPrefix(word, "-O") {
		a.optimised = word
	}
	a.registers.flag(word)
	a.macros.flag(word)
	if words, ok := strings.CutPrefix(word, "-Wl,"); ok {
		for _, word := range strings.Split(words, ",") {
			a.linkerWord(word)
		}
	} else if a.valueOf == "" {
		a.linkerWord(word) // where the linker is called itself
	}
	if name == "-fmacro-prefix-map" || name == "-ffile-prefix-map" {
		switch _, prefix, _ := strings.Cut(word, "="); {
		case strings.Count(prefix, "=") != 1:
			a.refused = append(a.refused, word+" (the text of __FILE__, which compilers differ about)")
		case name == "-ffile-prefix-map":
			a.prefixes = append(a.prefixes, prefix)
		default:
			a.reading.FilePrefixes = append(a.reading.FilePrefixes, prefix)
		}
	}
	if standard, ok := strings.CutPrefix(word, "-std="); ok {
		a.reading.Standard = standard
	}
	if output, ok := strings.CutPrefix(word, "-o"); ok {
		a.output = output
	}
	if triple, ok := strings.CutPrefix(word, "--target="); ok {
		a.triple = word
		a.target(word, triple)
	}
	if unit, ok := strings.CutPrefix(word, "-mfpmath="); ok && unit != "sse" {
		a.refused = append(a.refused, word+" (floating-point arithmetic)")
	}
}

// librarySpecs are the files of -specs by which newlib's compilers, and those of Fedora, choose what they link, and
// how calls are noted in objects; nothing in them changes what C means.
var librarySpecs = []string{"nosys.specs", "rdimon.specs", "nano.specs", "redhat-hardened-ld", "redhat-annobin-cc1", "redhat-annobin-select-gcc-built-plugin"}

// otherRoot refuses headers of another system. Those for other machines than x86 come with the checker.
func (a *arguments) otherRoot() {
	if root := a.root; root != "" && filepath.Clean(root) != "/" && foreignMachines[a.dataModel] == nil {
		a.refused = append(a.refused, "the root "+root+" (the headers of another system)")
	}
}

// compilesC says that an input is a file that is compiled as C.
func (a *arguments) compilesC(input string) bool {
	if a.language != "" && a.language != "none" {
		return a.language == "c" || a.language == "cpp-output"
	}
	return strings.HasSuffix(input, ".c") || strings.HasSuffix(input, ".i")
}

// object is the name of what the command makes of a file.
func (a *arguments) object(file string) string {
	if a.output != "" {
		return a.output
	}
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base)) + ".o"
}
