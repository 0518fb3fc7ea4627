package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"yogi/internal/pipeline"
)

func modelsCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "models",
		Short: "Check models of an environment",
		Args:  cobra.NoArgs,
	}
	command.AddCommand(modelsLintCommand())
	return command
}

func modelsLintCommand() *cobra.Command {
	var (
		job     pipeline.Job
		project projectOptions
		outside []string
	)
	command := &cobra.Command{
		Use:   "lint FILE...",
		Short: "Find faults of models that make checks of programs wrong or weak",
		Long: `lint reads the files of an environment model together, and finds what keeps models from standing for the functions that they model:

  model-pointer        an integer is used as a pointer, or a pointer is kept
                       in a smaller integer
  model-uninitialized  a result, or a variable, may be used without a value
  model-member         a member of the object that a parameter leads to has a
                       value on some path, and on another one only members
                       beside it have; an object that the model reads or gives
                       to others is left out
  model-type           a value of another type is returned than the function
                       is declared with, or files disagree
  model-executable     a construct that is not modelled, or a call of a
                       function that nobody defines

Functions that the surrounded program defines are named with --outside. Inputs (__VERIFIER_nondet_...) and the C library need no
definition. Else what is stored behind pointers is not looked at. The exit status is 1 if something is found.`,
		Args: project.arguments,
		RunE: func(cmd *cobra.Command, files []string) error {
			if err := project.choose(cmd, &job, files); err != nil {
				return err
			}
			found, err := pipeline.LintModels(cmd.Context(), job, outside)
			if err != nil {
				return badInput(cmd.ErrOrStderr(), err)
			}
			for _, d := range found {
				fmt.Fprintln(cmd.OutOrStdout(), d.String())
			}
			if len(found) > 0 {
				return exitError{1}
			}
			return nil
		},
	}
	f := command.Flags()
	defineProgramFlags(f, &job)
	project.define(f)
	f.StringSliceVar(&outside, "outside", nil, "`functions` that the surrounded program defines")
	return command
}
