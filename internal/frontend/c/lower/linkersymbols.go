package lower

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// linkerSymbols are objects that no file defines and the linker does: the ends of what it put together.
var linkerSymbols = []string{
	"_end", "__end__", "_etext", "__etext", "_edata", "__bss_start", "__bss_start__", "_bss_end__", "__bss_end__", "__data_start",
	"__executable_start", "__ehdr_start", "__preinit_array_start", "__preinit_array_end", "__init_array_start",
	"__init_array_end", "__fini_array_start", "__fini_array_end", "_DYNAMIC", "_GLOBAL_OFFSET_TABLE_", "__dso_handle",
}

// plainLinkerSymbols are those with names that objects of programs may have, too. Of those that a program only
// declares they are the linker's where the type is one that stands for none: char, or an array of unknown length.
var plainLinkerSymbols = []string{"end", "etext", "edata", "data_start"}

// isOfLinker says that an object that the program only declares is defined by the linker, which knows where it is: the
// start or the end of a section, or of the program's parts.
func isOfLinker(o *tree.Object) bool {
	name := symbolOf(o)
	if !o.Extern || o.Linkage != tree.ExternalLinkage {
		return false
	}
	isMark := o.Type.Kind == tree.Array && o.Type.Length < 0 || o.Type.Size == 1
	return strings.HasPrefix(name, "__start_") || strings.HasPrefix(name, "__stop_") || slices.Contains(linkerSymbols, name) ||
		isMark && slices.Contains(plainLinkerSymbols, name)
}
