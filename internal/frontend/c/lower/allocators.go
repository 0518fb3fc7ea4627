package lower

import (
	"strings"

	"yogi/internal/frontend/c/tree"
)

// allocatorWords are in the names of functions that return null or fresh memory: kmalloc, kzalloc,
// vmalloc, alloc_pages, ExAllocatePoolWithTag and their like.
var allocatorWords = []string{"alloc", "Alloc"}

// releaserWords are in the names of functions that give memory back, and of others that allocate nothing.
var releaserWords = []string{"dealloc", "Dealloc", "unalloc", "allocated", "Allocated"}

// moreAllocators are those whose names have no such word.
var moreAllocators = makeSet(
	"kstrdup", "kstrdup_const", "kstrndup", "kmemdup", "kmemdup_nul", "kmemdup_user", "memdup_user", "memdup_user_nul",
	"vmemdup_user", "strdup_user", "strndup_user", "kasprintf", "kvasprintf", "devm_kstrdup", "devm_kmemdup", "devm_kasprintf",
	"xstrdup", "xmemdup", "g_strdup", "g_new", "g_new0",
)

// isAllocator says that a function without a body returns null or fresh memory, by its attributes,
// its name or an option.
func (l *functionFacts) isAllocator(def *tree.FunctionDef) bool {
	if def.Allocates || moreAllocators[def.Name] || l.allocators[def.Name] || isOfSystem(def) || IsLibrary(def.Name) {
		return true
	}
	has := func(words []string) bool {
		for _, w := range words {
			if strings.Contains(def.Name, w) {
				return true
			}
		}
		return false
	}
	return has(allocatorWords) && !has(releaserWords)
}
