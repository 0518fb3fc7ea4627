package ir

import (
	"slices"
	"strings"

	"yogi/internal/source"
	"yogi/internal/term"
)

// returnLibraryErrors makes what goes wrong in a function of the library that is not copied for its calls an error of
// the call, and so what is not modelled there: such a function returns instead and says in a further result what it
// was, its callers in the library do too, and the others fail at the call. Errors that a call has a place for stay.
func (p *Program) returnLibraryErrors() {
	r := &errorReturner{program: p, numbers: map[wrong]int{}, of: map[*Function]map[int]bool{}, results: map[*Function]*Variable{}}
	r.collect()
	if len(r.kinds) == 0 {
		return
	}
	for _, f := range p.Functions {
		if len(r.of[f]) > 0 && f.isOfLibrary() {
			v := f.NewResult("wrong", r.sort())
			v.Source = ""
			r.results[f] = v
		}
	}
	for _, f := range p.Functions {
		r.function(f)
	}
	p.Number()
}

// wrong says what goes wrong at an error, or what is not modelled: then it has a code.
type wrong struct {
	what, property string
	code           source.Code
	notes          string // a line each
}

// madeWrong says what goes wrong at the end of a block, if that has no place in the text of the program.
func madeWrong(b *Block) (w wrong, is bool) {
	switch t := b.Terminator.(type) {
	case *Error:
		return wrong{what: t.What, property: t.Property}, !t.Pos.IsWritten()
	case *Unsupported:
		d := t.Diagnostic
		return wrong{what: d.Message, code: d.Code, notes: strings.Join(d.Notes, "\n")}, !t.Pos.IsWritten()
	}
	return wrong{}, false
}

// at is the end of a block where it goes wrong.
func (w wrong) at(pos source.Pos) Terminator {
	if w.code == "" {
		return &Error{At: At{pos}, What: w.what, Property: w.property}
	}
	d := &source.Diagnostic{Pos: pos, Code: w.code, Message: w.what}
	if w.notes != "" {
		d.Notes = strings.Split(w.notes, "\n")
	}
	return &Unsupported{At: At{pos}, Diagnostic: d}
}

// errorReturner knows what can go wrong in functions of the library: by numbers, from 1.
type errorReturner struct {
	program *Program
	kinds   []wrong
	numbers map[wrong]int
	of      map[*Function]map[int]bool
	results map[*Function]*Variable
}

func (r *errorReturner) sort() *term.Sort { return r.program.Terms.BV(32) }

func (r *errorReturner) number(n int) *term.Term { return r.program.Terms.BVConst(32, uint64(n)) }

// collect finds what can go wrong in each function of the library, in those that it calls there too.
func (r *errorReturner) collect() {
	for changed := true; changed; {
		changed = false
		for _, f := range r.program.Functions {
			if f.isOfLibrary() && r.add(f) {
				changed = true
			}
		}
	}
}

// add adds what can go wrong in a function as far as that is known, and reports whether it was not.
func (r *errorReturner) add(f *Function) bool {
	all := r.of[f]
	if all == nil {
		all = map[int]bool{}
		r.of[f] = all
	}
	before := len(all)
	for _, b := range f.Blocks {
		if w, ok := madeWrong(b); ok {
			all[r.numberOf(w)] = true
		}
		for _, i := range b.Instructions {
			if call, ok := i.(*Call); ok {
				for n := range r.of[call.Callee] {
					all[n] = true
				}
			}
		}
	}
	return len(all) > before
}

func (r *errorReturner) numberOf(w wrong) int {
	if r.numbers[w] == 0 {
		r.kinds = append(r.kinds, w)
		r.numbers[w] = len(r.kinds)
	}
	return r.numbers[w]
}

// function changes the errors of a function of the library, and what is behind calls of such functions.
func (r *errorReturner) function(f *Function) {
	result := r.results[f]
	for _, b := range f.Blocks[:len(f.Blocks):len(f.Blocks)] {
		if w, ok := madeWrong(b); ok && result != nil {
			r.leave(b, b.Terminator.Position(), r.number(r.numbers[w]))
		}
		for b != nil {
			b = r.nextCall(b)
		}
	}
	if result != nil {
		// A loop that begins here goes on only as long as nothing went wrong.
		first := f.Blocks[0]
		nothing := &Assign{At: At{f.Pos}, Dst: result, Src: r.number(0)}
		first.Instructions = slices.Insert(slices.Clone(first.Instructions), 0, Instruction(nothing))
	}
}

// nextCall looks at what comes back from the first call in a block in which something can go wrong. It returns the
// block of what is behind the call; nil: there is no such call.
func (r *errorReturner) nextCall(b *Block) *Block {
	for n, i := range b.Instructions {
		call, ok := i.(*Call)
		if !ok || r.results[call.Callee] == nil {
			continue
		}
		rest := b.splitAt(n + 1)
		v := b.Function.NewLocal("wrong", r.sort())
		v.Source = ""
		call.Results = append(slices.Clip(call.Results), v)
		r.branch(b, rest, call, v)
		return rest
	}
	return nil
}

// branch ends the block of a call by what went wrong in it.
func (r *errorReturner) branch(b, rest *Block, call *Call, v *Variable) {
	terms := r.program.Terms
	isNothing := terms.Eq(v.Sym, r.number(0))
	to := &Goto{At: call.At, Targets: []Target{{Guard: isNothing, Block: rest}}}
	b.Terminator = to
	if r.results[b.Function] != nil {
		failed := b.Function.NewBlock("", call.Pos)
		r.leave(failed, call.Pos, v.Sym)
		to.Targets = append(to.Targets, Target{Guard: terms.Not(isNothing), Block: failed})
		return
	}
	others := terms.Not(isNothing)
	numbers := make([]int, 0, len(r.of[call.Callee]))
	for n := range r.of[call.Callee] {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	for i, n := range numbers {
		guard := terms.And(others, terms.Eq(v.Sym, r.number(n)))
		if i == len(numbers)-1 { // it has no other value
			guard = others
		}
		others = terms.And(others, terms.Ne(v.Sym, r.number(n)))
		failed := b.Function.NewBlock("", call.Pos)
		failed.Terminator = r.kinds[n-1].at(call.Pos)
		to.Targets = append(to.Targets, Target{Guard: guard, Block: failed})
	}
}

// leave makes a block of a function of the library return what went wrong. Nobody looks at its other results then.
func (r *errorReturner) leave(b *Block, pos source.Pos, what *term.Term) {
	f := b.Function
	for _, v := range f.Results {
		if v != r.results[f] {
			b.Emit(&Assign{At: At{pos}, Dst: v, Src: r.program.Terms.Const(term.ZeroValue(v.Sort))})
		}
	}
	b.Emit(&Assign{At: At{pos}, Dst: r.results[f], Src: what})
	b.Terminator = &Return{At{pos}}
}
