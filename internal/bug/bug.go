// Package bug reports a broken invariant of the checker itself.
//
// It is not for the user's program (source.Diagnostic), the world (error) or running out of something
// (an Unknown reason). A bug panics with a *Bug; the product recovers once for each question, records
// the stack and answers Unknown(internal), so a bug can never turn into a verdict.
package bug

import (
	"fmt"
	"runtime/debug"
)

// Bug is the panic value of Errorf.
type Bug struct {
	Message string
	Stack   string
}

func (b *Bug) Error() string { return "internal error: " + b.Message }

// Errorf panics with a *Bug that carries the formatted message and the stack.
func Errorf(format string, args ...any) {
	panic(&Bug{Message: fmt.Sprintf(format, args...), Stack: string(debug.Stack())})
}

// Recovered turns the value of recover() into a *Bug: ours stays as it is, any other panic (a nil
// dereference, an index out of range) is one too. It returns nil for nil.
func Recovered(r any) *Bug {
	switch r := r.(type) {
	case nil:
		return nil
	case *Bug:
		return r
	default:
		return &Bug{Message: fmt.Sprint(r), Stack: string(debug.Stack())}
	}
}
