package typecheck

import (
	"fmt"
	"slices"
	"strconv"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
)

// handler reads a rule's handler: __yogi_handler N FUNCTION EVENT { ... }. It is a function whose parameters
// are $1, $2, ... of the types of FUNCTION's, and $return behind it; where FUNCTION has no prototype the types are
// those of the arguments that its calls pass. Of a function that the program does not
// declare there are no events, and the handler is skipped; so is the second of one number for one event, and one that
// names more arguments than the file knows the types of: another file may know them, and where the function is not
// used here there are no events.
func (c *checker) handler() {
	c.next()
	number, _ := strconv.Atoi(c.tok.Text)
	c.next()
	name := c.identifierHere("a function")
	h := &tree.Handler{Number: number, Function: name, Event: c.tok.Text}
	pos := c.tok.Pos
	c.next()
	f := c.observed(name)
	isProgram := h.Event == "start" || h.Event == "end"
	key := fmt.Sprintf("%d %s.%s", number, name, h.Event)
	if f == nil && !isProgram || c.handled[key] {
		c.skipBraces()
		return
	}
	if c.handled == nil {
		c.handled = map[string]bool{}
	}
	c.handled[key] = true
	h.Def = &tree.FunctionDef{
		Name: fmt.Sprintf("%s.%s", name, h.Event), Linkage: tree.InternalLinkage, Pos: pos,
		Type: &tree.Type{Kind: tree.Function, Name: "void ()", Size: -1, Result: c.voidType},
	}
	if f != nil && !isProgram && f.Type.Unspecified && c.argumentsNamed() > len(c.argumentTypes(f)) {
		h.Observed = f
		if _, isCalled := c.given[f]; isCalled || f.AddressTaken {
			c.unit.Untyped = append(c.unit.Untyped, h)
		}
		c.skipBraces()
		return
	}
	params := &parameters{scope: newScope(c.file)}
	if !isProgram {
		h.Observed = f
		c.handlerParameters(h, f, params)
	}
	h.Def.Params = params.objects
	fn := newFunction(h.Def)
	fn.event = h
	c.functionBody(fn, params)
	c.unit.Handlers = append(c.unit.Handlers, h)
}

// observed is a function that a rule knows by a name: the one that the file declares, or else one that it has by
// another name, for a linker or as a builtin of the compiler. nil: there is none.
func (c *checker) observed(name string) *tree.FunctionDef {
	if f := c.functions[name]; f != nil {
		return f
	}
	for _, f := range c.unit.Functions {
		if f.Symbol == name && f.Linkage == tree.ExternalLinkage || f.Builtin == "__builtin_"+name {
			return f
		}
	}
	return nil
}

func (c *checker) handlerParameters(h *tree.Handler, f *tree.FunctionDef, params *parameters) {
	declare := func(name string, t *tree.Type) *tree.Object {
		o := &tree.Object{Name: name, Type: c.unqualified(t), Parameter: true, Function: h.Def, Pos: h.Def.Pos}
		params.objects = append(params.objects, o)
		params.scope.declare(name, &entity{pos: o.Pos, object: o, typ: o.Type})
		return o
	}
	for i, t := range c.argumentTypes(f) {
		declare(fmt.Sprintf("$%d", i+1), t)
	}
	if (h.Event == "exit" || h.Event == "return") && !isVoid(f.Type.Result) {
		h.Result = declare("$return", f.Type.Result)
	}
}

// argumentTypes are the types of a function's arguments, as far as the file knows them.
func (c *checker) argumentTypes(f *tree.FunctionDef) []*tree.Type {
	types := f.Type.Params
	if given := c.given[f]; f.Type.Unspecified && len(given) > len(types) {
		types = append(slices.Clone(types), given[len(types):]...)
	}
	return types
}

// argumentsNamed is the largest number of an argument $1, $2, ... that the { ... } ahead names, 0 if it names none.
func (c *checker) argumentsNamed() int {
	most, depth := 0, 0
	for i := 0; ; i++ {
		t := c.peek(i)
		switch {
		case t.Kind == preprocess.EOF:
			return most
		case t.Is("{"):
			depth++
		case t.Is("}"):
			depth--
		case t.Kind == preprocess.Identifier && t.Text[0] == '$':
			if n, err := strconv.Atoi(t.Text[1:]); err == nil {
				most = max(most, n)
			}
		}
		if depth == 0 {
			return most
		}
	}
}

// skipBraces passes { ... }.
func (c *checker) skipBraces() {
	depth := 0
	for {
		switch {
		case c.tok.Kind == preprocess.EOF:
			c.syntaxError("expected }")
		case c.is("{"):
			depth++
		case c.is("}"):
			depth--
		}
		c.next()
		if depth == 0 {
			return
		}
	}
}

// macroEvent reads __yogi_macro "NAME" EXPANSION; which stands where the program defines a macro with the
// name of a function of the rule. Another name of a function is followed by the handlers; anything else
// has no events.
func (c *checker) macroEvent() {
	c.next()
	name := c.tok.Text[1 : len(c.tok.Text)-1]
	c.next()
	renamed := c.tok.Kind == preprocess.Identifier && c.tok.Text != name && c.peek(1).Is(";")
	for !c.is(";") && c.tok.Kind != preprocess.EOF {
		c.next()
	}
	c.accept(";")
	if !renamed {
		c.unit.Macros = append(c.unit.Macros, name)
	}
}
