package lower

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
)

// maxBranchText bounds the words in which a trace shows a condition.
const maxBranchText = 80

// branchText is a condition as C writes it, near enough to recognise it in the source; "" if it is long.
func branchText(e tree.Expr) string {
	var w strings.Builder
	writeExpr(&w, e)
	if w.Len() > maxBranchText {
		return ""
	}
	return w.String()
}

// switchText is a switch as a trace shows it.
func switchText(s *tree.Switch) string {
	text := branchText(s.Cond)
	if text == "" {
		text = "..."
	}
	return ir.SwitchText + " (" + text + ")"
}

var operatorText = [...]string{
	tree.Negate: "-", tree.Complement: "~", tree.LogicalNot: "!",
	tree.Add: "+", tree.Subtract: "-", tree.Multiply: "*", tree.Divide: "/", tree.Remainder: "%",
	tree.ShiftLeft: "<<", tree.ShiftRight: ">>", tree.BitAnd: "&", tree.BitOr: "|", tree.BitXor: "^",
	tree.Less: "<", tree.LessEqual: "<=", tree.Greater: ">", tree.GreaterEqual: ">=",
	tree.Equal: "==", tree.NotEqual: "!=", tree.LogicalAnd: "&&", tree.LogicalOr: "||",
}

func writeExpr(w *strings.Builder, e tree.Expr) {
	if w.Len() > maxBranchText {
		return
	}
	switch e := e.(type) {
	case *tree.Constant:
		w.WriteString(constantText(e))
	case *tree.ObjectRef:
		if strings.HasPrefix(e.Object.Name, ir.CompoundLiteral) {
			w.WriteString("(" + e.Object.Type.Name + "){...}")
			return
		}
		w.WriteString(ruleWord(e.Object.Name))
	case *tree.StringRef:
		w.WriteString(literalText(e.Object))
	case *tree.FunctionRef:
		w.WriteString(e.Function.Name)
	case *tree.Convert:
		writeExpr(w, e.Operand)
	case *tree.Decay:
		writeExpr(w, e.Array)
	case *tree.Deref, *tree.Member, *tree.AddressOf, *tree.PointerAdd:
		writePlace(w, e)
	case *tree.Unary:
		w.WriteString(operatorText[e.Op])
		writeOperand(w, e.Operand)
	case *tree.Binary:
		writeOperand(w, e.Left)
		w.WriteString(" " + operatorText[e.Op] + " ")
		writeOperand(w, e.Right)
	case *tree.Assign:
		writeExpr(w, e.Target)
		w.WriteString(" = ")
		writeExpr(w, e.Value)
	case *tree.IncDec:
		writeIncDec(w, e)
	case *tree.Call:
		writeCall(w, e)
	default:
		w.WriteString("...")
	}
}

// constantText is a constant as the source spells it, or its value.
func constantText(k *tree.Constant) string {
	switch {
	case k.Spelling != "":
		return ruleWord(k.Spelling)
	case k.Int != nil && k.Type.Kind == tree.Pointer:
		return addressText(k)
	case k.Int != nil:
		return k.Int.String()
	case k.Type.Kind == tree.Float && k.Type.Size == 4:
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(k.Float))), 'g', -1, 32)
	case k.Type.Kind == tree.Float:
		return strconv.FormatFloat(math.Float64frombits(k.Float), 'g', -1, 64)
	}
	return "..."
}

// literalText is a literal of characters in quotes, if it is short.
func literalText(o *tree.Object) string {
	const longest = 24
	if o.Type.Elem == nil || o.Type.Elem.Size != 1 || len(o.String) > longest {
		return "..."
	}
	return strconv.Quote(string(bytes.TrimRight(o.String, "\x00")))
}

// addressText is a number as a pointer: NULL, (void *)-1, (void *)0x40011000.
func addressText(k *tree.Constant) string {
	const errors = 4096 // the last addresses, which are those of no object: MAP_FAILED and the like
	number := new(big.Int).Set(k.Int)
	if top := new(big.Int).Lsh(big.NewInt(1), uint(8*k.Type.Size)); number.Sign() > 0 && new(big.Int).Sub(top, number).Cmp(big.NewInt(errors)) < 0 {
		number.Sub(number, top)
	}
	if number.Sign() == 0 {
		return "NULL"
	}
	if number.Cmp(big.NewInt(9)) > 0 {
		return fmt.Sprintf("(void *)%#x", number)
	}
	return "(void *)" + number.String()
}

func writePlace(w *strings.Builder, e tree.Expr) {
	switch e := e.(type) {
	case *tree.Deref:
		if add := indexing(e); add != nil {
			writePostfixed(w, add.Pointer)
			w.WriteString("[")
			writeExpr(w, add.Index)
			w.WriteString("]")
			return
		}
		w.WriteString("*")
		writeOperand(w, e.Pointer)
	case *tree.Member:
		base := withName(e.Base)
		if e.Field.Name == "" {
			writePlace(w, base)
			return
		}
		if d, ok := base.(*tree.Deref); ok && indexing(d) == nil {
			writePostfixed(w, d.Pointer)
			w.WriteString("->" + e.Field.Name)
			return
		}
		writePostfixed(w, base)
		w.WriteString("." + e.Field.Name)
	case *tree.AddressOf:
		w.WriteString("&")
		writeOperand(w, e.Operand)
	case *tree.PointerAdd:
		writeOperand(w, e.Pointer)
		if e.Subtract {
			w.WriteString(" - ")
		} else {
			w.WriteString(" + ")
		}
		writeOperand(w, e.Index)
	}
}

// withName is an expression without the members around it that have no name: a program names what is in them as if it
// were beside them.
func withName(e tree.Expr) tree.Expr {
	for {
		m, ok := e.(*tree.Member)
		if !ok || m.Field.Name != "" {
			return e
		}
		e = m.Base
	}
}

// indexing is the sum in *(a + i), which is written a[i]; nil: it is none.
func indexing(e *tree.Deref) *tree.PointerAdd {
	if add, ok := e.Pointer.(*tree.PointerAdd); ok && !add.Subtract {
		return add
	}
	return nil
}

// writePostfixed puts parentheses around what binds less than an index or a member behind it.
func writePostfixed(w *strings.Builder, e tree.Expr) {
	prefixed := false
	switch bare := bareOf(e).(type) {
	case *tree.Deref:
		prefixed = indexing(bare) == nil
	case *tree.AddressOf, *tree.Unary:
		prefixed = true
	case *tree.IncDec:
		prefixed = bare.Prefix
	}
	if !prefixed {
		writeOperand(w, e)
		return
	}
	w.WriteString("(")
	writeExpr(w, e)
	w.WriteString(")")
}

// bareOf is an expression without what is not written.
func bareOf(e tree.Expr) tree.Expr {
	e = tree.WithoutConversions(e)
	if d, ok := e.(*tree.Decay); ok {
		return bareOf(d.Array)
	}
	return e
}

// writeOperand puts parentheses around what binds less than a primary expression.
func writeOperand(w *strings.Builder, e tree.Expr) {
	e = tree.WithoutConversions(e)
	switch e.(type) {
	case *tree.Binary, *tree.Assign, *tree.PointerAdd:
		w.WriteString("(")
		writeExpr(w, e)
		w.WriteString(")")
	default:
		writeExpr(w, e)
	}
}

func writeIncDec(w *strings.Builder, e *tree.IncDec) {
	op := "++"
	if e.Delta < 0 {
		op = "--"
	}
	if e.Prefix {
		w.WriteString(op)
		writeOperand(w, e.Target)
		return
	}
	writeOperand(w, e.Target)
	w.WriteString(op)
}

func writeCall(w *strings.Builder, e *tree.Call) {
	if def := directCallee(e.Callee); def != nil {
		w.WriteString(ruleWord(def.Name))
	} else {
		writeOperand(w, e.Callee)
	}
	w.WriteString("(")
	for i, a := range e.Args {
		if i > 0 {
			w.WriteString(", ")
		}
		writeExpr(w, a)
	}
	w.WriteString(")")
}
