package project

import "strings"

// registers are the flags that take registers away from gcc on x86, as kernels do.
type registers struct {
	noSSE, noSSE2, noMMX, noX87 bool
}

func (r *registers) flag(word string) {
	switch word {
	case "-mno-sse", "-msse":
		r.noSSE = word == "-mno-sse"
	case "-mno-sse2", "-msse2":
		r.noSSE2 = word == "-mno-sse2"
	case "-mno-mmx", "-mmmx":
		r.noMMX = word == "-mno-mmx"
	case "-mno-80387", "-m80387":
		r.noX87 = word == "-mno-80387"
	}
}

// The predefined macros that go with the registers.
const (
	macrosOfSSE  = "__SSE__ __SSE_MATH__ __MMX_WITH_SSE__"
	macrosOfSSE2 = "__SSE2__ __SSE2_MATH__ __MMX_WITH_SSE__"
	macrosOfIEEE = "__STDC_IEC_559__ __STDC_IEC_559_COMPLEX__ __STDC_IEC_60559_BFP__ __STDC_IEC_60559_COMPLEX__"
)

// compiled is called behind the last flag: it sets the macros that tell how the file is compiled,
// and refuses what changes what floating-point arithmetic gives. Without the registers of SSE that
// is so, unless those of the 80387 are gone too: then a function computes it, as the standard for
// floating-point numbers says.
func (a *arguments) compiled() {
	a.optimisation()
	if a.reading.ShortWide && !a.reading.NoStandard {
		a.refused = append(a.refused, "-fshort-wchar (the size of wchar_t, which the C library has another idea of)")
	}
	if foreignMachines[a.dataModel] != nil {
		return // what follows is about x86
	}
	a.instructions()
	r, m := a.registers, &a.reading
	if (r.noSSE || r.noSSE2) && !r.noX87 {
		a.refused = append(a.refused, "-mno-sse (floating-point arithmetic)")
	}
	if r.noX87 && a.dataModel == "ILP32" || r.noX87 && !r.noSSE {
		a.refused = append(a.refused, "-mno-80387 (floating-point arithmetic)")
	}
	undefine := func(names string) {
		for _, name := range strings.Fields(names) {
			m.Undefine(name)
		}
	}
	if r.noMMX {
		undefine("__MMX__")
	}
	if r.noSSE {
		undefine(macrosOfSSE + " " + macrosOfSSE2)
	} else if r.noSSE2 {
		undefine(macrosOfSSE2)
	}
	if m.NoStandard || r.noX87 {
		undefine(macrosOfIEEE) // the header that has them is read by itself, if it is there
	}
	if m.NoStandard {
		m.Undefine("__STDC_ISO_10646__")
	}
	if r.noX87 {
		m.Define("_SOFT_FLOAT")
		m.Define("__GCC_IEC_559=0")
		m.Define("__GCC_IEC_559_COMPLEX=0")
	}
}

// optimisation sets the macros of the last -O.
func (a *arguments) optimisation() {
	switch a.optimised {
	case "", "-O0":
		return
	case "-Os", "-Oz":
		a.reading.Define("__OPTIMIZE_SIZE__")
	}
	a.reading.Define("__OPTIMIZE__")
	a.reading.Undefine("__NO_INLINE__")
}
