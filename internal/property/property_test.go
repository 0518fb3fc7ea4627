package property

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Property{
		"CHECK( init(main()), LTL(G ! call(reach_error())) )\n": {Kind: ErrorCall, Name: "unreach-call", Entry: "main", Function: "reach_error"},
		"CHECK( init(start()), LTL(G ! label(ERROR)) )":         {Kind: ErrorLabel, Name: "unreach-call", Entry: "start", Label: "ERROR"},
		"CHECK( init(main()), LTL(G ! overflow) )":              {Kind: Other, Name: "no-overflow", Entry: "main"},
		"CHECK( init(main()), LTL(F end) )":                     {Kind: Other, Name: "termination", Entry: "main"},
		"CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n": {
			Kind: Other, Name: "valid-memsafety", Entry: "main"},
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
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}
