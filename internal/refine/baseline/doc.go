// Package baseline has the algorithms that SYNERGY (section 4) and DASH are compared with: SLAM,
// LEE-YANNAKAKIS and DART, each a refine.Strategy. They search for an answer to the program's
// question in their own way and share the region graph, the forest of tests, symbolic execution and
// the solver with the main loop, so what they are compared in is the algorithm. SLAM and
// LEE-YANNAKAKIS work on a single procedure, as SYNERGY does (load.PrepareForAlgorithm makes it);
// DART runs whole programs. So does Directed, which is no algorithm of a paper but a turn of tests
// alone beside searches (package portfolio).
package baseline
