package main

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yogi/internal/bench"
)

// historyOptions say which historical bugs to look for.
type historyOptions struct {
	folder, sources string
	only            []string
}

func (o *historyOptions) define(f *pflag.FlagSet) {
	f.StringVar(&o.folder, "history", "", "`folder` with historical bugs (cases.json)")
	f.StringVar(&o.sources, "sources", "", "`folder` of clones of the repositories and of unpacked source packages of --history")
	f.StringSliceVar(&o.only, "only", nil, "`names` of the bugs of --history to look for (default all)")
}

// runHistory looks for historical bugs and prints what was found.
func runHistory(cmd *cobra.Command, o *historyOptions, options bench.Options) error {
	records, err := bench.RunHistory(cmd.Context(), bench.HistoryOptions{
		Folder: o.folder, Sources: o.sources, Only: o.only, Timeout: options.Timeout, Jobs: options.Jobs, Checker: options.Checker,
		Flags: options.Flags, Progress: options.Progress,
	})
	if err != nil && len(records) == 0 {
		return err
	}
	if err := bench.WriteHistory(cmd.OutOrStdout(), records); err != nil {
		return err
	}
	if slices.ContainsFunc(records, bench.BugRecord.IsAlarm) {
		return exitError{1}
	}
	return err
}
