package harness

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// This file makes objects of the library, and functions for it to call.

// maxMade bounds how many functions make what others need.
const maxMade = 2

// object is a pointer to an object of the library: one that a call before took or returned, or one that is made.
func (w *writer) object(name string, t *tree.Type, typedef string, f *tree.FunctionDef, where storage, depth int) (arg, what string, err error) {
	if depth > 0 {
		return w.made(name, t, typedef, f, where, depth)
	}
	at := slices.IndexFunc(w.objects, func(o object) bool { return sameObject(o.typ, o.typedef, t, typedef) })
	if at >= 0 {
		known := w.objects[at]
		w.objects = slices.Delete(slices.Clone(w.objects), at, at+1) // no two arguments share it
		w.taken = append(w.taken, known)
		return known.arg, "that of a call before", nil
	}
	made := len(w.handles)
	arg, what, err = w.made(name, t, typedef, f, where, depth)
	if isFreed := where == heap && len(w.handles) == made; err == nil && !isFreed {
		w.taken = append(w.taken, object{arg, t, typedef})
	}
	return arg, what, err
}

// made makes an object of the library: by the function that returns one, by one that initialises one, or one that is
// all zeros. where says where one has to be that no function makes.
func (w *writer) made(name string, t *tree.Type, typedef string, f *tree.FunctionDef, where storage, depth int) (arg, what string, err error) {
	if maker := w.maker(t, typedef, f, name); maker != nil && depth < maxMade && w.needs(maker, t) {
		call, err := w.callWith(maker, depth+1, w.constants(maker))
		if err != nil {
			return "", "", err
		}
		what = "what " + maker.Name + "() returns"
		filler := w.filler(maker, t, typedef, f)
		if filler != nil && depth == 0 {
			filled, err := w.callAhead(filler)
			if err != nil {
				return "", "", err
			}
			call = w.any(intType) + " ? " + filled + " : " + call
			what = "what " + maker.Name + "() or " + filler.Name + "() returns"
		}
		v := w.variable(name)
		w.line("%s = %s;", w.declared(plain(t), v), call)
		w.leaveOutNull(v)
		w.holdsMemory = true
		w.handles = append(w.handles, handle{name: v, typ: t, typedef: typedef})
		if initialize := w.initializer(t, f, byReset); initialize != nil && w.leavesEmpty(maker) {
			_, initialized, err := w.initialized(v, t, initialize, depth)
			return v, what + ", and " + initialized, err
		}
		if adder := w.adder(t, typedef, f); adder != nil && w.held != nil && depth == 0 && filler == nil && !w.takesData(maker) {
			added, err := w.add(v, adder, f)
			return v, what + added, err
		}
		if w.fillMade("(*"+v+")", t.Elem, maker, f) {
			what += ", with elements"
		}
		return v, what, nil
	}
	if !isRecord(t.Elem) || t.Elem.Size < 0 || w.spelled(t.Elem) == "" {
		return "", "", fmt.Errorf("nothing makes what the parameter %s of %s leads to", name, f.Name)
	}
	if w.held != nil && depth == 0 && where == automatic && t.Elem.Const && w.initializer(t, f, byFreshMemory) == nil {
		if h := w.holderOf(t.Elem); h != nil {
			arg, what = w.heldElement(h, f)
			return arg, what, nil
		}
	}
	v := w.variable(name)
	pointer := "&" + v
	if where == heap {
		pointer = v
		w.line("%s = __builtin_calloc(1, sizeof *%s);", w.declared(&tree.Type{Kind: tree.Pointer, Elem: plain(t.Elem)}, v), v)
		w.leaveOutNull(v)
		w.holdsMemory = true
	} else {
		w.line("static %s;", w.declared(plain(t.Elem), v))
	}
	if initialize := w.initializer(t, f, byFreshMemory); initialize != nil && depth < maxMade {
		return w.initialized(pointer, t, initialize, depth)
	}
	lvalue := v
	if where == heap {
		lvalue = "(*" + v + ")"
	}
	if w.held != nil {
		w.fillRecord(lvalue, t.Elem, f, 0)
		return pointer, "an object that holds something: numbers that are tested alone have any values, those that are computed with are zeros", nil
	}
	if depth > 0 {
		return pointer, reliedWords(nil), nil
	}
	return pointer, reliedWords(w.fillRelied(lvalue, t.Elem, f, w.heldBy(f), 0)), nil
}

// callAhead is as call, but what makes the arguments comes first of all: it may end the run, which would lose objects
// that were made before.
func (w *writer) callAhead(f *tree.FunctionDef) (string, error) {
	before := w.body
	w.body = nil
	call, err := w.call(f, 1)
	w.body = append(w.body, before...)
	return call, err
}

// initialized has a function initialise what a pointer leads to.
func (w *writer) initialized(pointer string, t *tree.Type, f *tree.FunctionDef, depth int) (arg, what string, err error) {
	constant := w.constants(f)
	call, err := w.callWith(f, depth+1, func(p *tree.Object) string {
		if sameObject(p.Type, "", t, "") {
			return pointer
		}
		return constant(p)
	})
	if err != nil {
		return "", "", err
	}
	what = "what " + f.Name + "() initialised"
	if test := failure(f); test != "" {
		w.leaveOut(call + " " + test)
		return pointer, what, nil
	}
	w.line("%s;", call)
	return pointer, what, nil
}

// failureWords are parts of the names of labels behind which a function cleans up after an error.
var failureWords = []string{"err", "fail", "bad"}

// failure is how the result of a function is compared to find out that it failed, by the constants that it returns; "":
// nothing is known of it.
func failure(f *tree.FunctionDef) string {
	if f.Type.Result.Kind != tree.Integer && f.Type.Result.Kind != tree.Bool || len(f.Body.Stmts) == 0 {
		return ""
	}
	results := map[string]bool{}
	negative := false
	tree.EachStmt(f.Body, func(s tree.Stmt) {
		if c := returned(s); c != nil {
			results[c.Int.String()] = true
			negative = negative || c.Int.Sign() < 0
		}
	})
	cleansUp, afterError := false, ""
	for _, s := range f.Body.Stmts {
		for label, ok := s.(*tree.Labeled); ok; label, ok = s.(*tree.Labeled) {
			cleansUp = cleansUp || hasWord(strings.ToLower(label.Label.Name), failureWords)
			s = label.Body
		}
		if c := returned(s); c != nil && cleansUp {
			afterError = c.Int.String()
		}
	}
	last := returned(f.Body.Stmts[len(f.Body.Stmts)-1])
	switch {
	case len(results) < 2 && afterError == "":
		return ""
	case afterError != "":
		return "== " + afterError
	case negative:
		return "< 0"
	case f.Type.Result.Kind == tree.Bool || strings.Contains(strings.ToLower(f.ResultTypedef), "bool"):
		return "== 0"
	case last != nil:
		return "!= " + last.Int.String()
	}
	return ""
}

// returned is the constant that a statement returns, or nil.
func returned(s tree.Stmt) *tree.Constant {
	if r, ok := s.(*tree.Return); ok && r.X != nil {
		return tree.ConstantOf(r.X)
	}
	return nil
}

// callback makes a function that the library may call: it returns any value and does nothing else.
func (w *writer) callback(p *tree.Object) (arg, what string, err error) {
	t := p.Type.Elem
	result := w.spelled(plain(t.Result))
	var params []string
	for i, param := range t.Params {
		if w.spelled(param) == "" {
			return "0", "null", nil
		}
		params = append(params, w.declared(plain(param), fmt.Sprintf("x%d", i)))
	}
	switch {
	case result == "" || t.Unspecified:
		return "0", "null", nil
	case t.Variadic:
		params = append(params, "...")
	case len(params) == 0:
		params = []string{"void"}
	}
	body := ""
	what = "a function that does nothing"
	switch {
	case t.Result.Kind == tree.Pointer:
		body, what = " return 0; ", "a function that returns null and does nothing else"
	case t.Result.IsScalar():
		body, what = " return "+w.any(t.Result)+"; ", "a function that returns any value and does nothing else"
	case t.Result.Kind != tree.Void:
		return "0", "null", nil
	}
	v := w.variable(p.Name)
	w.declarations = append(w.declarations, fmt.Sprintf("static %s(%s) {%s}", w.declared(plain(t.Result), v), strings.Join(params, ", "), body))
	return v, what, nil
}
