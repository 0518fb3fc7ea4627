// Package emit is what a model of a library function or of a compiler builtin is written against:
// the call that it models, and what it may do there. Package lower implements it for the function
// that is being lowered; lower/libc and lower/builtin hold the models, and none of them knows
// lower.
package emit

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Model emits what a call does and returns its result: nil where there is none, or none that is a
// scalar. A model that returns false has emitted nothing, and the call is one of a function without
// a body.
type Model func(e Emitter, c *Call) (result *term.Term, done bool)

// Emitter appends to the function that is being lowered. Each method acts at the place where the
// one before has stopped.
type Emitter interface {
	Values
	Effects
	Memory
}

// Values are terms and the types behind them; nothing here is emitted.
type Values interface {
	Terms() *term.Builder
	DataModel() *ir.DataModel
	// Sort is the sort of the values of a scalar type.
	Sort(t *tree.Type) *term.Sort
	// IsTrue is the condition that a scalar is not zero.
	IsTrue(x *term.Term) *term.Term
	// RoundingMode holds the number of the mode that arithmetic on floats rounds in; nil if no part
	// of the program changes it, so that it is always to nearest.
	RoundingMode() *ir.Variable
	// ChoosesLocale says that a part of the program may leave the C locale.
	ChoosesLocale() bool
}

// Effects are what a run does apart from its memory.
type Effects interface {
	// Temp makes a variable that is set once whenever the call is evaluated.
	Temp(s *term.Sort) *ir.Variable
	Assign(pos source.Pos, v *ir.Variable, x *term.Term)
	// Keep is x as it is now, whatever is assigned later.
	Keep(pos source.Pos, x *term.Term) *term.Term
	// Input is any value of a scalar type, Choice any truth value; name says in reports what chose
	// it.
	Input(pos source.Pos, t *tree.Type, kind ir.InputKind, name string) *term.Term
	Choice(pos source.Pos, kind ir.InputKind, name string) *term.Term
	// Assume ends the run silently where cond does not hold.
	Assume(pos source.Pos, cond *term.Term)
	// Checks says whether one of some properties is to be checked, Require violates one where cond
	// does not hold.
	Checks(some property.Checks) bool
	Require(pos source.Pos, check property.Checks, cond *term.Term, what string)
	// Where acts where cond holds, and goes on behind it.
	Where(pos source.Pos, cond *term.Term, act func())
	// FloatToInteger rounds towards zero; what does not fit the type is any value of it.
	FloatToInteger(pos source.Pos, x *term.Term, to *tree.Type) *term.Term
	// FailWithErrno may set errno to some number that is not zero where cond holds.
	FailWithErrno(pos source.Pos, cond *term.Term)
	// Rely names in the report something that answers rely on.
	Rely(on *assumption.Kind, pos source.Pos)
	// Unmodelled ends the path: what the call does here is known not to be modelled. Unsupported
	// ends it where the language is not. Both return a value for the rest, which is not reached.
	Unmodelled(c *Call, what string) *term.Term
	Unsupported(c *Call, what string) *term.Term
}

// Memory is what a run does with objects.
type Memory interface {
	// Load and Store check the access first, as that of an lvalue.
	Load(pos source.Pos, p Place) *term.Term
	Store(pos source.Pos, p Place, x *term.Term)
}

// Place is an object of scalar type in memory.
type Place struct {
	Type    *tree.Type
	Address *term.Term
}
