package interproc

import "yogi/internal/refine"

// WithFault plants a fault.
func WithFault(o Options, f refine.Fault) Options {
	o.fault = f
	return o
}
