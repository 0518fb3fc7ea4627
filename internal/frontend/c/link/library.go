package link

import "yogi/internal/frontend/c/tree"

// Library links in, from a library, what the program calls and leaves without a body. open gives the unit that
// defines a function, nil if there is none; it is asked once for each name. used are the functions that were
// linked in. A function that the program declares otherwise than the library, or whose unit does not fit the program,
// is none of the library's and stays without a body.
func Library(program *tree.Unit, open func(name string) (*tree.Unit, error)) (linked *tree.Unit, used []string, err error) {
	tried := map[string]bool{}
	for {
		again := false
		for _, f := range missing(program) {
			if tried[f.Name] {
				continue
			}
			tried[f.Name] = true
			unit, err := open(f.Name)
			if err != nil {
				return nil, nil, err
			}
			if unit == nil || !defines(unit, f) {
				continue
			}
			if next, conflicts := Units([]*tree.Unit{program, unit}); len(conflicts) == 0 {
				program, again = next, true
				used = append(used, f.Name)
			}
		}
		if !again {
			return program, used, nil
		}
	}
}

// defines says that a unit defines the function as the program declares it.
func defines(unit *tree.Unit, declared *tree.FunctionDef) bool {
	for _, f := range unit.Functions {
		if f.Name == declared.Name && f.Body != nil && f.Linkage == tree.ExternalLinkage {
			return callableAs(f, declared)
		}
	}
	return false
}

// missing are the functions without a body, or with one that serves only to be inlined, that the program mentions in
// bodies and initial values.
func missing(program *tree.Unit) []*tree.FunctionDef {
	m := &mentions{seen: map[*tree.FunctionDef]bool{}}
	for _, o := range program.Objects {
		o.Init.EachValue(func(value tree.Expr) { tree.EachExpr(value, m.note) })
	}
	for _, f := range program.Functions {
		if f.Body != nil {
			tree.EachExprOf(f.Body, m.note)
		}
	}
	return m.found
}

type mentions struct {
	seen  map[*tree.FunctionDef]bool
	found []*tree.FunctionDef
}

func (m *mentions) note(e tree.Expr) {
	r, ok := e.(*tree.FunctionRef)
	if !ok || m.seen[r.Function] {
		return
	}
	isElsewhere := r.Function.Body == nil && r.Function.Linkage == tree.ExternalLinkage || r.Function.Outside != nil
	if isElsewhere && !r.Function.Unknown {
		m.seen[r.Function] = true
		m.found = append(m.found, r.Function)
	}
}
