package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yogi/internal/store"
)

// cacheVariable is the variable of the environment that names the folder of the cache; off: there is none.
const cacheVariable = "YOGI_CACHE"

// cacheFolder is the folder of the cache where no flag says one; "": there is none.
func cacheFolder() string {
	switch folder := os.Getenv(cacheVariable); folder {
	case "off":
		return ""
	case "":
		user, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		return filepath.Join(user, "yogi", "results")
	default:
		return folder
	}
}

// cacheFlags say where a check keeps what it finds.
type cacheFlags struct {
	folder string
	isOff  bool
}

func (c *cacheFlags) define(f *pflag.FlagSet) {
	f.StringVar(&c.folder, "cache", "", "`folder` of what earlier checks found (default yogi/results in the user's folder for caches, or what the variable YOGI_CACHE says; YOGI_CACHE=off is none): tests, which are run again, and proofs, which are checked again")
	f.BoolVar(&c.isOff, "no-store", false, "neither use nor keep what checks find")
}

// choose is the folder that a check uses; "": none. One that nobody asked for and that cannot be made is none.
func (c *cacheFlags) choose() (string, error) {
	switch {
	case c.isOff && c.folder != "":
		return "", errors.New("--cache and --no-store exclude one another")
	case c.isOff:
		return "", nil
	case c.folder != "":
		return c.folder, nil
	}
	folder := cacheFolder()
	if _, err := store.Open(folder); err != nil && os.Getenv(cacheVariable) == "" {
		return "", nil
	}
	return folder, nil
}

func cacheCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "cache",
		Short: "Say what earlier checks left behind, or remove it",
		Long: "The cache holds what checks found for later checks of the same program: tests and proofs, under a key\n" +
			"that is the program as the search reads it. Nothing in it is trusted: a test is run again and a proof\n" +
			"is checked again before it counts. Entries that no check has read for five days are removed.\n" +
			"It is in yogi/results in the user's folder for caches, or where YOGI_CACHE says; YOGI_CACHE=off is none.",
	}
	command.AddCommand(cacheInfoCommand(), cacheCleanCommand())
	return command
}

func cacheInfoCommand() *cobra.Command {
	return &cobra.Command{
		Use: "info [folder]", Short: "Print the folder of the cache, its entries and its size", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder := namedCache(args)
			if folder == "" {
				fmt.Fprintln(cmd.OutOrStdout(), "no cache: "+cacheVariable+"=off, or there is no folder for caches")
				return nil
			}
			usage, err := store.UsageOf(folder)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %d entries, %.1f MB\n", folder, usage.Entries, float64(usage.Bytes)/1e6)
			return nil
		},
	}
}

func cacheCleanCommand() *cobra.Command {
	return &cobra.Command{
		Use: "clean [folder]", Short: "Remove all entries", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if folder := namedCache(args); folder != "" {
				return store.Clean(folder)
			}
			return nil
		},
	}
}

func namedCache(args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	return cacheFolder()
}
