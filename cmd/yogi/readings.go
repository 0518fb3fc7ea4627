package main

import (
	"os"
	"sync"
)

// readings are folders in which the cells of a program find what its files come to before a rule is read: with the
// headers of a system that is the same for all rules and takes longer than many a search. A folder is made by the first
// cell that is checked here, and is gone with the last. Nothing depends on there being one.
type readings struct {
	mu      sync.Mutex
	left    map[string]int    // cells of a program
	folders map[string]string // "": there is none
}

func newReadings(cells []*cell) *readings {
	r := &readings{left: map[string]int{}, folders: map[string]string{}}
	for _, c := range cells {
		r.left[c.program]++
	}
	return r
}

// of is the folder of a program; "": it has one cell left, which has nobody to share with, or there is no room.
func (r *readings) of(program string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if folder, known := r.folders[program]; known || r.left[program] < 2 {
		return folder
	}
	folder, err := os.MkdirTemp("", "yogi-readings-")
	if err != nil {
		folder = ""
	}
	r.folders[program] = folder
	return folder
}

// done says that a cell of a program is.
func (r *readings) done(program string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left[program]--; r.left[program] == 0 {
		_ = removeFolder(r.folders[program])
		delete(r.folders, program)
	}
}

// end removes what cells left that were not done.
func (r *readings) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, folder := range r.folders {
		_ = removeFolder(folder)
	}
}
