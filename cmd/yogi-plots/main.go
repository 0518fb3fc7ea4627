// Command yogi-plots draws the plots of "yogi bench --table". It is a program of its own, since what
// draws brings fonts and formats that nobody needs who checks programs.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"yogi/internal/bench/plot"
)

func main() {
	if err := command().Execute(); err != nil {
		fmt.Fprintln(os.Stderr, "yogi-plots:", err)
		os.Exit(2)
	}
}

func command() *cobra.Command {
	out, format := "", ""
	c := &cobra.Command{
		Use:   "yogi-plots FILE...",
		Short: "Draw the plots of a table of measurements",
		Long: `yogi-plots draws the plots in files that "yogi bench --table" wrote (DIR/raw/NAME.plots.json), one
picture for each, and prints the names of the pictures. "yogi bench" starts it itself where it finds it
beside itself or in PATH.`,
		Args:          cobra.MinimumNArgs(1),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, files []string) error {
			for _, file := range files {
				if err := drawFile(cmd, file, out, format); err != nil {
					return err
				}
			}
			return nil
		},
	}
	c.Flags().StringVar(&out, "out", ".", "`folder` of the pictures")
	c.Flags().StringVar(&format, "format", "svg", "format of the pictures: svg, png or pdf")
	return c
}

func drawFile(cmd *cobra.Command, file, out, format string) error {
	switch format {
	case "svg", "png", "pdf":
	default:
		return fmt.Errorf("no format %q: there are svg, png and pdf", format)
	}
	plots, err := plot.Read(file)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("making the folder of the pictures: %w", err)
	}
	for _, p := range plots {
		// A name is that of a file in the folder, whatever the file of plots says.
		path := filepath.Join(out, filepath.Base(p.Name)+"."+format)
		if err := drawPlot(p, path); err != nil {
			return fmt.Errorf("drawing %s of %s: %w", p.Name, file, err)
		}
		fmt.Fprintln(cmd.OutOrStdout(), path)
	}
	return nil
}
