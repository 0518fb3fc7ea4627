package evidence

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/portfolio"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// programs are those of the engine's tests, in the text form.
func programs(t *testing.T) []string {
	paths, err := filepath.Glob("../../interproc/testdata/*.ir")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs (%v)", err)
	}
	return paths
}

func answer(t *testing.T, path string) (*ir.Program, *verdict.Answer) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := ir.Parse(string(text), term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	ir.ComputeModifies(p)
	s, err := chain.New(p.Terms, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return p, portfolio.Check(t.Context(), p, interproc.Options{Solver: s})
}

func TestRoundTrip(t *testing.T) {
	proofs, tests := 0, 0
	for _, path := range programs(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".ir"), func(t *testing.T) {
			p, a := answer(t, path)
			switch a.Kind {
			case verdict.Pass:
				proofs++
				a.Certificate.Refuters = []string{"cvc5", "z3"}
				checkCertificate(t, p, a.Certificate)
			case verdict.Fail:
				tests++
				checkTest(t, p, a.Test)
			}
		})
	}
	if proofs == 0 || tests == 0 {
		t.Errorf("%d proofs and %d tests went the way", proofs, tests)
	}
}

func checkCertificate(t *testing.T, p *ir.Program, c *verdict.Certificate) {
	encoded := &Certificate{}
	viaText(t, EncodeCertificate(p, c), encoded)
	decoded, err := encoded.Decode(p)
	if err != nil {
		t.Fatal(err)
	}
	again := &Certificate{}
	viaText(t, EncodeCertificate(p, decoded), again)
	if !reflect.DeepEqual(encoded, again) {
		t.Error("the certificate that was read back differs")
	}
	names := p.Canonical()
	canonical, err := encoded.Canonical(names)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range canonical.Graphs {
		if !strings.HasPrefix(g.Function, "%") {
			t.Errorf("the function %s has its name in canonical form", g.Function)
		}
	}
	named, err := canonical.Named(names)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err = named.Decode(p)
	if err != nil {
		t.Fatal(err)
	}
	again = &Certificate{}
	viaText(t, EncodeCertificate(p, decoded), again)
	if !reflect.DeepEqual(encoded, again) {
		t.Error("the certificate that went through canonical names differs")
	}
	for i, g := range c.Graphs {
		if g.Post != decoded.Graphs[i].Post { // one builder: equal terms are the same pointers
			t.Errorf("graph %d: %s was read back as %s", i, g.Post, decoded.Graphs[i].Post)
		}
	}
}

func checkTest(t *testing.T, p *ir.Program, test *verdict.Test) {
	encoded := &Test{}
	viaText(t, EncodeTest(test), encoded)
	decoded, err := encoded.Decode(p)
	if err != nil {
		t.Fatal(err)
	}
	if again := EncodeTest(decoded); !reflect.DeepEqual(again.Inputs, encoded.Inputs) || !reflect.DeepEqual(again.Globals, encoded.Globals) {
		t.Errorf("the test that was read back differs:\n%v\n%v", again, encoded)
	}
}

func viaText(t *testing.T, from, to any) {
	text, err := json.Marshal(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatal(err)
	}
}

func TestDecodeRefuses(t *testing.T) {
	p := ir.NewProgram(term.NewBuilder(), nil)
	leaf := []tree{{Location: 0, Nodes: []node{{Pred: -1}}}}
	good := graph{Function: "main", Exit: "error", Trees: leaf}
	for name, c := range map[string]Certificate{
		"no main graph":      {Terms: []string{"true"}, Main: 1, Graphs: []graph{good}},
		"no term":            {Terms: nil, Graphs: []graph{good}},
		"unknown symbol":     {Terms: []string{"(= x 1)"}, Graphs: []graph{good}},
		"later term":         {Terms: []string{"(not @1)", "true"}, Graphs: []graph{good}},
		"unknown exit":       {Terms: []string{"true"}, Graphs: []graph{{Exit: "door", Trees: leaf}}},
		"endless tree":       {Terms: []string{"true"}, Graphs: []graph{{Exit: "error", Trees: []tree{{Nodes: []node{{Pred: 0}}}}}}},
		"two trees":          {Terms: []string{"true"}, Graphs: []graph{{Exit: "error", Trees: []tree{leaf[0], leaf[0]}}}},
		"use of no graph":    {Terms: []string{"true"}, Graphs: []graph{{Exit: "error", Trees: leaf, Absent: []absentEdge{{Uses: []use{{Graph: 5}}}}}}},
		"symbol of program ": {Symbols: []symbol{{"x", "Int"}, {"x", "Int"}}, Terms: []string{"true"}, Graphs: []graph{good}},
	} {
		if _, err := c.Decode(p); err == nil {
			t.Errorf("%s: decoded", name)
		}
	}
}

func TestBundleNoticesChangedSource(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(path, []byte("int main;"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := &Bundle{Verdict: "TRUE", Settings: json.RawMessage("{}"), Sources: []Source{{Path: path, Copy: filepath.Join(SourceFolder, "a.c")}}}
	if err := b.Write(folder); err != nil {
		t.Fatal(err)
	}
	read, err := Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, read.Sources[0].Copy), []byte("int moan;"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(folder); err == nil || !strings.Contains(err.Error(), "not the file that was checked") {
		t.Errorf("error %v", err)
	}
}

// TestFunctionValues: a test keeps what it says of functions, and one that does not fit the program is refused.
func TestFunctionValues(t *testing.T) {
	b := term.NewBuilder()
	p := ir.NewProgram(b, nil)
	f := b.Func("f", []*term.Sort{b.Int(), b.Bool()}, b.BV(8))
	p.Axioms = []*term.Term{b.Eq(b.Apply(f, b.IntConst(0), b.True()), b.BVConst(8, 0))}
	test := &verdict.Test{Applied: []verdict.FunctionValue{{Function: f, Args: []term.Value{term.IntValue(-3), term.BoolValue(true)}, Value: term.BVValue(8, 200)}}}
	encoded := &Test{}
	viaText(t, EncodeTest(test), encoded)
	decoded, err := encoded.Decode(p)
	if err != nil {
		t.Fatal(err)
	}
	if again := EncodeTest(decoded); !reflect.DeepEqual(again.Functions, encoded.Functions) || len(again.Functions) != 1 {
		t.Errorf("the values that were read back differ:\n%v\n%v", again.Functions, encoded.Functions)
	}
	for x, want := range map[int64]uint64{-3: 200, 3: 0} {
		if v, ok := decoded.Functions(f, []term.Value{term.IntValue(x), term.BoolValue(true)}); !ok || v.Big().Uint64() != want {
			t.Errorf("f(%d, true) = %v", x, v)
		}
	}
	for name, change := range map[string]func(*functionValue){
		"no function":   func(v *functionValue) { v.Function = "g" },
		"one argument":  func(v *functionValue) { v.Arguments = v.Arguments[:1] },
		"other sorts":   func(v *functionValue) { v.Arguments = []string{"true", "1"} },
		"no value":      func(v *functionValue) { v.Value = "x" },
		"another value": func(v *functionValue) { v.Value = "7" },
	} {
		wrong := encoded.Functions[0]
		wrong.Arguments = append([]string(nil), wrong.Arguments...)
		change(&wrong)
		if _, err := (&Test{Functions: []functionValue{wrong}}).Decode(p); err == nil {
			t.Errorf("%s: decoded", name)
		}
	}
}
