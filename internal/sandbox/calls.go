package sandbox

import (
	"strings"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// testAllowed are the system calls of a Test that are harmless whatever their arguments: they
// compute, wait, start the C library and the sanitizers', and work on files that are open. What
// fails here and cannot fail outside would lead a test where no run of the program gets. A name
// that one of the two kinds of programs does not have is the other's.
var testAllowed = strings.Fields(`
	read readv pread64 preadv write writev pwrite64 lseek _llseek close
	stat fstat lstat stat64 fstat64 lstat64 newfstatat fstatat64 statx access faccessat faccessat2 readlink readlinkat getcwd getdents64
	brk mmap mmap2 munmap mremap mprotect madvise mincore
	rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending sigaltstack sigaction sigprocmask sigreturn
	arch_prctl set_thread_area get_thread_area set_tid_address set_robust_list rseq membarrier
	getpid gettid getppid getuid geteuid getgid getegid getuid32 geteuid32 getgid32 getegid32 getpgrp
	getgroups getgroups32 getresuid getresuid32 getresgid getresgid32 umask
	uname sysinfo getrlimit ugetrlimit getrusage times sched_getaffinity sched_yield getcpu
	futex futex_time64 getrandom time gettimeofday clock_gettime clock_getres clock_gettime64 clock_getres_time64
	restart_syscall alarm setitimer getitimer pause rt_sigsuspend sigsuspend sched_get_priority_max sched_get_priority_min
`)

// writing are the flags of open that do more than open a file to read it.
const writing = unix.O_WRONLY | unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC | (unix.O_TMPFILE &^ unix.O_DIRECTORY)

// testRules are the system calls that a Test may make with some arguments. pid is its process.
func testRules(pid uint32) []rule {
	return []rule{
		when("open", refuse, low(1, bpf.JumpBitsNotSet, writing)),
		when("openat", refuse, low(2, bpf.JumpBitsNotSet, writing)),
		when("ioctl", refuse, low(1, bpf.JumpEqual, unix.TCGETS)), // is it a terminal?
		when("prlimit64", refuse, low(2, bpf.JumpEqual, 0), high(2, bpf.JumpEqual, 0)),
		when("personality", refuse, low(0, bpf.JumpEqual, 0xffffffff)), // asks only
		when("tgkill", refuse, low(0, bpf.JumpEqual, pid)),             // abort
		// How the launcher becomes the program. The file closes then, and there is none with such a number any more.
		when("execveat", refuse, low(0, bpf.JumpEqual, programFile), low(4, bpf.JumpEqual, unix.AT_EMPTY_PATH)),
	}
}

// toolRefused are the system calls that no compiler needs: the network, signals to others, other
// processes' memory, and what changes the machine. Files are Landlock's.
var toolRefused = strings.Fields(`
	socket socketpair socketcall connect bind listen accept accept4 sendto sendmsg sendmmsg recvfrom recvmsg recvmmsg
	kill tkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_send_signal pidfd_open pidfd_getfd
	ptrace process_vm_readv process_vm_writev process_madvise kcmp
	mount umount umount2 move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr pivot_root chroot swapon swapoff
	setns unshare bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register
	init_module finit_module delete_module kexec_load kexec_file_load reboot settimeofday clock_settime clock_adjtime adjtimex
	sethostname setdomainname acct quotactl quotactl_fd syslog iopl ioperm modify_ldt vm86
	add_key request_key keyctl name_to_handle_at open_by_handle_at nfsservctl personality fanotify_init
	shmget shmat shmctl semget semop semctl msgget msgsnd msgrcv msgctl ipc mq_open mq_unlink
`)
