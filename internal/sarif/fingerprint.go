package sarif

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"yogi/internal/report"
)

// lineHash is the name of the fingerprint by which code hosts know a result again after the program was edited.
const lineHash = "primaryLocationLineHash"

// Fingerprint says which error a result is about, whatever lines come before it; "": that is not known.
func Fingerprint(of *report.Result) string {
	if of == nil || of.Error == nil {
		return ""
	}
	return fingerprints(of)[lineHash]
}

// fingerprints are of what does not change when other lines do: the property, the text of the line without its white
// space, and which of the lines of the file with this text it is. nil: the file cannot be read any more.
func fingerprints(from *report.Result) map[string]string {
	file, line := PlaceOf(from)
	content, err := os.ReadFile(file)
	lines := strings.Split(string(content), "\n")
	if err != nil || line < 1 || line > len(lines) {
		return nil
	}
	plain := func(text string) string { return strings.Join(strings.Fields(text), "") }
	count := 0
	for _, other := range lines[:line] {
		if plain(other) == plain(lines[line-1]) {
			count++
		}
	}
	sum := sha256.Sum256([]byte(from.Property + "\n" + plain(lines[line-1])))
	return map[string]string{lineHash: fmt.Sprintf("%s:%d", hex.EncodeToString(sum[:8]), count)}
}
