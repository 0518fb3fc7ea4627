package ctest

import (
	"regexp"
	"slices"
	"strings"
)

// driverPrefixes are how the names begin that the driver and the edits make up for things of the program.
var driverPrefixes = []string{
	"yogi_does_", "yogi_local_", "yogi_set_", "yogi_values_", "yogi_counted_", "yogi_chosen_", "yogi_wrap_", "yogi_real_", "yogi_event_", "yogi_monitor_",
}

// driverName finds what may be a name of the driver, in directives and strings too: assembly is in strings.
var driverName = regexp.MustCompile(`\byogi_\w+`)

// takenName is a name of the driver or the edits that the program's own text has, too; "" if there
// is none. Such a program could take the place of a part of the driver.
func (p driverText) takenName() string {
	taken := map[string]bool{entrySymbol: true, "yogi_other_main": true}
	for _, name := range driverName.FindAllString(fixedDriver+setsVariables+p.handlersOf(), -1) {
		taken[name] = true
	}
	for _, u := range p.Units {
		for _, name := range driverName.FindAllString(u.Text, -1) {
			isMadeUp := slices.ContainsFunc(driverPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
			if taken[name] || isMadeUp {
				return name
			}
		}
	}
	return ""
}
