package ctest

import (
	"context"
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"yogi/internal/source"
	"yogi/internal/verdict"
)

// This file is about where a compiled run fails. A run that violates the property of the test at another place than
// the test does shows a failure, and not that of the test: the driver tells the addresses of the calls that led there,
// and the lines of these are compared with the statement that the test ends in. Lines of a statement are one place, as
// compilers differ in which of them an operation has.

// ending is where a test ends in the text of the program.
type ending struct {
	statement
	// caller is the program's call of the model that the statement is in: a compiler may make other operations of the
	// call, as of strncat of a literal.
	caller     statement
	isNull     bool // it is an access or a call through a null pointer
	isObject   bool // it is an access through a pointer to an object, which has another address
	isEnded    bool // it is an access to an object whose life is over
	isReturned bool // a function has returned the address of a local before
}

// statement is where a statement is in the text of the program.
type statement struct {
	file        string // as the compiler names it, without folders; "": it is not known
	first, last int    // the lines
}

// findEnding is the place of the end of a test; where that lies in what the front end made, of the call that led there.
func (p *world) findEnding(test *verdict.Test) ending {
	called := p.statementAt(test.Called)
	if at := p.statementAt(test.Pos); at.file == "" {
		return ending{statement: called}
	} else if isModel(test.Pos.File) {
		return ending{statement: at, caller: called}
	} else {
		return ending{statement: at}
	}
}

// statementAt is the statement at a position of the program, or of a file that it includes.
func (p *world) statementAt(pos source.Pos) statement {
	for i, u := range p.Units {
		lines := newLineTable(u.File, u.Text)
		if !lines.has(pos) {
			continue
		}
		at := statementLines(pos, u.Text, lines)
		if at.file = filepath.Base(pos.File); pos.File == u.File {
			at.file = p.names.program(i)
		}
		return at
	}
	path := pos.File
	if p.TextOf != nil {
		path = p.TextOf(path)
	}
	if header, err := os.ReadFile(path); err == nil && pos.IsValid() {
		at := statementLines(pos, string(header), newLineTable(pos.File, string(header)))
		at.file = filepath.Base(pos.File)
		return at
	}
	return statement{}
}

// isNearObject says that the words of a failure are about an access near an object. Of one that is far from it the
// machine may know no address, and tells 0.
func isNearObject(what string) bool {
	_, behind, ok := strings.Cut(what, " at offset ")
	number, _, _ := strings.Cut(behind, " ")
	offset, err := strconv.ParseInt(number, 10, 64)
	return ok && err == nil && -1<<30 < offset && offset < 1<<30
}

// statementLines are the lines of the statement or full expression at a position of a text; its line alone where
// that is not found.
func statementLines(pos source.Pos, text string, lines *lineTable) statement {
	end := statement{first: pos.Line, last: pos.Line}
	at, err := lines.find(pos)
	if err != nil {
		return end
	}
	tokens := scan(text)
	i := tokenAt(tokens, at)
	if i < 0 {
		return end
	}
	lineOf := func(token int) int {
		return pos.Line + strings.Count(text[:tokens[token].offset], "\n") - strings.Count(text[:at], "\n")
	}
	end.first, end.last = lineOf(statementStart(tokens, i)), lineOf(statementEnd(tokens, i))
	return end
}

// statementEnd is the last token of the statement or full expression that token i is in.
func statementEnd(tokens []token, i int) int {
	depth := 0
	for j := i; j < len(tokens); j++ {
		switch tokens[j].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth == 0 && tokens[j].text == ")" && isCondition(tokens, j) {
				return j // what it controls is another statement
			}
			if depth == 0 && (j+1 >= len(tokens) || tokens[j].text == "}" || tokens[j+1].text == "{") {
				return j
			}
			depth = max(depth-1, 0)
		case ";":
			if depth == 0 {
				return j
			}
		}
	}
	return len(tokens) - 1
}

// isCondition says that the parenthesis at an index closes the condition of a statement.
func isCondition(tokens []token, closed int) bool {
	open := opening(tokens, closed)
	return open > 0 && isControl(tokens[open-1].text)
}

// has says that a place of the compiled program is one of the ending.
func (e ending) has(pos source.Pos) bool { return e.statement.has(pos) || e.caller.has(pos) }

// has says that a place of the compiled program is one of the statement.
func (s statement) has(pos source.Pos) bool {
	return s.file == filepath.Base(pos.File) && s.first <= pos.Line && pos.Line <= s.last
}

// isPlaced says that a run that violates the property of the test tells where.
func (p *world) isPlaced() bool { return p.Rule == nil && len(monitors[p.Property].compile) > 0 }

// writeEnding tells the handlers where the test ends.
func (p driverText) writeEnding(out *strings.Builder) {
	if p.isPlaced() {
		models := 0
		for _, u := range p.Units {
			if isModel(u.File) {
				models++
			}
		}
		fmt.Fprintf(out, "/* Where the test ends, and how many of the program's files are models of functions of the library. */\n"+
			"#define YOGI_END_FILE %q\n#define YOGI_END_FIRST %d\n#define YOGI_END_LAST %d\n#define YOGI_MODELS %d\n"+
			"/* Whether it ends at a null pointer, at one to an object, or at one to an object whose life is over. */\n"+
			"#define YOGI_END_NULL %d\n#define YOGI_END_OBJECT %d\n#define YOGI_END_ENDED %d\n"+
			"/* Whether a function of the run returns the address of a local. */\n#define YOGI_END_RETURNED %d\n",
			p.end.file, p.end.first, p.end.last, models, numberOf(p.end.isNull), numberOf(p.end.isObject), numberOf(p.end.isEnded),
			numberOf(p.end.isReturned))
		out.WriteString(placeHandlers)
	}
}

// numberOf is a truth value in C.
func numberOf(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// isModel says that a file is a model of a function of the library, of which nobody but its callers is to be told.
func isModel(file string) bool { return strings.HasPrefix(file, "<") }

// placeHandlers are the functions by which the handlers of violations tell where the program is.
const placeHandlers = `
/* Where the program is when something goes wrong: the addresses of its calls, from the innermost. */
#if YOGI_NONCE
extern const char __executable_start[], __etext[];
extern int _Unwind_Backtrace(int (*)(void *, void *), void *);
extern unsigned long _Unwind_GetIPInfo(void *, int *), _Unwind_GetCFA(void *);
static int yogi_tell_address(unsigned long at)
{
  char text[2 * sizeof at + 2], *digits = text + sizeof text;
  if (at < (unsigned long)__executable_start || at >= (unsigned long)__etext) return 0;
  at -= (unsigned long)__executable_start;
  *--digits = 0;
  *--digits = '\n';
  do *--digits = "0123456789abcdef"[at & 15]; while (at >>= 4);
  yogi_say("yogi: at (" YOGI_TEXT(YOGI_NONCE) ") ");
  yogi_say(digits);
  return 1;
}
static int yogi_tell_frame(void *frame, void *told)
{
  int isExact = 0;
  unsigned long at = _Unwind_GetIPInfo(frame, &isExact);
  if (at < 4096 && isExact) { /* a call through a null pointer, of which the stack has the place behind it on top */
    at = *(unsigned long *)_Unwind_GetCFA(frame);
    isExact = 0;
  }
  *(int *)told += yogi_tell_address(isExact ? at : at - 1);
  return *(int *)told < 16 ? 0 : 5; /* go on, or end */
}
__attribute__((unused)) static void yogi_tell_calls(void) { int told = 0; _Unwind_Backtrace(yogi_tell_frame, &told); }
#else
#define yogi_tell_address(at) ((void)(at), 1)
#define yogi_tell_calls() (void)0
#endif

/* The operation before an address goes wrong. If that is in a file of the program, and it has no models, the calls of
   it tell nothing more. */
__attribute__((unused)) static void yogi_fails_before(void *at)
{
  if (!at || !yogi_tell_address((unsigned long)at - 1) || YOGI_MODELS) yogi_tell_calls();
  yogi_reached_error();
}

/* Whether the test ends at a place of the program. */
struct yogi_place { const char *file; unsigned line, column; };
__attribute__((unused)) static int yogi_is_end(const struct yogi_place *place)
{
  const char *name = place->file, *end = YOGI_END_FILE;
  unsigned i;
  for (i = 0; place->file[i]; i++)
    if (place->file[i] == '/') name = place->file + i + 1;
  while (*end && *name == *end) name++, end++;
  return !*YOGI_END_FILE || (*name == *end && YOGI_END_FIRST <= place->line && place->line <= YOGI_END_LAST);
}

`

// placeMark stands in the output of the driver before the address of a call that led to the error.
func (n nonce) placeMark() string { return fmt.Sprintf("yogi: at (%du) ", n) }

// addresses are those that the driver told, from the innermost call, relative to the start of the program.
func (n nonce) addresses(said string) []uint64 {
	var out []uint64
	for line := range strings.Lines(said) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), n.placeMark()); ok {
			if at, err := strconv.ParseUint(text, 16, 64); err == nil {
				out = append(out, at)
			}
		}
	}
	return out
}

// placed is the outcome of a run that reached an error of the test's property: it is the test's if it is at the end of
// the test. The program is linked once more, with what the test was linked without: the lines of its code.
func (p *Plan) placed(ctx context.Context, scratch string, reached Outcome, said string, nonce nonce) (Outcome, error) {
	if !p.isPlaced() || reached.Ending != Reached {
		return reached, nil
	}
	reached.Unplaced = true
	addresses := nonce.addresses(said)
	if len(addresses) == 0 || p.end.file == "" {
		return reached, nil
	}
	withLines := filepath.Join(scratch, "lines")
	flags := slices.DeleteFunc(nonce.flags(), func(flag string) bool { return flag == dropNames })
	// The object files are those of the test, which is linked without names: their commands do not say so.
	link := p.linkCommand(scratch, withLines, flags, p.compilations(scratch, nonce.flags(), byWords))
	if _, err := p.build(ctx, scratch, [][]string{link}); err != nil {
		return reached, ctx.Err()
	}
	calls := linesOf(withLines, p.names.driver(), addresses)
	if len(calls) == 0 {
		return reached, nil
	}
	reached.Unplaced = false
	var at source.Pos
	for _, at = range calls {
		if p.end.has(at) {
			return reached, nil
		}
		if unit := p.programUnit(at); unit >= 0 {
			at.File = p.Units[unit].File
		}
		if !isModel(at.File) {
			break
		}
	}
	return Outcome{Ending: Missed, Detail: "it fails at " + at.String(), At: at, Guarded: reached.Guarded}, nil
}

// programUnit is the number of the file of the program that a place of the compiled program is in; -1: it is another's.
func (p *world) programUnit(at source.Pos) int {
	for i := range p.Units {
		if filepath.Base(at.File) == p.names.program(i) {
			return i
		}
	}
	return -1
}

// linesOf are the places of addresses relative to the start of a program, of those that have lines in it and are not
// the driver's.
func linesOf(program, driver string, addresses []uint64) []source.Pos {
	file, err := elf.Open(program)
	if err != nil {
		return nil
	}
	defer file.Close()
	data, err := file.DWARF()
	if err != nil {
		return nil
	}
	start := uint64(0)
	for _, part := range file.Progs {
		if part.Type == elf.PT_LOAD {
			start = part.Vaddr
			break
		}
	}
	var out []source.Pos
	for _, at := range addresses {
		if pos, ok := lineOf(data, start+at); ok && filepath.Base(pos.File) != driver {
			out = append(out, pos)
		}
	}
	return out
}

// lineOf is the line of the code at an address.
func lineOf(data *dwarf.Data, at uint64) (source.Pos, bool) {
	unit, err := data.Reader().SeekPC(at)
	if err != nil {
		return source.Pos{}, false
	}
	lines, err := data.LineReader(unit)
	if err != nil || lines == nil {
		return source.Pos{}, false
	}
	var entry dwarf.LineEntry
	if err := lines.SeekPC(at, &entry); err != nil || entry.File == nil || entry.Line == 0 {
		return source.Pos{}, false
	}
	return source.Pos{File: entry.File.Name, Line: entry.Line}, true
}
