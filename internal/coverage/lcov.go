package coverage

import (
	"bufio"
	"fmt"
	"io"
)

// WriteLCOV writes the runs of a report as lcov's trace files (geninfo(1)) have them. What is proved of a line has no
// place in that format: a line that no run was at has the count 0.
func (r *Report) WriteLCOV(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, "TN:")
	for _, f := range r.Files {
		fmt.Fprintf(w, "SF:%s\n", f.Name)
		hit := 0
		for _, function := range f.Functions {
			fmt.Fprintf(w, "FN:%d,%s\n", function.Line, function.Name)
		}
		for _, function := range f.Functions {
			fmt.Fprintf(w, "FNDA:%d,%s\n", function.Count, function.Name)
			if function.Count > 0 {
				hit++
			}
		}
		fmt.Fprintf(w, "FNF:%d\nFNH:%d\n", len(f.Functions), hit)
		lines := f.executable()
		for _, l := range lines {
			fmt.Fprintf(w, "DA:%d,%d\n", l.Number, l.Count)
		}
		fmt.Fprintf(w, "LF:%d\nLH:%d\nend_of_record\n", len(lines), f.reached())
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("writing the coverage: %w", err)
	}
	return nil
}

// reached is the number of lines that runs were at.
func (f *File) reached() int {
	n := 0
	for _, l := range f.Lines {
		if l.Count > 0 {
			n++
		}
	}
	return n
}
