package typecheck

import (
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/target"
	"yogi/internal/frontend/c/tree"
)

// attributes are those of GNU's attributes that change what a declaration means.
type attributes struct {
	packed              bool
	aligned             int64
	mode                string
	vector              int64
	noreturn            bool
	weak                bool
	ofRule              bool // a state of the rule
	allocates           bool // malloc, alloc_size
	constant            bool // const: the result depends on the arguments alone
	pure                bool // the result depends on the arguments and memory alone
	nonNull             tree.NonNull
	returnsNonNull      bool
	requires            []tree.Requirement // contracts in ACSL
	returnsTwice        bool
	oldInline           bool   // gnu_inline: "extern inline" exports nothing, "inline" does
	transparent         bool   // transparent_union
	startup, shutdown   int    // priorities of a constructor and of a destructor
	cleanup             string // the function that runs when the variable's scope ends
	alias               string // the other name of a function
	isReference         bool   // the other name is by weakref
	symbol              string // the name for the linker
	section             string // where the linker puts it
	used                bool   // it is kept though nothing names it
	uninitialized       bool   // no flag of the compiler gives it a value
	refused             string // the attribute for which the body of the function is refused
	msStruct, gccStruct bool   // how bit-fields are laid out
}

func (a *attributes) merge(b attributes) {
	a.packed = a.packed || b.packed
	a.noreturn = a.noreturn || b.noreturn
	a.weak = a.weak || b.weak
	a.uninitialized = a.uninitialized || b.uninitialized
	a.ofRule = a.ofRule || b.ofRule
	a.allocates = a.allocates || b.allocates
	a.constant, a.pure = a.constant || b.constant, a.pure || b.pure
	a.nonNull.Join(b.nonNull)
	a.requires = append(a.requires, b.requires...)
	a.returnsNonNull = a.returnsNonNull || b.returnsNonNull
	a.returnsTwice = a.returnsTwice || b.returnsTwice
	a.oldInline = a.oldInline || b.oldInline
	a.transparent = a.transparent || b.transparent
	a.startup = max(a.startup, b.startup)
	a.shutdown = max(a.shutdown, b.shutdown)
	if b.cleanup != "" {
		a.cleanup = b.cleanup
	}
	if b.alias != "" {
		a.alias, a.isReference = b.alias, b.isReference
	}
	if b.symbol != "" {
		a.symbol = b.symbol
	}
	if b.section != "" {
		a.section = b.section
	}
	if b.refused != "" {
		a.refused = b.refused
	}
	a.used = a.used || b.used
	a.msStruct, a.gccStruct = a.msStruct || b.msStruct, a.gccStruct || b.gccStruct
	a.aligned = max(a.aligned, b.aligned)
	if b.mode != "" {
		a.mode = b.mode
	}
	if b.vector != 0 {
		a.vector = b.vector
	}
}

// attributes reads any number of __attribute__((...)), __declspec(...) and __asm__("name").
func (c *declarators) attributes() attributes {
	var a attributes
	for {
		switch {
		case c.is("__attribute__") || c.is("__attribute"):
			c.next()
			c.expect("(")
			c.expect("(")
			for !c.is(")") {
				if !c.accept(",") {
					c.attribute(&a)
				}
			}
			c.expect(")")
			c.expect(")")
		case c.is("__declspec"):
			c.next()
			c.expect("(")
			for !c.is(")") {
				if !c.accept(",") {
					c.attribute(&a)
				}
			}
			c.expect(")")
		case c.is("_Alignas"):
			c.next()
			c.expect("(")
			a.aligned = max(a.aligned, c.alignment())
			c.expect(")")
		default:
			return a
		}
	}
}

func (c *declarators) attribute(a *attributes) {
	if c.tok.Kind != preprocess.Identifier {
		c.syntaxError("expected an attribute")
	}
	name := strings.Trim(c.tok.Text, "_")
	c.next()
	c.refusedAttribute(a, name)
	if c.attributeWithArgument(a, name) {
		return
	}
	a.set(name, c.target)
	if c.is("(") {
		c.skipParentheses()
	}
}

// set notes an attribute of which the name says all. Others mean nothing here.
func (a *attributes) set(name string, chosen *target.Target) {
	switch name {
	case "packed":
		a.packed = true
	case "ms_struct":
		a.msStruct = true
	case "gcc_struct":
		a.gccStruct = true
	case "transparent_union":
		a.transparent = true
	case "noreturn", "Noreturn":
		a.noreturn = true
	case "weak":
		a.weak = true
	case "yogi_state":
		a.weak, a.ofRule = true, true
	case "selectany":
		// The linker keeps one of the definitions, which are the same.
		a.weak = a.weak || chosen.MSKeywords
	case "const":
		a.constant = true
	case "pure":
		a.pure = true
	case "malloc", "alloc_size":
		a.allocates = true
	case "returns_twice":
		a.returnsTwice = true
	case "returns_nonnull":
		a.returnsNonNull = true
	case "used", "retain":
		a.used = true
	case "uninitialized":
		a.uninitialized = true
	case "gnu_inline":
		a.oldInline = true
	}
}

// attributeWithArgument reads what stands behind the name of an attribute that an argument is part of; false: it
// is none.
func (c *declarators) attributeWithArgument(a *attributes, name string) bool {
	switch name {
	case "nonnull":
		a.nonNull.Join(c.nonNullParameters())
	case "constructor":
		a.startup = c.priority()
	case "destructor":
		a.shutdown = c.priority()
	case "cleanup":
		a.cleanup = c.aliasName()
	case "alias":
		a.alias = c.aliasName()
	case "weakref":
		if a.isReference = true; c.is("(") {
			a.alias = c.aliasName()
		}
	case "section":
		a.section = c.aliasName()
		c.refuseSection(a.section)
	case "aligned", "align":
		if name == "align" && !c.target.MSKeywords {
			return false // Microsoft's
		}
		a.aligned = max(a.aligned, c.target.LargestAlignment)
		if c.accept("(") {
			a.aligned = c.alignment()
			c.expect(")")
		}
	case "mode":
		if c.accept("(") {
			a.mode = strings.Trim(c.tok.Text, "_")
			c.next()
			c.expect(")")
		}
	case "vector_size":
		if c.accept("(") {
			a.vector = c.smallConstant("the size of a vector")
			c.expect(")")
		}
	default:
		return false
	}
	return true
}

// lastPriority is that of a constructor or destructor that has none: it runs after all other
// constructors, or before all other destructors.
const lastPriority = 65536

// priority reads the priority of a constructor or a destructor.
func (c *declarators) priority() int {
	if !c.accept("(") {
		return lastPriority
	}
	n := c.smallConstant("a priority")
	c.expect(")")
	return int(max(n, 1))
}

// nonNullParameters reads the numbers of parameters; without any all pointers are meant.
func (c *declarators) nonNullParameters() tree.NonNull {
	var out tree.NonNull
	if c.accept("(") {
		for !c.is(")") {
			if n := c.smallConstant("the number of a parameter"); n > 0 && n < 1<<16 {
				out.Numbers = append(out.Numbers, int(n))
			}
			if !c.accept(",") {
				break
			}
		}
		c.expect(")")
	}
	out.All = out.Numbers == nil
	return out
}

// aliasName reads ("name"), whose parts are adjacent literals, or (name).
func (c *declarators) aliasName() string {
	c.expect("(")
	name := strings.Trim(c.tok.Text, `"`)
	isString := c.tok.Kind == preprocess.String
	for c.next(); isString && c.tok.Kind == preprocess.String; c.next() {
		name += strings.Trim(c.tok.Text, `"`)
	}
	c.expect(")")
	return name
}

// alignment reads a type or a constant.
func (c *declarators) alignment() int64 {
	if c.isTypeName(0) {
		return c.alignOf(c.unevaluatedTypeName())
	}
	n := c.smallConstant("an alignment")
	if n < 0 || n&(n-1) != 0 {
		c.errorf(c.previous, CodeType, "the alignment %d is no power of two", n)
		return 1
	}
	return n
}
