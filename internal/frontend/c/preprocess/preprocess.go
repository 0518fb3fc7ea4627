package preprocess

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/frontend/c/target"
	"yogi/internal/source"
)

// The codes of the diagnostics.
const (
	CodeSyntax  source.Code = "preprocess"
	CodeInclude source.Code = "include"
	CodeLimit   source.Code = "limit"
)

// Limits against inputs that expand without end.
const (
	maxExpansion    = 4_000_000 // tokens that come from macros
	maxIncludeDepth = 200
	maxFileSize     = 32 << 20
)

// Options says what to read and how.
type Options struct {
	Target *target.Target // nil: the default
	Reading
	// Overlay gives the contents of files by path instead of the file system's.
	Overlay map[string][]byte
	// Scans has the texts that were cut into tokens before; nil: they are cut again.
	Scans *Scans
	// Opened is told of each file that is read, from the file system or the overlay; nil: nobody.
	Opened func(path string)
	// Again: what the file comes to is kept in Scans, to be taken where it is read again in this process.
	Again bool
	// Decided is told how each condition of #if and its like in the program's own files came out; nil: nobody is.
	Decided func(Decision)
	// Prelude is source text that comes before the file, after the predefined macros.
	Prelude string
	// Postlude is source text that comes behind the file, where its macros still hold.
	Postlude string
}

// Decision is how the condition of a directive came out.
type Decision struct {
	Pos    source.Pos
	Word   string // if, ifdef, ...
	IsTrue bool
}

// errStop ends preprocessing after a diagnostic that makes the rest meaningless.
var errStop = errors.New("stop")

type conditional struct {
	pos    source.Pos
	taken  bool // some branch was taken
	isElse bool
}

// frame is a file being read.
type frame struct {
	*scanned
	next    int    // index in pieces
	path    string // as opened
	written string // the name by which the build knows it
	dir     int    // index in the search list where it was found, -1 otherwise
	name    string // as #line gives it
	typed   string // the name by which the build knows it, as #line gives it
	delta   int    // added to physical lines
	conds   []conditional
}

// preprocessor expands a file or a list of tokens.
type preprocessor struct {
	*unit
	pending     []Token // read before the frames, last first
	inCondition bool    // expanding the expression of #if
	nested      bool    // expanding a list: frames are not read
	expansion   []Token // room for what a macro's use is replaced by
	out         []Token
}

// unit is the state that the preprocessor of a file shares with those of the lists of tokens that are expanded on
// their own.
type unit struct {
	ctx         context.Context
	options     Options
	file        string            // the program's
	search      []searched        // folders for headers
	typed       map[string]string // names by which the build knows files that were read
	macros      map[string]*macro
	saved       map[string][]*macro // #pragma push_macro
	targeted    bool                // there was a #pragma GCC target
	lessened    bool                // one that takes instructions away
	frames      []*frame
	line        []Token // of the directive being run
	once        map[string]bool
	diagnostics source.Diagnostics
	counter     int
	work        int
	expanded    int
	asked       *questions // to the file system; nil: nobody takes note
}

// Run returns the tokens of the file after preprocessing, ending with EOF. The error is for a context
// that ended; all else is in the diagnostics.
func Run(ctx context.Context, file string, options Options) (tokens []Token, ds source.Diagnostics, err error) {
	if options.Target == nil {
		if options.Target, err = target.Named(""); err != nil {
			return nil, nil, err
		}
	}
	p := &preprocessor{unit: &unit{ctx: ctx, options: options, file: file, search: options.searchList(options.Target), macros: map[string]*macro{}, saved: map[string][]*macro{}, once: map[string]bool{}, typed: map[string]string{}}}
	defer func() {
		if r := recover(); r != nil {
			if r != any(errStop) {
				panic(r)
			}
			ds, err = p.diagnostics, ctx.Err()
		}
	}()
	options.Scans.recordFolders()
	kept := p.keptName()
	if line, ok := p.restore(kept); ok {
		p.finish(line)
		return p.out, p.diagnostics, nil
	}
	if kept != "" && (options.Again || options.Scans.folder != "") {
		p.asked = &questions{said: map[question]answer{}}
	}
	p.text("<predefined>", predefined(options.Target)+options.standardMacros()+options.wideMacros(options.Target))
	p.text("<prelude>", options.Prelude+options.gotoCC())
	p.text("<command line>", commandLine(options))
	data, readErr := p.read(file)
	if readErr != nil {
		p.diagnostics.Add(source.Pos{File: file}, CodeInclude, "cannot read the file: %s", reason(readErr))
		return nil, p.diagnostics, nil
	}
	for _, forced := range options.Forced {
		p.force(file, forced)
	}
	p.push(header{file, options.TypedName(NoFlag, file), data, -1})
	p.run()
	p.contractFiles()
	line := p.lastLine(data)
	p.keep(kept, line)
	p.finish(line)
	return p.out, p.diagnostics, nil
}

// finish reads what comes behind the file, and ends.
func (p *preprocessor) finish(lastLine int) {
	p.text("<rule>", p.options.Postlude)
	p.out = append(p.out, Token{Kind: EOF, Pos: source.Pos{File: p.file, Line: lastLine, Column: 1}})
}

// force reads a file of -include before the program's: it is looked for from the working folder, then as
// #include "..." does in a file that lies nowhere.
func (p *preprocessor) force(file, name string) {
	if data, err := p.read(name); err == nil {
		typed := p.options.TypedName(ForcedFlag, name)
		if !filepath.IsAbs(typed) {
			typed = "./" + typed // as gcc calls the working folder here
		}
		p.push(header{name, typed, data, -1})
		p.run()
		return
	}
	found := p.find(name, nil, lookup{})
	if found.data == nil {
		p.fatalf(source.Pos{File: file}, CodeInclude, "cannot find the file %s, which is to be read first", name)
	}
	p.push(found)
	p.run()
}

func (p *preprocessor) lastLine(data []byte) int { return strings.Count(string(data), "\n") + 1 }

func (p *preprocessor) text(name, text string) {
	if text != "" {
		p.push(header{name, name, []byte(text), -1})
		p.run()
	}
}

func commandLine(o Options) string {
	var b strings.Builder
	for _, d := range o.Defines {
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		b.WriteString("#define " + name + " " + value + "\n")
	}
	for _, u := range o.Undefines {
		b.WriteString("#undef " + u + "\n")
	}
	return b.String()
}

func reason(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}

func (p *preprocessor) read(path string) ([]byte, error) {
	if data, ok := p.options.Overlay[path]; ok {
		if p.options.Opened != nil {
			p.options.Opened(path)
		}
		return data, nil
	}
	data, asked, err := p.options.readText(path)
	if asked != "" && (p.asked != nil || p.options.Scans.isRecording()) {
		said := answer{found: err == nil}
		if err == nil {
			said.sum = sha256.Sum256(data)
		}
		p.note('f', asked, said)
	}
	if err == nil && p.options.Opened != nil {
		p.options.Opened(path)
	}
	return data, err
}

// readFile reads a file of the file system, if it is a usual one.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	if info.Size() > maxFileSize {
		return nil, fmt.Errorf("the file has %d bytes, more than the limit of %d", info.Size(), maxFileSize)
	}
	return os.ReadFile(path)
}

func (p *preprocessor) push(h header) {
	text := p.options.Scans.scan(p.options.spelled(h.data))
	p.frames = append(p.frames, &frame{scanned: text, path: h.path, written: h.typed, name: h.path, typed: h.typed, dir: h.dir})
	p.typed[h.path] = h.typed
	for i := range text.unclosed {
		// It spoils everything that follows; what is wrong with a token is said where it is delivered.
		p.errorf(text.token(&text.unclosed[i], h.path, 0).Pos, CodeSyntax, "unterminated comment")
	}
}

func (p *preprocessor) errorf(pos source.Pos, code source.Code, format string, args ...any) {
	p.diagnostics.Add(pos, code, format, args...)
	if len(p.diagnostics) >= 20 {
		panic(errStop)
	}
}

func (p *preprocessor) fatalf(pos source.Pos, code source.Code, format string, args ...any) {
	p.diagnostics.Add(pos, code, format, args...)
	panic(errStop)
}

// spend counts work and looks at the context now and then.
func (p *preprocessor) spend(pos source.Pos) {
	p.work++
	if p.work%4096 == 0 && p.ctx.Err() != nil {
		panic(errStop)
	}
}

// run moves expanded tokens to the output until the frames are read.
func (p *preprocessor) run() {
	for {
		t := p.token()
		if t.Kind == EOF {
			return
		}
		p.spend(t.Pos)
		if p.inCondition && t.Is("defined") {
			p.keepDefined(t)
			continue
		}
		if t.Kind == Identifier && p.expand(t) {
			continue
		}
		if t.Kind == Other && !p.nested {
			p.stray(t)
		}
		if len(p.out) == cap(p.out) {
			p.out = slices.Grow(p.out, len(p.out)+1) // twice as many: units have some 300,000 tokens
		}
		p.out = append(p.out, t)
	}
}

// keepDefined passes on the operator defined, which a macro expanded to, with its operand as it is.
func (p *preprocessor) keepDefined(t Token) {
	p.out = append(p.out, t)
	operand := p.token()
	if operand.Kind == EOF {
		return
	}
	p.out = append(p.out, operand)
	if operand.Is("(") {
		if name := p.token(); name.Kind != EOF {
			p.out = append(p.out, name)
		}
	}
}

// stray refuses what is no token of C.
func (p *preprocessor) stray(t Token) {
	if i := strings.IndexAny(t.Text, `"'`); i >= 0 {
		p.fatalf(t.Pos, CodeSyntax, "missing terminating %c character", t.Text[i])
	}
	p.fatalf(t.Pos, CodeSyntax, "stray %s in the program", quoteToken(t.Text))
}

func quoteToken(s string) string {
	if len(s) > 20 {
		s = s[:20]
	}
	if len(s) == 1 && (s[0] < ' ' || s[0] >= 0x7f) {
		return "byte"
	}
	return strings.ToValidUTF8(s, "?")
}

// token returns the next token, after running the directives before it.
func (p *preprocessor) token() Token {
	for {
		if n := len(p.pending); n > 0 {
			t := p.pending[n-1]
			p.pending = p.pending[:n-1]
			return t
		}
		if p.nested || len(p.frames) == 0 {
			return Token{}
		}
		f := p.frames[len(p.frames)-1]
		t := f.take()
		switch {
		case t.Kind == EOF:
			if n := len(f.conds); n > 0 {
				p.errorf(f.conds[n-1].pos, CodeSyntax, "unterminated #if")
			}
			p.frames = p.frames[:len(p.frames)-1]
		case t.first && t.Is("#"):
			p.directive(f, t)
		default:
			return t
		}
	}
}

func (p *preprocessor) unread(t Token) { p.pending = append(p.pending, t) }

// take returns the frame's next token with its position as #line says.
func (f *frame) take() Token {
	piece := &f.pieces[f.next]
	if piece.kind != EOF {
		f.next++
	}
	return f.token(piece, f.name, f.delta)
}

// restOfLine appends the tokens up to the end of the line to line.
func (f *frame) restOfLine(line []Token) []Token {
	for f.pieces[f.next].kind != EOF && !f.pieces[f.next].first {
		line = append(line, f.take())
	}
	return line
}

// lookup says how a header is named: in angle brackets, and by #include_next, behind the folder of the
// file that names it.
type lookup struct{ angled, next bool }

// header is a file that was found: the name by which the build knows it, and where in the search list it was found;
// -1: elsewhere. path is "" where there is none.
type header struct {
	path, typed string
	data        []byte
	dir         int
}

// find looks for a header that a file names; nil: the command line. What is written for Windows separates folders by
// backslashes too, and does not tell capital letters from small ones.
func (p *preprocessor) find(name string, f *frame, how lookup) header {
	if !p.options.Target.MSKeywords {
		return p.findNamed(name, f, how, asNamed)
	}
	name = strings.ReplaceAll(name, `\`, "/")
	if found := p.findNamed(name, f, how, asNamed); found.path != "" {
		return found
	}
	return p.findNamed(name, f, how, p.inAnyCase)
}

// asNamed and inAnyCase are the path of a file by its name in a folder.
func asNamed(folder, name string) string { return filepath.Join(folder, name) }

func (p *preprocessor) inAnyCase(folder, name string) string {
	path := folder
	for part := range strings.SplitSeq(name, "/") {
		next := filepath.Join(path, part)
		isThere, asked := p.options.isThere(next)
		if asked != "" {
			p.note('s', asked, answer{found: isThere})
		}
		if !isThere {
			names, asked := p.options.namesIn(path)
			if asked != "" {
				p.note('d', asked, answer{true, namesSum(names)})
			}
			for _, other := range names {
				if strings.EqualFold(other, part) {
					next = filepath.Join(path, other)
					break
				}
			}
		}
		path = next
	}
	return path
}

func (p *preprocessor) findNamed(name string, f *frame, how lookup, in func(folder, name string) string) header {
	if filepath.IsAbs(name) {
		if path, ok := p.options.Copies[filepath.Clean(name)]; ok {
			if data, err := p.read(path); err == nil {
				return header{path, name, data, -1}
			}
		}
		if data, err := p.read(name); err == nil {
			return header{name, name, data, -1}
		}
		return header{dir: -1}
	}
	from := 0
	if how.next {
		from = f.dir + 1
	} else if !how.angled {
		if f != nil {
			path := in(filepath.Dir(f.path), name)
			if data, err := p.read(path); err == nil {
				return header{path, f.written[:strings.LastIndexByte(f.written, '/')+1] + name, data, -1}
			}
		}
		for _, folder := range p.options.folders(QuoteFlag, p.options.QuoteDirs) {
			if found := p.readHeader(folder, name, in); found.data != nil {
				return found
			}
		}
	}
	for i := from; i < len(p.search); i++ {
		if found := p.readHeader(p.search[i], name, in); found.data != nil {
			found.dir = i
			return found
		}
	}
	return header{dir: -1}
}

// readHeader reads a header in one folder; data is nil if it is not there.
func (p *preprocessor) readHeader(folder searched, name string, in func(folder, name string) string) header {
	if folder.path == embeddedDir {
		if isFor(p.options.Target, name) {
			named := "<" + name + ">"
			return header{named, named, embeddedHeader(name), -1}
		}
		return header{dir: -1}
	}
	path := in(folder.path, name)
	data, err := p.read(path)
	if err != nil {
		return header{dir: -1}
	}
	if data == nil {
		data = []byte{}
	}
	typed := folder.typed
	if typed != "" && !strings.HasSuffix(typed, "/") {
		typed += "/"
	}
	return header{path, typed + name, data, -1}
}
