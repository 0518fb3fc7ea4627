package project

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"yogi/internal/frontend/c"
	"yogi/internal/frontend/c/target"
)

// This file is about flags that choose a processor or some of its instructions, as -mcpu=cortex-m4 and -mbmi: which
// predefined macros go with one is known to its compiler alone, so that is asked. It is the one that the command
// names, if it is the one on the PATH: a compilation database may come from anywhere, and must not say what is run
// here.

// compilerTime bounds how long a compiler may take to answer.
const compilerTime = 20 * time.Second

// processorFlag matches flags about the processor that are handed to a compiler.
var processorFlag = regexp.MustCompile(`^-m[a-z0-9-]+(=[A-Za-z0-9_.+,-]+)?$`)

// predefinition is a line that tells a macro, as compilers print them.
var predefinition = regexp.MustCompile(`^#define (\w+(?:\([^)]*\))?)(?: (.*))?$`)

// asked has the answers of compilers, by the words of the question.
type asked map[string]answer

type answer struct {
	macros c.Reading // what the flags define and undefine
	err    error
}

// addMacros puts the macros of the processor before those that the command sets. An error says that they cannot be
// known, or that what holds of the data model does not hold of the processor.
func (q asked) addMacros(ctx context.Context, command *Command, a *arguments) error {
	if len(a.processor) == 0 {
		return nil
	}
	compiler, err := command.compiler()
	if err != nil {
		return fmt.Errorf("%s is compiled with %s, whose predefined macros the compiler has to be asked for: %w", shown(command.File), strings.Join(a.processor, " "), err)
	}
	with := question{append([]string{compiler}, a.forMachine()...), a.processor, a.dataModel}
	key := strings.Join(slices.Concat(with.compiler, with.processor, []string{with.dataModel}), " ")
	if _, ok := q[key]; !ok {
		macros, err := with.macros(ctx)
		q[key] = answer{macros, err}
	}
	if err := q[key].err; err != nil {
		return fmt.Errorf("%s is compiled with %s: %w", shown(command.File), strings.Join(a.processor, " "), err)
	}
	if fused := fuses(q[key].macros); fused != "" && !a.macros.unfused {
		return fmt.Errorf("%s is compiled with %s (floating-point arithmetic), which is not modelled: with the instructions of %s a multiplication and an addition are rounded once",
			shown(command.File), strings.Join(a.processor, " "), fused)
	}
	a.reading = q[key].macros.Then(a.reading)
	return nil
}

// forMachine are the flags that say the machine, beside the name of the compiler.
func (a *arguments) forMachine() []string {
	return slices.DeleteFunc([]string{a.triple, a.bits}, func(word string) bool { return word == "" })
}

// fuses is the macro that tells programs for x86 of instructions by which compilers fuse multiplications with
// additions, which rounds once instead of twice; "": there are none. Of other machines target says what they do.
func fuses(r c.Reading) string {
	for _, name := range []string{"__FMA__", "__FMA4__", "__AVX512F__"} {
		if slices.ContainsFunc(r.Defines, func(macro string) bool { return strings.HasPrefix(macro, name+"=") }) {
			return name
		}
	}
	return ""
}

// compiler is the path of the command's compiler, which has to be on the PATH.
func (c *Command) compiler() (string, error) {
	word := c.Arguments[0]
	name := filepath.Base(word)
	found, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s is not on the PATH", name)
	}
	if name == word {
		return found, nil
	}
	named, err := os.Stat(c.path(word))
	if err != nil {
		return "", fmt.Errorf("looking for the compiler: %w", err)
	}
	if other, err := os.Stat(found); err != nil || !os.SameFile(named, other) {
		return "", fmt.Errorf("%s is not the %s on the PATH", word, name)
	}
	return found, nil
}

// question is about a compiler, whose path is the first word, with and without the flags of a processor.
type question struct {
	compiler, processor []string
	dataModel           string
}

// macros asks what the flags change of the predefined macros, and whether sizes and layouts are still those of the data
// model.
func (q question) macros(ctx context.Context) (c.Reading, error) {
	machine, err := target.Named(cmp.Or(q.dataModel, "LP64"))
	if err != nil {
		return c.Reading{}, fmt.Errorf("finding the machine: %w", err)
	}
	before, err := predefinedBy(ctx, q.compiler)
	if err != nil {
		return c.Reading{}, err
	}
	words := slices.Concat(q.compiler, q.processor)
	after, err := predefinedBy(ctx, words)
	if err != nil {
		return c.Reading{}, err
	}
	if _, err := runCompiler(ctx, append(words, "-w", "-fsyntax-only", "-x", "c", "-"), claimsOf(machine)); err != nil {
		return c.Reading{}, fmt.Errorf("the data model is not that of %s: %w", machine.Name, err)
	}
	return difference(before, after), nil
}

// predefinedBy are the macros that a compiler defines by itself.
func predefinedBy(ctx context.Context, words []string) (map[string]string, error) {
	text, err := runCompiler(ctx, append(slices.Clone(words), "-dM", "-E", "-x", "c", "-"), "")
	if err != nil {
		return nil, err
	}
	macros := map[string]string{}
	for line := range strings.Lines(text) {
		if m := predefinition.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
			macros[m[1]] = m[2]
		}
	}
	if len(macros) == 0 {
		return nil, errors.New("the compiler told no predefined macros")
	}
	return macros, nil
}

// difference returns the flags that make the macros before those after.
func difference(before, after map[string]string) c.Reading {
	var out c.Reading
	for name, text := range after {
		if old, ok := before[name]; !ok || old != text {
			out.Defines = append(out.Defines, name+"="+text)
		}
	}
	for name := range before {
		if _, ok := after[name]; !ok {
			plain, _, _ := strings.Cut(name, "(")
			out.Undefines = append(out.Undefines, plain)
		}
	}
	slices.Sort(out.Defines)
	slices.Sort(out.Undefines)
	return out
}

// runCompiler gives what a compiler prints. An error has the first line of its complaint.
func runCompiler(ctx context.Context, words []string, input string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, compilerTime)
	defer cancel()
	command := exec.CommandContext(ctx, words[0], words[1:]...)
	command.Env = append(os.Environ(), "LC_ALL=C")
	command.Stdin = strings.NewReader(input)
	command.WaitDelay = time.Second
	var complaint bytes.Buffer
	command.Stderr = &complaint
	text, err := command.Output()
	if err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(complaint.String()), "\n")
		return "", fmt.Errorf("%s: %s", filepath.Base(words[0]), cmp.Or(first, err.Error()))
	}
	return string(text), nil
}

// claimsOf is a C text that compilers accept only if sizes, alignments and signs are those of a machine.
func claimsOf(t *target.Target) string {
	var out strings.Builder
	claim := func(format string, values ...any) {
		fmt.Fprintf(&out, "_Static_assert("+format+", \"\");\n", values...)
	}
	double := int64(8)
	if t.ShortDouble {
		double = 4
	}
	for _, scalar := range []struct {
		name        string
		size, align int64
	}{
		{"short", 2, 2}, {"int", t.Int(), t.Int()}, {"long", t.Long(), min(t.Long(), t.Word)}, {"long long", 8, t.Word},
		{"void *", t.Pointer(), t.Pointer()}, {"void (*)(void)", t.Pointer(), t.Pointer()}, {"float", 4, 4}, {"double", double, min(double, t.Word)},
		{"long double", t.LongDouble, t.LongDoubleAlign}, {"__WCHAR_TYPE__", t.WideCharacter, t.WideCharacter},
	} {
		if t.Unaligned {
			scalar.align = 1
		}
		claim("sizeof(%s) == %d && __builtin_offsetof(struct { char a; __typeof__(%s) b; }, b) == %d", scalar.name, scalar.size, scalar.name, scalar.align)
	}
	claim("((char)-1 > 0) == %d && ((__WCHAR_TYPE__)-1 < 0) == %d", bit(t.CharUnsigned), bit(t.WideSigned))
	enumeration, unnamed := t.Int(), int64(1)
	if t.ShortEnums {
		enumeration = 1
	}
	if t.BitFieldsAlign {
		unnamed = t.Int()
	}
	claim("sizeof(enum { SMALL }) == %d && _Alignof(struct { char a; int : 5; char b; }) == %d", enumeration, unnamed)
	claim("_Alignof(struct { char a; } __attribute__((aligned))) == %d", t.LargestAlignment)
	claim("__LDBL_MANT_DIG__ == %d && __FLT_EVAL_METHOD__ == %d", t.LongDoubleDigits, 2*bit(t.WideRegisters))
	claim("__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__")
	list := t.Pointer()
	switch t.Lists {
	case target.SystemVLists:
		list = 24
	case target.AArch64Lists:
		list = 32
	}
	claim("sizeof(__builtin_va_list) == %d", list)
	return out.String()
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
