package project

import (
	"regexp"
	"slices"
	"strings"
)

// told are the flags that gcc tells programs of by predefined macros: of flags with one subject the last one counts,
// and "-NAME" is a macro that goes.
var told = map[string]struct{ subject, macros string }{
	"-fPIC": {"code", "__PIC__=2 __pic__=2"}, "-fpic": {"code", "__PIC__=1 __pic__=1"},
	"-fPIE": {"code", "__PIC__=2 __pic__=2 __PIE__=2 __pie__=2"}, "-fpie": {"code", "__PIC__=1 __pic__=1 __PIE__=1 __pie__=1"},
	"-fno-PIC": {"code", ""}, "-fno-pic": {"code", ""}, "-fno-PIE": {"code", ""}, "-fno-pie": {"code", ""},
	"-fstack-protector": {"stack", "__SSP__"}, "-fstack-protector-all": {"stack", "__SSP_ALL__=2"},
	"-fstack-protector-strong": {"stack", "__SSP_STRONG__=3"}, "-fstack-protector-explicit": {"stack", "__SSP_EXPLICIT__=4"},
	"-fno-stack-protector": {"stack", ""},
	"-fexceptions":         {"exceptions", "__EXCEPTIONS"}, "-fno-exceptions": {"exceptions", ""},
	"-fno-math-errno": {"errno", "__NO_MATH_ERRNO__"}, "-fmath-errno": {"errno", ""},
	"-fno-trapping-math": {"traps", "__NO_TRAPPING_MATH__"}, "-ftrapping-math": {"traps", ""},
	"-fsignaling-nans": {"nans", "__SUPPORT_SNAN__"}, "-fno-signaling-nans": {"nans", ""},
	"-ffreestanding": {"library", freestanding}, "-fno-hosted": {"library", freestanding},
	"-fhosted": {"library", ""}, "-fno-freestanding": {"library", ""},
	"-fcf-protection": {"jumps", "__CET__=3"}, "-fcf-protection=full": {"jumps", "__CET__=3"},
	"-fcf-protection=branch": {"jumps", "__CET__=1"}, "-fcf-protection=return": {"jumps", "__CET__=2"},
	"-fcf-protection=none": {"jumps", ""},
	"-fsanitize=address":   {"sanitizer", "__SANITIZE_ADDRESS__"}, "-fsanitize=thread": {"sanitizer", "__SANITIZE_THREAD__"},
}

// freestanding: nor is the header read that says what the library does.
const freestanding = "__STDC_HOSTED__=0 -__STDC_ISO_10646__ -__STDC_IEC_559__ -__STDC_IEC_559_COMPLEX__ -__STDC_IEC_60559_BFP__ -__STDC_IEC_60559_COMPLEX__"

// extensions are sets of instructions in the order in which each has those before it, with their macros.
var extensions = []struct{ name, macros string }{
	{"sse3", "__SSE3__"}, {"ssse3", "__SSSE3__"}, {"sse4.1", "__SSE4_1__"},
	{"sse4.2", "__SSE4_2__ __CRC32__ __POPCNT__"}, {"avx", "__AVX__ __XSAVE__ __BIGGEST_ALIGNMENT__=32"}, {"avx2", "__AVX2__"},
}

// processors are names of -march that gcc takes no fused multiplication for, and the extension that they have.
var processors = []struct {
	name      *regexp.Regexp
	extension string
}{
	{regexp.MustCompile(`^(x86-64|k8|opteron|athlon.*|i[3-6]86|pentium[^-]*|pentium-(m|mmx)|k6.*|geode|lakemont|winchip.*|c3.*)$`), ""},
	{regexp.MustCompile(`^(nocona|prescott|k8-sse3|opteron-sse3|athlon64-sse3|amdfam10|barcelona)$`), "sse3"},
	{regexp.MustCompile(`^(core2|bonnell|atom|btver1)$`), "ssse3"},
	{regexp.MustCompile(`^(x86-64-v2|nehalem|corei7|westmere|silvermont|slm|goldmont.*|tremont)$`), "sse4.2"},
	{regexp.MustCompile(`^(sandybridge|corei7-avx|ivybridge|core-avx-i|btver2)$`), "avx"},
}

// macros collects those flags of a command that predefined macros tell of.
type macros struct {
	told      map[string]string // by subject
	extension int               // how many of extensions there are
	unfused   bool              // -ffp-contract=off: no multiplication is fused with an addition
	processor string            // of -march, one that may fuse them
}

func (m *macros) flag(word string) {
	if t, ok := told[word]; ok {
		if m.told == nil {
			m.told = map[string]string{}
		}
		m.told[t.subject] = t.macros
	}
	if name, ok := strings.CutPrefix(word, "-march="); ok {
		m.march(name)
	}
	if contract, ok := strings.CutPrefix(word, "-ffp-contract="); ok {
		m.unfused = contract == "off"
	}
	switch word {
	case "-msse4":
		word = "-msse4.2"
	case "-mno-sse4":
		word = "-mno-sse4.1"
	}
	for i, e := range extensions {
		switch word {
		case "-m" + e.name:
			m.extension = max(m.extension, i+1)
		case "-mno-" + e.name:
			m.extension = min(m.extension, i)
		}
	}
}

func (m *macros) march(name string) {
	m.processor = ""
	for _, p := range processors {
		if !p.name.MatchString(name) {
			continue
		}
		for i, e := range extensions {
			if e.name == p.extension {
				m.extension = max(m.extension, i+1)
			}
		}
		return
	}
	m.processor = name
}

// instructions sets the macros of the flags, and refuses a processor for which compilers fuse multiplications with
// additions, which rounds once instead of twice.
func (a *arguments) instructions() {
	m := &a.macros
	if m.processor != "" && !m.unfused {
		a.refused = append(a.refused, "-march="+m.processor+" (floating-point arithmetic)")
	}
	names := make([]string, 0, len(m.told))
	for subject := range m.told {
		names = append(names, subject)
	}
	slices.Sort(names)
	var words []string
	for _, subject := range names {
		words = append(words, strings.Fields(m.told[subject])...)
	}
	for _, e := range extensions[:m.extension] {
		words = append(words, strings.Fields(e.macros)...)
	}
	for _, word := range words {
		if gone, ok := strings.CutPrefix(word, "-"); ok {
			a.reading.Undefine(gone)
		} else {
			a.reading.Define(word)
		}
	}
}
