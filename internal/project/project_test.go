package project

import (
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/frontend/c/preprocess"
)

func TestSplitLine(t *testing.T) {
	for line, want := range map[string][]string{
		``:                             nil,
		`cc -c a.c`:                    {"cc", "-c", "a.c"},
		"  cc\t-c \n":                  {"cc", "-c"},
		`cc -DA="b c" '-DD=e"f"' g\ h`: {"cc", "-DA=b c", `-DD=e"f"`, "g h"},
		`-DX=\"1\" ""`:                 {`-DX="1"`, ""},
		`"a\nb\\c\"" 'a\b'`:            {`a\nb\c"`, `a\b`},
	} {
		got, err := SplitLine(line)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q (%v), want %q", line, got, err, want)
		}
	}
	if _, err := SplitLine(`cc "a`); err == nil {
		t.Error("a quotation without an end is accepted")
	}
}

func TestArguments(t *testing.T) {
	read := func(line string) *arguments { return parseArguments(strings.Fields(line)) }
	a := read("gcc-12 -Wall -I inc -Iinc2 -isystem sys -isystemsys2 -iquote q -idirafter late -include c.h -DA -D B=1 -UA -U B -DC=2 -m32 -std=c99 -MMD -MF x.d -O2 -g -c dir/a.c -o out/a.o -L lib -lm -Xlinker -c")
	r := a.reading
	want := [][]string{{"inc", "inc2"}, {"sys", "sys2"}, {"q"}, {"late"}, {"c.h"}, {"C=2", "__OPTIMIZE__"}, {"A", "B", "__NO_INLINE__"}}
	for i, got := range [][]string{r.IncludeDirs, r.SystemDirs, r.QuoteDirs, r.AfterDirs, r.Forced, r.Defines, r.Undefines} {
		if !reflect.DeepEqual(got, want[i]) {
			t.Errorf("%d: %q, want %q", i, got, want[i])
		}
	}
	if a.dataModel != "ILP32" || r.Standard != "c99" || a.output != "out/a.o" || a.stage != "-c" || a.depend || !reflect.DeepEqual(a.inputs, []string{"dir/a.c"}) {
		t.Errorf("%+v", a)
	}
	if got := read("cc -c dir/b.c").object("dir/b.c"); got != "b.o" {
		t.Errorf("the object of dir/b.c is %s", got)
	}
	for _, line := range []string{"cc -funsigned-char", "cc -fpack-struct=2", "cc --target=armeb-none-eabi", "cc --target=avr --target=avr-linux", "avr-gcc -mint8", "avr-gcc -funsigned-char", "avr-gcc -fshort-enums", "aarch64_be-linux-gnu-gcc -c a.c", "mips-linux-gnu-gcc", "arm-linux-gnueabihf-gcc",
		"aarch64-linux-gnu-gcc -fsigned-char", "aarch64-linux-gnu-gcc -m32", "arm-none-eabi-gcc -fno-short-enums", "arm-none-eabi-gcc -mcpu=a;b", "cc -fshort-enums",
		"cc -I-", "cc -imacros x.h", "cc -mms-bitfields",
		"x86_64-linux-gnux32-gcc", "cc --target x86_64-pc-cygwin", "cc -frounding-math", "cc -mfpmath=387", "cc --imacros=x.h",
		"cc -Wp,-trigraphs", "cc -Xpreprocessor -undef", "cc -mno-sse", "cc -mno-sse2 -mno-mmx", "cc -mno-80387", "cc -fshort-wchar",
		"cc -m32 -mno-sse -mno-80387", "cc -mpc64", "cc -fcx-limited-range", "cc -finstrument-functions", "cc --include-barrier", "cc -Xclang -fno-signed-char",
		"cc --specs=own.specs", "cc -specs own.specs", "cc --sysroot=/other", "cc --sysroot /other", "cc -isysroot /other", "cc -I=inc", "cc -isystem =/inc",
		"cc -A cpu=none", "cc -fplugin=layout.so", "cc -fmacro-prefix-map=a=b=c", "cc -fcanon-prefix-map", "cc -working-directory=/other",
		"cc -march=a;b", "cc -ftrivial-auto-var-init=pattern", "emcc", "ccache sdcc", "g++ -x c", "clang-cl", "cc @gone"} {
		if len(read(line).refused) != 1 {
			t.Errorf("%s is not refused", line)
		}
	}
	for _, line := range []string{"cc -fsigned-char -fwrapv -fno-common -pedantic --target=x86_64-linux-gnu -march=k8 -pipe", "cc -march=native -ffp-contract=off", "cc -mno-avx -mno-red-zone -mcmodel=kernel",
		"cc -Xclang -load -Xclang plugin.so", "clang -mllvm -x=y", "cc --sysroot=/ -nostdlib", "arm-none-eabi-gcc --specs=nosys.specs --sysroot=/arm", "cc -lfoo -Wl,-z,now",
		"cc -nostdinc -fshort-wchar -mno-sse -mno-mmx -mno-sse2 -mno-80387", "cc -mno-sse -msse", "musl-gcc -mfpmath=sse", "gcc-12 -Wp,-MMD,dir/a.d -Xpreprocessor -MD -Xpreprocessor a.d"} {
		if got := read(line).refused; len(got) > 0 {
			t.Errorf("%s: %q is refused", line, got)
		}
	}
	for line, want := range map[string]string{
		"gcc -c a.c": "", "x86_64-linux-gnu-gcc-12 a.c": "", "i686-linux-gnu-gcc a.c": "ILP32", "x86_64-w64-mingw32-gcc a.c": "LLP64",
		"x86_64-w64-mingw32-gcc -m32 a.c": "ILP32-windows", "clang --target=i386-pc-linux a.c": "ILP32", "clang --target=x86_64-pc-windows-msvc a.c": "LLP64",
		"arm-none-eabi-gcc-12 -fshort-enums -funsigned-char a.c": "ILP32-arm", "/opt/bin/aarch64-linux-gnu-gcc -mtune=cortex-a53 a.c": "LP64-aarch64",
		"clang -target arm-none-eabi a.c": "ILP32-arm", "clang --target=aarch64-linux-gnu a.c": "LP64-aarch64", "riscv64-linux-gnu-gcc a.c": "LP64-riscv64",
		"riscv64-unknown-elf-gcc -march=rv32gc -mabi=ilp32d a.c": "ILP32-riscv32", "riscv32-unknown-elf-gcc a.c": "ILP32-riscv32",
		"avr-gcc -mcall-prologues -fpack-struct a.c": "IP16-avr", "clang --target=avr a.c": "IP16-avr", "i686-linux-gnu-gcc -m64 a.c": "LP64", "clang -m32 --target=x86_64-linux-gnu a.c": "ILP32", "clang --target=x86_64-linux-gnu -m32 a.c": "ILP32",
		"clang -m32 -target x86_64-pc-windows-msvc a.c": "ILP32-windows", "clang -target i386-pc-linux a.c": "ILP32", "clang -m32 -m64 a.c": "LP64",
		"ccache arm-none-eabi-gcc a.c": "ILP32-arm", "/usr/bin/env A=1 distcc riscv64-linux-gnu-gcc a.c": "LP64-riscv64", "sh ./libtool --tag=CC --mode=compile i686-linux-gnu-gcc a.c": "ILP32",
		`C:\tools\arm-none-eabi-gcc.exe a.c`: "ILP32-arm", "afl-clang-fast a.c": "", "wllvm a.c": "",
	} {
		if got := read(line); got.dataModel != want || len(got.refused) > 0 || !reflect.DeepEqual(got.inputs, []string{"a.c"}) {
			t.Errorf("%s: %+v, want the data model %q", line, got, want)
		}
	}
	b := read("gcc -Wp,-DA=1,-UB,-MD,x.d -Xpreprocessor -DC --define-macro D --define-macro=E=2 --undefine-macro F --std=c11 --include-directory=i -MF -Wp,x -c a.c --output o.o").reading
	if !reflect.DeepEqual([][]string{b.Defines, b.Undefines, b.IncludeDirs, {b.Standard}}, [][]string{{"A=1", "C", "D", "E=2"}, {"B", "F"}, {"i"}, {"c11"}}) {
		t.Errorf("%+v", b)
	}
	for line, want := range map[string]bool{"cc a.c": true, "cc a.i": true, "cc a.cc": false, "cc a.S": false, "cc -x c a.txt": true, "cc -x c++ a.c": false} {
		a := read(line)
		if a.compilesC(a.inputs[0]) != want {
			t.Errorf("%s: compiles C is not %v", line, want)
		}
	}
}

// TestProcessor: what a flag that chooses a processor changes is asked of the compiler that the command names, if that
// is the one on the PATH, with the flags of the machine alone.
func TestProcessor(t *testing.T) {
	for line, want := range map[string]string{
		"arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -O2 -c a.c":             "-mcpu=cortex-m4 -mthumb",
		"arm-none-eabi-gcc -marm -mtune=cortex-m4 -c a.c":                  "",
		"clang --target=arm-none-eabi -mcpu=cortex-m0 -fno-builtin -c a.c": "--target=arm-none-eabi -mcpu=cortex-m0",
		"riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 a.c":          "-march=rv32imac -mabi=ilp32",
		"avr-gcc -mmcu=atmega328p a.c":                                     "-mmcu=atmega328p",
		"gcc -march=k8 -mtune=generic a.c":                                 "",
		"gcc -mavx2 -mno-avx512f -mcmodel=kernel a.c":                      "",
		"gcc -mno-fxsr a.c":                                                "-mno-fxsr",
		"gcc -m32 -O2 -mbmi -mno-sse4 -c a.c":                              "-m32 -mbmi -mno-sse4",
		"gcc -m32 -msse2 -c a.c":                                           "-m32 -msse2",
		"gcc -march=core2 -c a.c":                                          "-march=core2",
		"ccache gcc -march=core2 -c a.c":                                   "-march=core2",
	} {
		a := parseArguments(strings.Fields(line))
		if got := strings.Join(append(a.forMachine(), a.processor...), " "); got != want && (want != "" || len(a.processor) > 0) {
			t.Errorf("%s: %q is asked about, want %q", line, got, want)
		}
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		// A processor has a macro of its own and lacks one; the file sets the first, too. Of =wide sizes differ.
		"bin/arm-none-eabi-gcc": "#!/bin/sh\ncat >/dev/null\ncase \"$*\" in\n*-fsyntax-only*)\n  case \"$*\" in *=wide*) echo 'error: no' >&2; exit 1;; esac;;\n" +
			"*-mcpu*) printf '#define KEPT 1\\n#define NEW 2\\n#define CALLED(c) c\\n';;\n*) printf '#define KEPT 1\\n#define GONE 1\\n';;\nesac\n",
		"other/arm-none-eabi-gcc": "#!/bin/sh\ntouch \"$0.ran\"\n",
	} {
		name = filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", filepath.Join(folder, "bin")+":"+os.Getenv("PATH"))
	unit := func(words ...string) (Unit, error) {
		d := &Database{Commands: []Command{{Directory: folder, File: filepath.Join(folder, "a.c"), Arguments: append(words, "-DNEW=3", "-c", "a.c")}}}
		units, err := d.Units(t.Context(), Selection{})
		if err != nil {
			return Unit{}, err
		}
		return units[0], nil
	}
	for _, compiler := range []string{"arm-none-eabi-gcc", filepath.Join(folder, "bin/arm-none-eabi-gcc"), "bin/arm-none-eabi-gcc"} {
		u, err := unit(compiler, "-mcpu=cortex-m4")
		if r := u.Reading; err != nil || !reflect.DeepEqual(r.Defines, []string{"CALLED(c)=c", "NEW=2", "NEW=3"}) || !reflect.DeepEqual(r.Undefines, []string{"GONE"}) {
			t.Errorf("%s: %q, %q, %v", compiler, r.Defines, r.Undefines, err)
		}
	}
	for want, words := range map[string][]string{
		"is not the arm-none-eabi-gcc on the PATH": {filepath.Join(folder, "other/arm-none-eabi-gcc"), "-mcpu=cortex-m4"},
		"riscv64-none-gcc is not on the PATH":      {"riscv64-none-gcc", "-march=rv64imac"},
		"the data model is not that of":            {"arm-none-eabi-gcc", "-mcpu=wide"},
	} {
		if _, err := unit(words...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", words, err, want)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "other/arm-none-eabi-gcc.ran")); err == nil {
		t.Error("a compiler that is not on the PATH was run")
	}
}

func TestWrappedTools(t *testing.T) {
	for name, want := range map[string]string{
		"gcc": "gcc", "gcc-12": "gcc", "x86_64-linux-gnu-gcc-12": "gcc", "clang-14": "clang", "cc": "cc", "ar": "ar", "i686-w64-mingw32-gcc": "gcc",
		"g++": "", "gcc-ar": "ar", "make": "", "ldd": "", "tar": "", "yogi": "",
	} {
		if got := toolOf(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestSelection(t *testing.T) {
	link := func(output string, inputs ...string) Link {
		return Link{Directory: "/b", Output: output, Inputs: inputs}
	}
	compile := func(name string) Command {
		return Command{Directory: "/b", File: "/s/" + name + ".c", Arguments: []string{"cc", "-c", "/s/" + name + ".c"}, Output: "/b/" + name + ".o"}
	}
	d := &Database{
		Commands: []Command{compile("main"), compile("a"), compile("b"), compile("other")},
		Links:    []Link{link("liba.a", "a.o"), link("all.o", "b.o", "liba.a"), link("prog", "main.o", "all.o", "/usr/lib/crt1.o")},
	}
	for target, want := range map[string]string{"": "main b a", "prog": "main b a", "all.o": "b a", "liba.a": "a", "/b/prog": "main b a"} {
		units, err := d.Units(t.Context(), Selection{Target: target})
		if err != nil {
			t.Errorf("%q: %v", target, err)
		}
		var names []string
		for _, u := range units {
			names = append(names, strings.TrimSuffix(strings.TrimPrefix(u.File, "/s/"), ".c"))
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: %s, want %s", target, got, want)
		}
	}
	twice := compile("a")
	twice.Output, twice.Arguments = "/b/a2.o", []string{"cc", "-DTWO", "-c", "/s/a.c"}
	d.Commands = append(d.Commands, twice)
	d.Links = append(d.Links, link("both", "a.o", "a2.o"))
	if _, err := d.Units(t.Context(), Selection{Target: "both"}); err == nil || !strings.Contains(err.Error(), "/s/a.c is compiled in several ways") {
		t.Errorf("a file compiled twice into a program: %v", err)
	}
	if units, err := d.Units(t.Context(), Selection{Target: "prog"}); err != nil || len(units) != 3 {
		t.Errorf("a file compiled twice, once for the program: %v, %v", units, err)
	}
	d.Links = append(d.Links[:len(d.Links)-1], link("test", "other.o"))
	if _, err := d.Units(t.Context(), Selection{}); err == nil || !strings.Contains(err.Error(), "/b/prog, /b/test") {
		t.Errorf("two programs: %v", err)
	}
}

// TestFlagMacros: the macros that tell how a file is compiled are gcc's.
func TestFlagMacros(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed")
	}
	file := filepath.Join(t.TempDir(), "a.c")
	names := strings.Fields("__OPTIMIZE__ __OPTIMIZE_SIZE__ __NO_INLINE__ __SSE__ __SSE_MATH__ __SSE2__ __SSE2_MATH__ __MMX__ __MMX_WITH_SSE__ _SOFT_FLOAT " +
		"__STDC_IEC_559__ __GCC_IEC_559 __GCC_IEC_559_COMPLEX __WCHAR_TYPE__ __WCHAR_MAX__ __WCHAR_MIN__ __WCHAR_WIDTH__ __SIZEOF_WCHAR_T__ __CHAR_UNSIGNED__ " +
		"__SSP__ __SSP_ALL__ __SSP_STRONG__ __SSP_EXPLICIT__ __EXCEPTIONS __NO_MATH_ERRNO__ __NO_TRAPPING_MATH__ __SUPPORT_SNAN__ __STDC_HOSTED__ __SANITIZE_ADDRESS__ " +
		"__SSE3__ __SSSE3__ __SSE4_1__ __SSE4_2__ __AVX__ __AVX2__ __FMA__ __CRC32__ __POPCNT__ __XSAVE__ __BIGGEST_ALIGNMENT__ __STDC_ISO_10646__ __GCC_HAVE_DWARF2_CFI_ASM")
	if err := os.WriteFile(file, []byte(strings.Join(names, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, flags := range []string{
		"", "-O0", "-O2", "-O2 -O0", "-Os", "-Os -O1", "-mno-mmx", "-nostdinc -fshort-wchar", "-nostdinc -fshort-wchar -fno-short-wchar",
		"-O2 -nostdinc -mno-sse -mno-sse2 -mno-mmx -mno-80387 -fshort-wchar",
		"-fPIC", "-fpie -fpic", "-fPIE", "-fPIC -fno-pic", "-ffreestanding", "-ffreestanding -fhosted", "-fstack-protector", "-fstack-protector-all",
		"-fstack-protector-strong -fexceptions", "-fstack-protector-explicit", "-fno-math-errno -fno-trapping-math", "-fsignaling-nans", "-fsanitize=address",
		"-fcf-protection", "-fcf-protection=branch -fcf-protection=none", "-msse3", "-mssse3", "-msse4.1", "-msse4", "-mavx", "-mavx2", "-msse4.2 -mno-sse4",
		"-march=x86-64", "-march=k8", "-fno-asynchronous-unwind-tables", "-g -fno-asynchronous-unwind-tables", "-fexceptions -fno-asynchronous-unwind-tables",
	} {
		want, err := exec.Command(gcc, append(strings.Fields(flags), "-m64", "-E", "-P", file)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		a := parseArguments(append(strings.Fields("gcc "+flags), "-c", file))
		if len(a.refused) > 0 {
			t.Errorf("%s: refused %q", flags, a.refused)
		}
		tokens, diagnostics, err := c.Tokens(context.Background(), c.Options{Units: []c.Unit{{File: file, Reading: a.reading}}})
		if err != nil || len(diagnostics) > 0 {
			t.Fatal(err, diagnostics)
		}
		if got := preprocess.TextWithoutMarkers(tokens[0]); strings.Join(strings.Fields(got), "") != strings.Join(strings.Fields(string(want)), "") {
			t.Errorf("%s:\n%s\nwant\n%s", flags, got, want)
		}
	}
}

// TestProcessorMacros: whatever a flag of gcc's for x86 changes of the predefined macros is known, by its name or since
// the compiler is asked, and multiplications are not fused with additions unnoticed.
func TestProcessorMacros(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed")
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "a.c")
	before, err := predefinedBy(t.Context(), []string{gcc})
	if err != nil {
		t.Fatal(err)
	}
	for flags, refused := range map[string]bool{
		"-mpopcnt": false, "-mbmi -mbmi2": false, "-maes -mno-aes": false, "-mno-fxsr": false, "-mavx2 -mf16c": false, "-march=x86-64-v2": false,
		"-march=sandybridge -mno-avx": false, "-march=core2 -msse4": false, "-march=haswell -ffp-contract=off": false, "-mavx512f -ffp-contract=off": false,
		"-march=haswell": true, "-mfma": true, "-mfma4": true, "-mxop": true, "-mavx512bw": true, "-mavx512fp16": true, "-mbionic": true, "-msse4.1": false,
	} {
		words := append([]string{"gcc"}, append(strings.Fields(flags), "-c", "a.c")...)
		d := &Database{Commands: []Command{{Directory: folder, File: file, Arguments: words}}}
		units, err := d.Units(t.Context(), Selection{})
		if err != nil || refused {
			if !refused || err == nil {
				t.Errorf("%s: refused %v, %v", flags, refused, err)
			}
			continue
		}
		after, err := predefinedBy(t.Context(), append([]string{gcc}, strings.Fields(flags)...))
		if err != nil {
			t.Fatal(err)
		}
		changed, want := "", ""
		for _, name := range slices.Sorted(maps.Keys(after)) {
			if text, was := before[name]; !was || text != after[name] {
				changed, want = changed+name+"\n", want+after[name]
			}
		}
		for _, name := range slices.Sorted(maps.Keys(before)) {
			if _, is := after[name]; !is {
				changed, want = changed+name+"\n", want+name
			}
		}
		if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		tokens, diagnostics, err := c.Tokens(t.Context(), c.Options{Units: []c.Unit{{File: file, Reading: units[0].Reading}}})
		if err != nil || len(diagnostics) > 0 {
			t.Fatal(flags, err, diagnostics)
		}
		got := strings.Join(strings.Fields(preprocess.TextWithoutMarkers(tokens[0])), "")
		if want = strings.ReplaceAll(want, " ", ""); got != want {
			t.Errorf("%s: macros\n%sare\n%s\nwant\n%s", flags, changed, got, want)
		}
	}
}
