package project

import (
	"slices"
	"strings"
	"testing"

	"yogi/internal/frontend/c"
)

// TestLinkOrder: objects are taken, and of an archive what is needed and not defined where it stands; a
// group is looked at until nothing more of it is needed.
func TestLinkOrder(t *testing.T) {
	files := map[string]c.Symbols{
		"main": {Defines: defines("main"), Needs: []string{"f"}},
		"f":    {Defines: defines("f"), Needs: []string{"g"}},
		"f2":   {Defines: defines("f")},
		"g":    {Defines: defines("g")},
		"more": {Defines: defines("more")},
	}
	// A word is a file, in an archive perhaps, and the turn in which it is looked at.
	for _, test := range []struct{ name, link, needed, want string }{
		{"objects", "main:1 f:2 g:3", "main", "main f g"},
		{"an archive", "main:1 A/more:2 A/f:2 A/g:2", "main", "main f g"},
		{"an archive before what needs it", "A/f:1 A/g:1 main:2", "main", "main"},
		{"two archives", "main:1 A/f:2 B/f2:3 B/g:3", "main", "main f g"},
		{"an object behind an archive", "main:1 A/f:2 f2:3 g:4", "main", "main f f2 g"},
		{"an archive once", "main:1 A/g:2 B/f:3", "main", "main f"},
		{"an archive twice", "main:1 A/g:2 B/f:3 A/g:4", "main", "main f g"},
		{"a group", "main:1 A/g:2 B/f:2", "main", "main f g"},
		{"a name that is asked for", "f2:1 A/more:2", "more", "f2 more"},
	} {
		var names []string
		var places [][]Place
		for i, word := range strings.Fields(test.link) {
			path, turn, _ := strings.Cut(word, ":")
			place := Place{Number: i + 1, Turn: int(turn[0])}
			archive, name, inArchive := strings.Cut(path, "/")
			if inArchive {
				place.Archive, place.Object = archive, name
			} else {
				name = archive
			}
			n := slices.Index(names, name)
			if n < 0 {
				n = len(names)
				names, places = append(names, name), append(places, nil)
			}
			places[n] = append(places[n], place)
		}
		var symbols []c.Symbols
		for _, name := range names {
			symbols = append(symbols, files[name])
		}
		order, defined := LinkOrder(symbols, places, []string{test.needed})
		var got []string
		for _, i := range order {
			got = append(got, names[i])
		}
		if strings.Join(got, " ") != test.want || !defined[test.needed] {
			t.Errorf("%s: %v, want %s", test.name, got, test.want)
		}
	}
}

func defines(name string) map[string]bool { return map[string]bool{name: true} }
