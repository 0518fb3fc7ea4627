package main

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"yogi/internal/settings"
)

// TestSettingsPage: the page of the settings has the values of each key that takes one of a few words.
func TestSettingsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Join(strings.Fields(string(page)), " ")
	check := checkCommand()
	count := 0
	eachKey("", reflect.TypeFor[settings.File](), func(key, flag string) {
		defined := check.Flags().Lookup(flag)
		if defined == nil {
			t.Errorf("%s sets --%s, which check does not have", key, flag)
			return
		}
		if choices, ok := defined.Value.(*choice); ok {
			count++
			item := "- `" + key + "`: \"" + strings.Join(choices.allowed, `", "`) + "\" "
			if !strings.Contains(words, item) {
				t.Errorf("the page lacks %s", item)
			}
		}
	})
	if count < 10 {
		t.Errorf("%d keys take one of a few words", count)
	}
}

// eachKey goes through the keys of a settings file, but those of targets, which are keys for all as well.
func eachKey(prefix string, of reflect.Type, visit func(key, flag string)) {
	for _, f := range reflect.VisibleFields(of) {
		key := prefix + f.Tag.Get("toml")
		switch {
		case f.Anonymous || f.Tag.Get("toml") == "-":
		case f.Type.Kind() == reflect.Struct:
			eachKey(key+".", f.Type, visit)
		case f.Tag.Get("flag") != "":
			visit(key, f.Tag.Get("flag"))
		}
	}
}

// TestExplainGuesses: words that are nearly those that are explained, or what checks are called elsewhere.
func TestExplainGuesses(t *testing.T) {
	for word, means := range map[string]string{"bufer": "bounds", "use after free": "uaf", "leek": "leak", "timeot": "timeout", "xyzzyplugh": ""} {
		if got := meant(word); got != means {
			t.Errorf("%s: %q, want %q", word, got, means)
		}
	}
	for name, check := range otherNames {
		if err := explainWord(new(strings.Builder), check); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
