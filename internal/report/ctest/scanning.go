package ctest

import (
	_ "embed" // the part of the driver that scans
	"fmt"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// The driver's scanf and fscanf write the values of the test to what the conversions of the format
// name: as many as the test says that there were, in the order in which the program was checked
// with them. The machine's sscanf must read them from a text, and what is read next must come
// behind that text: else the run ends.

//go:embed scanning.c.txt
var scanText string

// scannedBefore are the functions, with the parameters before the format.
var scannedBefore = map[string]string{"scanf": "", "fscanf": "void *yogi_stream, "}

// floatBits is the name of the bits that a float has in memory: of a number that was scanned they
// are all that is known.
const floatBits = "bits of a float"

// isScanned takes an input that such a function writes. The result of the call comes before.
func (s *sorter) isScanned(in verdict.InputValue, bits uint64) bool {
	p, name := s.plan, in.Input.Name
	if isScanner(name) && in.Input.Kind == ir.UndefinedCall && !p.isLibrary(name) {
		s.scanning, s.scanPos = name, in.Input.Pos
		return false
	}
	isWritten := in.Input.Kind == ir.MemoryWrite && name == s.scanning || in.Input.Kind == ir.Unspecified && name == floatBits
	if s.scanning == "" || !isWritten || in.Input.Pos != s.scanPos {
		return false
	}
	q := p.scanned[s.scanning]
	if q == nil {
		q = &queue{name: s.scanning, input: in.Input}
		if p.scanned == nil {
			p.scanned = map[string]*queue{}
		}
		p.scanned[s.scanning] = q
	}
	if name == floatBits && s.scansFloat { // of the number before
		q.values = q.values[:len(q.values)-1]
	}
	s.scansFloat = name != floatBits && in.Value.Kind() == term.KindFloat
	q.values = append(q.values, bits)
	return true
}

// writeScan writes what the functions need that scan, if the driver has one. Other functions that
// read tell that part what they have read.
func (p driverText) writeScan(out *strings.Builder) {
	if slices.ContainsFunc(p.functions, func(q *queue) bool { return isScanner(q.name) }) {
		out.WriteString(scanText)
		return
	}
	out.WriteString("#define yogi_behind(function, stream, text, count) (void)0\n#define yogi_forget(stream) (void)0\n")
}

func isScanner(name string) bool {
	_, ok := scannedBefore[name]
	return ok
}

// writeScanner writes such a function; results are statements that return what a call returns.
func (p driverText) writeScanner(out *strings.Builder, name, results string) {
	q := p.scanned[name]
	if q == nil {
		q = &queue{name: name}
	}
	q.writeValues(out, "yogi_scanned_"+name)
	stream := "yogi_stdin"
	if name == "fscanf" {
		stream = "yogi_stream"
	}
	mayRead := fmt.Sprintf("yogi_may_read(%q, %s)", name, stream)
	if !p.makesStreams() {
		mayRead, stream = "1", "0"
	}
	fmt.Fprintf(out, `static int yogi_result_of_%[1]s(void) { %[2]sreturn 0; }
YOGI_WEAK int %[1]s(%[3]sconst char *yogi_format, ...)
{
  int yogi_result = %[4]s ? yogi_result_of_%[1]s() : -1;
  if (yogi_result < 0) yogi_at_end(%[5]s);
  __builtin_va_list yogi_list;
  __builtin_va_start(yogi_list, yogi_format);
  yogi_result = yogi_scan("%[1]s", %[5]s, yogi_format, yogi_list, yogi_result, &yogi_scanned_%[1]s_queue);
  __builtin_va_end(yogi_list);
  return yogi_result;
}

`, name, results, scannedBefore[name], mayRead, stream)
}
