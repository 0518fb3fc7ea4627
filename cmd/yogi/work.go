package main

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"yogi/internal/cluster"
	"yogi/internal/pipeline"
	"yogi/internal/remote"
	"yogi/internal/report"
)

func workCommand() *cobra.Command {
	var where clusterFlags
	var jobs int
	var name string
	var machine pipeline.Machine
	command := &cobra.Command{
		Use:   "work --cluster URL",
		Short: "Make checks that others ask for on a cluster",
		Long: `work takes checks from a cluster ("yogi serve") and makes them, each in a process of its own, with the limits that
were asked for and with compiled tests in the sandbox. It takes those that were asked for by the same version of
the program. What it finds goes back with its evidence, which is checked again where it arrives.

Interrupt it to end it: what it has begun goes to another worker.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if where.url == "" {
				return errors.New("name the cluster with --cluster")
			}
			return runWork(cmd, where, jobs, name, machine)
		},
	}
	f := command.Flags()
	where.define(f)
	f.IntVar(&jobs, "jobs", runtime.NumCPU(), "checks at a time")
	f.StringVar(&name, "name", "", "`name` of this worker, another one than those of others (default the host and the number of the process)")
	f.BoolVar(&machine.Unsandboxed, "unsandboxed", false, unsandboxedHelp)
	return command
}

func runWork(cmd *cobra.Command, where clusterFlags, jobs int, name string, machine pipeline.Machine) error {
	access := where.access()
	if name != "" {
		access.Name = name
	}
	checker, revision, err := thisProgram()
	if err != nil {
		return err
	}
	conn, err := cluster.Dial(cmd.Context(), access)
	if err != nil {
		return err
	}
	defer conn.Close()
	fmt.Fprintf(cmd.ErrOrStderr(), "yogi: worker %s of version %s makes %d checks at a time\n", access.Name, revision, max(jobs, 1))
	return conn.Work(cmd.Context(), cluster.Worker{
		Name: access.Name, Version: revision, Jobs: jobs, Said: cmd.ErrOrStderr(),
		Perform: remote.Worker{Checker: checker, Unsandboxed: machine.Unsandboxed}.Perform,
	})
}

// answerCommand is the child of a worker.
func answerCommand() *cobra.Command {
	o := &checkOptions{}
	command := &cobra.Command{
		Use:    remote.AnswerCommand + " QUESTION OUT",
		Short:  "Make a check that a cluster asks for",
		Args:   cobra.ExactArgs(2),
		Hidden: true,
		RunE: func(cmd *cobra.Command, folders []string) error {
			job, err := o.asked(folders[0], folders[1])
			if err != nil {
				return notMade(cmd, err)
			}
			outcome, err := pipeline.Run(cmd.Context(), job)
			if err != nil {
				return notMade(cmd, badInput(cmd.ErrOrStderr(), err))
			}
			if err := report.NewResult(outcome.Verdict, job.Files, outcome.Seconds).WriteJSON(cmd.OutOrStdout()); err != nil {
				return err
			}
			return exitError{report.ExitStatus(outcome.Verdict)}
		},
	}
	o.define(command.Flags())
	return command
}

// notMade tells what this machine could not do, such as write to a full disk, apart from what is wrong with the files.
func notMade(cmd *cobra.Command, err error) error {
	var exit exitError
	if errors.As(err, &exit) {
		return err
	}
	fmt.Fprintln(cmd.ErrOrStderr(), err)
	return exitError{remote.StatusNotMade}
}

// asked is the job of a question, with the limits that the flags say.
func (o *checkOptions) asked(question, out string) (pipeline.Job, error) {
	limits := o.job
	limits.Memory, limits.Version = uint64(o.memory), version()
	var err error
	if limits.Cache, err = o.cache.choose(); err != nil {
		return pipeline.Job{}, err
	}
	return remote.Answer(limits, question, out)
}
