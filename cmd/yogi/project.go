package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"yogi/internal/frontend/c"
	"yogi/internal/pipeline"
	"yogi/internal/project"
)

// projectOptions are the flags that take the program from a build.
type projectOptions struct {
	linked   linked // what the job's files are of a build
	database string // file
	target   string
	task     string // file of a task definition
	chosen   project.TaskProperty
}

// defineTask defines --task, for commands that have --property.
func (o *projectOptions) defineTask(f *pflag.FlagSet) {
	f.StringVar(&o.task, "task", "", "task definition `file` (.yml) of the software verification competition: files, data model and property")
}

// useTask makes the job that of the task definition, and property its property unless one is given.
func (o *projectOptions) useTask(cmd *cobra.Command, job *pipeline.Job, property *string) error {
	task, err := project.ReadTask(o.task)
	if err != nil {
		return err
	}
	if task.DataModel != "" && !cmd.Flags().Changed("data-model") {
		job.DataModel = task.DataModel
	}
	if o.chosen, err = task.Property(*property); err != nil {
		return err
	}
	job.Files, *property = task.Files, o.chosen.File
	return nil
}

// expectation returns what the task says of the verdict; "" if nothing.
func (o *projectOptions) expectation() string {
	switch {
	case o.chosen.Expected == nil:
		return ""
	case *o.chosen.Expected:
		return "TRUE"
	case o.chosen.SubProperty != "":
		return "FALSE(" + o.chosen.SubProperty + ")"
	}
	return "FALSE"
}

func (o *projectOptions) define(f *pflag.FlagSet) {
	f.StringVar(&o.database, "compile-commands", "", "`file` of a build's compile_commands.json, which says what the program's files are and how they are read")
	f.StringVar(&o.target, "build-target", "", "with --compile-commands or -- BUILD: the `name` of the program, library or object to check, where the build makes several; files that the build does not compile are further ones of it")
}

// arguments says which arguments the command takes: files, unless the build names them.
func (o *projectOptions) arguments(cmd *cobra.Command, files []string) error {
	if o.task != "" {
		if len(files) > 0 || o.database != "" {
			return errors.New("--task names the files: give no others")
		}
		return nil
	}
	if len(files) == 0 && o.database == "" {
		return errors.New("name the file or the folder to check, or the build's database with --compile-commands")
	}
	for _, file := range files {
		if err := notChecked(file); err != nil {
			return err
		}
		if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) && !sourceFile.MatchString(file) {
			return fmt.Errorf("%s is neither a file nor a folder", file)
		}
	}
	if o.target != "" && o.database == "" {
		return errors.New("--build-target needs --compile-commands")
	}
	return nil
}

// choose makes the job's files those that are asked for.
func (o *projectOptions) choose(cmd *cobra.Command, job *pipeline.Job, files []string) error {
	job.Files = files
	if o.database != "" {
		if err := o.chooseBuilt(cmd, job, files); err != nil {
			return err
		}
	}
	if err := chooseHeaders(cmd, job); err != nil || o.database == "" {
		return err
	}
	o.linked.leaveOut(cmd.Context(), job)
	return nil
}

// further takes from the files those that the build does not compile, where a program of it is chosen by name: they are
// more files of that program, as models of functions are.
func (o *projectOptions) further(files []string) (rest, further []string, err error) {
	if o.target == "" {
		return files, nil, nil
	}
	for _, file := range files {
		compiled, err := project.Compiles(o.database, file)
		if err != nil {
			return nil, nil, err
		}
		if compiled {
			rest = append(rest, file)
		} else {
			further = append(further, file)
		}
	}
	return rest, further, nil
}

// chooseBuilt makes the job's files those of the build.
func (o *projectOptions) chooseBuilt(cmd *cobra.Command, job *pipeline.Job, files []string) error {
	database, err := project.Read(o.database)
	if err != nil {
		return err
	}
	files, further, err := o.further(files)
	if err != nil {
		return err
	}
	units, err := database.Units(cmd.Context(), project.Selection{Files: files, Target: o.target})
	if err != nil {
		return err
	}
	job.Files, job.Readings = nil, []c.Reading{}
	o.linked = linked{}
	var models []string
	for _, u := range units {
		job.Files = append(job.Files, u.File)
		job.Readings = append(job.Readings, u.Reading)
		o.linked.places, o.linked.undefined = append(o.linked.places, u.Places), u.Undefined
		if model := u.DataModel; !slices.Contains(models, model) {
			models = append(models, model)
		}
	}
	for _, file := range further {
		job.Files, job.Readings = append(job.Files, file), append(job.Readings, c.Reading{})
		o.linked.places = append(o.linked.places, nil)
	}
	switch {
	case cmd.Flags().Changed("data-model"):
	case len(models) > 1:
		return fmt.Errorf("the files are compiled for several data models: choose one with --data-model, or fewer files")
	case models[0] != "":
		job.DataModel = models[0]
	}
	return nil
}
