package pass

import (
	"errors"
	"strings"
	"testing"

	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/term"
)

func none(*ir.Program) error { return nil }

// row is one of a pass.
func row(name string, p Pass) Row {
	p.Name, p.Run = name, none
	return Row{Name: name, Does: "something", Passes: []Pass{p}}
}

func optional(r Row) Row { r.Of = []feature.Feature{feature.Copies}; return r }

func TestCheck(t *testing.T) {
	normal := row("normal", Pass{Gives: Normal})
	simple := row("simple", Pass{Needs: Normal, Gives: Simplified})
	breaks := row("breaks", Pass{Breaks: Normal})
	maps := row("maps", Pass{Needs: Normal | Accesses, Gives: Maps, Breaks: Accesses})
	instead := optional(maps)
	instead.Instead = []Pass{{Name: "other", Needs: Normal | Accesses, Gives: Maps, Breaks: Accesses}}
	harsh := instead
	harsh.Instead = []Pass{{Name: "other", Needs: Effects, Gives: Maps}}
	for _, c := range []struct {
		name  string
		table Table
		want  string // in the complaint; "": none
	}{
		{"in order", Table{normal, simple, maps}, ""},
		{"behind its need", Table{simple, normal, maps}, "simple, pass simple: it needs what does not hold there: normal form"},
		{"broken between", Table{normal, breaks, maps}, "maps, pass maps: it needs what does not hold there: normal form"},
		{"broken and mended", Table{normal, breaks, row("again", Pass{Gives: Normal}), maps}, ""},
		{"broken by what may be left out", Table{normal, optional(breaks), maps}, "maps, pass maps: it needs"},
		{"established by what may be left out", Table{optional(normal), maps}, "maps, pass maps: it needs"},
		{"established by what may be switched off", Table{{Name: "n", Does: "something", Of: []feature.Feature{feature.Cores}, Passes: normal.Passes}, maps}, "maps, pass maps: it needs"},
		{"for some programs", Table{{Name: "n", Does: "something", When: func(*ir.Program) bool { return true }, Passes: normal.Passes}, maps}, "maps, pass maps: it needs"},
		{"twice of what there is once", Table{normal, maps, row("more", maps.Passes[0])}, "more, pass more: it needs what does not hold there: accesses"},
		{"nothing in its place", Table{normal, optional(maps)}, "behind the last row does not hold: maps"},
		{"another in its place", Table{normal, instead}, ""},
		{"another that needs more", Table{normal, harsh}, "maps, pass other instead: it needs what does not hold there: effects"},
		{"a use that nothing establishes", Table{normal, maps, row("user", Pass{Uses: Simplified})}, "user, pass user: it makes use of"},
		{"a use of what may be left out", Table{normal, optional(simple), maps, row("user", Pass{Uses: Simplified})}, ""},
		{"two of a name", Table{normal, normal, maps}, `there are two rows "normal"`},
		{"a row that says nothing", Table{normal, maps, {Name: "silent", Passes: normal.Passes}}, `row "silent"`},
	} {
		err := c.table.Check(Accesses, Maps)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

const twoBlocks = `entry main
global |g| (_ BitVec 8)
function main {
  block 0 ""
    |g| := #x01
    goto true 1
  block 1 ""
    return
}
`

// TestRun: rows run in their order unless one of the features that they belong to is missing.
func TestRun(t *testing.T) {
	var ran []string
	tell := func(name string) Pass {
		return Pass{Name: name, Run: func(*ir.Program) error { ran = append(ran, name); return nil }}
	}
	table := Table{
		{Name: "a", Passes: []Pass{tell("a1"), tell("a2")}},
		{Name: "b", Of: []feature.Feature{feature.Cores}, Passes: []Pass{tell("b")}, Instead: []Pass{tell("not b")}},
		{Name: "c", Of: []feature.Feature{feature.Cores, feature.Copies}, Passes: []Pass{tell("c")}},
		{Name: "d", When: func(p *ir.Program) bool { return p.Model != nil }, Passes: []Pass{tell("d")}},
	}
	for features, want := range map[feature.Set]string{{}: "a1 a2 b c", feature.Without(feature.Cores): "a1 a2 not b", feature.Without(feature.Copies): "a1 a2 b"} {
		ran = nil
		p := ir.MustParse(twoBlocks, term.NewBuilder())
		if err := table.Run(p, 0, Options{Features: features}); err != nil {
			t.Error(err)
		}
		if got := strings.Join(ran, " "); got != want {
			t.Errorf("with %q ran %s, want %s", features, got, want)
		}
	}
}

// TestRunErrors: an error ends the run unless it is tolerated, and is returned then too.
func TestRunErrors(t *testing.T) {
	doubt, last := errors.New("a doubt"), false
	table := Table{
		{Name: "a", Passes: []Pass{{Name: "a", Run: func(*ir.Program) error { return doubt }}}},
		{Name: "b", Passes: []Pass{{Name: "b", Run: func(*ir.Program) error { last = true; return nil }}}},
	}
	p := ir.MustParse(twoBlocks, term.NewBuilder())
	if err := table.Run(p, 0, Options{}); !errors.Is(err, doubt) || last {
		t.Errorf("%v, the row behind ran: %v", err, last)
	}
	if err := table.Run(p, 0, Options{Tolerated: func(err error) bool { return err == doubt }}); !errors.Is(err, doubt) || !last {
		t.Errorf("%v, the row behind ran: %v", err, last)
	}
}

// TestRunChecks: a pass that does not keep what it says is found, whatever it is.
func TestRunChecks(t *testing.T) {
	for _, c := range []struct {
		name   string
		holds  Property
		change func(p *ir.Program)
	}{
		{"not well formed", 0, func(p *ir.Program) { p.Entry.Blocks[1].Terminator = nil }},
		{"a block that nothing leads to", Normal, func(p *ir.Program) { p.Entry.NewBlock("", p.Entry.Pos).Terminator = &ir.Return{} }},
		{"effects that are not said", Effects, func(*ir.Program) {}},
		{"memory is left", Maps, func(p *ir.Program) {
			p.Entry.Blocks[0].Emit(&ir.Free{Addr: p.Terms.BVConst(64, 0), Kind: ir.HeapObject})
		}},
	} {
		table := Table{{Name: "bad", Passes: []Pass{{Name: "bad", Gives: c.holds, Run: func(p *ir.Program) error { c.change(p); return nil }}}}}
		if err := table.Run(ir.MustParse(twoBlocks, term.NewBuilder()), 0, Options{Check: true}); err == nil || !strings.Contains(err.Error(), "bad, pass bad") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	fine := Table{{Name: "effects", Passes: []Pass{{Name: "effects", Gives: Effects, Run: func(p *ir.Program) error { ir.ComputeModifies(p); return nil }}}}}
	if err := fine.Run(ir.MustParse(twoBlocks, term.NewBuilder()), Normal|Maps, Options{Check: true}); err != nil {
		t.Error(err)
	}
}
