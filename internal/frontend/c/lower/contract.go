package lower

import (
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// Conditions of contracts that speak of several arguments, of memory and of objects with static storage
// are assumed when an entry is called, in the state that it finds. They are read without the checks of C,
// and over wider words where a sum might wrap around, since the numbers of ACSL are those of
// mathematics. What a null pointer leads to has no value, so nothing is demanded of it.

// assumesInside says that what the entry's contract demands is assumed inside of it, of its parameters. Facts about its
// loops are found in the words of its text, so it is where it has one and nothing in a run calls it but what starts it.
func (l *lowerer) assumesInside() bool {
	if l.reach.entryCalled || l.options.Open || l.callingBack != nil || len(l.callbacks) > 0 {
		return false
	}
	loops := false
	tree.EachStmt(l.entry.Body, func(s tree.Stmt) {
		switch s.(type) {
		case *tree.For, *tree.While, *tree.DoWhile, *tree.Goto:
			loops = true
		}
	})
	return loops
}

// callersKeepConditions assumes the conditions of the entry's contracts of what its parameters are given.
func (b fromOutside) callersKeepConditions(entry *tree.FunctionDef, values map[*tree.Object][]*term.Term) {
	if b.options.NonNull == NonNullNone || entry.Name == "main" { // a whole program has no caller
		return
	}
	for _, r := range entry.Requires {
		if r.Every != nil {
			b.callersKeepEvery(entry, r)
			continue
		}
		if r.Condition == nil || len(r.Params) != len(entry.Params) {
			continue
		}
		c := conditionOf{fromOutside: b, entry: entry, requirement: r, given: values, arguments: map[*tree.Object]*storage{}}
		if r.Condition.Requires() && b.options.Linear {
			b.unreadContract(entry, r)
			continue
		}
		c.giveMemory(r.Condition, b.terms.True())
		holds := c.mayHold(r.Condition)
		if c.isRefused {
			b.unreadContract(entry, r)
			continue
		}
		b.assumeTrue(r.Pos, holds)
		b.assumeOf(assumption.EntryContract, r.Text, r.Pos)
	}
}

func (b fromOutside) unreadContract(entry *tree.FunctionDef, r tree.Requirement) {
	b.program.UnreadContracts = append(b.program.UnreadContracts, ir.UnreadContract{Function: entry.Name, Text: "requires " + r.Text, Pos: r.Pos})
}

// callersKeepEvery notes what a contract demands of every object of a structure. Where the program is open, what reads
// memory of the outside installs it; elsewhere the objects of the outside are made one by one, and it is not used.
func (b fromOutside) callersKeepEvery(entry *tree.FunctionDef, r tree.Requirement) {
	if !b.options.Open {
		b.unreadContract(entry, r)
		return
	}
	b.program.Everywhere = append(b.program.Everywhere, ir.EveryMember{Struct: r.Every.Struct.Name, Offset: r.Every.Offset, Width: r.Every.Size})
	b.assumeOf(assumption.EntryContract, r.Text, r.Pos)
}

// conditionOf evaluates a condition.
type conditionOf struct {
	fromOutside
	entry       *tree.FunctionDef
	requirement tree.Requirement
	given       map[*tree.Object][]*term.Term
	arguments   map[*tree.Object]*storage // where the values of arguments are, by the contract's parameters
	missing     []*term.Term              // of what was read last: when it has no value
	isRefused   bool                      // something in it is not modelled
}

// mayHold says that a condition holds, or that something in it has no value by which it would not.
func (c *conditionOf) mayHold(x *tree.Condition) *term.Term { return c.truth(x, true) }

// truth is a condition; where something in it has no value it is what is said.
func (c *conditionOf) truth(x *tree.Condition, otherwise bool) *term.Term {
	switch x.Op {
	case tree.LogicalAnd:
		return c.terms.And(c.truth(x.Parts[0], otherwise), c.truth(x.Parts[1], otherwise))
	case tree.LogicalOr:
		return c.terms.Or(c.truth(x.Parts[0], otherwise), c.truth(x.Parts[1], otherwise))
	case tree.LogicalNot:
		return c.terms.Not(c.truth(x.Parts[0], !otherwise))
	}
	c.missing = nil
	var holds *term.Term
	switch {
	case len(x.Valid) > 0:
		holds = c.terms.True()
		for _, r := range x.Valid {
			holds = c.terms.And(holds, c.isThere(r))
		}
	case len(x.Separated) > 0:
		holds = c.areApart(x.Separated)
	default:
		holds = c.comparison(x)
	}
	hasNone := c.terms.Or(c.missing...)
	if otherwise {
		return c.terms.Or(hasNone, holds)
	}
	return c.terms.And(c.terms.Not(hasNone), holds)
}

func (c *conditionOf) comparison(x *tree.Condition) *term.Term {
	if c.isPointer(x.Left) || c.isPointer(x.Right) {
		left, right := c.pointer(x.Left), c.pointer(x.Right)
		if x.Op == tree.Equal {
			return c.terms.Eq(left, right)
		}
		return c.terms.Ne(left, right)
	}
	left, right := c.number(x.Left), c.number(x.Right)
	if c.isRefused {
		return c.terms.True()
	}
	return c.numbersCompared(x.Op, left, right)
}

func (c *conditionOf) isPointer(q *tree.Quantity) bool {
	return q.Value != nil && q.Value.ExprType().Kind == tree.Pointer
}

func (c *conditionOf) pointer(q *tree.Quantity) *term.Term {
	if q.Value == nil {
		return c.addr(0)
	}
	return c.value(q.Value)
}

// exact is a number that no operation has made wrap around: an integer, or a word that is wide enough.
type exact struct {
	t      *term.Term
	signed bool // of a word
}

// widestNumber is how many bits a number in a condition has at most.
const widestNumber = 512

func (c *conditionOf) number(q *tree.Quantity) exact {
	switch {
	case c.isRefused:
		return exact{c.terms.BVConst(1, 0), true}
	case q.Number != nil && c.options.Linear:
		return exact{c.terms.IntBig(q.Number), true}
	case q.Number != nil:
		return exact{c.terms.BVBig(q.Number.BitLen()+1, q.Number), true}
	case q.As != nil:
		return c.converted(c.number(q.Parts[0]), q.As)
	case q.Value != nil:
		if v := c.value(q.Value); v.Sort().Kind == term.KindBV {
			return c.exactly(v, q.Value.ExprType())
		}
		return c.refused()
	}
	var parts []exact
	for _, part := range q.Parts {
		parts = append(parts, c.number(part))
	}
	if c.isRefused {
		return parts[0]
	}
	if c.options.Linear {
		return exact{c.summed(q.Op, parts), true}
	}
	return c.computed(q.Op, parts)
}

// exactly is the value of an object of an integer type.
func (b fromOutside) exactly(v *term.Term, t *tree.Type) exact {
	signed := t.Kind == tree.Integer && t.Signed
	if b.options.Linear {
		return exact{b.integer(v, signed), true}
	}
	return exact{v, signed}
}

func (c *conditionOf) refused() exact {
	c.isRefused = true
	return exact{c.terms.BVConst(1, 0), true}
}

func (c *conditionOf) summed(op tree.Operator, parts []exact) *term.Term {
	switch op {
	case tree.Add:
		return c.terms.Add(parts[0].t, parts[1].t)
	case tree.Subtract:
		return c.terms.Sub(parts[0].t, parts[1].t)
	case tree.Multiply:
		return c.terms.Mul(parts[0].t, parts[1].t)
	}
	return c.terms.Neg(parts[0].t)
}

// computed is the result of an operator in as many bits as it may have.
func (c *conditionOf) computed(op tree.Operator, parts []exact) exact {
	width := 1
	for _, x := range parts {
		if op == tree.Multiply {
			width += x.width()
		} else {
			width = max(width, x.width()+1)
		}
	}
	if width > widestNumber {
		return c.refused()
	}
	x, y := c.signedIn(width, parts[0]), c.signedIn(width, parts[len(parts)-1])
	switch op {
	case tree.Add:
		return exact{c.terms.BVAdd(x, y), true}
	case tree.Subtract:
		return exact{c.terms.BVSub(x, y), true}
	case tree.Multiply:
		return exact{c.terms.BVMul(x, y), true}
	}
	return exact{c.terms.BVNeg(x), true}
}

// width is how many bits it takes as a signed number.
func (x exact) width() int {
	if x.signed {
		return x.t.Sort().Width
	}
	return x.t.Sort().Width + 1
}

// signedIn is a number as a signed one of at least as many bits.
func (b fromOutside) signedIn(width int, x exact) *term.Term {
	if x.signed {
		return b.terms.SignExtTo(width, x.t)
	}
	return b.terms.ZeroExtTo(width, x.t)
}

// converted is a number as C converts it to an integer type (C11 6.3.1.3).
func (c *conditionOf) converted(x exact, t *tree.Type) exact {
	width := int(8 * t.Size)
	switch {
	case c.isRefused || c.options.Linear:
		return c.refused()
	case x.t.Sort().Width > width:
		return exact{c.terms.Trunc(width, x.t), t.Signed}
	case x.signed:
		return exact{c.terms.SignExtTo(width, x.t), t.Signed}
	}
	return exact{c.terms.ZeroExtTo(width, x.t), t.Signed}
}

// relations are the comparisons as ACSL writes them.
var relations = map[string]tree.Operator{
	"<": tree.Less, "<=": tree.LessEqual, ">": tree.Greater, ">=": tree.GreaterEqual, "==": tree.Equal, "!=": tree.NotEqual,
}

// asInteger is a number where integers are mathematical.
func (b fromOutside) asInteger(x exact) *term.Term {
	if x.t.Sort().Kind == term.KindBV {
		return b.integer(x.t, x.signed)
	}
	return x.t
}

func (b fromOutside) numbersCompared(op tree.Operator, x, y exact) *term.Term {
	less, atMost := b.terms.BVSlt, b.terms.BVSle
	left, right := x.t, y.t
	switch {
	case b.options.Linear:
		less, atMost = b.terms.Lt, b.terms.Le
		left, right = b.asInteger(x), b.asInteger(y)
	case x.signed == y.signed && left.Sort() == right.Sort():
		if !x.signed {
			less, atMost = b.terms.BVUlt, b.terms.BVUle
		}
	default:
		width := max(x.width(), y.width())
		left, right = b.signedIn(width, x), b.signedIn(width, y)
	}
	switch op {
	case tree.Less:
		return less(left, right)
	case tree.LessEqual:
		return atMost(left, right)
	case tree.Greater:
		return less(right, left)
	case tree.GreaterEqual:
		return atMost(right, left)
	case tree.Equal:
		return b.terms.Eq(left, right)
	}
	return b.terms.Ne(left, right)
}

// value is what an expression of a condition holds.
func (c *conditionOf) value(e tree.Expr) *term.Term {
	if c.isRefused {
		return c.zero(c.sortOf(e.ExprType()))
	}
	switch e := e.(type) {
	case *tree.Constant:
		return c.addr(e.Int.Uint64())
	case *tree.Decay:
		return c.addressOf(e.Array)
	case *tree.AddressOf:
		return c.addressOf(e.Operand)
	case *tree.Convert:
		return c.value(e.Operand)
	case *tree.PointerAdd:
		step := tree.ConstantOf(e.Index).Int.Int64() * e.ElemSize
		if e.Subtract {
			step = -step
		}
		return c.offset(c.value(e.Pointer), step)
	}
	return c.read(c.place(e))
}

func (c *conditionOf) addressOf(e tree.Expr) *term.Term {
	p := c.place(e)
	if !p.inMemory() {
		c.isRefused = true
	}
	if c.isRefused {
		return c.addr(0)
	}
	return p.address
}

// read is what is at a place. No check looks at it: a condition is no access.
func (c *conditionOf) read(p place) *term.Term {
	if c.isRefused || !isModelled(p.typ) || !p.typ.IsScalar() || isExtended(p.typ) {
		c.isRefused = true
		return c.zero(c.sortOf(p.typ))
	}
	at := ir.At{Pos: c.requirement.Pos}
	switch {
	case !p.inMemory():
		return c.widen(c.frame.read(c.register(p, cellKey{bit: p.key.bit})), p)
	case p.bitWidth > 0:
		return c.widen(c.terms.Extract(int(p.bit+p.bitWidth)-1, int(p.bit), c.loadUnit(at.Pos, p)), p)
	}
	v := c.newTemp(c.sortOf(p.typ))
	c.emit(&ir.Load{At: at, Dst: v, Addr: p.address, Access: p.access()})
	if p.typ.Kind == tree.Bool {
		return c.booleanByte(v.Sym)
	}
	return v.Sym
}

// place finds an lvalue. What a pointer leads to that is null has no value.
func (c *conditionOf) place(e tree.Expr) place {
	switch e := e.(type) {
	case *tree.ObjectRef:
		if i := slices.Index(c.requirement.Params, e.Object); i >= 0 {
			return c.argument(c.entry.Params[i], e.Type)
		}
		if s := c.statics[e.Object]; s != nil {
			if s.address == nil {
				return place{typ: e.Type, storage: s}
			}
			return place{typ: e.Type, address: s.address}
		}
	case *tree.Member:
		return c.memberPlace(c.place(e.Base), e.Field, e.Base.ExprType(), e.Type)
	case *tree.Deref:
		if inner := directPlace(e); inner != nil {
			offset := int64(0)
			if add, ok := e.Pointer.(*tree.PointerAdd); ok {
				_, index, _ := constantElement(add)
				offset = index * add.ElemSize
			}
			return c.partOf(c.place(inner), offset, e.Type)
		}
		if root := rootPointer(e.Pointer); root.ExprType().Kind == tree.Pointer {
			if _, isArray := root.(*tree.Decay); !isArray {
				c.missing = append(c.missing, c.terms.Eq(c.value(root), c.addr(0)))
			}
			return place{typ: e.Type, address: c.value(e.Pointer)}
		}
	}
	c.isRefused = true
	return place{typ: e.ExprType(), address: c.addr(0)}
}

// argument is the place of what a parameter is given.
func (c *conditionOf) argument(p *tree.Object, t *tree.Type) place {
	given := c.given[p]
	if c.shapeOf(p.Type).byAddress {
		return place{typ: t, address: given[0]}
	}
	if c.arguments[p] == nil {
		cells := c.shapeOf(p.Type).cells
		registers := make([]*ir.Variable, len(cells))
		for i, cell := range cells {
			registers[i] = c.registerOf(c.newTemp(c.registerSort(cell)), cell)
			c.assign(c.requirement.Pos, registers[i], given[i])
		}
		c.arguments[p] = newStorage(cells, registers)
	}
	return place{typ: t, storage: c.arguments[p]}
}
