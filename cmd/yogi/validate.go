package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/pipeline"
)

func validateCommand() *cobra.Command {
	var timeout time.Duration
	var machine pipeline.Machine
	command := &cobra.Command{
		Use:   "validate DIR",
		Short: "Check evidence again, from its files alone",
		Long: `validate reads the folder that "check --out" wrote, makes the program again from the copies of its
sources and of the machine's headers that were read, and checks the verdict's evidence: a test is run by the
interpreter and, where it was compiled, by gcc in a sandbox; a certificate is re-checked obligation by obligation.
What the evidence says is assumed has to be what the program and the settings of the check assume; it is printed
with the property, and with what was checked and what was not.

Evidence of a check by cases is that of each case, and that the cases are all of the program.

The exit status is 0 if the evidence shows the verdict, else 1.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, folders []string) error {
			return runValidate(cmd, folders[0], timeout, machine)
		},
	}
	durationVar(command.Flags(), &timeout, "timeout", 5*time.Minute, "wall time for everything")
	command.Flags().BoolVar(&machine.Unsandboxed, "unsandboxed", false, unsandboxedHelp)
	return command
}

// unsandboxedHelp is the help of --unsandboxed, in check and validate.
const unsandboxedHelp = "run compiled tests even where this kernel has no Landlock or takes no filter of system calls: what they do is then limited by what there is"

func runValidate(cmd *cobra.Command, folder string, timeout time.Duration, machine pipeline.Machine) error {
	ctx, cancel := context.WithTimeout(cmd.Context(), timeout)
	defer cancel()
	found, err := machine.Validate(ctx, folder)
	if err != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "rejected:", err)
		return exitError{1}
	}
	text := fmt.Sprintln(found.Verdict, found.Class) + fmt.Sprintln("property:", found.Property)
	if found.Case != "" {
		text = fmt.Sprintf("of case %s alone: ", found.Case) + text
	}
	for _, a := range found.Assumptions {
		text += fmt.Sprintln("assumed:", a)
	}
	if found.Scope != nil {
		text += fmt.Sprintln(found.Scope)
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), text)
	return err
}
