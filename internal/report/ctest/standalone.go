package ctest

import (
	"fmt"
	"slices"
	"strings"
)

// This file is about a program that runs as it is, under the eyes of a rule: no test, no driver.

// Monitored is a program with a rule's monitor in it, to be compiled with gcc and run as the program is.
type Monitored struct {
	Programs []string // the edited copies, in the order of the program's files
	Wrapped  []string // functions without a body that the linker leads to wrappers: -Wl,--wrap=NAME
	// Unseen are events that the monitor does not see, in words.
	Unseen []string
}

// Monitor puts a rule's monitor into a program. A function without a body gets a wrapper by the
// linker's --wrap; one with a body is renamed where it is defined, and the wrapper takes its name.
// What the monitor needs besides is MonitorRuntime.
func Monitor(units []Unit, rule *Rule) Monitored {
	p := &world{Setting: Setting{Units: units, Rule: rule}}
	m := Monitored{Unseen: slices.Clone(rule.Limits)}
	texts := make([]*unitText, len(units))
	ends := make([]strings.Builder, len(units))
	for i, u := range units {
		texts[i] = &unitText{tokens: scan(u.Text), lines: newLineTable(u.File, u.Text)}
		ends[i].WriteString(withTag(rule.Units[i]))
	}
	for _, o := range rule.Observed {
		switch {
		case o.Variadic && !o.isWord():
			m.Unseen = append(m.Unseen, fmt.Sprintf("the rule acts at %s, which takes a variable number of arguments and returns %s", o.Name, o.Result))
		case !o.HasBody:
			m.Wrapped = append(m.Wrapped, o.Name)
			ends[o.Unit].WriteString(o.linkedWrapper())
		default:
			unit, head := p.editing().renameBody(texts, o)
			if head == "" {
				m.Unseen = append(m.Unseen, fmt.Sprintf("the rule acts at %s, whose definition is in no file of the program", o.Name))
				continue
			}
			names := strings.Join(o.Params, ", ")
			ends[unit].WriteString(o.around(head, o.call(bodyPrefix+o.Name, names), names))
		}
	}
	for i, u := range units {
		text := applyEdits(u.Text, texts[i].edits)
		m.Programs = append(m.Programs, fmt.Sprintf("#line 1 %q\n%s\n#line 1 \"monitor of the rule\"\n%s", u.File, text, ends[i].String()))
	}
	for _, name := range endFunctions[1:] {
		if !slices.Contains(m.Wrapped, name) {
			m.Wrapped = append(m.Wrapped, name)
		}
	}
	return m
}

// linkedWrapper is the wrapper of a function without a body. The function itself may be missing: it
// is called only where the program calls it. The words of a variable argument list are passed on as
// they are.
func (o Observed) linkedWrapper() string {
	name, real := "__wrap_"+o.Name, "__real_"+o.Name
	declared := o.parameters()
	before := fmt.Sprintf("extern __typeof__(%s) %s(%s) __attribute__((weak));\n", o.Result, real, declared)
	call := o.call(real, o.Names)
	if slices.Contains(endFunctions, o.Name) && o.Name != "exit" {
		call = "yogi_monitor_finish(), " + call
		before += "void yogi_monitor_finish(void);\n"
	}
	return before + o.around("__typeof__("+o.Result+") "+name+"("+declared+")", call, o.Names)
}

// call is a call of the function itself by its other name.
func (o Observed) call(real, names string) string {
	if !o.Variadic {
		return real + "(" + names + ")"
	}
	call := fmt.Sprintf("__builtin_apply((void (*)())%s, __builtin_apply_args(), 128)", real)
	if o.Result != "void" {
		call = "*(__typeof__(" + o.Result + ") *)" + call
	}
	return call
}

// isWord says that the result, if there is one, is in the register that words are returned in.
func (o Observed) isWord() bool {
	switch strings.TrimSpace(o.Result) {
	case "float", "double", "long double":
		return false
	}
	return !strings.HasPrefix(o.Result, "struct ") && !strings.HasPrefix(o.Result, "union ") || strings.HasSuffix(o.Result, "*")
}

// MonitorRuntime is a file of C that a monitored program is linked with: it begins and ends the
// monitor with the program, and tells of violations. It makes no call that a rule might act at.
func MonitorRuntime(rule string, wrapped []string, observed []Observed) string {
	var b strings.Builder
	fmt.Fprintf(&b, monitorRuntime, rule)
	for _, name := range endFunctions[1:] {
		if slices.ContainsFunc(observed, func(o Observed) bool { return o.Name == name }) || !slices.Contains(wrapped, name) {
			continue
		}
		fmt.Fprintf(&b, "extern void __real_%[1]s(int) __attribute__((noreturn));\nvoid __wrap_%[1]s(int status) { yogi_monitor_finish(); __real_%[1]s(status); }\n", name)
	}
	return b.String()
}

const monitorRuntime = `/* The part of a rule's monitor that is the same for all programs.
 *
 * A violation is told on the standard error, and ends the program with SIGABRT. A program that defines
 * yogi_rule_violated decides what happens itself; if it returns, the program goes on. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char yogi_rule[] = "%s";
static const char *yogi_event = "?";
static volatile char yogi_lock;          /* one event at a time */
static __thread int yogi_inside;         /* a signal's handler may come in the middle of an event */
static int yogi_finished, yogi_lost;

void yogi_monitor_start(void), yogi_monitor_end(void);

static void yogi_say(const char *text) { syscall(SYS_write, 2, text, strlen(text)); }

__attribute__((weak)) void yogi_rule_violated(const char *rule, const char *event, const char *message)
{
  const char *parts[] = { rule, ": ", event, ": ", *message ? message : "the rule is violated", "\n" };
  for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
    yogi_say(parts[i]);
  syscall(SYS_kill, syscall(SYS_getpid), SIGABRT);
  syscall(SYS_exit_group, 134);
}

void yogi_monitor_abort(const char *message) { yogi_rule_violated(yogi_rule, yogi_event, message); }

static void yogi_lose(const char *why)
{
  if (!yogi_lost) {
    yogi_say(yogi_rule);
    yogi_say(why);
  }
  yogi_lost = 1;
}

void yogi_monitor_full(void) { yogi_lose(": the monitor has no room for more objects: violations may be missed\n"); }

void yogi_monitor_enter(const char *event)
{
  if (yogi_inside++)
    yogi_lose(": a signal came within an event: violations may be missed\n");
  else
    while (__atomic_test_and_set(&yogi_lock, __ATOMIC_ACQUIRE))
      ;
  yogi_event = event;
}

void yogi_monitor_leave(void)
{
  if (--yogi_inside == 0)
    __atomic_clear(&yogi_lock, __ATOMIC_RELEASE);
}

void yogi_monitor_finish(void)
{
  if (!__atomic_exchange_n(&yogi_finished, 1, __ATOMIC_ACQ_REL))
    yogi_monitor_end();
}

__attribute__((constructor)) static void yogi_monitor_begins(void)
{
  yogi_monitor_start();
  atexit(yogi_monitor_finish); /* the first registered is the last to run */
}

`
