package sem

// Recorder makes the points of one run. It has memory for many of them at once, which is cheaper than asking for each:
// a point leads to all those before it, so they live as long as the last one anyway.
type Recorder[V any] struct {
	points []Point[V] // to be used
	writes []Write[V]
	taken  int // points, the last time
}

// A short run takes memory for few points, a long one for many at once.
const (
	fewestPoints = 4
	mostPoints   = 64
)

// Enter is Point.Enter, of locals that may change afterwards.
func (r *Recorder[V]) Enter(p *Point[V], locals []V) *Point[V] {
	return p.child(r.point(), nil, append(make([]V, 0, len(locals)), locals...))
}

// Step is Point.Step, of writes that may change afterwards.
func (r *Recorder[V]) Step(p *Point[V], globals, locals []Write[V]) *Point[V] {
	n := p.child(r.point(), r.copy(globals), nil)
	n.extend(p, r.copy(locals))
	return n
}

// Leave is Point.Leave, of writes that may change afterwards.
func (r *Recorder[V]) Leave(p, call *Point[V], globals, locals []Write[V]) *Point[V] {
	n := p.child(r.point(), r.copy(globals), nil)
	n.extend(call, r.copy(locals))
	return n
}

func (r *Recorder[V]) point() *Point[V] {
	if len(r.points) == 0 {
		r.taken = min(max(2*r.taken, fewestPoints), mostPoints)
		r.points = make([]Point[V], r.taken)
	}
	n := &r.points[0]
	r.points = r.points[1:]
	return n
}

func (r *Recorder[V]) copy(list []Write[V]) []Write[V] {
	if len(list) == 0 {
		return nil
	}
	if len(r.writes) < len(list) {
		r.writes = make([]Write[V], max(len(list), r.taken))
	}
	n := copy(r.writes, list)
	copied := r.writes[:n:n]
	r.writes = r.writes[n:]
	return copied
}
