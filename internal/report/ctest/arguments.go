package ctest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"yogi/internal/ir"
)

// This file is about the texts that main is called with. The driver makes as many as the test says,
// with the contents that it gives to the first of them; the others are empty.

// texts is the array that argv or envp of main points at: count pointers to texts, and a null pointer.
type texts struct {
	count uint64
	known [ir.KnownTexts]*contents // nil: the empty text
	sizes [ir.KnownTexts]uint64    // 0: as large as its contents need
}

// isAboutTexts reports whether an input says how many texts a parameter of main leads to, or how large one is.
func (s *sorter) isAboutTexts(in *ir.Input) bool {
	return s.plan.Entry == "main" && in.Kind == ir.EntryParameter && slices.ContainsFunc(s.entry.Params, func(p *ir.Variable) bool {
		for n := range ir.KnownTexts {
			if in.Name == ir.SizeOfText(p.Source, n) {
				return true
			}
		}
		return in.Name == ir.CountOfTexts(p.Source) || isAboutLater(in.Name, p.Source)
	})
}

// isAboutLater reports whether an input says which of the texts behind the first few is an object of its own, or how
// large such an object is. A test that needs those is none that the driver can make: planTexts says so.
func isAboutLater(name, parameter string) bool {
	own, others := ir.LaterTexts(parameter), ir.OtherTexts(parameter)
	return slices.Contains([]string{ir.PlaceOfLater(parameter), ir.SizeOfObject(own), ir.SizeOfObject(others)}, name)
}

// planTexts finds the parameters of main that lead to texts.
func (s *sorter) planTexts() {
	p := s.plan
	if p.Entry != "main" || len(p.arguments) < 2 {
		return
	}
	for i := 1; i < len(p.arguments); i++ {
		if strings.Count(s.entry.Params[i].Type, "*")+strings.Count(s.entry.Params[i].Type, "[") < 2 {
			continue
		}
		count := p.arguments[0].value
		if i > 1 {
			count = 0
			if in, ok := s.parameters[ir.CountOfTexts(p.parameters[i])]; ok {
				count = in.Value.Uint64()
			}
		}
		if count > ir.MostTexts {
			continue // main does not look at them
		}
		t := &texts{count: count}
		for n := range t.sizes {
			if in, ok := s.parameters[ir.SizeOfText(p.parameters[i], n)]; ok {
				t.sizes[n] = in.Value.Uint64()
			}
		}
		p.arguments[i].texts = t
		if count > ir.KnownTexts {
			p.Library = append(p.Library, ir.LaterTexts(p.parameters[i]))
		}
	}
}

// isText takes the contents of an object that is a text of main's.
func (p *world) isText(c *contents) bool {
	for i := range p.arguments {
		if t := p.arguments[i].texts; t != nil && c.fresh.Heap && c.fresh.Pos == p.entryPos {
			for n := range t.known {
				if c.fresh.Name == ir.NameOfText(p.parameters[i], n) {
					t.known[n] = c
					return true
				}
			}
			if name := c.fresh.Name; name == ir.LaterTexts(p.parameters[i]) || name == ir.OtherTexts(p.parameters[i]) {
				return true
			}
		}
	}
	return false
}

// cutTexts ends the texts that have a size: what was in the last byte at the start, or behind it, is not there.
func (p *world) cutTexts() {
	cut := func(c *contents, size uint64) *contents {
		if c == nil || size == 0 {
			return c
		}
		maps.DeleteFunc(c.bytes, func(offset uint64, _ byte) bool { return offset+1 >= size })
		if len(c.bytes) > 0 {
			return c
		}
		p.contents = slices.DeleteFunc(p.contents, func(other *contents) bool { return other == c })
		return nil
	}
	for _, a := range p.arguments {
		for n := 0; a.texts != nil && n < len(a.texts.known); n++ {
			a.texts.known[n] = cut(a.texts.known[n], a.texts.sizes[n])
		}
	}
	for _, v := range p.variables {
		v.text = cut(v.text, v.size)
	}
}

// write writes the function that makes the texts of the parameter with a number, and returns
// the call of it.
func (t *texts) write(out *strings.Builder, parameter int) string {
	name := fmt.Sprintf("yogi_texts_%d", parameter)
	fmt.Fprintf(out, "\nstatic char **%s(void)\n{\n  unsigned long i, count = %d;\n  char **texts = yogi_given(count + 1, sizeof *texts);\n"+
		"  for (i = 0; i < count; i++) texts[i] = yogi_given(1, 1);\n", name, t.count)
	for i, c := range t.known {
		if uint64(i) >= t.count {
			continue
		}
		size := t.sizes[i]
		if c == nil {
			if size > 1 {
				fmt.Fprintf(out, "  texts[%d] = yogi_given(1, %d);\n", i, size)
			}
			continue
		}
		offsets := c.offsets()
		if last := offsets[len(offsets)-1]; last >= size {
			size = last + 2
		}
		fmt.Fprintf(out, "  texts[%d] = %s(yogi_given(1, %d));\n", i, c.filler(), size)
	}
	out.WriteString("  return texts;\n}\n")
	return name + "()"
}
