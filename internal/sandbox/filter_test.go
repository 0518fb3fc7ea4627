package sandbox

import (
	"encoding/binary"
	"testing"

	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// call holds what the kernel shows a filter.
type call struct {
	machine   *arch.Info
	name      string
	address   uint64
	arguments [6]uint64
}

// answer runs a filter. The machine of the bpf package reads words with the high byte first.
func (c call) answer(t *testing.T, program []bpf.Instruction) uint32 {
	t.Helper()
	number, known := c.machine.SyscallNames[c.name]
	if !known {
		t.Fatalf("no call %s", c.name)
	}
	words := []uint32{uint32(number), uint32(c.machine.ID), uint32(c.address), uint32(c.address >> 32)}
	for _, a := range c.arguments {
		words = append(words, uint32(a), uint32(a>>32))
	}
	var data []byte
	for _, w := range words {
		data = binary.BigEndian.AppendUint32(data, w)
	}
	vm, err := bpf.NewVM(program)
	if err != nil {
		t.Fatal(err)
	}
	got, err := vm.Run(data)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(got)
}

func TestFilterOfTests(t *testing.T) {
	const pid, place = 77, 0x1_0040_1002
	order := launchOrder{Command: Command{Kind: Test, Report: Report{Statuses: []int{97, 98}, After: place, Nonce: 5}}}
	rules, others := order.rules(pid)
	program := filter(rules, others)
	wide, narrow := arch.X86_64, arch.I386
	for _, c := range []struct {
		call
		want uint32
	}{
		{call{machine: wide, name: "read"}, allow},
		{call{machine: narrow, name: "mmap2"}, allow},
		{call{machine: wide, name: "socket"}, refuse},
		{call{machine: narrow, name: "socketcall"}, refuse},
		{call{machine: wide, name: "clone"}, refuse},
		{call{machine: wide, name: "clone3"}, refuse},
		{call{machine: wide, name: "execve"}, refuse},
		{call{machine: wide, name: "kill", arguments: [6]uint64{pid}}, refuse},
		{call{machine: wide, name: "tgkill", arguments: [6]uint64{pid}}, allow},
		{call{machine: wide, name: "tgkill", arguments: [6]uint64{pid + 1}}, refuse},
		{call{machine: wide, name: "openat", arguments: [6]uint64{0, 0, unix.O_RDONLY | unix.O_CLOEXEC | unix.O_DIRECTORY}}, allow},
		{call{machine: wide, name: "openat", arguments: [6]uint64{0, 0, unix.O_WRONLY}}, refuse},
		{call{machine: wide, name: "openat", arguments: [6]uint64{0, 0, unix.O_RDWR}}, refuse},
		{call{machine: narrow, name: "open", arguments: [6]uint64{0, unix.O_CREAT}}, refuse},
		{call{machine: wide, name: "openat", arguments: [6]uint64{0, 0, unix.O_TMPFILE}}, refuse},
		{call{machine: wide, name: "openat2"}, refuse},
		{call{machine: wide, name: "creat"}, refuse},
		{call{machine: wide, name: "truncate"}, refuse},
		{call{machine: wide, name: "prlimit64", arguments: [6]uint64{0, 7, 0, 1}}, allow},
		{call{machine: wide, name: "prlimit64", arguments: [6]uint64{0, 7, 1 << 32}}, refuse},
		{call{machine: wide, name: "ioctl", arguments: [6]uint64{0, unix.TIOCSTI}}, refuse},
		{call{machine: wide, name: "exit_group"}, allow},
		{call{machine: wide, name: "exit_group", address: place, arguments: [6]uint64{97, 5}}, allow},
		{call{machine: wide, name: "exit_group", address: place, arguments: [6]uint64{98, 5}}, allow},
		{call{machine: wide, name: "exit_group", address: place, arguments: [6]uint64{97, 4}}, kill},
		{call{machine: wide, name: "exit_group", address: place + 1, arguments: [6]uint64{97, 5}}, kill},
		{call{machine: wide, name: "exit_group", address: place & 0xffffffff, arguments: [6]uint64{97, 5}}, kill},
		{call{machine: wide, name: "exit_group", arguments: [6]uint64{256 + 97}}, kill},
		{call{machine: wide, name: "exit", arguments: [6]uint64{98}}, kill},
		{call{machine: narrow, name: "exit_group", arguments: [6]uint64{97}}, kill},
		{call{machine: narrow, name: "exit", arguments: [6]uint64{1}}, allow},
		{call{machine: arch.ARM, name: "read"}, refuse},
		{call{machine: arch.X32, name: "socket"}, refuse},
	} {
		if got := c.answer(t, program); got != c.want {
			t.Errorf("%s of %s %v at %#x: %#x, want %#x", c.name, c.machine.Name, c.arguments, c.address, got, c.want)
		}
	}
}

func TestFilterOfTools(t *testing.T) {
	rules, others := launchOrder{Command: Command{Kind: Tool}}.rules(1)
	program := filter(rules, others)
	for name, want := range map[string]uint32{"clone": allow, "execve": allow, "openat": allow, "socket": refuse, "ptrace": refuse, "kill": refuse} {
		if got := (call{machine: arch.X86_64, name: name}).answer(t, program); got != want {
			t.Errorf("%s: %#x, want %#x", name, got, want)
		}
	}
}

func TestCallsAreKnown(t *testing.T) {
	names := append(append([]string(nil), testAllowed...), toolRefused...)
	for _, r := range testRules(1) {
		names = append(names, r.call)
	}
	for _, name := range names {
		_, wide := arch.X86_64.SyscallNames[name]
		_, narrow := arch.I386.SyscallNames[name]
		if !wide && !narrow {
			t.Errorf("no system call is called %s", name)
		}
	}
}
