// Package concolic makes and keeps the tests of a search, which are its must side: the forest of
// DASH (section 4.1) and SMASH. Every state in it is one of a run of the program, executed on machine
// values along with its path, which is executed symbolically when somebody asks.
//
// In goes a Plan: the inputs that a test begins with. Out comes the State where it stopped, and its
// states are in the Forest: by Path, which all tests share that took it, and by Activation, the
// calls of functions on those paths. Plans are made of answers about a path (Forest.PlanFor), by
// small changes of another test (Forest.Repair), of tests of an earlier run (Forest.Plant) and at
// random (Forest.MakeLongRuns).
//
// The invariant is I2 of SMASH (section 4.3): each state is what a run from a start state comes to
// along the state's path. invariants.go checks it.
//
// Nothing here knows of regions: which path a test should take is decided by package refine. Read path.go first, then
// forest.go and run.go. A Forest consists of types, each in the next, which know none of those behind them:
//
//   - symbolicPaths (symbolic.go): the paths that tests took, over terms;
//   - testRecord (forest.go): the states of tests, what each was given and found;
//   - dryRuns (dryrun.go): tests made of answers (plan.go) and of other tests: repair.go and inputs.go make them go on
//     past the path that they were made for;
//   - Forest: runs tests and grows (run.go), at random too (random.go), and of tests of an earlier run (seed.go).
package concolic
