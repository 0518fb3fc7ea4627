// Command clustersim measures what the queue of a cluster costs on this machine, and simulates clusters of many workers
// with these costs: how many checks they make in an hour, and what is busy all the time.
//
// A cluster is three places in a row for each check: the client, which reads the program before and validates the
// evidence behind, on its processors; the server, on its own; and a worker. A client has so many checks on the queue at
// a time. Times of checks are distributed exponentially, the others are constant.
package main

import (
	"container/heap"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"text/tabwriter"
)

// setting is a cluster.
type setting struct {
	workers, clients, window int
	clientCores, serverCores int
	check, pose, validate    float64 // seconds
	server, idle             float64 // of the server's processors, for a check and for a worker each second
	checks                   int
	seed                     uint64
}

func main() {
	yogi := flag.String("yogi", "bin/yogi", "the program, whose server is measured")
	check := flag.Float64("check", 5, "mean seconds of a check")
	pose := flag.Float64("pose", 0.02, "processor seconds in which a client reads a program")
	validate := flag.Float64("validate", 0.5, "processor seconds in which a client validates an answer")
	clientCores := flag.Int("client-cores", 8, "processors of a client")
	serverCores := flag.Int("server-cores", 4, "processors of the server")
	window := flag.Int("window", 256, "checks of a client that are on the queue at a time")
	clients := flag.Int("clients", 1, "clients that ask at the same time")
	price := flag.Float64("price", 0.04, "price of a worker's processor for an hour, for the costs")
	size := flag.Int("size", 50_000, "bytes of a program and of an answer")
	measured := flag.Int("measured", 2000, "checks that are measured")
	flag.Parse()
	c, err := measure(context.Background(), *yogi, 50, *measured, *size)
	if err != nil {
		fmt.Fprintln(os.Stderr, "clustersim:", err)
		os.Exit(1)
	}
	fmt.Printf("a check: server %.2f ms, client and worker for the queue %.2f ms; a worker that waits: server %.3f ms a second\n", 1000*c.Server, 1000*c.Ends, 1000*c.Idle)
	fmt.Printf("overhead of the queue: %.2f%% of a check of %.1f s\n\n", 100*(c.Server+c.Ends)/(*check), *check)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "workers\tchecks/h\tof the ideal\tworkers busy\tserver busy\tclients busy\tprice of 1000 checks")
	for _, workers := range []int{1, 2, 10, 50, 100, 200, 300, 500, 1000, 2000} {
		s := setting{
			workers: workers, clients: *clients, window: *window, clientCores: *clientCores, serverCores: *serverCores,
			check: *check, pose: *pose, validate: *validate, server: c.Server, idle: c.Idle, checks: 20_000 + 20*workers, seed: 1,
		}
		r := s.simulate()
		rate := float64(s.checks) / r.seconds
		processors := float64(workers + *clients**clientCores + *serverCores)
		fmt.Fprintf(table, "%d\t%.0f\t%.0f%%\t%.0f%%\t%.0f%%\t%.0f%%\t%.2f\n", workers, 3600*rate, 100*rate*s.check/float64(workers),
			100*r.workers, 100*r.server, 100*r.clients, processors**price/3600/rate*1000)
	}
	if err := table.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "clustersim:", err)
		os.Exit(1)
	}
}

// result of a simulation: its time, and the part of it in which the processors of each kind were busy.
type result struct{ seconds, workers, server, clients float64 }

// event is the end of what a check does at a place.
type event struct {
	at     float64
	client int
	step   int
}

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at < e[j].at }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// station has some processors, and a queue before them.
type station struct {
	free    int
	waiting []job
	busy    float64
}

type job struct {
	event
	seconds float64
}

// The steps of a check.
const (
	posed = iota
	queued
	made
	answered
	validated
)

// simulate follows checks through the cluster until all are validated.
func (s setting) simulate() result {
	random := rand.New(rand.NewPCG(s.seed, 0))
	var future events
	clients := make([]*station, s.clients)
	for i := range clients {
		clients[i] = &station{free: s.clientCores}
	}
	server, workers := &station{free: s.serverCores}, &station{free: s.workers}
	// What waiting workers ask leaves the server less for checks.
	slower := 1 / max(0.01, 1-s.idle*float64(s.workers)/float64(s.serverCores))
	now, begun, ended := 0.0, 0, 0
	enter := func(at *station, seconds float64, client, step int) {
		at.waiting = append(at.waiting, job{event{0, client, step}, seconds})
		at.next(now, &future)
	}
	begin := func(client int) {
		if begun < s.checks {
			begun++
			enter(clients[client], s.pose, client, posed)
		}
	}
	for client := range clients {
		for range s.window {
			begin(client)
		}
	}
	for future.Len() > 0 {
		e := heap.Pop(&future).(event)
		now = e.at
		client := clients[e.client]
		switch e.step {
		case posed:
			client.leave(now, &future)
			enter(server, s.server/2*slower, e.client, queued)
		case queued:
			server.leave(now, &future)
			enter(workers, random.ExpFloat64()*s.check, e.client, made)
		case made:
			workers.leave(now, &future)
			enter(server, s.server/2*slower, e.client, answered)
		case answered:
			server.leave(now, &future)
			enter(client, s.validate, e.client, validated)
		case validated:
			client.leave(now, &future)
			ended++
			begin(e.client)
		}
	}
	out := result{seconds: now, workers: workers.busy / now / float64(s.workers), server: server.busy / now / float64(s.serverCores)}
	for _, c := range clients {
		out.clients += c.busy / now / float64(s.clientCores*s.clients)
	}
	return out
}

// next begins what waits, while a processor is free.
func (a *station) next(now float64, future *events) {
	for a.free > 0 && len(a.waiting) > 0 {
		j := a.waiting[0]
		a.waiting = a.waiting[1:]
		a.free--
		a.busy += j.seconds
		j.at = now + j.seconds
		heap.Push(future, j.event)
	}
}

func (a *station) leave(now float64, future *events) {
	a.free++
	a.next(now, future)
}
