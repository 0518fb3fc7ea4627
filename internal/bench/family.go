package bench

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"yogi/internal/bench/family"
)

// Families writes the programs of families and sizes into a folder, which exists, and returns them as tasks, the
// sizes of one family one behind the other.
func Families(names []string, sizes []int, folder string) ([]Task, error) {
	var tasks []Task
	for _, name := range names {
		for _, size := range sizes {
			text, err := family.Text(name, size)
			if err != nil {
				return nil, err
			}
			file := fmt.Sprintf("%s-%d.c", name, size)
			if err := os.WriteFile(filepath.Join(folder, file), text, 0o600); err != nil {
				return nil, fmt.Errorf("writing the program: %w", err)
			}
			tasks = append(tasks, Task{
				ID: "family/" + file[:len(file)-len(".c")], File: file, Root: folder, Language: "c", Property: "unreach-call",
				Expected: "true", Category: name, Size: size,
			})
		}
	}
	return tasks, nil
}

// WriteGrowth prints time and memory by size, and how many times those of the size before they are.
func WriteGrowth(out io.Writer, tasks []Task, records []Record) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "family\tsize\tverdict\ttime\tgrowth\tmemory\tgrowth\tqueries")
	of := map[string]Record{}
	for _, r := range records {
		of[r.Task] = r
	}
	var before Record
	for _, t := range tasks {
		r, ok := of[t.ID]
		if !ok {
			continue
		}
		time, memory := "", ""
		if before.Category == r.Category && before.Seconds > 0 && before.Peak > 0 {
			time, memory = fmt.Sprintf("%.1f", r.Seconds/before.Seconds), fmt.Sprintf("%.1f", r.Peak/before.Peak)
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%.2fs\t%s\t%.0f MiB\t%s\t%d\n", t.Category, t.Size, r.Verdict, r.Seconds, time, r.Peak, memory, r.Queries)
		before = r
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	return nil
}
