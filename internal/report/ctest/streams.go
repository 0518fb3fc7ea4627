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
func (p *Plan) makesStreams() bool { return p.Rule == nil && !p.Open }

// opened is the C expression of what a function returns that does not fail.
func (p *Plan) opened(function, object string) string {
	if p.makesStreams() && openers[function] {
		return strings.ReplaceAll(object, "yogi_fresh(yogi_size)", "yogi_open()")
	}
	return object
}

// closes are the statements that fclose begins with.
func (p *Plan) closes(function string) string {
	if p.makesStreams() && function == "fclose" {
		return "yogi_close(yogi_1); "
	}
	return ""
}

// writeStreams writes the functions that open and close streams, if the driver does.
func (p *Plan) writeStreams(out *strings.Builder) {
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
__attribute__((unused)) static void *yogi_open(void)
{
  void *stream = yogi_memory_stream(0, 65536, "w+");
  if (yogi_stream_count == 256) return 0;
  yogi_streams[yogi_stream_count++].stream = stream;
  return stream;
}
__attribute__((unused)) static void yogi_close(void *stream)
{
  unsigned i = yogi_stream_count;
  while (i > 0 && yogi_streams[i - 1].stream != stream) i--;
  if (i == 0) return;
  if (yogi_streams[i - 1].closed) { ` + twice + ` return; }
  yogi_streams[i - 1].closed = 1;
  yogi_free_stream(stream);
}

`)
}

// scanners are the functions that headers declare under further names, by the standard of C.
var scanners = wordSet("scanf fscanf vscanf vfscanf")

// writeAliases gives a function of the driver the names under which headers declare it.
func (p *Plan) writeAliases(out *strings.Builder, name string) {
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
