package angelic

import (
	"fmt"
	"strings"

	"yogi/internal/angelic/explain"
	"yogi/internal/angelic/trace"
	"yogi/internal/assumption"
	"yogi/internal/ir"
	"yogi/internal/report/lvalue"
	"yogi/internal/term"
)

// Vocabulary says which specifications are acceptable (ANGELIC section 4).
type Vocabulary struct {
	Alias    bool // e1 != e2 over pointers, null included
	Monitors bool // any condition over variables that hold the state of a property
	Numbers  bool // limits of numbers, for checks that are about numbers
	// Generalise: where specifications of one assertion go along a list or tree, the member of every object
	// instead.
	Generalise bool
	Shape      explain.Shape // the Boolean structure
	Guards     Guards
}

// Guards says when conditions of branches may be part of specifications.
type Guards string

// The choices.
const (
	GuardsLast  Guards = "last" // if the condition of the error alone gives none
	GuardsFirst Guards = "all"  // with it: specifications are weaker and longer
	GuardsNever Guards = "none"
)

// Acceptance says which code must stay reachable under the specifications: the angelic assertions.
type Acceptance string

// The choices.
const (
	EntryReachable Acceptance = "entry" // the entry itself
	NullReachable  Acceptance = "null"  // and, in the entry, where a pointer has been found to be null
	// CheckAfterUse asks that of the program without its assertions, and not with the assertions assumed: a pointer
	// that is tested after it was used is then reported (ANGELIC, Definition 1 to the letter).
	CheckAfterUse Acceptance = "check-after-use"
	// BranchReachable asks for each way of each branch of the entry: no specification may make code dead.
	BranchReachable Acceptance = "branches"
)

// Configuration is a named choice of both, as in ANGELIC section 5.
type Configuration struct {
	Vocabulary
	Acceptance Acceptance
	// Directed: a question begins with tests that lead anywhere.
	Directed bool
}

// Configured is the configuration with a name.
func Configured(name string) (Configuration, error) {
	c := Configuration{Vocabulary{Alias: true, Monitors: true, Numbers: true, Generalise: true, Shape: explain.CNF, Guards: GuardsLast}, NullReachable, true}
	switch name {
	case "default":
	case "default-aa":
		c.Acceptance = EntryReachable
	case "no-ts":
		c.Monitors = false
	case "no-alias":
		c.Alias, c.Numbers = false, false
	case "no-ee":
		c.Alias, c.Monitors, c.Numbers = false, false, false
	default:
		return c, fmt.Errorf("there is no configuration %q", name)
	}
	return c, nil
}

// unknowns knows what the symbols of the paths of a program stand for.
type unknowns struct {
	program *ir.Program
	reader  *lvalue.Reader
	known   map[*term.Term]trace.Occurrence
	watched map[string]bool
	sites   map[string]map[int]bool    // inputs by name: several call sites are told apart by their lines
	made    map[*term.Term]string      // atoms that were made and not collected, in words
	bound   map[*term.Term]lvalue.Name // symbols for any object of a type
}

func newUnknowns(p *ir.Program, monitors, watched map[string]bool) *unknowns {
	u := &unknowns{program: p, watched: watched, known: map[*term.Term]trace.Occurrence{}, sites: map[string]map[int]bool{}, made: map[*term.Term]string{}, bound: map[*term.Term]lvalue.Name{}}
	u.reader = &lvalue.Reader{Program: p, Names: u.name, Monitors: monitors, Null: "NULL"}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if h, ok := i.(*ir.Havoc); ok {
					if u.sites[h.Input.Name] == nil {
						u.sites[h.Input.Name] = map[int]bool{}
					}
					u.sites[h.Input.Name][h.Input.ID] = true
				}
			}
		}
	}
	return u
}

func (u *unknowns) note(p *trace.Path) {
	for _, o := range p.Occurrences {
		u.known[o.Symbol] = o
	}
}

// name returns the name of an input in a specification.
func (u *unknowns) name(sym *term.Term) (lvalue.Name, bool) {
	o, ok := u.known[sym]
	if !ok {
		bound, isBound := u.bound[sym]
		return bound, isBound
	}
	text := o.Input.Name
	if isResult(o.Input) {
		if !strings.Contains(text, "():") {
			text = strings.TrimSuffix(text, "()") + "()"
		}
		if len(u.sites[o.Input.Name]) > 1 {
			text += fmt.Sprintf("@%d", o.Input.Pos.Line)
		}
	}
	if o.Number > 1 {
		text += fmt.Sprintf("#%d", o.Number)
	}
	return lvalue.Name{Text: text, Type: o.Input.Type}, true
}

// isResult says that an input is what a function without a body returned or left in an object that it was handed; the
// front end writes () behind the name of one that returned a pointer, and f():part for what f left.
func isResult(in *ir.Input) bool {
	return in.Kind == ir.UndefinedCall || strings.HasSuffix(in.Name, "()") || strings.Contains(in.Name, "():")
}

// isAngelic says that a specification may constrain an input: it comes from the caller, or from a
// function without a body. What the language leaves open, and functions that are declared to return any
// value, it may not.
func isAngelic(in *ir.Input) bool {
	switch in.Kind {
	case ir.EntryParameter, ir.UndefinedCall, ir.MemoryWrite, ir.OutsidePointer:
		return true
	}
	return false
}

// admits says that an atom belongs to the vocabulary.
func (u *unknowns) admits(v Vocabulary, atom *term.Term) bool {
	if !u.constrainable(atom) {
		return false
	}
	if v.Monitors && u.reader.IsMonitor(atom) {
		return true
	}
	if v.Alias && u.reader.IsNotNull(atom) {
		return true
	}
	if !v.Alias || atom.Op() != term.OpNot || atom.Arg(0).Op() != term.OpEq {
		return false
	}
	return u.isAlias(atom.Arg(0).Arg(0), atom.Arg(0).Arg(1))
}

// constrainable says that an atom speaks of unknowns, and of nothing that may not be constrained.
func (u *unknowns) constrainable(atom *term.Term) bool {
	if u.isUnset(atom) {
		return false
	}
	some := false
	for _, sym := range atom.Vars() {
		o, input := u.known[sym]
		v := u.program.VariableOf(sym)
		switch {
		case input && !isAngelic(o.Input), u.isWatched(sym):
			return false
		case v != nil && v.Constant:
			continue
		}
		some = true
	}
	return some
}

// isUnset says that a term reads what is in an object of the program before anything was written there, one that the
// program makes: no caller has a say in that. Where functions without a body may have filled the object, which is not
// modelled, it is as good as unknown.
func (u *unknowns) isUnset(t *term.Term) bool {
	p := u.program
	if p.Model == nil || p.AllocCounter == nil || p.Assumptions.Has(assumption.OutsideFills) || p.Assumptions.Has(assumption.OutsideLeaves) {
		return false
	}
	found := false
	term.Walker(func(t *term.Term) bool {
		if t.Op() == term.OpSelect && !found {
			v := p.VariableOf(t.Arg(0))
			found = v != nil && v.Memory != nil && u.reader.IsBehind(t.Arg(1), p.FirstFree)
		}
		return !found
	})(t)
	return found
}

// isWatched says that a symbol is what a watched variable holds at the start.
func (u *unknowns) isWatched(sym *term.Term) bool {
	v := u.program.VariableOf(sym)
	return v != nil && (u.watched[v.Source] || isLeakChoice(v))
}

// isAlias says that an equality compares addresses. Boogie has no pointers: there any two integers or
// values of a type that has no operations are taken for addresses, unless they hold the state of a property.
func (u *unknowns) isAlias(a, b *term.Term) bool {
	if u.program.Model == nil {
		k := a.Sort().Kind
		return (k == term.KindInt || k == term.KindUninterpreted) && !isNumber(a) && !isNumber(b) && !u.reader.IsMonitor(a) && !u.reader.IsMonitor(b)
	}
	return u.isPointer(a) && u.isPointer(b) && (u.reader.MayBePointer(a) || u.reader.MayBePointer(b))
}

// isNumber says that a term is a number that is no address: any but 0.
func isNumber(t *term.Term) bool {
	v, ok := t.Value()
	return ok && v.Kind() == term.KindInt && v.Sign() != 0
}

// isPointer says that a term may be an address: a pointer, null, or one of an object. The number of an object's granule
// stands for the object.
func (u *unknowns) isPointer(t *term.Term) bool {
	if u.reader.MayBePointer(t) {
		return true
	}
	v, ok := t.Value()
	m := u.program.Model
	return ok && v.Kind() == term.KindBV && (v.Width() == m.PointerWidth || v.Width() == m.PointerWidth-m.GranuleBits)
}
