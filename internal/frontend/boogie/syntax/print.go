package syntax

import (
	"strconv"
	"strings"
)

// ExpressionString prints an expression in Boogie's syntax, for messages.
func ExpressionString(e Expr) string {
	var out strings.Builder
	printExpression(&out, e, 0)
	return out.String()
}

// The levels of the grammar, weakest first.
const (
	levelIff = iota
	levelImplies
	levelLogical
	levelRelation
	levelConcat
	levelSum
	levelProduct
	levelUnary
)

func levelOf(op Kind) int {
	switch op {
	case Iff:
		return levelIff
	case Implies, Explies:
		return levelImplies
	case And, Or:
		return levelLogical
	case Concat:
		return levelConcat
	case Plus, Minus:
		return levelSum
	case Times, Slash, Percent, KeyDiv, KeyMod:
		return levelProduct
	case Power:
		return levelUnary
	}
	return levelRelation
}

func printExpression(out *strings.Builder, e Expr, level int) {
	switch e := e.(type) {
	case *BoolLit:
		out.WriteString(strconv.FormatBool(e.Value))
	case *NumberLit:
		out.WriteString(e.Digits)
		if e.Width > 0 {
			out.WriteString("bv" + strconv.Itoa(e.Width))
		}
	case *TextLit:
		out.WriteString(strconv.Quote(e.Value))
	case *Name:
		out.WriteString(e.Name)
	case *Unary:
		out.WriteString(e.Op.String())
		printExpression(out, e.Operand, levelUnary)
	case *Binary:
		printBinary(out, e, level)
	case *Apply:
		out.WriteString(e.Name)
		printList(out, "(", e.Args, ")")
	case *Convert:
		if e.ToReal {
			out.WriteString("real")
		} else {
			out.WriteString("int")
		}
		printList(out, "(", []Expr{e.Operand}, ")")
	case *Old:
		printList(out, "old(", []Expr{e.Operand}, ")")
	case *Conditional:
		out.WriteString("(if ")
		printExpression(out, e.Condition, 0)
		out.WriteString(" then ")
		printExpression(out, e.Then, 0)
		out.WriteString(" else ")
		printExpression(out, e.Else, 0)
		out.WriteString(")")
	case *Select:
		printExpression(out, e.Map, levelUnary+1)
		printList(out, "[", e.Indices, "]")
	case *Update:
		printExpression(out, e.Map, levelUnary+1)
		printList(out, "[", e.Indices, " := ")
		printExpression(out, e.Value, 0)
		out.WriteString("]")
	case *Extract:
		printExpression(out, e.Operand, levelUnary+1)
		out.WriteString("[" + strconv.Itoa(e.High) + ":" + strconv.Itoa(e.Low) + "]")
	case *Quantifier:
		printBinder(out, binder(e), e.Bound, e.Body)
	case *Lambda:
		printBinder(out, "lambda", e.Bound, e.Body)
	case *UnsupportedExpr:
		out.WriteString("<" + e.What + ">")
	}
}

// printBinary puts parentheses wherever the levels do not make the grouping plain.
func printBinary(out *strings.Builder, e *Binary, level int) {
	own := levelOf(e.Op)
	if own < level {
		out.WriteString("(")
		defer out.WriteString(")")
	}
	left, right := own+1, own+1
	if associates(e.Op) {
		if l, ok := e.Left.(*Binary); ok && l.Op == e.Op {
			left = own
		}
	}
	printExpression(out, e.Left, left)
	out.WriteString(" " + e.Op.String() + " ")
	printExpression(out, e.Right, right)
}

// associates reports whether a chain of op groups to the left without parentheses.
func associates(op Kind) bool {
	switch op {
	case And, Or, Plus, Minus, Times, Concat, Iff:
		return true
	}
	return false
}

func printList(out *strings.Builder, open string, list []Expr, end string) {
	out.WriteString(open)
	for i, e := range list {
		if i > 0 {
			out.WriteString(", ")
		}
		printExpression(out, e, 0)
	}
	out.WriteString(end)
}

func binder(e *Quantifier) string {
	if e.Exists {
		return "exists"
	}
	return "forall"
}

func printBinder(out *strings.Builder, word string, bound []*VariableDecl, body Expr) {
	out.WriteString("(" + word + " ")
	for i, v := range bound {
		if i > 0 {
			out.WriteString(", ")
		}
		out.WriteString(v.Name)
	}
	out.WriteString(" :: ")
	printExpression(out, body, 0)
	out.WriteString(")")
}
