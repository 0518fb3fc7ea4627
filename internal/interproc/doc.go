// Package interproc answers questions between functions: whether the program's entry can reach an
// error. It gives package refine its steps over calls (DASH Fig. 14): each is a question about the
// callee.
//
// In goes a program and Options, out comes an Answer: a test, or a certificate made of region graphs
// and what they rely on of one another. What is kept between questions is what the algorithms
// differ in (Options.Algorithm):
//
//   - a region graph for each question (function, exit, Post), in which edges stay absent: the
//     not-may summaries. An attempt has its own graph of a question until one has answered it no;
//   - the paths through functions on which tests answered a question yes: the must summaries.
//
// The invariant is I4 of SMASH (section 4.3): whatever an absent edge relies on is a claim that its
// graph bears out, or one that is assumed while its graph is being worked on. CheckClaims checks it.
//
// # What to read first
//
//   - search.go: a Search, on which attempts take turns (package portfolio has the turns), and what
//     they share;
//   - check.go: one run, from the program's question to the answer;
//   - cross.go: a step over a call, by what the callee leaves alone, a test, a must summary, or a
//     question; alternatives.go: what is asked then, must.go: the must summaries;
//   - recursion.go: questions inside work on the same question;
//   - certificate.go: the proof that is written down; contract.go: what package refine asks for to
//     prove a program by contracts;
//   - memo.go, baselines.go: what single algorithms need; record.go, progress.go: who looks on.
package interproc
