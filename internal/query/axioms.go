package query

import (
	"slices"
	"time"

	"yogi/internal/solver"
	"yogi/internal/term"
)

// Quantifiers never go to the solver that makes tests: with the axioms of the Static Driver Verifier's
// programs it never answers sat. Instead every quantified fact, an axiom or an assume on the path, is
// instantiated for the ground terms of the query that match its triggers. Instances are consequences,
// so unsat is sound; sat is made good by running the test, where the interpreter evaluates functions
// under one total interpretation and quantified assumes over maps exactly.

const (
	instanceRounds = 3
	instanceLimit  = 4000
	interpretFree  = 3  // of these queries, how many may choose other arguments each time
	interpretLimit = 24 // how often a query is asked again with the meaning of function applications
)

// rule is a universally quantified fact with one trigger.
type rule struct {
	fact    *term.Term
	bound   []*term.Term
	body    *term.Term
	trigger []*term.Term
}

// quantified knows the program's quantified axioms and how to use such facts.
type quantified struct {
	terms  *term.Builder
	axioms []rule
	ground map[groundKey][]*term.Term // per term: its subterms that triggers can match
	// instances are those of rules whose trigger is one pattern.
	instances map[instanceKey]*term.Term
	// witnesses are existential facts, said of symbols.
	witnesses map[*term.Term]*term.Term
}

type groundKey struct {
	term  *term.Term
	which selects
}

type instanceKey struct{ fact, trigger, ground *term.Term }

func newQuantified(terms *term.Builder, axioms []*term.Term) *quantified {
	q := &quantified{
		terms: terms, ground: map[groundKey][]*term.Term{}, instances: map[instanceKey]*term.Term{},
		witnesses: map[*term.Term]*term.Term{},
	}
	for _, a := range axioms {
		if a.HasQuantifier() {
			q.axioms = append(q.axioms, rulesOf(a)...)
		}
	}
	return q
}

// rulesOf turns a top-level universal fact into rules, one for each trigger; anything else with a
// quantifier gives none: it is left out, which only weakens the query.
func rulesOf(fact *term.Term) []rule {
	if fact.Op() == term.OpAnd {
		var out []rule
		for _, c := range fact.Args() {
			if c.HasQuantifier() {
				out = append(out, rulesOf(c)...)
			}
		}
		return out
	}
	if fact.Op() != term.OpForall || fact.Args()[0].HasQuantifier() {
		return nil
	}
	var out []rule
	for _, trigger := range fact.Triggers() {
		out = append(out, rule{fact, fact.Bound(), fact.Args()[0], trigger})
	}
	if len(out) == 0 {
		if trigger := inferTrigger(fact.Args()[0], fact.Bound()); trigger != nil {
			out = append(out, rule{fact, fact.Bound(), fact.Args()[0], []*term.Term{trigger}})
		}
	}
	return out
}

// inferTrigger finds a smallest application or select in the body that mentions every bound variable.
func inferTrigger(body *term.Term, bound []*term.Term) *term.Term {
	var best *term.Term
	term.Walker(func(t *term.Term) bool {
		if (t.Op() == term.OpApply || t.Op() == term.OpSelect) && dependsOnAll(t, bound) && (best == nil || t.Size() < best.Size()) {
			best = t
		}
		return true
	})(body)
	return best
}

func dependsOnAll(t *term.Term, bound []*term.Term) bool {
	for _, v := range bound {
		if !t.DependsOn(v) {
			return false
		}
	}
	return true
}

// selects says which selects are ground terms.
type selects uint8

const (
	selectsThere        selects = iota + 1 // those that there are
	selectsBehindWrites                    // and what each would be if it were not behind writes
)

// groundTerms lists the applications and selects in t, outermost last. Of selects behind writes there may be
// as many as the product of reads and writes, and only a trigger that is a select has a use for them.
func (q *quantified) groundTerms(t *term.Term, which selects) []*term.Term {
	key := groundKey{t, which}
	if out, ok := q.ground[key]; ok {
		return out
	}
	var out []*term.Term
	seen := map[*term.Term]bool{}
	var walk func(t *term.Term)
	walk = func(t *term.Term) {
		if seen[t] || t.Op() == term.OpForall || t.Op() == term.OpExists {
			return
		}
		seen[t] = true
		for _, a := range t.Args() {
			walk(a)
		}
		if t.Op() == term.OpApply || t.Op() == term.OpSelect {
			out = append(out, t)
		}
		if which == selectsBehindWrites && t.Op() == term.OpSelect && t.Arg(0).Op() == term.OpStore {
			walk(q.terms.Select(t.Arg(0).Arg(0), t.Arg(1)))
		}
	}
	walk(t)
	q.ground[key] = out
	return out
}

// selectsFor are those for which triggers have a use.
func selectsFor(rules []rule) selects {
	isSelect := func(p *term.Term) bool { return p.Op() == term.OpSelect }
	if slices.ContainsFunc(rules, func(r rule) bool { return slices.ContainsFunc(r.trigger, isSelect) }) {
		return selectsBehindWrites
	}
	return selectsThere
}

// quantifiedTime bounds a query with its quantifiers. After mostUnanswered of them in a row without
// an answer fewer and fewer are asked.
const (
	quantifiedTime = 200 * time.Millisecond
	mostUnanswered = 8
)

// askQuantified asks with quantified conditions as they are, where there are some besides the laws
// of the program's interpretation: a refutation by means that instances for triggers do not have is
// one too, and a model may be one of all instances, where none is of a function that axioms speak
// of.
func (s *Session) askQuantified(q Query) (answer solver.Answer, decided bool) {
	open := s.program.UncheckedAxioms
	if s.unanswered > mostUnanswered && s.unanswered&(s.unanswered-1) != 0 {
		s.unanswered++
		return solver.Answer{}, false
	}
	if len(open) == 0 && !slices.ContainsFunc(q.Path, (*term.Term).HasQuantifier) && !slices.ContainsFunc(q.Assume, (*term.Term).HasQuantifier) {
		return solver.Answer{}, false
	}
	whole := slices.Concat(open, s.expansion.all(q.Path))
	answer = s.solver.Check(s.ctx, solver.Query{
		Path: whole, Assume: s.expansion.all(q.Assume), Label: q.Label + " (quantified)", Timeout: quantifiedTime, StatusOnly: len(open) > 0,
	})
	switch answer.Status {
	case solver.Unknown:
		s.unanswered++
	case solver.Unsat:
		s.unanswered = 0
	}
	return answer, answer.Status == solver.Unsat || answer.Status == solver.Sat && answer.Model != nil
}

// rewrite takes the quantified conjuncts out of a query and adds their instances and those of the axioms
// to the path. Quantified assumptions become their instances, so that the core still names them.
//
// Ground terms are those of the query and those in also: the cells of the start's maps that its reads after writes come
// down to.
func (q *quantified) rewrite(path, assume, also []*term.Term) (newPath, newAssume, applications []*term.Term) {
	rules := q.axioms
	newPath = make([]*term.Term, 0, len(path))
	for _, t := range path {
		if !t.HasQuantifier() {
			newPath = append(newPath, t)
			continue
		}
		rules = append(rules[:len(rules):len(rules)], rulesOf(t)...)
		newPath = append(newPath, q.plain(t)...)
	}
	newAssume = assume
	which := selectsFor(rules)
	for i, t := range assume {
		if t.HasQuantifier() {
			which = max(which, selectsFor(rulesOf(t)))
			if &newAssume[0] == &assume[0] {
				newAssume = append([]*term.Term(nil), assume...)
			}
			newAssume[i] = q.terms.And(q.plain(t)...)
		}
	}
	work := &instantiation{q: q, which: which, seen: map[*term.Term]bool{}, made: map[*term.Term]bool{}}
	for _, t := range newPath {
		work.collect(t)
	}
	for _, t := range newAssume {
		work.collect(t)
	}
	for _, t := range also {
		work.collect(t)
	}
	for i, t := range assume {
		if t.HasQuantifier() {
			newAssume[i] = q.terms.And(append(q.plain(t), work.round(rulesOf(t), 0)...)...)
			work.collect(newAssume[i])
		}
	}
	if len(rules) > 0 {
		known := 0
		for n := 0; n < instanceRounds && len(work.made) < instanceLimit; n++ {
			before := len(work.ground)
			instances := work.round(rules, known)
			known = before
			if len(instances) == 0 {
				break
			}
			for _, t := range instances {
				work.collect(t)
			}
			newPath = append(newPath, instances...)
		}
	}
	return newPath, newAssume, work.applications
}

// plain lists the conjuncts of t without quantifiers. That something is so for some values is said
// of symbols that stand for them.
func (q *quantified) plain(t *term.Term) []*term.Term {
	var out []*term.Term
	for _, c := range term.Conjuncts(t) {
		if !c.HasQuantifier() {
			out = append(out, c)
		} else if of := q.witnessed(c); of != nil {
			out = append(out, q.plain(of)...)
		}
	}
	return out
}

// witnessed says an existential fact of symbols, the same ones each time; nil: the fact is none.
func (q *quantified) witnessed(fact *term.Term) *term.Term {
	if of, ok := q.witnesses[fact]; ok {
		return of
	}
	inner, negated := fact, false
	if fact.Op() == term.OpNot {
		inner, negated = fact.Arg(0), true
	}
	if inner.Op() != term.OpExists && inner.Op() != term.OpForall || (inner.Op() == term.OpForall) != negated {
		return nil
	}
	values := map[*term.Term]*term.Term{}
	for _, v := range inner.Bound() {
		values[v] = q.terms.Fresh("witness", v.Sort())
	}
	of := q.terms.Substitute(inner.Arg(0), values)
	if negated {
		of = q.terms.Not(of)
	}
	q.witnesses[fact] = of
	return of
}

// instantiation is the work on one query.
type instantiation struct {
	q            *quantified
	which        selects             // are ground terms
	seen         map[*term.Term]bool // ground terms
	ground       []*term.Term
	applications []*term.Term
	made         map[*term.Term]bool // instances
}

func (w *instantiation) collect(t *term.Term) {
	for _, g := range w.q.groundTerms(t, w.which) {
		if !w.seen[g] {
			w.seen[g] = true
			w.ground = append(w.ground, g)
			if g.Op() == term.OpApply {
				w.applications = append(w.applications, g)
			}
		}
	}
}

// round instantiates each rule for all matches of its trigger among the ground terms known now. The
// first ones, as many as known says, were there in the round before.
func (w *instantiation) round(rules []rule, known int) []*term.Term {
	var out []*term.Term
	add := func(instance *term.Term) {
		if !w.made[instance] {
			w.made[instance] = true
			if !instance.IsTrue() {
				out = append(out, instance)
			}
		}
	}
	for _, r := range rules {
		if len(r.trigger) == 1 {
			w.matchOne(r, known, add)
			continue
		}
		w.match(r, 0, map[*term.Term]*term.Term{}, func(binding map[*term.Term]*term.Term) {
			if len(binding) == len(r.bound) && len(w.made) <= instanceLimit {
				add(w.q.terms.Substitute(r.body, binding))
			}
		})
	}
	return out
}

// matchOne instantiates a rule whose trigger is one pattern. Its instance for a term is the same in all
// queries; nil: the term does not match.
func (w *instantiation) matchOne(r rule, known int, add func(*term.Term)) {
	for _, g := range w.ground[known:] {
		if len(w.made) > instanceLimit {
			return
		}
		if !mayMatch(r.trigger[0], g) {
			continue
		}
		key := instanceKey{r.fact, r.trigger[0], g}
		instance, ok := w.q.instances[key]
		if !ok {
			binding := make(map[*term.Term]*term.Term, len(r.bound))
			if unify(r.trigger[0], g, r.bound, binding) && len(binding) == len(r.bound) {
				instance = w.q.terms.Substitute(r.body, binding)
			}
			w.q.instances[key] = instance
		}
		if instance != nil {
			add(instance)
		}
	}
}

// match finds bindings for the patterns of a trigger from number n on.
func (w *instantiation) match(r rule, n int, binding map[*term.Term]*term.Term, found func(map[*term.Term]*term.Term)) {
	if n == len(r.trigger) {
		found(binding)
		return
	}
	for _, g := range w.ground {
		if !mayMatch(r.trigger[n], g) {
			continue
		}
		next := make(map[*term.Term]*term.Term, len(r.bound))
		for k, v := range binding {
			next[k] = v
		}
		if unify(r.trigger[n], g, r.bound, next) {
			w.match(r, n+1, next, found)
		}
	}
}

// mayMatch compares the outermost operators of a pattern and of a ground term, as unify would do.
func mayMatch(pattern, ground *term.Term) bool {
	return pattern.Op() == term.OpVar || pattern.Op() == ground.Op() && pattern.Func() == ground.Func()
}

// unify matches a pattern against a ground term.
func unify(pattern, ground *term.Term, bound []*term.Term, binding map[*term.Term]*term.Term) bool {
	for _, v := range bound {
		if pattern == v {
			if have := binding[v]; have != nil {
				return have == ground
			}
			if v.Sort() != ground.Sort() {
				return false
			}
			binding[v] = ground
			return true
		}
	}
	if pattern == ground {
		return true
	}
	if pattern.Op() != ground.Op() || pattern.Sort() != ground.Sort() || pattern.Func() != ground.Func() ||
		len(pattern.Args()) != len(ground.Args()) || len(pattern.Args()) == 0 {
		return false
	}
	for i, a := range pattern.Args() {
		if !unify(a, ground.Args()[i], bound, binding) {
			return false
		}
	}
	return true
}

// GroundTerms lists the applications of functions and the reads of maps in t.
func (s *Session) GroundTerms(t *term.Term) []*term.Term {
	return s.quantified.groundTerms(t, selectsThere)
}

// argumentsOf says what becomes of the arguments at which a model is told what a function is.
type argumentsOf uint8

const (
	freeArguments argumentsOf = iota + 1
	fixedArguments
)

// interpret compares a model with the fixed interpretation of functions: it returns, for applications
// where they differ, what the interpretation says of the model's arguments.
//
// With fixedArguments it also fixes the arguments: what is found is then one model among several, but the
// search does not run away to ever new ones.
func (s *Session) interpret(model *solver.Model, applications []*term.Term, how argumentsOf) []*term.Term {
	var facts []*term.Term
	for _, t := range applications {
		u := s.use(model, t)
		if u == nil || u.have.Equal(u.want) {
			continue
		}
		constants := make([]*term.Term, len(u.args))
		for i, v := range u.args {
			constants[i] = s.terms.Const(v)
		}
		facts = append(facts, s.terms.Eq(s.terms.Apply(t.Func(), constants...), s.terms.Const(u.want)))
		for i, a := range t.Args() {
			if how == fixedArguments && !a.IsConst() {
				facts = append(facts, s.terms.Eq(a, constants[i]))
			}
		}
	}
	return facts
}
