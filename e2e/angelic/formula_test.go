package angelic

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"yogi/internal/term"
)

// formula reads the text of a specification as a term over integers in which every lvalue is a variable.
// p->f, f[p] and (*p).f are one lvalue; NULL is 0. What another tool calls r.ret#1 is renamed by names
// before.
func formula(b *term.Builder, text string, names *strings.Replacer) (t *term.Term, err error) {
	p := &reader{terms: b, tokens: tokenize(names.Replace(text))}
	defer func() {
		if r := recover(); r != nil {
			t, err = nil, fmt.Errorf("%q: %v", text, r)
		}
	}()
	t = p.boolean(p.or())
	if p.peek() != "" {
		return nil, fmt.Errorf("%q: %s is left", text, p.peek())
	}
	return t, nil
}

var tokenPattern = regexp.MustCompile(`\s*(->|==|!=|<=|>=|&&|\|\||[-+*<>!()\[\]&.]|[\w$#@]+(?:\.\w+)*)`)

func tokenize(text string) []string {
	var out []string
	for _, m := range tokenPattern.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// reader is a recursive-descent parser. A value is a truth value (a Bool term) or a number with the
// canonical text of the lvalue that it is.
type reader struct {
	terms  *term.Builder
	tokens []string
}

type operand struct {
	term   *term.Term
	lvalue string
}

func (p *reader) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

func (p *reader) take(token string) bool {
	if p.peek() != token {
		return false
	}
	p.tokens = p.tokens[1:]
	return true
}

func (p *reader) need(token string) {
	if !p.take(token) {
		panic(fmt.Sprintf("%q is wanted at %q", token, p.peek()))
	}
}

func (p *reader) boolean(o operand) *term.Term {
	if o.term.Sort().Kind == term.KindBool {
		return o.term
	}
	return p.terms.Ne(o.term, p.terms.IntConst(0))
}

func (p *reader) or() operand {
	out := p.and()
	for p.take("||") {
		out = operand{term: p.terms.Or(p.boolean(out), p.boolean(p.and()))}
	}
	return out
}

func (p *reader) and() operand {
	out := p.comparison()
	for p.take("&&") {
		out = operand{term: p.terms.And(p.boolean(out), p.boolean(p.comparison()))}
	}
	return out
}

func (p *reader) comparison() operand {
	x := p.sum()
	relations := map[string]func(x, y *term.Term) *term.Term{
		"==": p.terms.Eq, "!=": p.terms.Ne, "<": p.terms.Lt, "<=": p.terms.Le, ">": p.terms.Gt, ">=": p.terms.Ge,
	}
	if relation := relations[p.peek()]; relation != nil {
		p.tokens = p.tokens[1:]
		return operand{term: relation(x.term, p.sum().term)}
	}
	return x
}

func (p *reader) sum() operand {
	out := p.unary()
	for {
		switch {
		case p.take("+"):
			y := p.unary()
			out = operand{p.terms.Add(out.term, y.term), out.lvalue + "+" + y.lvalue}
		case p.take("-"):
			y := p.unary()
			out = operand{p.terms.Sub(out.term, y.term), out.lvalue + "-" + y.lvalue}
		default:
			return out
		}
	}
}

func (p *reader) unary() operand {
	switch {
	case p.take("!"):
		return operand{term: p.terms.Not(p.boolean(p.unary()))}
	case p.take("-"):
		return operand{term: p.terms.Neg(p.unary().term)}
	case p.take("*"):
		return p.cell("*", p.unary().lvalue)
	}
	return p.postfix()
}

func (p *reader) cell(field, base string) operand {
	name := field + "[" + base + "]"
	return operand{p.terms.Var(name, p.terms.Int()), name}
}

func (p *reader) postfix() operand {
	out := p.primary()
	for {
		switch {
		case p.take("->"):
			field := p.tokens[0]
			p.tokens = p.tokens[1:]
			out = p.cell(field, out.lvalue)
		case p.take("["):
			index := p.sum()
			p.need("]")
			out = p.cell(out.lvalue, index.lvalue)
		case p.take("("):
			p.need(")")
			name := out.lvalue + "()"
			out = operand{p.terms.Var(name, p.terms.Int()), name}
		default:
			return out
		}
	}
}

func (p *reader) primary() operand {
	if p.take("(") {
		out := p.or()
		p.need(")")
		return out
	}
	token := p.peek()
	if token == "" {
		panic("the text ends")
	}
	p.tokens = p.tokens[1:]
	switch {
	case token == "NULL":
		return operand{p.terms.IntConst(0), "0"}
	case unicode.IsDigit(rune(token[0])):
		n := int64(0)
		fmt.Sscan(token, &n)
		return operand{p.terms.IntConst(n), token}
	}
	return operand{p.terms.Var(token, p.terms.Int()), token}
}
