package memory

import (
	"strconv"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

func decimal(n int) string { return strconv.Itoa(n) }

// copy writes every cell of the source to the destination. All cells are read before one is written,
// so the objects may be the same.
func (l *lowerer) copy(i *ir.Copy) {
	if i.To == i.From {
		return
	}
	l.eachMap(i.Pos, l.seenSpans(i), func(c *class, memory, before, offset *term.Term) *term.Term {
		value := l.terms.Select(before, l.terms.BVAdd(i.From, offset))
		return l.terms.Store(memory, l.terms.BVAdd(i.To, offset), value)
	})
}

// fill writes the byte to every cell.
func (l *lowerer) fill(pos source.Pos, addr *term.Term, value uint8, spans []span) {
	l.eachMap(pos, spans, func(c *class, memory, _, offset *term.Term) *term.Term {
		cell := l.terms.BVConst(8, uint64(value))
		for n := 1; n < c.cellBytes; n++ {
			cell = l.terms.Concat(l.terms.BVConst(8, uint64(value)), cell)
		}
		return l.terms.Store(memory, l.terms.BVAdd(addr, offset), cell)
	})
}

// zero clears the fresh object that Dst points to.
func (l *lowerer) zero(i *ir.Alloc, size *term.Term) {
	if size.IsConst() {
		l.fill(i.Pos, i.Dst.Sym, 0, l.seenSpans(i))
		return
	}
	for _, s := range l.seenSpans(i) {
		l.loop(i.Pos, size, s, func(memory, offset *term.Term) *term.Term {
			zero := l.terms.BVConst(8*s.class.cellBytes, 0)
			return l.terms.Store(memory, l.terms.BVAdd(i.Dst.Sym, offset), zero)
		})
	}
}

// write makes the map after one more cell at offset is written. memory is the map so far, before the
// map as it was.
type write func(c *class, memory, before, offset *term.Term) *term.Term

// eachMap writes the cells of spans: those of a map in one assignment, or in a loop for each span if
// there are many.
func (l *lowerer) eachMap(pos source.Pos, spans []span, w write) {
	total := map[*class]uint64{}
	var order []*class
	for _, s := range spans {
		if s.count > 0 && total[s.class] == 0 {
			order = append(order, s.class)
		}
		total[s.class] += s.count
	}
	for _, c := range order {
		memory := l.mapOf(c)
		after := memory.Sym
		for _, s := range spans {
			switch {
			case s.class != c:
			case total[c] > maxUnrolledCells:
				l.loop(pos, l.constant(s.offset+s.step*s.count), s, func(memory, offset *term.Term) *term.Term {
					return w(c, memory, memory, offset)
				})
			default:
				for n := uint64(0); n < s.count; n++ {
					after = w(c, after, memory.Sym, l.constant(s.offset+n*s.step))
				}
			}
		}
		if after != memory.Sym {
			l.assign(pos, memory, after)
		}
	}
}

// loop writes the cells of one span up to the offset end, one a pass. A loop copies rightly too: a
// source and a destination that are not the same do not overlap.
func (l *lowerer) loop(pos source.Pos, end *term.Term, s span, w func(memory, offset *term.Term) *term.Term) {
	memory := l.mapOf(s.class)
	offset := l.temporary("offset", pos)
	head := l.function.NewBlock(ir.FillLabel, pos)
	body := l.function.NewBlock("fill cell", pos)
	rest := l.function.NewBlock(l.block.Label, pos)
	l.assign(pos, offset, l.constant(s.offset))
	l.block.Jump(pos, head)
	head.Branch(pos, l.terms.BVUlt(offset.Sym, end), body, rest)
	l.block = body
	l.assign(pos, memory, w(memory.Sym, offset.Sym))
	l.assign(pos, offset, l.terms.BVAdd(offset.Sym, l.constant(s.step)))
	body.Jump(pos, head)
	l.block = rest
}
