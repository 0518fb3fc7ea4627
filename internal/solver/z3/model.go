//go:build cgo

package z3

/*
#include <z3.h>
*/
import "C"

import (
	"math/big"

	"yogi/internal/solver"
	"yogi/internal/term"
)

// model reads the values of all known symbols. A value that has no form as a term.Value is left out:
// the model is evaluated before it is believed.
func (b *Backend) model(s C.Z3_solver) *solver.Model {
	m := C.Z3_solver_get_model(b.context, s)
	if m == nil {
		b.fail("no model")
	}
	C.Z3_model_inc_ref(b.context, m)
	defer C.Z3_model_dec_ref(b.context, m)
	r := &modelReader{b: b, model: m, elements: map[C.Z3_ast]int{}}
	vars := map[*term.Term]term.Value{}
	for i := C.uint(0); i < C.Z3_model_get_num_consts(b.context, m); i++ {
		d := C.Z3_model_get_const_decl(b.context, m, i)
		v := b.varOf[C.Z3_get_func_decl_id(b.context, d)]
		if v == nil {
			if f := b.funcOf[C.Z3_get_func_decl_id(b.context, d)]; f != nil {
				r.nullary(f, d)
			}
			continue
		}
		if value := r.value(C.Z3_model_get_const_interp(b.context, m, d), v.Sort()); value.IsValid() {
			vars[v] = value
		}
	}
	for i := C.uint(0); i < C.Z3_model_get_num_funcs(b.context, m); i++ {
		d := C.Z3_model_get_func_decl(b.context, m, i)
		if f := b.funcOf[C.Z3_get_func_decl_id(b.context, d)]; f != nil {
			if fv := r.function(d, f.Params, f.Result); fv != nil {
				r.addFunc(f, fv)
			}
		}
	}
	b.releaseTemps()
	return solver.NewModelWithFuncs(vars, r.funcs)
}

type modelReader struct {
	b        *Backend
	model    C.Z3_model
	funcs    map[*term.Func]*solver.FuncValue
	elements map[C.Z3_ast]int // elements of uninterpreted sorts, numbered as met
}

func (r *modelReader) addFunc(f *term.Func, fv *solver.FuncValue) {
	if r.funcs == nil {
		r.funcs = map[*term.Func]*solver.FuncValue{}
	}
	r.funcs[f] = fv
}

func (r *modelReader) nullary(f *term.Func, d C.Z3_func_decl) {
	if v := r.value(C.Z3_model_get_const_interp(r.b.context, r.model, d), f.Result); v.IsValid() {
		r.addFunc(f, &solver.FuncValue{Default: v})
	}
}

// value reads a value; invalid when it has no form here.
func (r *modelReader) value(a C.Z3_ast, s *term.Sort) term.Value {
	if a == nil {
		return term.Value{}
	}
	c := r.b.context
	switch s.Kind {
	case term.KindBool:
		if v := C.Z3_get_bool_value(c, a); v != C.Z3_L_UNDEF {
			return term.BoolValue(v == C.Z3_L_TRUE)
		}
		return term.Value{}
	case term.KindBV:
		return r.bits(a, s.Width)
	case term.KindInt, term.KindReal:
		return r.number(a, s)
	case term.KindFloat:
		return r.float(a, s)
	case term.KindArray:
		return r.array(a, s)
	case term.KindUninterpreted:
		n, ok := r.elements[a]
		if !ok {
			n = len(r.elements)
			r.elements[a] = n
		}
		return term.UninterpretedValue(s, n)
	}
	return term.Value{}
}

func (r *modelReader) bits(a C.Z3_ast, width int) term.Value {
	c := r.b.context
	if C.Z3_get_ast_kind(c, a) != C.Z3_NUMERAL_AST {
		return term.Value{}
	}
	if width <= 64 {
		var x C.uint64_t
		if C.Z3_get_numeral_uint64(c, a, &x) {
			return term.BVValue(width, uint64(x))
		}
		return term.Value{}
	}
	z, ok := new(big.Int).SetString(C.GoString(C.Z3_get_numeral_string(c, a)), 10)
	if !ok {
		return term.Value{}
	}
	return term.BVBigValue(width, z)
}

func (r *modelReader) number(a C.Z3_ast, s *term.Sort) term.Value {
	c := r.b.context
	if C.Z3_get_ast_kind(c, a) != C.Z3_NUMERAL_AST {
		return term.Value{} // an irrational number, for one
	}
	if s.Kind == term.KindInt {
		var x C.int64_t
		if C.Z3_get_numeral_int64(c, a, &x) {
			return term.IntValue(int64(x))
		}
		C.Z3_get_error_code(c)
	}
	q, ok := new(big.Rat).SetString(C.GoString(C.Z3_get_numeral_string(c, a)))
	switch {
	case !ok:
		return term.Value{}
	case s.Kind == term.KindReal:
		return term.RealValue(q)
	case q.IsInt():
		return term.BigIntValue(q.Num())
	}
	return term.Value{}
}

func (r *modelReader) float(a C.Z3_ast, s *term.Sort) term.Value {
	c := r.b.context
	if C.Z3_fpa_is_numeral_nan(c, a) {
		nan := new(big.Int).Lsh(big.NewInt(1), uint(s.Exp+1))
		nan.Sub(nan, big.NewInt(1))
		return term.FloatValue(s.Exp, s.Sig, term.BVBigValue(s.Exp+s.Sig, nan.Lsh(nan, uint(s.Sig-2))))
	}
	bits := C.Z3_mk_fpa_to_ieee_bv(c, a)
	if bits == nil {
		return term.Value{}
	}
	C.Z3_inc_ref(c, bits)
	defer C.Z3_dec_ref(c, bits)
	simple := C.Z3_simplify(c, bits)
	if simple == nil {
		return term.Value{}
	}
	C.Z3_inc_ref(c, simple)
	defer C.Z3_dec_ref(c, simple)
	v := r.bits(simple, s.Exp+s.Sig)
	if !v.IsValid() {
		return v
	}
	return term.FloatValue(s.Exp, s.Sig, v)
}

// array reads stores over a constant array, or over a function used as an array.
func (r *modelReader) array(a C.Z3_ast, s *term.Sort) term.Value {
	c := r.b.context
	var indices, elements []term.Value
	for {
		if C.Z3_get_ast_kind(c, a) == C.Z3_QUANTIFIER_AST && C.Z3_is_lambda(c, a) {
			return r.lambda(a, s, indices, elements)
		}
		if C.Z3_get_ast_kind(c, a) != C.Z3_APP_AST {
			return term.Value{}
		}
		if C.Z3_is_as_array(c, a) {
			return r.functionArray(a, s, indices, elements)
		}
		app := C.Z3_to_app(c, a)
		switch C.Z3_get_decl_kind(c, C.Z3_get_app_decl(c, app)) {
		case C.Z3_OP_STORE:
			indices = append(indices, r.value(C.Z3_get_app_arg(c, app, 1), s.Index))
			elements = append(elements, r.value(C.Z3_get_app_arg(c, app, 2), s.Elem))
			a = C.Z3_get_app_arg(c, app, 0)
		case C.Z3_OP_CONST_ARRAY:
			return storeAll(s, r.value(C.Z3_get_app_arg(c, app, 0), s.Elem), indices, elements)
		default:
			return term.Value{}
		}
	}
}

func (r *modelReader) functionArray(a C.Z3_ast, s *term.Sort, indices, elements []term.Value) term.Value {
	return storeFunction(r.function(C.Z3_get_as_array_func_decl(r.b.context, a), []*term.Sort{s.Index}, s.Elem), s, indices, elements)
}

// lambda reads an array given by an expression.
func (r *modelReader) lambda(a C.Z3_ast, s *term.Sort, indices, elements []term.Value) term.Value {
	c := r.b.context
	fv := solver.Tabulate([]*term.Sort{s.Index}, r.constants(C.Z3_get_quantifier_body(c, a)), func(args []term.Value) term.Value {
		index := r.b.keep(r.b.constant(args[0], s.Index))
		return r.evaluate(C.Z3_mk_select(c, a, index), s.Elem)
	})
	return storeFunction(fv, s, indices, elements)
}

// evaluate is the value of a term in the model.
func (r *modelReader) evaluate(a C.Z3_ast, s *term.Sort) term.Value {
	if a == nil {
		return term.Value{}
	}
	r.b.keep(a)
	var result C.Z3_ast
	if !C.Z3_model_eval(r.b.context, r.model, a, C.bool(true), &result) || result == nil {
		return term.Value{}
	}
	return r.value(r.b.keep(result), s)
}

// constants lists the scalar constants in an expression.
func (r *modelReader) constants(a C.Z3_ast) []term.Value {
	c := r.b.context
	seen := map[C.Z3_ast]bool{}
	var found []term.Value
	var walk func(a C.Z3_ast)
	walk = func(a C.Z3_ast) {
		if seen[a] {
			return
		}
		seen[a] = true
		switch C.Z3_get_ast_kind(c, a) {
		case C.Z3_NUMERAL_AST:
			sort := C.Z3_get_sort(c, a)
			switch C.Z3_get_sort_kind(c, sort) {
			case C.Z3_INT_SORT:
				found = append(found, r.number(a, &term.Sort{Kind: term.KindInt}))
			case C.Z3_BV_SORT:
				found = append(found, r.bits(a, int(C.Z3_get_bv_sort_size(c, sort))))
			}
		case C.Z3_APP_AST:
			app := C.Z3_to_app(c, a)
			for i := C.uint(0); i < C.Z3_get_app_num_args(c, app); i++ {
				walk(C.Z3_get_app_arg(c, app, i))
			}
		}
	}
	walk(a)
	return found
}

func storeFunction(fv *solver.FuncValue, s *term.Sort, indices, elements []term.Value) term.Value {
	if fv == nil {
		return term.Value{}
	}
	for i := len(fv.Entries) - 1; i >= 0; i-- {
		indices = append(indices, fv.Entries[i].Args[0])
		elements = append(elements, fv.Entries[i].Value)
	}
	return storeAll(s, fv.Default, indices, elements)
}

// storeAll applies stores given from the outermost to the innermost.
func storeAll(s *term.Sort, dflt term.Value, indices, elements []term.Value) term.Value {
	if !dflt.IsValid() {
		return dflt
	}
	array := term.NewArrayValue(s, dflt)
	for i := len(indices) - 1; i >= 0; i-- {
		if !indices[i].IsValid() || !elements[i].IsValid() {
			return term.Value{}
		}
		array = array.Store(indices[i], elements[i])
	}
	return term.ArrayVal(array)
}

// function reads a function's table; nil when some part has no form here.
func (r *modelReader) function(d C.Z3_func_decl, params []*term.Sort, result *term.Sort) *solver.FuncValue {
	c := r.b.context
	f := C.Z3_model_get_func_interp(c, r.model, d)
	if f == nil {
		return nil
	}
	C.Z3_func_interp_inc_ref(c, f)
	defer C.Z3_func_interp_dec_ref(c, f)
	otherwise := C.Z3_func_interp_get_else(c, f)
	fv := &solver.FuncValue{Default: r.value(otherwise, result)}
	if !fv.Default.IsValid() {
		return r.expression(d, f, params, result)
	}
	for i := C.uint(0); i < C.Z3_func_interp_get_num_entries(c, f); i++ {
		entry, ok := r.entry(C.Z3_func_interp_get_entry(c, f, i), params, result)
		if !ok {
			return nil
		}
		fv.Entries = append(fv.Entries, entry)
	}
	return fv
}

// expression reads a function whose else is an expression and no value.
func (r *modelReader) expression(d C.Z3_func_decl, f C.Z3_func_interp, params []*term.Sort, result *term.Sort) *solver.FuncValue {
	c := r.b.context
	otherwise := C.Z3_func_interp_get_else(c, f)
	if otherwise == nil || len(params) == 0 {
		return nil
	}
	known := r.constants(otherwise)
	for i := C.uint(0); i < C.Z3_func_interp_get_num_entries(c, f); i++ {
		if entry, ok := r.entry(C.Z3_func_interp_get_entry(c, f, i), params, result); ok {
			known = append(known, entry.Args...)
		}
	}
	return solver.Tabulate(params, known, func(args []term.Value) term.Value {
		nodes := make([]C.Z3_ast, len(args))
		for i, v := range args {
			nodes[i] = r.b.keep(r.b.constant(v, params[i]))
		}
		return r.evaluate(C.Z3_mk_app(c, d, C.uint(len(nodes)), &nodes[0]), result)
	})
}

func (r *modelReader) entry(e C.Z3_func_entry, params []*term.Sort, result *term.Sort) (term.FuncEntry, bool) {
	c := r.b.context
	C.Z3_func_entry_inc_ref(c, e)
	defer C.Z3_func_entry_dec_ref(c, e)
	entry := term.FuncEntry{Value: r.value(C.Z3_func_entry_get_value(c, e), result)}
	ok := entry.Value.IsValid()
	for i, s := range params {
		v := r.value(C.Z3_func_entry_get_arg(c, e, C.uint(i)), s)
		ok = ok && v.IsValid()
		entry.Args = append(entry.Args, v)
	}
	return entry, ok
}
