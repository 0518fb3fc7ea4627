package pipeline

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"yogi/internal/concolic"
	"yogi/internal/ir"
	"yogi/internal/report/evidence"
)

// This file keeps the tests of a run for the next run on the same program (Job.Cache). The key is
// the text of the program as the search reads it, so another file, or an option that changes the
// program, has a file of its own. What is read is run again before it counts, so a damaged or
// foreign file costs time at most.

const (
	cacheFormat = 1  // of the files; part of the key
	cachedTests = 64 // tests kept of a program
)

// cachedTest is one test in a file of the cache.
type cachedTest struct {
	Blocks int64          `json:"blocks"`
	Test   *evidence.Test `json:"test"`
}

// testCache is the file of one program; nil if there is no cache.
type testCache struct{ path string }

// openCache makes the folder of the cache and names the program's file. A program with functions that have no
// interpretation has none: a test is then a test under some interpretation, which the text of a test does not hold.
func openCache(folder string, p *ir.Program) (*testCache, error) {
	if folder == "" || len(p.UninterpretedFunctions()) > 0 {
		return nil, nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder of the cache: %w", err)
	}
	key := sha256.Sum256(fmt.Appendf(nil, "%d\n%s", cacheFormat, p))
	return &testCache{filepath.Join(folder, hex.EncodeToString(key[:])+".json")}, nil
}

// read returns the tests that the program's file has and that can be read; none if there is no such file.
func (c *testCache) read(p *ir.Program) []concolic.Seed {
	if c == nil {
		return nil
	}
	text, err := os.ReadFile(c.path)
	if err != nil {
		return nil
	}
	var tests []cachedTest
	if json.Unmarshal(text, &tests) != nil {
		return nil
	}
	var seeds []concolic.Seed
	for _, t := range tests {
		if t.Test == nil {
			continue
		}
		if test, err := t.Test.Decode(p); err == nil {
			seeds = append(seeds, concolic.Seed{Test: test, Blocks: t.Blocks})
		}
	}
	return seeds
}

// write replaces the program's file. If that fails there is no cache the next time, and nothing else.
func (c *testCache) write(seeds []concolic.Seed) {
	if c == nil || len(seeds) == 0 {
		return
	}
	tests := make([]cachedTest, len(seeds))
	for i, s := range seeds {
		tests[i] = cachedTest{s.Blocks, evidence.EncodeTest(s.Test)}
	}
	text, err := json.Marshal(tests)
	if err != nil {
		return
	}
	file, err := os.CreateTemp(filepath.Dir(c.path), "tests-")
	if err != nil {
		return
	}
	_, err = file.Write(text)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(file.Name(), c.path)
	}
	if err != nil {
		os.Remove(file.Name())
	}
}
