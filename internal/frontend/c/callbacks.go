package c

import (
	"slices"

	"yogi/internal/frontend/c/tree"
)

// noticed are the models that do less where nothing in the program notices how often and in which
// order a function that they are given is called, by the macro that says that something does.
var noticed = map[string]string{"qsort": "NOTICED"}

// defines are the macros that the model of a library function is read with.
func defines(program *tree.Unit, name string) []string {
	if pointModels[name] && choosesLocale(program) {
		return []string{"LOCALE"}
	}
	if environModels[name] && slices.ContainsFunc(program.Objects, isEnviron) {
		return []string{"ENVIRON"}
	}
	macro := noticed[name]
	if macro == "" || onlyComputing(program, name) {
		return nil
	}
	return []string{macro}
}

// onlyComputing says that every function that the program gives to a library function only computes
// its result: it changes nothing but its own objects, and calls nothing that does more.
func onlyComputing(program *tree.Unit, name string) bool {
	w := &callbacks{name: name, good: true, known: map[*tree.FunctionDef]bool{}}
	for _, def := range program.Functions {
		if def.Body != nil {
			w.statement(def.Body)
		}
	}
	return w.good
}

type callbacks struct {
	name  string
	good  bool
	known map[*tree.FunctionDef]bool // whether a function only computes; in recursion it does as far as is known
}

func (w *callbacks) statement(s tree.Stmt) { tree.Parts(s, w.expression, w.statement) }

func (w *callbacks) expression(e tree.Expr) {
	switch e := e.(type) {
	case *tree.Call:
		if f := e.Function(); f != nil && f.Name == w.name {
			for _, a := range e.Args {
				if t := a.ExprType(); t.Kind == tree.Pointer && t.Elem != nil && t.Elem.Kind == tree.Function {
					def := namedFunction(a)
					w.good = w.good && def != nil && w.computes(def)
				}
				w.expression(a)
			}
			return
		}
	case *tree.FunctionRef:
		// Its address is taken, so what it is given is not known.
		w.good = w.good && e.Function.Name != w.name
	}
	tree.Operands(e, w.expression, w.statement)
}

// namedFunction is the function that an argument names; nil for any other value.
func namedFunction(e tree.Expr) *tree.FunctionDef {
	for {
		switch x := e.(type) {
		case *tree.Convert:
			e = x.Operand
		case *tree.AddressOf:
			e = x.Operand
		case *tree.Decay:
			e = x.Array
		case *tree.FunctionRef:
			return x.Function
		default:
			return nil
		}
	}
}

// computingFunctions are functions of the library that only compute.
var computingFunctions = map[string]bool{
	"strcmp": true, "strncmp": true, "strcasecmp": true, "strncasecmp": true, "memcmp": true, "strlen": true, "strchr": true, "strrchr": true,
	"abs": true, "labs": true, "llabs": true, "fabs": true, "fabsf": true, "memcpy": true,
}

// computes says that a function only computes its result.
func (w *callbacks) computes(def *tree.FunctionDef) bool {
	if known, ok := w.known[def]; ok {
		return known
	}
	if def.Body == nil {
		return computingFunctions[def.Name] && def.Name != "memcpy"
	}
	w.known[def] = true
	c := &computation{callbacks: w, good: true}
	c.statement(def.Body)
	w.known[def] = c.good
	return c.good
}

// computation looks for what a function does besides computing its result.
type computation struct {
	*callbacks
	good bool
}

func (c *computation) statement(s tree.Stmt) { tree.Parts(s, c.expression, c.statement) }

func (c *computation) expression(e tree.Expr) {
	for _, lvalue := range tree.Written(e) {
		c.written(lvalue)
	}
	switch e := e.(type) {
	case *tree.Asm:
		c.good = false
	case *tree.ObjectRef:
		c.good = c.good && !e.Object.Type.Volatile
	case *tree.Call:
		switch f := e.Function(); {
		case f == nil:
			c.good = false
		case f.Name == "memcpy" && f.Body == nil && len(e.Args) > 0:
			c.copied(e.Args[0])
		default:
			c.good = c.good && c.computes(f)
		}
		for _, a := range e.Args {
			c.expression(a)
		}
		return
	}
	tree.Operands(e, c.expression, c.statement)
}

// copied notes what memcpy writes to: good is a local object named there.
func (c *computation) copied(e tree.Expr) {
	for {
		switch x := e.(type) {
		case *tree.Convert:
			e = x.Operand
			continue
		case *tree.AddressOf:
			c.written(x.Operand)
			return
		case *tree.Decay:
			c.written(x.Array)
			return
		}
		c.good = false
		return
	}
}

// written notes an lvalue that is written: good is a local object or a part of one.
func (c *computation) written(e tree.Expr) {
	for {
		switch x := e.(type) {
		case *tree.Member:
			e = x.Base
			continue
		case *tree.ObjectRef:
			o := x.Object
			c.good = c.good && !o.Static && !o.Extern && o.Linkage == tree.NoLinkage
			return
		}
		c.good = false
		return
	}
}
