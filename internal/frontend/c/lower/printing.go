package lower

import (
	"yogi/internal/frontend/c/lower/libc"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
)

// That printing to standard output and standard error succeeds is what a run meets unless the program itself sees to it
// that it fails: it closes them, gives them another file or width of characters, or puts another stream in their place.

// keepsPrinting are functions without a body after which printing to the stream that they are given works as before.
var keepsPrinting = map[string]bool{
	"fprintf": true, "vfprintf": true, "fputs": true, "fputc": true, "putc": true, "fwrite": true, "fflush": true,
	"fputs_unlocked": true, "fputc_unlocked": true, "putc_unlocked": true, "fwrite_unlocked": true, "fflush_unlocked": true,
	"setvbuf": true, "setbuf": true, "setbuffer": true, "setlinebuf": true, "fileno": true, "fileno_unlocked": true,
	"ferror": true, "feof": true, "clearerr": true, "ferror_unlocked": true, "feof_unlocked": true, "clearerr_unlocked": true,
	"flockfile": true, "ftrylockfile": true, "funlockfile": true,
}

// endsPrinting are functions that may end what standard output and standard error take, though no argument names them:
// they work on descriptors, on all streams or on wide characters.
var endsPrinting = map[string]bool{
	"close": true, "closefrom": true, "close_range": true, "dup2": true, "dup3": true, "fcloseall": true, "fdopen": true,
	"wprintf": true, "vwprintf": true, "putwchar": true, "putwchar_unlocked": true, "setrlimit": true, "setrlimit64": true,
	"prlimit": true, "prlimit64": true, "syscall": true, "ulimit": true, "daemon": true, "fcntl": true, "fcntl64": true,
	"shutdown": true,
}

// printingMayFail says that runs count in which printing to standard output or standard error fails.
func (l *functionFacts) printingMayFail() bool {
	if l.options.PrintingMayFail {
		return true
	}
	if l.printing == nil {
		fails := l.endsPrinting()
		l.printing = &fails
	}
	return *l.printing
}

// endsPrinting looks for what the program may do to the streams.
func (l *functionFacts) endsPrinting() bool {
	uses := 0 // of the streams, less those that change nothing
	ends := false
	look := func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.FunctionRef:
			ends = ends || endsPrinting[e.Function.Name] && isOutside(e.Function)
		case *tree.ObjectRef:
			if libc.IsStandardOutput(e) {
				uses++
			}
		case *tree.Call:
			callee, ok := e.Callee.(*tree.FunctionRef)
			if !ok || !keepsPrinting[callee.Function.Name] || !isOutside(callee.Function) {
				return
			}
			for _, argument := range e.Args {
				if libc.IsStandardOutput(argument) {
					uses--
				}
			}
		}
	}
	for _, f := range l.reach.functions {
		if f.Body != nil && !libcall.IsModelFile(f.Pos.File) {
			tree.EachExprOf(f.Body, look)
		}
	}
	return ends || uses > 0
}

// isOutside says that no file of the program says what a function does.
func isOutside(f *tree.FunctionDef) bool { return f.Body == nil || libcall.IsModelFile(f.Pos.File) }
