package ir

import (
	"slices"

	"yogi/internal/term"
)

// RuleState holds the variables that decide about the program's errors: the state of a rule that
// was woven in, or what stands in its place where the program checks itself. It is found by what
// depends on what, not by names, so it is the same for rules, for Boogie programs that someone else
// wove a rule into, and for assertions.
type RuleState struct {
	// Variables are the global scalars that the conditions below are about.
	Variables map[*Variable]bool
	// Conditions are comparisons of global scalars alone, on which an error or an assignment to one of Variables
	// depends; those nearest to an error come first.
	Conditions []*term.Term
	// Arguments are such comparisons in which parameters, results or locals of the function take part too.
	Arguments map[*Function][]*term.Term
}

// FindRuleState finds the state of the rule. A place depends on the branches that it is control dependent on, directly
// or not, in its own function; one that every run of its function takes depends on what the function's calls depend on.
func FindRuleState(p *Program) *RuleState {
	return findState(p, func(b *Block) bool {
		_, ok := b.Terminator.(*Error)
		return ok
	})
}

// FindStateOfEnds is the same of what decides where a run ends in an error or in what is not supported.
func FindStateOfEnds(p *Program) *RuleState {
	return findState(p, func(b *Block) bool {
		switch b.Terminator.(type) {
		case *Error, *Unsupported:
			return true
		}
		return false
	})
}

func findState(p *Program, isEnd func(b *Block) bool) *RuleState {
	s := &ruleSearch{
		program: p, found: &RuleState{Variables: map[*Variable]bool{}, Arguments: map[*Function][]*term.Term{}},
		assignments: map[*Variable][]assignment{}, calls: map[*Function][]*Block{}, control: map[*Function][][]int{},
		wanted: map[*Variable]bool{}, seen: map[visit]bool{}, branched: map[visit]bool{}, blocked: map[*Function]bool{},
	}
	var errors []*Block
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			s.index(b)
			if isEnd(b) {
				errors = append(errors, b)
			}
		}
	}
	for _, b := range errors {
		s.place(b, localsToo)
	}
	for len(s.work) > 0 {
		v := s.work[0]
		s.work = s.work[1:]
		s.assigned(v)
	}
	for f := range s.found.Arguments {
		s.found.Arguments[f] = slices.DeleteFunc(s.found.Arguments[f], func(atom *term.Term) bool { return !s.isRules(f, atom) })
		if len(s.found.Arguments[f]) == 0 {
			delete(s.found.Arguments, f)
		}
	}
	return s.found
}

// ruleSearch follows dependences backwards from the errors.
type ruleSearch struct {
	program     *Program
	found       *RuleState
	assignments map[*Variable][]assignment
	calls       map[*Function][]*Block // by callee
	control     map[*Function][][]int
	wanted      map[*Variable]bool
	work        []*Variable
	seen        map[visit]bool     // places
	branched    map[visit]bool     // branches that places depend on
	blocked     map[*Function]bool // functions whose assumptions were looked at
}

// depth says of which variables the conditions that a place depends on are followed: at errors and where
// locals are assigned, of locals too.
type depth int

const (
	globalsAlone depth = iota + 1
	localsToo
)

// visit is a block that was looked at.
type visit struct {
	block *Block
	depth depth
}

// assignment is a place where a variable gets a value: src, that of result, or, if both are nil, any.
type assignment struct {
	block  *Block
	src    *term.Term
	result *Variable
}

func (s *ruleSearch) index(b *Block) {
	set := func(v *Variable, a assignment) { s.assignments[v] = append(s.assignments[v], a) }
	for _, i := range b.Instructions {
		switch i := i.(type) {
		case *Assign:
			set(i.Dst, assignment{block: b, src: i.Src})
		case *Havoc:
			set(i.Dst, assignment{block: b})
		case *Call:
			s.calls[i.Callee] = append(s.calls[i.Callee], b)
			for k, r := range i.Results {
				if r != nil {
					set(r, assignment{block: b, result: i.Callee.Results[k]})
				}
			}
		}
	}
}

// place takes the conditions that a block depends on.
func (s *ruleSearch) place(b *Block, depth depth) {
	if s.seen[visit{b, depth}] {
		return
	}
	s.seen[visit{b, depth}] = true
	f := b.Function
	if s.control[f] == nil {
		s.control[f] = f.ControlDependence()
	}
	s.branches(f, b.Index, depth)
	if depth == localsToo {
		s.blocking(b)
	}
	if len(s.control[f][b.Index]) == 0 {
		for _, call := range s.calls[f] {
			s.place(call, depth)
		}
	}
}

// branches takes the conditions of the branches that a block depends on, directly or not.
func (s *ruleSearch) branches(f *Function, block int, depth depth) {
	for _, on := range s.control[f][block] {
		b := f.Blocks[on]
		if s.branched[visit{b, depth}] {
			continue
		}
		s.branched[visit{b, depth}] = true
		if g, ok := b.Terminator.(*Goto); ok {
			for _, t := range g.Targets {
				s.condition(f, t.Guard, depth)
			}
		}
		s.branches(f, on, depth)
	}
}

// blocking takes the conditions without which no run gets to a place of an error: what its own
// block assumes, and of what other blocks of the function assume, comparisons of variables that are
// only ever given constants, as states are.
func (s *ruleSearch) blocking(place *Block) {
	blocks := place.Function.Blocks
	if s.blocked[place.Function] {
		blocks = []*Block{place}
	}
	s.blocked[place.Function] = true
	for _, b := range blocks {
		var conditions []*term.Term
		for _, i := range b.Instructions {
			if a, ok := i.(*Assume); ok {
				conditions = append(conditions, a.Cond)
			}
		}
		if g, ok := b.Terminator.(*Goto); ok && len(g.Targets) == 1 {
			conditions = append(conditions, g.Targets[0].Guard)
		}
		for _, c := range conditions {
			if b == place || s.isAboutStates(c) {
				s.condition(b.Function, c, localsToo)
			}
		}
	}
}

func (s *ruleSearch) isAboutStates(t *term.Term) bool {
	return len(t.Vars()) > 0 && !slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool {
		v := s.program.VariableOf(sym)
		return v == nil || v.Kind != Global || v.Constant ||
			slices.ContainsFunc(s.assignments[v], func(a assignment) bool { return a.src == nil || !a.src.IsConst() })
	})
}

// condition takes the comparisons of a condition of f, and wants their variables.
func (s *ruleSearch) condition(f *Function, t *term.Term, depth depth) {
	for _, atom := range term.Atoms(t) {
		if atom.Features()&(term.HasArrays|term.HasApplications) != 0 || atom.HasQuantifier() || atom.IsConst() {
			continue
		}
		var state, others bool
		for _, sym := range atom.Vars() {
			v := s.program.VariableOf(sym)
			isState := v != nil && v.Kind == Global && !v.Constant
			state = state || isState
			others = others || v == nil || v.Kind != Global
			if isState || v != nil && v.Kind != Global && depth == localsToo {
				s.want(v)
			}
		}
		switch {
		case others:
			s.found.Arguments[f] = withAtom(s.found.Arguments[f], atom)
		case state:
			s.found.Conditions = withAtom(s.found.Conditions, atom)
		}
	}
}

// isRules reports whether a comparison that is not of globals alone is one of the rule's: it is about the rule's state
// too, or about nothing but what a function is called with and returns that sets the state itself.
func (s *ruleSearch) isRules(f *Function, atom *term.Term) bool {
	ofCall := true
	for _, sym := range atom.Vars() {
		v := s.program.VariableOf(sym)
		if s.found.Variables[v] {
			return true
		}
		ofCall = ofCall && v != nil && v.Kind != Local
	}
	return ofCall && slices.ContainsFunc(f.Blocks, func(b *Block) bool {
		return slices.ContainsFunc(b.Instructions, func(i Instruction) bool {
			a, ok := i.(*Assign)
			return ok && s.found.Variables[a.Dst]
		})
	})
}

func withAtom(atoms []*term.Term, atom *term.Term) []*term.Term {
	if slices.Contains(atoms, atom) {
		return atoms
	}
	return append(atoms, atom)
}

func (s *ruleSearch) want(v *Variable) {
	if s.wanted[v] {
		return
	}
	s.wanted[v] = true
	s.work = append(s.work, v)
	if v.Kind == Global {
		s.found.Variables[v] = true
	}
}

// assigned takes what the values of a variable depend on.
func (s *ruleSearch) assigned(v *Variable) {
	depth := globalsAlone
	if v.Kind != Global {
		depth = localsToo
	}
	for _, a := range s.assignments[v] {
		switch {
		case a.src != nil:
			s.condition(a.block.Function, a.src, depth)
		case a.result != nil:
			s.want(a.result)
		}
		s.place(a.block, depth)
	}
}
