package ir

import (
	"fmt"

	"yogi/internal/term"
)

// InlineOptions bound what Inline copies.
type InlineOptions struct {
	// CalleeBlocks is the largest callee that is inlined; negative: no bound.
	CalleeBlocks int
	// CallerBlocks stops inlining into a function that has grown to that many blocks; 0: no bound.
	CallerBlocks int
	// Only, if set, chooses among the blocks with a call.
	Only func(b *Block) bool
}

// Inline replaces calls of small functions that are not recursive by their bodies, callees first. A call
// of a small function costs a question of its own, which for a wrapper around an assume is more than
// the body. It needs normalized functions and the results of ComputeModifies, which are to be computed
// again, as are Normalize and Simplify.
func Inline(p *Program, options InlineOptions) {
	in := &inliner{options: options, done: map[*Function]bool{}, sites: map[*Function]int{}}
	if p.Entry != nil {
		in.function(p.Entry)
	}
}

type inliner struct {
	options InlineOptions
	done    map[*Function]bool
	sites   map[*Function]int
}

// function inlines into f, after its callees.
func (in *inliner) function(f *Function) {
	if in.done[f] {
		return
	}
	in.done[f] = true
	for _, b := range append([]*Block(nil), f.Blocks...) {
		call := b.Call()
		if call == nil {
			continue
		}
		in.function(call.Callee)
		if in.wants(f, call.Callee) && (in.options.Only == nil || in.options.Only(b)) {
			in.call(b, call)
		}
	}
	f.renumberBlocks()
}

func (in *inliner) wants(caller, callee *Function) bool {
	switch {
	case callee == caller || callee.Recursive || len(callee.Blocks) == 0:
		return false
	case in.options.CallerBlocks > 0 && len(caller.Blocks) > in.options.CallerBlocks:
		return false
	}
	return in.options.CalleeBlocks < 0 || len(callee.Blocks) <= in.options.CalleeBlocks
}

// call replaces the call block b by a copy of the callee.
func (in *inliner) call(b *Block, call *Call) {
	caller, callee := b.Function, call.Callee
	terms := caller.Program.Terms
	copies := map[*Variable]*Variable{}
	symbols := map[*term.Term]*term.Term{}
	for _, v := range callee.Variables() {
		copied := caller.NewLocal(callee.Name+"."+v.Source, v.Sort)
		describe(copied, v)
		copies[v], symbols[v.Sym] = copied, copied.Sym
	}
	c := &cloner{terms: terms, variables: copies, substitution: terms.NewSubstitution(symbols), blocks: map[*Block]*Block{}}
	for _, old := range callee.Blocks {
		c.blocks[old] = caller.NewBlock(old.Label, old.Pos)
	}
	// A loop of the caller may begin with the call.
	c.blocks[callee.Entry()].Pos = call.Pos
	for _, old := range callee.Blocks {
		c.block(old, c.blocks[old], call, b.Terminator)
	}
	b.Instructions = nil
	for i, v := range callee.Params {
		b.Emit(&Assign{At: call.At, Dst: copies[v], Src: call.Args[i]})
	}
	b.Jump(call.Pos, c.blocks[callee.Entry()])
}

// cloner copies blocks with variables renamed.
type cloner struct {
	terms        *term.Builder
	variables    map[*Variable]*Variable
	substitution *term.Substitution
	blocks       map[*Block]*Block
}

func (c *cloner) variable(v *Variable) *Variable {
	if copied := c.variables[v]; copied != nil {
		return copied
	}
	return v
}

func (c *cloner) block(old, b *Block, call *Call, after Terminator) {
	for _, instruction := range old.Instructions {
		b.Emit(c.instruction(instruction))
	}
	switch t := old.Terminator.(type) {
	case *Return:
		for i, dst := range call.Results {
			if dst != nil {
				b.Emit(&Assign{At: t.At, Dst: dst, Src: c.variable(call.Callee.Results[i]).Sym})
			}
		}
		b.Terminator = after
	case *Goto:
		copied := &Goto{At: t.At, Choice: t.Choice, Branch: t.Branch}
		for _, target := range t.Targets {
			copied.Targets = append(copied.Targets, Target{Guard: c.substitution.Apply(target.Guard), Block: c.blocks[target.Block]})
		}
		b.Terminator = copied
	default:
		b.Terminator = old.Terminator
	}
}

func (c *cloner) instruction(instruction Instruction) Instruction {
	switch x := instruction.(type) {
	case *Assign:
		return &Assign{At: x.At, Dst: c.variable(x.Dst), Src: c.substitution.Apply(x.Src)}
	case *Assume:
		return &Assume{At: x.At, Cond: c.substitution.Apply(x.Cond), Known: x.Known}
	case *Havoc:
		return &Havoc{At: x.At, Dst: c.variable(x.Dst), Input: x.Input}
	case *Call:
		copied := &Call{At: x.At, Callee: x.Callee}
		for _, a := range x.Args {
			copied.Args = append(copied.Args, c.substitution.Apply(a))
		}
		for _, v := range x.Results {
			if v != nil {
				v = c.variable(v)
			}
			copied.Results = append(copied.Results, v)
		}
		return copied
	case *Load:
		return &Load{At: x.At, Dst: c.variable(x.Dst), Addr: c.substitution.Apply(x.Addr), Access: c.access(x.Access)}
	case *Store:
		return &Store{At: x.At, Addr: c.substitution.Apply(x.Addr), Value: c.substitution.Apply(x.Value), Access: c.access(x.Access)}
	case *Copy:
		return &Copy{At: x.At, To: c.substitution.Apply(x.To), From: c.substitution.Apply(x.From), Size: x.Size, Type: x.Type}
	case *Fill:
		return &Fill{At: x.At, Addr: c.substitution.Apply(x.Addr), Byte: x.Byte, Size: x.Size}
	case *Alloc:
		copied := clone(x)
		copied.Dst, copied.Size = c.variable(x.Dst), c.substitution.Apply(x.Size)
		return copied
	case *Free:
		return &Free{At: x.At, Addr: c.substitution.Apply(x.Addr), Kind: x.Kind}
	}
	panic(fmt.Sprintf("an instruction %T is copied", instruction))
}

func (c *cloner) access(a Access) Access {
	a.mapTerms(c.substitution.Apply)
	return a
}
