// Package jsonedit changes JSON texts at random, for tests of what reads texts that nobody trusts: evidence and
// entries of a store.
package jsonedit

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Edit is a text with one to three of its parts changed. Members with the names of stay are left as they are.
func Edit(t *testing.T, r *rand.Rand, text []byte, stay ...string) []byte {
	t.Helper()
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	for range 1 + r.IntN(3) {
		var places []func()
		changes(r, document, func(changed any) { document = changed }, stay, &places)
		if len(places) > 0 { // nothing is left of an empty list
			places[r.IntN(len(places))]()
		}
	}
	out, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// changes lists changes of each part of a value; set puts another in its place. Members with some names stay.
func changes(r *rand.Rand, value any, set func(any), stay []string, out *[]func()) {
	add := func(change func()) { *out = append(*out, change) }
	switch v := value.(type) {
	case bool:
		add(func() { set(!v) })
	case float64:
		add(func() { set([]float64{v + 1, v - 1, -v, 0, 1, 1 << 40}[r.IntN(6)]) })
	case string:
		add(func() {
			words := strings.Fields(v)
			switch at := strings.IndexAny(v, "0123456789"); {
			case at >= 0 && r.IntN(3) > 0:
				set(v[:at] + strconv.Itoa(r.IntN(10)) + v[at+1:])
			case len(words) > 1 && r.IntN(3) == 0:
				i, j := r.IntN(len(words)), r.IntN(len(words))
				words[i], words[j] = words[j], words[i]
				set(strings.Join(words, " "))
			default:
				set(strings.NewReplacer("bvult", "bvule", "bvslt", "bvsle", "and", "or", "=", "distinct", "true", "false", "false", "true", "error", "return").Replace(v))
			}
		})
	case []any:
		for i, element := range v {
			changes(r, element, func(changed any) { v[i] = changed }, stay, out)
		}
		if len(v) > 0 {
			i, j := r.IntN(len(v)), r.IntN(len(v))
			add(func() { set(slices.Delete(slices.Clone(v), i, i+1)) })
			add(func() { set(append(slices.Clone(v), v[i])) })
			add(func() { v[i], v[j] = v[j], v[i] })
		}
	case map[string]any:
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(v)), func(name string) bool { return slices.Contains(stay, name) })
		for _, name := range names {
			changes(r, v[name], func(changed any) { v[name] = changed }, stay, out)
		}
		if len(names) > 0 {
			add(func() { delete(v, names[r.IntN(len(names))]) })
		}
	}
}
