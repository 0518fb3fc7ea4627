package ir_test

import (
	"reflect"
	"testing"

	"yogi/internal/ir"
)

// TestCopy: a copy is well formed and reads the same, what changes it does not change the program,
// and the two share nothing that a pass changes.
func TestCopy(t *testing.T) {
	for seed := range int64(200) {
		p := newRandomProgram(seed)
		ir.ComputeModifies(p)
		before := p.String()
		c := p.Copy()
		if err := ir.Check(c); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if c.String() != before {
			t.Fatalf("seed %d: the copy is\n%s\nof\n%s", seed, c, before)
		}
		shared(t, p, c)
		ir.Normalize(c)
		ir.Simplify(c)
		ir.MergeConditions(c)
		ir.Normalize(c)
		ir.ComputeModifies(c)
		ir.Constants(c)
		ir.Normalize(c)
		ir.Inline(c, ir.InlineOptions{CalleeBlocks: -1, CallerBlocks: 100})
		ir.Normalize(c)
		ir.Simplify(c)
		ir.LoopsToRecursion(c)
		ir.Normalize(c)
		ir.Simplify(c)
		c.NewGlobal("another", c.Terms.Bool())
		if p.String() != before {
			t.Fatalf("seed %d: a change of the copy made the program\n%s\nof\n%s", seed, p, before)
		}
		if err := ir.Check(p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// shared looks for functions, blocks, instructions and variables that two programs share.
func shared(t *testing.T, p, c *ir.Program) {
	t.Helper()
	seen := map[any]bool{}
	each(p, func(part any) { seen[part] = true })
	each(c, func(part any) {
		if seen[part] && reflect.TypeOf(part).Elem().Size() > 0 {
			t.Fatalf("the copy shares a %T", part)
		}
	})
}

// each calls visit with the functions, blocks, instructions, terminators and variables of a
// program.
func each(p *ir.Program, visit func(part any)) {
	for _, v := range p.Globals {
		visit(v)
	}
	for _, f := range p.Functions {
		visit(f)
		for _, v := range append(f.Variables(), f.Modifies...) {
			visit(v)
		}
		for _, b := range f.Blocks {
			visit(b)
			visit(b.Terminator)
			for _, s := range b.Successors() {
				visit(s)
			}
			for _, i := range b.Instructions {
				visit(i)
				switch i := i.(type) {
				case *ir.Assign:
					visit(i.Dst)
				case *ir.Havoc:
					visit(i.Dst)
				case *ir.Call:
					visit(i.Callee)
				}
			}
		}
	}
}

// TestCopyKnowsFields: a field of a program that refers to its variables, functions or blocks has
// to be copied. This counts the fields, so that whoever adds one looks at Copy.
func TestCopyKnowsFields(t *testing.T) {
	for kind, want := range map[reflect.Type]int{
		reflect.TypeFor[ir.Program](): 44, reflect.TypeFor[ir.Elements](): 4, reflect.TypeFor[ir.ElementFact](): 3, reflect.TypeFor[ir.Hint](): 2, reflect.TypeFor[ir.Function](): 15, reflect.TypeFor[ir.Object](): 11,
		reflect.TypeFor[ir.Block](): 6, reflect.TypeFor[ir.Variable](): 13, reflect.TypeFor[ir.Guess](): 4, reflect.TypeFor[ir.InitialRange](): 5,
	} {
		if got := kind.NumField(); got != want {
			t.Errorf("%v has %d fields and not %d: does Copy copy what is new? Then change the number here", kind, got, want)
		}
	}
}
