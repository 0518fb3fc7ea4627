package store

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/cache"
)

func opened(t *testing.T, folder string) *Store {
	t.Helper()
	s, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStore(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "made")
	s, key := opened(t, folder), KeyOf("kind", "a", "b")
	var got []string
	if s.Get(key, &got) {
		t.Error("an empty store has an entry")
	}
	s.Put(key, []string{"first"})
	s.Put(key, []string{"second"})
	if !opened(t, folder).Get(key, &got) || got[0] != "second" {
		t.Errorf("read %v", got)
	}
	for name, other := range map[string]Key{"kind": KeyOf("other", "a", "b"), "parts": KeyOf("kind", "a\n1\nb"), "order": KeyOf("kind", "b", "a")} {
		if s.Get(other, &got) {
			t.Errorf("the same entry under another key: %s", name)
		}
	}
	if u, err := UsageOf(folder); err != nil || u.Entries != 1 || u.Bytes == 0 {
		t.Errorf("%v: %+v", err, u)
	}
	if err := Clean(folder); err != nil || s.Get(key, &got) {
		t.Errorf("%v: an entry is left", err)
	}
}

// A store that is none, or whose folder is gone, keeps nothing and fails nobody.
func TestNoStore(t *testing.T) {
	none := opened(t, "")
	none.Put(KeyOf("x"), 1)
	if n := 0; none.Get(KeyOf("x"), &n) {
		t.Error("no store has an entry")
	}
	folder := t.TempDir()
	gone := opened(t, folder)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	gone.Put(KeyOf("x"), 1)
	if n := 0; gone.Get(KeyOf("x"), &n) {
		t.Error("a folder that is gone has an entry")
	}
	if u, err := UsageOf(folder); err != nil || u.Entries != 0 {
		t.Errorf("%v: %+v", err, u)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file); err == nil {
		t.Error("a file is opened as a store")
	}
}

// A text that is damaged, cut off or exchanged is as if it were not there.
func TestDamaged(t *testing.T) {
	for name, damage := range map[string]func(text []byte) []byte{
		"cut":       func(text []byte) []byte { return text[:len(text)/2] },
		"changed":   func(text []byte) []byte { text[len(text)/2] ^= 1; return text },
		"longer":    func(text []byte) []byte { return append(text, ' ') },
		"exchanged": func([]byte) []byte { return []byte(`"something else"`) },
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			s, key := opened(t, folder), KeyOf("kind")
			s.Put(key, "a long text")
			files, err := filepath.Glob(filepath.Join(folder, "*", "*-d"))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			text, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(files[0], damage(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := ""; s.Get(key, &got) {
				t.Errorf("read %q", got)
			}
		})
	}
}

// Formulas that are alike take little room, and what would unpack to more than is kept is not read.
func TestPacked(t *testing.T) {
	folder := t.TempDir()
	s, key := opened(t, folder), KeyOf("kind")
	long := strings.Repeat("(= |a variable| 0) ", 10_000)
	s.Put(key, long)
	if got := ""; !s.Get(key, &got) || got != long {
		t.Error("a long text is read otherwise")
	}
	if u, err := UsageOf(folder); err != nil || u.Bytes > int64(len(long)/20) {
		t.Errorf("%v: %d bytes are %+v", err, len(long), u)
	}
	for size, isRead := range map[int]bool{largest: true, largest + 1: false} {
		text := append(append([]byte{'"'}, bytes.Repeat([]byte{' '}, size-2)...), '"')
		if _, _, err := s.cache.PutNoVerify(cache.ActionID(key), bytes.NewReader(pack(text))); err != nil {
			t.Fatal(err)
		}
		if got := ""; s.Get(key, &got) != isRead {
			t.Errorf("a text of %d bytes is read: %v", size, !isRead)
		}
	}
}

// Many that write and read at once never see a part of an entry.
func TestAtOnce(t *testing.T) {
	folder := t.TempDir()
	opened(t, folder)
	long := strings.Repeat("text", 20000)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			s, err := Open(folder)
			if err != nil {
				t.Error(err)
				return
			}
			for range 20 {
				s.Put(KeyOf("kind"), long[:len(long)-4*i])
				if got := ""; s.Get(KeyOf("kind"), &got) && strings.Trim(got, "tex") != "" {
					t.Error("read a part")
				}
			}
		})
	}
	all.Wait()
}
