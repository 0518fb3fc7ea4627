package sandbox

import (
	"fmt"
	"os"
	"unsafe"

	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// This file makes the filter of system calls. A filter is a list of blocks, one for each call that
// it knows; a block ends in an answer, so that no jump leaves one. A program of 32 bits has another
// list than one of 64.

// The answers of a filter.
const (
	allow  = unix.SECCOMP_RET_ALLOW
	refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	kill   = unix.SECCOMP_RET_KILL_PROCESS
)

// Where the filter finds what it looks at.
const (
	numberOffset   = 0
	archOffset     = 4
	addressOffset  = 8
	argumentOffset = 16 // and eight bytes for each
)

// x32 is the bit in the numbers of calls of the third kind of program, of which there are none here.
const x32 = 0x40000000

// condition holds what has to be true of a word of an argument.
type condition struct {
	offset uint32
	test   bpf.JumpTest
	value  uint32
}

// low is a condition on the lower half of an argument: all of it in 32 bits.
func low(argument uint32, test bpf.JumpTest, value uint32) condition {
	return condition{argumentOffset + 8*argument, test, value}
}

// high is a condition on the upper half.
func high(argument uint32, test bpf.JumpTest, value uint32) condition {
	return condition{argumentOffset + 4 + 8*argument, test, value}
}

// rule holds what the filter does with a call: instructions that end in an answer.
type rule struct {
	call string
	body []bpf.Instruction
}

// always gives an answer to every call.
func always(call string, answer uint32) rule {
	return rule{call, []bpf.Instruction{bpf.RetConstant{Val: answer}}}
}

// when allows a call if all conditions hold, and gives it another answer if not.
func when(call string, otherwise uint32, conditions ...condition) rule {
	return rule{call, tests(conditions, otherwise)}
}

// tests are the instructions that allow what all conditions hold of.
func tests(conditions []condition, otherwise uint32) []bpf.Instruction {
	var out []bpf.Instruction
	for i, c := range conditions {
		// Behind this one there are two instructions for each other condition, and one answer.
		failed := uint8(2*(len(conditions)-1-i) + 1)
		out = append(out, bpf.LoadAbsolute{Off: c.offset, Size: 4}, bpf.JumpIf{Cond: c.test, Val: c.value, SkipFalse: failed})
	}
	return append(out, bpf.RetConstant{Val: allow}, bpf.RetConstant{Val: otherwise})
}

// block is the rule where the accumulator holds the call's number.
func (r rule) block(number uint32) []bpf.Instruction {
	return append([]bpf.Instruction{bpf.JumpIf{Cond: bpf.JumpEqual, Val: number, SkipFalse: uint8(len(r.body))}}, r.body...)
}

// filter is the filter with rules for both kinds of programs, and an answer for all other calls.
func filter(rules []rule, others uint32) []bpf.Instruction {
	out := []bpf.Instruction{bpf.LoadAbsolute{Off: archOffset, Size: 4}}
	for _, machine := range []*arch.Info{arch.X86_64, arch.I386} {
		list := []bpf.Instruction{
			bpf.LoadAbsolute{Off: numberOffset, Size: 4},
			bpf.JumpIf{Cond: bpf.JumpGreaterOrEqual, Val: x32, SkipFalse: 1},
			bpf.RetConstant{Val: refuse},
		}
		for _, r := range rules {
			if number, known := machine.SyscallNames[r.call]; known {
				list = append(list, r.block(uint32(number))...)
			}
		}
		list = append(list, bpf.RetConstant{Val: others})
		out = append(out, bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(machine.ID), SkipTrue: 1}, bpf.Jump{Skip: uint32(len(list))})
		out = append(out, list...)
	}
	return append(out, bpf.RetConstant{Val: refuse})
}

// rules are those of the order's kind, and the answer for all other calls.
func (o launchOrder) rules(pid int) (rules []rule, others uint32) {
	if o.Kind == Tool {
		for _, name := range toolRefused {
			rules = append(rules, always(name, refuse))
		}
		return rules, allow
	}
	rules = append(o.Report.rules(), testRules(uint32(pid))...)
	for _, name := range testAllowed {
		rules = append(rules, always(name, allow))
	}
	return rules, refuse
}

// rules has the statuses of a report come from their place alone; whoever else takes one is ended.
// The kernel keeps the low byte of a status.
func (r Report) rules() []rule {
	body := []bpf.Instruction{bpf.LoadAbsolute{Off: argumentOffset, Size: 4}, bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: 0xff}}
	for i, status := range r.Statuses {
		body = append(body, bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(status), SkipTrue: uint8(len(r.Statuses) - i)})
	}
	body = append(body, bpf.RetConstant{Val: allow})
	body = append(body, tests([]condition{
		low(1, bpf.JumpEqual, r.Nonce),
		{addressOffset, bpf.JumpEqual, uint32(r.After)},
		{addressOffset + 4, bpf.JumpEqual, uint32(r.After >> 32)},
	}, kill)...)
	return []rule{{"exit_group", body}, {"exit", body}}
}

// restrictCalls puts the filter before this thread.
func restrictCalls(order launchOrder) error {
	rules, others := order.rules(os.Getpid())
	raw, err := bpf.Assemble(filter(rules, others))
	if err != nil {
		return fmt.Errorf("making the filter: %w", err)
	}
	list := make([]unix.SockFilter, len(raw))
	for i, r := range raw {
		list[i] = unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	program := unix.SockFprog{Len: uint16(len(list)), Filter: &list[0]}
	if _, _, failed := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&program))); failed != 0 {
		return fmt.Errorf("this kernel takes none: %w", failed)
	}
	return nil
}
