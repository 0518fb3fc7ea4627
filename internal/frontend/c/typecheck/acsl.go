package typecheck

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// This file reads contracts in ACSL before declarations of functions. Of what they require the
// conditions on one argument are read here, others in acslcondition.go; those that are not are left
// out, which lets more calls be looked at, never fewer, and are said to be. What a contract ensures
// or assigns is not used.

// acslContracts reads the contracts before the declaration that starts at a token.
func (c *checker) acslContracts(start int, d *declarator) {
	begin := start
	for begin > 0 && c.tokens[begin-1].Kind == preprocess.Pragma {
		begin--
	}
	for i := begin; i < start; i++ {
		text, isContract := strings.CutPrefix(c.tokens[i].Text, preprocess.ContractPragma+" ")
		if !isContract {
			continue
		}
		r := clauseReader{c: c, pos: c.tokens[i].Pos, function: d.name}
		if len(d.parts) > 0 && d.parts[0].kind == tree.Function && d.parts[0].params != nil {
			r.params, r.scope = d.parts[0].params.objects, d.parts[0].params.scope
		}
		r.contract(text)
		d.attrs.requires = append(d.attrs.requires, r.out...)
	}
}

// contractElsewhere reads a contract of a file of contracts: the declaration behind it is that of a function that this
// file defines, and declares nothing.
func (c *checker) contractElsewhere() {
	start := c.at
	c.next()
	s := c.specifiers(inDeclaration)
	d := c.declarator(s.typ, named)
	f := c.functions[d.name]
	switch {
	case f == nil || f.Body == nil: // it is for the file that defines the function
		c.unit.Elsewhere = append(c.unit.Elsewhere, tree.Elsewhere{Function: d.name, Pos: d.pos})
	case d.typ.Kind != tree.Function:
		c.errorf(d.pos, CodeType, "the contract is that of %s, which is declared here as %s", d.name, d.typ.Name)
	case !c.compatible(f.Type, d.typ) && !c.onlyPromotionsDiffer(f.Type, d.typ):
		c.errorf(d.pos, CodeType, "the contract is that of %s %s, which is declared as %s at %s", d.name, d.typ.Name, f.Type.Name, f.Pos)
	default:
		c.acslContracts(start, d)
		f.Requires = append(f.Requires, d.attrs.requires...)
	}
	c.expect(";")
}

// notOfPrototypes are words of a definition's head that say nothing of the function's type.
var notOfPrototypes = map[string]bool{"inline": true, "__inline": true, "__inline__": true, "extern": true, "__extension__": true}

// prototypeOf is the head of a definition as a declaration without attributes.
func prototypeOf(head []preprocess.Token) string {
	var out strings.Builder
	wasWord := false
	for i := 0; i < len(head); i++ {
		t := &head[i]
		if t.Is("__attribute__") || t.Is("__attribute") {
			if end := closing(head, i+1); end > i {
				i = end
			}
			continue
		}
		if t.Kind == preprocess.Pragma || notOfPrototypes[t.Text] {
			continue
		}
		isWord := t.Kind == preprocess.Identifier || t.Kind == preprocess.Number
		if out.Len() > 0 && (t.Space || isWord && wasWord) {
			out.WriteByte(' ')
		}
		out.WriteString(t.Text)
		wasWord = isWord
	}
	return out.String()
}

type clauseReader struct {
	c        *checker
	pos      source.Pos
	function string
	params   []*tree.Object
	scope    *scope // of the parameters
	out      []tree.Requirement
}

// clauseText finds the clauses, which end at semicolons that are no characters and follow no names that a quantifier
// binds.
var clauseText = regexp.MustCompile(`(?:'(?:\\.[^']*|[^'\\])'|\\(?:forall|exists|let)\b[^;]*;|[^;])+`)

// clauseWord is the word that a clause of a contract begins with.
var clauseWord = regexp.MustCompile(`^\w+`)

// contract reads the clauses. Those of a behavior hold only where it does: nothing is read from there on.
func (r *clauseReader) contract(text string) {
	for _, clause := range clauseText.FindAllString(text, -1) {
		clause = strings.TrimSpace(clause)
		word := clauseWord.FindString(clause)
		switch {
		case clause == "":
		case word == "requires":
			r.requires(strings.TrimSpace(strings.TrimPrefix(clause, word)))
		case word == "behavior" || word == "for":
			r.unread(clause)
			return
		default:
			r.unread(clause)
		}
	}
}

func (r *clauseReader) unread(what string) {
	r.c.unit.Unread = append(r.c.unit.Unread, tree.Unread{Function: r.function, Text: what, Pos: r.pos})
}

// requires reads a condition: its parts, where all of them have to hold.
func (r *clauseReader) requires(condition string) {
	for _, part := range partsOf(condition) {
		found, ok := r.read(part)
		if !ok {
			found, ok = r.condition(part)
		}
		if !ok {
			found, ok = r.every(part)
		}
		if !ok {
			r.unread("requires " + part)
			continue
		}
		for i := range found {
			found[i].Text, found[i].Pos = part, r.pos
		}
		r.out = append(r.out, found...)
	}
}

// partsOf are the parts of a condition that && joins outside of parentheses; all of it where another operator
// that binds less is there.
func partsOf(condition string) []string {
	var parts []string
	depth, begin := 0, 0
	for i := 0; i < len(condition); i++ {
		switch rest := condition[i:]; {
		case strings.ContainsRune("([{", rune(condition[i])):
			depth++
		case strings.ContainsRune(")]}", rune(condition[i])):
			depth--
		case depth == 0 && (strings.HasPrefix(rest, "||") || strings.HasPrefix(rest, "==>") || strings.HasPrefix(rest, "<==>") ||
			strings.HasPrefix(rest, "^^") || rest[0] == '?' || rest[0] == ':' || rest[0] == ','):
			return []string{condition}
		case strings.HasPrefix(rest, `\forall`) || strings.HasPrefix(rest, `\exists`) || strings.HasPrefix(rest, `\let`):
			return []string{condition}
		case depth == 0 && strings.HasPrefix(rest, "&&"):
			parts = append(parts, condition[begin:i])
			i++
			begin = i + 1
		}
	}
	parts = append(parts, condition[begin:])
	for i, p := range parts {
		p = strings.TrimSpace(p)
		if inner, ok := strings.CutPrefix(p, "("); ok && strings.HasSuffix(inner, ")") && !strings.ContainsAny(inner[:len(inner)-1], "()") {
			if within := partsOf(inner[:len(inner)-1]); len(within) == 1 {
				p = strings.TrimSpace(within[0])
			}
		}
		parts[i] = p
	}
	return parts
}

var (
	validPredicate = regexp.MustCompile(`^\\valid(?:_read)? ?\( ?(\w+) ?(?:\+ ?\( ?0 ?\.\. ?(\d+) ?\) ?)?\)$`)
	relations      = regexp.MustCompile(`[<>=!]=|[<>]`)
	numeral        = regexp.MustCompile(`^-? ?(?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*$`)
)

// read is what a condition demands of the arguments, if it is one of those that are read.
func (r *clauseReader) read(condition string) ([]tree.Requirement, bool) {
	if m := validPredicate.FindStringSubmatch(condition); m != nil {
		i, elements := r.parameter(m[1]), int64(1)
		if i < 0 || r.params[i].Type.Kind != tree.Pointer || r.params[i].Type.Elem.Kind == tree.Function {
			return nil, false
		}
		if last, ok := new(big.Int).SetString(m[2], 10); ok && last.IsInt64() && last.Int64() < maxElements {
			elements = last.Int64() + 1
		} else if m[2] != "" {
			return nil, false
		}
		return []tree.Requirement{{Parameter: i, Elements: elements}}, true
	}
	operators := relations.FindAllString(condition, -1)
	operands := relations.Split(condition, -1)
	var out []tree.Requirement
	for i, op := range operators { // a chain a <= b < c demands each
		one, ok := r.relation(strings.TrimSpace(operands[i]), op, strings.TrimSpace(operands[i+1]))
		if !ok || len(operators) > 1 && (op[0] != operators[0][0] || op == "!=" || op == "==") {
			return nil, false
		}
		out = append(out, one)
	}
	return out, len(out) > 0
}

// everyObject is the one quantified condition that is read: that a pointer is not null in any object of a structure.
var everyObject = regexp.MustCompile(`^\\forall (\w[\w ]*?) ?\* ?(\w+) ?; ?\\valid(?:_read)? ?\( ?(\w+) ?\) ?==> ?(\w+) ?(->.*[^ ]) ?!= ?(?:\\null|NULL|0)$`)

// every is what a condition demands of all objects of a structure, if it is of that form.
func (r *clauseReader) every(condition string) (found []tree.Requirement, ok bool) {
	m := everyObject.FindStringSubmatch(condition)
	if m == nil || r.scope == nil || m[2] != m[3] || m[2] != m[4] {
		return nil, false
	}
	// The member of an object at address null lies where the member lies in each.
	ok = r.c.aside(r.tokens("(("+m[1]+" *) 0) "+m[5]), r.scope, func() {
		reader := conditionReader{checker: r.c, params: r.params}
		r.c.expect("(")
		r.c.expect("(")
		pointer := r.c.unevaluatedTypeName()
		r.c.expect(")")
		r.c.next()
		r.c.expect(")")
		if !isPointer(pointer) || pointer.Elem.Kind != tree.Struct || pointer.Elem.Size <= 0 {
			reader.refuse()
		}
		member := reader.postfix(operand{expr: r.c.integer(new(big.Int), pointer, r.pos)}).expr
		if r.c.tok.Kind != preprocess.EOF || !isPointer(member.ExprType()) {
			reader.refuse()
		}
		offset := tree.ConstantOf(r.c.convert(r.c.addressOf(member, r.pos), r.c.sizeType))
		if offset == nil {
			reader.refuse() // it is behind another pointer
		}
		found = []tree.Requirement{{Parameter: -1, Every: &tree.Every{Struct: pointer.Elem, Offset: offset.Int.Int64(), Size: member.ExprType().Size}}}
	})
	return found, ok
}

// maxElements is how many elements a pointer is said to lead to at most.
const maxElements = 1 << 20

// mirrored are the relations with their sides exchanged.
var mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

func (r *clauseReader) relation(left, op, right string) (tree.Requirement, bool) {
	if r.parameter(left) < 0 {
		left, op, right = right, mirrored[op], left
	}
	i := r.parameter(left)
	if i < 0 {
		return tree.Requirement{}, false
	}
	switch t := r.params[i].Type; {
	case t.Kind == tree.Pointer:
		return tree.Requirement{Parameter: i}, op == "!=" && (right == `\null` || right == "NULL" || right == "0")
	case t.Kind == tree.Integer && numeral.MatchString(right):
		limit, ok := new(big.Int).SetString(strings.TrimRight(strings.ReplaceAll(right, " ", ""), "uUlL"), 0)
		return tree.Requirement{Parameter: i, Relation: op, Limit: limit}, ok && holds(t, limit)
	}
	return tree.Requirement{}, false
}

// holds says that a number is one of an integer type.
func holds(t *tree.Type, n *big.Int) bool {
	bits := uint(8 * t.Size)
	low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), bits)
	if t.Signed {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	return n.Cmp(low) >= 0 && n.Cmp(high) < 0
}

func (r *clauseReader) parameter(name string) int {
	return slices.IndexFunc(r.params, func(p *tree.Object) bool { return p.Name == name && name != "" })
}
