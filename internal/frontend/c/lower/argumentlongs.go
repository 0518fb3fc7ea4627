package lower

import (
	"strings"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
)

// A table of long options that is a constant says, with the literal of the short ones, what getopt_long returns, which
// of it has an argument, and how many names there are, so that nobody has to look for the last one in memory.

// longOption is a row of such a table.
type longOption struct {
	argument int64 // has_arg
	value    int64
	isMarked bool // value goes to where flag leads, and 0 is returned
}

// requiredArgument is required_argument of getopt.h.
const requiredArgument = 1

// longOptions is the table of long options if what getopt_long returns is known from it and the literal of the short
// ones.
func (b *frame) longOptions() ([]longOption, bool) {
	if _, ok := b.optionLetters(); !ok {
		return nil, false
	}
	return b.optionTable()
}

// optionTable is the table of long options that the program hands to each call of getopt_long and its like, up to the
// first row without a name, if it is a constant.
func (b *frame) optionTable() ([]longOption, bool) {
	var object *tree.Object
	isKnown := b.eachOptionCall(func(def *tree.FunctionDef, call *tree.Call) bool {
		if !strings.HasPrefix(def.Name, "getopt_long") {
			return true
		}
		if len(call.Args) < 4 {
			return false
		}
		o := tableIn(call.Args[3])
		isSame := object == nil || o == object
		object = o
		return o != nil && isSame
	})
	if !isKnown || object == nil {
		return nil, false
	}
	return rowsOf(object)
}

// tableIn is the array to whose start an expression leads, if it keeps what it starts with; else nil.
func tableIn(e tree.Expr) *tree.Object {
	decay, ok := tree.WithoutConversions(e).(*tree.Decay)
	if !ok {
		return nil
	}
	ref, ok := decay.Array.(*tree.ObjectRef)
	if !ok || ref.Object.Type.Kind != tree.Array || !emit.KeepsStart(ref.Object) {
		return nil
	}
	return ref.Object
}

// rowsOf reads the initialiser of a table of long options up to the first row without a name.
func rowsOf(o *tree.Object) (rows []longOption, ok bool) {
	row := o.Type.Elem
	offsets := map[string]int64{}
	for _, f := range row.Fields {
		offsets[f.Name] = f.Offset
	}
	if len(offsets) != 4 || len(row.Fields) != 4 || o.Init == nil || row.Size <= 0 {
		return nil, false
	}
	values := map[int64]tree.Expr{}
	for _, e := range o.Init.Entries {
		if _, isTwice := values[e.Offset]; isTwice || !e.Type.IsScalar() || e.BitWidth != 0 {
			return nil, false
		}
		values[e.Offset] = e.Value
	}
	for at := int64(0); at < o.Type.Size; at += row.Size {
		name := values[at+offsets["name"]]
		if n, isNumber := numberIn(name); isNumber && n == 0 {
			return rows, true
		}
		argument, isArgument := numberIn(values[at+offsets["has_arg"]])
		value, isValue := numberIn(values[at+offsets["val"]])
		flag, isNumber := numberIn(values[at+offsets["flag"]])
		if _, isText := emit.LiteralText(name); !isText || !isArgument || !isValue {
			return nil, false
		}
		rows = append(rows, longOption{argument, value, !isNumber || flag != 0})
	}
	return nil, false
}

// numberIn is the number that an entry of an initialiser is, as an int; none: zero.
func numberIn(e tree.Expr) (int64, bool) {
	for {
		convert, ok := e.(*tree.Convert)
		if !ok || convert.Type.Kind != tree.Pointer && (convert.Type.Kind != tree.Integer || convert.Type.Size < 4) {
			break
		}
		e = convert.Operand
	}
	if e == nil {
		return 0, true
	}
	k, ok := e.(*tree.Constant)
	if !ok || k.Int == nil || !k.Int.IsInt64() || int64(int32(k.Int.Int64())) != k.Int.Int64() {
		return 0, false
	}
	return k.Int.Int64(), true
}
