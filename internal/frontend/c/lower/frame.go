package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// frame is an activation of the function that is lowered: where its objects are, how they are read and
// written, and calls whose arguments are evaluated. It evaluates no expression. What the checks of
// memory remember, the outside, addresses and the library's calls are types on top of it.
type frame struct {
	*builder
	locals   map[*tree.Object]*storage
	origins  map[*term.Term]*ir.Variable // of registers: the addresses that integers in them were computed from, see placement.go
	callers  []callerPointer             // the parameters of the entry so far
	starting bool                        // static objects get their initial values
	variadic *term.Term                  // address of the arguments that va_start starts with; nil: it is not used
	// resultAddress is where a struct that is not split is returned; nil otherwise.
	resultAddress *term.Term
	scopes        []*scope
	recorded      []*storage // the locals in the shadow state
	// allocas are the addresses of other objects that die with the activation.
	allocas []*ir.Variable
	// temporaries are the addresses of the objects that rvalues with arrays in them live in.
	temporaries []*ir.Variable
	// repeating says that the current statement may run more than once in an activation.
	repeating int
}

func newFrame(b *builder) *frame {
	return &frame{builder: b, locals: map[*tree.Object]*storage{}, origins: map[*term.Term]*ir.Variable{}}
}
