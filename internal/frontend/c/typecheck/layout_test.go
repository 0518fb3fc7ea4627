package typecheck

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLayoutDifferential lets gcc print the layout of generated records and asserts it here.
func TestLayoutDifferential(t *testing.T) {
	for _, model := range []string{"ILP32", "LP64", "IP16-avr"} {
		for seed := int64(1); seed <= 5; seed++ {
			t.Run(fmt.Sprintf("%s/%d", model, seed), func(t *testing.T) {
				g := &recordGenerator{random: rand.New(rand.NewSource(seed)), narrow: model == narrow}
				declarations := g.program(60)
				expectGCC(t, model, declarations, g.queries)
			})
		}
	}
}

// expectGCC compiles a program that prints the value of every query (an expression of integer type) and
// checks the program with an assertion of each value.
func expectGCC(t *testing.T, model, declarations string, queries []string) {
	t.Helper()
	values := runGCC(t, model, declarations, queries)
	var b strings.Builder
	b.WriteString(declarations)
	for i, q := range queries {
		fmt.Fprintf(&b, "_Static_assert((%s) == %s, \"%s\");\n", q, values[i], strings.NewReplacer(`"`, `'`, "\n", " ", `\`, "").Replace(q))
	}
	_, ds, err := Check(context.Background(), Options{DataModel: model, Files: []string{"t.c"}, Source: map[string][]byte{"t.c": []byte(b.String())}})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	for _, d := range ds {
		t.Errorf("%s\n\t%s", d, lines[max(d.Pos.Line-1, 0)])
	}
	if len(ds) > 0 {
		t.Log(declarations)
	}
}

// compilers are the commands of the compiler and of objcopy for a data model, and the compiler's flags.
var compilers = map[string][]string{
	"ILP32": {"gcc", "objcopy", "-m32"}, "LP64": {"gcc", "objcopy", "-m64"}, "IP16-avr": {"avr-gcc", "avr-objcopy"},
}

// narrow is a model whose int has 16 bits.
const narrow = "IP16-avr"

func runGCC(t *testing.T, model, declarations string, queries []string) []string {
	t.Helper()
	command := compilers[model]
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Skip(command[0] + " is not installed")
	}
	dir := t.TempDir()
	// The values are read from the data of the assembler text, so that no program has to run.
	var b strings.Builder
	b.WriteString(declarations)
	b.WriteString("long long answers[] = {\n")
	for _, q := range queries {
		fmt.Fprintf(&b, "(long long)(%s),\n", q)
	}
	b.WriteString("0x0123456789abcdefLL};\n")
	source := filepath.Join(dir, "t.c")
	if err := os.WriteFile(source, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	object := filepath.Join(dir, "t.bin")
	out, err := exec.Command(command[0], append(command[2:len(command):len(command)], "-std=gnu11", "-w", "-c", "-o", object+".o", source)...).CombinedOutput()
	if err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	if out, err := exec.Command(command[1], "-O", "binary", "--only-section=.data", object+".o", object).CombinedOutput(); err != nil {
		t.Fatalf("objcopy: %v\n%s", err, out)
	}
	data, err := os.ReadFile(object)
	if err != nil {
		t.Fatal(err)
	}
	return decodeAnswers(t, data, len(queries))
}

func decodeAnswers(t *testing.T, data []byte, n int) []string {
	t.Helper()
	end := strings.Index(string(data), "\xef\xcd\xab\x89\x67\x45\x23\x01")
	if end < n*8 {
		t.Fatal("the answers are not in the object file")
	}
	data = data[end-n*8 : end]
	values := make([]string, n)
	for i := range values {
		v := int64(0)
		for j := 7; j >= 0; j-- {
			v = v<<8 | int64(data[i*8+j])
		}
		values[i] = fmt.Sprintf("%dLL", v)
		if v == -1<<63 {
			values[i] = "(-9223372036854775807LL - 1)"
		}
	}
	return values
}

// recordGenerator writes declarations of records and asks for their sizes and offsets.
type recordGenerator struct {
	random  *rand.Rand
	text    strings.Builder
	records []string
	queries []string
	member  int
	narrow  bool // int has 16 bits
}

func (g *recordGenerator) pick(list ...string) string { return list[g.random.Intn(len(list))] }

func (g *recordGenerator) rare(n int, s string) string {
	if g.random.Intn(n) == 0 {
		return s
	}
	return ""
}

func (g *recordGenerator) program(n int) string {
	g.text.WriteString("typedef int aligned_int __attribute__((aligned(16)));\ntypedef unsigned mode_byte __attribute__((__mode__(__QI__)));\n" +
		"typedef unsigned mode_wide __attribute__((mode(DI)));\nenum small { SA, SB } __attribute__((packed));\nenum wide { WA = -1, WB = 1 };\n")
	for i := range n {
		name := fmt.Sprintf("%s r%d", g.pick("struct", "struct", "struct", "union"), i)
		pragma := g.pick("", "", "", "1", "2", "4", "8")
		if pragma != "" {
			fmt.Fprintf(&g.text, "#pragma pack(push, %s)\n", pragma)
		}
		var fields []string
		fmt.Fprintf(&g.text, "%s {\n", name)
		for range 1 + g.random.Intn(7) {
			fields = append(fields, g.field("")...)
		}
		fmt.Fprintf(&g.text, "}%s;\n", g.rare(5, " __attribute__(("+g.pick("packed", "aligned(8)", "aligned(2)", "packed, aligned(4)", "aligned")+"))"))
		if pragma != "" {
			g.text.WriteString("#pragma pack(pop)\n")
		}
		g.records = append(g.records, name)
		g.queries = append(g.queries, "sizeof("+name+")", "_Alignof("+name+")", "__alignof__("+name+")")
		for _, f := range fields {
			g.queries = append(g.queries, "__builtin_offsetof("+name+", "+f+")")
		}
	}
	g.initializers()
	return g.text.String()
}

// field writes a member and returns the names for offsetof that it adds.
func (g *recordGenerator) field(indent string) []string {
	g.member++
	name := fmt.Sprintf("m%d", g.member)
	attribute := g.rare(6, " __attribute__(("+g.pick("packed", "aligned(2)", "aligned(4)", "aligned(16)")+"))")
	integer := g.pick("char", "unsigned char", "short", "int", "unsigned", "long", "long long", "unsigned long long", "_Bool", "enum small", "enum wide", "mode_byte", "mode_wide")
	switch g.random.Intn(10) {
	case 0, 1, 2:
		width := g.random.Intn(9)
		if integer == "_Bool" || integer == "enum small" {
			width = 1
		} else if strings.Contains(integer, "long") || integer == "mode_wide" || integer == "int" || integer == "unsigned" {
			width = g.random.Intn(33)
			if g.narrow && (integer == "int" || integer == "unsigned") {
				width /= 2
			}
		}
		if width == 0 || g.random.Intn(6) == 0 {
			fmt.Fprintf(&g.text, "%s  %s : %d;\n", indent, integer, width)
			return nil
		}
		fmt.Fprintf(&g.text, "%s  %s %s : %d%s;\n", indent, integer, name, width, attribute)
		return nil
	case 3:
		if len(g.records) > 0 {
			fmt.Fprintf(&g.text, "%s  %s %s%s%s;\n", indent, g.records[g.random.Intn(len(g.records))], name, g.rare(3, "[2]"), attribute)
			return []string{name}
		}
	case 4:
		if len(indent) < 4 {
			fmt.Fprintf(&g.text, "%s  %s {\n", indent, g.pick("struct", "union"))
			var fields []string
			for range 1 + g.random.Intn(3) {
				fields = append(fields, g.field(indent+"  ")...)
			}
			fmt.Fprintf(&g.text, "%s  }%s;\n", indent, attribute)
			return fields
		}
	case 5:
		fmt.Fprintf(&g.text, "%s  %s %s%s;\n", indent, g.pick("float", "double", "long double", "char *", "aligned_int"), name, attribute)
		return []string{name}
	case 6:
		fmt.Fprintf(&g.text, "%s  %s %s[%d]%s;\n", indent, integer, name, g.random.Intn(5), attribute)
		return []string{name}
	}
	fmt.Fprintf(&g.text, "%s  %s %s%s;\n", indent, integer, name, attribute)
	return []string{name}
}

// initializers adds arrays whose length comes from their initializer.
func (g *recordGenerator) initializers() {
	g.text.WriteString(`char text[] = "abc" "d"; int counted[] = { 1, [7] = 2, 3 }; struct { int a, b[2]; } nested[] = { 1, 2, 3, { 4 }, [4].b[1] = 5, 6 };
wide_dummy() { return 0; }
`)
	g.queries = append(g.queries, "sizeof(text)", "sizeof(counted)", "sizeof(nested)", "sizeof(L\"xy\")", "sizeof(u8\"xy\")")
}
