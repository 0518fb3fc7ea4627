package harness

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// This file has a main follow the contracts of what it calls: rows of elements that a contract counts are made as long
// as it says, and runs end before a call whose numbers it excludes. What they demand beside that is said.

// row is where a contract counts elements: the parameter that leads to them, and that says how many there are, or, if
// that is -1, how many.
type row struct {
	parameter, by int
	count, size   int64
}

// rowOf is the row that a requirement is about, if it is about one that begins where a parameter leads to.
func rowOf(f *tree.FunctionDef, r tree.Requirement) (row, bool) {
	if r.Parameter >= 0 && r.Relation == "" && r.Elements > 0 {
		return row{r.Parameter, -1, r.Elements, elementSize(f.Params[r.Parameter].Type)}, true
	}
	if r.Condition == nil || len(r.Condition.Valid) != 1 || len(r.Params) != len(f.Params) {
		return row{}, false
	}
	v := r.Condition.Valid[0]
	at := row{argumentOf(r, v.Pointer), argumentOf(r, v.End), 0, v.Size}
	if v.End.Number != nil && v.End.Number.IsInt64() {
		at.count = v.End.Number.Int64()
	}
	isFirst := v.First.Number != nil && v.First.Number.Sign() == 0
	return at, isFirst && at.parameter >= 0 && at.size == elementSize(f.Params[at.parameter].Type) && (at.by >= 0 || at.count > 0)
}

// argumentOf is the parameter whose value a quantity is, or -1.
func argumentOf(r tree.Requirement, q *tree.Quantity) int {
	ref, ok := q.Value.(*tree.ObjectRef)
	if !ok {
		return -1
	}
	return slices.Index(r.Params, ref.Object)
}

// followRows has elements made as contracts count them. It returns which requirements, by their places, arguments that
// are made so keep to.
func (w *writer) followRows(f *tree.FunctionDef, counts map[int]count, sizes map[int]*size) map[int]bool {
	rows := map[int]row{}
	for i, r := range f.Requires {
		at, ok := rowOf(f, r)
		if !ok || !w.isMadeOfElements(f, at.parameter) {
			continue
		}
		rows[i] = at
		p := f.Params[at.parameter]
		switch {
		case at.by >= 0 && isCount(f.Params[at.by]):
			delete(sizes, at.parameter)
			counts[at.parameter] = count{by: at.by, unit: at.size}
		case at.by < 0 && at.count > 1 && at.count <= mostSized && sizes[at.parameter] == nil && !w.isTextOf(p, f) && p.Type.Elem.Kind != tree.Void:
			delete(counts, at.parameter)
			sizes[at.parameter] = &size{elem: p.Type.Elem, constant: at.count}
		}
	}
	kept := map[int]bool{}
	for i, at := range rows { // a later one may have taken the place of an earlier
		c, isCounted := counts[at.parameter]
		s := sizes[at.parameter]
		switch {
		case at.by >= 0:
			kept[i] = isCounted && c.by == at.by && c.unit == at.size
		case at.count > 1:
			kept[i] = s != nil && s.constant >= at.count
		default:
			kept[i] = true
			if isCounted {
				c.some = true
				counts[at.parameter] = c
			}
		}
	}
	return kept
}

// isMadeOfElements says that a parameter leads to numbers or structures that no function of the library makes.
func (w *writer) isMadeOfElements(f *tree.FunctionDef, parameter int) bool {
	p := f.Params[parameter]
	t := p.Type
	return t.Kind == tree.Pointer && w.maker(t, p.Typedef, f, p.Name) == nil && w.storageOf(p, f) != heap &&
		(isNumbers(t) || isRecord(t.Elem) && t.Elem.Size > 0) && (t.Elem.Kind == tree.Void || w.spelled(plain(t.Elem)) != "")
}

// demandsRow says that a contract demands that a parameter leads to elements, as many as there are.
func demandsRow(f *tree.FunctionDef, parameter int) bool {
	return slices.ContainsFunc(f.Requires, func(r tree.Requirement) bool {
		at, ok := rowOf(f, r)
		return ok && at.parameter == parameter
	})
}

// leastDemanded is the least value of a parameter that contracts leave, as far as constants say so.
func leastDemanded(f *tree.FunctionDef, parameter int) int {
	least := int64(0)
	for _, r := range f.Requires {
		if r.Parameter != parameter || r.Limit == nil || !r.Limit.IsInt64() {
			continue
		}
		switch r.Relation {
		case ">=", "==":
			least = max(least, r.Limit.Int64())
		case ">":
			least = max(least, r.Limit.Int64()+1)
		}
	}
	return int(min(least, mostSized))
}

// keepContract ends the runs whose arguments a contract excludes. Arguments that it speaks of get names.
// Those that the arguments are made for, by their places, hold.
func (w *writer) keepContract(f *tree.FunctionDef, args []string, made map[int]bool) {
	names := map[int]string{}
	for i, r := range f.Requires {
		text, isKept := w.excludes(f, r, names, args)
		isKept = isKept || made[i]
		switch {
		case !isKept:
			w.notKept(f, "requires "+r.Text)
		case text != "":
			w.demand(text)
			w.assume("%s() is called as its contract demands: %s", f.Name, r.Text)
		}
	}
	for _, u := range w.unit.Unread {
		if u.Function == f.Name && strings.HasPrefix(u.Text, "requires") {
			w.notKept(f, u.Text)
		}
	}
}

// notKept says what a contract demands that arguments may not keep to.
func (w *writer) notKept(f *tree.FunctionDef, what string) {
	if u := (tree.Unread{Function: f.Name, Text: what}); !slices.Contains(w.unkept, u) {
		w.unkept = append(w.unkept, u)
	}
}

// excludes is what has to hold of numbers for a requirement, "" where it is about none.
func (w *writer) excludes(f *tree.FunctionDef, r tree.Requirement, names map[int]string, args []string) (condition string, isKept bool) {
	c := conditionText{writer: w, f: f, r: r, names: names, args: args}
	switch {
	case r.Every != nil:
		return "", false
	case r.Relation != "":
		left := c.argument(r.Parameter)
		right := c.number(&tree.Quantity{Number: r.Limit})
		return compared(left, r.Relation, right), !c.isRefused
	case r.Condition == nil && r.Elements <= 1:
		return "", true
	case r.Condition == nil || len(r.Condition.Valid) > 0:
		return "", false
	case len(r.Condition.Separated) > 0: // no two arguments share an object
		for i, of := range r.Condition.Separated {
			n := argumentOf(r, of.Pointer)
			if n < 0 || slices.ContainsFunc(r.Condition.Separated[:i], func(other *tree.Range) bool { return argumentOf(r, other.Pointer) == n }) {
				return "", false
			}
		}
		return "", true
	case len(r.Params) != len(f.Params):
		return "", false
	}
	text := c.condition(r.Condition)
	return text, !c.isRefused
}

// conditionText writes a condition on numbers as C computes what it says of them.
type conditionText struct {
	*writer
	f         *tree.FunctionDef
	r         tree.Requirement
	names     map[int]string
	args      []string
	isRefused bool
}

// numberText is a number in C with how many bits it takes at most, as a signed one.
type numberText struct {
	text string
	bits int
	typ  string // that it has been computed in; constant where any will do
}

// Types in which numbers are computed.
const (
	constant = "constant"
	wide     = "long long"
	widest   = "__int128"
)

// typeFor is the type that has all numbers of so many bits.
func typeFor(bits int) string {
	if bits > 64 {
		return widest
	}
	return wide
}

// in is a number in a type.
func (n numberText) in(typ string) string {
	if n.typ == constant || n.typ == typ {
		return n.text
	}
	return "(" + typ + ")" + n.text
}

func (c *conditionText) refuse() numberText {
	c.isRefused = true
	return numberText{text: "0", bits: 1}
}

var operatorText = map[tree.Operator]string{
	tree.Less: "<", tree.LessEqual: "<=", tree.Greater: ">", tree.GreaterEqual: ">=", tree.Equal: "==", tree.NotEqual: "!=",
	tree.Add: "+", tree.Subtract: "-", tree.Multiply: "*",
}

func (c *conditionText) condition(x *tree.Condition) string {
	switch {
	case x.Op == tree.LogicalNot:
		return "!(" + c.condition(x.Parts[0]) + ")"
	case x.Op == tree.LogicalAnd:
		return "(" + c.condition(x.Parts[0]) + " && " + c.condition(x.Parts[1]) + ")"
	case x.Op == tree.LogicalOr:
		return "(" + c.condition(x.Parts[0]) + " || " + c.condition(x.Parts[1]) + ")"
	case x.Left == nil || x.Right == nil:
		c.isRefused = true
		return "0"
	}
	return compared(c.number(x.Left), operatorText[x.Op], c.number(x.Right))
}

// compared compares two numbers in a type that has both.
func compared(x numberText, operator string, y numberText) string {
	t := typeFor(max(x.bits, y.bits))
	return x.in(t) + " " + operator + " " + y.in(t)
}

// widestText is how many bits a number has at most that is computed.
const widestText = 127

func (c *conditionText) number(q *tree.Quantity) numberText {
	switch {
	case q.Number != nil:
		return c.constant(q.Number)
	case q.As != nil:
		x, spelled := c.number(q.Parts[0]), c.spelled(plain(q.As))
		if spelled == "" {
			return c.refuse()
		}
		return numberText{text: fmt.Sprintf("((%s)%s)", spelled, x.text), bits: signedBits(q.As)}
	case q.Value != nil:
		if i := argumentOf(c.r, q); i >= 0 {
			return c.argument(i)
		}
		return c.refuse()
	}
	var parts []numberText
	most, sum := 0, 0
	for _, part := range q.Parts {
		x := c.number(part)
		parts = append(parts, x)
		most, sum = max(most, x.bits), sum+x.bits
	}
	bits := most + 1
	if q.Op == tree.Multiply {
		bits = sum
	}
	if bits > widestText || c.isRefused {
		return c.refuse()
	}
	t := typeFor(bits)
	if q.Op == tree.Negate {
		return numberText{"(-" + parts[0].in(t) + ")", bits, t}
	}
	return numberText{"(" + parts[0].in(t) + " " + operatorText[q.Op] + " " + parts[1].in(t) + ")", bits, t}
}

func (c *conditionText) constant(n *big.Int) numberText {
	bits := n.BitLen() + 1
	switch {
	case n.Sign() < 0 && bits <= 63:
		return numberText{"(" + n.String() + ")", bits, constant}
	case bits <= 63:
		return numberText{n.String(), bits, constant}
	case n.Sign() >= 0 && n.IsUint64():
		return numberText{n.String() + "ULL", bits, constant}
	}
	return c.refuse()
}

func signedBits(t *tree.Type) int {
	if t.Signed {
		return int(8 * t.Size)
	}
	return int(8*t.Size) + 1
}

// argument is the number that a parameter is given.
func (c *conditionText) argument(i int) numberText {
	p := c.f.Params[i]
	if p.Type.Kind != tree.Integer || c.spelled(plain(p.Type)) == "" || p.Type.Size > 8 {
		return c.refuse()
	}
	if c.names[i] == "" {
		c.names[i] = c.variable(p.Name)
		c.line("%s = %s;", c.declared(plain(p.Type), c.names[i]), c.args[i])
		c.args[i] = c.names[i]
	}
	return numberText{text: c.names[i], bits: signedBits(p.Type)}
}
