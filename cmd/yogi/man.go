package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man FOLDER",
		Short:  "Write the manual pages",
		Long:   `man writes a manual page for each command into a folder, as "make install" does: yogi.1, yogi-check.1 and so on.`,
		Args:   cobra.ExactArgs(1),
		Hidden: true,
		RunE:   func(cmd *cobra.Command, folders []string) error { return writeManual(cmd.Root(), folders[0]) },
	}
}

// writeManual writes the pages. Their date is that of SOURCE_DATE_EPOCH, where it is set, and nothing else in them
// depends on when or where they are made.
func writeManual(root *cobra.Command, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making the folder of the manual pages: %w", err)
	}
	root.DisableAutoGenTag = true
	tellValues(root)
	if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "yogi " + release, Manual: "Yogi"}, folder); err != nil {
		return fmt.Errorf("writing the manual pages: %w", err)
	}
	return nil
}

// tellValues puts the values that a flag takes into its text: the pages would leave them out.
func tellValues(command *cobra.Command) {
	command.Flags().VisitAll(func(f *pflag.Flag) {
		if c, ok := f.Value.(*choice); ok {
			f.Usage += " (" + strings.Join(c.allowed, ", ") + ")"
		}
	})
	for _, c := range command.Commands() {
		tellValues(c)
	}
}
