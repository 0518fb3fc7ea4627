package term

import (
	"math/bits"
	"math/rand"
	"testing"
)

// checkCells checks the tree's invariant.
func checkCells(t *testing.T, n *cellNode) {
	t.Helper()
	if n == nil {
		return
	}
	if n.low == 0 {
		if n.top != leafBits || len(n.children) != 0 || len(n.words) == 0 || bits.OnesCount32(n.present) != len(n.words) {
			t.Errorf("a leaf to %d with %d words, %d children, %b present", n.top, len(n.words), len(n.children), n.present)
		}
		return
	}
	if n.top != n.low+digitBits || (n.low-leafBits)%digitBits != 0 || len(n.words) != 0 || len(n.children) < 2 || bits.OnesCount32(n.present) != len(n.children) {
		t.Errorf("a node from %d to %d with %d words, %d children, %b present", n.low, n.top, len(n.words), len(n.children), n.present)
	}
	for i, child := range n.children {
		first := child.prefix << child.top
		at, _, there := n.place(first)
		if !there || at != i || first>>n.top != n.prefix || child.top > n.low {
			t.Errorf("child %d, with prefix %x above %d, is at the wrong place of one with prefix %x above %d", i, child.prefix, child.top, n.prefix, n.top)
		}
		checkCells(t, child)
	}
}

// version is an array with its model.
type version struct {
	array *ArrayValue
	model model
}

// indicesOf are those that a test stores at: some close together, some far apart, some at the end.
func indicesOf(r *rand.Rand, width int) []uint64 {
	var out []uint64
	for range 1 + r.Intn(5) {
		base := r.Uint64()
		switch r.Intn(4) {
		case 0:
			base = ^uint64(0) - uint64(r.Intn(40))
		case 1:
			base = uint64(r.Intn(1 << 12))
		case 2:
			base >>= r.Intn(64)
		}
		for n := range uint64(1 + r.Intn(60)) {
			out = append(out, (base+n*uint64(1+r.Intn(4)))&mask(width))
		}
	}
	return out
}

// checkMutable makes random stores to arrays that are changed in place, from and to arrays that are not, and
// compares all with their models: no array sees a store that was made after it was frozen.
func checkMutable(t *testing.T, seed int64, steps int) {
	t.Helper()
	r := rand.New(rand.NewSource(seed))
	widths := []int{64, 64, 33, 12, 5, 3}
	width := widths[r.Intn(len(widths))]
	b := NewBuilder()
	sort := b.Array(b.BV(width), b.BV(8))
	dflt := uint64(r.Intn(3))
	indices := indicesOf(r, width)
	versions := []version{{NewArrayValue(sort, BVValue(8, dflt)), model{}}}
	type open struct {
		array *MutableArray
		model model
	}
	opened := make([]open, 3)
	for k := range opened {
		opened[k] = open{&MutableArray{}, model{}}
		opened[k].array.Thaw(versions[0].array)
	}
	word := func() uint64 { return uint64(r.Intn(4)) }
	for range steps {
		k, i := r.Intn(len(opened)), indices[r.Intn(len(indices))]
		m := &opened[k]
		switch r.Intn(12) {
		case 0:
			versions = append(versions, version{m.array.Freeze(), m.model})
		case 1:
			from := versions[r.Intn(len(versions))]
			m.array.Thaw(from.array)
			m.model = from.model
		case 2: // a store that makes another array
			from := versions[r.Intn(len(versions))]
			v := word()
			versions = append(versions, version{from.array.Store(BVValue(width, i), BVValue(8, v)), from.model.with(i, v)})
		case 3, 4:
			want, ok := m.model[i]
			if !ok {
				want = dflt
			}
			if got := m.array.Select(i); got != want {
				t.Fatalf("seed %d: at %x there is %d, want %d", seed, i, got, want)
			}
		default:
			v := word()
			m.array.Store(i, v)
			m.model = m.model.with(i, v)
		}
	}
	for _, m := range opened {
		versions = append(versions, version{m.array.Freeze(), m.model})
	}
	for k, v := range versions {
		checkArray(t, v.array, v.model, dflt, width)
		other := versions[r.Intn(len(versions))]
		if same := v.model.equal(other.model, dflt); v.array.Equal(other.array) != same || same && ArrayVal(v.array).Hash() != ArrayVal(other.array).Hash() {
			t.Errorf("equal: %v, by the models %v", !same, same)
		}
		if t.Failed() {
			t.Fatalf("seed %d, version %d of %d", seed, k, len(versions))
		}
	}
}

func TestMutableArray(t *testing.T) {
	for seed := range int64(400) {
		checkMutable(t, seed, 400)
	}
}

func FuzzMutableArray(f *testing.F) {
	f.Add(int64(1), uint16(100))
	f.Fuzz(func(t *testing.T, seed int64, steps uint16) { checkMutable(t, seed, int(steps%2000)) })
}

// BenchmarkCells stores to a thousand cells, as values and in place.
func BenchmarkCells(b *testing.B) {
	builder := NewBuilder()
	array := NewArrayValue(builder.Array(builder.BV(64), builder.BV(32)), BVValue(32, 0))
	b.Run("values", func(b *testing.B) {
		b.ReportAllocs()
		for i := range uint64(b.N) {
			array = array.Store(BVValue(64, i%1024*4), BVValue(32, i+1))
		}
	})
	b.Run("in-place", func(b *testing.B) {
		b.ReportAllocs()
		m := &MutableArray{}
		m.Thaw(array)
		for i := range uint64(b.N) {
			m.Store(i%1024*4, i&0xffffff+1)
		}
	})
}
