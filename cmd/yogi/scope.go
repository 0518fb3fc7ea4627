package main

import (
	"yogi/internal/pipeline"
	"yogi/internal/property"
	"yogi/internal/report"
)

// tellScope says in results what was checked, and what was not.
func (o *checkOptions) tellScope(results ...*report.Result) {
	scope := pipeline.ScopeOf(o.job)
	for _, r := range results {
		r.Scope = scope
		if o.job.Checks&^property.Reach != 0 && !o.all {
			r.OfferPlaces()
		}
	}
}
