package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/cache"
)

// aged puts entries of a thousand bytes, the first one read longest ago: each a day before the next one.
func aged(t *testing.T, s *Store, n int) {
	t.Helper()
	for i := range n {
		s.Put(numbered(i), content(i))
		when := time.Now().Add(-time.Duration(n-i) * 24 * time.Hour)
		err := eachFile(s.folder, func(f file) error {
			if time.Since(f.used) > time.Hour {
				return nil
			}
			return os.Chtimes(f.path, when, when)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func numbered(i int) Key { return KeyOf("numbered", fmt.Sprint(i)) }

// content is a text that packing makes hardly shorter.
func content(i int) string {
	random, text := rand.New(rand.NewPCG(uint64(i), 0)), make([]byte, 1000)
	for at := range text {
		text[at] = byte(' ' + random.IntN(90))
	}
	return string(text)
}

// left are the entries that can be read.
func left(s *Store, n int) (numbers []int) {
	for i := range n {
		if got := ""; s.Get(numbered(i), &got) && got == content(i) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

func TestCollect(t *testing.T) {
	for _, test := range []struct {
		name   string
		limits Limits // the size in tenths of what there is
		want   string
	}{
		{"no limit", Limits{}, "[0 1 2 3 4 5 6 7 8 9]"},
		{"age", Limits{Age: 3*24*time.Hour + 12*time.Hour}, "[7 8 9]"},
		{"size", Limits{Bytes: 5}, "[6 7 8 9]"}, // nine tenths of five entries
		{"both", Limits{Bytes: 5, Age: 36 * time.Hour}, "[9]"},
		{"nothing", Limits{Bytes: 1}, "[]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := opened(t, t.TempDir())
			aged(t, s, 10)
			before, err := UsageOf(s.folder)
			if err != nil {
				t.Fatal(err)
			}
			limits := test.limits
			limits.Bytes *= before.Bytes / 10
			got, err := Collect(s.folder, limits)
			if err != nil {
				t.Fatal(err)
			}
			after, err := UsageOf(s.folder)
			if err != nil || after != got.Left || before.Bytes != got.Left.Bytes+got.Removed.Bytes || before.Entries != got.Left.Entries+got.Removed.Entries {
				t.Errorf("%v: %+v, then %+v, of %+v", err, after, got, before)
			}
			if got := fmt.Sprint(left(s, 10)); got != test.want {
				t.Errorf("left are %s, want %s", got, test.want)
			}
		})
	}
}

// A text that entries share stays as long as one of them does; one that no entry has goes, but not while its writer
// may be about to write the entry.
func TestCollectTexts(t *testing.T) {
	s := opened(t, t.TempDir())
	s.Put(numbered(0), "shared")
	s.Put(numbered(1), "shared")
	s.Put(numbered(2), "replaced")
	s.Put(numbered(2), "replacement")
	old := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(filepath.Join(s.folder, fmt.Sprintf("%02x", numbered(0)[0]), fmt.Sprintf("%x-a", numbered(0))), old, old); err != nil {
		t.Fatal(err)
	}
	if _, err := Collect(s.folder, Limits{Age: 24 * time.Hour}); err != nil {
		t.Fatal(err)
	}
	if got := ""; s.Get(numbered(0), &got) || !s.Get(numbered(1), &got) || got != "shared" {
		t.Errorf("read %q", got)
	}
	if v, err := Verify(s.folder, nil); err != nil || v.Entries != 2 || v.Leftovers != 1 || len(v.Damaged) > 0 {
		t.Errorf("%v: %+v", err, v)
	}
	err := eachFile(s.folder, func(f file) error { return os.Chtimes(f.path, old, old) })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Collect(s.folder, Limits{}); err != nil {
		t.Fatal(err)
	}
	if v, err := Verify(s.folder, nil); err != nil || v.Entries != 2 || v.Leftovers != 0 {
		t.Errorf("%v: %+v", err, v)
	}
}

// Writing more than there is room for removes what was read longest ago, without anybody asking.
func TestCollectedByTheWay(t *testing.T) {
	folder := t.TempDir()
	if err := SetLimits(folder, Limits{Bytes: 20_000, Age: time.Hour}); err != nil {
		t.Fatal(err)
	}
	s := opened(t, folder)
	for i := range 200 {
		s.Put(numbered(i), content(i)+fmt.Sprint(i))
		if u, err := UsageOf(folder); err != nil || u.Bytes > 20_000+20_000/8+2*1200 {
			t.Fatalf("%v: %d bytes after %d entries", err, u.Bytes, i+1)
		}
	}
	if got := ""; !s.Get(numbered(199), &got) {
		t.Error("the last entry is gone")
	}
}

func TestLimits(t *testing.T) {
	folder := t.TempDir()
	if got := LimitsOf(folder); got != defaultLimits {
		t.Errorf("%+v", got)
	}
	want := Limits{Bytes: 12345, Age: time.Minute}
	if err := SetLimits(folder, want); err != nil || LimitsOf(folder) != want {
		t.Errorf("%v: %+v", err, LimitsOf(folder))
	}
	for _, damaged := range []string{"", "{", `{"bytes": -1}`, `{"bytes": "much"}`, `[]`} {
		if err := os.WriteFile(filepath.Join(folder, limitsFile), []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := LimitsOf(folder); got != defaultLimits {
			t.Errorf("%q: %+v", damaged, got)
		}
	}
}

// damages make of a file something else. None of them leaves what can be read as it was.
var damages = map[string]func([]byte) []byte{
	"empty":   func([]byte) []byte { return nil },
	"cut":     func(text []byte) []byte { return text[:len(text)-1] },
	"longer":  func(text []byte) []byte { return append(text, '\n') },
	"a bit":   func(text []byte) []byte { text[len(text)/3] ^= 1; return text },
	"other":   func(text []byte) []byte { return []byte(strings.Repeat("x", len(text))) },
	"reverse": func(text []byte) []byte { return []byte(strings.ToUpper(string(text))) },
}

// Verify reports what Get does not read, and removes that alone.
func TestVerify(t *testing.T) {
	for name, damage := range damages {
		for _, suffix := range []string{entrySuffix, textSuffix} {
			t.Run(name+suffix, func(t *testing.T) {
				s := opened(t, t.TempDir())
				for i := range 3 {
					s.Put(numbered(i), content(i))
				}
				if v, err := Verify(s.folder, nil); err != nil || v.Entries != 3 || len(v.Damaged) > 0 {
					t.Fatalf("%v: %+v", err, v)
				}
				files, err := filepath.Glob(filepath.Join(s.folder, "*", "*"+suffix))
				if err != nil || len(files) != 3 {
					t.Fatal(files, err)
				}
				text, err := os.ReadFile(files[1])
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(files[1], damage(text), 0o600); err != nil {
					t.Fatal(err)
				}
				v, err := Verify(s.folder, nil)
				if err != nil || v.Entries != 2 || len(v.Damaged) != 1 {
					t.Errorf("%v: %+v", err, v)
				}
				if got := left(s, 3); len(got) != 2 {
					t.Errorf("left are %v", got)
				}
				v, err = Verify(s.folder, func(Damage) bool { return true })
				if err != nil || len(v.Damaged) != 1 {
					t.Errorf("%v: %+v", err, v)
				}
				if v, err = Verify(s.folder, nil); err != nil || v.Entries != 2 || len(v.Damaged) != 0 {
					t.Errorf("%v: %+v", err, v)
				}
				for i := range 3 { // what was damaged can be written again
					s.Put(numbered(i), content(i))
				}
				if got := left(s, 3); len(got) != 3 {
					t.Errorf("left are %v", got)
				}
			})
		}
	}
}

// Entries of versions that packed nothing are not damaged, though nothing reads them.
func TestVerifyUnpacked(t *testing.T) {
	s := opened(t, t.TempDir())
	if _, _, err := s.cache.PutNoVerify(cache.ActionID(numbered(0)), strings.NewReader(`["a text"]`)); err != nil {
		t.Fatal(err)
	}
	if v, err := Verify(s.folder, nil); err != nil || v.Entries != 1 || len(v.Damaged) > 0 {
		t.Errorf("%v: %+v", err, v)
	}
	if got := []string{}; s.Get(numbered(0), &got) {
		t.Errorf("read %q", got)
	}
}

// FuzzGet: whatever is in the files of an entry, it is read as it was written or not at all.
func FuzzGet(f *testing.F) {
	f.Add([]byte("v1 "), []byte(`"a"`))
	f.Add([]byte(""), []byte(`"`+content(0)+`"`))
	f.Fuzz(func(t *testing.T, index, text []byte) {
		s := opened(t, t.TempDir())
		s.Put(numbered(0), content(0))
		for suffix, damaged := range map[string][]byte{entrySuffix: index, textSuffix: text} {
			files, err := filepath.Glob(filepath.Join(s.folder, "*", "*"+suffix))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			if len(damaged) > 0 {
				if err := os.WriteFile(files[0], damaged, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got := ""; s.Get(numbered(0), &got) && got != content(0) {
			t.Errorf("read %q", got)
		}
		if _, err := Verify(s.folder, func(Damage) bool { return true }); err != nil {
			t.Error(err)
		}
		if v, err := Verify(s.folder, nil); err != nil || len(v.Damaged) > 0 {
			t.Errorf("%v: %+v", err, v)
		}
		if _, err := Collect(s.folder, Limits{}); err != nil {
			t.Error(err)
		}
	})
}
