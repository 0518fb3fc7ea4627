package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yogi/internal/bench"
	"yogi/internal/cluster"
	"yogi/internal/pipeline"
	"yogi/internal/remote"
)

// clusterFlags say which machines make the checks.
type clusterFlags struct {
	url, credentials string
	priority         string // of what is asked; "": nothing is
}

// priorities are the values of --priority.
var priorities = map[string]cluster.Priority{"low": cluster.Low, "normal": cluster.Normal, "high": cluster.High}

// defineClient defines the flags of those who ask.
func (c *clusterFlags) defineClient(f *pflag.FlagSet) {
	c.define(f)
	choiceVar(f, &c.priority, "priority", "with --cluster: workers take checks of a lower priority only while none of a higher one waits", "normal", "low", "high")
}

func (c *clusterFlags) define(f *pflag.FlagSet) {
	f.StringVar(&c.url, "cluster", "", "`URL` of a cluster whose workers make the checks (yogi serve --help); several servers of one with commas")
	f.StringVar(&c.credentials, "credentials", "", "`file` with the credentials for the cluster")
}

// access is where the cluster is, for a process with a name.
func (c *clusterFlags) access() cluster.Access {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return cluster.Access{URL: c.url, Credentials: c.credentials, Name: fmt.Sprintf("%s-%d", host, os.Getpid())}
}

// elsewhere is a check on other machines, as its arguments say it: what it printed, unless this machine has to make it.
type elsewhere func(ctx context.Context, arguments []string) (remote.Ran, bool)

// check says what is wrong with the flags.
func (c *clusterFlags) check() error {
	if c.url == "" && c.credentials != "" {
		return errors.New("--credentials goes with --cluster")
	}
	return nil
}

// client begins to ask the cluster; nil: there is none. So many things are done at a time on this machine.
func (c *clusterFlags) client(cmd *cobra.Command, jobs int) (*remote.Client, error) {
	if err := c.check(); err != nil || c.url == "" {
		return nil, err
	}
	checker, revision, err := thisProgram()
	if err != nil {
		return nil, err
	}
	access := c.access()
	as := cluster.Client{Version: revision, Name: access.Name, Priority: priorities[c.priority], Said: cmd.ErrOrStderr()}
	return remote.NewClient(cmd.Context(), access, as, checker, jobs)
}

// connect is client for checks that are said by arguments; without a cluster ask is nil.
func (c *clusterFlags) connect(cmd *cobra.Command, jobs int) (ask elsewhere, end func(), err error) {
	client, err := c.client(cmd, jobs)
	if err != nil {
		return nil, nil, err
	}
	if client == nil {
		return nil, func() {}, nil
	}
	said := cmd.ErrOrStderr()
	return func(ctx context.Context, arguments []string) (remote.Ran, bool) {
		o, err := optionsOf(ctx, arguments)
		if err != nil {
			if ctx.Err() == nil {
				fmt.Fprintf(said, "yogi: a check is made on this machine: %v\n", err)
			}
			return remote.Ran{}, false
		}
		ran, ok := client.Check(ctx, o.job)
		return ran, ok && o.finish(&ran)
	}, client.Close, nil
}

// finish says of a result from elsewhere what check says of its own. It is not set where a comment in a header
// suppresses the failure, so that the rest has to be asked about.
func (o *checkOptions) finish(ran *remote.Ran) bool {
	if ran.Result == nil {
		return true
	}
	if o.set.Apply(ran.Result); ran.Result.Suppression != nil {
		return false
	}
	o.tellScope(ran.Result)
	ran.Result.Warnings = append(ran.Result.Warnings, o.suppressionWarnings(ran.Result)...)
	var out bytes.Buffer
	if err := ran.Result.WriteJSON(&out); err != nil {
		return false
	}
	ran.Stdout = out.Bytes()
	return true
}

// thisProgram is the file of this program, and which version of it is run: that of a worker has to be the same.
func thisProgram() (path, revision string, err error) {
	path, err = os.Executable()
	if err != nil {
		return "", "", fmt.Errorf("finding this program: %w", err)
	}
	origin, err := bench.ThisOrigin(path)
	return path, release + " " + origin.Revision, err
}

// optionsOf are the options with the job that arguments of the program pose, of which check is the first. What a check
// writes besides its evidence is written by the process that makes it, so a check that does so is none for another
// machine.
func optionsOf(ctx context.Context, arguments []string) (*checkOptions, error) {
	o := &checkOptions{}
	command := &cobra.Command{
		Use: "check", SilenceErrors: true, SilenceUsage: true, Args: o.arguments,
		RunE: func(cmd *cobra.Command, files []string) error {
			if err := o.resolve(cmd, files); err != nil {
				return err
			}
			return o.complete()
		},
	}
	o.define(command.Flags())
	command.SetArgs(gccSpellings(arguments[1:]))
	command.SetErr(io.Discard)
	command.SetOut(io.Discard)
	if err := command.ExecuteContext(ctx); err != nil {
		return nil, err
	}
	switch {
	case o.byCases:
		return nil, errors.New("it is made of several")
	case o.all, o.job.Entry == pipeline.AllEntries:
		return nil, errors.New("it has several verdicts")
	case o.trace != "", o.sarif != "", o.pages.asked(), o.job.SolverLog != "", o.job.Witness != "", o.job.Paranoid:
		return nil, errors.New("it writes more than its evidence, or checks twice")
	case len(o.settings.used) > 0, !o.set.IsEmpty():
		return nil, errors.New("a settings file or suppressions have a part in it")
	}
	return o, nil
}
