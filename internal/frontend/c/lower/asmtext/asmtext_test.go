package asmtext

import "testing"

func TestTemplates(t *testing.T) {
	for _, test := range []struct {
		text   string
		basic  bool
		writes Writes
		leaves string
		empty  bool
	}{
		{text: "", empty: true},
		{text: "# a comment\n /* another; ret */", empty: true},
		{text: "nop # ret"},
		{text: "nop; rep; nop; lock; nop"},
		{text: "cmpl $5,(%0)"},
		{text: "movl %1,%0", writes: Operands},
		{text: "movl %1,%k[out]", writes: Operands},
		{text: "movl g,%0", writes: Operands},
		{text: "movl %0,g", writes: Anything},
		{text: "movl %0,5", writes: Anything},
		{text: "xchgl g,%0", writes: Anything},
		{text: "movl $1,%c0", writes: Anything},
		{text: "movl $1,%%fs:%0", writes: Anything},
		{text: "movl $1,%%gs:%0", writes: Operands},
		{text: "fs movl $1,%0", writes: Anything},
		{text: "lock; addl $0,-4(%%rsp)"},
		{text: "addl $1,-4(%%rsp)", writes: Anything},
		{text: "rep movsb", writes: Anything},
		{text: "pushfq; popfq", writes: Anything},
		{text: "mov{l %0,%1|%1,%0}", writes: Anything},
		{text: "movl %eax,%ebx", basic: true, writes: Operands},
		{text: `.ascii "/*"; ret; .ascii "*/"`, writes: Anything, leaves: "ret"},
		{text: "bnd ret", writes: Anything, leaves: "ret"},
		{text: "again%=: decl %0; jnz again%=", writes: Operands},
		{text: "nop # what's behind it; ret\n nop"},
		{text: "nop # \"\n ret", writes: Anything, leaves: "ret"},
		{text: "1: jmp %l[yes] # replaced when the kernel runs\n"},
		{text: "jmp 1f+2; 1:", leaves: "jmp"},
		{text: "jmp *%0", leaves: "jmp"},
		{text: ".pushsection .altinstr_replacement,\"ax\"\n ret\n .popsection", writes: Anything},
		{text: ".pushsection .text.unlikely,\"ax\"\n ret\n .popsection", writes: Anything, leaves: "ret"},
		{text: "call *%%rax", writes: Anything, leaves: "call through a pointer"},
		{text: "call *%[opp]", writes: Anything, leaves: "call through a pointer"},
		{text: "call somewhere", writes: Anything},
		{text: "call somewhere_%P4", writes: Anything},
		{text: "call somewhere_%P[size]", writes: Anything},
		{text: "call somewhere_%4", writes: Anything, leaves: "call through a pointer"},
	} {
		template := Read(test.text, test.basic)
		if got := template.IsEmpty(); got != test.empty {
			t.Errorf("%q: empty: %v", test.text, got)
		}
		if got := template.Writes(); got != test.writes {
			t.Errorf("%q: writes %v, want %v", test.text, got, test.writes)
		}
		leaves := ""
		for _, l := range template.Leaves() {
			leaves = l.Instruction
		}
		if leaves != test.leaves {
			t.Errorf("%q: leaves by %q, want %q", test.text, leaves, test.leaves)
		}
	}
}

func TestComposedNames(t *testing.T) {
	if got := Read("call get_%P4; call put", false).ComposedNames(); len(got) != 1 || got[0] != "get_" {
		t.Errorf("names begin with %q, want get_", got)
	}
}

func TestPrintedOperands(t *testing.T) {
	got := Read("call %P[old]; .pushsection .altinstr_replacement, \"ax\"; call %c3; .popsection; mov %1, %k[x]", false).PrintedOperands()
	if len(got) != 2 || got[0] != "[old]" || got[1] != "3" {
		t.Errorf("prints %q, want [old] and 3", got)
	}
}

func TestTargets(t *testing.T) {
	for text, want := range map[string]Target{
		"movb %1,%0":       {Operand: "0", Size: 1},
		"mov %b1,%0":       {Operand: "0", Size: 1},
		"mov %%rax,%[x]":   {Operand: "[x]", Size: 8},
		"mov %%r9d,%0":     {Operand: "0", Size: 4},
		"mov %%ax,%0":      {Operand: "0", Size: 2},
		"mov %1,%0":        {Operand: "0"},
		"setl %0":          {Operand: "0", Size: 1},
		"subq %0,%%rbx":    {Register: "rbx", Size: 8},
		"lock; incw %w0":   {Operand: "0", Size: 2},
		"movl %1,%%gs:%10": {Operand: "10", Size: 4},
	} {
		if got := Read(text, false).Targets(); len(got) != 1 || got[0] != want {
			t.Errorf("%q changes %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]int{"cpuid": 4, "rdtsc": 2, "cmpxchgl %1,%0": 2, "mulq %1": 3, "imull %1": 3, "imull %1,%0": 1, "wrmsr": 0} {
		if got := Read(text, false).Targets(); len(got) != want {
			t.Errorf("%q changes %v, and not %d", text, got, want)
		}
	}
	for register, want := range map[string]string{"rax": "a", "al": "a", "esi": "S", "r10d": "r10", "r8": "r8", "xmm0": "xmm0"} {
		if got := Family(register); got != want {
			t.Errorf("%s is of %q, want %q", register, got, want)
		}
	}
}
