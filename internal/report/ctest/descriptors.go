package ctest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"yogi/internal/frontend/c/clib"
)

// Functions of the world whose results the driver gives out have arguments, too: for some of these
// the machine's fails whatever the world is like. A run that the driver leads on from there would
// be none of the program.

// openingDescriptors return one that is not open yet; with what is known of it then.
var openingDescriptors = map[string]string{
	"open": "yogi_access((int)yogi_2) | (yogi_is_null((const char *)yogi_1) ? YOGI_EMPTY : 0)", "openat": "yogi_access((int)yogi_3)", "creat": "YOGI_FILE | YOGI_NO_READS",
	"socket": "YOGI_SOCKET | (((int)yogi_2 & 15) == 1 ? YOGI_IN_ORDER : 0)", "accept": "YOGI_SOCKET | YOGI_IN_ORDER | YOGI_CONNECTED",
	"eventfd": "0", "epoll_create": "0", "epoll_create1": "0", "inotify_init": "0", "inotify_init1": "0",
}

// changingDescriptors change what is known of their first argument, where they succeed.
var changingDescriptors = map[string]string{"listen": "YOGI_LISTENING", "connect": "YOGI_CONNECTED"}

// guard returns what the driver's function does first, with the kinds of the parameters that it needs.
func (q *queue) guard(parameters string) (statement, all string) {
	fails := "-1"
	if f, ok := clib.Lookup(q.name); q.cType == pointerType || ok && f.Result.Low != nil && *f.Result.Low == (clib.Bound{}) {
		fails = "0" // a null pointer, or a function that tells how much it has done
	}
	for _, need := range clib.Needs(q.name) {
		for len(parameters) < need.Param {
			parameters += "i" // a word, whatever it is: each argument has its own place as such
		}
		statement += fmt.Sprintf("if (!(%s)) { %syogi_fails(%s); return %s; } ", condition(need), q.say(), errorOf(need), fails)
	}
	return statement, parameters
}

// silentWorld has the first statements of a function of the world, its result and its parameters,
// where the test has no values for it: a run that took another way than the test may look at the
// result. Where the test ends in a call of it nothing is said of its arguments: they are what is wrong.
func (p *world) silentWorld(name string) (guard, result, parameters string) {
	if !p.standard[name] || !isWorldFunction(name) {
		return "", "0", ""
	}
	q := &queue{name: name, cType: "unsigned long long"}
	if f, ok := clib.Lookup(name); ok && f.Result.Kind != clib.Range {
		q.cType = pointerType
	}
	guard, parameters = q.guard("")
	if name == p.endsIn {
		guard = strings.ReplaceAll(guard, q.say(), "")
	}
	if state, ok := openingDescriptors[name]; ok {
		return guard, fmt.Sprintf("yogi_opened(%q, 1001, %s)", name, state), parameters
	}
	if q.cType == pointerType && clib.Is(name, clib.SetsErrno) {
		guard += "yogi_fails_here(YOGI_EIO); "
	}
	return guard, "0", parameters
}

// condition is a need in C.
func condition(need clib.Need) string {
	argument := fmt.Sprintf("yogi_%d", need.Param)
	switch need.Kind {
	case clib.Descriptor:
		return mayBe(argument, "0", "0")
	case clib.Readable:
		return mayBe(argument, "YOGI_NO_READS", "0")
	case clib.Writable:
		return mayBe(argument, "YOGI_NO_WRITES", "0")
	case clib.Socket:
		return mayBe(argument, "YOGI_FILE", "0")
	case clib.InOrder:
		return mayBe(argument, "YOGI_FILE", "YOGI_IN_ORDER")
	case clib.Output:
		return fmt.Sprintf("!(*(int *)%s & YOGI_STREAM_NO_WRITES)", argument)
	case clib.Listening:
		return mayBe(argument, "0", "YOGI_LISTENING")
	case clib.Connected:
		return mayBe(argument, "0", "YOGI_CONNECTED")
	case clib.Folder:
		return fmt.Sprintf("(int)%[1]s >= 0 || (int)%[1]s == -100", argument)
	case clib.Path:
		return fmt.Sprintf("yogi_is_path((const char *)%s)", argument)
	case clib.Place:
		return fmt.Sprintf("%[1]s && *(const char *)%[1]s", argument)
	case clib.StreamMode:
		return fmt.Sprintf("%[1]s && (*(const char *)%[1]s == 'r' || *(const char *)%[1]s == 'w' || *(const char *)%[1]s == 'a')", argument)
	}
	cType := "int"
	if need.IsLong {
		cType = "long"
	}
	var ranges []string
	for _, r := range need.Ranges {
		ranges = append(ranges, fmt.Sprintf("(%[1]s)%[2]s >= %[3]d && (%[1]s)%[2]s <= %[4]dLL", cType, argument, r.Low, r.High))
	}
	return strings.Join(ranges, " || ")
}

// mayBe says of a descriptor that nothing which is known of it forbids a call.
func mayBe(argument, forbidden, needed string) string {
	return fmt.Sprintf("yogi_may((int)%s, %s, %s)", argument, forbidden, needed)
}

// errorOf is the value of errno where a need is not met.
func errorOf(need clib.Need) string {
	switch need.Kind {
	case clib.Descriptor, clib.Readable, clib.Writable, clib.Socket:
		return "YOGI_EBADF"
	}
	return "YOGI_EINVAL"
}

// guardWords stands before the name of the function in the message of the driver's yogi_refused.
const guardWords = "yogi: the machine's function fails for such arguments: "

// say is the statement with which the driver's function tells that it fails.
func (q *queue) say() string { return fmt.Sprintf("yogi_refused(%q); ", q.name) }

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

// asDescriptor has the choices of a function that opens descriptors be descriptors that are not open, and
// notes what a function changes of one.
func (q *queue) asDescriptor(choices string) string {
	if q.cType == pointerType {
		return choices
	}
	if state, ok := openingDescriptors[q.name]; ok {
		return regexp.MustCompile(`yogi_take\((&\w+)\)`).ReplaceAllString(choices, fmt.Sprintf("yogi_descriptor(%q, $1, %s)", q.name, state))
	}
	if state, ok := changingDescriptors[q.name]; ok {
		return regexp.MustCompile(`yogi_take\((&\w+)\)`).ReplaceAllString(choices, "yogi_noted((int)yogi_take($1), (int)yogi_1, "+state+")")
	}
	return choices
}

// failing is the body of a function that returns one of the choices and sets errno where that says that it
// failed. Output that failed is noted in the stream.
func (q *queue) failing(choices string) string {
	noted := ""
	for _, need := range clib.Needs(q.name) {
		if need.Kind == clib.Output && q.name != "fwrite" {
			noted = fmt.Sprintf("if ((int)yogi_result < 0) *(int *)yogi_%d |= YOGI_STREAM_FAILED; ", need.Param)
		}
	}
	isSet := clib.Is(q.name, clib.SetsErrno)
	if !isSet && noted == "" {
		return choices + "return 0;"
	}
	if isSet {
		failed := "yogi_result == (" + q.cType + ")-1"
		if q.cType == pointerType {
			failed = "!yogi_result"
		}
		noted += "if (" + failed + ") yogi_fails_here(YOGI_EIO); "
	}
	return fmt.Sprintf("%s yogi_result = 0; %s%sreturn yogi_result;", q.cType, strings.ReplaceAll(choices, "return ", "yogi_result = "), noted)
}
