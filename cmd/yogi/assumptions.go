package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"yogi/internal/assumption"
	"yogi/internal/report/evidence"
)

func assumptionsCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "assumptions",
		Short: "Explain and compare what verdicts take for granted",
		Args:  cobra.NoArgs,
	}
	command.AddCommand(assumptionsListCommand(), assumptionsDiffCommand())
	return command
}

func assumptionsListCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list [NAME...]",
		Short: "Explain the assumptions that a report can name, or those of the names",
		RunE: func(cmd *cobra.Command, names []string) error {
			kinds := assumption.Kinds()
			if len(names) > 0 {
				kinds = nil
			}
			for _, name := range names {
				k := assumption.Named(name)
				if k == nil {
					return fmt.Errorf("there is no assumption %q", name)
				}
				kinds = append(kinds, k)
			}
			for _, k := range kinds {
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n    %s\n    example: %s\n", k.Name, k.Says, k.Meaning, k.Example)
			}
			return nil
		},
	}
}

func assumptionsDiffCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "diff A B",
		Short: "Say which assumptions were added, lost, or changed their places",
		Long: `diff compares what two verdicts take for granted. A and B are folders of --out or files that check --json wrote.

	+  B assumes it, A does not
	-  A assumes it, B does not
	~  both do, in other lines, or it has another part in the verdict

The exit status is 0 if they assume the same at the same places, else 1.`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, paths []string) error {
			var lists [2]assumption.List
			for i, path := range paths {
				var err error
				if lists[i], err = readAssumptions(path); err != nil {
					return err
				}
			}
			changes := assumption.Diff(lists[0], lists[1])
			printChanges(cmd.OutOrStdout(), changes)
			if len(changes) > 0 {
				return exitError{1}
			}
			return nil
		},
	}
}

// readAssumptions reads the manifest of a folder with evidence, or of a file of JSON.
func readAssumptions(path string) (assumption.List, error) {
	data, err := os.ReadFile(filepath.Join(path, evidence.BundleFile))
	if err != nil {
		if data, err = os.ReadFile(path); err != nil {
			return nil, fmt.Errorf("reading assumptions: %w", err)
		}
	}
	var result struct {
		Assumptions *assumption.List `json:"assumptions"`
	}
	if err := json.Unmarshal(data, &result); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if result.Assumptions == nil {
		return nil, fmt.Errorf("%s holds no assumptions", path)
	}
	return *result.Assumptions, nil
}

func printChanges(out io.Writer, changes []assumption.Change) {
	for _, c := range changes {
		fmt.Fprintln(out, c)
	}
}
