package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"yogi/internal/project"
)

// Exit statuses. That of a verdict comes from the verdict, which is statusUnknown where there is no answer.
const (
	statusUsage    = 2
	statusUnknown  = 3
	statusInternal = 4
)

// exitError ends the program with a status; what there was to say has been said.
type exitError struct{ status int }

func (e exitError) Error() string { return fmt.Sprintf("exit status %d", e.status) }

// errInterrupted says that the user ended the program.
var errInterrupted = errors.New("interrupted")

func main() {
	if project.IsWrapper(os.Args[0]) {
		os.Exit(wrap(os.Args))
	}
	os.Exit(run(os.Args[1:]))
}

// wrap is the program under the name of a compiler whose calls are noted.
func wrap(args []string) int {
	fmt.Fprintln(os.Stderr, "yogi:", project.Wrap(args))
	return statusUsage
}

// run is the program without the process: it returns the exit status.
func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := rootCommand()
	root.SetArgs(gccSpellings(choiceApart(withCommand(root, args))))
	root.SetFlagErrorFunc(unknownFlag)
	err := root.ExecuteContext(ctx)
	var exit exitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.status
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		err = errInterrupted
	}
	fmt.Fprintln(os.Stderr, "yogi:", err)
	return statusUsage
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "yogi",
		Short: "Checks C and Boogie programs: a test that runs, a proof that was checked, or the reason why not",
		Long: `yogi checks whether a C or Boogie program can reach an error.

It answers FALSE with a test that anyone can run, TRUE with a proof that an independent checker has
accepted, or UNKNOWN with a reason. "yogi a.c" is "yogi check a.c".`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetVersionTemplate("yogi {{.Version}}\n")
	addProfiling(root)
	root.AddCommand(
		checkCommand(),
		diffCommand(),
		angelicCommand(),
		rulesCommand(),
		modelsCommand(),
		assumptionsCommand(),
		mutateCommand(),
		testsCommand(),
		matrixCommand(),
		dumpCommand(),
		queryCommand(),
		validateCommand(), captureCommand(), ccCommand(), proofsCommand(), harnessCommand(),
		benchCommand(),
		serveCommand(), workCommand(), answerCommand(),
		reduceCommand(),
		bisectCommand(),
		traceCommand(),
		conformCommand(),
		sandboxExecCommand(),
		initCommand(), lspCommand(), lspWorkerCommand(),
		doctorCommand(),
		explainCommand(),
		cacheCommand(),
		witnessCommand(),
		versionCommand(),
		manCommand(),
	)
	completeValues(root)
	addHelp(root)
	return root
}
