// Package split decides whether a program over several memory maps stands for the program over one map
// of bytes that it was made from. What made it is not believed, and none of its code is used here.
//
// In goes a record of the program with its memory instructions, the program without them, and the claim
// of an alias analysis (package pointsto). The check has two halves:
//
//	typing    every instruction preserves the claim: it is an invariant of all reachable states (typing.go,
//	          value.go, taint.go); and what the program compares is not claimed to be apart (compared.go)
//	lowering  given the claim, each memory instruction became assignments that do to the maps what it does
//	          to the bytes, and nothing else changed (lowering.go, block.go)
//
// # Why that is enough
//
// Let every value of a run of the one-map program carry the set of objects that it is based on. An access
// at an address that lies in none of the objects that the address is based on is what the assumption
// "every access stays inside the object that its address was computed from" excludes. By induction over
// the run, of the runs without such an access:
//
//   - the claim holds of every variable and of the bytes of every cell (typing);
//   - so each access at a claimed address touches exactly one cell, in the object that it lies in, which is of
//     one of the sites claimed: cells of a site do not overlap, nor do objects, and addresses are never used
//     again. All cells that the access may touch have one map;
//   - so that map, and no other, follows the write, and a read finds in the map what is in the bytes
//     (lowering). A map holds nothing where none of its cells is, which is why an instruction may write there
//     inside the object that it is about;
//   - where a run starts, and in fresh objects, the contents of memory are any: those of the maps can be
//     chosen to agree, since each byte of memory belongs to one object in all of the run.
//
// So every run of the one-map program that the report's assumptions allow is one of the program with
// split memory, with the same values of all variables; and a certificate that no run of the latter
// reaches an error is one for the former. Predicates over a map speak of the bytes of its cell.
package split

import (
	"fmt"
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/certify/record"
	"yogi/internal/ir"
	"yogi/internal/pointsto"
	"yogi/internal/term"
)

// Rejection says where the claim or the program is wrong.
type Rejection struct {
	Where  string
	Reason string
}

func (r *Rejection) Error() string { return "split memory: " + r.Where + ": " + r.Reason }

// checker is one check.
type checker struct {
	before *Record
	after  *ir.Program
	claim  *pointsto.Claim
	terms  *term.Builder
	values map[*term.Term]value
	shapes map[*pointsto.Group]*shape
	groups map[*pointsto.Cell]*pointsto.Group
	taints map[any]taint // of variables and cells
	// outside are the groups of objects that start as anything, of an open program.
	outside map[*pointsto.Group]bool
	open    bool                     // there are objects outside
	apart   bool                     // an access relies on that an address which nobody wrote leads to an object of its own
	made    map[*pointsto.Group]bool // with an object that the program has or allocates
	carried map[any]bool             // variables and cells of which nothing is claimed that may hold addresses
	// resolved replaces the symbols of objects by their addresses.
	resolved *term.Substitution
	symbols  map[*term.Term]*ir.Object
	locals   map[*ir.Variable]bool // that there were
	extents  map[*pointsto.Group]map[pointsto.Site][]extent
	guards   map[ir.Instruction][]reach // accesses before one, in its block, through the same variable
	places   *ir.Variable               // ir.Program.Places if no run changes it, else nil
}

// Record is a program as it was when its memory instructions were there.
type Record = record.Program

// Take records p.
func Take(p *ir.Program) *Record { return record.Of(p) }

// Check returns nil if after, with the claim, stands for the program recorded before, else a *Rejection.
func Check(before *Record, after *ir.Program, claim *pointsto.Claim) error {
	k := &checker{
		before: before, after: after, claim: claim, terms: after.Terms,
		values: map[*term.Term]value{}, shapes: map[*pointsto.Group]*shape{}, taints: map[any]taint{}, symbols: map[*term.Term]*ir.Object{}, locals: map[*ir.Variable]bool{},
		groups: map[*pointsto.Cell]*pointsto.Group{}, outside: map[*pointsto.Group]bool{}, carried: map[any]bool{},
	}
	if claim == nil {
		return &Rejection{"program", "there is no claim"}
	}
	k.places = k.fixedPlaces()
	addresses := map[*term.Term]*term.Term{}
	for _, o := range before.Objects {
		if o.Symbol != nil {
			k.symbols[o.Symbol.Sym] = o.Object
			addresses[o.Symbol.Sym] = k.terms.BVConst(o.Symbol.Sort.Width, o.Object.Address)
		}
	}
	for _, f := range before.Functions {
		for _, v := range f.Variables {
			k.locals[v] = true
		}
	}
	k.resolved = k.terms.NewSubstitution(addresses)
	k.findExtents()
	k.findGuards()
	if claim.Whole == nil {
		if err := k.form(); err != nil {
			return err
		}
		if err := k.typing(); err != nil {
			return err
		}
	} else if len(claim.Groups) > 0 {
		return &Rejection{"program", "memory is said to be whole and to be cut"}
	}
	return k.lowering()
}

// fixedPlaces is the map of how far from their addresses objects lie on the machine. What is in it
// before a run is based on no object, and no instruction may put anything else there.
func (k *checker) fixedPlaces() *ir.Variable {
	places := k.after.Places
	if places == nil || !slices.Contains(k.before.Globals, places) {
		return nil
	}
	for _, f := range k.before.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if slices.Contains(ir.Defined(i.Copied), places) {
					return nil
				}
			}
		}
	}
	return places
}

// assumed checks that the program's assumptions say something.
func (k *checker) assumed(kind *assumption.Kind) error {
	if k.after.Assumptions.Has(kind) {
		return nil
	}
	return fmt.Errorf("the program does not say that it assumes %s", kind.Name)
}
