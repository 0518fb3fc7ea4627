package slic

import (
	"fmt"
	"slices"
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

// Ownership says whether a file defines the state of a monitor or another one does.
type Ownership int

const (
	Owned Ownership = iota + 1
	Shared
)

// MonitorHead is the first part of a compiled monitor in a file, of which one of the program owns it.
// It is the rule's state, and a table of instances of it. There are instances for each object that
// an event named, and one for an object of which no event has been seen: a new object begins as its
// copy, so every instance has seen what an instance chosen before the run sees. Where the rule
// chooses with if (*), an instance goes on as two, so a violation is noticed that any of the
// choices leads to.
//
// The monitor calls what its environment defines:
//
//	yogi_monitor_abort(message)    a violation
//	yogi_monitor_enter(event)      before the handlers of an event; yogi_monitor_leave() behind them
//	yogi_monitor_full()            there are more instances than the table takes: violations may be missed
//
// and defines yogi_monitor_start() and yogi_monitor_end(), to be called before and after the program.
func (r *Rule) MonitorHead(of Ownership) string {
	w := r.monitorWriter()
	w.raw("void yogi_monitor_abort(const char *), yogi_monitor_enter(const char *), yogi_monitor_leave(void), yogi_monitor_full(void);\n" + w.defines())
	storage := ""
	if of == Shared {
		storage = "extern "
	}
	for _, f := range r.State {
		w.raw("\n" + storage)
		w.flat(f.Type)
		w.raw(w.mangled(f.Name))
		if of == Owned {
			w.flatValue(f)
		}
		w.raw(";")
	}
	w.raw(monitorInstance)
	for _, f := range r.State {
		w.raw(fmt.Sprintf(" __typeof__(%s) %s;", w.mangled(f.Name), w.mangled(f.Name)))
	}
	w.raw(fmt.Sprintf(monitorTable, storage))
	w.move("static void yogi_monitor_load(const struct yogi_monitor_instance *from) { yogi_monitor_halted = from->halted;", "%[1]s = from->%[1]s;", " }\n")
	w.move("static void yogi_monitor_store(struct yogi_monitor_instance *to) { to->halted = yogi_monitor_halted;", "to->%[1]s = %[1]s;", " }\n")
	w.move("static int yogi_monitor_same(const struct yogi_monitor_instance *a, const struct yogi_monitor_instance *b) { return a->seen == b->seen && a->object == b->object && a->halted == b->halted",
		"&& a->%[1]s == b->%[1]s", "; }\n")
	w.raw(monitorSteps)
	if of == Owned {
		w.programSteps()
	}
	return w.out.String()
}

// programSteps writes the handlers that the monitor runs before and after the program.
func (w *weaver) programSteps() {
	steps := map[Event]string{}
	for i, h := range w.rule.Handlers {
		for _, p := range h.Patterns {
			if p.Function == programName {
				name := fmt.Sprintf("yogi_program_%d_%s", i, p.Event)
				w.handlerBody(name, "void", h)
				steps[p.Event] += fmt.Sprintf("  yogi_monitor_each(yogi_i, 1) yogi_monitor_step(yogi_i, %s());\n", name)
			}
		}
	}
	for _, e := range []Event{Start, End} {
		w.raw(fmt.Sprintf("void yogi_monitor_%s(void)\n{\n  yogi_monitor_enter(\"program.%s\");\n  yogi_monitor_begin();\n%s  yogi_monitor_leave();\n}\n", e, e, steps[e]))
	}
}

const monitorInstance = `
struct yogi_monitor_instance { unsigned long long object; int seen, halted;`

const monitorTable = ` };
#define YOGI_MONITOR_INSTANCES 4096
#define YOGI_MONITOR_CHOICES 16
%[1]sstruct yogi_monitor_instance yogi_monitor_table[YOGI_MONITOR_INSTANCES];
%[1]sint yogi_monitor_count, yogi_monitor_halted;
%[1]schar yogi_monitor_chosen[YOGI_MONITOR_CHOICES];
%[1]sint yogi_monitor_choices, yogi_monitor_choice;
`

const monitorSteps = `static void yogi_monitor_begin(void) { if (yogi_monitor_count == 0) { yogi_monitor_store(&yogi_monitor_table[0]); yogi_monitor_count = 1; } }
static void yogi_monitor_add(struct yogi_monitor_instance new)
{
  for (int i = 0; i < yogi_monitor_count; i++)
    if (yogi_monitor_same(&yogi_monitor_table[i], &new))
      return;
  if (yogi_monitor_count == YOGI_MONITOR_INSTANCES)
    yogi_monitor_full();
  else
    yogi_monitor_table[yogi_monitor_count++] = new;
}
/* The instances of an object: at its first event they are copies of those of an object of which nothing has been seen. */
static void yogi_monitor_meet(unsigned long long object)
{
  int count = yogi_monitor_count;
  for (int i = 0; i < count; i++)
    if (yogi_monitor_table[i].seen && yogi_monitor_table[i].object == object)
      return;
  for (int i = 0; i < count; i++)
    if (!yogi_monitor_table[i].seen) {
      struct yogi_monitor_instance new = yogi_monitor_table[i];
      new.seen = 1;
      new.object = object;
      yogi_monitor_add(new);
    }
}
static int yogi_monitor_choose(void)
{
  if (yogi_monitor_choice == YOGI_MONITOR_CHOICES) {
    yogi_monitor_full();
    return 0;
  }
  if (yogi_monitor_choice == yogi_monitor_choices)
    yogi_monitor_chosen[yogi_monitor_choices++] = 0;
  return yogi_monitor_chosen[yogi_monitor_choice++];
}
/* Whether there is another way to choose, which becomes the next. */
static int yogi_monitor_another(void)
{
  while (yogi_monitor_choices > 0 && yogi_monitor_chosen[yogi_monitor_choices - 1])
    yogi_monitor_choices--;
  if (yogi_monitor_choices == 0)
    return 0;
  return yogi_monitor_chosen[yogi_monitor_choices - 1] = 1;
}
/* The instances that are there when the event happens and that it concerns. */
#define yogi_monitor_each(i, concerns) for (int i = 0, yogi_count = yogi_monitor_count; i < yogi_count; i++) if (!yogi_monitor_table[i].halted && (concerns))
/* A handler acts in instance i, once for each way to choose. */
#define yogi_monitor_step(i, act) do { \
    struct yogi_monitor_instance yogi_before = yogi_monitor_table[i], yogi_after = yogi_before; \
    int yogi_first = 1; \
    yogi_monitor_choices = 0; \
    do { \
      yogi_monitor_load(&yogi_before); \
      yogi_monitor_choice = 0; \
      act; \
      yogi_monitor_store(&yogi_after); \
      if (yogi_first) yogi_monitor_table[i] = yogi_after; else yogi_monitor_add(yogi_after); \
      yogi_first = 0; \
    } while (yogi_monitor_another()); \
  } while (0)
`

// MonitorEvents is the part of a compiled monitor for functions of one file: for each function f
// and event e that a handler acts at, yogi_event_f_e over the parameters of f, and its result
// behind them where it has returned one.
func (r *Rule) MonitorEvents(functions []Function) string {
	w := r.monitorWriter()
	for _, f := range functions {
		events := map[Event][]int{}
		for _, a := range f.Events {
			events[a.Event] = append(events[a.Event], a.Handler)
		}
		for _, e := range []Event{Call, Entry, Exit, Return} {
			if handlers := events[e]; len(handlers) > 0 {
				slices.Sort(handlers)
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
	w.raw(fmt.Sprintf("void yogi_event_%s_%s(%s)\n{\n  yogi_monitor_enter(\"%s.%s\");\n  yogi_monitor_begin();\n", f.Name, e, declared, f.Name, e))
	for _, i := range handlers {
		concerns := "1"
		if watch := w.rule.Handlers[i].Watch; watch != nil {
			object := "(unsigned long long)(" + watch.text + ")"
			w.raw("  yogi_monitor_meet(" + object + ");\n")
			concerns = "yogi_monitor_table[yogi_i].seen && yogi_monitor_table[yogi_i].object == " + object
		}
		w.raw(fmt.Sprintf("  yogi_monitor_each(yogi_i, %s) yogi_monitor_step(yogi_i, yogi_handler_%d_%s_%s(%s));\n", concerns, i, f.Name, e, names))
	}
	w.raw("  yogi_monitor_leave();\n}\n")
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
		for i := range d.Value {
			out.WriteString(" " + w.spelling(d.Value, i))
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

// move writes a function that does something with each field.
func (w *weaver) move(head, each, tail string) {
	w.raw(head)
	for _, f := range w.rule.State {
		w.raw(fmt.Sprintf(" "+each, w.mangled(f.Name)))
	}
	w.raw(tail)
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
			w.raw("yogi_monitor_choose()")
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
