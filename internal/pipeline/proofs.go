package pipeline

import (
	"context"
	"errors"
	"sync"

	"yogi/internal/angelic"
	"yogi/internal/certify"
	"yogi/internal/confirm"
	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// proofs checks the proofs that nothing fails in open programs under what is assumed of the outside.
type proofs struct {
	// uncut are the programs whose memory is cut in a way that was not confirmed: a proof about one
	// is none about the files.
	uncut sync.Map
}

// load makes programs for a job and remembers which proofs may be about.
func (p *proofs) load(job AngelicJob) func(context.Context, string) (*ir.Program, error) {
	return func(ctx context.Context, entry string) (*ir.Program, error) {
		program, confirmed, err := job.load(ctx, entry)
		if err == nil && !confirmed {
			p.uncut.Store(program, true)
		}
		return program, err
	}
}

// certifier is nil unless proofs are wanted.
func (p *proofs) certifier(wanted bool) angelic.Certifier {
	if !wanted {
		return nil
	}
	return func(ctx context.Context, program *ir.Program, c *verdict.Certificate) (string, error) {
		if _, ok := p.uncut.Load(program); ok {
			return "the way in which memory is cut was not confirmed", nil
		}
		err := confirm.Certificate(ctx, program, c)
		var gaveUp *certify.GaveUp
		switch {
		case ctx.Err() != nil:
			return "time ran out", nil
		case errors.As(err, &gaveUp):
			return err.Error(), nil
		}
		return "", err
	}
}
