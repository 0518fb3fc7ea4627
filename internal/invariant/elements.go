package invariant

import (
	"slices"

	"yogi/internal/element"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file finds facts about all elements, and about each two (package element): formulas over
// elements that were chosen and of which nothing is known. Where such a fact is left at the start
// of a step it is known of every element there, so it is also known of those that the step reads:
// the addresses in its text are the triggers of a quantifier. Houdini works as ever, with these
// instances beside the facts. What was needed, and of which elements, is what package element puts
// into the program.

const (
	// mostTriggers bounds the elements that facts are known of on a step.
	mostTriggers = 10
	// mostDataValues bounds the constants of a field that are proposed as all there are.
	mostDataValues = 4
	// mostPaired bounds the elements that facts about each two are known of.
	mostPaired = 6
)

// The levels of candidates. What a level has beside the one before is what is said here, but that
// facts about pairs are of their level alone: hardly both they and order are needed.
const (
	ofAll     = iota // of all elements of a kind
	ofSome           // of those that no pointer is at, or that are alive; is the next one behind
	ofPairs          // no two lead to the same one, and none to where a pointer is
	inOrder          // of those that were allocated before or behind where a pointer is
	inNumbers        // how many there are
)

// levels lists the levels in the order in which they are tried: facts about pairs late, since queries
// with them take the longest, but before numbers where there are none to count with.
func (x *elementFacts) levels() []int {
	for _, f := range x.order {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if a, ok := i.(*ir.Assign); ok && x.mayCount(a.Dst) && a.Src.DependsOn(a.Dst.Sym) {
					return []int{ofAll, ofSome, inOrder, inNumbers, ofPairs}
				}
			}
		}
	}
	return []int{ofAll, ofSome, inOrder, ofPairs, inNumbers}
}

// mayCount reports whether a variable may be the number of some objects.
func (x *elementFacts) mayCount(v *ir.Variable) bool {
	return v.Sort.Kind == term.KindBV && v.Sort.Width >= 8 && x.kinds.KindOf(v.Sym) == 0 && !v.Constant && v != x.program.AllocCounter
}

// elementFacts extends an encoder by what facts with a chosen element need.
type elementFacts struct {
	*encoder
	kinds     *element.Kinds
	chosen    *term.Term
	other     *term.Term // the second chosen one
	paired    bool       // there are candidates about both
	triggers  map[*step][]*term.Term
	instances map[*step]map[*term.Term][]elementInstance
	used      map[Point]map[*term.Term][][]*term.Term
	kindOf    map[*term.Term]int  // of the elements that a fact is about
	symmetric map[*term.Term]bool // facts that say the same of two elements in either order
	set       map[*ir.Function]*ir.SetVariables
	made      map[int][]*term.Term // claims, by kind
	inText    map[int][]*term.Term // those that are read in the program, by kind: the same on all levels
	readings  map[*term.Term][]reading
}

// elementInstance is a fact about all elements, as it is known of some in the places of the chosen
// ones.
type elementInstance struct {
	known, fact *term.Term
	at          []*term.Term
}

// newElementFacts has no facts yet, and is for those of a level.
func newElementFacts(e *encoder, k *element.Kinds, level int) *elementFacts {
	chosen := e.program.Elements.Chosen
	return &elementFacts{
		encoder: e, kinds: k, chosen: chosen[0].Sym, other: chosen[1].Sym, paired: level == ofPairs,
		triggers: map[*step][]*term.Term{}, instances: map[*step]map[*term.Term][]elementInstance{},
		used: map[Point]map[*term.Term][][]*term.Term{}, kindOf: map[*term.Term]int{},
		symmetric: map[*term.Term]bool{}, set: map[*ir.Function]*ir.SetVariables{},
		made: map[int][]*term.Term{}, inText: map[int][]*term.Term{}, readings: map[*term.Term][]reading{},
	}
}

// FindElementFacts looks for facts about all elements by which the program cannot fail. k are the
// kinds that element.Track made. nil: there are none, or the time is up.
func FindElementFacts(p *ir.Program, k *element.Kinds, oracle Oracle, stop func() bool) []element.Fact {
	e := encode(p, p.Entry, forInvariants, stop)
	if e == nil || !e.scope[p.Entry] {
		return nil
	}
	var before Facts // that are left of the level before
	first := newElementFacts(e, k, ofAll)
	for _, level := range first.levels() {
		x := newElementFacts(e, k, level)
		x.inText, x.readings = first.inText, first.readings
		h := &houdini{encoder: e, oracle: oracle, left: Facts{}, broken: Facts{}, stop: stop, evaler: term.NewEvaluator(), elements: x}
		arriving := map[Point]bool{}
		for _, step := range e.steps {
			arriving[step.to] = true
		}
		for _, point := range e.points() {
			if stop() {
				return nil
			}
			if !e.open(point) && arriving[point] {
				h.left[point] = x.candidates(point, level, before[point])
			}
		}
		if !h.weaken() {
			return nil
		}
		before = h.left
		found := &Found{Facts: h.left, Failed: h.broken, proof: h}
		goals, excluded := x.excludingErrors(found)
		if stop() {
			return nil
		}
		if excluded && len(goals) > 0 {
			return x.texts(found.Needed(goals))
		}
	}
	return nil
}

// excludingErrors are the facts by which no run ends in an error.
func (x *elementFacts) excludingErrors(found *Found) (Facts, bool) {
	all := Facts{}
	for _, f := range x.order {
		goals, excluded := found.Excludes(Point{f, AtError}, x.terms.True())
		if !excluded {
			return nil, false
		}
		all.Add(goals)
	}
	return all, true
}

// texts are facts as package element takes them.
func (x *elementFacts) texts(facts Facts) []element.Fact {
	var out []element.Fact
	for _, p := range x.points() {
		for _, fact := range facts[p] {
			made := element.Fact{Function: p.Function.Name, Block: p.Block, Fact: fact.String()}
			for _, at := range x.used[p][fact] {
				var elements []string
				for _, t := range at {
					elements = append(elements, t.String())
				}
				made.At = append(made.At, elements)
			}
			out = append(out, made)
		}
	}
	return out
}

// use notes that a fact was needed of elements.
func (x *elementFacts) use(n need) {
	if x == nil || n.at == nil {
		return
	}
	if x.used[n.point] == nil {
		x.used[n.point] = map[*term.Term][][]*term.Term{}
	}
	list := x.used[n.point][n.fact]
	if !slices.ContainsFunc(list, func(at []*term.Term) bool { return slices.Equal(at, n.at) }) {
		x.used[n.point][n.fact] = append(list, n.at)
	}
}

// about lists what the facts at the start of a step say of the elements that it reads.
func (x *elementFacts) about(h *houdini, s *step) []elementInstance {
	if x == nil {
		return nil
	}
	var out []elementInstance
	for _, fact := range h.left[s.from] {
		if fact.DependsOn(x.chosen) {
			out = append(out, x.instancesOf(s, fact)...)
		}
	}
	return out
}

func (x *elementFacts) instancesOf(s *step, fact *term.Term) []elementInstance {
	if x.instances[s] == nil {
		x.instances[s] = map[*term.Term][]elementInstance{}
	}
	if done, ok := x.instances[s][fact]; ok {
		return done
	}
	var out []elementInstance
	add := func(first, second *term.Term) {
		known := x.terms.Substitute(fact, map[*term.Term]*term.Term{x.chosen: first, x.other: second})
		if known != fact && !known.IsTrue() && !slices.ContainsFunc(out, func(i elementInstance) bool { return i.known == known }) {
			out = append(out, elementInstance{known, fact, []*term.Term{first, second}})
		}
	}
	of := slices.DeleteFunc(slices.Clone(x.triggersOf(s)), func(at *term.Term) bool {
		kind := x.kinds.KindOf(at)
		return kind != 0 && x.kindOf[fact] != 0 && kind != x.kindOf[fact]
	})
	if fact.DependsOn(x.other) {
		of = of[:min(len(of), mostPaired)]
		of = append(slices.Clip(of), x.chosen, x.other)
		for n, first := range of {
			for m, second := range of {
				if n < m || n > m && !x.symmetric[fact] {
					add(first, second)
				}
			}
		}
	} else {
		for _, at := range of {
			add(at, x.other)
		}
		if x.paired { // for the facts about both
			add(x.other, x.chosen)
		}
	}
	x.instances[s][fact] = out
	return out
}

// triggersOf lists the addresses, over the state where a step begins, of the elements that it
// reads, or points at where it ends.
func (x *elementFacts) triggersOf(s *step) []*term.Term {
	if done, ok := x.triggers[s]; ok {
		return done
	}
	var out []*term.Term
	inScope := x.readable(s.from)
	add := func(t *term.Term) {
		if t != nil && t != x.chosen && (!t.IsConst() || x.kinds.KindOf(t) != 0) && t.Sort() == x.chosen.Sort() && len(out) < mostTriggers && inScope(t) && !t.HasOp(term.OpIte) {
			include(&out, t)
		}
	}
	for _, v := range x.live(s.from) {
		if x.kinds.KindOf(v.Sym) != 0 {
			add(v.Sym)
		}
	}
	walk := term.Walker(func(t *term.Term) bool {
		if t.Op() == term.OpSelect {
			add(x.kinds.Element(t))
		}
		return !t.HasQuantifier()
	})
	walk(s.cond)
	for _, f := range x.order {
		for _, v := range append(f.Variables(), x.program.Globals...) {
			value := s.after[v.Sym]
			if value == nil {
				continue
			}
			walk(value)
			if x.kinds.KindOf(v.Sym) != 0 {
				term.Chosen(value, func(t *term.Term) bool {
					add(t)
					return len(out) < mostTriggers
				})
			}
		}
	}
	x.triggers[s] = out
	return out
}

// candidates proposes facts at a point, at a higher level about more parts of the elements.
func (x *elementFacts) candidates(p Point, level int, before []*term.Term) []*term.Term {
	table := x.observe(p, nothingSeen{})
	c := &candidates{samples: table, seen: map[*term.Term]bool{}}
	inScope := x.readable(p)
	var pointers []*term.Term
	for _, v := range x.live(p) {
		if x.kinds.KindOf(v.Sym) != 0 {
			pointers = append(pointers, v.Sym)
		}
	}
	for _, v := range pointers {
		x.aboutPointer(c, v)
		if level == ofPairs {
			x.besidePointers(c, v, pointers)
		}
	}
	if counter := x.program.AllocCounter; counter != nil {
		c.add(x.terms.BVUle(x.terms.BVConst(counter.Sort.Width, x.program.FirstFree), counter.Sym))
	}
	if level >= inNumbers {
		x.counted(c, p, pointers)
	}
	for kind := 1; kind <= x.kinds.Count(); kind++ {
		is := x.kinds.Is(kind, x.chosen)
		parts := x.parts(kind, level, pointers)
		claims := x.claims(kind, level)
		if level == ofPairs {
			claims = append(claims, x.neighbours(kind, pointers)...)
			x.pairs(c, kind, pointers)
		}
		for _, claim := range claims {
			if !inScope(claim) {
				continue
			}
			propose := func(condition *term.Term) *term.Term {
				fact := x.terms.Implies(condition, claim)
				x.kindOf[fact] = kind
				c.add(fact)
				return fact
			}
			// What holds of all elements is not asked of some of them.
			if all := propose(is); slices.Contains(before, all) {
				continue
			}
			for _, part := range parts {
				if part != claim {
					propose(x.terms.And(is, part))
				}
			}
		}
	}
	c.fromAtoms()
	return slices.DeleteFunc(c.list, func(fact *term.Term) bool { return !inScope(fact) })
}

// readable tells terms that the program may read at a point, where facts are put into it: they are over
// variables in scope that are set on every path to there.
func (x *elementFacts) readable(p Point) func(*term.Term) bool {
	inScope := x.inScope(p)
	if p.Block < 0 {
		return inScope
	}
	f := p.Function
	if x.set[f] == nil {
		x.set[f] = ir.FindSetVariables(f)
	}
	return func(t *term.Term) bool {
		return inScope(t) && !slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool {
			v := x.program.VariableOf(sym)
			return v != nil && !x.set[f].AtStart(f.Blocks[p.Block], v)
		})
	}
}

// parts are conditions on the chosen element that tell elements of a kind apart: it is not where a
// pointer points, at a higher level it was allocated before that or behind it. Lists that grow at
// one end are in the order in which their nodes were allocated, so a pointer that goes through such
// a list is between those that it passed and those to come.
func (x *elementFacts) parts(kind, level int, pointers []*term.Term) []*term.Term {
	var out []*term.Term
	if level >= ofSome {
		out = x.properties(x.chosen)
	}
	for _, v := range pointers {
		if x.kinds.KindOf(v) != kind {
			continue
		}
		null := x.terms.Eq(v, x.terms.BVConst(v.Sort().Width, 0))
		if level >= ofSome {
			out = append(out, x.terms.Ne(x.chosen, v))
		}
		if level >= inOrder {
			out = append(out,
				x.terms.Or(null, x.terms.BVUlt(x.chosen, v)), x.terms.And(x.terms.Not(null), x.terms.BVUle(v, x.chosen)),
				x.terms.BVUlt(v, x.chosen), x.terms.BVUle(x.chosen, v), x.terms.BVUlt(x.chosen, v),
			)
		}
	}
	return out
}

// aboutPointer proposes that a pointer is null or at an element, and what became of that.
func (x *elementFacts) aboutPointer(c *candidates, v *term.Term) {
	null := x.terms.Eq(v, x.terms.BVConst(v.Sort().Width, 0))
	is := x.kinds.Is(x.kinds.KindOf(v), v)
	c.add(is)
	c.add(x.terms.Or(null, is))
	for _, claim := range x.properties(v) {
		c.add(claim)
		c.add(x.terms.Or(null, claim))
	}
	for _, f := range x.kinds.Fields() {
		if f.Of == x.kinds.KindOf(v) && f.To != 0 { // the end of a list
			value := x.kinds.Read(f, v)
			c.add(x.terms.Or(null, x.terms.Eq(value, x.terms.BVConst(value.Sort().Width, 0))))
		}
	}
}

// besidePointers proposes of a pointer that it is not where another one is, that its element leads
// there, and that where it is null two others are at one element.
func (x *elementFacts) besidePointers(c *candidates, v *term.Term, pointers []*term.Term) {
	null := x.null(v)
	for _, w := range pointers {
		if w == v {
			continue
		}
		if x.kinds.KindOf(v) == x.kinds.KindOf(w) && v.ID() < w.ID() {
			c.add(x.terms.Or(null, x.terms.Ne(v, w)))
		}
		for _, u := range pointers {
			if u != v && u.ID() < w.ID() && x.kinds.KindOf(u) == x.kinds.KindOf(w) {
				c.add(x.terms.Or(x.terms.Not(null), x.terms.Eq(u, w)))
			}
		}
		for _, f := range x.kinds.Fields() {
			if f.Of == x.kinds.KindOf(v) && f.To == x.kinds.KindOf(w) {
				c.add(x.terms.Or(null, x.terms.Eq(x.kinds.Read(f, v), w)))
			}
		}
	}
}

// neighbours are claims about the chosen element and the ones that it leads to: no pointer is at
// these, and they lead back.
func (x *elementFacts) neighbours(kind int, pointers []*term.Term) []*term.Term {
	var out []*term.Term
	for _, f := range x.kinds.Fields() {
		if f.Of != kind || f.To == 0 {
			continue
		}
		value := x.kinds.Read(f, x.chosen)
		for _, v := range pointers {
			if x.kinds.KindOf(v) == f.To {
				out = append(out, x.terms.Or(x.null(v), x.terms.Ne(value, v)))
			}
		}
		for _, back := range x.kinds.Fields() {
			if back.Of == f.To && back.To == kind && !same(back, f) {
				out = append(out, x.terms.Or(x.null(value), x.terms.Eq(x.kinds.Read(back, value), x.chosen)))
			}
		}
	}
	return out
}

// pairs proposes that no two elements of a kind lead to the same one, of all or of those that are
// alive, or of all but one that a pointer is at, which may not have been put into a list yet. A list
// whose nodes are so stays one wherever a node is put in or taken out.
func (x *elementFacts) pairs(c *candidates, kind int, pointers []*term.Term) {
	both := func(t *term.Term) *term.Term { return x.terms.And(t, x.terms.Replace(t, x.chosen, x.other)) }
	conditions := []*term.Term{both(x.kinds.Is(kind, x.chosen))}
	for _, alive := range x.properties(x.chosen) {
		conditions = append(conditions, x.terms.And(conditions[0], both(alive)))
	}
	for _, v := range pointers {
		if x.kinds.KindOf(v) == kind {
			conditions = append(conditions, x.terms.And(conditions[0], both(x.terms.Ne(x.chosen, v))))
		}
	}
	fields := x.kinds.Fields()
	for n, f := range fields {
		for _, g := range fields[n:] {
			if f.Of != kind || g.Of != kind || f.To == 0 || f.To != g.To {
				continue
			}
			value := x.kinds.Read(f, x.chosen)
			claim := x.terms.Or(x.null(value), x.terms.Ne(value, x.kinds.Read(g, x.other)))
			for _, condition := range conditions {
				if same(f, g) {
					condition = x.terms.And(condition, x.terms.Ne(x.chosen, x.other))
				}
				fact := x.terms.Implies(condition, claim)
				x.kindOf[fact], x.symmetric[fact] = kind, same(f, g)
				c.add(fact)
			}
		}
	}
}

// same reports whether two fields are one.
func same(f, g element.Field) bool { return f.Map == g.Map && f.Offset == g.Offset }

// null says that a pointer is null.
func (x *elementFacts) null(v *term.Term) *term.Term {
	return x.terms.Eq(v, x.terms.BVConst(v.Sort().Width, 0))
}

// granule is the distance from an object to the next one that is allocated, first the address of
// the first.
func (x *elementFacts) granule() *term.Term {
	return x.terms.BVConst(x.chosen.Sort().Width, 1<<x.program.Model.GranuleBits)
}

func (x *elementFacts) first() *term.Term {
	return x.terms.BVConst(x.chosen.Sort().Width, x.program.FirstFree)
}

// mostCounters bounds the numbers that are compared with those of objects.
const mostCounters = 6

// counted proposes of the numbers at a point that they count objects: all that were allocated, or
// those before or behind the one that a pointer is at, none where it is null. Where nothing but the
// nodes of a list is allocated that is its length, or how many of its nodes are left.
func (x *elementFacts) counted(c *candidates, p Point, pointers []*term.Term) {
	counter := x.program.AllocCounter
	if counter == nil {
		return
	}
	tried := 0
	for _, v := range x.live(p) {
		if !x.mayCount(v) || tried == mostCounters {
			continue
		}
		tried++
		equals := func(objects *term.Term) *term.Term {
			if v.Sort.Width >= objects.Sort().Width {
				return x.terms.Eq(v.Sym, x.terms.ZeroExtTo(v.Sort.Width, objects))
			}
			return x.terms.Eq(v.Sym, x.terms.Trunc(v.Sort.Width, objects))
		}
		before := func(address *term.Term) *term.Term {
			return x.terms.BVSub(x.kinds.Object(address), x.kinds.Object(x.first()))
		}
		c.add(equals(before(counter.Sym)))
		for _, at := range pointers {
			null := x.terms.Eq(at, x.terms.BVConst(at.Sort().Width, 0))
			behind, one := x.terms.BVSub(x.kinds.Object(counter.Sym), x.kinds.Object(at)), x.kinds.Object(x.granule())
			for _, objects := range []*term.Term{behind, x.terms.BVSub(behind, one), before(at), x.terms.BVAdd(before(at), one)} {
				c.add(x.terms.Or(null, equals(objects)))
			}
			c.add(x.terms.Or(x.terms.Not(null), x.terms.Eq(v.Sym, x.terms.BVConst(v.Sort.Width, 0))))
			c.add(x.terms.Or(x.terms.Not(null), equals(before(counter.Sym))))
		}
	}
}

// properties are the statements that the maps by object may make of the object at an address.
func (x *elementFacts) properties(address *term.Term) []*term.Term {
	var out []*term.Term
	for _, p := range x.kinds.Properties() {
		for _, value := range p.Values {
			out = append(out, x.terms.Eq(x.terms.Select(p.Map.Sym, x.kinds.Object(address)), value))
		}
	}
	return out
}

// claims are the conditions that may hold of the chosen element if it is of a kind.
func (x *elementFacts) claims(kind, level int) []*term.Term {
	out, ok := x.made[kind]
	if !ok {
		out = x.makeClaims(kind, level)
		x.made[kind] = out
	}
	return out[:len(out):len(out)]
}

func (x *elementFacts) makeClaims(kind, level int) []*term.Term {
	out := x.properties(x.chosen)
	if counter := x.program.AllocCounter; counter != nil {
		out = append(out, x.terms.BVUlt(x.chosen, counter.Sym))
	}
	for _, f := range x.kinds.Fields() {
		if f.Of != kind {
			continue
		}
		value := x.kinds.Read(f, x.chosen)
		if f.To == 0 {
			var among []*term.Term
			for _, v := range f.Values {
				among = append(among, x.terms.Eq(value, v))
			}
			out = append(out, among...)
			if 1 < len(among) && len(among) <= mostDataValues {
				out = append(out, x.terms.Or(among...))
			}
			continue
		}
		null := x.terms.Eq(value, x.terms.BVConst(value.Sort().Width, 0))
		is := x.kinds.Is(f.To, value)
		out = append(out, x.terms.Or(null, is), is)
		for _, claim := range x.properties(value) {
			out = append(out, x.terms.Or(null, claim))
		}
		if level >= ofSome && level != ofPairs {
			out = append(out, x.terms.Or(null, x.terms.BVUlt(value, x.chosen)), x.terms.Or(null, x.terms.BVUlt(x.chosen, value)))
		}
		if counter := x.program.AllocCounter; counter != nil && level >= inNumbers && f.To == kind {
			behind := x.terms.BVAdd(x.chosen, x.granule())
			out = append(out,
				x.terms.Or(null, x.terms.Eq(value, behind)), x.terms.Or(x.terms.Not(null), x.terms.Eq(behind, counter.Sym)),
				x.terms.Or(null, x.terms.Eq(x.terms.BVAdd(value, x.granule()), x.chosen)), x.terms.Or(x.terms.Not(null), x.terms.Eq(x.chosen, x.first())),
			)
		}
	}
	return append(out, x.fromText(kind)...)
}

// fromText are the comparisons of the text that read one element of a kind, and their negations;
// before them what an error says of an element, which no element should be.
func (x *elementFacts) fromText(kind int) []*term.Term {
	if out, ok := x.inText[kind]; ok {
		return out
	}
	var out []*term.Term
	for _, s := range x.steps {
		if s.to.Block != AtError {
			continue
		}
		var about []*term.Term
		for _, c := range term.Conjuncts(s.cond) {
			if x.read(c, kind) != nil {
				about = append(about, c)
			}
		}
		bad := x.terms.And(about...)
		if at := x.read(bad, kind); at != nil {
			include(&out, x.terms.Not(x.terms.Replace(bad, at, x.chosen)))
		}
	}
	for _, f := range x.order {
		for _, a := range x.vocabulary(f).atoms {
			if at := x.read(a, kind); at != nil {
				claim := x.terms.Replace(a, at, x.chosen)
				include(&out, claim)
				include(&out, x.terms.Not(claim))
			}
		}
	}
	x.inText[kind] = out
	return out
}

// reading is what a term reads of the elements of one kind.
type reading struct {
	at    *term.Term // the element; several: one of them
	more  bool       // there are several
	cells bool       // cells are read, and not only the maps by object, of which what they say is proposed anyway
}

// read is the one element of a kind of which a term reads a cell; nil: it reads none, or several.
func (x *elementFacts) read(t *term.Term, kind int) *term.Term {
	of := x.readingsOf(t)
	if of == nil || of[kind].more || !of[kind].cells {
		return nil
	}
	return of[kind].at
}

// readingsOf is what a term reads of the elements of each kind, by kind; nil: nothing. Terms share theirs with their
// parts where these alone read something, so it is not to be changed.
func (x *elementFacts) readingsOf(t *term.Term) []reading {
	if done, ok := x.readings[t]; ok {
		return done
	}
	var out []reading
	own := false
	for _, a := range t.Args() {
		of := x.readingsOf(a)
		if of == nil || out != nil && &of[0] == &out[0] {
			continue
		}
		if out == nil {
			out = of
			continue
		}
		if !own {
			out, own = slices.Clone(out), true
		}
		for kind, r := range of {
			out[kind] = out[kind].and(r)
		}
	}
	if t.Op() == term.OpSelect {
		if element := x.kinds.Element(t); element != nil && x.kinds.KindOf(element) != 0 {
			if out == nil {
				out, own = make([]reading, x.kinds.Count()+1), true
			} else if !own {
				out = slices.Clone(out)
			}
			kind := x.kinds.KindOf(element)
			out[kind] = out[kind].and(reading{at: element, cells: x.kinds.IsCell(t)})
		}
	}
	x.readings[t] = out
	return out
}

// and is what two terms read.
func (r reading) and(other reading) reading {
	if r.at == nil {
		return other
	}
	if other.at == nil {
		return r
	}
	return reading{r.at, r.more || other.more || r.at != other.at, r.cells || other.cells}
}

// nothingSeen is no states.
type nothingSeen struct{}

func (nothingSeen) States(Point) []term.Assignment { return nil }
func (nothingSeen) Predicates(Point) []*term.Term  { return nil }

// hinted lists what the program supposes at a point.
func (e *encoder) hinted(p Point) []*term.Term {
	if e.program.Elements == nil || p.Block < 0 {
		return nil
	}
	var out []*term.Term
	for _, h := range e.program.Elements.Hints {
		if h.Block == p.Function.Blocks[p.Block] {
			include(&out, h.Fact)
		}
	}
	return out
}
