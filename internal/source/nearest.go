package source

import "strings"

// Nearest is the word that may be meant by another one; "": none.
func Nearest(word string, of []string) string {
	best, least := "", 3 // a word that needs more changes is another one
	for _, w := range of {
		if len(w)-len(word) > least || len(word)-len(w) > least {
			continue
		}
		if d := distance(word, w); d < least || d <= least && strings.HasPrefix(w, word) {
			best, least = w, d
		}
	}
	return best
}

// distance is the number of letters to insert, delete or replace that makes b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal, row[j+1] = row[j+1], min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
