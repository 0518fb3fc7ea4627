package typecheck

import (
	"math/big"
	"regexp"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
)

// This file reads conditions of ACSL that speak of several arguments, of what pointers lead to and of
// objects of the file. What names mean, and which members there are, the checker of expressions says;
// operators are read here, since numbers are those of mathematics in ACSL and wrap around in C.

// condition reads a condition that is not about one argument alone.
func (r *clauseReader) condition(text string) (found []tree.Requirement, ok bool) {
	if r.scope == nil || strings.Contains(text, "@") {
		return nil, false
	}
	ok = r.c.aside(r.tokens(text), r.scope, func() {
		reader := conditionReader{checker: r.c, params: r.params}
		condition := reader.truth(reader.equivalence())
		if r.c.tok.Kind != preprocess.EOF || !isDemanded(condition) {
			reader.refuse()
		}
		found = []tree.Requirement{{Parameter: -1, Condition: condition, Params: r.params}}
	})
	return found, ok
}

// acslWord finds the words and signs of a condition.
var acslWord = regexp.MustCompile(`\\?[A-Za-z_]\w*|[0-9]\w*|'(?:\\.[^']*|[^'\\])'|<==>|==>|->|\.\.|<<|>>|[<>=!]=|&&|\|\||\^\^|\S`)

func (r *clauseReader) tokens(text string) []preprocess.Token {
	var out []preprocess.Token
	for _, word := range acslWord.FindAllString(text, -1) {
		t := written(word, r.pos)
		if word[0] == '\'' && len(word) > 2 {
			t.Kind = preprocess.Char
		}
		out = append(out, t)
	}
	return append(out, preprocess.Token{Kind: preprocess.EOF, Pos: r.pos})
}

// aside reads other tokens than those of the file, with the names of a list of parameters. It is false if they are
// wrong, which is no fault of the program.
func (c *checker) aside(tokens []preprocess.Token, params *scope, read func()) (ok bool) {
	position, scope, parent, diagnostics, lengths := c.position, c.scope, params.parent, c.diagnostics, c.lengths
	defer func() {
		c.position, c.scope, params.parent, c.lengths = position, scope, parent, lengths
		ok = ok && len(c.diagnostics) == len(diagnostics)
		c.diagnostics = diagnostics
		if r := recover(); r != nil {
			if _, isOurs := r.(bailout); !isOurs {
				panic(r)
			}
			ok = false
		}
	}()
	params.parent = c.file
	c.tokens, c.at, c.scope = tokens, 0, newScope(params)
	c.tok = &c.tokens[0]
	read()
	return true
}

// conditionReader reads operators by how strongly they bind, weakest first.
type conditionReader struct {
	*checker
	params []*tree.Object
}

// operand is what an operator is applied to: a condition, a quantity, or an expression of C that is one.
type operand struct {
	condition *tree.Condition
	quantity  *tree.Quantity
	expr      tree.Expr
	isPointer bool // of a quantity
}

// refuse gives the condition up.
func (c conditionReader) refuse() { panic(bailout{}) }

func both(op tree.Operator, x, y *tree.Condition) operand {
	return operand{condition: &tree.Condition{Op: op, Parts: []*tree.Condition{x, y}}}
}

func not(x *tree.Condition) *tree.Condition {
	return &tree.Condition{Op: tree.LogicalNot, Parts: []*tree.Condition{x}}
}

func (c conditionReader) equivalence() operand {
	x := c.implication()
	for c.accept("<==>") {
		left, right := c.truth(x), c.truth(c.implication())
		x = both(tree.LogicalOr, both(tree.LogicalAnd, left, right).condition, both(tree.LogicalAnd, not(left), not(right)).condition)
	}
	return x
}

func (c conditionReader) implication() operand {
	c.enter()
	defer c.leave()
	x := c.disjunction()
	if c.accept("==>") {
		return both(tree.LogicalOr, not(c.truth(x)), c.truth(c.implication()))
	}
	return x
}

func (c conditionReader) disjunction() operand {
	x := c.conjunction()
	for c.accept("||") {
		x = both(tree.LogicalOr, c.truth(x), c.truth(c.conjunction()))
	}
	return x
}

func (c conditionReader) conjunction() operand {
	x := c.chain()
	for c.accept("&&") {
		x = both(tree.LogicalAnd, c.truth(x), c.truth(c.chain()))
	}
	return x
}

// relationOf are the comparisons, and which of them may follow each other in a chain.
var relationOf = map[string]struct {
	op    tree.Operator
	chain string
}{
	"<": {tree.Less, "up"}, "<=": {tree.LessEqual, "up"}, ">": {tree.Greater, "down"}, ">=": {tree.GreaterEqual, "down"},
	"==": {tree.Equal, ""}, "!=": {tree.NotEqual, "none"},
}

// chain reads a <= b < c, which says each of the two.
func (c conditionReader) chain() operand {
	x := c.sum()
	var all *tree.Condition
	way := ""
	for n := 0; ; n++ {
		relation, ok := relationOf[c.tok.Text]
		if !ok {
			break
		}
		if n > 0 && (relation.chain == "none" || way == "none" || relation.chain != "" && way != "" && relation.chain != way) {
			c.refuse()
		}
		if relation.chain != "" {
			way = relation.chain
		}
		c.next()
		y := c.sum()
		one := c.compared(relation.op, x, y)
		if all == nil {
			all = one
		} else {
			all = both(tree.LogicalAnd, all, one).condition
		}
		x = y
	}
	if all != nil {
		return operand{condition: all}
	}
	return x
}

func (c conditionReader) compared(op tree.Operator, x, y operand) *tree.Condition {
	x, y = c.measured(x), c.measured(y)
	switch {
	case x.isPointer == y.isPointer:
	case x.isPointer && isZeroQuantity(y.quantity), y.isPointer && isZeroQuantity(x.quantity):
	default:
		c.refuse()
	}
	if (x.isPointer || y.isPointer) && op != tree.Equal && op != tree.NotEqual {
		c.refuse()
	}
	return &tree.Condition{Op: op, Left: x.quantity, Right: y.quantity}
}

func isZeroQuantity(q *tree.Quantity) bool { return q.Number != nil && q.Number.Sign() == 0 }

// truth is an operand as a condition: a number that is not zero, a pointer that is not null.
func (c conditionReader) truth(x operand) *tree.Condition {
	if x.condition != nil {
		return x.condition
	}
	return c.compared(tree.NotEqual, x, operand{quantity: &tree.Quantity{Number: new(big.Int)}})
}

// measured is an operand as a quantity.
func (c conditionReader) measured(x operand) operand {
	if x.quantity != nil {
		return x
	}
	if x.expr == nil {
		c.refuse()
	}
	t := x.expr.ExprType()
	if k, ok := x.expr.(*tree.Constant); ok && isInteger(t) && k.Int != nil && !k.Overflows {
		return operand{quantity: &tree.Quantity{Number: k.Int}}
	}
	switch {
	case t.Volatile || !c.isRead(x.expr):
	case isInteger(t) && t.Width == 0:
		return operand{quantity: &tree.Quantity{Value: x.expr}}
	case isPointer(t) && t.Elem.Kind != tree.Function:
		return operand{quantity: &tree.Quantity{Value: x.expr}, isPointer: true}
	case t.Kind == tree.Array && !isVariable(t):
		return operand{quantity: &tree.Quantity{Value: c.rvalue(x.expr)}, isPointer: true}
	}
	c.refuse()
	return x
}

// number is an operand as a number.
func (c conditionReader) number(x operand) *tree.Quantity {
	x = c.measured(x)
	if x.isPointer {
		c.refuse()
	}
	return x.quantity
}

// isRead says that an expression is one whose value is that of an lvalue: names, members and elements, and what
// pointers lead to.
func (c conditionReader) isRead(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.ObjectRef:
		o := e.Object
		return !o.Thread && !(o.Weak && o.Extern) && e.Type.Size > 0
	case *tree.Member:
		return e.Field.OffsetExpr == nil && c.isRead(e.Base) && !e.Base.ExprType().Volatile
	case *tree.Deref:
		return c.isRead(e.Pointer) && !e.Pointer.ExprType().Volatile && e.Type.Kind != tree.Function
	case *tree.PointerAdd:
		return e.SizeExpr == nil && tree.ConstantOf(e.Index) != nil && c.isRead(e.Pointer)
	case *tree.Decay:
		return c.isRead(e.Array)
	case *tree.AddressOf:
		return c.isRead(e.Operand)
	case *tree.Convert:
		return isPointer(e.Type) && isPointer(e.Operand.ExprType()) && c.isRead(e.Operand)
	}
	return false
}

func (c conditionReader) sum() operand {
	x := c.product()
	for c.is("+") || c.is("-") {
		op := tree.Add
		if c.is("-") {
			op = tree.Subtract
		}
		c.next()
		x = operand{quantity: combined(op, c.number(x), c.number(c.product()))}
	}
	return x
}

// combined is a number made of two; constants are computed at once.
func combined(op tree.Operator, x, y *tree.Quantity) *tree.Quantity {
	if x.Number == nil || y.Number == nil {
		return &tree.Quantity{Op: op, Parts: []*tree.Quantity{x, y}}
	}
	out := new(big.Int)
	switch op {
	case tree.Add:
		out.Add(x.Number, y.Number)
	case tree.Subtract:
		out.Sub(x.Number, y.Number)
	default:
		out.Mul(x.Number, y.Number)
	}
	return &tree.Quantity{Number: out}
}

func (c conditionReader) product() operand {
	x := c.unary()
	for c.is("*") || c.is("/") || c.is("%") {
		op := c.tok.Text
		c.next()
		left, right := c.number(x), c.number(c.unary())
		if op == "*" {
			x = operand{quantity: combined(tree.Multiply, left, right)}
			continue
		}
		if left.Number == nil || right.Number == nil || right.Number.Sign() == 0 {
			c.refuse() // a quotient is read of constants alone
		}
		quotient, rest := new(big.Int).QuoRem(left.Number, right.Number, new(big.Int))
		if op == "%" {
			quotient = rest
		}
		x = operand{quantity: &tree.Quantity{Number: quotient}}
	}
	return x
}

func (c conditionReader) unary() operand {
	c.enter()
	defer c.leave()
	pos := c.tok.Pos
	switch {
	case c.accept("!"):
		return operand{condition: not(c.truth(c.unary()))}
	case c.accept("+"):
		return operand{quantity: c.number(c.unary())}
	case c.accept("-"):
		x := c.number(c.unary())
		if x.Number != nil {
			return operand{quantity: &tree.Quantity{Number: new(big.Int).Neg(x.Number)}}
		}
		return operand{quantity: &tree.Quantity{Op: tree.Negate, Parts: []*tree.Quantity{x}}}
	case c.accept("*"):
		x := c.unary()
		if x.expr == nil {
			c.refuse()
		}
		return operand{expr: c.dereference(c.rvalue(x.expr), pos)}
	case c.accept("&"):
		x := c.unary()
		if x.expr == nil || c.isOfArgument(x.expr) {
			c.refuse()
		}
		return operand{expr: c.addressOf(x.expr, pos)}
	case c.is("sizeof"):
		return operand{expr: c.expressions.unary()}
	case c.is("(") && c.isTypeName(1):
		c.next()
		t := c.unevaluatedTypeName()
		c.expect(")")
		return c.converted(c.unary(), t)
	}
	return c.postfix(c.primary())
}

// isOfArgument says that an lvalue is an argument or a part of it, whose address is that of the callee's copy.
func (c conditionReader) isOfArgument(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.ObjectRef:
		return e.Object.Parameter
	case *tree.Member:
		return c.isOfArgument(e.Base)
	}
	return false
}

// converted is a cast: a number as C makes it one of another type, a pointer to something else.
func (c conditionReader) converted(x operand, t *tree.Type) operand {
	x = c.measured(x)
	switch {
	case isPointer(t) && t.Elem.Kind != tree.Function && isZeroQuantity(x.quantity):
		return operand{quantity: x.quantity, isPointer: true}
	case isPointer(t) && t.Elem.Kind != tree.Function && x.isPointer && x.quantity.Value != nil:
		return operand{expr: &tree.Convert{Node: tree.Node{Type: t, Pos: c.tok.Pos}, Operand: x.quantity.Value, Explicit: true}}
	case t.Kind == tree.Integer && t.Width == 0 && t.Size > 0 && !x.isPointer:
		return operand{quantity: &tree.Quantity{Parts: []*tree.Quantity{x.quantity}, As: t}}
	}
	c.refuse()
	return x
}

func (c conditionReader) primary() operand {
	switch {
	case c.accept("("):
		x := c.equivalence()
		c.expect(")")
		return x
	case c.accept(`\null`), c.accept("NULL"):
		return operand{quantity: &tree.Quantity{Number: new(big.Int)}, isPointer: true}
	case c.is(`\valid`) || c.is(`\valid_read`) || c.is(`\initialized`) || c.is(`\separated`):
		return operand{condition: c.predicate()}
	case c.accept(`\true`):
		return operand{condition: c.compared(tree.Equal, zeroOperand, zeroOperand)}
	case c.accept(`\false`):
		return operand{condition: c.compared(tree.NotEqual, zeroOperand, zeroOperand)}
	case c.tok.Kind == preprocess.Identifier:
		if keywords[c.tok.Text] || c.scope.lookup(c.tok.Text) == nil || c.peek(1).Is("(") {
			c.refuse()
		}
		return operand{expr: c.name()}
	case c.tok.Kind == preprocess.Number || c.tok.Kind == preprocess.Char:
		return operand{expr: c.expressions.primary()}
	}
	c.refuse()
	return operand{}
}

var zeroOperand = operand{quantity: &tree.Quantity{Number: new(big.Int)}}

func (c conditionReader) postfix(x operand) operand {
	for c.is(".") || c.is("->") || c.is("[") {
		if x.expr == nil {
			c.refuse()
		}
		pos := c.tok.Pos
		switch {
		case c.accept("."):
			x = operand{expr: c.member(x.expr, c.memberName(), pos)}
		case c.accept("->"):
			x = operand{expr: c.member(c.dereference(c.rvalue(x.expr), pos), c.memberName(), pos)}
		default:
			c.next()
			index := c.number(c.equivalence())
			c.expect("]")
			if index.Number == nil || !index.Number.IsInt64() || !isPointer(x.expr.ExprType()) && x.expr.ExprType().Kind != tree.Array {
				c.refuse() // an index is a constant
			}
			x = operand{expr: c.index(x.expr, c.integer(index.Number, c.llongType, pos), pos)}
		}
	}
	return x
}
