package lower

import (
	"strings"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// ruleEvents lowers the handlers of the rule, where their events happen.
type ruleEvents struct{ *body }

func (b *body) ruleEvents() ruleEvents { return ruleEvents{b} }

// A rule's handlers are lowered where their events happen, once for each place: the instructions stand in
// the function that calls, or that is entered, so that no call separates the rule's state from the
// program's.

// eventKey is an event of a function; nil is the program.
type eventKey struct {
	function *tree.FunctionDef
	event    string
}

// handlersOf are the handlers at an event of a function, nil for the program's. A function is
// observed under each of its names: its own, one that another file gives it with asm("name"), and
// for what begins and ends with its body the one whose body it shares.
func (l *watching) handlersOf(def *tree.FunctionDef, event string) []*tree.Handler {
	if original := l.origins[def]; original != nil {
		def = original
	}
	k := eventKey{def, event}
	found, known := l.handlers[k]
	if known {
		return found
	}
	observed := def
	if def != nil && def.Target != nil && (event == "entry" || event == "exit") {
		observed = def.Target
	}
	numbers := map[int]bool{}
	for _, h := range l.unit.Handlers {
		if h.Event == event && sameFunction(h.Observed, observed) && !numbers[h.Number] {
			numbers[h.Number] = true // a handler acts once, by however many names it knows the function
			found = append(found, h)
		}
	}
	l.handlers[k] = found
	return found
}

// sameFunction says that two declarations, nil for the program, are of one function: a linker knows it by one name,
// whatever a file calls it.
func sameFunction(a, b *tree.FunctionDef) bool {
	isBuiltin := a != nil && strings.HasPrefix(a.Name, "__builtin_") // which a rule knows by the library's name alone
	if a == nil || b == nil || a == b && !isBuiltin {
		return a == b
	}
	nameOfA, isLinkedA := linkedName(a)
	nameOfB, isLinkedB := linkedName(b)
	return isLinkedA && isLinkedB && nameOfA == nameOfB
}

// linkedName is the name by which a linker knows a function; ok is false where it knows none. A compiler calls the
// library's function for a builtin of its name.
func linkedName(f *tree.FunctionDef) (name string, ok bool) {
	switch {
	case f.Builtin != "":
		name = modelName(f)
		return name, clib.IsExported(name)
	case f.Linkage != tree.ExternalLinkage:
		return "", false
	case f.Symbol != "":
		return f.Symbol, true
	}
	return f.Name, true
}

// events reaches the handlers of what happens to a function, nil for the program.
func (r *reach) events(def *tree.FunctionDef, events ...string) {
	for _, event := range events {
		for _, h := range r.known.handlersOf(def, event) {
			if r.called[h.Def] {
				continue
			}
			r.called[h.Def] = true
			if def != nil {
				r.known.program.Events = append(r.known.program.Events, ruleEvent(h))
			}
			for _, p := range h.Def.Params {
				r.declared(p)
			}
			r.stmt(h.Def.Body)
		}
	}
}

// Events are the events of a rule that some function of the unit has, called or not.
func Events(unit *tree.Unit) []ir.RuleEvent {
	var events []ir.RuleEvent
	for _, h := range unit.Handlers {
		if h.Observed != nil {
			events = append(events, ruleEvent(h))
		}
	}
	return events
}

// ruleEvent describes an event for compiled monitors. A function with a body has the name of its definition there, by
// which a file may know it as the symbol of another name alone.
func ruleEvent(h *tree.Handler) ir.RuleEvent {
	f := h.Observed
	name := h.Function
	if f.Body != nil {
		name = f.Name
	}
	e := ir.RuleEvent{Handler: h.Number, Function: name, Pos: f.Pos, Event: h.Event, Unit: h.Unit, HasBody: f.Body != nil, Variadic: f.Type.Variadic, Result: spelling(f.Type.Result)}
	for _, p := range h.Def.Params {
		if p != h.Result {
			e.Params = append(e.Params, spelling(p.Type))
		}
	}
	for _, p := range f.Params {
		e.Names = append(e.Names, p.Name)
	}
	return e
}

// spelling is how C writes a type, or one represented alike where it has no name.
func spelling(t *tree.Type) string {
	switch {
	case !strings.Contains(t.Name, "<"):
		return t.Name
	case t.Kind == tree.Pointer:
		return "void *"
	}
	return "unsigned int"
}

// handle lowers the handlers of an event of a function, nil for the program. args are the arguments
// of the function, result its result, if it has returned one.
func (b ruleEvents) handle(pos source.Pos, def *tree.FunctionDef, event string, args []argument, result *argument) {
	at := *b.body
	at.within = &at
	at.eventPos = pos
	for _, h := range b.handlersOf(def, event) {
		for i, p := range h.Def.Params {
			switch {
			case p == h.Result && result != nil:
				b.bindEvent(pos, h, p, *result)
			case p != h.Result && i < len(args):
				b.bindEvent(pos, h, p, args[i])
			default:
				b.bindMissing(pos, p)
			}
		}
		at.stmt(h.Def.Body)
	}
}

// bindEvent makes an argument of an event what a parameter of a handler stands for.
func (b ruleEvents) bindEvent(pos source.Pos, h *tree.Handler, p *tree.Object, a argument) {
	terms, ok := b.fit(pos, a, p.Type)
	if !ok {
		b.unsupported(pos, "at "+h.Def.Name+" "+p.Name+" has another type than "+h.Function+" is declared with")
		b.bindMissing(pos, p)
		return
	}
	b.bindTerms(pos, p, terms)
}

// bindMissing gives a parameter of a handler any value: the call has no such argument.
func (b ruleEvents) bindMissing(pos source.Pos, p *tree.Object) {
	b.bindTerms(pos, p, b.programStart().entryArgument(pos, p.Name, p.Type))
}

func (b ruleEvents) bindTerms(pos source.Pos, p *tree.Object, terms []*term.Term) {
	s := b.shapeOf(p.Type)
	switch {
	case s.byAddress:
		b.locals[p] = &storage{address: terms[0], size: p.Type.Size}
	case b.reach.inMemory[p]:
		b.locals[p] = b.allocateLocal(p)
		for i, c := range s.cells {
			b.storeCell(b.locals[p].address, c, terms[i], pos)
		}
	default:
		registers := make([]*ir.Variable, len(terms))
		for i, t := range terms {
			registers[i] = b.newTemp(t.Sort())
			b.assign(pos, registers[i], t)
		}
		b.locals[p] = newStorage(s.cells, registers)
	}
}

// hasEvents says that some handler is lowered at one of the events of a function.
func (l *watching) hasEvents(def *tree.FunctionDef, events ...string) bool {
	for _, event := range events {
		if len(l.handlersOf(def, event)) > 0 {
			return true
		}
	}
	return false
}

// observedCall is callFunction with the events around it. A function without a body is entered and left
// where it is called.
func (b ruleEvents) observedCall(pos source.Pos, def *tree.FunctionDef, args []argument, want resultUse) value {
	b.handle(pos, def, "call", args, nil)
	if def.Body == nil {
		b.handle(pos, def, "entry", args, nil)
	}
	before := b.keepArguments(pos, args)
	v := b.calls().plainCall(pos, def, args, want)
	if !b.hasEvents(def, "exit", "return") {
		return v
	}
	var result *argument
	if want.typ.Kind != tree.Void {
		v = b.keepResult(pos, v)
		result = &argument{value: v, typ: want.typ}
	}
	if def.Body == nil {
		b.handle(pos, def, "exit", before, result)
	}
	b.handle(pos, def, "return", before, result)
	return v
}

// keepArguments returns arguments whose values a call does not change.
func (b ruleEvents) keepArguments(pos source.Pos, args []argument) []argument {
	kept := make([]argument, len(args))
	for i, a := range args {
		if a.scalar != nil && b.readsRegister(a.scalar) {
			a.scalar = b.keep(pos, a.scalar)
		}
		cells := a.cells
		a.cells = nil
		for _, c := range cells {
			if b.readsRegister(c) {
				c = b.keep(pos, c)
			}
			a.cells = append(a.cells, c)
		}
		kept[i] = a
	}
	return kept
}

// keepResult returns a result that the handlers behind the call do not change.
func (b ruleEvents) keepResult(pos source.Pos, v value) value {
	kept := b.keepArguments(pos, []argument{{value: v}})
	return kept[0].value
}

// observedType is the type of a call's value for its handlers: they may use a result that the program drops.
func (b ruleEvents) observedType(def *tree.FunctionDef, want *tree.Type) *tree.Type {
	if want.Kind == tree.Void && b.hasEvents(def, "exit", "return") {
		return def.Type.Result
	}
	return want
}

// parameters are the parameters of the function being lowered, as arguments of its events.
func (b ruleEvents) parameters() []argument {
	args := make([]argument, len(b.def.Params))
	params := b.function.Params
	if b.resultAddress != nil {
		params = params[1:]
	}
	for i, p := range b.def.Params {
		s := b.shapeOf(p.Type)
		n := max(len(s.cells), 1)
		switch {
		case s.byAddress:
			args[i] = argument{value: value{address: params[0].Sym}, typ: p.Type}
		case p.Type.IsScalar():
			args[i] = argument{value: value{scalar: b.read(params[0])}, typ: p.Type}
		default:
			n = len(s.cells)
			cells := make([]*term.Term, n)
			for j := range cells {
				cells[j] = b.read(params[j])
			}
			args[i] = argument{value: value{cells: cells}, typ: p.Type}
		}
		params = params[n:]
	}
	return args
}

// observedBody lowers the body of a function between the handlers of its entry and exit. The exit's
// handlers see the arguments as they were at the entry.
func (b ruleEvents) observedBody() {
	pos := b.def.Pos
	var before []argument
	if b.hasEvents(b.def, "entry", "exit") {
		before = b.keepArguments(pos, b.parameters())
		b.handle(pos, b.def, "entry", before, nil)
	}
	b.stmt(b.def.Body)
	b.fallOff(b.def.End)
	if b.def.NoReturn && b.exit != nil {
		b.enter(b.exit)
		b.unsupported(b.def.End, "a return from "+b.def.Name+", which is declared not to return (C11 6.7.4p8)")
		return
	}
	if b.exit == nil || !b.hasEvents(b.def, "exit") {
		return
	}
	returning := b.exit.Terminator
	b.exit.Terminator = nil
	b.enter(b.exit)
	b.handle(b.def.End, b.def, "exit", before, b.returned())
	b.block.Terminator = returning
	b.enter(b.newBlock("", b.def.End))
}

// returned is the result of the function being lowered, at its exit.
func (b ruleEvents) returned() *argument {
	t := b.def.Type.Result
	results := b.function.Results
	switch {
	case t.Kind == tree.Void:
		return nil
	case b.resultAddress != nil:
		return &argument{value: value{address: b.resultAddress}, typ: t}
	case t.IsScalar():
		return &argument{value: value{scalar: b.read(results[0])}, typ: t}
	}
	cells := make([]*term.Term, len(results))
	for i, r := range results {
		cells[i] = b.read(r)
	}
	return &argument{value: value{cells: cells}, typ: t}
}

// ruleCall lowers the words of a rule that are no C.
func (b ruleEvents) ruleCall(e *tree.Call, def *tree.FunctionDef) (value, bool) {
	switch def.Name {
	case "__yogi_abort":
		what := "the rule is violated"
		if o := stringOf(e.Args[0]); o != nil && len(o.String) > 1 {
			what = string(o.String[:len(o.String)-1])
		}
		if b.keepsRule {
			b.end(&ir.Halt{At: ir.At{Pos: b.eventPos}, What: what})
			return value{}, true
		}
		b.end(&ir.Error{At: ir.At{Pos: b.eventPos}, What: what})
		return value{}, true
	case "__yogi_halt":
		b.end(&ir.Halt{At: ir.At{Pos: b.eventPos}, What: "the rule ends the run"})
		return value{}, true
	case "__yogi_choose":
		v := b.newTemp(b.terms.Bool())
		b.havoc(e.Pos, v, ir.Choice, "choice of the rule", "_Bool")
		return value{scalar: b.truth(v.Sym, e.Type)}, true
	case "__yogi_watched":
		watched := b.watchedObject(e.Pos)
		x := b.resizeBits(b.scalar(e.Args[0]), watched.Sort.Width, isSigned(e.Args[0].ExprType()))
		return value{scalar: b.truth(b.terms.Eq(x, watched.Sym), e.Type)}, true
	}
	return value{}, false
}

// ruleWord is a name as a rule writes it: its own names carry the rule's, and its words are functions.
func ruleWord(name string) string {
	switch i := strings.IndexByte(name, '$'); {
	case i > 0 && !strings.ContainsAny(name, `'"`): // which a spelled constant may have
		return name[i+1:]
	case name == "__yogi_watched":
		return "watched"
	case name == "__yogi_choose":
		return "choice of the rule"
	}
	return name
}

func (b ruleEvents) truth(cond *term.Term, t *tree.Type) *term.Term {
	width := int(t.Size) * 8
	return b.terms.Ite(cond, b.terms.BVConst(width, 1), b.terms.BVConst(width, 0))
}

// watchedWidth is the width of the widest expression that names a watched object: a pointer or an integer.
func (l *watching) watchedWidth() int {
	width := int64(0)
	for _, h := range l.unit.Handlers {
		tree.EachExprOf(h.Def.Body, func(e tree.Expr) {
			if call, ok := e.(*tree.Call); ok && len(call.Args) == 1 {
				if def := directCallee(call.Callee); def != nil && def.Name == "__yogi_watched" {
					width = max(width, call.Args[0].ExprType().Size*8)
				}
			}
		})
	}
	return int(width)
}

// WatchedInput is the name of the input that chooses the object that a rule is about.
const WatchedInput = "watched object"

// watchedObject is the object that this instance of the rule is about. It is chosen before the run begins
// and never changes, so every instance is covered and none begins late.
func (l *watching) watchedObject(pos source.Pos) *ir.Variable {
	if l.watched == nil {
		l.names[WatchedInput] = true
		l.watched = l.program.NewGlobal(WatchedInput, l.terms.BV(l.watchedWidth()))
		l.watched.Pos = pos
	}
	return l.watched
}

// chooseWatched makes the choice of the watched object the first thing that a run does.
func (l *lowerer) chooseWatched() {
	if l.watched == nil {
		return
	}
	first := l.program.Entry.Blocks[0]
	choice := &ir.Havoc{
		At: ir.At{Pos: first.Pos}, Dst: l.watched,
		Input: l.newInput(ir.Choice, WatchedInput, "unsigned long long", l.watched.Pos),
	}
	first.Instructions = append([]ir.Instruction{choice}, first.Instructions...)
}
