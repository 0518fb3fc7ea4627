package ctest

import "strings"

// Functions of the world whose results the driver gives out have arguments, too: for some of these
// the machine's fails whatever the world is like. A run that the driver leads on from there would
// be none of the program.

// onDescriptors take a descriptor first; none that is negative is open.
var onDescriptors = wordSet(`
	read write pread pwrite readv writev fsync fcntl ioctl flock fstat ftruncate fchmod fchdir fdopen send recv sendto recvfrom sendmsg
	recvmsg bind listen accept connect shutdown getsockopt setsockopt getsockname getpeername
`)

// onPaths take a path first and change what it names; nothing has the empty one.
var onPaths = wordSet("remove rename mkdir rmdir unlink link symlink chmod chown truncate mknod mkfifo")

// openingDescriptors return one that is not open yet.
var openingDescriptors = wordSet("open openat creat socket accept dup")

// isGuarded says that the driver's function of a name fails where the machine's must.
func isGuarded(name string) bool {
	return onDescriptors[name] || onPaths[name]
}

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
		return "if ((int)yogi_1 < 0) return " + fails + "; ", parameters
	case onPaths[q.name]:
		if parameters == "" {
			parameters = "p"
		}
		return "if (!yogi_1 || !*(const char *)yogi_1) return " + fails + "; ", parameters
	}
	return "", parameters
}

// asDescriptor has the choices of a function that opens descriptors be descriptors that are not open.
func (q *queue) asDescriptor(choices string) string {
	if !openingDescriptors[q.name] || q.cType == pointerType {
		return choices
	}
	return strings.ReplaceAll(choices, "yogi_take(", "yogi_descriptor(")
}
