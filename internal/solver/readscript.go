package solver

import (
	"fmt"

	"yogi/internal/term"
)

// ReadScript reads a query from an SMT-LIB script, in particular from one that Script wrote: the
// declarations, the definitions without parameters and the assertions. Assertions named a0, a1 and so
// on are the query's assumptions; the others are its path. Options, the logic and check-sat are passed
// over; any other command is an error, since leaving it out would change the question.
func ReadScript(b *term.Builder, text string) (Query, error) {
	commands, err := term.ParseSExprs(text)
	if err != nil {
		return Query{}, err
	}
	r := &scriptReader{builder: b, names: map[string]*term.Term{}, funcs: map[string]*term.Func{}}
	for _, c := range commands {
		if err := r.command(c); err != nil {
			return Query{}, fmt.Errorf("%.100s: %w", c, err)
		}
	}
	return r.query, nil
}

type scriptReader struct {
	builder *term.Builder
	names   map[string]*term.Term
	funcs   map[string]*term.Func
	query   Query
}

func (r *scriptReader) scope(name string) (*term.Term, *term.Func) {
	return r.names[name], r.funcs[name]
}

func (r *scriptReader) command(c term.SExpr) error {
	switch c.Head() {
	case "set-option", "set-logic", "set-info", "check-sat", "get-model", "get-unsat-core", "exit", "declare-sort":
		return nil
	case "declare-fun", "declare-const":
		return r.declare(c.List)
	case "define-fun":
		return r.define(c.List)
	case "assert":
		return r.assert(c.List)
	}
	return fmt.Errorf("the command %s is not known", c.Head())
}

func (r *scriptReader) declare(list []term.SExpr) error {
	if len(list) < 3 {
		return fmt.Errorf("too short")
	}
	name := list[1].Atom
	result, err := r.builder.SortFrom(list[len(list)-1])
	if err != nil {
		return err
	}
	if list[0].Atom == "declare-const" || len(list[2].List) == 0 {
		r.names[name] = r.builder.Var(name, result)
		return nil
	}
	var params []*term.Sort
	for _, e := range list[2].List {
		s, err := r.builder.SortFrom(e)
		if err != nil {
			return err
		}
		params = append(params, s)
	}
	r.funcs[name] = r.builder.Func(name, params, result)
	return nil
}

func (r *scriptReader) define(list []term.SExpr) error {
	if len(list) != 5 || len(list[2].List) != 0 {
		return fmt.Errorf("only definitions without parameters are read")
	}
	t, err := r.builder.ParseTerm(list[4], r.scope)
	if err != nil {
		return err
	}
	r.names[list[1].Atom] = t
	return nil
}

func (r *scriptReader) assert(list []term.SExpr) error {
	if len(list) != 2 {
		return fmt.Errorf("not one assertion")
	}
	e, named := list[1], false
	if e.Head() == "!" && len(e.List) == 4 && e.List[2].Atom == ":named" {
		named = e.List[3].Atom == fmt.Sprintf("a%d", len(r.query.Assume))
		e = e.List[1]
	}
	t, err := r.builder.ParseTerm(e, r.scope)
	if err != nil {
		return err
	}
	if named {
		r.query.Assume = append(r.query.Assume, t)
	} else {
		r.query.Path = append(r.query.Path, t)
	}
	return nil
}
