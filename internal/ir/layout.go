package ir

// Layout holds what a report needs to know of a C type to print an address as an lvalue. It is not part of
// the program's meaning and not of its text form.
type Layout struct {
	Size    int64
	Signed  bool
	Elem    string // of pointers and arrays: the name of the type behind
	Pointer bool
	Fields  []LayoutField // of structs and unions, in order
}

// LayoutField is a member; an anonymous one has no name.
type LayoutField struct {
	Name     string
	Type     string
	Offset   int64
	BitWidth int64 // 0: not a bit-field
	Monitor  bool  // holds state of a property rather than of the program
}
