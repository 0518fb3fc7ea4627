// Package memory turns the memory instructions of a C program into plain assignments.
//
// In goes a program with Load, Store, Copy, Fill, Alloc, Free and Clobber; out comes the same program
// with none of them. Memory is one or more map variables (Globals with Memory set) from byte addresses
// to cells, and Program.InitialRanges says which cells start as zero:
//
//	store p x      becomes    M := (store M p x)
//	load y p       becomes    y := (select M p)
//	copy, fill     become     the same, cell by cell
//	alloc p #x04   becomes    p := next; next := next + granule; assume p < next
//	free p         becomes    nothing: addresses are never used again
//	clobber        becomes    M is an input
//
// Without Options.Split there is one map with cells of a byte. With it memory is cut into classes,
// each with its map: two accesses that may touch a common byte are in one class. A class whose
// accesses all have one width and never overlap in part has cells of that width, keyed by the
// address of the access; any other class has byte cells. Writes to a class that is never read are
// dropped. Which accesses may meet is found by a points-to analysis by unification (Steensgaard,
// with fields by offset as in Lattner's data structure analysis) and, among the objects that it unites, by
// sets of them (site.go); see pointsto.go for what it takes for granted, which is recorded in
// Program.Assumptions. All of memory is one class, of bytes, where an address may be that of any
// object (whole in solve.go), or some instruction may write anything anywhere (clobber.go).
//
// Package prepare calls TakeNumbers (numbers.go has what that rewrites, written.go how it tells numbers from
// addresses), LowerNormal, and then the check of the claim in package certify/split. Lower is for tests and for what
// makes no proofs.
//
// Read LowerNormal first (memory.go), then pointsto.go and solve.go, the analysis: node.go is what it
// works on, element.go and row.go are about arrays, unknown.go and outside.go about addresses that are
// of no object of the program, compared.go about what the program compares them with. partition.go
// makes classes of what it found, lower.go and block.go the assignments, claim.go what package
// certify/split checks.
package memory
