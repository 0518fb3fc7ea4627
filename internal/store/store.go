// Package store keeps what checks found for later ones, in a folder that many processes may share: entries of a
// kind under a key that says all that an entry depends on. It knows nothing of what the entries mean.
//
// Nothing that is read is to be trusted: an entry may be old, cut off, or written by somebody else. Whoever reads one
// shows again what it says (a test is run, a proof is checked), so that a wrong entry costs time and no verdict. What
// cannot be written is not there the next time, and nothing else.
//
// The folder is one of Go's build cache (package cache of go-internal, which is that of the go command): a text is in
// a file that is named by its hash, an entry is a file under its key that names a text. So entries are whole or as if
// they were not there, whatever happens to the process that writes them. What is too much or too old is removed by the
// way (collect.go).
package store

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/cache"

	"yogi/internal/bug"
)

// Format is the version of the entries; it is part of every key.
const Format = 3

// largest is the size in bytes above which an entry is not kept: reading it would take as long as finding it anew.
// Nothing longer is unpacked either, however short it is packed.
const largest = 64 << 20

// A Store is a folder of entries. A nil one holds nothing and keeps nothing.
type Store struct {
	cache   *cache.Cache
	folder  string
	limits  Limits
	written atomic.Int64 // bytes since this process last looked whether there is too much
}

// Open makes the folder of a store, if it is not there, and opens it. The name "" is no store.
func Open(folder string) (*Store, error) {
	if folder == "" {
		return nil, nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder of the cache: %w", err)
	}
	opened, err := cache.Open(folder)
	if err != nil {
		return nil, fmt.Errorf("opening the cache: %w", err)
	}
	return &Store{cache: opened, folder: folder, limits: LimitsOf(folder)}, nil
}

// Key names an entry.
type Key [sha256.Size]byte

// KeyOf is the key of an entry of a kind that depends on nothing but the parts.
func KeyOf(kind string, parts ...string) Key {
	h := sha256.New()
	fmt.Fprintf(h, "yogi %d %s\n", Format, kind)
	for _, p := range parts {
		fmt.Fprintf(h, "%d\n%s\n", len(p), p)
	}
	return Key(h.Sum(nil))
}

// Get reads an entry; false: there is none that can be read.
func (s *Store) Get(key Key, into any) bool {
	if s == nil {
		return false
	}
	// A text that is larger than any that is written is not read into memory to find that out.
	if _, entry, err := s.cache.GetFile(cache.ActionID(key)); err != nil || entry.Size > largest {
		return false
	}
	packed, _, err := s.cache.GetBytes(cache.ActionID(key))
	if err != nil {
		return false
	}
	text, err := unpack(packed)
	return err == nil && json.Unmarshal(text, into) == nil
}

// Put writes an entry over what there is.
func (s *Store) Put(key Key, entry any) {
	if s == nil {
		return
	}
	text, err := json.Marshal(entry)
	if err != nil || len(text) > largest {
		return
	}
	packed := pack(text)
	// An entry may change, as the tests of a program do, which the verify mode of the go command's cache panics about.
	if _, _, err := s.cache.PutNoVerify(cache.ActionID(key), bytes.NewReader(packed)); err == nil {
		s.care(int64(len(packed)))
	}
}

// pack makes a text shorter: formulas say the same names over and over.
func pack(text []byte) []byte {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err == nil {
		_, err = w.Write(text)
		err = errors.Join(err, w.Close())
	}
	if err != nil {
		bug.Errorf("packing an entry of the store: %v", err) // nothing fails that writes to memory
	}
	return packed.Bytes()
}

// unpack is the text that was packed, unless it is longer than any that is kept.
func unpack(packed []byte) ([]byte, error) {
	r := flate.NewReader(bytes.NewReader(packed))
	text, err := io.ReadAll(io.LimitReader(r, largest+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("unpacking an entry: %w", err)
	case len(text) > largest:
		return nil, errors.New("unpacking an entry: it is too long")
	}
	return text, nil
}

// Usage says how much a folder holds.
type Usage struct {
	Entries int
	Bytes   int64
}

func (u *Usage) add(f file) {
	u.Bytes += f.size
	if f.isEntry() {
		u.Entries++
	}
}

// UsageOf counts the entries in a store's folder. One that is not there holds nothing.
func UsageOf(folder string) (Usage, error) {
	var u Usage
	err := eachFile(folder, func(f file) error { u.add(f); return nil })
	return u, err
}

// Clean removes all entries of a store's folder, and nothing else.
func Clean(folder string) error {
	return eachFile(folder, func(f file) error {
		if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("emptying the cache: %w", err)
		}
		return nil
	})
}

// NN/HEX-a is an entry and says which text it has, NN/HEX-d is a text.
const entrySuffix, textSuffix = "-a", "-d"

func (f file) isEntry() bool { return strings.HasSuffix(f.path, entrySuffix) }

// eachFile visits the files of entries, then those of texts.
func eachFile(folder string, visit func(file) error) error {
	for _, suffix := range []string{entrySuffix, textSuffix} {
		paths, err := filepath.Glob(filepath.Join(folder, "[0-9a-f][0-9a-f]", "*"+suffix))
		if err != nil {
			return fmt.Errorf("reading the cache: %w", err)
		}
		for _, path := range paths {
			info, err := os.Stat(path)
			if err != nil {
				continue // another process has removed it
			}
			if err := visit(file{path, info.Size(), info.ModTime()}); err != nil {
				return err
			}
		}
	}
	return nil
}
