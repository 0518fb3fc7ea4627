package pipeline

import (
	"context"
	"maps"
	"math"

	"yogi/internal/concolic"
	"yogi/internal/confirm"
	"yogi/internal/ir"
	"yogi/internal/report/evidence"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// This file finds a failing test again for a program that an edit gave other inputs. A test has its inputs by their
// numbers and in the order in which the run asks for them; a call that was dropped or added before changes both. So the
// program is run with the values by what they are for, the function, the name and the order among those alike, and
// where that blocks the run values are repaired (concolic.Carry). If it fails the test is made of what was asked, and
// confirmed like any other.

// rolesOf are the roles of a test's inputs in a program, and how many of its inputs are alike.
func rolesOf(p *ir.Program, test *evidence.Test) (roles []ir.InputRole, alike []int) {
	of, counts := p.InputRoles()
	for _, id := range test.InputIDs() {
		roles, alike = append(roles, of[id]), append(alike, counts[of[id].Alike()])
	}
	return roles, alike
}

// byCarried is the verdict by a test of what the files held before, of which inputs are told by their roles; false: no
// such test fails.
func (r *run) byCarried(ctx context.Context, asked *subject, kept keptFailure, of known) (confirm.Confirmed, bool) {
	limited, cancel := kept.window(ctx)
	defer cancel()
	test := carriedTest(limited, asked.program, kept)
	if test == nil {
		return confirm.Confirmed{}, false
	}
	return r.byTest(limited, asked, test, of, failuresFromBefore)
}

// carriedTest is a test of a program that fails and is made of one of an earlier state of it; nil: none was found.
func carriedTest(ctx context.Context, p *ir.Program, kept keptFailure) *verdict.Test {
	if len(kept.Roles) != len(kept.Test.Inputs) || len(kept.Alike) != len(kept.Roles) {
		return nil
	}
	start, values, err := kept.Test.Start(p)
	if err != nil {
		return nil
	}
	roles, alike := p.InputRoles()
	for _, cuts := range kept.cuts(roles, alike) {
		given := map[ir.InputRole][]term.Value{}
		for i, role := range kept.Roles {
			// Of those alike the first keep their order from the beginning, and the others that from the end.
			if role.Order >= cuts(role.Alike()) {
				role.Order += alike[role.Alike()] - kept.Alike[i]
			}
			given[role.Known()] = append(given[role.Known()], values[i])
		}
		give := func() concolic.Giver {
			left := maps.Clone(given)
			return func(in *ir.Input) (term.Value, bool) {
				role := roles[in.ID].Known()
				if len(left[role]) == 0 {
					return term.Value{}, false
				}
				v := left[role][0]
				left[role] = left[role][1:]
				return v, true
			}
		}
		if test := concolic.Carry(ctx, p, start, give); test != nil {
			return test
		}
	}
	return nil
}

// cuts say in different ways where an edit may have added or removed some of the inputs that are alike: those before
// keep their numbers. It is where the variables that get the values begin to differ, or behind the last that is the
// same (in front of all if none is), or it is behind all.
func (k *keptFailure) cuts(roles map[int]ir.InputRole, alike map[ir.InputRole]int) []func(ir.InputRole) int {
	into := map[ir.InputRole]string{}
	for _, role := range roles {
		into[role.Known()] = role.Into
	}
	differs, same := map[ir.InputRole]int{}, map[ir.InputRole]int{}
	isChanged := false
	for i, role := range k.Roles {
		group := role.Alike()
		isChanged = isChanged || alike[group] != k.Alike[i]
		first, isKnown := differs[group]
		switch is := into[role.Known()]; {
		case is == role.Into && is != "":
			same[group] = max(same[group], role.Order+1)
		case is != role.Into && (!isKnown || role.Order < first):
			differs[group] = role.Order
		}
	}
	all := func(ir.InputRole) int { return math.MaxInt }
	if !isChanged {
		return []func(ir.InputRole) int{all}
	}
	whereDiffers := func(group ir.InputRole) int {
		if first, ok := differs[group]; ok {
			return first
		}
		return math.MaxInt
	}
	return []func(ir.InputRole) int{whereDiffers, func(group ir.InputRole) int { return min(same[group], whereDiffers(group)) }, all}
}
