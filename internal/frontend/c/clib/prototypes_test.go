package clib_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/frontend/c/typecheck"
)

// headers declare the functions of the table.
var headers = strings.Fields(`
	stdio.h stdlib.h string.h strings.h wchar.h wctype.h time.h unistd.h fcntl.h signal.h errno.h math.h fenv.h locale.h inttypes.h
	sys/types.h sys/stat.h sys/time.h sys/times.h sys/wait.h sys/resource.h sys/utsname.h sys/statvfs.h sys/statfs.h sys/sysinfo.h sys/select.h sys/mman.h
	sys/uio.h sys/socket.h sys/file.h sys/random.h sys/sendfile.h sys/epoll.h sys/eventfd.h sys/inotify.h sys/ipc.h sys/shm.h sys/auxv.h
	netinet/in.h arpa/inet.h net/if.h netdb.h poll.h dirent.h dlfcn.h termios.h semaphore.h pthread.h threads.h sched.h err.h error.h syslog.h
	langinfo.h pwd.h grp.h shadow.h nl_types.h libintl.h search.h getopt.h ftw.h fnmatch.h regex.h utime.h malloc.h libgen.h stdio_ext.h
	pty.h crypt.h sys/timex.h sys/swap.h mntent.h fstab.h utmp.h utmpx.h netinet/ether.h
	gshadow.h aliases.h ttyent.h argz.h envz.h gnu/libc-version.h iconv.h
`)

// prototypes are the types of the functions that the machine's headers declare.
func prototypes(t *testing.T) map[string]*tree.Type {
	t.Helper()
	var text strings.Builder
	text.WriteString("#define _GNU_SOURCE\n")
	for _, h := range headers {
		for _, folder := range []string{"/usr/include", "/usr/include/x86_64-linux-gnu"} {
			if _, err := os.Stat(filepath.Join(folder, h)); err == nil {
				text.WriteString("#include <" + h + ">\n")
				break
			}
		}
	}
	unit, diagnostics, err := typecheck.Check(t.Context(), typecheck.Options{
		DataModel: "LP64", Files: []string{"all.c"}, Source: map[string][]byte{"all.c": []byte(text.String())},
		Reading: preprocess.Reading{SystemOwn: true},
	})
	if err != nil || len(diagnostics) > 0 {
		t.Skip("the machine's headers are not read: ", err, diagnostics)
	}
	found := map[string]*tree.Type{}
	for _, f := range unit.Functions {
		found[f.Name] = f.Type
	}
	return found
}

// others are in the table and in no header: what headers declare under another name or no longer,
// and what is no function of glibc.
var others = map[string]bool{"printk": true, "gets": true, "cfree": true, "setproctitle": true, "stime": true, "ustat": true}

// TestPrototypes compares the table with the prototypes of the machine's headers: the numbers of parameters, which are
// pointers, which of those are constant, what streams and formats are.
func TestPrototypes(t *testing.T) {
	declared := prototypes(t)
	missing := 0
	for _, f := range clib.Functions() {
		typ := declared[f.Name]
		if typ == nil {
			if !others[f.Name] && !strings.HasPrefix(f.Name, "__") {
				t.Logf("%s is not declared", f.Name)
				missing++
			}
			continue
		}
		if len(typ.Params) != len(f.Params) {
			if !typ.Variadic || len(f.Params) < len(typ.Params) {
				t.Errorf("%s has %d parameters, and %d in the table", f.Name, len(typ.Params), len(f.Params))
				continue
			}
		}
		for i, p := range f.Params[:min(len(f.Params), len(typ.Params))] {
			checkParameter(t, f.Name, i, p, typ.Params[i])
			for _, a := range []clib.Amount{p.Read, p.Write} {
				for _, n := range a.Count {
					if n.Param > 0 && typ.Params[n.Param-1].Kind != tree.Integer {
						t.Errorf("%s: parameter %d counts and is no integer", f.Name, n.Param)
					}
				}
			}
		}
		checkResult(t, f, typ)
	}
	if missing > 15 {
		t.Errorf("%d functions of the table are not declared", missing)
	}
}

func checkParameter(t *testing.T, name string, i int, p clib.Parameter, typ *tree.Type) {
	t.Helper()
	wrong := func(what string) { t.Errorf("%s: parameter %d %s (%s)", name, i+1, what, typ.Name) }
	isPointer := typ.Kind == tree.Pointer
	isCallback := isPointer && typ.Elem.Kind == tree.Function
	switch {
	case p.IsPointer() && !isPointer:
		if typ.Kind != tree.Struct && typ.Kind != tree.Array && typ.Kind != tree.Union { // a va_list, or a handle that is an integer
			wrong("is no pointer")
		}
		return
	case !isPointer:
		return
	case isCallback != (p.Role == clib.Callback):
		if !isCallback || p.IsPointer() {
			wrong("is called, or is not")
		}
	case !p.IsPointer() && !typ.Elem.Const && typ.Elem.Kind != tree.Void:
		wrong("is a pointer to what may be written, and nothing is said of it")
	case p.Write.Unit != clib.Nothing && typ.Elem.Const:
		wrong("is written and constant")
	case p.Write.Unit == clib.Nothing && p.Read.Unit != clib.Nothing && !typ.Elem.Const && !readsOnly[name]:
		wrong("is only read and not constant")
	}
	isStream := typ.Elem.Kind == tree.Struct && typ.Elem.Tag == "_IO_FILE"
	if isStream != (p.Role == clib.Stream) {
		wrong("is a stream, or is not")
	}
	checkUnits(t, name, i, p, typ)
}

// checkUnits compares the type of what is counted.
func checkUnits(t *testing.T, name string, i int, p clib.Parameter, typ *tree.Type) {
	t.Helper()
	for _, a := range []clib.Amount{p.Read, p.Write} {
		size := typ.Elem.Size
		switch {
		case a.Unit == clib.String && size != 1, a.Unit == clib.Wide && (size != 4 || typ.Elem.Kind != tree.Integer),
			(a.Unit == clib.Object || a.Unit == clib.Elements) && (size <= 0 || typ.Elem.Kind == tree.Void):
			t.Errorf("%s: parameter %d counts in other units than %s has", name, i+1, typ.Name)
		}
	}
}

// readsOnly read and do not write through a pointer to what is not constant.
var readsOnly = map[string]bool{"catgets": true, "lcong48": true, "seed48": true, "epoll_ctl": true}

func checkResult(t *testing.T, f *clib.Function, typ *tree.Type) {
	t.Helper()
	isPointer := typ.Result.Kind == tree.Pointer
	switch kind := f.Result.Kind; {
	case kind == clib.None && typ.Result.Kind != tree.Void,
		kind == clib.Range && typ.Result.Kind != tree.Integer,
		kind != clib.None && typ.Result.Kind == tree.Void,
		(kind == clib.Argument || kind == clib.Inside || kind == clib.Static || kind == clib.Fresh || kind == clib.OpenStream || kind == clib.Own) && !isPointer,
		kind == clib.OpenStream && typ.Result.Elem.Tag != "_IO_FILE":
		t.Errorf("%s returns %s", f.Name, typ.Result.Name)
	}
}
