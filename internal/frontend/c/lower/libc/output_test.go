package libc

import (
	"bufio"
	"bytes"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/format"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// constants is an emitter for lengths of constants: it has what they are made with.
type constants struct {
	emit.Emitter
	terms *term.Builder
	model *ir.DataModel
}

func (c constants) Terms() *term.Builder     { return c.terms }
func (c constants) DataModel() *ir.DataModel { return c.model }

// printedNumbers prints the lengths of all combinations of the lists that it is given as macros.
const printedNumbers = `#include <stdint.h>
#include <stdio.h>
#include <stddef.h>
#include <string.h>
static const char *const flags[] = {FLAGS}, *const widths[] = {WIDTHS}, *const precisions[] = {PRECISIONS},
  *const sizes[] = {SIZES};
static const unsigned long long values[] = {VALUES};
#define ALL(i, list) for (size_t i = 0; i < sizeof list / sizeof *list; i++)
int main(void)
{
  ALL(f, flags) ALL(w, widths) ALL(p, precisions) ALL(s, sizes)
    for (const char *c = "diuxXo"; *c; c++) ALL(v, values) {
      char format[40], text[100];
      unsigned long long x = values[v];
      const char *z = sizes[s];
      sprintf(format, "%%%s%s%s%s%c", flags[f], widths[w], precisions[p], z, *c);
      printf("%d\n", *z == 'l' && z[1] != 'l'       ? snprintf(text, 100, format, (long)x)
                   : *z == 'z'                      ? snprintf(text, 100, format, (size_t)x)
                   : *z == 't'                      ? snprintf(text, 100, format, (ptrdiff_t)x)
                   : *z == 'l' || *z == 'j'         ? snprintf(text, 100, format, x)
                                                    : snprintf(text, 100, format, (int)x));
    }
}
`

// TestNumberLengths compares the lengths of numbers that are printed with the machine's library.
func TestNumberLengths(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	flags := []string{"", "-", "0", "+", " ", "#", "-0", "+0", " +", "#0", "-#", "+#"}
	widths := []string{"", "1", "7", "22"}
	precisions := []string{"", ".", ".0", ".1", ".5", ".10", ".25"}
	sizes := []string{"hh", "h", "", "l", "z", "t", "ll", "j"}
	values := []uint64{0, 1, 7, 8, 9, 10, 15, 16, 127, 128, 255, 256, 4464, 70000, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32,
		1<<63 - 1, 1 << 63, 9999999999999999999, 10000000000000000000, 1<<64 - 1}
	quoted := func(list []string) string { return `"` + strings.Join(list, `", "`) + `"` }
	numbers := strings.ReplaceAll(strings.Trim(fmt.Sprint(values), "[]"), " ", "ULL, ") + "ULL"
	text := strings.NewReplacer("{FLAGS}", "{"+quoted(flags)+"}", "{WIDTHS}", "{"+quoted(widths)+"}", "{PRECISIONS}", "{"+quoted(precisions)+"}",
		"{SIZES}", "{"+quoted(sizes)+"}", "{VALUES}", "{"+numbers+"}").Replace(printedNumbers)
	folder := t.TempDir()
	file, program := filepath.Join(folder, "numbers.c"), filepath.Join(folder, "numbers")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-o", program, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	e := constants{terms: term.NewBuilder(), model: &ir.DataModel{LongWidth: 64, PointerWidth: 64}}
	lengths := bufio.NewScanner(bytes.NewReader(out))
	for _, f := range flags {
		for _, w := range widths {
			for _, p := range precisions {
				for _, s := range sizes {
					for _, c := range "diuxXo" {
						for _, v := range values {
							text := "%" + f + w + p + s + string(c)
							lengths.Scan()
							if found := lengthOf(t, e, text, v); found != lengths.Text() && !t.Failed() {
								t.Errorf("%s of %d: %s characters, expected %s", text, v, found, lengths.Text())
							}
						}
					}
				}
			}
		}
	}
	if lengths.Scan() || lengths.Err() != nil {
		t.Errorf("the machine printed more: %v", lengths.Err())
	}
}

// lengthOf is how many characters a conversion of a number prints.
func lengthOf(t *testing.T, e constants, text string, value uint64) string {
	conversions, ok := format.ParsePrint(text)
	if !ok || len(conversions) != 1 {
		t.Fatalf("%s is not known", text)
	}
	size := int64(4)
	if strings.ContainsAny(conversions[0].Length, "lzjt") {
		size = 8
	}
	a := emit.Argument{Value: e.terms.BVBig(int(8*size), new(big.Int).SetUint64(value&(1<<(8*size-1)<<1-1))), Type: &tree.Type{Kind: tree.Integer, Size: size, Signed: true}}
	n, exact, ok := convertedLength(e, conversions[0], []emit.Argument{a})
	if !ok || !exact {
		t.Fatalf("the length of %s is not known", text)
	}
	v, ok := n.Value()
	if !ok {
		t.Fatalf("the length of %s of %d is no constant: %v", text, value, n)
	}
	return fmt.Sprint(v.Uint64())
}

// TestUnknownLengths: what may fail, or is converted as something else than it is, has no length.
func TestUnknownLengths(t *testing.T) {
	e := constants{terms: term.NewBuilder(), model: &ir.DataModel{LongWidth: 64, PointerWidth: 64}}
	number := func(size int64) emit.Argument {
		return emit.Argument{Value: e.terms.BVConst(int(8*size), 5), Type: &tree.Type{Kind: tree.Integer, Size: size}}
	}
	for _, text := range []string{"%ld", "%*d", "%.*d", "%'d", "%Id", "%lc", "%ls", "%S", "%2000000d", "%.1048576d", "%s", "%f", "%p", "%y"} {
		conversions, ok := format.ParsePrint(text)
		if !ok {
			t.Errorf("%s is not read", text)
			continue
		}
		if n, _, ok := convertedLength(e, conversions[0], []emit.Argument{number(4), number(4)}); ok {
			t.Errorf("%s has the length %v", text, n)
		}
	}
	conversions, _ := format.ParsePrint("%d%d")
	if _, _, ok := convertedLength(e, conversions[1], []emit.Argument{number(4)}); ok {
		t.Error("an argument that is not there has a length")
	}
}
