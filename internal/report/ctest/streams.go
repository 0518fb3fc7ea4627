package ctest

import (
	"fmt"
	"slices"
	"strings"
)

// This file is about the streams of a test. Whether one opens is the test's choice; what is opened
// then is one of the machine's in memory, which its functions may be called with, and fclose frees
// it: so its address may come again.

// openers are the functions that return a stream.
var openers = wordSet("fopen fopen64 fdopen tmpfile tmpfile64 popen")

// makesStreams says that the driver opens streams.
func (p *world) makesStreams() bool { return !p.Open }

// opened is the C expression of what a function returns that does not fail.
func (p *world) opened(function, object string) string {
	if p.makesStreams() && openers[function] {
		call := "yogi_open(0, 0, -1)"
		switch function {
		case "fopen":
			call = "yogi_open((const char *)yogi_1, (const char *)yogi_2, -1)"
		case "popen":
			call = "yogi_open(0, (const char *)yogi_2, -1)"
		case "fdopen":
			call = "yogi_open(0, (const char *)yogi_2, (int)yogi_1)"
		}
		return strings.ReplaceAll(object, "yogi_fresh(yogi_size)", call)
	}
	return object
}

// closes are the statements that fclose begins with.
func (p *world) closes(function string) string {
	switch {
	case p.makesStreams() && function == "fclose":
		return "yogi_close(yogi_1); "
	case function == "close":
		return "if (!yogi_may((int)yogi_1, 0, 0)) { yogi_fails_here(YOGI_EBADF); return -1; } yogi_closed((int)yogi_1); "
	}
	return ""
}

// writeStreams writes the functions that open and close streams, if the driver does.
func (p driverText) writeStreams(out *strings.Builder) {
	used := false
	for _, q := range p.functions {
		used = used || openers[q.name] || q.name == "fclose"
	}
	for _, name := range p.silent {
		used = used || name == "fclose"
	}
	if !used || !p.makesStreams() {
		return
	}
	twice := ""
	if p.Property == "valid-free" {
		twice = "yogi_reached_error();"
	}
	out.WriteString(`extern void *yogi_memory_stream(void *, __SIZE_TYPE__, const char *) __asm__("fmemopen");
extern int yogi_free_stream(void *) __asm__("_IO_fclose");
static struct { void *stream; int closed; } yogi_streams[256];
static unsigned yogi_stream_count;
__attribute__((unused)) static void *yogi_open(const char *path, const char *mode, int number)
{
  int isBoth = !mode, i;
  void *stream = yogi_memory_stream(0, 65536, "w+");
  if (yogi_stream_count == 256) return 0;
  yogi_streams[yogi_stream_count++].stream = stream;
  yogi_forget(stream);
  for (i = 0; mode && mode[i]; i++) isBoth |= mode[i] == '+';
  if (!isBoth) *(int *)stream |= mode[0] == 'r' ? YOGI_STREAM_NO_WRITES : YOGI_STREAM_NO_READS;
  if (yogi_is_null(path)) *(int *)stream |= YOGI_STREAM_EMPTY;
  *(int *)((char *)stream + YOGI_STREAM_NUMBER) = number >= 0 ? number : yogi_opened("fopen", 1001, YOGI_FILE);
  return stream;
}
__attribute__((unused)) static void yogi_close(void *stream)
{
  unsigned i = yogi_stream_count;
  while (i > 0 && yogi_streams[i - 1].stream != stream) i--;
  if (i == 0) return;
  if (yogi_streams[i - 1].closed) { ` + twice + ` return; }
  yogi_streams[i - 1].closed = 1;
  yogi_closed(*(int *)((char *)stream + YOGI_STREAM_NUMBER));
  yogi_free_stream(stream);
}

`)
}

// writeEnded writes what the program calls in place of functions at which the run ends.
func (p driverText) writeEnded(out *strings.Builder) {
	if len(p.Ending) > 0 {
		fmt.Fprintf(out, "/* What the program calls in place of %s: the test does not. */\n", strings.Join(p.Ending, ", "))
		out.WriteString("void yogi_ended_run(void) { yogi_say(\"yogi: the run reads what it wrote\\n\"); yogi_system(YOGI_EXIT, YOGI_STRAYED); }\n\n")
	}
}

// scanners are the functions that headers declare under further names, by the standard of C.
var scanners = wordSet("scanf fscanf vscanf vfscanf")

// writeAliases gives a function of the driver the names under which headers declare it.
func (p driverText) writeAliases(out *strings.Builder, name string) {
	if !scanners[name] {
		return
	}
	for _, prefix := range []string{"__isoc99_", "__isoc23_"} {
		other := prefix + name
		if !slices.Contains(p.silent, other) && !slices.ContainsFunc(p.functions, func(q *queue) bool { return q.name == other }) {
			fmt.Fprintf(out, "YOGI_WEAK __typeof__(%s) %s __attribute__((alias(\"%s\")));\n", name, other, name)
		}
	}
}

// readers are the functions with models that read from a stream, and how the driver stands before them: a stream
// that was opened to write alone, or of which the end was seen, gives nothing more (C11 7.21.7.1p3), and one
// that gave less than it was asked for has its end behind it.
var readers = map[string]string{
	"fgetc":   "int fgetc(void *s) { if (!yogi_may_read(\"fgetc\", s)) return -1; int c = yogi_model_fgetc(s); char one = (char)c; yogi_behind(\"fgetc\", s, &one, c >= 0); if (c < 0) yogi_at_end(s); return c; }",
	"getc":    "int getc(void *s) { if (!yogi_may_read(\"getc\", s)) return -1; int c = yogi_model_getc(s); char one = (char)c; yogi_behind(\"getc\", s, &one, c >= 0); if (c < 0) yogi_at_end(s); return c; }",
	"getchar": "int getchar(void) { if (!yogi_may_read(\"getchar\", yogi_stdin)) return -1; int c = yogi_model_getchar(); char one = (char)c; yogi_behind(\"getchar\", yogi_stdin, &one, c >= 0); if (c < 0) yogi_at_end(yogi_stdin); return c; }",
	"gets":    "char *gets(char *to) { if (!yogi_may_read(\"gets\", yogi_stdin)) return 0; to = yogi_model_gets(to); int n = 0; while (to && to[n]) n++; yogi_behind(\"gets\", yogi_stdin, to && !n ? \"\\n\" : to, to && !n ? 1 : n); if (!to) yogi_at_end(yogi_stdin); return to; }",
	"fgets": `char *fgets(char *to, int size, void *s)
{
  int n = 0;
  if (!yogi_may_read("fgets", s)) return 0;
  to = yogi_model_fgets(to, size, s);
  while (to && to[n]) n++;
  if (size > 1) yogi_behind("fgets", s, to, n);
  if (!to || (n < size - 1 && !(n > 0 && to[n - 1] == '\n'))) yogi_at_end(s);
  return to;
}`,
	"fread": `__SIZE_TYPE__ fread(void *to, __SIZE_TYPE__ size, __SIZE_TYPE__ count, void *s)
{
  if (!yogi_may_read("fread", s)) return 0;
  __SIZE_TYPE__ n = yogi_model_fread(to, size, count, s);
  if (size && count) yogi_behind("fread", s, to, n * size);
  if (size && n < count) yogi_at_end(s);
  return n;
}`,
	"getline":  "long getline(char **to, __SIZE_TYPE__ *size, void *s) { if (!yogi_may_read(\"getline\", s)) return -1; long n = yogi_model_getline(to, size, s); yogi_behind(\"getline\", s, *to, n < 0 ? 0 : n); if (n < 0 || (*to)[n - 1] != '\\n') yogi_at_end(s); return n; }",
	"getdelim": "long getdelim(char **to, __SIZE_TYPE__ *size, int end, void *s) { if (!yogi_may_read(\"getdelim\", s)) return -1; long n = yogi_model_getdelim(to, size, end, s); yogi_behind(\"getdelim\", s, *to, n < 0 ? 0 : n); if (n < 0 || (*to)[n - 1] != (char)end) yogi_at_end(s); return n; }",
	"read":     "long read(int number, void *to, __SIZE_TYPE__ size) { if (!yogi_may(number, YOGI_NO_READS, 0)) { yogi_refused(\"read\"); yogi_fails_here(YOGI_EBADF); return -1; } long n = yogi_model_read(number, to, size); if (n > 0 && !yogi_may(number, YOGI_EMPTY, 0)) { yogi_refused(\"read\"); n = 0; } if (n < 0) yogi_fails_here(YOGI_EIO); return n; }",
	"pread": `long pread(int number, void *to, __SIZE_TYPE__ size, long from)
{
  if (!yogi_may(number, YOGI_NO_READS, 0)) { yogi_refused("pread"); yogi_fails_here(YOGI_EBADF); return -1; }
  if (from < 0) { yogi_refused("pread"); yogi_fails_here(YOGI_EINVAL); return -1; }
  long n = yogi_model_pread(number, to, size, from);
  if (n > 0 && !yogi_may(number, YOGI_EMPTY, 0)) { yogi_refused("pread"); n = 0; }
  if (n < 0) yogi_fails_here(YOGI_EIO);
  return n;
}`,
	// MSG_DONTWAIT and MSG_NOSIGNAL do not change what is received.
	"recv": `long recv(int number, void *to, __SIZE_TYPE__ size, int flags)
{
  if (!yogi_may(number, YOGI_FILE, YOGI_CONNECTED)) { yogi_refused("recv"); yogi_fails_here(YOGI_EBADF); return -1; }
  if (flags & ~0x4040) { yogi_refused("recv"); yogi_fails_here(YOGI_EINVAL); return -1; }
  long n = yogi_model_recv(number, to, size, flags);
  if (n < 0) yogi_fails_here(YOGI_EIO);
  return n;
}`,
	"recvfrom": `long recvfrom(int number, void *to, __SIZE_TYPE__ size, int flags, void *from, unsigned *length)
{
  if (!yogi_may(number, YOGI_FILE, YOGI_CONNECTED)) { yogi_refused("recvfrom"); yogi_fails_here(YOGI_EBADF); return -1; }
  if ((flags & ~0x4040) || from) { yogi_refused("recvfrom"); yogi_fails_here(YOGI_EINVAL); return -1; }
  long n = yogi_model_recvfrom(number, to, size, flags, from, length);
  if (n < 0) yogi_fails_here(YOGI_EIO);
  return n;
}`,
}

// ModelFlags are gcc's flags for the model of a function of the C library: the driver stands before those that
// read.
func ModelFlags(name string) []string {
	if readers[name] == "" {
		return nil
	}
	return []string{"-D" + name + "=yogi_model_" + name}
}

// writeReaders writes the functions that stand before models.
func (p driverText) writeReaders(out *strings.Builder) {
	for _, u := range p.Units {
		for _, flag := range u.Flags {
			name, ok := strings.CutPrefix(flag, "-D")
			name, of, _ := strings.Cut(name, "=")
			if text := readers[name]; ok && of == "yogi_model_"+name && text != "" {
				head, _, _ := strings.Cut(text, " {")
				head, _, _ = strings.Cut(head, "\n")
				fmt.Fprintf(out, "%s;\n%s\n\n", strings.Replace(head, name+"(", of+"(", 1), text)
			}
		}
	}
}
