package load

import (
	"context"
	"fmt"
	"slices"

	"yogi/internal/frontend/c"
)

// Headers are the choices of standard headers, the default first.
var Headers = []string{"auto", "own", "machine"}

// ChooseHeaders chooses the standard headers that the job's C files are read with. Where nothing else
// is asked for they are the machine's if a build found those, or if the ones that come with the checker lack
// something that the files use and the machine's have, or decide a condition in them otherwise; why says so then.
func (j *Job) ChooseHeaders(ctx context.Context) (why string, err error) {
	if j.SystemOwn || j.Headers == "own" || !slices.ContainsFunc(j.Files, IsC) {
		return "", nil
	}
	switch {
	case j.Headers == "machine" && !c.ReadsMachineHeaders(j.DataModel):
		return "", fmt.Errorf("--headers machine: of %s only the headers that come with yogi are read", j.DataModel)
	case j.Headers == "machine":
		j.SystemOwn = true
	case j.Readings != nil:
		j.SystemOwn = c.MachineHeaders(j.DataModel)
	default:
		options := j.COptions()
		if options.Scans == nil && !j.Paranoid { // whose two checks share nothing
			j.Read = c.NewScans()
			options.Scans = j.Read
		}
		why, err = c.OwnHeadersLack(ctx, options)
		j.SystemOwn = why != ""
	}
	return why, err
}
