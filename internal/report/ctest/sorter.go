package ctest

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file puts the values of a test where the driver hands them out.

// sorter puts the values of a test where the driver hands them out.
type sorter struct {
	plan              *world
	entry             *ir.Function
	functions, locals map[string]*queue
	parameters        map[string]verdict.InputValue // by name
	scanning          string                        // the function that scans whose call was the last
	scanPos           source.Pos                    // where that is
	scansFloat        bool                          // the value before was that of a float, whose bits may come next
}

func (s *sorter) add(in verdict.InputValue) {
	p := s.plan
	name, part := splitName(in.Input.Name)
	bits, ok := bitsOf(in.Value)
	switch kind := in.Input.Kind; {
	case kind == ir.Choice && p.Rule != nil && in.Input.Name == p.Rule.Watched:
		// The compiled monitor watches every object.
	case s.isAboutTexts(in.Input):
		s.parameters[in.Input.Name] = in
	case p.isApproximate(in.Input):
	case kind == ir.MemoryWrite && in.Input.Type == ir.SameChoice && !p.isLibrary(name):
		// The driver's function returns what the test says.
	case kind == ir.MemoryWrite && (in.Input.Type == ir.OwnerChoice || in.Input.Type == ir.SameChoice):
		if bits != 0 {
			p.noteLibrary(in.Input.Name)
		}
	case kind == ir.MemoryWrite && (givesPlace(in.Input.Name) || p.isLibrary(in.Input.Name) && (writesMemory(in.Input.Name) || writesCounts(in.Input.Name))):
		p.noteLibrary(in.Input.Name)
	case ok && s.isScanned(in, bits):
	case kind == ir.Unspecified:
		p.choose(in)
	case kind == ir.MemoryWrite && ok && s.addEffect(in, bits):
	case kind == ir.EarlierState && ok && part == "" && in.Value.Kind() != term.KindFloat:
		p.set(in.Input.Pos, in.Input.Name, "%s", copied("&"+in.Input.Name, in.Value, bits))
	case kind == ir.CallBack:
		p.addCallBack(in, bits)
	case kind == ir.EntryParameter && strings.Contains(name, " "):
		if bits != 0 {
			p.limit("%s: the argument %s", in.Input.Pos, name)
		}
	case kind == ir.LinkChoice:
		p.weak[in.Input.Name] = bits == 1
	case kind == ir.UninitializedRead && ok:
		p.locals = push(p.locals, s.locals, fmt.Sprint(in.Input.ID), in, bits)
	case kind == ir.UndefinedCall && (part != "" || !ok) && p.isLibrary(name):
		p.noteLibrary(name)
	case part != "" || !ok:
		if bits != 0 || !ok {
			p.limit("%s: the value of %s", in.Input.Pos, in.Input.Name)
		}
		if kind == ir.EntryParameter && !s.isParameter(in.Input, name) {
			p.addExtern(&extern{name: name, size: unknownSize})
		}
	case s.isParameter(in.Input, name):
		s.parameters[in.Input.Name] = in
	case kind == ir.EntryParameter:
		p.addExtern(&extern{name: name, cType: cType(in.Value), value: bits})
	case kind == ir.AddressBytes:
		p.choose(in)
	case strings.Contains(in.Input.Name, " "):
		p.limit("%s: what %s returned", in.Input.Pos, in.Input.Name)
	case kind == ir.NondetCall, kind == ir.UndefinedCall, kind == ir.AllocationChoice:
		p.functions = push(p.functions, s.functions, p.functionKey(in.Input), in, bits)
	case kind == ir.VolatileRead:
		p.waits = true
		p.limit("%s: what something outside of the program gives %s, which is volatile", in.Input.Pos, in.Input.Name)
	case kind == ir.OwnVolatileRead:
		p.waits = true
		p.limit("%s: what something outside of the program gives %s, which is volatile", in.Input.Pos, in.Input.Name)
		p.Doubtful = append(p.Doubtful, fmt.Sprintf("%s: %s", in.Input.Pos, in.Input.Name))
	case bits != 0:
		p.limit("%s: %s", in.Input.Pos, limitWords[kind])
	}
}

// isApproximate takes an input that a model asks for which allows more than the machine's library does, or less.
func (p *world) isApproximate(in *ir.Input) bool {
	if p.Approximate == nil {
		return false
	}
	name, ok := p.Approximate(in.Pos.File)
	if ok && name != "" {
		p.noteLibrary(name)
	}
	return ok
}

// noteLibrary notes a function of the C library that the test has values for.
func (p *world) noteLibrary(name string) {
	if !slices.Contains(p.Library, name) {
		p.Library = append(p.Library, name)
	}
}

// isParameter reports whether an input is for a parameter of the entry.
func (s *sorter) isParameter(in *ir.Input, name string) bool {
	if in.Pos != s.entry.Pos || in.Kind != ir.EntryParameter && in.Kind != ir.AllocationChoice && !isPointerInput(in) {
		return false
	}
	for _, p := range s.entry.Params {
		if p.Source == name {
			return true
		}
	}
	return false
}

// splitName splits the name of an input into that of a function or object, and the part of its value
// that is meant.
func splitName(name string) (whole, part string) {
	if i := strings.IndexAny(name, ".["); i > 0 {
		return name[:i], name[i:]
	}
	return name, ""
}

// unknownSize is how large objects are of which nothing is known.
const unknownSize = 4096

// limitWords tell of the kinds of input that C cannot be made to take.
var limitWords = map[ir.InputKind]string{
	ir.Unspecified: "a choice that C leaves to the compiler",
	ir.Choice:      "a choice of control flow",
	ir.MemoryWrite: "memory that a function without a body wrote",
}

func (p *world) functionKey(in *ir.Input) string {
	if p.order == ByCallSite {
		return in.Name + "@" + in.Pos.String()
	}
	return in.Name
}

// push appends a value to the queue with the key, which it makes when there is none.
func push(queues []*queue, byKey map[string]*queue, key string, in verdict.InputValue, bits uint64) []*queue {
	q := byKey[key]
	if q == nil {
		q = &queue{name: in.Input.Name, input: in.Input, cType: inputType(in), site: len(queues) + 1}
		if in.Value.Kind() == term.KindBV {
			q.width = in.Value.Width()
		}
		byKey[key] = q
		queues = append(queues, q)
	}
	q.values = append(q.values, bits)
	return queues
}

// inputType is the C type of an input. Whether an allocation fails is asked in place of its result.
func inputType(in verdict.InputValue) string {
	if in.Input.Kind == ir.AllocationChoice {
		return pointerType
	}
	return cType(in.Value)
}

func (s *sorter) planArguments() {
	for _, parameter := range s.entry.Params {
		s.plan.parameters = append(s.plan.parameters, parameter.Source)
		in, ok := s.parameters[parameter.Source]
		switch {
		case ok && s.plan.pointers[parameter.Source] != nil:
			s.plan.arguments = append(s.plan.arguments, argument{cType: pointerType, pointer: *s.plan.pointers[parameter.Source]})
		case ok:
			bits, ok := bitsOf(in.Value)
			if !ok {
				s.plan.limit("%s: the value of %s", in.Input.Pos, in.Input.Name)
				bits = 0
			}
			s.plan.arguments = append(s.plan.arguments, argument{cType: inputType(in), value: bits})
		case strings.HasSuffix(parameter.Type, "*"):
			s.plan.arguments = append(s.plan.arguments, argument{cType: pointerType})
		default:
			s.plan.arguments = append(s.plan.arguments, argument{cType: cType(term.ZeroValue(parameter.Sort))})
		}
	}
}
