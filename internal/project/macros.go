package project

import (
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
	"-fcf-protection=none":            {"jumps", ""},
	"-fno-asynchronous-unwind-tables": {unwinding, "-__GCC_HAVE_DWARF2_CFI_ASM"}, "-fasynchronous-unwind-tables": {unwinding, ""},
	"-fsanitize=address": {"sanitizer", "__SANITIZE_ADDRESS__"}, "-fsanitize=thread": {"sanitizer", "__SANITIZE_THREAD__"},
}

// unwinding is the subject of flags about tables of frames, without which gcc tells of none unless something else needs
// them.
const unwinding = "unwinding"

// freestanding: nor is the header read that says what the library does.
const freestanding = "__STDC_HOSTED__=0 -__STDC_ISO_10646__ -__STDC_IEC_559__ -__STDC_IEC_559_COMPLEX__ -__STDC_IEC_60559_BFP__ -__STDC_IEC_60559_COMPLEX__"

// extension is a set of instructions, which -mNAME switches on.
type extension struct{ name, macros string }

// extensions are sets of instructions in the order in which each has those before it, with their macros.
var extensions = []extension{
	{"sse3", "__SSE3__"}, {"ssse3", "__SSSE3__"}, {"sse4.1", "__SSE4_1__"},
	{"sse4.2", "__SSE4_2__ __CRC32__ __POPCNT__"}, {"avx", "__AVX__ __XSAVE__ __BIGGEST_ALIGNMENT__=32"}, {"avx2", "__AVX2__"},
}

// macros collects those flags of a command that predefined macros tell of.
type macros struct {
	told      map[string]string // by subject
	extension int               // how many of extensions there are
	unwound   bool              // tables of frames are needed by other flags
	unfused   bool              // -ffp-contract=off: no multiplication is fused with an addition
}

func (m *macros) flag(word string) {
	if t, ok := told[word]; ok {
		if m.told == nil {
			m.told = map[string]string{}
		}
		m.told[t.subject] = t.macros
	}
	if strings.HasPrefix(word, "-g") && word != "-g0" || word == "-funwind-tables" || word == "-fexceptions" {
		m.unwound = true
	}
	if contract, ok := strings.CutPrefix(word, "-ffp-contract="); ok {
		m.unfused = contract == "off"
	}
	if i, on := extensionOf(word); i >= 0 && on {
		m.extension = max(m.extension, i+1)
	} else if i >= 0 {
		m.extension = min(m.extension, i)
	}
}

// extensionOf is the set of instructions that a flag switches on or off; -1 if it is about none.
func extensionOf(word string) (i int, on bool) {
	name, on := strings.CutPrefix(word, "-m")
	if off, isOff := strings.CutPrefix(name, "no-"); isOff {
		name, on = off, false
	}
	switch word {
	case "-msse4":
		name = "sse4.2"
	case "-mno-sse4":
		name = "sse4.1"
	}
	return slices.IndexFunc(extensions, func(e extension) bool { return e.name == name }), on
}

// instructions sets the macros of the flags. Of the sets of instructions a compiler says all if it is asked about one.
func (a *arguments) instructions() {
	m := &a.macros
	names := make([]string, 0, len(m.told))
	for subject := range m.told {
		if subject != unwinding || !m.unwound {
			names = append(names, subject)
		}
	}
	slices.Sort(names)
	var words []string
	for _, subject := range names {
		words = append(words, strings.Fields(m.told[subject])...)
	}
	if len(a.processor) == 0 {
		for _, e := range extensions[:m.extension] {
			words = append(words, strings.Fields(e.macros)...)
		}
	}
	for _, word := range words {
		if gone, ok := strings.CutPrefix(word, "-"); ok {
			a.reading.Undefine(gone)
		} else {
			a.reading.Define(word)
		}
	}
}
