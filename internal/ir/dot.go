package ir

import (
	"fmt"
	"strings"
)

// DOT draws the control-flow graphs of the program's functions, one cluster each, for Graphviz.
func (p *Program) DOT() string {
	var out strings.Builder
	out.WriteString("digraph program {\n  node [shape=box fontname=monospace];\n")
	for n, f := range p.Functions {
		f.dot(&out, n)
	}
	out.WriteString("}\n")
	return out.String()
}

// DOT draws the control-flow graph of the function.
func (f *Function) DOT() string {
	var out strings.Builder
	out.WriteString("digraph function {\n  node [shape=box fontname=monospace];\n")
	f.dot(&out, 0)
	out.WriteString("}\n")
	return out.String()
}

func (f *Function) dot(out *strings.Builder, number int) {
	fmt.Fprintf(out, "  subgraph cluster_%d {\n    label=%s;\n", number, dotQuote(f.Name))
	for _, b := range f.Blocks {
		fmt.Fprintf(out, "    f%db%d [label=%s];\n", number, b.Index, dotQuote(b.dotLabel()))
	}
	for _, b := range f.Blocks {
		g, ok := b.Terminator.(*Goto)
		if !ok {
			continue
		}
		for _, t := range g.Targets {
			label := ""
			if !t.Guard.IsTrue() {
				label = " [label=" + dotQuote(t.Guard.String()) + "]"
			}
			fmt.Fprintf(out, "    f%db%d -> f%db%d%s;\n", number, b.Index, number, t.Block.Index, label)
		}
	}
	out.WriteString("  }\n")
}

func (b *Block) dotLabel() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d %s\n", b.Index, b.Label)
	for _, i := range b.Instructions {
		text.WriteString(instructionString(i) + "\n")
	}
	if _, ok := b.Terminator.(*Goto); !ok {
		text.WriteString(terminatorString(b.Terminator) + "\n")
	}
	return text.String()
}

// dotQuote quotes a label whose lines are left-aligned.
func dotQuote(text string) string {
	text = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\l`).Replace(text)
	return `"` + text + `"`
}
