package ctest

import (
	"regexp"
	"slices"
	"strings"

	"yogi/internal/frontend/c/clib"
)

// foreignBuiltin are the built-in functions that yogi has of other compilers than gcc.
var foreignBuiltin = regexp.MustCompile(`\b__builtin_bitreverse(8|16|32|64)\b`)

// noteForeign lists the built-in functions in the program that gcc cannot compile.
func (p *Plan) noteForeign() {
	for _, u := range p.Units {
		for _, name := range foreignBuiltin.FindAllString(u.Text, -1) {
			p.limit("calls of %s, which gcc does not know", name)
		}
	}
}

// libraryFunctions are functions of the C library whose results are fixed by their arguments, or by what the
// library did before with a stream. The
// driver never takes their place: a test that lets one return what the library's does not is no run of
// the program.
var libraryFunctions = wordSet(`
	acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 frexp ilogb ldexp log log10
	log1p log2 logb modf scalbn scalbln cbrt fabs hypot pow sqrt erf erfc lgamma tgamma ceil floor nearbyint rint
	lrint llrint round lround llround trunc fmod remainder remquo copysign nan nextafter nexttoward fdim fmax fmin
	fma isnan isinf finite isfinite isnormal signbit fpclassify
	isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper
	abs labs llabs div ldiv lldiv atoi atol atoll atof strtol strtoul strtoll strtoull strtod strtof
	strlen strnlen strcmp strncmp strcasecmp strncasecmp strchr strrchr strstr strspn strcspn strpbrk memcmp memchr
	htonl htons ntohl ntohs ffs mktime difftime gmtime localtime asctime
	sscanf vsscanf printf fprintf vprintf vfprintf puts fputs putchar fputc putc wprintf fwprintf swprintf perror fflush
	ferror feof clearerr fileno ferror_unlocked feof_unlocked clearerr_unlocked fileno_unlocked fmemopen open_memstream
	__fpclassify clock_gettime clock_getres clock_settime timer_create timer_delete timer_settime timer_gettime __freading __fwriting
	wcslen wcscmp wcsncmp wcschr wcsrchr wcsstr wmemcmp wmemchr iswalpha iswdigit iswalnum towlower towupper
	mbrtowc mbrlen mbtowc mblen wctomb btowc wctob mbsinit sigemptyset sigfillset sigaddset sigdelset sigismember
`)

// worldFunctions are functions of the C library whose results the world decides: files, processes, time, the
// network, threads. The driver takes their place.
var worldFunctions = wordSet(`
	fopen freopen fdopen tmpfile tmpnam mkstemp fclose fread fwrite
	fgets fgetc getc getchar gets getline getdelim scanf fscanf vscanf vfscanf fgetwc getwc getwchar fgetws
	remove rename mkdir rmdir unlink link symlink readlink realpath open openat creat read write pread pwrite readv writev
	pipe fcntl ioctl flock stat fstat lstat access chmod fchmod chown chdir fchdir getcwd opendir readdir closedir ttyname
	truncate ftruncate sync fsync statvfs mknod mkfifo
	fork vfork clone execl execv execve execvp execlp wait waitpid kill killpg system popen pclose sleep usleep nanosleep clock_nanosleep
	pause sched_setscheduler sched_getscheduler sched_setparam
	time gettimeofday settimeofday clock_getcpuclockid
	getenv setenv putenv unsetenv secure_getenv
	socket bind listen accept connect shutdown send recv sendto recvfrom sendmsg recvmsg select pselect poll ppoll epoll_wait
	gethostbyname getaddrinfo getsockopt setsockopt getsockname getpeername gethostname
	mmap munmap sbrk brk posix_memalign
	getrandom arc4random
	signal sigaction sigwait sigsuspend
	getpid getppid getpgrp getpgid getsid setsid setpgid getuid geteuid getgid getegid setuid setgid getlogin getpwnam getpwuid getgrnam getgrgid
	uname syslog openlog closelog
`)

// streamFunctions are those of the world's that work on streams and files that are open.
var streamFunctions = wordSet(`
	fclose close fseek fseeko ftell ftello rewind fgetpos fsetpos lseek setvbuf setbuf ungetc fread fwrite fgets fgetc getc getline
	getdelim read write pread pwrite readv writev fscanf vfscanf fdopen freopen dup dup2 pipe
`)

// writesMemory says that a function of the library writes to memory of the program: no function of the driver can take its place,
// but that of scanf.
func writesMemory(name string) bool {
	f, ok := clib.Lookup(name)
	return ok && slices.ContainsFunc(f.Params, func(p clib.Parameter) bool { return p.Write.Unit != clib.Nothing })
}

// isWorldFunction also knows those of other threads and of what processes share.
func isWorldFunction(name string) bool {
	for _, prefix := range []string{"thrd_", "mq_", "shm", "aio_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return worldFunctions[name]
}

// libraryObjects are the objects of the C library that its functions set. Those that stand for streams
// are not here: what they hold is seen by the library alone.
var libraryObjects = wordSet(`
	daylight timezone tzname __daylight __timezone __tzname optarg optind opterr optopt signgam environ __environ
	program_invocation_name program_invocation_short_name getdate_err
`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// isLibraryFunction also knows the variants of the mathematical functions for float and long double, and
// what the compiler does itself.
func isLibraryFunction(name string) bool {
	return strings.HasPrefix(name, "__builtin_") || libraryFunctions[name] || libraryFunctions[strings.TrimSuffix(name, "f")] || libraryFunctions[strings.TrimSuffix(name, "l")]
}

// threads are the linker's words for a program that ends its thread: the library looks for libgcc_s then, which the sandbox
// does not let it open unless it is loaded already.
func (p *Plan) threads() []string {
	if !slices.ContainsFunc(p.Units, func(u Unit) bool { return strings.Contains(u.Text, "pthread_exit") }) {
		return nil
	}
	return []string{"-Wl,--no-as-needed", "-lgcc_s", "-Wl,--as-needed"}
}

// returnsKnown says that a function of the library returns an object that it was given or that it keeps: no function of the
// driver can take its place.
func returnsKnown(name string) bool {
	f, ok := clib.Lookup(name)
	return ok && (f.Result.Kind == clib.Static || f.Result.Kind == clib.Argument || f.Result.Kind == clib.Inside)
}
