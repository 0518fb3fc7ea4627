package mutate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"yogi/internal/pipeline"
)

// Finding holds what running a program under its rule's monitor tells.
type Finding struct {
	Broken  bool   // some run breaks the rule
	Message string // the monitor's, when broken
	Runs    int    // with other inputs each
	// Applies: the rule has events in the program.
	Applies bool
}

// buildTime and runTime bound the compiler and all runs of one program.
const (
	buildTime = time.Minute
	runTime   = 10 * time.Second
)

// Confirm compiles the job's program with its rule as a monitor, and runs it with random inputs in
// a scratch folder, count times or until a run breaks the rule. That no run does proves nothing.
// The program's inputs are functions __VERIFIER_nondet_..., and the words that it is called with; a
// run in which __VERIFIER_assume fails counts as one that keeps the rule, and so does one that is
// ended by abort() or by a signal if the monitor tells of no violation. The error is a
// source.Diagnostics when it is about the program.
func Confirm(ctx context.Context, job pipeline.Job, count int, scratch string) (Finding, error) {
	monitored, err := pipeline.Monitor(ctx, job)
	if err != nil {
		return Finding{}, err
	}
	finding := Finding{Runs: count, Applies: monitored.Events > 0}
	if !finding.Applies {
		return finding, nil
	}
	words := append([]string{"-w", "-O0", "-fno-builtin", "-fno-strict-aliasing", "-fwrapv", "-z", "muldefs", "-Wl,--wrap=main"}, monitored.Compile...)
	// The runs come first: where the program defines yogi_rule_violated too, the linker takes the first.
	for _, name := range append([]string{runsFile}, slices.Sorted(maps.Keys(monitored.Files))...) {
		text, isProgram := monitored.Files[name]
		if !isProgram {
			source, err := os.ReadFile(job.Files[0])
			if err != nil {
				return Finding{}, fmt.Errorf("reading the program: %w", err)
			}
			text = runs + callText(string(source))
		}
		path := filepath.Join(scratch, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return Finding{}, fmt.Errorf("writing the program: %w", err)
		}
		words = append(words, path)
	}
	binary := filepath.Join(scratch, "program")
	words = append(append(words, monitored.Link...), "-o", binary)
	if said, err := run(ctx, buildTime, scratch, "gcc", words...); err != nil {
		return Finding{}, fmt.Errorf("compiling the program: %w: %s", err, said)
	}
	said, err := run(ctx, runTime, scratch, binary, fmt.Sprint(count))
	if ctx.Err() != nil {
		return Finding{}, ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return Finding{}, fmt.Errorf("running the program: %w", err)
	}
	if exit != nil && exit.ExitCode() == statusBroken {
		finding.Broken = true
		lines := strings.Split(strings.TrimSuffix(said, "\n"), "\n")
		finding.Message = lines[len(lines)-1]
	}
	return finding, nil
}

// run runs a command with nothing of the environment but the path, and returns what it says.
func run(ctx context.Context, limit time.Duration, folder, name string, words ...string) (string, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	command := exec.CommandContext(limited, name, words...)
	command.Dir = folder
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + folder, "LC_ALL=C"}
	var said bytes.Buffer
	command.Stderr = &said
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = time.Second
	err := command.Run()
	return said.String(), err
}

// statusBroken is the exit status when a run breaks the rule.
const statusBroken = 77

// runsFile is the name of the file that makes the runs.
const runsFile = "yogi-runs.c"

// runs makes the runs, with random inputs. Each is a child of the process, made before the program
// begins; a run that takes longer than a tenth of a second is ended. Small numbers are more likely:
// programs test for them. That a run breaks the rule is told by the monitor's hook in memory that
// it shares with the process: how a run ends says nothing, for a program may also abort by itself,
// or the library for it. The message is the last line on the standard error.
const runs = `#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned long long yogi_random_state;
static unsigned long long yogi_random(void)
{
  yogi_random_state ^= yogi_random_state << 13;
  yogi_random_state ^= yogi_random_state >> 7;
  yogi_random_state ^= yogi_random_state << 17;
  return yogi_random_state;
}
static unsigned long long yogi_input(void)
{
  unsigned long long kind = yogi_random() % 16;
  if (kind < 6) return 0;
  if (kind < 13) return yogi_random() % 8;
  if (kind < 14) return -(yogi_random() % 8);
  return yogi_random() >> yogi_random() % 64;
}
int __VERIFIER_nondet_int(void) { return (int)yogi_input(); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)yogi_input(); }
long __VERIFIER_nondet_long(void) { return (long)yogi_input(); }
unsigned long __VERIFIER_nondet_ulong(void) { return yogi_input(); }
short __VERIFIER_nondet_short(void) { return (short)yogi_input(); }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)yogi_input(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)yogi_input(); }
_Bool __VERIFIER_nondet_bool(void) { return yogi_input() != 0; }
char __VERIFIER_nondet_char(void) { return yogi_random() % 2 ? 'a' + yogi_random() % 26 : (char)yogi_input(); }
void __VERIFIER_assume(int condition) { if (!condition) syscall(SYS_exit_group, 0); }

struct yogi_violation { volatile int happened; unsigned length; char message[4000]; };
static struct yogi_violation *yogi_violation; /* shared by the runs */
static void yogi_tell(const char *text)
{
  for (; *text && yogi_violation->length < sizeof yogi_violation->message; text++)
    yogi_violation->message[yogi_violation->length++] = *text;
}
void yogi_rule_violated(const char *rule, const char *event, const char *message)
{
  if (!__atomic_exchange_n(&yogi_violation->happened, 1, __ATOMIC_ACQ_REL)) {
    yogi_tell(rule);
    yogi_tell(": ");
    yogi_tell(event);
    yogi_tell(": ");
    yogi_tell(*message ? message : "the rule is violated");
  }
  syscall(SYS_exit_group, 0);
}

__attribute__((constructor(101))) static void yogi_runs(int argc, char **argv)
{
  yogi_violation = (void *)syscall(SYS_mmap, 0, sizeof *yogi_violation, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (yogi_violation == MAP_FAILED)
    syscall(SYS_exit_group, 1);
  for (int i = 1; i <= atoi(argv[1]); i++) {
    pid_t child = fork();
    if (child == 0) {
      yogi_random_state = i * 0x9e3779b97f4a7c15ull;
      ualarm(100000, 0);
      return;
    }
    waitpid(child, 0, 0);
    if (yogi_violation->happened) {
      syscall(SYS_write, 2, "\n", 1);
      syscall(SYS_write, 2, yogi_violation->message, yogi_violation->length);
      syscall(SYS_exit_group, 77);
    }
  }
  syscall(SYS_exit_group, 0);
}
`

// mostWords is how many texts of a program its runs are called with.
const mostWords = 200

// callText is what calls the program's main, with words that a program of its kind may look for: options by the letters
// that its text has as characters, texts that stand in it, numbers and names. Their choice has random numbers of its
// own, so that programs without arguments have the inputs that they would have without it.
func callText(source string) string {
	var letters, texts []string
	for _, t := range scan(source) {
		switch {
		case len(t.text) == 3 && t.text[0] == '\'' && isWordByte(t.text[1]):
			letters = append(letters, t.text[1:2])
		case t.text[0] == '"' && len(t.text) > 2 && len(t.text) < 24 && !strings.Contains(t.text, `\`) && len(texts) < mostWords:
			texts = append(texts, t.text)
		}
	}
	slices.Sort(letters)
	var b strings.Builder
	b.WriteString("\nstatic const char yogi_letters[] = \"" + strings.Join(slices.Compact(letters), "") + "h\";\nstatic char *yogi_texts[] = {")
	for _, text := range append(texts, `"1"`) {
		b.WriteString(" (char[]){" + text + "},")
	}
	return b.String() + ` };
static unsigned long long yogi_word_state;
static unsigned yogi_word(unsigned n)
{
  yogi_word_state = yogi_word_state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(yogi_word_state >> 33) % n;
}
int __real_main(int argc, char **argv, char **environment);
int __wrap_main(int argc, char **argv, char **environment)
{
  static char yogi_options[8][3], yogi_others[3][7] = { "12", "a", "/tmp/a" };
  static char *yogi_words[9];
  int count = 1;
  yogi_word_state = yogi_random_state;
  yogi_words[0] = argv[0];
  for (int most = (int)yogi_word(8); count <= most; count++) {
    unsigned kind = yogi_word(8);
    yogi_options[count][0] = '-';
    yogi_options[count][1] = yogi_letters[yogi_word(sizeof yogi_letters - 1)];
    yogi_words[count] = kind < 3 ? yogi_options[count] : kind < 5 ? yogi_texts[yogi_word(sizeof yogi_texts / sizeof *yogi_texts)] :
                        yogi_others[kind - 5];
  }
  return __real_main(count, yogi_words, environment);
}
`
}
