package syntax

import (
	"strconv"
	"strings"
)

// expressions reads a comma-separated list; the closing token is left for the caller.
func (p *parser) expressions(closing Kind) []Expr {
	var list []Expr
	for !p.is(closing) && p.err == nil {
		list = append(list, p.expression())
		if !p.accept(Comma) {
			break
		}
	}
	return list
}

// expression reads an equivalence, the weakest operator; it associates to the left.
func (p *parser) expression() Expr {
	if !p.enter() {
		return &BoolLit{}
	}
	defer p.leave()
	if p.expressionDepth == 0 {
		p.operators = 0
	}
	p.expressionDepth++
	defer func() { p.expressionDepth-- }()
	left := p.implication()
	for p.is(Iff) {
		pos := p.advance().Pos
		left = p.binary(pos, Iff, left, p.implication())
	}
	return left
}

func (p *parser) binary(pos Pos, op Kind, left, right Expr) Expr {
	p.operators++
	if p.operators > maxOperators {
		p.fail(pos, "expression with more than %d operators", maxOperators)
	}
	return &Binary{Typed: Typed{At: At{pos}}, Op: op, Left: left, Right: right}
}

// implication: ==> associates to the right, <== to the left; they do not mix.
func (p *parser) implication() Expr {
	left := p.logical()
	switch {
	case p.is(Implies):
		if !p.enter() {
			return left
		}
		defer p.leave()
		pos := p.advance().Pos
		right := p.implication()
		return p.binary(pos, Implies, left, right)
	case p.is(Explies):
		for p.is(Explies) {
			pos := p.advance().Pos
			left = p.binary(pos, Explies, left, p.logical())
		}
		if p.is(Implies) {
			p.fail(p.token.Pos, `"==>" and "<==" do not mix without parentheses`)
		}
	}
	return left
}

// logical: && and || have the same level and do not mix.
func (p *parser) logical() Expr {
	left := p.relation()
	if !p.is(And) && !p.is(Or) {
		return left
	}
	op := p.token.Kind
	for p.is(op) {
		pos := p.advance().Pos
		left = p.binary(pos, op, left, p.relation())
	}
	if p.is(And) || p.is(Or) {
		p.fail(p.token.Pos, `"&&" and "||" do not mix without parentheses`)
	}
	return left
}

func isRelation(k Kind) bool {
	switch k {
	case Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Subtype:
		return true
	}
	return false
}

// relation does not associate.
func (p *parser) relation() Expr {
	left := p.concatenation()
	if !isRelation(p.token.Kind) {
		return left
	}
	op := p.advance()
	left = p.binary(op.Pos, op.Kind, left, p.concatenation())
	if isRelation(p.token.Kind) {
		p.fail(p.token.Pos, "relations do not chain: parentheses are needed")
	}
	return left
}

func (p *parser) concatenation() Expr {
	left := p.sum()
	for p.is(Concat) {
		pos := p.advance().Pos
		left = p.binary(pos, Concat, left, p.sum())
	}
	return left
}

func (p *parser) sum() Expr {
	left := p.product()
	for p.is(Plus) || p.is(Minus) {
		op := p.advance()
		left = p.binary(op.Pos, op.Kind, left, p.product())
	}
	return left
}

func (p *parser) product() Expr {
	left := p.power()
	for {
		switch p.token.Kind {
		case Times, Slash, Percent, KeyDiv, KeyMod:
			op := p.advance()
			left = p.binary(op.Pos, op.Kind, left, p.power())
		default:
			return left
		}
	}
}

func (p *parser) power() Expr {
	left := p.unary()
	if !p.is(Power) {
		return left
	}
	if !p.enter() {
		return left
	}
	defer p.leave()
	pos := p.advance().Pos
	return p.binary(pos, Power, left, p.power())
}

func (p *parser) unary() Expr {
	if !p.is(Not) && !p.is(Minus) {
		return p.postfix()
	}
	if !p.enter() {
		return &BoolLit{}
	}
	defer p.leave()
	op := p.advance()
	return &Unary{Typed: Typed{At: At{op.Pos}}, Op: op.Kind, Operand: p.unary()}
}

// postfix reads map reads, map updates and bit extraction after an atom.
func (p *parser) postfix() Expr {
	e := p.atom()
	for p.err == nil {
		if p.is(LBracket) || p.is(Arrow) {
			if p.operators++; p.operators > maxOperators {
				p.fail(p.token.Pos, "expression with more than %d operators", maxOperators)
			}
		}
		switch {
		case p.is(LBracket):
			e = p.bracket(e)
		case p.is(Arrow):
			pos := p.advance().Pos
			p.expect(Identifier)
			e = p.unsupported(pos, "field of a datatype")
		case p.is(Not) && p.peek.Kind == Identifier:
			pos := p.advance().Pos
			p.advance()
			e = p.unsupported(pos, "field of a structure")
		case p.is(Identifier) && p.token.Text == "is" && p.peek.Kind == Identifier:
			pos := p.advance().Pos
			p.advance()
			e = p.unsupported(pos, "constructor test of a datatype")
		default:
			return e
		}
	}
	return e
}

func (p *parser) unsupported(pos Pos, what string) Expr {
	return &UnsupportedExpr{Typed: Typed{At: At{pos}}, What: what}
}

func (p *parser) bracket(operand Expr) Expr {
	at := Typed{At: At{p.advance().Pos}}
	if p.is(Number) && p.peek.Kind == Colon {
		high := p.smallNumber()
		p.expect(Colon)
		low := p.smallNumber()
		p.expect(RBracket)
		return &Extract{Typed: at, Operand: operand, High: high, Low: low}
	}
	indices := p.expressions(RBracket)
	if p.accept(Becomes) {
		value := p.expression()
		p.expect(RBracket)
		return &Update{Typed: at, Map: operand, Indices: indices, Value: value}
	}
	p.expect(RBracket)
	return &Select{Typed: at, Map: operand, Indices: indices}
}

func (p *parser) smallNumber() int {
	t := p.expect(Number)
	n, err := strconv.Atoi(t.Text)
	if p.err == nil && (err != nil || n > MaxWidth) {
		p.fail(t.Pos, "bit position %s is too large", t.Text)
	}
	return n
}

// MaxWidth is the largest width of a bit-vector.
const MaxWidth = 1 << 16

func (p *parser) atom() Expr {
	at := Typed{At: At{p.token.Pos}}
	switch p.token.Kind {
	case KeyTrue, KeyFalse:
		return &BoolLit{Typed: at, Value: p.advance().Kind == KeyTrue}
	case Number:
		return &NumberLit{Typed: at, Digits: p.advance().Text}
	case Decimal:
		return &NumberLit{Typed: at, Digits: p.advance().Text, Decimal: true}
	case BVNumber:
		return p.bvLiteral()
	case FloatText:
		p.advance()
		return p.unsupported(at.Pos, "float literal")
	case Text:
		p.advance()
		return p.unsupported(at.Pos, "string")
	case Identifier:
		return p.nameOrApplication()
	case KeyOld:
		p.advance()
		return &Old{Typed: at, Operand: p.parenthesised()}
	case KeyInt, KeyReal:
		real := p.advance().Kind == KeyReal
		return &Convert{Typed: at, ToReal: real, Operand: p.parenthesised()}
	case KeyIf:
		p.advance()
		e := &Conditional{Typed: at, Condition: p.expression()}
		p.expect(KeyThen)
		e.Then = p.expression()
		p.expect(KeyElse)
		e.Else = p.expression()
		return e
	case LParen:
		return p.group()
	case LBrace:
		p.skipBraces()
		return p.unsupported(at.Pos, "structure")
	case CodeOpen:
		p.skipCode()
		return p.unsupported(at.Pos, "code expression")
	case KeyForall, KeyExists, KeyLambda:
		// Ultimate prints quantifiers without parentheses in places.
		return p.quantifier()
	}
	p.failExpected("an expression")
	return &BoolLit{Typed: at}
}

func (p *parser) parenthesised() Expr {
	p.expect(LParen)
	e := p.expression()
	p.expect(RParen)
	return e
}

func (p *parser) bvLiteral() Expr {
	t := p.advance()
	digits, width, _ := strings.Cut(t.Text, "bv")
	n, err := strconv.Atoi(width)
	if err != nil || n > MaxWidth {
		p.fail(t.Pos, "bit-vector width %s is too large", width)
	}
	return &NumberLit{Typed: Typed{At: At{t.Pos}}, Digits: digits, Width: n}
}

func (p *parser) nameOrApplication() Expr {
	t := p.advance()
	at := Typed{At: At{t.Pos}}
	if !p.is(LParen) {
		return &Name{Typed: at, Name: t.Text}
	}
	p.advance()
	a := &Apply{Typed: at, Name: t.Text, Args: p.expressions(RParen)}
	p.expect(RParen)
	return a
}

// group reads what stands in parentheses: an expression, a quantifier, a lambda, a let, a coercion.
func (p *parser) group() Expr {
	pos := p.advance().Pos
	var e Expr
	switch p.token.Kind {
	case KeyForall, KeyExists, KeyLambda:
		e = p.quantifier()
	case KeyVar:
		p.skipTo(Semicolon)
		p.expect(Semicolon)
		p.expression()
		e = p.unsupported(pos, "let expression")
	default:
		e = p.expression()
		if p.accept(Colon) {
			p.typeExpr()
			e = p.unsupported(pos, "type coercion")
		}
	}
	p.expect(RParen)
	return e
}

func (p *parser) skipTo(k Kind) {
	for !p.is(k) && p.err == nil {
		if p.is(EndOfFile) {
			p.failExpected(k.String())
			return
		}
		p.advance()
	}
}

// skipCode skips |{ ... }|.
func (p *parser) skipCode() {
	p.advance()
	for depth := 1; depth > 0 && p.err == nil; {
		switch p.advance().Kind {
		case CodeOpen:
			depth++
		case CodeClose:
			depth--
		case EndOfFile:
			p.failExpected(`"}|"`)
		}
	}
}

func (p *parser) quantifier() Expr {
	op := p.advance()
	q := &Quantifier{Typed: Typed{At: At{op.Pos}}, Exists: op.Kind == KeyExists}
	q.TypeParams = p.typeParams()
	if p.is(Identifier) || p.startsAttribute() {
		q.Bound = p.variables(p.attributes())
	} else if len(q.TypeParams) == 0 {
		p.failExpected("a bound variable")
	}
	p.expect(DoubleColon)
	for p.is(LBrace) {
		if p.startsAttribute() {
			q.Attributes = append(q.Attributes, p.attribute())
			continue
		}
		p.advance()
		q.Triggers = append(q.Triggers, p.expressions(RBrace))
		p.expect(RBrace)
	}
	q.Body = p.expression()
	if op.Kind == KeyLambda {
		return &Lambda{Typed: q.Typed, TypeParams: q.TypeParams, Bound: q.Bound, Body: q.Body}
	}
	return q
}
