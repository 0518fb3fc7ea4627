package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"yogi/internal/project"
	"yogi/internal/property"
	"yogi/internal/settings"
)

func initCommand() *cobra.Command {
	var database, folder string
	command := &cobra.Command{
		Use:   "init [--compile-commands FILE] [--to DIR]",
		Short: "Write a yogi.toml of a build",
		Long: `init writes yogi.toml, in which "check" and "lsp" find what would have to be said by flags each time. The
programs of the build are its targets: those that compile_commands.json, and link_commands.json of "yogi capture", tell.
docs/settings.md lists what else can be set. A file that is there is left as it is.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			path, text, err := newSettings(database, folder)
			if err != nil {
				return err
			}
			file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
			switch {
			case errors.Is(err, fs.ErrExist):
				return fmt.Errorf("%s is there already", path)
			case err != nil:
				return fmt.Errorf("writing the settings: %w", err)
			}
			if _, err := file.WriteString(text); err != nil {
				return errors.Join(fmt.Errorf("writing the settings: %w", err), file.Close())
			}
			fmt.Fprintln(cmd.OutOrStdout(), path)
			return file.Close()
		},
	}
	command.Flags().StringVar(&database, "compile-commands", "", "`file` of a build's compile_commands.json (default the one in the folder, or in a folder build there)")
	command.Flags().StringVar(&folder, "to", ".", "`folder` for the file")
	return command
}

// newSettings is the text of a settings file in a folder, and its path.
func newSettings(database, folder string) (path, text string, err error) {
	for _, build := range []string{".", "build"} {
		if found := filepath.Join(folder, build, project.DatabaseFile); database == "" && exists(found) {
			database = found
		}
	}
	var b strings.Builder
	b.WriteString("# What yogi check and yogi lsp do in this folder and below. Flags win over it.\n\n")
	more := slices.DeleteFunc(property.CheckNames(), func(name string) bool { return name == property.Reach.Names()[0] })
	fmt.Fprintf(&b, "# Besides assertions: %s;\n# memory is several of them.\n", strings.Join(more, ", "))
	b.WriteString("# check = [\"memory\"]\n# Or a rule about an interface, which is then the only question (yogi rules list).\n# rule = \"rules/Pool.slic\"\n\n")
	var programs []string
	if database != "" {
		d, err := project.Read(database)
		if err != nil {
			return "", "", err
		}
		if programs = d.Programs(); len(programs) == 0 {
			b.WriteString("# Nothing is known of what the build links: each function that is not static is checked.\nentry = \"all\"\n\n")
		}
		below, err := relative(folder, database)
		if err != nil {
			return "", "", err
		}
		fmt.Fprintf(&b, "[read]\ncompile-commands = %s\n\n", strconv.Quote(below))
	} else {
		b.WriteString("# No build is known here. Capture one (yogi capture -- make -B), remove this file and run yogi init again: it then\n" +
			"# names what was captured, and the programs that it links. Or name them here.\n[read]\n# compile-commands = \"build/compile_commands.json\"\n# include-dirs = [\"include\"]\n# define = [\"NDEBUG\"]\n\n")
	}
	b.WriteString("[assume]\n# malloc = \"may-fail\"\n\n[limits]\ntimeout = \"60s\"\n# memory = \"4GiB\"\n\n[suppressions]\n# baseline = \"known.json\"\n")
	for _, name := range programs {
		fmt.Fprintf(&b, "\n[targets.%s]\nbuild-target = %s\n", strconv.Quote(name), strconv.Quote(name))
		if isLibrary(name) {
			b.WriteString("entry = \"all\" # a library has no main: each function that is not static is checked\n# harness = true # by a main that calls it with objects of its types\n")
		}
	}
	return filepath.Join(folder, settings.Name), b.String(), nil
}

// isLibrary says that what a build makes is an archive or a shared library.
func isLibrary(name string) bool {
	return strings.HasSuffix(name, ".a") || strings.HasSuffix(name, ".so") || strings.Contains(name, ".so.")
}

// relative is a path from a folder.
func relative(folder, path string) (string, error) {
	from, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	return filepath.Rel(from, path)
}
