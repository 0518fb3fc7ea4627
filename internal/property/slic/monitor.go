package slic

import (
	"fmt"
	"sort"
	"strings"
)

// Function is a function at which a compiled monitor acts.
type Function struct {
	Name   string
	Result string   // C types as written; void
	Params []string // the same
	Events []Acting
}

// Acting is an event of a function and a handler of the rule that acts there.
type Acting struct {
	Event   Event
	Handler int // index in Rule.Handlers
}

// ParseEvent is the event called so in a pattern.
func ParseEvent(name string) Event { return eventNames[name] }

// MonitorHead is the first part of a compiled monitor in a file; one file of the program owns it. It is the rule's state, and an instance of it for each
// object. The first instance is that of an object of which no event has been seen; a new object begins as its copy, so
// every instance has seen what an instance chosen before the run sees.
//
// The monitor calls yogi_monitor_abort with the message of a violation.
func (r *Rule) MonitorHead(owner bool) string {
	w := r.monitorWriter()
	w.raw("void yogi_monitor_abort(const char *);\n" + w.defines())
	storage := ""
	if !owner {
		storage = "extern "
	}
	for _, f := range r.State {
		w.raw("\n" + storage)
		w.flat(f.Type)
		w.raw(w.mangled(f.Name))
		if owner {
			w.flatValue(f)
		}
		w.raw(";")
	}
	w.raw(monitorInstance)
	for _, f := range r.State {
		w.raw(fmt.Sprintf(" __typeof__(%s) %s;", w.mangled(f.Name), w.mangled(f.Name)))
	}
	w.raw(fmt.Sprintf(monitorTable, storage))
	w.move("static void yogi_monitor_load(int i) { yogi_monitor_halted = yogi_monitor_table[i].halted;", "%[1]s = yogi_monitor_table[i].%[1]s;")
	w.move("static void yogi_monitor_store(int i) { yogi_monitor_table[i].halted = yogi_monitor_halted;", "yogi_monitor_table[i].%[1]s = %[1]s;")
	w.raw(monitorSteps)
	if !owner {
		return w.out.String()
	}
	var start, end []string
	for i, h := range r.Handlers {
		for _, p := range h.Patterns {
			if p.Function != programName {
				continue
			}
			name := fmt.Sprintf("yogi_program_%d_%s", i, p.Event)
			w.handlerBody(name, "void", h)
			step := fmt.Sprintf(" yogi_monitor_each(i) %s(); yogi_monitor_done(i)", name)
			if p.Event == Start {
				start = append(start, step)
			} else {
				end = append(end, step)
			}
		}
	}
	w.raw(fmt.Sprintf("void yogi_monitor_start(void) { yogi_monitor_begin();%s }\nvoid yogi_monitor_end(void) { yogi_monitor_begin();%s }\n",
		strings.Join(start, ""), strings.Join(end, "")))
	return w.out.String()
}

const monitorInstance = `
struct yogi_monitor_instance { unsigned long long object; int halted;`

const monitorTable = ` };
#define YOGI_MONITOR_OBJECTS 4096
%[1]sstruct yogi_monitor_instance yogi_monitor_table[YOGI_MONITOR_OBJECTS];
%[1]sint yogi_monitor_count, yogi_monitor_begun, yogi_monitor_halted;
`

const monitorSteps = `static void yogi_monitor_begin(void) { if (!yogi_monitor_begun) { yogi_monitor_begun = 1; yogi_monitor_store(0); yogi_monitor_count = 1; } }
#define yogi_monitor_each(i) for (int i = 0; i < yogi_monitor_count; i++) { yogi_monitor_load(i); if (!yogi_monitor_halted)
#define yogi_monitor_done(i) yogi_monitor_store(i); }
static int yogi_monitor_find(unsigned long long object)
{
  yogi_monitor_begin();
  for (int i = 1; i < yogi_monitor_count; i++)
    if (yogi_monitor_table[i].object == object)
      return i;
  if (yogi_monitor_count == YOGI_MONITOR_OBJECTS)
    return -1; /* objects beyond these are not watched */
  yogi_monitor_table[yogi_monitor_count] = yogi_monitor_table[0];
  yogi_monitor_table[yogi_monitor_count].object = object;
  return yogi_monitor_count++;
}
`

// MonitorEvents is the part of a compiled monitor for functions of one file: for each function f and event e that
// a handler acts at, yogi_event_f_e over the parameters of f, and its result behind them where it has returned one.
func (r *Rule) MonitorEvents(functions []Function) string {
	w := r.monitorWriter()
	for _, f := range functions {
		events := map[Event][]int{}
		for _, a := range f.Events {
			events[a.Event] = append(events[a.Event], a.Handler)
		}
		for _, e := range []Event{Call, Entry, Exit, Return} {
			if handlers := events[e]; len(handlers) > 0 {
				sort.Ints(handlers)
				w.event(f, e, handlers)
			}
		}
	}
	return w.out.String()
}

// Parameters are the parameters of a function's event: their declarations and their names.
func (f Function) Parameters(e Event) (declared, names string) {
	var ds, ns []string
	for i, t := range f.Params {
		ds = append(ds, fmt.Sprintf("__typeof__(%s) $%d", t, i+1))
		ns = append(ns, fmt.Sprintf("$%d", i+1))
	}
	if (e == Exit || e == Return) && f.Result != "void" {
		ds = append(ds, fmt.Sprintf("__typeof__(%s) $return", f.Result))
		ns = append(ns, "$return")
	}
	if len(ds) == 0 {
		return "void", ""
	}
	return strings.Join(ds, ", "), strings.Join(ns, ", ")
}

func (w *weaver) event(f Function, e Event, handlers []int) {
	declared, names := f.Parameters(e)
	for _, i := range handlers {
		w.handlerBody(fmt.Sprintf("yogi_handler_%d_%s_%s", i, f.Name, e), declared, w.rule.Handlers[i])
	}
	w.raw(fmt.Sprintf("void yogi_event_%s_%s(%s)\n{\n  yogi_monitor_begin();\n", f.Name, e, declared))
	for _, i := range handlers {
		call := fmt.Sprintf("yogi_handler_%d_%s_%s(%s);", i, f.Name, e, names)
		if watch := w.rule.Handlers[i].Watch; watch != nil {
			w.raw(fmt.Sprintf("  { int i = yogi_monitor_find((unsigned long long)(%s)); if (i > 0) { yogi_monitor_load(i); if (!yogi_monitor_halted) %s yogi_monitor_store(i); } }\n", watch.text, call))
		} else {
			w.raw(fmt.Sprintf("  yogi_monitor_each(i) %s yogi_monitor_done(i)\n", call))
		}
	}
	w.raw("}\n")
}

// handlerBody writes a handler as a function of C: abort and halt leave it.
func (w *weaver) handlerBody(name, parameters string, h *Handler) {
	w.raw(fmt.Sprintf("static void %s(%s)\n{\n  ", name, parameters))
	if h.Guard != nil {
		w.raw("if (")
		w.flat(h.Guard)
		w.raw(") ")
	}
	w.flatStmt(h.Body)
	w.raw("\n}\n")
}

func (r *Rule) monitorWriter() *weaver {
	w := &weaver{rule: r, own: map[string]bool{}}
	w.declareNames()
	return w
}

// defines are the rule's definitions, for names that the program has none for.
func (w *weaver) defines() string {
	var out strings.Builder
	for _, d := range w.rule.Defines {
		fmt.Fprintf(&out, "#ifndef %s\n#define %s", d.Name, d.Name)
		for _, t := range d.Value {
			out.WriteString(" " + t.text)
		}
		out.WriteString("\n#endif\n")
	}
	return out.String()
}

// flat writes tokens without their positions.
func (w *weaver) flat(list []token) {
	for i := range list {
		w.raw(w.spelling(list, i) + " ")
	}
}

func (w *weaver) flatValue(f *Field) {
	w.raw(" = ")
	if f.Init == nil {
		w.raw("0")
	}
	w.flat(f.Init)
}

func (w *weaver) move(head, each string) {
	w.raw(head)
	for _, f := range w.rule.State {
		w.raw(fmt.Sprintf(" "+each, w.mangled(f.Name)))
	}
	w.raw(" }\n")
}

func (w *weaver) flatStmt(s Stmt) {
	switch s := s.(type) {
	case *Block:
		w.raw("{ ")
		for _, inner := range s.Stmts {
			w.flatStmt(inner)
		}
		w.raw("} ")
	case *If:
		w.raw("if (")
		if s.Cond == nil {
			w.raw("0 /* any choice */")
		} else {
			w.flat(s.Cond)
		}
		w.raw(") { ")
		w.flatStmt(s.Then)
		w.raw("} ")
		if s.Else != nil {
			w.raw("else { ")
			w.flatStmt(s.Else)
			w.raw("} ")
		}
	case *Assign:
		w.raw(w.mangled(s.Field.text) + " " + s.Op + " ")
		w.flat(s.Value)
		w.raw("; ")
	case *Abort:
		w.raw(fmt.Sprintf("{ yogi_monitor_abort(%q); return; } ", s.Message))
	case *Halt:
		w.raw("{ yogi_monitor_halted = 1; return; } ")
	case *Reset:
		for _, f := range w.rule.State {
			w.raw(w.mangled(f.Name))
			w.flatValue(f)
			w.raw("; ")
		}
	}
}
