// Package store keeps what checks found for later ones, in a folder that many processes may share: entries of a
// kind under a key that says all that an entry depends on. It knows nothing of what the entries mean.
//
// Nothing that is read is to be trusted: an entry may be old, cut off, or written by somebody else. Whoever reads one
// shows again what it says (a test is run, a proof is checked), so that a wrong entry costs time and no verdict. What
// cannot be written is not there the next time, and nothing else.
//
// The folder is one of Go's build cache (package cache of go-internal, which is that of the go command): entries are
// written whole or not at all, damaged ones are as if they were not there, and those that nobody has read for five days
// are removed.
package store

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/cache"
)

// Format is the version of the entries; it is part of every key.
const Format = 1

// largest is the size in bytes above which an entry is not kept: reading it would take as long as finding it anew.
const largest = 64 << 20

// A Store is a folder of entries. A nil one holds nothing and keeps nothing.
type Store struct{ cache *cache.Cache }

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
	return &Store{opened}, nil
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
	text, _, err := s.cache.GetBytes(cache.ActionID(key))
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
	if s.cache.PutBytes(cache.ActionID(key), text) == nil {
		_ = s.cache.Trim() // does nothing most of the time; what it cannot remove it tries again another day
	}
}

// Usage says how much a folder holds.
type Usage struct {
	Entries int
	Bytes   int64
}

// UsageOf counts the entries in a store's folder. One that is not there holds nothing.
func UsageOf(folder string) (Usage, error) {
	var u Usage
	err := eachFile(folder, func(path string, size int64) error {
		if strings.HasSuffix(path, "-a") {
			u.Entries++
		}
		u.Bytes += size
		return nil
	})
	return u, err
}

// Clean removes all entries of a store's folder, and nothing else.
func Clean(folder string) error {
	return eachFile(folder, func(path string, _ int64) error {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("emptying the cache: %w", err)
		}
		return nil
	})
}

// eachFile visits the files of entries: NN/HEX-a says which text an entry has, NN/HEX-d is a text.
func eachFile(folder string, visit func(path string, size int64) error) error {
	for _, pattern := range []string{"[0-9a-f][0-9a-f]/*-a", "[0-9a-f][0-9a-f]/*-d"} {
		paths, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return fmt.Errorf("reading the cache: %w", err)
		}
		for _, path := range paths {
			info, err := os.Stat(path)
			if err != nil {
				continue // another process has removed it
			}
			if err := visit(path, info.Size()); err != nil {
				return err
			}
		}
	}
	return nil
}
