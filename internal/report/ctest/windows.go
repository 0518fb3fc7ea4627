package ctest

import (
	"fmt"
	"strings"
)

// This file is about programs for 64-bit Windows, which run on this machine under another system.
// They are compiled as the front end preprocessed them, with the system's own headers, with its
// wide characters and bit-fields, and with their longs, which this machine's compiler has of eight
// bytes, made ints. What remains different is the calling convention, which no C program sees; that
// no structured exception is raised; and that long and int are one type. A run that reaches the
// error shows it; one that misses it refutes nothing.

// Foreign is a system other than this machine's that a program is built for.
type Foreign struct {
	// Preprocess is the text of a file of the program after preprocessing, by the file's number.
	Preprocess func(unit int, text string) (string, error)
}

// flags are those of the compiler for a file of the program.
func (f *Foreign) flags() []string {
	if f == nil {
		return nil
	}
	return append([]string{"-undef", "-nostdinc"}, ForeignTypes()...)
}

// ForeignTypes are the flags of this machine's compiler by which types are those of the system. A
// file with this machine's headers can be compiled with them.
func ForeignTypes() []string { return []string{"-fshort-wchar", "-mms-bitfields", "-fms-extensions"} }

// Translate makes the text of a file one for this machine's compiler.
func (f *Foreign) Translate(unit int, text string) string {
	text, err := f.Preprocess(unit, text)
	if err != nil {
		return fmt.Sprintf("#error %q\n", err.Error())
	}
	return narrow(text)
}

// onThisMachine says what this machine's compiler reads in the place of a word of Microsoft's. Of
// two objects that one declares with selectany the linker keeps one.
var onThisMachine = map[string]string{
	"selectany": "weak", "__try": "", "__except": "if (0) if", "__finally": "", "dllimport": "", "dllexport": "",
	"__int64": "long long", "__int32": "int", "__int16": "short", "__int8": "char",
}

// narrow makes ints of the longs of a text, and drops the suffixes of constants that are long. No
// line gets another number.
func narrow(source string) string {
	tokens := scan(source)
	var b strings.Builder
	done := 0
	replace := func(t token, text string) {
		b.WriteString(source[done:t.offset])
		b.WriteString(text)
		done = t.offset + len(t.text)
	}
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch {
		case t.kind == number && (i == 0 || tokens[i-1].text != "."):
			if shorter := withoutLong(t.text); shorter != t.text {
				replace(t, shorter)
			}
		case t.kind == identifier && isForeign(t.text):
			replace(t, onThisMachine[t.text])
		case isSpecifier(t):
			end := i
			longs, ints, doubles := 0, 0, 0
			for ; end < len(tokens) && isSpecifier(tokens[end]); end++ {
				switch tokens[end].text {
				case "long":
					longs++
				case "int":
					ints++
				case "double":
					doubles++
				}
			}
			for _, u := range tokens[i:end] {
				switch {
				case longs != 1 || doubles > 0 || u.text != "long":
				case ints > 0:
					replace(u, "")
				default:
					replace(u, "int")
				}
			}
			i = end - 1
		}
	}
	b.WriteString(source[done:])
	return b.String()
}

func isSpecifier(t token) bool {
	if t.kind != identifier {
		return false
	}
	switch t.text {
	case "long", "int", "unsigned", "signed", "double", "const", "volatile":
		return true
	}
	return false
}

// withoutLong is an integer constant without the suffix of a long; the compiler's own choice of a
// type is at least as large.
func withoutLong(text string) string {
	lower := strings.ToLower(text)
	if strings.Contains(lower, "ll") || strings.ContainsAny(lower, ".") || !strings.HasSuffix(strings.TrimRight(lower, "u"), "l") {
		return text
	}
	digits := strings.TrimRight(lower, "ul")
	suffix := ""
	if strings.Contains(lower[len(digits):], "u") {
		suffix = "u"
	}
	return fmt.Sprint(digits, suffix)
}

func isForeign(word string) bool {
	_, ok := onThisMachine[word]
	return ok
}
