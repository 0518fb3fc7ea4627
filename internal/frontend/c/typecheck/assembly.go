package typecheck

import (
	"strconv"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
)

// asm reads an inline assembly statement.
func (c *checker) asm(node tree.StmtNode) tree.Stmt {
	c.next()
	for c.tok.Kind == preprocess.Identifier {
		c.next()
	}
	if c.is("{") {
		return c.unsupportedAsm(node)
	}
	c.expect("(")
	a := &tree.Asm{Node: tree.Node{Type: c.voidType, Pos: node.Pos}}
	for c.tok.Kind == preprocess.String {
		a.Text += c.tok.Text
		c.next()
	}
	for section := 0; !c.is(")"); {
		switch {
		case c.accept("::"):
			section += 2
		case c.accept(":"):
			section++
		case c.accept(","):
		case section == 1 || section == 2:
			c.asmOperand(a, section)
		case section == 3 && c.tok.Kind == preprocess.String:
			a.Memory = c.asmText() == "memory" || a.Memory
		case section == 4:
			pos := c.tok.Pos
			a.Labels = append(a.Labels, c.label(c.identifierHere("a label"), pos))
		default:
			c.syntaxError("unexpected token in asm")
		}
	}
	c.next()
	c.expect(";")
	return &tree.ExprStmt{StmtNode: node, X: a}
}

func (c *checker) asmOperand(a *tree.Asm, section int) {
	if c.accept("[") {
		c.identifierHere("an operand's name")
		c.expect("]")
	}
	constraint := c.asmText()
	c.expect("(")
	e := c.expression()
	c.expect(")")
	inMemory := isLvalue(e) && strings.ContainsAny(constraint, "moV")
	if isLvalue(e) && section == 1 || inMemory {
		c.markAddress(e)
	}
	switch {
	case section == 1:
		a.Outputs, a.Updated = append(a.Outputs, e), append(a.Updated, strings.Contains(constraint, "+"))
	case inMemory:
		a.InMemory = append(a.InMemory, e)
	default:
		tied, err := strconv.Atoi(constraint)
		if err != nil || tied >= len(a.Outputs) {
			tied = -1
		}
		a.Inputs, a.Tied = append(a.Inputs, c.rvalue(e)), append(a.Tied, tied)
	}
}

// asmText reads adjacent string literals that make a constraint or a clobber.
func (c *checker) asmText() string {
	var text strings.Builder
	for c.tok.Kind == preprocess.String {
		text.WriteString(strings.Trim(c.tok.Text, `"`))
		c.next()
	}
	return text.String()
}

// unsupportedAsm skips Microsoft's asm { ... }.
func (c *checker) unsupportedAsm(node tree.StmtNode) tree.Stmt {
	for !c.is("}") && c.tok.Kind != preprocess.EOF {
		c.next()
	}
	c.expect("}")
	return &tree.UnsupportedStmt{StmtNode: node, Diagnostic: c.unsupportedDiagnostic(node.Pos, "inline assembly in braces")}
}
