package ctest

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// This file is about what functions without a body write: the driver's definitions of them do it.

// effect is a place that each call of a function writes, with the values one call after another.
type effect struct {
	function   string
	parameters string // see ir.Origins
	place      ir.Origin
	bytes      int
	queue      *queue
}

// addEffect handles an input that a call writes to memory, and reports whether it did.
func (s *sorter) addEffect(in verdict.InputValue, bits uint64) bool {
	name, _, isEffect := strings.Cut(in.Input.Name, "():")
	origins, err := ir.ParseOrigins(in.Input.Type)
	if !isEffect || err != nil || len(origins.List) != 1 || in.Value.Width()%8 != 0 {
		return false
	}
	p, o := s.plan, origins.List[0]
	if o.Loaded {
		p.keep(fmt.Sprint(o.Step))
	}
	if o.Object == "" && (o.Argument > len(origins.Parameters) || strings.ContainsAny(origins.Parameters[:o.Argument], "o")) {
		return false
	}
	e := effect{function: name, parameters: origins.Parameters, place: o, bytes: in.Value.Width() / 8}
	i := slices.IndexFunc(p.writes, func(x *effect) bool { return x.function == name && x.place == o && x.bytes == e.bytes })
	if i < 0 {
		e.queue = &queue{name: name, input: in.Input, cType: "unsigned long long"}
		p.writes = append(p.writes, &e)
		i = len(p.writes) - 1
		if o.Object != "" {
			p.symbol(o.Object)
		}
	}
	p.writes[i].queue.values = append(p.writes[i].queue.values, bits)
	return true
}

// writeEffects writes the values of the effects, and the functions that have them.
func (p driverText) writeEffects(out *strings.Builder) {
	for _, number := range p.kept {
		fmt.Fprintf(out, "static char *yogi_kept_%s;\n", number)
	}
	for i, e := range p.writes {
		e.queue.writeValues(out, fmt.Sprintf("yogi_written_%d", i))
	}
}

// effectsOf are the statements that a function begins with, and its parameters.
func (p driverText) effectsOf(function, parameters string) (statements, all string) {
	for i, e := range p.writes {
		if e.function != function {
			continue
		}
		if len(e.parameters) > len(parameters) {
			parameters = e.parameters
		}
		base := fmt.Sprintf("(char *)yogi_%d", e.place.Argument)
		if e.place.Loaded {
			statements += fmt.Sprintf("if (%s && yogi_take(&yogi_written_%d_queue)) yogi_kept_%d = %s; ", base, i, e.place.Step, base)
			continue
		}
		if e.place.Object != "" {
			base = "yogi_at_" + e.place.Object
		}
		statements += fmt.Sprintf("if (%s) { unsigned long long yogi_value = yogi_take(&yogi_written_%d_queue); __builtin_memcpy(%s + %d, &yogi_value, %d); } ",
			base, i, base, e.place.Offset, e.bytes)
	}
	if closes := p.closes(function); closes != "" {
		statements += closes
		if parameters == "" {
			parameters = "p"
		}
	}
	if p.callBacks != nil && p.callsBack[function] {
		statements += "yogi_call_back(); "
	}
	return statements, parameters
}

// keep notes a pointer that functions without a body keep, by its number.
func (e *effects) keep(number string) {
	if !slices.Contains(e.kept, number) {
		e.kept = append(e.kept, number)
	}
}

// addCallBack handles the choice of a function that the outside calls; 0, and what is behind the
// last one, ends the calls.
func (p *world) addCallBack(in verdict.InputValue, bits uint64) {
	names := strings.Split(in.Input.Type, ",")
	if p.callBacks == nil {
		p.callBacks = &queue{name: "the outside", input: in.Input, cType: "unsigned int"}
	}
	if bits > uint64(len(names)) {
		bits = 0
	}
	if bits > 0 && names[bits-1] == "static" {
		p.limit("%s: a call of a static function from outside", in.Input.Pos)
		bits = 0
	}
	if bits > 0 {
		p.symbol(names[bits-1])
	}
	p.callBacks.values = append(p.callBacks.values, bits)
}

// writeCallBacks writes the function that calls functions of the program. Their arguments are zero.
func (p driverText) writeCallBacks(out *strings.Builder) {
	if p.callBacks == nil {
		return
	}
	p.callBacks.writeValues(out, "yogi_calls_back")
	out.WriteString("static void yogi_call_back(void)\n{\n  unsigned long long yogi_which;\n  while ((yogi_which = yogi_take(&yogi_calls_back_queue)) != 0)\n    switch (yogi_which) {\n")
	for i, name := range strings.Split(p.callBacks.input.Type, ",") {
		if slices.Contains(p.symbols, name) {
			fmt.Fprintf(out, "    case %d: ((int (*)(long, long, long, long, long, long))yogi_at_%s)(0, 0, 0, 0, 0, 0); break;\n", i+1, name)
		}
	}
	out.WriteString("    }\n}\n\n")
}
