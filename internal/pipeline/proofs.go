package pipeline

import (
	"context"
	"errors"

	"yogi/internal/assumption"
	"yogi/internal/certify"
	"yogi/internal/confirm"
	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// certifyOpen is the angelic.Certifier: it checks the proofs that nothing fails in open programs under what
// is assumed of the outside. A program whose memory is cut in a way that was not confirmed says so in its
// assumptions: a proof about it is none about the files.
func certifyOpen(ctx context.Context, program *ir.Program, c *verdict.Certificate) (string, error) {
	if program.Assumptions.Has(assumption.CutUnconfirmed) {
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
