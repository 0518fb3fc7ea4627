package preprocess

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"yogi/internal/source"
)

// This file keeps what a file comes to before the rule behind it is read, in a folder for other processes of one run of
// the checker, or else in memory: the cells of a matrix read a program once for each rule, one check reads it to choose
// the headers and again for the program, and of a kernel's headers expanding macros takes most of the reading.
//
// What is kept is found by all that was asked (file, flags, target, texts that are given) and is right as long as
// each question to the file system on the way has the answer that it had: that a file is there with these bytes, or
// is not there, and how a folder's files are called. All of these are asked again. The folder is one that the run has
// made for itself, and no other place: what stands there is believed, as one process believes itself.

// answer is what the file system said to a question.
type answer struct {
	found bool
	sum   [sha256.Size]byte // of the bytes of a file, or of the names in a folder
}

// question is one to the file system: for the bytes of a file, whether there is such a name, or for a folder's names.
type question struct {
	kind byte // 'f', 's' or 'd'
	path string
}

// questions are those that were asked so far, with what was said first; nil: nobody takes note.
type questions struct {
	said     map[question]answer
	asked    []question // in their order
	isBroken bool       // one had two answers
}

func (q *questions) note(kind byte, path string, said answer) {
	if q == nil {
		return
	}
	of := question{kind, path}
	before, known := q.said[of]
	if !known {
		q.said[of] = said
		q.asked = append(q.asked, of)
	}
	q.isBroken = q.isBroken || known && before != said
}

// ask asks the file system.
func (q question) ask() answer {
	switch q.kind {
	case 'f':
		if data, err := readFile(q.path); err == nil {
			return answer{true, sha256.Sum256(data)}
		}
	case 's':
		_, err := os.Stat(q.path)
		return answer{found: err == nil}
	case 'd':
		return answer{true, namesSum(namesIn(q.path))}
	}
	return answer{}
}

// namesIn are the names of the files in a folder; of one that cannot be read there are none.
func namesIn(folder string) []string {
	entries, _ := os.ReadDir(folder)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

func namesSum(names []string) [sha256.Size]byte {
	return sha256.Sum256([]byte(strings.Join(names, "\x00")))
}

// keptName is what this file comes to is kept under; "": it is not.
func (p *preprocessor) keptName() string {
	o := p.options
	if o.Scans == nil || o.Opened != nil || o.Scans.folder != "" && o.Decided != nil {
		return ""
	}
	if o.Scans.folder == "" && !o.Again && (o.Decided != nil || o.Scans.isEmpty()) { // nothing is kept, or was
		return ""
	}
	folder, err := os.Getwd()
	if err != nil {
		return ""
	}
	program, err := os.Executable()
	if err != nil {
		return ""
	}
	about, err := os.Stat(program)
	if err != nil {
		return ""
	}
	given := map[string][sha256.Size]byte{}
	for path, text := range o.Overlay {
		given[path] = sha256.Sum256(text)
	}
	if _, isGiven := given[p.file]; !isGiven { // the same as if its text were given
		text, _, err := o.readText(p.file)
		if err != nil {
			return ""
		}
		given[p.file] = sha256.Sum256(text)
	}
	// Strings are written with all their bytes, and maps in the order of their keys.
	key := fmt.Sprintf("%q %d %d %q %q %#v %#v %#v %#v %q", program, about.Size(), about.ModTime().UnixNano(), folder, p.file,
		*o.Target, o.Reading, p.search, given, o.Prelude)
	return fmt.Sprintf("%x", sha256.Sum256([]byte(key)))
}

// keep writes down where the preprocessor is, which has read its file and nothing behind it. What cannot be written is
// not kept; of what has diagnostics, or is unusual, nothing is.
func (p *preprocessor) keep(name string, lastLine int) {
	asked, o := p.asked, p.options
	p.asked = nil
	if name == "" || o.Scans.folder == "" && !o.Again || asked == nil || asked.isBroken || len(p.diagnostics) > 0 || len(p.pending)+len(p.frames) > 0 {
		return
	}
	for _, stack := range p.saved {
		if len(stack) > 0 {
			return
		}
	}
	w := &keptWriter{numbers: map[string]uint64{}}
	w.number(uint64(len(asked.asked)))
	for _, q := range asked.asked {
		said := asked.said[q]
		w.number(uint64(q.kind))
		w.text(q.path)
		w.flag(said.found)
		w.text(string(said.sum[:]))
	}
	w.number(uint64(lastLine))
	w.number(uint64(p.counter))
	w.number(uint64(p.work))
	w.number(uint64(p.expanded))
	w.flag(p.targeted)
	w.flag(p.lessened)
	w.number(uint64(len(p.once)))
	for path := range p.once {
		w.text(path)
		w.flag(p.once[path])
	}
	w.number(uint64(len(p.typed)))
	for path, name := range p.typed {
		w.text(path)
		w.text(name)
	}
	bodies := 0
	for _, m := range p.macros {
		if m.builtin != nil || slices.ContainsFunc(m.body, func(t Token) bool { return t.hide != nil }) {
			return
		}
		bodies += len(m.body)
	}
	w.number(uint64(bodies))
	w.number(uint64(len(p.macros)))
	for _, m := range slices.SortedFunc(maps.Values(p.macros), func(x, y *macro) int { return cmp.Compare(x.name, y.name) }) {
		w.text(m.name)
		w.flag(m.isFunction)
		w.flag(m.variadic)
		w.number(uint64(len(m.params)))
		for _, param := range m.params {
			w.text(param)
		}
		w.tokens(m.body)
	}
	w.tokens(p.out)
	o.Scans.keep(name, w.whole())
}

// restore is the preprocessor where keep wrote it down, if all questions have the answers that they had. The number is
// that of the file's last line.
func (p *preprocessor) restore(name string) (lastLine int, ok bool) {
	if name == "" || p.options.Again || p.options.Decided != nil { // what is kept does not say how conditions came out
		return 0, false
	}
	r, err := openKept(p.options.Scans.kept(name))
	if err != nil {
		return 0, false
	}
	for range r.number() {
		q := question{kind: byte(r.number()), path: r.text()}
		said := answer{found: r.flag()}
		copy(said.sum[:], r.text())
		if r.isBroken {
			return 0, false
		}
		if q.ask() != said {
			return 0, false
		}
		p.options.Scans.record(q.kind, q.path, said)
	}
	lastLine = int(r.number())
	u := *p.unit
	u.counter, u.work, u.expanded = int(r.number()), int(r.number()), int(r.number())
	u.targeted, u.lessened = r.flag(), r.flag()
	u.once = map[string]bool{}
	for range r.count() {
		path := r.text()
		u.once[path] = r.flag()
	}
	u.typed = map[string]string{}
	for range r.count() {
		path := r.text()
		u.typed[path] = r.text()
	}
	bodies := make([]Token, 0, r.count())
	n := r.count()
	u.macros = make(map[string]*macro, n)
	all := make([]macro, n)
	for i := range all {
		m := &all[i]
		m.name, m.isFunction, m.variadic = r.text(), r.flag(), r.flag()
		for range r.count() {
			m.params = append(m.params, r.text())
		}
		begin := len(bodies)
		bodies = r.tokens(bodies)
		m.body = bodies[begin:len(bodies):len(bodies)]
		u.macros[m.name] = m
	}
	out := r.tokens(nil)
	if r.isBroken || len(r.rest) > 0 {
		return 0, false
	}
	u.asked = nil
	*p.unit, p.out = u, out
	return lastLine, true
}

// keptWriter writes numbers, and texts by their numbers.
type keptWriter struct {
	body    []byte
	numbers map[string]uint64
	texts   []string
}

func (w *keptWriter) number(n uint64) { w.body = binary.AppendUvarint(w.body, n) }

func (w *keptWriter) flag(is bool) {
	n := byte(0)
	if is {
		n = 1
	}
	w.body = append(w.body, n)
}

func (w *keptWriter) text(s string) {
	n, known := w.numbers[s]
	if !known {
		n = uint64(len(w.texts))
		w.numbers[s] = n
		w.texts = append(w.texts, s)
	}
	w.number(n)
}

// What else there is in the byte of a token's kind.
const (
	keptSpace    = 1 << 4
	keptFirst    = 1 << 5
	keptSameFile = 1 << 6
)

// tokens leaves out which macros a token must not be expanded by: it has been read.
func (w *keptWriter) tokens(tokens []Token) {
	w.number(uint64(len(tokens)))
	at := source.Pos{}
	for i := range tokens {
		t := &tokens[i]
		bits := byte(t.Kind)
		if t.Space {
			bits |= keptSpace
		}
		if t.first {
			bits |= keptFirst
		}
		if t.Pos.File == at.File {
			bits |= keptSameFile
		}
		w.body = append(w.body, bits)
		if bits&keptSameFile == 0 {
			w.text(t.Pos.File)
		}
		w.text(t.Text)
		w.body = binary.AppendVarint(w.body, int64(t.Pos.Line-at.Line))
		w.body = binary.AppendVarint(w.body, int64(t.Pos.Column))
		at = t.Pos
	}
}

// whole is all that was written, behind its sum.
func (w *keptWriter) whole() []byte {
	head := binary.AppendUvarint(nil, uint64(len(w.texts)))
	size := 0
	for _, text := range w.texts {
		head = binary.AppendUvarint(head, uint64(len(text)))
		size += len(text)
	}
	all := make([]byte, sha256.Size, sha256.Size+len(head)+size+len(w.body))
	all = append(all, head...)
	for _, text := range w.texts {
		all = append(all, text...)
	}
	all = append(all, w.body...)
	sum := sha256.Sum256(all[sha256.Size:])
	copy(all, sum[:])
	return all
}

// keptReader reads what keptWriter wrote. Of what is no such text, isBroken is set and all else is empty.
type keptReader struct {
	rest     []byte
	texts    []string
	isBroken bool
}

func openKept(all []byte) (*keptReader, error) {
	if len(all) < sha256.Size || sha256.Sum256(all[sha256.Size:]) != [sha256.Size]byte(all[:sha256.Size]) {
		return nil, errors.New("damaged")
	}
	r := &keptReader{rest: all[sha256.Size:]}
	lengths := make([]int, r.count())
	size := 0
	for i := range lengths {
		lengths[i] = r.count()
		size += lengths[i]
	}
	if r.isBroken || size > len(r.rest) {
		return nil, errors.New("broken")
	}
	blob := string(r.rest[:size])
	r.rest = r.rest[size:]
	r.texts = make([]string, len(lengths))
	for i, n := range lengths {
		r.texts[i], blob = blob[:n], blob[n:]
	}
	return r, nil
}

func (r *keptReader) fail() {
	r.isBroken, r.rest = true, nil
}

// skip goes on behind a number of so many bytes; of no number they are none, or fewer.
func (r *keptReader) skip(size int) {
	if size <= 0 {
		r.fail()
		return
	}
	r.rest = r.rest[size:]
}

func (r *keptReader) number() uint64 {
	n, size := binary.Uvarint(r.rest)
	r.skip(size)
	return n
}

func (r *keptReader) signed() int {
	n, size := binary.Varint(r.rest)
	r.skip(size)
	return int(n)
}

// count is a number of things that follow, each of a byte at least.
func (r *keptReader) count() int {
	n := r.number()
	if n > uint64(len(r.rest)) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *keptReader) flag() bool {
	if len(r.rest) == 0 {
		r.fail()
		return false
	}
	is := r.rest[0] != 0
	r.rest = r.rest[1:]
	return is
}

func (r *keptReader) text() string {
	n := r.number()
	if n >= uint64(len(r.texts)) {
		r.fail()
		return ""
	}
	return r.texts[n]
}

// tokens appends the tokens that follow.
func (r *keptReader) tokens(to []Token) []Token {
	n := r.count()
	to = slices.Grow(to, n+1)
	at := source.Pos{}
	for range n {
		if len(r.rest) == 0 {
			r.fail()
			return to
		}
		bits := r.rest[0]
		r.rest = r.rest[1:]
		if bits&keptSameFile == 0 {
			at.File = r.text()
		}
		t := Token{Kind: Kind(bits & 0xf), Space: bits&keptSpace != 0, first: bits&keptFirst != 0, Text: r.text()}
		at.Line += r.signed()
		at.Column = r.signed()
		t.Pos = at
		to = append(to, t)
	}
	return to
}
