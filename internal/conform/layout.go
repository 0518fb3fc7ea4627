package conform

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/frontend/c/typecheck"
)

// Layout holds what the compiler says of the layouts of one file's types in one data model.
type Layout struct {
	File, Model string
	Compared    bool // both read the file
	Types       int  // types of file scope that were compared
	Assertions  int  // sizes, alignments and offsets
	BitFields   int  // positions of bit-fields
	Differences []string
	Note        string // why the file was not compared, or its bit-fields were not
	Err         error
}

// Layouts compares sizes, alignments, offsets and positions of bit-fields of all types that the
// files name at file scope. The headers are the machine's for both sides.
func Layouts(ctx context.Context, files []string, o Options) []Layout {
	return each(ctx, files, o, func(ctx context.Context, t task) Layout {
		l := Layout{File: t.file, Model: t.model}
		l.Err = guard(func() error { return o.layout(ctx, &l) })
		return l
	})
}

func (o Options) layout(ctx context.Context, l *Layout) error {
	if o.compiler(ctx, l.Model, "-fsyntax-only", "-x", "c", l.File).Run() != nil {
		l.Note = "the compiler rejects it"
		return nil
	}
	reading := o.frontEnd(l.File, l.Model).Units[0].Reading
	reading.SystemOwn = true
	unit, refused, err := typecheck.Check(ctx, typecheck.Options{DataModel: l.Model, Files: []string{l.File}, Reading: reading})
	if err != nil || len(refused) > 0 {
		l.Note = "refused: " + first(refused)
		return err
	}
	path, err := filepath.Abs(l.File)
	if err != nil {
		return fmt.Errorf("naming the file: %w", err)
	}
	q := &questions{names: map[string]bool{}}
	for _, named := range unit.Types {
		q.typ(named)
	}
	l.Types, l.Assertions, l.BitFields = q.types, len(q.assertions), len(q.probes)
	return o.ask(ctx, l, path, q)
}

// ask has the compiler check the assertions and place the bit-fields.
func (o Options) ask(ctx context.Context, l *Layout, path string, q *questions) error {
	head := fmt.Sprintf("#include %q\n", path)
	for name := range q.names {
		head += "#undef " + name + "\n"
	}
	file, remove, err := temporary("layout.c", head+strings.Join(q.assertions, "\n")+"\n")
	if err != nil {
		return err
	}
	defer remove()
	out, err := o.compiler(ctx, l.Model, "-fsyntax-only", "-fmax-errors=0", file).CombinedOutput()
	if err != nil && !l.failures(string(out)) {
		l.Note = "the compiler rejects the assertions: " + strings.SplitN(string(out), "\n", 2)[0]
		return nil
	}
	l.Compared = true
	if len(q.probes) == 0 {
		return nil
	}
	text := head
	for i, p := range q.probes {
		text += fmt.Sprintf("%s yogi_probe_%d = { %s = -1 };\n", p.typ, i, p.path)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return fmt.Errorf("writing a scratch file: %w", err)
	}
	object := file + ".o"
	if out, err := o.compiler(ctx, l.Model, "-c", "-O0", "-o", object, file).CombinedOutput(); err != nil {
		l.BitFields = 0
		l.Note = "bit-fields: the compiler rejects the probes: " + strings.SplitN(string(out), "\n", 2)[0]
		return nil
	}
	return l.bits(object, q)
}

// failures notes the assertions that failed; ok is false if something else is wrong.
func (l *Layout) failures(output string) (ok bool) {
	for _, line := range strings.Split(output, "\n") {
		if _, message, found := strings.Cut(line, "error: "); found {
			assertion, found := strings.CutPrefix(message, "static assertion failed: ")
			if !found {
				return false
			}
			l.Differences = append(l.Differences, assertion)
			ok = true
		}
	}
	return ok
}

// bits compares the bytes of the initialised objects.
func (l *Layout) bits(object string, q *questions) error {
	read, err := objectReader(object)
	if err != nil {
		return err
	}
	for i, p := range q.probes {
		data := make([]byte, p.size)
		if err := read(fmt.Sprintf("yogi_probe_%d", i), data); err != nil {
			return err
		}
		want := make([]byte, p.size)
		for b := p.bit; b < p.bit+p.width && b/8 < p.size; b++ {
			want[b/8] |= 1 << (b % 8)
		}
		if string(want) != string(data) {
			l.Differences = append(l.Differences, fmt.Sprintf("bits of %s%s: %x, gcc %x", p.typ, p.path, want, data))
		}
	}
	return nil
}

// questions are static assertions about the types of a file, which the compiler is to confirm.
type questions struct {
	types      int
	assertions []string
	probes     []probe
	names      map[string]bool // identifiers used, which may be macros
}

// probe is a bit-field: its first bit counted from the start of the object.
type probe struct {
	typ, path        string
	size, bit, width int64
}

func (q *questions) typ(named tree.NamedType) {
	t := named.Type
	if t.Size < 0 || t.Kind == tree.Void || t.Kind == tree.Function || t.Kind == tree.Array && t.LengthExpr != nil {
		return
	}
	q.types++
	for _, word := range strings.Fields(named.Name) {
		if word != "struct" && word != "union" && word != "enum" {
			q.names[word] = true
		}
	}
	q.assert("sizeof(%s) == %d", named.Name, t.Size)
	q.assert("_Alignof(%s) == %d", named.Name, t.Align)
	if t.Kind == tree.Struct || t.Kind == tree.Union {
		q.fields(named.Name, "", t, 0, t.Size)
	}
}

func (q *questions) assert(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	q.assertions = append(q.assertions, fmt.Sprintf("_Static_assert(%s, %q);", text, text))
}

// fields asks about the members of t, which is at a path and an offset in the type of a size called name.
func (q *questions) fields(name, path string, t *tree.Type, offset, size int64) {
	for _, f := range t.Fields {
		if f.Name == "" {
			q.fields(name, path, f.Type, offset+f.Offset, size)
			continue
		}
		q.names[f.Name] = true
		at := path + "." + f.Name
		if f.BitWidth > 0 {
			q.probes = append(q.probes, probe{name, at, size, (offset+f.Offset)*8 + f.BitOffset, f.BitWidth})
			continue
		}
		q.assert("__builtin_offsetof(%s, %s) == %d", name, at[1:], offset+f.Offset)
		if f.Type.Size >= 0 && f.Type.Kind != tree.Function {
			q.assert("sizeof(((%s *)0)->%s) == %d", name, at[1:], f.Type.Size)
		}
		if (f.Type.Kind == tree.Struct || f.Type.Kind == tree.Union) && f.Type.Tag == "" {
			q.fields(name, at, f.Type, offset+f.Offset, size)
		}
	}
}

// WriteLayouts reports what was compared, and every difference.
func WriteLayouts(w io.Writer, all []Layout) (same bool) {
	same = true
	files, types, assertions, bitFields := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	notes, differences := map[string]int{}, 0
	for _, l := range all {
		if l.Err != nil {
			fmt.Fprintf(w, "%s (%s): %v\n", l.File, l.Model, l.Err)
			same = false
		}
		if l.Note != "" && l.Note != "the compiler rejects it" {
			fmt.Fprintf(w, "%s (%s): %s\n", l.File, l.Model, l.Note)
			notes[strings.SplitN(l.Note, ":", 2)[0]]++
		}
		for _, d := range l.Differences {
			fmt.Fprintf(w, "%s (%s): %s\n", l.File, l.Model, d)
			same = false
			differences++
		}
		if l.Compared {
			files[l.Model]++
			types[l.Model] += l.Types
			assertions[l.Model] += l.Assertions
			bitFields[l.Model] += l.BitFields
		}
	}
	writeCounts(w, notes)
	for _, m := range sortedKeys(files) {
		fmt.Fprintf(w, "%s: %d files, %d types, %d assertions and %d bit-fields compared\n", m, files[m], types[m], assertions[m], bitFields[m])
	}
	fmt.Fprintf(w, "%d differences\n", differences)
	return same
}
