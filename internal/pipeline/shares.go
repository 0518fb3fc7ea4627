package pipeline

import "time"

// The shares of questions around the search, of the time that is left when they are asked. Those of
// the search are package portfolio's, those of evidence package confirm's.
const (
	// leaveOutShare is the part of the time left, behind a proof, for all checks without an assumption.
	leaveOutShare = 0.5
	// keptProofShare is the part of the time left for checking a proof that an earlier check found. The
	// rest is for the search, should the proof not hold.
	keptProofShare = 0.5
	// recentProofShare is the part of the time left for checking whether the proof of what the files held
	// before still holds; it takes at most recentProofPart of what the search for it took, and leastForRecent.
	recentProofShare = 0.25
	recentProofPart  = 0.05
	leastForRecent   = 500 * time.Millisecond
	// recentTestPart and leastForTest are those for a test that failed before: running it shows in a moment whether it
	// still does, and what takes time, compiling and executing it, is then the answer.
	recentTestPart = 0.5
	leastForTest   = 2 * time.Second
	// unansweredShare is the part of the time left for a search of which an earlier check says that it comes to no
	// answer in that time.
	unansweredShare = 0.1
	// vacuityShare is the part of the time left, behind a proof, for the question whether any run comes to its end.
	vacuityShare = 0.1
	// earlyEvidenceShare is the part of the time left for the check of a proof that took no search. The rest is for
	// one, if that does not suffice.
	earlyEvidenceShare = 0.5
	// definedShare is the part of the time left for the search for a run that is defined up to its
	// error, where the one found is not. The rest is for the check of its test.
	definedShare = 0.8
	// modelledShare is that for the search for a run that fails beside one that gets to what is not
	// modelled: most programs with such a run have no other, and a search for it has no end then.
	modelledShare = 0.25
	// togetherShare is the least part of the time left for the questions about all places together that can
	// go wrong, where each is to have a verdict. The rest is for rounds of questions about smaller groups,
	// each of which has the same part of it (places.go).
	togetherShare = 0.4
	// checksShare is the part of the time left for the places where a check can fail. The rest, and what they leave
	// over, is for those where a program does what is not modelled.
	checksShare = 0.75
	// turnShare is the part of the whole time that is the least for a question about a group of places, turnMost what
	// it is at most: where many are open, a turn for each in every round is none in which a search gets anywhere.
	turnShare = 0.04
	turnMost  = 2 * time.Second
	// inductionShare is the part of the time left for the places that are proved by induction, claimsShare
	// the part of that for finding out which they are. The rest is for the question about them.
	inductionShare = 0.6
	claimsShare    = 0.5
	// elementShare is the part of a turn with facts about elements in which they are found. The rest is
	// for the search with them.
	elementShare = 0.6
	// withNullShare is the part of the time left for the questions about all places where parameters may
	// be null pointers. The rest is for tests without, where those that were found have some.
	withNullShare = 0.75
	// leastForQuestion is the least time for a question about places: it begins with reading the
	// files.
	leastForQuestion = 50 * time.Millisecond
	// coverMost bounds how long telling of each line takes behind the check, whose time it has none
	// of, and coverRunsMost how much of that the runs take.
	coverMost     = 20 * time.Second
	coverRunsMost = 2 * time.Second
	// goalMost is the time of the search for a test of a goal where there is no limit for all of them.
	goalMost = 10 * time.Second
)
