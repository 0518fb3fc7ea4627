package typecheck

import (
	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// initNode is an initializer as it is written: an expression, or a list in braces.
type initNode struct {
	pos   source.Pos
	expr  tree.Expr
	items []initItem
}

type initItem struct {
	designators []designator
	node        *initNode
}

// designator is .field or [low ... high].
type designator struct {
	field     string
	low, high int64
	pos       source.Pos
}

// initializer reads an initializer without knowing what it initializes.
func (c *declarations) initializer() *initNode {
	n := &initNode{pos: c.tok.Pos}
	if !c.is("{") {
		n.expr = c.assignment()
		return n
	}
	c.enter()
	defer c.leave()
	c.next()
	n.items = []initItem{}
	for !c.is("}") {
		item := initItem{designators: c.designators()}
		item.node = c.initializer()
		n.items = append(n.items, item)
		if !c.accept(",") {
			break
		}
	}
	c.expect("}")
	return n
}

func (c *declarations) designators() []designator {
	if c.tok.Kind == preprocess.Identifier && c.peek(1).Is(":") && !c.peek(2).Is(":") {
		// GNU's old  field: value
		d := designator{field: c.tok.Text, pos: c.tok.Pos}
		c.next()
		c.next()
		return []designator{d}
	}
	var out []designator
	for {
		d := designator{pos: c.tok.Pos}
		switch {
		case c.accept("."):
			d.field = c.memberName()
		case c.is("["):
			c.next()
			d.low = c.smallConstant("a designator")
			d.high = d.low
			if c.accept("...") {
				d.high = c.smallConstant("a designator")
			}
			c.expect("]")
		default:
			if len(out) > 0 {
				// GNU's old  [1] value  has no =.
				c.accept("=")
			}
			return out
		}
		out = append(out, d)
	}
}

// initialize reads the initializer of o, whose type may get its length from it.
func (c *declarations) initialize(o *tree.Object) *tree.Initializer {
	n := c.initializer()
	if isVariable(o.Type) {
		if n.expr != nil || len(n.items) > 0 {
			c.errorf(n.pos, CodeType, "a variable-length array has an initializer")
		}
		return &tree.Initializer{}
	}
	f := &filler{c: &c.operators, outer: o.Type, static: o.Static}
	if o.Type.Size < 0 && o.Type.Kind != tree.Array {
		c.errorf(n.pos, CodeType, "an initializer of the incomplete type %s", o.Type.Name)
		return &tree.Initializer{}
	}
	f.whole(o.Type, n, 0)
	f.sortEntries()
	if o.Type.Kind == tree.Array && o.Type.Length < 0 {
		o.Type = c.arrayOf(o.Type.Elem, f.length)
	}
	c.flexible(o, f)
	return &tree.Initializer{Entries: f.entries}
}

func (c *declarations) initializeStatic(o *tree.Object) {
	o.Init = c.initialize(o)
	c.checkConstant(o.Init)
}

const (
	inBraces      braces = true
	withoutBraces braces = false
)
