package preprocess

import (
	"errors"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"yogi/internal/frontend/c/target"
)

// differences are the predefined macros in which gcc differs from us, and why.
var differences = []struct{ pattern, why string }{
	{`__(pic|PIC|pie|PIE)__`, "a default of the distribution: tests are built without"},
	{`__VERSION__|__GNUC(_MINOR|_PATCHLEVEL)?__|__GXX_ABI_VERSION`, "the machine's gcc may be another than the one that we are like"},
	{`__SEG_[FG]S`, "named address spaces are not read"},
	{`__(int(8|16|32|64)|forceinline|unaligned|ptr32|ptr64|w64)`, "words of Microsoft's C, some of which mingw's headers define"},
	{`_STDC_PREDEF_H|__STDC_ISO_10646__`, "of the C library, which may be another"},
}

var definition = regexp.MustCompile(`^#(define|undef) (\w+(?:\([^)]*\))?) ?(.*)$`)

// macros are the definitions that are left at the end of a text.
func macros(text string) map[string]string {
	out := map[string]string{}
	for _, line := range strings.Split(text, "\n") {
		switch m := definition.FindStringSubmatch(line); {
		case m == nil:
		case m[1] == "undef":
			delete(out, m[2])
		default:
			out[m[2]] = strings.TrimSpace(m[3])
		}
	}
	return out
}

// TestPredefined: the predefined macros are gcc's for each target and each standard, where a gcc for the target is
// installed. Those for Windows are mingw's.
func TestPredefined(t *testing.T) {
	for _, compiler := range []struct {
		model   string
		command []string
	}{
		{"LP64", []string{"gcc", "-m64"}},
		{"ILP32", []string{"gcc", "-m32"}},
		{"LLP64", []string{"x86_64-w64-mingw32-gcc"}},
		{"ILP32-windows", []string{"i686-w64-mingw32-gcc"}},
		{"LP64-aarch64", []string{"aarch64-linux-gnu-gcc"}},
		{"ILP32-arm", []string{"arm-none-eabi-gcc"}},
		{"LP64-riscv64", []string{"riscv64-unknown-elf-gcc", "-march=rv64gc", "-mabi=lp64d"}},
		{"IP16-avr", []string{"avr-gcc"}},
		{"ILP32-riscv32", []string{"riscv64-unknown-elf-gcc", "-march=rv32gc", "-mabi=ilp32d"}},
	} {
		t.Run(compiler.model, func(t *testing.T) {
			chosen, err := target.Named(compiler.model)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := exec.LookPath(compiler.command[0]); err != nil {
				t.Skip(compiler.command[0] + " is not installed")
			}
			for _, standard := range []string{"c89", "gnu89", "iso9899:199409", "c99", "gnu99", "c11", "gnu11", "c17", "gnu17"} {
				arguments := append(slices.Clone(compiler.command[1:]), "-dM", "-E", "-std="+standard, "-x", "c", "/dev/null")
				text, err := exec.Command(compiler.command[0], arguments...).Output()
				if failed := (*exec.ExitError)(nil); errors.As(err, &failed) && strings.Contains(string(failed.Stderr), "-std="+standard) {
					t.Logf("%s does not know %s", compiler.command[0], standard)
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				compareMacros(t, standard, macros(predefined(chosen)+"\n"+Reading{Standard: standard}.standardMacros()), macros(string(text)))
			}
		})
	}
}

func compareMacros(t *testing.T, where string, ours, theirs map[string]string) {
	for name := range ours {
		if _, ok := theirs[name]; !ok && !isDifferent(name) {
			t.Errorf("%s: %s is defined, not by gcc", where, name)
		}
	}
	for name, value := range theirs {
		if mine, ok := ours[name]; (!ok || mine != value) && !isDifferent(name) {
			t.Errorf("%s: %s is %q (defined: %v), gcc's is %q", where, name, mine, ok, value)
		}
	}
}

func isDifferent(name string) bool {
	return slices.ContainsFunc(differences, func(d struct{ pattern, why string }) bool {
		return regexp.MustCompile(`^(` + d.pattern + `)$`).MatchString(name)
	})
}
