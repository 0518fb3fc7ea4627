package tree

import (
	"math/big"

	"yogi/internal/source"
)

// Expr is an expression; its operands have been converted as C says.
type Expr interface {
	ExprType() *Type
	Position() source.Pos
}

// Node is embedded by every expression.
type Node struct {
	Type *Type
	Pos  source.Pos
}

// ExprType returns the type of the value (of the object, for lvalues).
func (n Node) ExprType() *Type { return n.Type }

// Position returns where the expression starts.
func (n Node) Position() source.Pos { return n.Pos }

// Operator of Unary, Binary and Assign.
type Operator uint8

// The operators. Comparison and logical operators give int.
const (
	InvalidOperator Operator = iota
	Negate                   // -x
	Complement               // ~x
	LogicalNot               // !x (x scalar)
	Add                      // arithmetic + only; pointers use PointerAdd
	Subtract
	Multiply
	Divide
	Remainder
	ShiftLeft // the left operand has the result type; the right one is promoted on its own
	ShiftRight
	BitAnd
	BitOr
	BitXor
	Less
	LessEqual
	Greater
	GreaterEqual
	Equal
	NotEqual
	LogicalAnd
	LogicalOr
)

// Decides says that an operator gives a truth value: it compares its operands, or combines truth values.
func (o Operator) Decides() bool {
	switch o {
	case LogicalNot, Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual, LogicalAnd, LogicalOr:
		return true
	}
	return false
}

// Mirrored is the operator by which y compares with x as x does with y by o; o itself if it is no order.
func (o Operator) Mirrored() Operator {
	if m, isOrder := mirrored[o]; isOrder {
		return m
	}
	return o
}

// Negated is the comparison that holds where o does not; InvalidOperator if o is none.
func (o Operator) Negated() Operator { return negated[o] }

var (
	mirrored = map[Operator]Operator{Less: Greater, Greater: Less, LessEqual: GreaterEqual, GreaterEqual: LessEqual}
	negated  = map[Operator]Operator{
		Less: GreaterEqual, GreaterEqual: Less, Greater: LessEqual, LessEqual: Greater, Equal: NotEqual, NotEqual: Equal,
	}
)

type (
	// Constant is an integer (Int) or floating (Bits of the IEEE format of the type) constant; integers
	// are in the type's range (negative for negative signed values). Null pointers and integer constants
	// cast to pointers are Constants of pointer type.
	Constant struct {
		Node
		Int   *big.Int
		Float uint64 // bits of the float or double, for Kind Float
		// Spelling is how the source writes the constant: an enumerator's name, 'x', 0x10; "" if it was
		// computed. It is for people alone.
		Spelling string
		// Rounded says that the number, as it is written or computed, has another value in the
		// precision of i686's registers.
		Rounded bool
		// Overflows says that the constant was computed by a signed operation that overflowed: Int is what it
		// gives when it wraps.
		Overflows bool
		// Loose says that the constant was computed by more than an integer constant expression may do (C11 6.6p6):
		// it is no null pointer constant.
		Loose bool
		Wide  *big.Int // bits of the interchange format of the type, for Kind LongDouble
	}
	// ObjectRef is an lvalue: the named object.
	ObjectRef struct {
		Node
		Object *Object
	}
	// FunctionRef is a function designator; it decays by AddressOf.
	FunctionRef struct {
		Node
		Function *FunctionDef
	}
	// Deref is the lvalue *Pointer.
	Deref struct {
		Node
		Pointer Expr
	}
	// Member is the lvalue (or, when Base is not an lvalue, the value) Base.Field. p->f is Member{Deref{p}, f}.
	// Members of anonymous members have the chain of Members spelled out.
	Member struct {
		Node
		Base  Expr
		Field *Field
	}
	// AddressOf is &Operand for an lvalue or a FunctionRef.
	AddressOf struct {
		Node
		Operand Expr
	}
	// Decay is the pointer to the first element of an array lvalue.
	Decay struct {
		Node
		Array Expr
	}
	// Convert is an implicit or explicit conversion between scalar types, or to void.
	Convert struct {
		Node
		Operand  Expr
		Explicit bool
	}
	// Unary is Negate, Complement or LogicalNot.
	Unary struct {
		Node
		Op      Operator
		Operand Expr
	}
	// Binary has both operands of one type (except shifts, and LogicalAnd/LogicalOr which take any
	// scalars and evaluate the right operand only if needed). Comparisons may compare pointers.
	Binary struct {
		Node
		Op          Operator
		Left, Right Expr
	}
	// PointerAdd is Pointer + Index elements (Index of any integer type; negative for p - i when
	// Subtract). ElemSize is 1 for void and function pointers; for variable-length elements SizeExpr.
	PointerAdd struct {
		Node
		Pointer  Expr
		Index    Expr
		Subtract bool
		ElemSize int64
		SizeExpr Expr
	}
	// PointerDiff is (Left - Right) / ElemSize of type ptrdiff_t; for variable-length elements SizeExpr.
	PointerDiff struct {
		Node
		Left, Right Expr
		ElemSize    int64
		SizeExpr    Expr
	}
	// Assign stores Value (already converted to the type of Target) and yields the stored value. Structs
	// and unions are copied.
	Assign struct {
		Node
		Target Expr
		Value  Expr
	}
	// AssignOp is Target Op= Operand: Target is read once and converted to Common, Operand has been
	// converted to Common (or promoted, for shifts), the result is converted back to the type of Target.
	// For pointers Op is Add or Subtract, Common is nil and ElemSize set; for variable-length elements SizeExpr.
	AssignOp struct {
		Node
		Op       Operator
		Target   Expr
		Operand  Expr
		Common   *Type
		ElemSize int64
		SizeExpr Expr
	}
	// IncDec is ++ or -- : Delta is +1 or -1, times ElemSize, or SizeExpr, for pointers; Prefix yields the new value.
	IncDec struct {
		Node
		Target   Expr
		Delta    int64
		Prefix   bool
		ElemSize int64
		SizeExpr Expr
	}
	// Conditional is Cond ? Then : Else. With a nil Then it is GNU's Cond ?: Else.
	Conditional struct {
		Node
		Cond, Then, Else Expr
	}
	// Comma evaluates Left, then yields Right.
	Comma struct {
		Node
		Left, Right Expr
	}
	// Call calls Callee: a FunctionRef for direct calls, else an expression of pointer-to-function type.
	// Args are converted to the parameter types, or promoted where there are none.
	Call struct {
		Node
		Callee Expr
		Args   []Expr
	}
	// StatementExpr is ({ ... }); its value is Value, the last expression statement's, or nil for void.
	StatementExpr struct {
		Node
		Body  *Block
		Value Expr
	}
	// CompoundLiteral is (T){...}: an lvalue. With automatic storage Init is evaluated each time.
	CompoundLiteral struct {
		Node
		Object *Object
		Init   *Initializer
	}
	// StringRef is the lvalue of a string literal's array object.
	StringRef struct {
		Node
		Object *Object
	}
	// StringInit is the content of a char array initialised by a string literal.
	StringInit struct {
		Node
		Bytes []byte
	}
	// SizeOf is the run-time sizeof of a variable-length array type (everything else is a Constant).
	SizeOf struct {
		Node
		Operand *Type
	}
	// VaArg is va_arg(List, Type). List is the lvalue that holds the next argument's address or, where va_list is an
	// array of a struct, the pointer to it.
	VaArg struct {
		Node
		List Expr
	}
	// LabelAddress is GNU's &&label.
	LabelAddress struct {
		Node
		Label *Label
	}
	// Asm is an inline assembly statement used as an expression of type void.
	Asm struct {
		Node
		Outputs []Expr // lvalues
		// Updated says of each output that the instructions find its value in it ("+").
		Updated []bool
		Inputs  []Expr
		// Tied is, of each input, the number of the output in whose place it is; -1: none.
		Tied []int
		// InMemory are the inputs that the instructions find in memory: lvalues. With a memory clobber
		// they may be written like outputs.
		InMemory []Expr
		Memory   bool // memory clobber
		// Names are those of the operands, in order; "": it has none. Constraints are those of the outputs.
		Names, Constraints []string
		Clobbers           []string
		Text               string   // the template, decoded
		IsBasic            bool     // without operands: a % stands for itself
		Labels             []*Label // asm goto
	}
	// UnsupportedExpr stands for an expression that typecheck does not cover; reaching it is a
	// diagnostic.
	UnsupportedExpr struct {
		Node
		Diagnostic *source.Diagnostic
	}
)

// Stmt is a statement.
type Stmt interface{ StmtPos() source.Pos }

// StmtNode is embedded by every statement.
type StmtNode struct{ Pos source.Pos }

// StmtPos returns where the statement starts.
func (s StmtNode) StmtPos() source.Pos { return s.Pos }

type (
	// Block is { ... }: a scope.
	Block struct {
		StmtNode
		Stmts []Stmt
		End   source.Pos
		Tries bool // Microsoft's __try with what follows it
	}
	// ExprStmt evaluates X for its effects.
	ExprStmt struct {
		StmtNode
		X Expr
	}
	// Declare starts the lifetime of an automatic object. Init nil: uninitialised.
	Declare struct {
		StmtNode
		Object  *Object
		Init    *Initializer // entries evaluated in order; the rest is zero
		Cleanup Expr         // the call of GNU's attribute cleanup, when control leaves the scope; or nil
	}
	// DeclareLength evaluates the length of a variable-length array type once, where it is declared.
	DeclareLength struct {
		StmtNode
		Type *Type
	}
	// If has a scalar Cond.
	If struct {
		StmtNode
		Cond Expr
		Then Stmt
		Else Stmt // may be nil
	}
	// While, DoWhile and For have scalar conditions; a nil For.Cond is true.
	While struct {
		StmtNode
		Cond Expr
		Body Stmt
	}
	// DoWhile tests after the body.
	DoWhile struct {
		StmtNode
		Body Stmt
		Cond Expr
	}
	// For declares in Init; Post may be nil.
	For struct {
		StmtNode
		Init []Stmt
		Cond Expr
		Post Expr
		Body Stmt
	}
	// Switch has an integer condition, promoted; its Cases point into Body.
	Switch struct {
		StmtNode
		Cond    Expr
		Body    Stmt
		Cases   []*Case
		Default *Case // may be nil
	}
	// Case is a case label, with Low = High except for GNU ranges; or default.
	Case struct {
		StmtNode
		Low, High *big.Int // in the promoted type of the condition
		IsDefault bool
		Body      Stmt // the labelled statement; may be nil
	}
	// Labeled is label: Body.
	Labeled struct {
		StmtNode
		Label *Label
		Body  Stmt // may be nil
	}
	// Goto jumps to a label of the function.
	Goto struct {
		StmtNode
		Label *Label
	}
	// ComputedGoto jumps to a label address.
	ComputedGoto struct {
		StmtNode
		Target Expr
	}
	// Break and Continue leave or repeat the innermost loop (or switch).
	Break struct{ StmtNode }
	// Continue repeats the innermost loop.
	Continue struct{ StmtNode }
	// Return has X converted to the result type, or nil.
	Return struct {
		StmtNode
		X Expr
	}
	// UnsupportedStmt stands for a statement that typecheck does not cover.
	UnsupportedStmt struct {
		StmtNode
		Diagnostic *source.Diagnostic
	}
)

// MemoryLetters are those of an assembly operand's constraint that let an lvalue be in memory, and that no register
// meets alone.
const MemoryLetters = "moVgX<>"
