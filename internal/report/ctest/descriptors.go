package ctest

import (
	"fmt"
	"slices"
	"strings"
)

// Functions of the world whose results the driver gives out have arguments, too: for some of these
// the machine's fails whatever the world is like. A run that the driver leads on from there would
// be none of the program.

// onDescriptors take a descriptor first; none that is negative is open.
var onDescriptors = wordSet(`
	read write pread pwrite readv writev fsync fcntl ioctl flock fstat ftruncate fchmod fchdir fdopen send recv sendto recvfrom sendmsg
	recvmsg bind listen accept connect shutdown getsockopt setsockopt getsockname getpeername
	fdatasync syncfs fchown fallocate sync_file_range lockf tcflush tcdrain tcflow tcsendbreak tcsetpgrp epoll_ctl
	inotify_rm_watch setns
`)

// onPaths take a path first; nothing has the empty one.
var onPaths = wordSet(`
	remove rename mkdir rmdir unlink link symlink chmod chown lchown truncate mknod mkfifo open creat fopen opendir access
	euidaccess eaccess chdir chroot swapon swapoff umount umount2
`)

// openingDescriptors return one that is not open yet.
var openingDescriptors = wordSet(`
	open openat creat socket accept dup eventfd epoll_create epoll_create1 inotify_init inotify_init1 timerfd_create signalfd shm_open
`)

// guard returns what the driver's function does first, with the kinds of the parameters that it needs.
func (q *queue) guard(parameters string) (statement, all string) {
	fails := "-1"
	if q.cType == pointerType {
		fails = "0"
	}
	switch {
	case onDescriptors[q.name]:
		if parameters == "" {
			parameters = "w"
		}
		return "if ((int)yogi_1 < 0) { " + q.say() + "return " + fails + "; } ", parameters
	case onPaths[q.name]:
		if parameters == "" {
			parameters = "p"
		}
		return "if (!yogi_1 || !*(const char *)yogi_1) { " + q.say() + "return " + fails + "; } ", parameters
	}
	return "", parameters
}

// guardWords is the driver's message when a function fails where the machine's must, before its name.
const guardWords = "yogi: the machine's function fails for such arguments: "

// say is the statement with which the driver's function tells that it fails.
func (q *queue) say() string { return fmt.Sprintf("yogi_say(%q); ", guardWords+q.name+"\n") }

// guardsIn are the functions that failed so in a run, by what it said.
func guardsIn(said string) []string {
	var out []string
	for line := range strings.Lines(said) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), guardWords); ok && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// asDescriptor has the choices of a function that opens descriptors be descriptors that are not open.
func (q *queue) asDescriptor(choices string) string {
	if !openingDescriptors[q.name] || q.cType == pointerType {
		return choices
	}
	return strings.ReplaceAll(choices, "yogi_take(", "yogi_descriptor(")
}
