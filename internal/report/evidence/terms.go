package evidence

import (
	"fmt"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// A table of terms in text. Each entry may refer to earlier ones as "@number", so that text grows with
// the number of distinct terms; symbols that the program does not declare are declared beside it.

// encoder writes terms into a table.
type encoder struct {
	program *ir.Program
	texts   []string
	index   map[*term.Term]int
	symbols []symbol
	known   map[*term.Term]bool
}

// symbol declares a symbol that is no variable of the program.
type symbol struct {
	Name string `json:"name"`
	Sort string `json:"sort"`
}

func newEncoder(p *ir.Program) *encoder {
	return &encoder{program: p, index: map[*term.Term]int{}, known: map[*term.Term]bool{}}
}

// add returns the number of a term in the table.
func (e *encoder) add(t *term.Term) int {
	if i, ok := e.index[t]; ok {
		return i
	}
	text := e.text(t)
	e.texts = append(e.texts, text)
	e.index[t] = len(e.texts) - 1
	return len(e.texts) - 1
}

// text is a term over the entries of the table. Quantified terms are written whole, since their bound
// variables mean nothing outside.
func (e *encoder) text(t *term.Term) string {
	if len(t.Args()) == 0 || t.HasQuantifier() {
		for _, v := range t.Vars() {
			e.declare(v)
		}
		return t.String()
	}
	words := []string{t.HeadText()}
	for _, a := range t.Args() {
		if len(a.Args()) == 0 && !a.HasQuantifier() {
			words = append(words, e.text(a))
		} else {
			words = append(words, fmt.Sprintf("@%d", e.add(a)))
		}
	}
	return "(" + strings.Join(words, " ") + ")"
}

func (e *encoder) declare(v *term.Term) {
	if e.known[v] || e.program.VariableOf(v) != nil {
		return
	}
	e.known[v] = true
	e.symbols = append(e.symbols, symbol{v.Name(), v.Sort().String()})
}

// decoder reads a table against a program.
type decoder struct {
	program *ir.Program
	terms   []*term.Term
	names   map[string]*term.Term
	funcs   map[string]*term.Func
}

func newDecoder(p *ir.Program, symbols []symbol, texts []string) (*decoder, error) {
	d := &decoder{program: p, names: map[string]*term.Term{}, funcs: map[string]*term.Func{}}
	for _, v := range p.Globals {
		d.names[v.Name] = v.Sym
	}
	for _, f := range p.Functions {
		for _, v := range f.Variables() {
			d.names[v.Name] = v.Sym
		}
	}
	for _, f := range p.UninterpretedFunctions() {
		d.funcs[f.Name] = f
	}
	for _, s := range symbols {
		sort, err := p.Terms.ParseSort(s.Sort)
		if err != nil {
			return nil, fmt.Errorf("symbol %s: %w", s.Name, err)
		}
		if d.names[s.Name] != nil {
			return nil, fmt.Errorf("symbol %s is declared twice", s.Name)
		}
		d.names[s.Name] = p.Terms.Var(s.Name, sort)
	}
	for i, text := range texts {
		t, err := p.Terms.Parse(text, d.scope)
		if err != nil {
			return nil, fmt.Errorf("term %d: %w", i, err)
		}
		d.terms = append(d.terms, t)
	}
	return d, nil
}

func (d *decoder) scope(name string) (*term.Term, *term.Func) {
	if strings.HasPrefix(name, "@") {
		var i int
		if _, err := fmt.Sscanf(name, "@%d", &i); err == nil && i >= 0 && i < len(d.terms) && fmt.Sprintf("@%d", i) == name {
			return d.terms[i], nil
		}
	}
	return d.names[name], d.funcs[name]
}

// term returns an entry of the table.
func (d *decoder) term(i int) (*term.Term, error) {
	if i < 0 || i >= len(d.terms) {
		return nil, fmt.Errorf("there is no term %d", i)
	}
	return d.terms[i], nil
}

// constant reads a value.
func (d *decoder) constant(text string) (term.Value, error) {
	t, err := d.program.Terms.Parse(text, d.scope)
	if err != nil {
		return term.Value{}, err
	}
	// A map's text is a chain of stores, which is a constant only once it is evaluated.
	v, err := term.NewEvaluator().Eval(t, nothing{})
	if err != nil {
		return term.Value{}, fmt.Errorf("%s is not a constant", text)
	}
	return v, nil
}

// nothing assigns no symbol.
type nothing struct{}

// Lookup implements term.Assignment.
func (nothing) Lookup(*term.Term) (term.Value, bool) { return term.Value{}, false }

// Apply implements term.Assignment.
func (nothing) Apply(*term.Func, []term.Value) (term.Value, bool) { return term.Value{}, false }
