package property

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Property{
		"CHECK( init(main()), LTL(G ! call(reach_error())) )\n": {Kind: ErrorCall, Name: "unreach-call", Entry: "main", Function: "reach_error"},
		"CHECK( init(start()), LTL(G ! label(ERROR)) )":         {Kind: ErrorLabel, Name: "unreach-call", Entry: "start", Label: "ERROR"},
		"CHECK( init(main()), LTL(G ! overflow) )":              {Kind: BuiltIn, Name: "no-overflow", Entry: "main", Checks: Overflow},
		"CHECK( init(main()), LTL(F end) )":                     {Kind: Other, Name: "termination", Entry: "main"},
		"CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n": {
			Kind: BuiltIn, Name: "valid-memsafety", Entry: "main", Checks: InvalidFree | Null | Bounds | UseAfterFree | Leak},
		"CHECK( init(main()), LTL(G valid-deref) )":      {Kind: BuiltIn, Name: "valid-memsafety", Entry: "main", Checks: Null | Bounds | UseAfterFree},
		"CHECK( init(main()), LTL(G valid-memcleanup) )": {Kind: BuiltIn, Name: "valid-memcleanup", Entry: "main", Checks: Cleanup},
	} {
		got, err := Parse(text)
		if err != nil || got != want {
			t.Errorf("%s: got %+v, %v", text, got, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "no CHECK",
		"CHECK( main )":                         "line 1",
		"CHECK( init(main()), LTL(G ! magic) )": "not known",
		"CHECK( init(main()), LTL(G ! call(a())) )\nCHECK( init(main()), LTL(G ! call(b())) )": "second property",
		"CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(G valid-free) )":   "second property",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestChecks(t *testing.T) {
	c, err := ParseChecks([]string{"null", "overflow", "double-free"})
	if err != nil || c != Null|Overflow|InvalidFree {
		t.Fatalf("got %v, %v", c, err)
	}
	if got := strings.Join(c.Names(), ","); got != "null,double-free,overflow" {
		t.Errorf("the names are %s", got)
	}
	if c.Has(Reach) || !Checks(0).Has(Reach) || Checks(0).Has(Null) {
		t.Error("reach is the default and nothing else")
	}
	text, err := c.MarshalJSON()
	var back Checks
	if err != nil || back.UnmarshalJSON(text) != nil || back != c {
		t.Errorf("%s reads as %v, %v", text, back, err)
	}
	if _, err := ParseChecks([]string{"magic"}); err == nil || !strings.Contains(err.Error(), "uninit") {
		t.Errorf("error %v", err)
	}
	if InvalidFree.SubProperty() != "valid-free" || Bounds.SubProperty() != "valid-deref" {
		t.Error("sub-properties")
	}
}

func TestChoose(t *testing.T) {
	for text, want := range map[string]string{
		"bounds": "reach,bounds", "-reach,bounds": "bounds", "memory": "reach,null,bounds,uaf,double-free,leak",
		"memory,-leak,-reach": "null,bounds,uaf,double-free", "all,-memory": "reach,cleanup,overflow,div,shift,uninit", "-reach": "",
	} {
		got, err := Checks(0).Choose(strings.Split(text, ","))
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if got == 0 && want == "" {
			continue
		}
		if names := strings.Join(got.Names(), ","); names != want {
			t.Errorf("%s: %s, not %s", text, names, want)
		}
	}
	if _, err := Checks(0).Choose([]string{"-magic"}); err == nil {
		t.Error("a name of no check is accepted")
	}
}
