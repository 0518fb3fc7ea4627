package confirm

import (
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// TestWordsAt: a pointer that is not aligned is put together of two words.
func TestWordsAt(t *testing.T) {
	memory := &ir.Variable{Name: "memory"}
	b := wordBuilder{size: 8}
	b.add(memory, 36, term.BVValue(64, 0x0000_0007_0000_000e))
	if found := b.wordsAt(36); len(found) != 1 || found[0].value != 0x0000_0007_0000_000e || found[0].at != 36 || found[0].memory != memory {
		t.Errorf("at 36: %+v", found)
	}
	if found := b.wordsAt(100); len(found) != 0 {
		t.Errorf("at 100: %+v", found)
	}
	aligned := b.words()
	if len(aligned) != 2 || aligned[0].value != 0x0000_000e_0000_0000 || aligned[1].value != 7 {
		t.Errorf("aligned: %+v", aligned)
	}
}
