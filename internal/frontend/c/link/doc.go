// Package link makes one program of several translation units: what they share by name becomes one object or
// one function, as a linker does it, and what is static stays apart.
//
// In come checked trees of one data model; out comes one tree whose expressions name the objects and functions
// that the linker would choose. The trees that come in are used up. A linker sees no types; here declarations
// of one name must have the same representation (size, and the place and kind of every scalar in it), and where
// they do not, there is a diagnostic that names both places. Types that differ in C11's sense (6.2.7) but are
// represented alike, such as pointers to different types, mean what the machine makes of them.
//
// Invariant: no name with external linkage is that of two objects or functions of the result.
//
// # What to read first
//
//   - link.go: the units become one, names are chosen;
//   - represent.go: which declarations agree, and redirect.go: expressions name what was chosen;
//   - inline.go: inline functions of headers, of which each file has one;
//   - unnamed.go: declarations that a file never names;
//   - library.go, model.go: the functions of the library and of platforms that the program calls;
//   - members.go, section.go: what platforms ask of structures and sections;
//   - contract.go, filelocal.go: what goto-cc, CBMC's compiler, makes of contracts and of static functions.
package link
