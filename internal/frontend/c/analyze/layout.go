package analyze

import "yogi/internal/frontend/c/tree"

// memberSpec is a member before layout.
type memberSpec struct {
	name   string
	typ    *tree.Type
	bits   int64 // -1: not a bit-field
	packed bool
	align  int64 // from an attribute, 0 none
}

// layoutOptions are the attributes of the whole struct or union.
type layoutOptions struct {
	packed bool
	align  int64 // at least
	pack   int64 // #pragma pack, 0 none
}

// complete gives a struct or union its members and layout, as gcc does on x86 (System V ABI): a
// bit-field goes into the next free bits unless it would cross a boundary of its type, a zero-width one
// moves to the next boundary, packed ignores alignment.
func (t *types) complete(s *tree.Type, members []memberSpec, options layoutOptions) {
	bit, align, end := int64(0), int64(1), int64(0)
	for _, m := range members {
		if s.Kind == tree.Union {
			bit = 0
		}
		memberAlign, packed := m.alignment(options)
		f := &tree.Field{Name: m.name, Type: m.typ, Index: len(s.Fields)}
		switch {
		case m.bits < 0:
			bit = roundUp(bit, memberAlign*8)
			f.Offset = bit / 8
			bit += max(m.typ.Size, 0) * 8
			align = max(align, memberAlign)
		case m.bits == 0:
			bit = roundUp(bit, m.typ.Align*8)
			continue
		default:
			bit = placeBits(bit, m, packed, memberAlign, options.pack)
			f.BitWidth, f.Offset, f.BitOffset = m.bits, bit/8, bit%8
			bit += m.bits
			if m.name != "" {
				align = max(align, memberAlign)
			}
		}
		end = max(end, bit)
		if m.bits < 0 || m.name != "" {
			s.Fields = append(s.Fields, f)
		}
	}
	s.Align = max(align, options.align)
	s.Size = roundUp((end+7)/8, s.Align)
}

// alignment is a member's alignment under its and its record's attributes.
func (m *memberSpec) alignment(options layoutOptions) (align int64, packed bool) {
	align, packed = m.typ.Align, options.packed || m.packed
	if packed {
		align = 1
	}
	align = max(align, m.align)
	if options.pack > 0 {
		align = min(align, options.pack)
	}
	return align, packed
}

// placeBits is where a bit-field starts, in bits.
func placeBits(bit int64, m memberSpec, packed bool, align, pack int64) int64 {
	unit := m.typ.Size * 8
	if m.align > 0 {
		bit = roundUp(bit, m.align*8)
	}
	crosses := bit/unit != (bit+m.bits-1)/unit
	if crosses && !packed && (pack == 0 || pack >= m.typ.Align) {
		bit = roundUp(bit, align*8)
	}
	return bit
}

func roundUp(n, to int64) int64 {
	if to <= 1 {
		return n
	}
	return (n + to - 1) / to * to
}
