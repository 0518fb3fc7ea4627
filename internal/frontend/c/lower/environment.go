package lower

import (
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// A program that writes down the names that it asks the environment for, getenv("HOME"), finds for each name what was
// there when it began: null, or a text of any contents that is an object of its own, the same one in each call. They
// are made at the start, as what main is called with. A name may also be a parameter, if all calls of the function hand
// over one that is written there, or such a parameter: then the variable is found by the address of the literal. Where
// another name may be asked for all calls are those of the model in C, which compares names and knows two of them.

// variableUses are the calls of getenv, as far as they were found.
type variableUses struct {
	getenv   *tree.FunctionDef // its model; nil: nothing calls it
	names    []string          // that are written down
	handed   []handedName
	literals []nameLiteral
	// isSecure: the program calls secure_getenv, which finds the same texts, or none.
	isSecure bool
}

// handedName is a name that a function asks for and that is not written there.
type handedName struct {
	function *tree.FunctionDef // nil: none of the program's
	name     tree.Expr
}

// nameLiteral is a literal that is handed over to a function which asks the environment for it.
type nameLiteral struct {
	literal *tree.Object
	name    string
}

// asked notes a call of getenv in a function.
func (u *variableUses) asked(in, getenv *tree.FunctionDef, name tree.Expr) {
	u.getenv = getenv
	if text, ok := variableName(name); ok {
		u.named(text)
	} else {
		u.handed = append(u.handed, handedName{in, name})
	}
}

func (u *variableUses) named(name string) {
	if !slices.Contains(u.names, name) {
		u.names = append(u.names, name)
	}
}

// variableName is the name of a variable of the environment that is written down.
func variableName(e tree.Expr) (name string, ok bool) {
	name, ok = emit.LiteralText(e)
	return name, ok && ir.IsVariableName(name)
}

// isGetenv says that a function is the model of getenv.
func isGetenv(def *tree.FunctionDef) bool {
	return def.Name == "getenv" && def.Body != nil && libcall.IsModelFile(def.Pos.File)
}

// asksEnvironment says that a call is one of getenv whose name may be known. On Windows capitals and small letters name
// one variable.
func (l *watching) asksEnvironment(def *tree.FunctionDef, args []tree.Expr) bool {
	isKnown := isGetenv(def) && len(args) == 1 && !l.options.Open && !l.target.Narrow && !l.target.MSKeywords
	return isKnown && !l.hasEvents(def, "call", "entry", "exit", "return")
}

// findNames finds the names that functions are handed over and ask for. If one is not known the model is called.
func (r *reach) findNames() {
	u := &r.variables
	if u.getenv == nil || !r.called[u.getenv] && r.followNames() {
		return
	}
	u.literals = nil
	r.function(u.getenv)
	r.follow()
}

// followNames notes the literals that get into parameters which functions ask for; false: other names do, too.
func (r *reach) followNames() bool {
	var parameters []handedName
	for _, h := range r.variables.handed {
		if !r.isKept(h) {
			return false
		}
		parameters = append(parameters, h)
	}
	for n := 0; n < len(parameters); n++ {
		asked := parameters[n]
		at := slices.Index(asked.function.Params, parameterOf(asked.function, asked.name))
		for _, caller := range r.functions {
			isKnown := true
			tree.EachExprOf(caller.Body, func(e tree.Expr) {
				call, ok := e.(*tree.Call)
				if !ok || directCallee(call.Callee) != asked.function {
					return
				}
				if at >= len(call.Args) {
					isKnown = false
					return
				}
				handed := handedName{caller, call.Args[at]}
				name, isNamed := variableName(handed.name)
				literal := stringOf(handed.name)
				switch {
				case isNamed && literal != nil:
					r.variables.named(name)
					r.variables.literals = append(r.variables.literals, nameLiteral{literal, name})
				case !r.isKept(handed):
					isKnown = false
				case !slices.ContainsFunc(parameters, handed.isSame):
					parameters = append(parameters, handed)
				}
			})
			if !isKnown {
				return false
			}
		}
	}
	return true
}

// isSame says that two names are one parameter of a function.
func (h handedName) isSame(other handedName) bool {
	return h.function == other.function && parameterOf(h.function, h.name) == parameterOf(other.function, other.name)
}

// isKept says that a name is a parameter which holds what the calls of its function hand over, all of which are seen.
func (r *reach) isKept(h handedName) bool {
	f := h.function
	if f == nil || f == r.known.entry || r.isPointed[f] || f.Inlines != nil || f.Outside != nil || f.Startup > 0 || r.known.usesPack(f) || len(r.known.unit.Handlers) > 0 {
		return false
	}
	parameter := parameterOf(f, h.name)
	isKept := parameter != nil
	is := func(e tree.Expr) bool {
		ref, ok := e.(*tree.ObjectRef)
		return ok && ref.Object == parameter
	}
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		address, ok := e.(*tree.AddressOf)
		isKept = isKept && !slices.ContainsFunc(tree.Written(e), is) && !(ok && is(address.Operand))
	})
	return isKept
}

// parameterOf is the parameter of a function whose value an expression is; nil: it is none.
func parameterOf(f *tree.FunctionDef, e tree.Expr) *tree.Object {
	ref, ok := tree.WithoutConversions(e).(*tree.ObjectRef)
	if !ok || !slices.Contains(f.Params, ref.Object) {
		return nil
	}
	return ref.Object
}

// knowsVariables says that each name that getenv is called with is known: the model is not called.
func (r *reach) knowsVariables() bool {
	return r.variables.getenv != nil && !r.called[r.variables.getenv]
}

// environmentObjects are the names by which programs get at the whole environment.
var environmentObjects = makeSet("environ", "__environ", "_environ")

// seesEnvironment says that the program may look at the whole environment, or change it in other ways than by calls:
// what is there is the texts that getenv finds, with the names before them.
func (l *lowerer) seesEnvironment() bool {
	main := l.entry != nil && l.entry.Name == "main" && len(l.entry.Params) > 2 && l.reach.seen[l.entry.Params[2]]
	return main || l.reach.variables.isSecure || slices.ContainsFunc(l.reach.objects, func(o *tree.Object) bool {
		return environmentObjects[o.Name] && o.Linkage == tree.ExternalLinkage
	})
}

// declareVariables makes the globals with the texts of the environment's variables.
func (l *lowerer) declareVariables() {
	if !l.reach.knowsVariables() {
		return
	}
	for _, name := range l.reach.variables.names {
		global := "environment variable " + name
		l.names[global] = true
		v := l.program.NewGlobal(global, l.terms.BV(l.pointerWidth()))
		v.Type = "char *"
		l.variables[name] = v
	}
}

// environmentVariables makes the texts of the environment's variables when the program begins. Linux passes none on
// that is longer with its name than an argument may be.
func (b programStart) environmentVariables(pos source.Pos) {
	for _, name := range b.reach.variables.names {
		v := b.variables[name]
		if v == nil {
			continue
		}
		b.assume(assumption.EnvironmentTexts, pos)
		most := textSize - int64(len(name)) - 1
		text := b.text(pos, most, "char", ir.NameOfVariable(name), ir.SizeOfVariable(name))
		isNull := b.newTemp(b.terms.Bool())
		b.havoc(pos, isNull, ir.AllocationChoice, ir.NameOfVariable(name), "char *")
		b.shadow().hide(pos, b.terms.BoolConst(b.reach.hiding.asOthers))
		b.assign(pos, v, b.terms.Ite(isNull.Sym, b.addr(0), text))
	}
}

// variableCall is the value of a call of getenv that writes a name down; done is false for one of the model.
func (b *frame) variableCall(pos source.Pos, def *tree.FunctionDef, args []argument, want *tree.Type) (v value, done bool) {
	if !isGetenv(def) || libcall.IsModelFile(pos.File) {
		return value{}, false
	}
	if b.seesEnvironment() {
		return b.unmodelledCall(pos, want, "call of getenv in a program that gets at the environment otherwise", def.Name), true
	}
	if !b.reach.knowsVariables() {
		return value{}, false
	}
	if changes := b.environmentChanges(pos); changes != nil {
		b.where(pos, changes, func() {
			b.refuse(pos, CodeBeyond, "beyond the models: getenv in a program that changes its environment")
		})
	}
	found := b.handedVariable
	if name, ok := variableName(args[0].expr); ok {
		found = func(source.Pos, *term.Term) *term.Term { return b.variables[name].Sym }
	}
	return b.resultAs(pos, value{scalar: found(pos, args[0].scalar)}, def.Type.Result, want), true
}

// handedVariable is the text of the variable whose name is one of the literals that are handed over.
func (b *frame) handedVariable(pos source.Pos, name *term.Term) *term.Term {
	text, isKnown := b.addr(0), b.terms.False()
	for _, l := range b.reach.variables.literals {
		is := b.terms.Eq(name, b.statics[l.literal].address)
		text, isKnown = b.terms.Ite(is, b.variables[l.name].Sym, text), b.terms.Or(isKnown, is)
	}
	b.where(pos, b.terms.Not(isKnown), func() {
		b.refuse(pos, CodeBeyond, "beyond the models: getenv of a name that is not written down")
	})
	return b.keep(pos, text)
}

// environmentChanges is the condition that a function of the library was called that changes the environment; nil: the
// program calls none.
func (b *frame) environmentChanges(pos source.Pos) *term.Term {
	for _, o := range b.reach.objects {
		if o.Name == changesOfEnvironment && libcall.IsModelFile(o.Pos.File) {
			return b.isTrue(b.loadScalar(pos, b.objectPlace(o, o.Type)))
		}
	}
	return nil
}

// changesOfEnvironment is the object in which the models of setenv and its relatives note that they were called.
const changesOfEnvironment = "__yogi_environment_changes"
