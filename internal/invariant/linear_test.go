package invariant

import (
	"testing"

	"yogi/internal/term"
)

// TestEqualities: the equations that are proposed hold in all samples, and determine what the samples
// determine.
func TestEqualities(t *testing.T) {
	terms := term.NewBuilder()
	sort := terms.BV(32)
	columns := map[string][]int64{
		"x": {0, 1, 2, 3, -4}, "y": {7, 9, 11, 13, -1}, // y = 2x + 7
		"z": {1, 0, 5, 2, 2}, "w": {9, 10, 19, 18, 2}, // w = x + z + ... : w = y + z + 1 - ...
	}
	for i := range columns["w"] {
		columns["w"][i] = 3*columns["x"][i] - 2*columns["z"][i] + 5
	}
	var features []*feature
	for _, name := range []string{"x", "y", "z", "w"} {
		features = append(features, &feature{term: terms.Var(name, sort), signed: columns[name], unsigned: columns[name], numeric: true})
	}
	a := arithmetic{terms, sort}
	equations := a.nullspace(features)
	if len(equations) != 2 {
		t.Fatalf("%d equations: %v", len(equations), equations)
	}
	evaluator := term.NewEvaluator()
	for i := range columns["x"] {
		s := values{}
		for name, column := range columns {
			s[terms.Var(name, sort)] = term.BVValue(32, uint64(column[i]))
		}
		for _, q := range equations {
			if v, err := evaluator.Eval(q, s); err != nil || !v.Bool() {
				t.Errorf("sample %d: %s is %v %v", i, q, v, err)
			}
		}
	}
	if line := a.line(features[0], features[1]); line == nil {
		t.Error("no line through x and y")
	}
	if line := a.line(features[0], features[2]); line != nil {
		t.Errorf("a line through x and z: %s", line)
	}
}

type values map[*term.Term]term.Value

func (s values) Lookup(v *term.Term) (term.Value, bool) {
	x, ok := s[v]
	return x, ok
}

func (s values) Apply(*term.Func, []term.Value) (term.Value, bool) { return term.Value{}, false }
