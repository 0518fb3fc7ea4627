package term

import (
	"fmt"
	"io"
	"strings"
)

// Printer writes SMT-LIB for a solver process: it declares symbols before their first use and gives
// every shared subterm a name, so the text grows with the number of nodes. It remembers what it has
// written, so one Printer serves one session with global declarations.
//
// Unlike Term.String it writes division as the total functions of this package.
type Printer struct {
	names    map[*Term]string
	sorts    map[string]bool
	declared map[string]bool
	funcs    map[*Func]bool
	count    int
	// Vars and Funcs are the declared symbols, in order.
	Vars  []*Term
	Funcs []*Func
}

// NewPrinter makes a printer for a new session.
func NewPrinter() *Printer {
	return &Printer{names: map[*Term]string{}, sorts: map[string]bool{}, declared: map[string]bool{}, funcs: map[*Func]bool{}}
}

// Text writes the declarations and definitions that t needs to w and returns the text of t over them.
func (p *Printer) Text(w io.Writer, t *Term) string {
	uses := map[*Term]int{}
	countUses(t, uses, p.names)
	return p.text(w, t, uses, nil)
}

// countUses counts how often each node not yet named occurs.
func countUses(t *Term, uses map[*Term]int, named map[*Term]string) {
	if len(t.args) == 0 || named[t] != "" {
		return
	}
	uses[t]++
	if uses[t] > 1 {
		return
	}
	for _, a := range t.args {
		countUses(a, uses, named)
	}
}

// text is the text of t. Under a quantifier (bound not nil) terms over bound variables get no name.
func (p *Printer) text(w io.Writer, t *Term, uses map[*Term]int, bound []*Term) string {
	if name, ok := p.names[t]; ok {
		return name
	}
	text := p.plain(w, t, uses, bound)
	if len(t.args) == 0 || uses[t] < 2 || usesAny(t, bound) {
		return text
	}
	p.count++
	name := fmt.Sprintf("d!%d", p.count)
	fmt.Fprintf(w, "(define-fun %s () %s %s)\n", name, t.sort, text)
	p.names[t] = name
	return name
}

func (p *Printer) plain(w io.Writer, t *Term, uses map[*Term]int, bound []*Term) string {
	switch t.op {
	case OpVar:
		return p.variable(w, t, bound)
	case OpConst:
		if t.sort.Kind == KindUninterpreted {
			return p.element(w, t)
		}
		return t.value.String()
	case OpForall, OpExists:
		return p.quantifier(w, t, uses, bound)
	case OpApply:
		p.function(w, t.aux.fn)
		if len(t.args) == 0 {
			return quoteSymbol("f " + t.aux.fn.Name)
		}
	}
	head := t.HeadText()
	if t.op == OpApply {
		head = quoteSymbol("f " + t.aux.fn.Name)
	}
	texts := make([]string, len(t.args))
	for i, a := range t.args {
		texts[i] = p.text(w, a, uses, bound)
	}
	if (t.op == OpDiv || t.op == OpMod || t.op == OpRealDiv) && !t.args[1].IsConst() {
		return totalDivision(t, texts)
	}
	return "(" + head + " " + strings.Join(texts, " ") + ")"
}

func totalDivision(t *Term, texts []string) string {
	zero, otherwise := t.sort.Zero().String(), t.sort.Zero().String()
	if t.op == OpMod {
		otherwise = texts[0]
	}
	return fmt.Sprintf("(ite (= %s %s) %s (%s %s %s))", texts[1], zero, otherwise, t.op, texts[0], texts[1])
}

// symbolText is the name under which a Printer declares a variable. The prefix keeps variables apart
// from functions and from the solver's own words.
func symbolText(v *Term) string { return quoteSymbol("v " + v.Name()) }

func (p *Printer) variable(w io.Writer, t *Term, bound []*Term) string {
	name := symbolText(t)
	for _, v := range bound {
		if v == t {
			return name
		}
	}
	if p.names[t] == "" {
		p.declareSort(w, t.sort)
		fmt.Fprintf(w, "(declare-fun %s () %s)\n", name, t.sort)
		p.names[t] = name
		p.Vars = append(p.Vars, t)
	}
	return name
}

// element declares a constant for an element of an uninterpreted sort, different from those before.
func (p *Printer) element(w io.Writer, t *Term) string {
	name := quoteSymbol("e " + t.value.String())
	p.declareSort(w, t.sort)
	fmt.Fprintf(w, "(declare-fun %s () %s)\n", name, t.sort)
	for _, other := range Keys(p.names) {
		if other.op == OpConst && other.sort == t.sort {
			fmt.Fprintf(w, "(assert (not (= %s %s)))\n", name, p.names[other])
		}
	}
	p.names[t] = name
	return name
}

func (p *Printer) function(w io.Writer, f *Func) {
	if p.funcs[f] {
		return
	}
	texts := make([]string, len(f.Params))
	for i, s := range f.Params {
		p.declareSort(w, s)
		texts[i] = s.String()
	}
	p.declareSort(w, f.Result)
	fmt.Fprintf(w, "(declare-fun %s (%s) %s)\n", quoteSymbol("f "+f.Name), strings.Join(texts, " "), f.Result)
	p.funcs[f] = true
	p.Funcs = append(p.Funcs, f)
}

func (p *Printer) declareSort(w io.Writer, s *Sort) {
	switch s.Kind {
	case KindArray:
		p.declareSort(w, s.Index)
		p.declareSort(w, s.Elem)
	case KindUninterpreted:
		if !p.sorts[s.Name] {
			p.sorts[s.Name] = true
			fmt.Fprintf(w, "(declare-sort %s 0)\n", s)
		}
	}
}

func (p *Printer) quantifier(w io.Writer, t *Term, uses map[*Term]int, outer []*Term) string {
	bound := append(outer[:len(outer):len(outer)], t.Bound()...)
	var b strings.Builder
	b.WriteString("(" + t.op.String() + " (")
	for _, v := range t.Bound() {
		p.declareSort(w, v.sort)
		b.WriteString("(" + symbolText(v) + " " + v.sort.String() + ")")
	}
	b.WriteString(") ")
	body := p.text(w, t.args[0], uses, bound)
	triggers := t.Triggers()
	if len(triggers) == 0 {
		return b.String() + body + ")"
	}
	b.WriteString("(! " + body)
	for _, trigger := range triggers {
		texts := make([]string, len(trigger))
		for i, part := range trigger {
			texts[i] = p.text(w, part, uses, bound)
		}
		b.WriteString(" :pattern (" + strings.Join(texts, " ") + ")")
	}
	return b.String() + "))"
}
