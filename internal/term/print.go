package term

import (
	"strconv"
	"strings"
)

// String is the SMT-LIB text of t without sharing; Builder.Parse reads it back. Use it for people and
// small terms: a term with much sharing has a very long text.
func (t *Term) String() string {
	var w strings.Builder
	t.write(&w)
	return w.String()
}

func (t *Term) write(w *strings.Builder) {
	switch t.op {
	case OpVar:
		w.WriteString(quoteSymbol(t.aux.name))
		return
	case OpConst:
		w.WriteString(t.value.String())
		return
	case OpForall, OpExists:
		t.writeQuantifier(w)
		return
	case OpApply:
		if len(t.args) == 0 {
			w.WriteString("(" + quoteSymbol(t.aux.fn.Name) + ")")
			return
		}
	}
	w.WriteString("(" + t.HeadText())
	for _, a := range t.args {
		w.WriteByte(' ')
		a.write(w)
	}
	w.WriteByte(')')
}

// HeadText is the SMT-LIB text of t's operator with its indices and rounding mode: what stands before
// the arguments.
func (t *Term) HeadText() string {
	switch t.op {
	case OpApply:
		return quoteSymbol(t.aux.fn.Name)
	case OpExtract:
		return "(_ extract " + strconv.Itoa(int(t.p0)) + " " + strconv.Itoa(int(t.p1)) + ")"
	case OpZeroExt, OpSignExt, OpIntToBV:
		return "(_ " + t.op.String() + " " + strconv.Itoa(int(t.p0)) + ")"
	case OpConstArray:
		return "(as const " + t.sort.String() + ")"
	case OpFAdd, OpFSub, OpFMul, OpFDiv, OpFFma, OpFSqrt, OpFRoundToIntegral:
		return t.op.String() + " " + RoundingMode(t.p0).String()
	case OpFToSBV, OpFToUBV:
		return "(_ " + t.op.String() + " " + strconv.Itoa(int(t.p0)) + ") " + RoundingMode(t.p1).String()
	case OpFFromBits:
		return "(_ to_fp " + strconv.Itoa(t.sort.Exp) + " " + strconv.Itoa(t.sort.Sig) + ")"
	case OpFFromFloat, OpFFromSBV, OpFFromUBV:
		return "(_ " + t.op.String() + " " + strconv.Itoa(t.sort.Exp) + " " + strconv.Itoa(t.sort.Sig) + ") " + RoundingMode(t.p0).String()
	}
	return t.op.String()
}

func (t *Term) writeQuantifier(w *strings.Builder) {
	w.WriteString("(" + t.op.String() + " (")
	for i, v := range t.Bound() {
		if i > 0 {
			w.WriteByte(' ')
		}
		w.WriteString("(" + quoteSymbol(v.Name()) + " " + v.sort.String() + ")")
	}
	w.WriteString(") ")
	triggers := t.Triggers()
	if len(triggers) > 0 {
		w.WriteString("(! ")
	}
	t.args[0].write(w)
	for _, trigger := range triggers {
		w.WriteString(" :pattern (")
		for i, p := range trigger {
			if i > 0 {
				w.WriteByte(' ')
			}
			p.write(w)
		}
		w.WriteByte(')')
	}
	if len(triggers) > 0 {
		w.WriteByte(')')
	}
	w.WriteByte(')')
}
