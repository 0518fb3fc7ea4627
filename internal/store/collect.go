package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"time"

	"yogi/internal/atomicfile"
)

// This file keeps a store's folder small: entries that nobody has read for long are removed, and where there is still
// too much those that were read longest ago. A process that is about to read what another one removes finds nothing.

// Limits are how much a folder holds and for how long. Zero is no limit.
type Limits struct {
	Bytes int64         `json:"bytes"`
	Age   time.Duration `json:"age"` // since an entry was read last; the clock of that goes by the hour
}

// defaultLimits hold for a folder that says nothing else.
var defaultLimits = Limits{Bytes: 2 << 30, Age: 30 * 24 * time.Hour}

const (
	// limitsFile says in a folder what its limits are, so that all who use the folder agree.
	limitsFile = "limits.json"
	// collectedFile is as old as the last time that somebody looked whether there is too much.
	collectedFile = "collected"
	collectEvery  = time.Hour
	// grace is how long a text may be there before its entry is.
	grace = time.Hour
)

// LimitsOf are the limits of a folder.
func LimitsOf(folder string) Limits {
	limits := defaultLimits
	text, err := os.ReadFile(filepath.Join(folder, limitsFile))
	if err != nil || json.Unmarshal(text, &limits) != nil || limits.Bytes < 0 || limits.Age < 0 {
		return defaultLimits
	}
	return limits
}

// SetLimits changes the limits of a folder, for those who open it from now on.
func SetLimits(folder string, limits Limits) error {
	text, err := json.Marshal(limits)
	if err != nil {
		return fmt.Errorf("encoding the limits of the cache: %w", err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making the folder of the cache: %w", err)
	}
	// Others may be reading it, whoever shares the folder.
	if err := atomicfile.Write(filepath.Join(folder, limitsFile), text, 0o644); err != nil {
		return fmt.Errorf("writing the limits of the cache: %w", err)
	}
	return nil
}

// care collects from time to time: when nobody has for an hour, or this process alone has written a good part of
// what may be there.
func (s *Store) care(written int64) {
	total := s.written.Add(written)
	mark := filepath.Join(s.folder, collectedFile)
	if info, err := os.Stat(mark); err == nil {
		since := time.Since(info.ModTime())
		isRecent := since > -collectEvery && since < collectEvery
		if isRecent && (s.limits.Bytes == 0 || total < s.limits.Bytes/8) {
			return
		}
	}
	s.written.Store(0)
	// The mark is set first, so that of many processes one collects; where it cannot be set nothing could be removed.
	now := time.Now()
	if os.Chtimes(mark, now, now) != nil && os.WriteFile(mark, nil, 0o644) != nil {
		return
	}
	_, _ = Collect(s.folder, s.limits) // what cannot be removed now can be another time
}

// Collected says what was removed and what is left.
type Collected struct {
	Removed, Left Usage
}

// file is one of a folder.
type file struct {
	path string
	size int64
	used time.Time
}

// indexed is an entry with its text, which it may share with others.
type indexed struct {
	file
	text string // path
}

// Collect removes from a folder what its limits do not allow, and what no entry can be read from.
func Collect(folder string, limits Limits) (Collected, error) {
	var out Collected
	var entries []indexed
	texts, users := map[string]file{}, map[string]int{}
	now := time.Now()
	var failed error
	remove := func(f file) {
		if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, err)
			return
		}
		out.Removed.add(f)
		out.Left.Bytes -= f.size
		if f.isEntry() {
			out.Left.Entries--
		}
	}
	err := eachFile(folder, func(f file) error {
		out.Left.add(f)
		if !f.isEntry() {
			texts[f.path] = f
			return nil
		}
		hash, _, err := readIndex(f.path)
		switch {
		case err == nil:
			e := indexed{f, filepath.Join(folder, hash[:2], hash+textSuffix)}
			entries = append(entries, e)
			users[e.text]++
		case now.Sub(f.used) > grace: // one that is younger may be on its way to the disk
			remove(f)
		}
		return nil
	})
	if err != nil {
		return out, err
	}
	// Texts of no entry go before entries do, even those that may be about to get one: it is then one without a text.
	isTooMuch := limits.Bytes > 0 && out.Left.Bytes > limits.Bytes
	for path, f := range texts {
		if users[path] == 0 && (isTooMuch || now.Sub(f.used) > grace) {
			remove(f)
		}
	}
	sort.Slice(entries, func(i, j int) bool {
		if a, b := entries[i].used, entries[j].used; !a.Equal(b) {
			return a.Before(b)
		}
		return entries[i].path < entries[j].path
	})
	// A tenth of the room is made free, so that the next entry does not lead here again.
	keep := int64(-1)
	if limits.Bytes > 0 && out.Left.Bytes > limits.Bytes {
		keep = limits.Bytes / 10 * 9
	}
	for _, e := range entries {
		isOld := limits.Age > 0 && now.Sub(e.used) > limits.Age+mostUnused
		if !isOld && (keep < 0 || out.Left.Bytes <= keep) {
			break // the others were read later
		}
		remove(e.file)
		if users[e.text]--; users[e.text] == 0 {
			if f, ok := texts[e.text]; ok {
				remove(f)
			}
		}
	}
	if failed != nil {
		return out, fmt.Errorf("removing entries of the cache: %w", failed)
	}
	return out, nil
}

// mostUnused is how much longer ago than it is an entry may seem to have been read.
const mostUnused = time.Hour

// Damage is an entry that cannot be read.
type Damage struct {
	Path string // of the entry
	What string
}

// Verified says what reading all of a folder found.
type Verified struct {
	Entries int
	Damaged []Damage
	// Leftovers are texts of no entry: an entry has another text now, or its writer was stopped.
	Leftovers int
}

// Verify reads every entry of a folder and removes the damaged ones if that is wanted.
func Verify(folder string, remove func(Damage) bool) (Verified, error) {
	var out Verified
	used := map[string]bool{}
	var texts []string
	err := eachFile(folder, func(f file) error {
		if !f.isEntry() {
			texts = append(texts, f.path)
			return nil
		}
		text, err := checkEntry(folder, f.path)
		if err != nil { // another process may be writing it at this moment
			time.Sleep(10 * time.Millisecond)
			text, err = checkEntry(folder, f.path)
		}
		used[text] = true
		switch {
		case errors.Is(err, errGone):
			return nil
		case err == nil:
			out.Entries++
			return nil
		}
		damage := Damage{f.path, err.Error()}
		out.Damaged = append(out.Damaged, damage)
		if remove == nil || !remove(damage) {
			return nil
		}
		if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing a damaged entry: %w", err)
		}
		return nil
	})
	for _, path := range texts {
		if !used[path] {
			out.Leftovers++
		}
	}
	return out, err
}

// errGone: another process has removed the entry.
var errGone = errors.New("the entry is gone")

// checkEntry reads an entry as Get does, and returns the path of its text.
func checkEntry(folder, path string) (string, error) {
	hash, size, err := readIndex(path)
	if err != nil {
		return "", err
	}
	text := filepath.Join(folder, hash[:2], hash+textSuffix)
	info, err := os.Stat(text)
	switch {
	case err != nil:
		return text, errors.New("its text is missing")
	case info.Size() != size:
		return text, fmt.Errorf("its text has %d bytes, not %d", info.Size(), size)
	case size > largest:
		return text, fmt.Errorf("its text has %d bytes, more than any that is written", size)
	}
	content, err := os.ReadFile(text)
	if err != nil {
		return text, errors.New("its text cannot be read")
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != hash {
		return text, errors.New("its text is not the one that was written")
	}
	if unpacked, err := unpack(content); err == nil {
		content = unpacked // those of Format 2 and before are as they were written
	}
	if !json.Valid(content) {
		return text, errors.New("its text is no JSON")
	}
	return text, nil
}

// readIndex reads the file of an entry: the hash of its text in hexadecimal digits, and the size. The form is that of
// the go command's cache; reading it with that package would count as a use of the entry.
func readIndex(path string) (hash string, size int64, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", 0, errGone
	}
	const length = len("v1 ") + 2*(2*sha256.Size+1) + 2*(20+1)
	if err != nil || len(text) != length || !bytes.HasSuffix(text, []byte("\n")) {
		return "", 0, errors.New("it is cut off, or no entry")
	}
	words := strings.Fields(string(text))
	if len(words) != 5 || words[0] != "v1" || words[1]+entrySuffix != filepath.Base(path) {
		return "", 0, errors.New("it is no entry, or one under another key")
	}
	size, err = strconv.ParseInt(words[3], 10, 64)
	if sum, e := hex.DecodeString(words[2]); err != nil || size < 0 || e != nil || len(sum) != sha256.Size {
		return "", 0, errors.New("it names no text")
	}
	return words[2], size, nil
}
