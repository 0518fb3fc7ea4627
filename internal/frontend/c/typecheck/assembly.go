package typecheck

import (
	"slices"
	"strconv"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
)

// asm reads an inline assembly statement.
func (c *statements) asm(node tree.StmtNode) tree.Stmt {
	c.next()
	for c.tok.Kind == preprocess.Identifier {
		c.next()
	}
	if c.is("{") {
		return c.unsupportedAsm(node)
	}
	c.expect("(")
	a := &tree.Asm{Node: tree.Node{Type: c.voidType, Pos: node.Pos}, Text: c.asmText(), IsBasic: c.is(")")}
	c.runsInTemplate(a)
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
			a.Clobbers = append(a.Clobbers, c.asmText())
		case section == 4:
			pos := c.tok.Pos
			a.Labels = append(a.Labels, c.label(c.identifierHere("a label"), pos))
		default:
			c.syntaxError("unexpected token in asm")
		}
	}
	c.next()
	c.expect(";")
	a.Memory = slices.Contains(a.Clobbers, "memory")
	return &tree.ExprStmt{StmtNode: node, X: a}
}

// runsInTemplate looks in a template for what has an effect though the statement is never reached: what the loader
// runs, and what the rest of the file finds defined.
func (c *statements) runsInTemplate(a *tree.Asm) {
	if name := runsByItself(a.Text); name != "" {
		c.errorf(a.Pos, CodeUnsupported, "assembly that puts something into the section %s", name)
	}
	c.assembly += a.Text + ";"
}

func (c *statements) asmOperand(a *tree.Asm, section int) {
	name := ""
	if c.accept("[") {
		name = c.identifierHere("an operand's name")
		c.expect("]")
	}
	a.Names = append(a.Names, name)
	constraint := c.asmText()
	c.expect("(")
	e := c.expression()
	c.expect(")")
	inMemory := isLvalue(e) && strings.ContainsAny(constraint, tree.MemoryLetters)
	if isLvalue(e) && section == 1 || inMemory {
		c.markAddress(e)
	}
	switch {
	case section == 1:
		a.Outputs, a.Updated = append(a.Outputs, e), append(a.Updated, strings.Contains(constraint, "+"))
		a.Constraints = append(a.Constraints, constraint)
	case inMemory:
		a.InMemory = append(a.InMemory, e)
	default:
		a.Inputs, a.Tied = append(a.Inputs, c.rvalue(e)), append(a.Tied, tiedTo(a, constraint))
	}
}

// tiedTo is the number of the output that a constraint names; -1: it names none.
func tiedTo(a *tree.Asm, constraint string) int {
	if name, ok := strings.CutPrefix(constraint, "["); ok {
		return slices.Index(a.Names[:len(a.Outputs)], strings.TrimSuffix(name, "]"))
	}
	tied, err := strconv.Atoi(constraint)
	if err != nil || tied >= len(a.Outputs) {
		return -1
	}
	return tied
}

// unsupportedAsm skips Microsoft's asm { ... }.
func (c *statements) unsupportedAsm(node tree.StmtNode) tree.Stmt {
	for !c.is("}") && c.tok.Kind != preprocess.EOF {
		c.next()
	}
	c.expect("}")
	return &tree.UnsupportedStmt{StmtNode: node, Diagnostic: c.unsupportedDiagnostic(node.Pos, "inline assembly in braces")}
}
