package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

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
			"is checked again before it counts. Entries that no check has read for 30 days are removed by the way, and\n" +
			"where there is more than 2GiB those that were read longest ago; yogi cache limit changes that.\n" +
			"It is in yogi/results in the user's folder for caches, or where YOGI_CACHE says; YOGI_CACHE=off is none.",
	}
	command.AddCommand(cacheInfoCommand(), cacheCleanCommand(), cacheLimitCommand(), cacheCollectCommand(), cacheVerifyCommand())
	return command
}

// cacheLimits are the flags that say how much a folder holds.
type cacheLimits struct {
	size byteSize
	age  time.Duration
}

func (l *cacheLimits) define(f *pflag.FlagSet) {
	f.Var(&l.size, "size", "room for all entries; 0 is no limit (default that of the folder)")
	durationVar(f, &l.age, "age", 0, "time since an entry was read last; 0 is no limit (default that of the folder)")
}

// over are the limits of a folder with what flags say instead.
func (l *cacheLimits) over(folder string, f *pflag.FlagSet) store.Limits {
	limits := store.LimitsOf(folder)
	if f.Changed("size") {
		limits.Bytes = int64(l.size)
	}
	if f.Changed("age") {
		limits.Age = l.age
	}
	return limits
}

func cacheLimitCommand() *cobra.Command {
	var flags cacheLimits
	command := &cobra.Command{
		Use: "limit [folder]", Short: "Say how much the cache holds and for how long, from now on", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder := namedCache(args)
			if folder == "" {
				return errNoCache
			}
			limits := flags.over(folder, cmd.Flags())
			if limits != store.LimitsOf(folder) {
				if err := store.SetLimits(folder, limits); err != nil {
					return err
				}
			}
			fmt.Fprintln(cmd.OutOrStdout(), limitsText(limits))
			return nil
		},
	}
	flags.define(command.Flags())
	return command
}

func limitsText(l store.Limits) string {
	size, age := byteSize(l.Bytes), "any age"
	if l.Age > 0 {
		age = "read in the last " + strings.TrimSuffix(strings.TrimSuffix(l.Age.String(), "0s"), "0m")
	}
	if l.Bytes == 0 {
		return "entries of any size, " + age
	}
	return "at most " + size.String() + ", " + age
}

var errNoCache = errors.New("no cache: " + cacheVariable + "=off, or there is no folder for caches")

func cacheCollectCommand() *cobra.Command {
	var flags cacheLimits
	command := &cobra.Command{
		Use: "gc [folder]", Short: "Remove what is too old or too much now", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder := namedCache(args)
			if folder == "" {
				return errNoCache
			}
			c, err := store.Collect(folder, flags.over(folder, cmd.Flags()))
			fmt.Fprintf(cmd.OutOrStdout(), "removed: %d entries, %.1f MB; left: %d entries, %.1f MB\n",
				c.Removed.Entries, float64(c.Removed.Bytes)/1e6, c.Left.Entries, float64(c.Left.Bytes)/1e6)
			return err
		},
	}
	flags.define(command.Flags())
	return command
}

func cacheVerifyCommand() *cobra.Command {
	var remove bool
	command := &cobra.Command{
		Use: "verify [folder]", Short: "Read every entry and tell the damaged ones", Args: cobra.MaximumNArgs(1),
		Long: "Reads every entry and tells those that are damaged, which no check reads. Whether an entry is right is not\n" +
			"asked: each check finds that out of those that it uses. The exit status is 1 if damaged entries are left.",
		RunE: func(cmd *cobra.Command, args []string) error {
			folder := namedCache(args)
			if folder == "" {
				return errNoCache
			}
			v, err := store.Verify(folder, func(store.Damage) bool { return remove })
			for _, d := range v.Damaged {
				fmt.Fprintf(cmd.OutOrStdout(), "%s: damaged: %s\n", d.Path, d.What)
			}
			if err != nil {
				return err
			}
			what := "damaged"
			if remove {
				what = "damaged and removed"
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d entries can be read, %d are %s\n", v.Entries, len(v.Damaged), what)
			if len(v.Damaged) > 0 && !remove {
				return exitError{1}
			}
			return nil
		},
	}
	command.Flags().BoolVar(&remove, "remove", false, "remove damaged entries")
	return command
}

func cacheInfoCommand() *cobra.Command {
	return &cobra.Command{
		Use: "info [folder]", Short: "Print the folder of the cache, its entries and its size", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder := namedCache(args)
			if folder == "" {
				fmt.Fprintln(cmd.OutOrStdout(), errNoCache)
				return nil
			}
			usage, err := store.UsageOf(folder)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %d entries, %.1f MB; %s\n", folder, usage.Entries, float64(usage.Bytes)/1e6, limitsText(store.LimitsOf(folder)))
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
