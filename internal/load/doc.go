// Package load makes the program of a job: a Job says what is checked and how, Read makes the
// program of its files, and Prepare the one that the engine reads. Nothing here searches.
//
// Read Job first (job.go), then Read (read.go) and Prepare (prepare.go). derived.go has the jobs that are made of
// others; shared.go what jobs about the same files do not make twice; places.go where a program can go wrong.
package load
