//go:build cgo

package z3

/*
#include <stdlib.h>
#include <z3.h>
*/
import "C"

import (
	"unsafe"

	"yogi/internal/term"
)

// keep holds a reference to a new node until releaseTemps; a nil node stops the query.
func (b *Backend) keep(a C.Z3_ast) C.Z3_ast {
	if a == nil {
		b.fail("cannot build a term")
	}
	C.Z3_inc_ref(b.context, a)
	b.temps = append(b.temps, a)
	return a
}

func (b *Backend) releaseTemps() {
	for _, a := range b.temps {
		C.Z3_dec_ref(b.context, a)
	}
	b.temps = b.temps[:0]
}

// translate gives the node of t, which the table keeps alive.
func (b *Backend) translate(t *term.Term) C.Z3_ast {
	if a, ok := b.terms[t]; ok {
		return a
	}
	var a C.Z3_ast
	switch t.Op() {
	case term.OpVar:
		a = b.variable(t)
	case term.OpConst:
		v, _ := t.Value()
		a = b.constant(v, t.Sort())
	case term.OpForall, term.OpExists:
		a = b.quantifier(t)
	default:
		args := make([]C.Z3_ast, len(t.Args()))
		for i, arg := range t.Args() {
			args[i] = b.translate(arg)
		}
		a = b.application(t, args)
	}
	if a == nil {
		b.fail("cannot build " + t.Op().String())
	}
	C.Z3_inc_ref(b.context, a)
	b.terms[t] = a
	return a
}

func (b *Backend) sort(s *term.Sort) C.Z3_sort {
	if z, ok := b.sorts[s]; ok {
		return z
	}
	var z C.Z3_sort
	switch s.Kind {
	case term.KindBool:
		z = C.Z3_mk_bool_sort(b.context)
	case term.KindBV:
		z = C.Z3_mk_bv_sort(b.context, C.uint(s.Width))
	case term.KindInt:
		z = C.Z3_mk_int_sort(b.context)
	case term.KindReal:
		z = C.Z3_mk_real_sort(b.context)
	case term.KindFloat:
		z = C.Z3_mk_fpa_sort(b.context, C.uint(s.Exp), C.uint(s.Sig))
	case term.KindArray:
		index, elem := b.sort(s.Index), b.sort(s.Elem)
		z = C.Z3_mk_array_sort(b.context, index, elem)
	case term.KindUninterpreted:
		z = C.Z3_mk_uninterpreted_sort(b.context, b.symbol("s "+s.Name))
	}
	if z == nil {
		b.fail("cannot build sort " + s.String())
	}
	C.Z3_inc_ref(b.context, C.Z3_sort_to_ast(b.context, z))
	b.sorts[s] = z
	return z
}

func (b *Backend) variable(t *term.Term) C.Z3_ast {
	a := C.Z3_mk_const(b.context, b.symbol("v "+t.Name()), b.sort(t.Sort()))
	if a != nil {
		decl := C.Z3_get_app_decl(b.context, C.Z3_to_app(b.context, a))
		b.varOf[C.Z3_get_func_decl_id(b.context, decl)] = t
	}
	return a
}

func (b *Backend) function(f *term.Func) C.Z3_func_decl {
	if d, ok := b.decls[f]; ok {
		return d
	}
	domain := make([]C.Z3_sort, len(f.Params)+1)
	for i, s := range f.Params {
		domain[i] = b.sort(s)
	}
	d := C.Z3_mk_func_decl(b.context, b.symbol("f "+f.Name), C.uint(len(f.Params)), &domain[0], b.sort(f.Result))
	if d == nil {
		b.fail("cannot declare " + f.Name)
	}
	C.Z3_inc_ref(b.context, C.Z3_func_decl_to_ast(b.context, d))
	b.decls[f] = d
	b.funcOf[C.Z3_get_func_decl_id(b.context, d)] = f
	return d
}

func (b *Backend) constant(v term.Value, s *term.Sort) C.Z3_ast {
	switch s.Kind {
	case term.KindBool:
		if v.Bool() {
			return C.Z3_mk_true(b.context)
		}
		return C.Z3_mk_false(b.context)
	case term.KindBV:
		if s.Width <= 64 {
			return C.Z3_mk_unsigned_int64(b.context, C.uint64_t(v.Uint64()), b.sort(s))
		}
		return b.numeral(v.Big().String(), s)
	case term.KindInt:
		if v.FitsInt64() {
			return C.Z3_mk_int64(b.context, C.int64_t(v.Int64()), b.sort(s))
		}
		return b.numeral(v.Big().String(), s)
	case term.KindReal:
		return b.numeral(v.Rat().RatString(), s)
	case term.KindFloat:
		bits := b.keep(b.constant(v.Bits(), &term.Sort{Kind: term.KindBV, Width: s.Exp + s.Sig}))
		return C.Z3_mk_fpa_to_fp_bv(b.context, bits, b.sort(s))
	}
	b.fail("no constants of sort " + s.String())
	return nil
}

func (b *Backend) numeral(text string, s *term.Sort) C.Z3_ast {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	return C.Z3_mk_numeral(b.context, c, b.sort(s))
}

func (b *Backend) quantifier(t *term.Term) C.Z3_ast {
	bound := make([]C.Z3_app, len(t.Bound()))
	for i, v := range t.Bound() {
		bound[i] = C.Z3_to_app(b.context, b.translate(v))
	}
	patterns := make([]C.Z3_pattern, 0, len(t.Triggers())+1)
	for _, trigger := range t.Triggers() {
		parts := make([]C.Z3_ast, len(trigger))
		for i, p := range trigger {
			parts[i] = b.translate(p)
		}
		p := C.Z3_mk_pattern(b.context, C.uint(len(parts)), &parts[0])
		if p == nil {
			b.fail("cannot build a trigger")
		}
		b.keep(C.Z3_pattern_to_ast(b.context, p))
		patterns = append(patterns, p)
	}
	body := b.translate(t.Args()[0])
	count := C.uint(len(patterns))
	patterns = append(patterns, nil) // so that there is a first one to point at
	if t.Op() == term.OpForall {
		return C.Z3_mk_forall_const(b.context, 0, C.uint(len(bound)), &bound[0], count, &patterns[0], body)
	}
	return C.Z3_mk_exists_const(b.context, 0, C.uint(len(bound)), &bound[0], count, &patterns[0], body)
}

// chain applies a binary operator from the left.
func (b *Backend) chain(args []C.Z3_ast, op func(x, y C.Z3_ast) C.Z3_ast) C.Z3_ast {
	a := args[0]
	for _, next := range args[1:] {
		a = b.keep(op(a, next))
	}
	return a
}
