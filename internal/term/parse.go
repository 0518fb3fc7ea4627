package term

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// SExpr is a parsed S-expression: an atom, or a list when Atom is "". A symbol written in bars has the
// bars removed and Quoted set.
type SExpr struct {
	Atom   string
	Quoted bool
	List   []SExpr
}

// IsList reports whether the expression is a list.
func (s SExpr) IsList() bool { return s.Atom == "" && !s.Quoted }

// Head is the first atom of a list, else "".
func (s SExpr) Head() string {
	if len(s.List) > 0 {
		return s.List[0].Atom
	}
	return ""
}

// String is the text of the expression.
func (s SExpr) String() string {
	switch {
	case s.Quoted:
		return "|" + s.Atom + "|"
	case s.Atom != "":
		return s.Atom
	}
	texts := make([]string, len(s.List))
	for i, e := range s.List {
		texts[i] = e.String()
	}
	return "(" + strings.Join(texts, " ") + ")"
}

// MaxWidth is the largest width of a bit-vector that is read, and maxNesting the deepest expression: text from outside
// shall not take memory without bound.
const (
	MaxWidth   = 1 << 16
	maxNesting = 100_000
)

// ParseSExprs reads all S-expressions of a text; comments run from ; to the end of the line.
func ParseSExprs(text string) ([]SExpr, error) {
	stack := [][]SExpr{nil}
	for at := 0; at < len(text); {
		switch c := text[at]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			at++
		case c == ';':
			end := strings.IndexByte(text[at:], '\n')
			if end < 0 {
				end = len(text) - at
			}
			at += end
		case c == '(':
			if len(stack) > maxNesting {
				return nil, fmt.Errorf("nested too deeply at offset %d", at)
			}
			stack = append(stack, nil)
			at++
		case c == ')':
			if len(stack) == 1 {
				return nil, fmt.Errorf("unexpected ) at offset %d", at)
			}
			list := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			stack[len(stack)-1] = append(stack[len(stack)-1], SExpr{List: list})
			at++
		default:
			atom, next, err := readAtom(text, at)
			if err != nil {
				return nil, err
			}
			stack[len(stack)-1] = append(stack[len(stack)-1], atom)
			at = next
		}
	}
	if len(stack) != 1 {
		return nil, fmt.Errorf("missing )")
	}
	return stack[0], nil
}

func readAtom(text string, at int) (SExpr, int, error) {
	switch text[at] {
	case '|':
		end := strings.IndexByte(text[at+1:], '|')
		if end < 0 {
			return SExpr{}, 0, fmt.Errorf("missing | after offset %d", at)
		}
		return SExpr{Atom: text[at+1 : at+1+end], Quoted: true}, at + end + 2, nil
	case '"':
		for end := at + 1; end < len(text); end++ {
			if text[end] != '"' {
				continue
			}
			if end+1 < len(text) && text[end+1] == '"' {
				end++
				continue
			}
			return SExpr{Atom: text[at : end+1]}, end + 1, nil
		}
		return SExpr{}, 0, fmt.Errorf("missing \" after offset %d", at)
	}
	end := at
	for end < len(text) && strings.IndexByte(" \n\t\r();|\"", text[end]) < 0 {
		end++
	}
	return SExpr{Atom: text[at:end]}, end, nil
}

// Scope finds the variable (first result) or function (second) of a name; both nil when unknown.
type Scope func(name string) (*Term, *Func)

// Parse reads one term from SMT-LIB text, in particular that of Term.String. Names of free symbols go
// through scope.
func (b *Builder) Parse(text string, scope func(name string) (*Term, *Func)) (*Term, error) {
	list, err := ParseSExprs(text)
	if err != nil {
		return nil, err
	}
	if len(list) != 1 {
		return nil, fmt.Errorf("expected one term, found %d", len(list))
	}
	return b.ParseTerm(list[0], scope)
}

// ParseSort reads one sort from SMT-LIB text.
func (b *Builder) ParseSort(text string) (*Sort, error) {
	list, err := ParseSExprs(text)
	if err != nil {
		return nil, err
	}
	if len(list) != 1 {
		return nil, fmt.Errorf("expected one sort, found %d", len(list))
	}
	return b.SortFrom(list[0])
}

// SortFrom reads a sort from an S-expression. An unknown name is an uninterpreted sort.
func (b *Builder) SortFrom(s SExpr) (*Sort, error) {
	if !s.IsList() {
		return b.namedSort(s)
	}
	numbers, numeric := indices(s.List)
	switch {
	case s.Head() == "_" && len(s.List) == 3 && s.List[1].Atom == "BitVec" && numeric && numbers[0] > 0:
		return b.BV(numbers[0]), nil
	case s.Head() == "_" && len(s.List) == 4 && s.List[1].Atom == "FloatingPoint" && numeric && numbers[0] >= 2 && numbers[1] >= 2 && numbers[0] <= 30:
		return b.Float(numbers[0], numbers[1]), nil
	case s.Head() == "Array" && len(s.List) == 3:
		index, err := b.SortFrom(s.List[1])
		if err != nil {
			return nil, err
		}
		elem, err := b.SortFrom(s.List[2])
		if err != nil {
			return nil, err
		}
		return b.Array(index, elem), nil
	}
	return nil, fmt.Errorf("not a sort: %s", s)
}

func (b *Builder) namedSort(s SExpr) (*Sort, error) {
	if !s.Quoted {
		switch s.Atom {
		case "Bool":
			return b.boolSort, nil
		case "Int":
			return b.intSort, nil
		case "Real":
			return b.realSort, nil
		case "Float16":
			return b.Float(5, 11), nil
		case "Float32":
			return b.Float(8, 24), nil
		case "Float64":
			return b.Float(11, 53), nil
		case "Float128":
			return b.Float(15, 113), nil
		}
	}
	return b.Uninterpreted(s.Atom), nil
}

// indices reads the numerals from position 2 of an indexed identifier; none is above MaxWidth.
func indices(list []SExpr) (numbers []int, ok bool) {
	for i := 2; i < len(list); i++ {
		n, err := strconv.Atoi(list[i].Atom)
		if err != nil || n < 0 || n > MaxWidth {
			return nil, false
		}
		numbers = append(numbers, n)
	}
	return numbers, len(numbers) > 0
}

// ParseTerm reads a term from an S-expression.
func (b *Builder) ParseTerm(s SExpr, scope Scope) (t *Term, err error) {
	p := &termParser{b: b, scope: scope}
	return p.term(s, nil)
}

// localScope is a chain of let and quantifier bindings.
type localScope struct {
	name  string
	value *Term
	outer *localScope
}

func (l *localScope) find(name string) *Term {
	for ; l != nil; l = l.outer {
		if l.name == name {
			return l.value
		}
	}
	return nil
}

type termParser struct {
	b     *Builder
	scope Scope
}

func (p *termParser) term(s SExpr, local *localScope) (*Term, error) {
	if !s.IsList() {
		return p.atom(s, local)
	}
	if len(s.List) == 0 {
		return nil, fmt.Errorf("empty list")
	}
	if !s.List[0].Quoted {
		switch s.Head() {
		case "let":
			return p.let(s, local)
		case "forall", "exists":
			return p.quantifier(s, local)
		case "!":
			if len(s.List) > 1 {
				return p.term(s.List[1], local)
			}
		case "fp":
			return p.floatConstant(s)
		case "_":
			return p.indexedConstant(s)
		case "as":
			return p.qualified(s)
		}
	}
	return p.application(s, local)
}

func (p *termParser) atom(s SExpr, local *localScope) (*Term, error) {
	if t := local.find(s.Atom); t != nil {
		return t, nil
	}
	if !s.Quoted {
		if t, ok := p.literal(s.Atom); ok {
			return t, nil
		}
	}
	if p.scope != nil {
		t, f := p.scope(s.Atom)
		if t != nil {
			return t, nil
		}
		if f != nil && len(f.Params) == 0 {
			return p.b.Apply(f), nil
		}
	}
	return nil, fmt.Errorf("unknown symbol %s", s)
}

func (p *termParser) literal(text string) (*Term, bool) {
	switch {
	case text == "":
		return nil, false
	case text == "true":
		return p.b.yes, true
	case text == "false":
		return p.b.no, true
	case strings.HasPrefix(text, "#x"), strings.HasPrefix(text, "#b"):
		return p.bits(text)
	case text[0] < '0' || text[0] > '9':
		return nil, false
	}
	if strings.ContainsRune(text, '.') {
		r, ok := new(big.Rat).SetString(text)
		if !ok {
			return nil, false
		}
		return p.b.RealConst(r), true
	}
	z, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return nil, false
	}
	return p.b.IntBig(z), true
}

func (p *termParser) bits(text string) (*Term, bool) {
	base, perDigit := 16, 4
	if text[1] == 'b' {
		base, perDigit = 2, 1
	}
	z, ok := new(big.Int).SetString(text[2:], base)
	if !ok || z.Sign() < 0 {
		return nil, false
	}
	return p.b.BVBig(perDigit*(len(text)-2), z), true
}

func (p *termParser) let(s SExpr, local *localScope) (*Term, error) {
	if len(s.List) != 3 {
		return nil, fmt.Errorf("malformed let")
	}
	inner := local
	for _, binding := range s.List[1].List {
		if len(binding.List) != 2 {
			return nil, fmt.Errorf("malformed let binding %s", binding)
		}
		t, err := p.term(binding.List[1], local)
		if err != nil {
			return nil, err
		}
		inner = &localScope{binding.List[0].Atom, t, inner}
	}
	return p.term(s.List[2], inner)
}

func (p *termParser) quantifier(s SExpr, local *localScope) (*Term, error) {
	if len(s.List) != 3 {
		return nil, fmt.Errorf("malformed quantifier")
	}
	var bound []*Term
	for _, d := range s.List[1].List {
		if len(d.List) != 2 {
			return nil, fmt.Errorf("malformed bound variable %s", d)
		}
		sort, err := p.b.SortFrom(d.List[1])
		if err != nil {
			return nil, err
		}
		v := p.b.Var(d.List[0].Atom, sort)
		bound = append(bound, v)
		local = &localScope{v.Name(), v, local}
	}
	body, triggers, err := p.annotated(s.List[2], local)
	if err != nil {
		return nil, err
	}
	if body.sort != p.b.boolSort {
		return nil, fmt.Errorf("quantifier over a body of sort %s", body.sort)
	}
	return p.b.quantify(quantifierOps[s.Head()], bound, body, triggers), nil
}

var quantifierOps = map[string]Op{"forall": OpForall, "exists": OpExists}

// annotated reads a quantifier's body and its :pattern attributes.
func (p *termParser) annotated(s SExpr, local *localScope) (*Term, [][]*Term, error) {
	if s.Head() != "!" || len(s.List) < 2 {
		body, err := p.term(s, local)
		return body, nil, err
	}
	body, err := p.term(s.List[1], local)
	if err != nil {
		return nil, nil, err
	}
	var triggers [][]*Term
	for i := 2; i+1 < len(s.List); i += 2 {
		if s.List[i].Atom != ":pattern" {
			continue
		}
		var trigger []*Term
		for _, e := range s.List[i+1].List {
			t, err := p.term(e, local)
			if err != nil {
				return nil, nil, err
			}
			trigger = append(trigger, t)
		}
		triggers = append(triggers, trigger)
	}
	return body, triggers, nil
}
