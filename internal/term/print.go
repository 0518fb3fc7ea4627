package term

import (
	"slices"
	"strconv"
	"strings"
)

// longestTree is the number of nodes up to which a term is written as a tree.
const longestTree = 10_000

// String is the SMT-LIB text of t; Builder.Parse reads it back. In a term that is large as a tree, parts that occur
// more than once get names by let, so that the text grows with the number of nodes.
func (t *Term) String() string {
	var w strings.Builder
	t.write(&w)
	return w.String()
}

func (t *Term) write(w *strings.Builder) {
	if t.size <= longestTree {
		t.writeHead(w, (*Term).write)
		return
	}
	newLets(t).write(w, t)
}

// lets writes a term with names for the parts that occur more than once outside of quantifiers: what is inside may be
// about bound variables, and is written by itself.
type lets struct {
	uses   map[*Term]int
	shared []*Term // by increasing ID, so parts come before what they are parts of
	names  map[*Term]string
	prefix string // of names; no symbol of the term begins with it
}

func newLets(t *Term) *lets {
	l := &lets{uses: map[*Term]int{}, names: map[*Term]string{}, prefix: "let"}
	l.count(t)
	slices.SortFunc(l.shared, byID)
	for _, v := range t.Vars() {
		for strings.HasPrefix(v.Name(), l.prefix) {
			l.prefix += "!"
		}
	}
	return l
}

func (l *lets) count(t *Term) {
	if len(t.args) == 0 {
		return
	}
	if l.uses[t]++; l.uses[t] > 1 {
		if l.uses[t] == 2 {
			l.shared = append(l.shared, t)
		}
		return
	}
	if t.op != OpForall && t.op != OpExists {
		for _, a := range t.args {
			l.count(a)
		}
	}
}

func (l *lets) write(w *strings.Builder, t *Term) {
	for i, s := range l.shared {
		name := l.prefix + strconv.Itoa(i)
		w.WriteString("(let ((" + name + " ")
		l.part(s, w)
		w.WriteString(")) ")
		l.names[s] = name
	}
	l.part(t, w)
	w.WriteString(strings.Repeat(")", len(l.shared)))
}

func (l *lets) part(t *Term, w *strings.Builder) {
	if name, ok := l.names[t]; ok {
		w.WriteString(name)
		return
	}
	t.writeHead(w, l.part)
}

// writeHead writes t; part writes its arguments.
func (t *Term) writeHead(w *strings.Builder, part func(*Term, *strings.Builder)) {
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
		part(a, w)
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
