package memory

import "yogi/internal/ir"

func splitPlan(p *ir.Program) *plan { return onePlan(p) }
