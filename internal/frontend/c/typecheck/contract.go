package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// This file is about CBMC's contracts of functions, __CPROVER_requires(...) and __CPROVER_ensures(...)
// behind a declaration. Of one that is enforced a function is made that assumes what the contract
// requires, calls the function and asserts what it ensures; package link has the harness call it. Each
// pointer that it is given, and each in what it is given pointers to, is either what it was or a new
// object of any size: __CPROVER_is_fresh(p, n), in what is required, is true of those new objects that
// have the size. Other pointers are passed by: CBMC makes the pointer one to such an object there, so
// that what is evaluated next can rely on it; package link refuses contracts that would be true without.
// Of a pointer further away nothing is known, and the run ends there.

// IsFresh is the word for a pointer to a new object.
const IsFresh = "__CPROVER_is_fresh"

// WrapperPrefix begins the name of a function that enforces a contract.
const WrapperPrefix = "yogi_contract_"

// contract has the clauses of a function's contract, in tokens.
type contract struct {
	name      string
	pos       source.Pos
	signature []preprocess.Token // the declaration before its clauses
	params    []*tree.Object
	requires  [][]preprocess.Token
	ensures   [][]preprocess.Token
}

// contractClauses reads the clauses behind a declarator. start is where the declaration begins.
func (c *checker) contractClauses(start int, d *declarator) {
	if !c.gotoCC || !isClause(c.tok) {
		return
	}
	said := &contract{name: d.name, pos: d.pos, signature: slices.Clone(c.tokens[start:c.at])}
	for isClause(c.tok) {
		isRequired := c.is("__CPROVER_requires")
		c.next()
		end := closing(c.tokens, c.at)
		if !c.is("(") || end < 0 {
			c.syntaxError("expected ( of a clause of a contract")
		}
		clause := slices.Clone(c.tokens[c.at : end+1])
		if isRequired {
			said.requires = append(said.requires, clause)
		} else {
			said.ensures = append(said.ensures, clause)
		}
		c.jump(end + 1)
	}
	if len(d.parts) == 0 || d.parts[0].params == nil || !slices.Contains(c.enforced, d.name) {
		return
	}
	said.params = d.parts[0].params.objects
	c.contracts = append(slices.DeleteFunc(c.contracts, func(other *contract) bool { return other.name == d.name }), said)
}

func isClause(t *preprocess.Token) bool {
	return t.Is("__CPROVER_requires") || t.Is("__CPROVER_ensures")
}

// enforceContracts puts the functions that enforce contracts behind the file.
func (c *checker) enforceContracts() {
	if len(c.contracts) == 0 {
		return
	}
	last := len(c.tokens) - 1
	tokens := slices.Clone(c.tokens[:last])
	for _, said := range c.contracts {
		tokens = append(tokens, c.wrapper(said)...)
	}
	c.contracts = nil
	c.tokens = append(tokens, c.tokens[last])
	c.jump(last)
}

// tokenWriter writes tokens: words of a text, between them tokens that there are.
type tokenWriter struct {
	pos source.Pos
	out []preprocess.Token
}

func (w *tokenWriter) text(format string, args ...any) {
	for _, word := range strings.Fields(fmt.Sprintf(format, args...)) {
		w.out = append(w.out, written(word, w.pos))
	}
}

func (w *tokenWriter) literal(text string) {
	w.out = append(w.out, preprocess.Token{Kind: preprocess.String, Text: `"` + text + `"`, Pos: w.pos})
}

// unsupported ends the run.
func (w *tokenWriter) unsupported(why string) {
	w.text("yogi_unsupported (")
	w.literal(why)
	w.text(") ;")
}

// wrapper is the function that enforces a contract, and what it is made with.
func (c *checker) wrapper(said *contract) []preprocess.Token {
	w := &tokenWriter{pos: said.pos}
	made := c.freshPlaces(said)
	w.text("_Bool nondet_yogi_bool ( void ) ; __CPROVER_size_t nondet_yogi_size ( void ) ;")
	w.declareFresh(made)
	w.head(said)
	w.text("{")
	w.makeFresh(made)
	w.require(said, made)
	w.callAndEnsure(said, c.functions[said.name].Type.Result)
	w.text("}")
	return w.out
}

// declareFresh declares what is known of the objects that are made, and __CPROVER_is_fresh, which asks for it.
func (w *tokenWriter) declareFresh(made []freshPlace) {
	for i := range made {
		w.text("void * yogi_made_at_%d ; __CPROVER_size_t yogi_made_size_%d ; _Bool yogi_is_made_%d , yogi_is_named_%d ;", i, i, i, i)
	}
	w.text("_Bool yogi_ensures ; _Bool " + IsFresh + " ( const volatile void * p , __CPROVER_size_t n ) { if ( yogi_ensures )")
	w.unsupported("__CPROVER_is_fresh of what a function leaves")
	w.text("if ( p == 0 ) { __CPROVER_assume ( 0 ) ; return 0 ; }")
	for i := range made { // each is a new object once: what leads to it elsewhere leads to no new one
		w.text("if ( p == yogi_made_at_%d ) { __CPROVER_assume ( yogi_is_made_%d && yogi_made_size_%d == n ) ; if ( yogi_is_named_%d )", i, i, i, i)
		w.unsupported("__CPROVER_is_fresh of an object that another one is about")
		w.text("yogi_is_named_%d = 1 ; return 1 ; }", i)
	}
	w.unsupported("__CPROVER_is_fresh of a pointer that is far from the parameters")
	w.text("return 0 ; }")
}

// head is the signature of the function with the wrapper's name.
func (w *tokenWriter) head(said *contract) {
	for _, t := range said.signature {
		switch {
		case t.Is("extern") || t.Is("static") || t.Is("inline") || t.Is("__inline") || t.Is("__inline__"):
		case t.Is(said.name):
			w.text("%s", WrapperPrefix+said.name)
		default:
			w.out = append(w.out, t)
		}
	}
}

// makeFresh lets each of the places lead to a new object, or leaves it as it is.
func (w *tokenWriter) makeFresh(made []freshPlace) {
	for i, at := range made {
		w.text("yogi_is_made_%d = 0 ; yogi_is_named_%d = 0 ;", i, i)
		if at.within >= 0 {
			w.text("yogi_made_at_%d = 0 ; if ( yogi_is_made_%d && yogi_made_at_%d && yogi_made_size_%d >= %d ) {", i, at.within, at.within, at.within, at.needs)
		}
		w.text("yogi_made_at_%d = ( void * ) %s ; if ( nondet_yogi_bool ( ) ) { yogi_is_made_%d = 1 ;", i, at.text, i)
		w.text("yogi_made_size_%d = nondet_yogi_size ( ) ; yogi_made_at_%d = __builtin_malloc ( yogi_made_size_%d ) ;", i, i, i)
		w.text("* ( void * * ) & %s = yogi_made_at_%d ; }", at.text, i)
		if at.within >= 0 {
			w.text("}")
		}
	}
	for i := range made { // what there was before leads to no new object
		for j := range i {
			w.text("__CPROVER_assume ( ! yogi_is_made_%d && ! yogi_is_made_%d || yogi_made_at_%d == 0 || yogi_made_at_%d != yogi_made_at_%d ) ;", i, j, i, i, j)
		}
	}
}

// require takes for granted what the contract requires.
func (w *tokenWriter) require(said *contract, made []freshPlace) {
	for _, clause := range said.requires {
		w.text("__CPROVER_assume (")
		w.out = append(w.out, clause...)
		w.text(") ;")
	}
	for i := range made { // a pointer that no clause asks for leads where it did
		w.text("__CPROVER_assume ( ! yogi_is_made_%d || yogi_is_named_%d ) ;", i, i)
	}
}

// callAndEnsure calls the function and asserts what its contract ensures.
func (w *tokenWriter) callAndEnsure(said *contract, result *tree.Type) {
	var ensures [][]preprocess.Token
	for _, clause := range said.ensures {
		ensures = append(ensures, w.withoutOld(clause))
	}
	var arguments []string
	for _, p := range said.params {
		arguments = append(arguments, p.Name)
	}
	call := said.name + " ( " + strings.Join(arguments, " , ") + " )"
	if !isVoid(result) {
		w.text("__typeof__ ( %s ) __CPROVER_return_value =", call)
	}
	w.text("%s ; yogi_ensures = 1 ;", call)
	for _, clause := range ensures {
		w.text("__CPROVER_assert (")
		w.out = append(w.out, clause...)
		w.text(",")
		w.literal("what the contract of " + said.name + " ensures")
		w.text(") ;")
	}
	if !isVoid(result) {
		w.text("return __CPROVER_return_value ;")
	}
}

// freshPlace is a pointer that may be made one to a new object.
type freshPlace struct {
	text   string // the lvalue
	within int    // the number of the place that leads to it; -1: it is a parameter
	needs  int64  // bytes that are to be behind that
}

// freshPlaces are the pointers among the parameters, and those in the structures behind them.
func (c *checker) freshPlaces(said *contract) []freshPlace {
	var out []freshPlace
	for _, p := range said.params {
		if !isPointer(p.Type) || p.Type.Elem.Kind == tree.Function {
			continue
		}
		number := len(out)
		out = append(out, freshPlace{text: p.Name, within: -1})
		if elem := p.Type.Elem; elem.Kind == tree.Struct && elem.Size > 0 {
			for _, f := range elem.Fields {
				if f.Name != "" && isPointer(f.Type) && f.Type.Elem.Kind != tree.Function {
					out = append(out, freshPlace{text: p.Name + " -> " + f.Name, within: number, needs: elem.Size})
				}
			}
		}
	}
	return out
}

// withoutOld writes what __CPROVER_old(...) was before the call to variables, and returns the clause
// with these. What cannot be read then is any value.
func (w *tokenWriter) withoutOld(clause []preprocess.Token) []preprocess.Token {
	var out []preprocess.Token
	for i := 0; i < len(clause); i++ {
		if !clause[i].Is("__CPROVER_old") || i+1 >= len(clause) || !clause[i+1].Is("(") {
			out = append(out, clause[i])
			continue
		}
		end := closing(clause, i+1)
		if end < 0 {
			return clause
		}
		of := clause[i+1 : end+1]
		name := fmt.Sprintf("yogi_old_%d", len(w.out))
		w.text("__typeof__")
		w.out = append(w.out, of...)
		w.text("%s = __CPROVER_r_ok ( &", name)
		w.out = append(w.out, of...)
		w.text(") ?")
		w.out = append(w.out, of...)
		w.text(": ( __typeof__")
		w.out = append(w.out, of...)
		w.text(") nondet_yogi_size ( ) ;")
		out = append(out, written(name, w.pos))
		i = end
	}
	return out
}
