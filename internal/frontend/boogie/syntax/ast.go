// Package syntax reads Boogie text into a tree.
//
// The parser accepts the whole of the language that older and newer Boogie, Corral and Ultimate share,
// and more than the checker models: what is only refused where a reachable procedure uses it must first be
// read. Such constructs become Unsupported nodes that name themselves.
//
// The parser is one type with a method a rule of the grammar, by recursive descent: each rule reads some of the
// others, those of statements those of expressions and, by attributes, types and back, and all share nothing but the
// tokens at hand, bounds, the first error and the file that they fill. Boogie can be parsed without knowing what its
// names stand for (C cannot, see frontend/c/typecheck), so there is no second purpose by which to divide the type.
// Read parser.go first; declarations.go, types.go, statements.go and expressions.go have the rules of one part of the
// grammar each.
//
// The slots Object, Function, Type and Target of the nodes are empty after parsing; package check fills
// them.
package syntax

// File is a parsed file, or several joined ones.
type File struct {
	Name            string
	Types           []*TypeDecl
	Constants       []*ConstantDecl
	Functions       []*FunctionDecl
	Axioms          []*AxiomDecl
	Globals         []*VariableDecl
	Procedures      []*ProcedureDecl
	Implementations []*Implementation
}

// Attribute is {:name args}.
type Attribute struct {
	Name string
	Args []Expr // TextLit for strings
	Pos  Pos
}

// Attributes is a list of attributes.
type Attributes []*Attribute

// Find returns the first attribute of that name, or nil.
func (as Attributes) Find(name string) *Attribute {
	for _, a := range as {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Text returns the string argument of the attribute of that name.
func (as Attributes) Text(name string) (string, bool) {
	a := as.Find(name)
	if a == nil || len(a.Args) == 0 {
		return "", false
	}
	text, ok := a.Args[0].(*TextLit)
	if !ok {
		return "", false
	}
	return text.Value, true
}

// IsTrue reports whether the attribute is there and not switched off by an argument false.
func (as Attributes) IsTrue(name string) bool {
	a := as.Find(name)
	if a == nil {
		return false
	}
	if len(a.Args) == 1 {
		if lit, ok := a.Args[0].(*BoolLit); ok {
			return lit.Value
		}
	}
	return true
}

// TypeDecl declares a type or a synonym (Synonym not nil).
type TypeDecl struct {
	Name       string
	Pos        Pos
	Attributes Attributes
	Params     []string
	Synonym    TypeExpr
	// Datatype: declared with constructors, which are not modelled.
	Datatype bool
}

// VariableDecl declares one variable: global, local, parameter, result or bound.
type VariableDecl struct {
	Name       string // may be empty for a function's parameter
	Pos        Pos
	Attributes Attributes
	Type       TypeExpr
	Where      Expr
	Object     *Object
}

// ConstantDecl declares one constant.
type ConstantDecl struct {
	VariableDecl
	Unique bool
	// Ordered: has an extends or complete clause, which is not modelled.
	Ordered bool
}

// FunctionDecl declares a function.
type FunctionDecl struct {
	Name       string
	Pos        Pos
	Attributes Attributes
	TypeParams []string
	Params     []*VariableDecl
	Result     *VariableDecl
	Body       Expr // nil: uninterpreted
	ResultType *Type
	Recursive  bool // calls itself, directly or not
}

// AxiomDecl is an axiom.
type AxiomDecl struct {
	Pos        Pos
	Attributes Attributes
	Condition  Expr
}

// Spec is a requires or ensures clause, or a loop invariant.
type Spec struct {
	Pos        Pos
	Attributes Attributes
	Free       bool
	Condition  Expr
}

// ProcedureDecl declares a procedure; Implementations lists its bodies in file order.
type ProcedureDecl struct {
	Name            string
	Pos             Pos
	Attributes      Attributes
	TypeParams      []string
	Params, Results []*VariableDecl
	Requires        []*Spec
	Ensures         []*Spec
	Modifies        []*Name
	Unsupported     string // what its declaration has that is not modelled
	Implementations []*Implementation
}

// Implementation is a body of a procedure.
type Implementation struct {
	Name            string
	Pos             Pos
	Attributes      Attributes
	TypeParams      []string
	Params, Results []*VariableDecl
	Locals          []*VariableDecl
	Body            []Stmt
	End             Pos  // of the closing brace
	Separate        bool // declared by "implementation", not by a procedure with a body
	Procedure       *ProcedureDecl
}

// TypeExpr is a type as written.
type TypeExpr interface{ Position() Pos }

// NamedType is int, bool, real, bvN, or a declared type with arguments.
type NamedType struct {
	At
	Name string
	Args []TypeExpr
}

// MapTypeExpr is [indices]result; Params makes it polymorphic.
type MapTypeExpr struct {
	At
	Params  []string
	Indices []TypeExpr
	Result  TypeExpr
}

// UnsupportedTypeExpr is a type that is read but not modelled.
type UnsupportedTypeExpr struct {
	At
	What string
}

// At is embedded by nodes.
type At struct{ Pos Pos }

// Position returns where the node starts.
func (a *At) Position() Pos { return a.Pos }

// Stmt is a statement.
type Stmt interface {
	Position() Pos
	isStmt()
}

// Label marks a place.
type Label struct {
	At
	Name string
}

// Assert is assert condition.
type Assert struct {
	At
	Attributes Attributes
	Condition  Expr
}

// Assume is assume condition.
type Assume struct {
	At
	Attributes Attributes
	Condition  Expr
}

// Havoc is havoc x, y.
type Havoc struct {
	At
	Variables []*Name
}

// Assign is a parallel assignment.
type Assign struct {
	At
	Targets []*Target
	Values  []Expr
}

// Target is a variable, or a cell m[i][j, k] of a map variable.
type Target struct {
	At
	Variable *Name
	Indices  [][]Expr
}

// Call calls a procedure. A nil argument stands for *, any value.
type Call struct {
	At
	Attributes Attributes
	Results    []*Name
	Callee     string
	Args       []Expr
	Procedure  *ProcedureDecl
}

// Goto jumps to one of the labels.
type Goto struct {
	At
	Labels []*Label
}

// Return leaves the procedure.
type Return struct{ At }

// If is a conditional; a nil Condition stands for *.
type If struct {
	At
	Condition  Expr
	Then, Else []Stmt
}

// While is a loop; a nil Condition stands for *.
type While struct {
	At
	Condition  Expr
	Invariants []*Spec
	Body       []Stmt
}

// Break leaves the innermost loop, or the statement with the label.
type Break struct {
	At
	Label string
}

// UnsupportedStmt is a statement that is read but not modelled.
type UnsupportedStmt struct {
	At
	What string
}

func (*Label) isStmt()           {}
func (*Assert) isStmt()          {}
func (*Assume) isStmt()          {}
func (*Havoc) isStmt()           {}
func (*Assign) isStmt()          {}
func (*Call) isStmt()            {}
func (*Goto) isStmt()            {}
func (*Return) isStmt()          {}
func (*If) isStmt()              {}
func (*While) isStmt()           {}
func (*Break) isStmt()           {}
func (*UnsupportedStmt) isStmt() {}

// Expr is an expression. Its type is known after checking.
type Expr interface {
	Position() Pos
	TypeOf() *Type
	SetType(*Type)
}

// Typed is embedded by expressions.
type Typed struct {
	At
	Type *Type
}

// TypeOf returns the type that the checker found.
func (t *Typed) TypeOf() *Type { return t.Type }

// SetType is for the checker.
func (t *Typed) SetType(to *Type) { t.Type = to }

// Name is a variable or constant.
type Name struct {
	Typed
	Name   string
	Object *Object
}

// BoolLit is true or false.
type BoolLit struct {
	Typed
	Value bool
}

// NumberLit is an integer (Digits), a real (Decimal) or a bit-vector literal (Width > 0).
type NumberLit struct {
	Typed
	Digits  string
	Decimal bool
	Width   int
}

// TextLit is a string; attributes only.
type TextLit struct {
	Typed
	Value string
}

// Unary is !x or -x.
type Unary struct {
	Typed
	Op      Kind
	Operand Expr
}

// Binary is an operator with two operands.
type Binary struct {
	Typed
	Op          Kind
	Left, Right Expr
}

// Apply is a function application.
type Apply struct {
	Typed
	Name     string
	Args     []Expr
	Function *FunctionDecl
}

// Convert is int(x) or real(x).
type Convert struct {
	Typed
	ToReal  bool
	Operand Expr
}

// Old is old(x).
type Old struct {
	Typed
	Operand Expr
}

// Conditional is if c then a else b.
type Conditional struct {
	Typed
	Condition, Then, Else Expr
}

// Select is m[i, j].
type Select struct {
	Typed
	Map     Expr
	Indices []Expr
}

// Update is m[i, j := v].
type Update struct {
	Typed
	Map     Expr
	Indices []Expr
	Value   Expr
}

// Extract is x[High:Low], the bits Low to High-1.
type Extract struct {
	Typed
	Operand   Expr
	High, Low int
}

// Quantifier is a forall or exists.
type Quantifier struct {
	Typed
	Exists     bool
	TypeParams []string
	Bound      []*VariableDecl
	Attributes Attributes
	Triggers   [][]Expr
	Body       Expr
}

// Lambda is the map that has at each index what Body says.
type Lambda struct {
	Typed
	TypeParams []string
	Bound      []*VariableDecl
	Body       Expr
}

// UnsupportedExpr is an expression that is read but not modelled.
type UnsupportedExpr struct {
	Typed
	What string
}
