package platform_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"yogi/internal/pipeline"
	"yogi/internal/property/slic"
	"yogi/internal/verdict"
	"yogi/models/linux"
	"yogi/models/platform"
	"yogi/models/posix"
	"yogi/rules"
)

// checks are programs of which one line is a defect where DEFECT is 1: the models run, so the
// defect has a compiled test; they are no more than the system, so the program without it is
// proved.
var checks = []struct {
	platform, rule, text string
}{
	{"posix", "posix/Descriptor", `#include <fcntl.h>
#include <unistd.h>
int main(void) {
  char c;
  int fd = open("f", O_RDONLY);
  if (fd < 0) return 1;
  if (read(fd, &c, 1) != 1) { close(fd); if (DEFECT) close(fd); return 1; }
  close(fd);
  return 0;
}`},
	{"posix", "posix/Mutex", `#include <pthread.h>
int main(void) {
  pthread_mutex_t m;
  if (pthread_mutex_init(&m, NULL)) return 1;
  if (pthread_mutex_trylock(&m) == 0 || DEFECT) pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}`},
	{"posix", "posix/File", `#include <stdio.h>
int main(void) {
  char line[8];
  FILE *f = fopen("f", "r");
  if (!f && !DEFECT) return 1;
  while (fgets(line, sizeof line, stdin)) fputs(line, stderr);
  return fclose(f);
}`},
	{"posix", "posix/SignalSafe", `#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static volatile sig_atomic_t stop;
static void on_signal(int n) { stop = 1; if (DEFECT) puts("stopping"); }
int main(void) {
  if (signal(SIGINT, on_signal) == SIG_ERR) return 1;
  pause();
  return stop;
}`},
	{"posix", "posix/SignalSafe", `#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static volatile sig_atomic_t stop;
static void on_signal(int n, siginfo_t *information, void *context) { stop = information->si_signo == n; if (DEFECT) puts("stopping"); }
int main(void) {
  struct sigaction action = { 0 }, before;
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO;
  if (sigaction(SIGINT, &action, &before) || before.sa_handler != SIG_DFL) return 1;
  pause();
  return stop;
}`},
	{"posix", "posix/Descriptor", `#include <fcntl.h>
#include <unistd.h>
int main(void) {
  int fd = open("f", O_WRONLY);
  pid_t child = fork();
  if (fd < 0) return 1;
  if (child == 0) { close(fd); if (DEFECT) write(fd, "c", 1); _exit(0); }
  close(fd);
  return child < 0;
}`},
	{"posix", "posix/SignalSafe", `#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static volatile sig_atomic_t stop;
static void on_signal(int n) { if (n == SIGINT) stop = 1; if (DEFECT) puts("stopping"); }
static void on_alarm(int n) { stop = 2; }
int main(void) {
  if (signal(SIGINT, on_signal) == SIG_ERR || signal(SIGALRM, on_alarm) == SIG_ERR) return 1;
  signal(SIGPIPE, SIG_IGN);
  pause();
  return stop;
}`},
	{"posix", "posix/Descriptor", `#include <fcntl.h>
#include <unistd.h>
int main(void) {
  struct { int magic, version; } head = {0};
  int fd = open("f", O_RDONLY);
  if (fd < 0) return 1;
  read(fd, &head, sizeof head);
  if (head.magic == 0x12345678 && DEFECT) close(fd);
  close(fd);
  return 0;
}`},
	{"posix", "posix/Descriptor", `int openat(int, const char *, int, ...);
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  int fd = open("f", O_RDONLY);
  if (fd < 0) return 1;
  close(fd);
  fd = openat(-100, "g", O_RDONLY);
  if (fd < 0) return 1;
  close(fd);
  if (DEFECT) close(fd);
  return 0;
}`},
	{"posix", "posix/Descriptor", `#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat s;
  DIR *d;
  int fd = open("f", O_RDONLY);
  if (fd < 0) return 1;
  close(fd);
  d = opendir(".");
  if (!d) return 1;
  if (DEFECT) fd = dup(dirfd(d));
  fstat(dirfd(d), &s);
  closedir(d);
  if (DEFECT && fd >= 0) { close(fd); fsync(fd); }
  return 0;
}`},
	// A model that called another function of the rule would be two events.
	{"posix", "posix/Descriptor", `#define _GNU_SOURCE
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
  int s = socket(1, 1, 0), c;
  if (s < 0) return 1;
  c = accept4(s, 0, 0, 0);
  if (c < 0) return 1;
  close(c);
  if (DEFECT) close(c);
  return 0;
}`},
	// A number has its stream closed, another is at least what was asked for, and an argument tells of a lock.
	{"posix", "posix/Descriptor", `#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  struct flock lock = { .l_type = F_WRLCK };
  FILE *f = fopen("f", "r");
  int other;
  if (!f) return 1;
  if (fileno(f) < 3) close(-1);
  other = fcntl(fileno(f), F_DUPFD, 10);
  if (other >= 0 && other < 10) close(-1);
  if (other >= 0 && fcntl(0, F_GETLK, &lock) == 0 && lock.l_type == F_RDLCK) {
    close(other);
    if (DEFECT) write(other, "x", 1);
  }
  return 0;
}`},
	{"posix", "posix/File", `#include <stdarg.h>
#include <stdio.h>
static void say(FILE *f, const char *format, ...) {
  va_list words;
  va_start(words, format);
  vfprintf(f, format, words);
  va_end(words);
}
int main(void) {
  FILE *f = fopen("f", "w");
  if (!f && !DEFECT) return 1;
  say(f, "%d\n", 3);
  return fclose(f);
}`},
	{"posix", "posix/FileLeak", `#include <stdio.h>
int main(void) {
  FILE *f = fopen("f", "r");
  if (!f) return 1;
  fprintf(stderr, "%s of %d\n", "opened", 1);
  if (getc(f) == EOF && ferror(f)) { perror("f"); if (DEFECT) return 2; }
  return fclose(f);
}`},
	// Mutexes that their owner may lock again, by attributes and by their initialisers.
	{"posix", "posix/Mutex", `#define _GNU_SOURCE
#include <pthread.h>
// As glibc's PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP and PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP.
static pthread_mutex_t made, given = { .__size = { [16] = PTHREAD_MUTEX_RECURSIVE } };
static pthread_mutex_t checked = { .__size = { [16] = PTHREAD_MUTEX_ERRORCHECK } };
static struct timespec soon;
int main(void) {
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  if (pthread_mutex_init(&made, &recursive)) return 1;
  pthread_mutex_lock(&made);
  pthread_mutex_lock(&made);
  pthread_mutex_unlock(&made);
  pthread_mutex_unlock(&made);
  pthread_mutex_lock(&given);
  if (pthread_mutex_timedlock(&given, &soon) == 0) pthread_mutex_unlock(&given);
  pthread_mutex_unlock(&given);
  pthread_mutex_lock(&checked);
  if (pthread_mutex_lock(&checked) == 0) pthread_mutex_unlock(&checked);
  pthread_mutex_unlock(&checked);
  if (DEFECT) pthread_mutex_unlock(&made);
  return 0;
}`},
	{"posix", "posix/RwLock", `#define _GNU_SOURCE
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct timespec soon;
int main(void) {
  if (pthread_rwlock_timedrdlock(&lock, &soon)) return 1;
  pthread_rwlock_unlock(&lock);
  if (DEFECT) pthread_rwlock_unlock(&lock);
  return 0;
}`},
	// Who sends himself a signal has handled it when raise returns; others come where the program waits.
	{"posix", "posix/Mutex", `#include <pthread.h>
#include <signal.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void handle(int number) { if (DEFECT) pthread_mutex_unlock(&lock); }
int main(void) {
  if (signal(SIGUSR1, handle) == SIG_ERR) return 1;
  raise(SIGUSR1);
  return 0;
}`},
	{"posix", "posix/Mutex", `#include <pthread.h>
#include <signal.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void handle(int number) { if (DEFECT) pthread_mutex_unlock(&lock); }
int main(void) {
  struct timespec moment = { 1, 0 };
  signal(SIGUSR1, handle);
  nanosleep(&moment, &moment);
  return 0;
}`},
	{"linux", "linux/SpinLock", `#include <linux/module.h>
#include <linux/interrupt.h>
#include <linux/spinlock.h>
static DEFINE_SPINLOCK(lock);
static irqreturn_t handler(int irq, void *data) { spin_lock(&lock); if (!DEFECT || irq != 5) spin_unlock(&lock); return IRQ_HANDLED; }
static int start(void) { return request_irq(5, handler, 0, "x", &lock); }
static void stop(void) { free_irq(5, &lock); }
module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");`},
	{"linux", "linux/SpinLock", `#include <linux/module.h>
#include <linux/completion.h>
#include <linux/interrupt.h>
#include <linux/spinlock.h>
static DEFINE_SPINLOCK(lock);
static struct completion done;
static irqreturn_t handler(int irq, void *data) { complete(&done); return IRQ_HANDLED; }
static int start(void) {
  init_completion(&done);
  if (request_irq(5, handler, 0, "x", &lock)) return -1;
  wait_for_completion(&done);
  spin_lock(&lock);
  if (DEFECT) spin_lock(&lock);
  spin_unlock(&lock);
  return 0;
}
static void stop(void) { free_irq(5, &lock); }
module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");`},
	{"linux", "linux/SpinLock", `#include <linux/module.h>
#include <linux/delay.h>
#include <linux/spinlock.h>
#include <linux/timer.h>
static DEFINE_SPINLOCK(lock);
static struct timer_list timer;
static int late;
static void tick(struct timer_list *t) { late = 1; }
static int start(void) {
  timer_setup(&timer, tick, 0);
  mod_timer(&timer, jiffies + 1);
  msleep(1);
  spin_lock(&lock);
  if (late && DEFECT) spin_lock(&lock);
  spin_unlock(&lock);
  del_timer_sync(&timer);
  return 0;
}
static void stop(void) { }
module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");`},
	{"linux", "linux/Mutex", `#include <linux/module.h>
#include <linux/delay.h>
#include <linux/mutex.h>
#include <linux/timer.h>
#include <linux/workqueue.h>
static DEFINE_MUTEX(lock);
static struct timer_list timer;
static struct work_struct work;
static void tick(struct timer_list *t) { schedule_work(&work); }
static void run(struct work_struct *w) { mutex_lock(&lock); msleep(1); if (DEFECT) mutex_lock(&lock); mutex_unlock(&lock); }
static int start(void) {
  INIT_WORK(&work, run);
  timer_setup(&timer, tick, 0);
  mod_timer(&timer, jiffies + 1);
  mutex_lock(&lock);
  msleep(1);
  mutex_unlock(&lock);
  return 0;
}
static void stop(void) { del_timer_sync(&timer); cancel_work_sync(&work); }
module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");`},
	{"linux", "linux/Mutex", `#include <linux/module.h>
#include <linux/completion.h>
#include <linux/mutex.h>
#include <linux/workqueue.h>
static DEFINE_MUTEX(lock);
static struct completion done;
static struct work_struct work;
static void run(struct work_struct *w) { complete(&done); if (mutex_trylock(&lock)) mutex_unlock(&lock); if (DEFECT) mutex_unlock(&lock); }
static int start(void) {
  INIT_WORK(&work, run);
  init_completion(&done);
  schedule_work(&work);
  mutex_lock(&lock);
  wait_for_completion(&done);
  mutex_unlock(&lock);
  return 0;
}
static void stop(void) { cancel_work_sync(&work); if (!mutex_lock_interruptible(&lock)) mutex_unlock(&lock); }
module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");`},
	{"linux", "linux/UrbFree", `#include <linux/module.h>
#include <linux/usb.h>
static struct urb *urb;
static int probe(struct usb_interface *i, const struct usb_device_id *id) { urb = usb_alloc_urb(0, GFP_KERNEL); return urb ? 0 : -ENOMEM; }
static void disconnect(struct usb_interface *i) { if (!DEFECT) usb_free_urb(urb); }
static struct usb_driver driver = { "x", probe, disconnect, 0 };
static int start(void) { return usb_register(&driver); }
static void stop(void) { usb_deregister(&driver); }
module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");`},
	{"linux", "linux/AtomicAlloc", `#include <linux/module.h>
#include <linux/miscdevice.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
static DEFINE_SPINLOCK(lock);
static ssize_t put(struct file *f, const char *from, size_t n, loff_t *at) {
  void *p;
  spin_lock(&lock);
  p = kmalloc(4, DEFECT ? GFP_KERNEL : GFP_ATOMIC);
  spin_unlock(&lock);
  kfree(p);
  return n;
}
static int use(struct inode *i, struct file *f) { return 0; }
static const struct file_operations does = { .open = use, .write = put };
static struct miscdevice device = { MISC_DYNAMIC_MINOR, "x", &does };
static int start(void) { return misc_register(&device); }
static void stop(void) { misc_deregister(&device); }
module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");`},
	// Nothing may sleep where an interrupt, a timer or the answer of a device is served.
	{"linux", "linux/AtomicAlloc", `#include <linux/module.h>
#include <linux/interrupt.h>
#include <linux/slab.h>
#include <linux/timer.h>
static struct timer_list timer;
static void tick(struct timer_list *t) { kfree(kmalloc(4, DEFECT ? GFP_KERNEL : GFP_ATOMIC)); }
static irqreturn_t serve(int irq, void *data) { mod_timer(&timer, jiffies); return IRQ_HANDLED; }
static int start(void)
{
  timer_setup(&timer, tick, 0);
  return request_irq(5, serve, 0, "x", &timer);
}
static void stop(void)
{
  free_irq(5, &timer);
  del_timer_sync(&timer);
}
module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");`},
	{"linux", "linux/AtomicAlloc", `#include <linux/module.h>
#include <linux/usb.h>
static struct urb *urb;
static void answer(struct urb *u) { usb_submit_urb(u, DEFECT ? GFP_KERNEL : GFP_ATOMIC); }
static int probe(struct usb_interface *i, const struct usb_device_id *id)
{
  urb = usb_alloc_urb(0, GFP_KERNEL);
  if (!urb)
    return -ENOMEM;
  usb_fill_bulk_urb(urb, interface_to_usbdev(i), 0, NULL, 0, answer, NULL);
  return usb_submit_urb(urb, GFP_KERNEL);
}
static void disconnect(struct usb_interface *i) { usb_kill_urb(urb); }
static struct usb_driver driver = { .name = "x", .probe = probe, .disconnect = disconnect };
static int start(void) { return usb_register(&driver); }
static void stop(void) { usb_deregister(&driver); }
module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");`},
	// A device may be put to sleep that nothing wakes.
	{"linux", "linux/SpinLock", `#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/spinlock.h>
static DEFINE_SPINLOCK(lock);
static int probe(struct platform_device *d) { return 0; }
static int asleep(struct platform_device *d)
{
  spin_lock(&lock);
  if (!DEFECT)
    spin_unlock(&lock);
  return 0;
}
static struct platform_driver driver = { .probe = probe, .suspend = asleep };
static int start(void) { return platform_driver_register(&driver); }
static void stop(void) { platform_driver_unregister(&driver); }
module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");`},
	// The file leads to its device, and how it is used is open; so is the value of a parameter.
	{"linux", "linux/SpinLock", `#include <linux/module.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/spinlock.h>
struct own { int uses; struct miscdevice device; };
static DEFINE_SPINLOCK(lock);
static unsigned level;
module_param(level, uint, 0644);
static ssize_t put(struct file *f, const char *from, size_t n, loff_t *at)
{
  struct own *own = container_of(f->private_data, struct own, device);
  spin_lock(&lock);
  own->uses++;
  if (DEFECT && level == 3 && n == 8192 && *at == 512 && (f->f_flags & 2048))
    return -EINVAL;
  spin_unlock(&lock);
  return n;
}
static const struct file_operations does = { .write = put };
static struct own own = { .device = { MISC_DYNAMIC_MINOR, "x", &does } };
static int start(void) { return misc_register(&own.device); }
static void stop(void) { misc_deregister(&own.device); }
module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");`},
	// The device is one of those that the driver names.
	{"linux", "linux/SpinLock", `#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/usb.h>
static DEFINE_SPINLOCK(lock);
static int probe(struct usb_interface *i, const struct usb_device_id *id)
{
  spin_lock(&lock);
  if (id->idProduct == (DEFECT ? 2 : 3))
    return 0;
  spin_unlock(&lock);
  return 0;
}
static void disconnect(struct usb_interface *i) { }
static const struct usb_device_id ids[] = { { USB_DEVICE(7, 1) }, { USB_DEVICE(7, 2) }, { 0 } };
static struct usb_driver driver = { .name = "x", .probe = probe, .disconnect = disconnect, .id_table = ids };
static int start(void) { return usb_register(&driver); }
static void stop(void) { usb_deregister(&driver); }
module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");`},
}

// jobOf is the check of a program under a rule and the platform that the rule is about.
func jobOf(t *testing.T, folder, name, rule, file, text string) pipeline.Job {
	t.Helper()
	install := map[string]func(string) (*platform.Platform, error){"posix": posix.Install, "linux": linux.Install}[name]
	p, err := install(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(folder, file)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	job := pipeline.Job{Files: append([]string{file}, p.Files...), Timeout: time.Minute}
	job.Platform, job.IncludeDirs = name, p.Include
	if p.Parts != nil {
		job.Defines = p.Parts([][]byte{[]byte(text)})
	}
	found, err := rules.Find(rule)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := slic.Parse(found.Path, rules.Read)
	if err != nil {
		t.Fatal(err)
	}
	job.SetRule(parsed)
	return job
}

func TestPlatforms(t *testing.T) {
	folder := t.TempDir()
	for i, c := range checks {
		job := jobOf(t, folder, c.platform, c.rule, fmt.Sprintf("%d.c", i), c.text)
		for _, defect := range []string{"0", "1"} {
			t.Run(c.rule+" "+defect, func(t *testing.T) {
				t.Parallel()
				job := job
				job.Defines = append(slices.Clone(job.Defines), "DEFECT="+defect)
				outcome, err := pipeline.Run(t.Context(), job)
				switch {
				case err != nil:
					t.Fatal(err)
				case defect == "0" && outcome.Kind != verdict.Pass, defect == "1" && (outcome.Kind != verdict.Fail || outcome.Class != "executed"):
					t.Errorf("%v %s %s: %s", outcome.Kind, outcome.Reason, outcome.Class, outcome.Detail)
				}
			})
		}
	}
}

// TestStrict: models use more of POSIX than headers declare to a program of a C standard alone.
func TestStrict(t *testing.T) {
	for _, machine := range []bool{false, true} {
		job := jobOf(t, t.TempDir(), checks[0].platform, checks[0].rule, "strict.c", checks[0].text)
		job.Defines = []string{"DEFECT=1", "_POSIX_C_SOURCE=1"}
		job.Standard, job.SystemOwn = "c11", machine
		outcome, err := pipeline.Run(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if outcome.Kind != verdict.Fail || outcome.Class != "executed" {
			t.Errorf("%v %s %s: %s", outcome.Kind, outcome.Reason, outcome.Class, outcome.Detail)
		}
	}
}

// TestVersions: models of two versions in one folder stay apart.
func TestVersions(t *testing.T) {
	folder := t.TempDir()
	var read []string
	for _, text := range []string{"int f(void) { return 0; }", "int f(void) { return 1; }"} {
		p, err := platform.Install(fstest.MapFS{"source/f.c": {Data: []byte(text)}}, folder)
		if err != nil || len(p.Files) != 1 {
			t.Fatal(p, err)
		}
		read = append(read, p.Files[0])
	}
	for i, want := range []string{"return 0", "return 1"} {
		if text, err := os.ReadFile(read[i]); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %q, %v", read[i], text, err)
		}
	}
}

// TestJoined: the C files are one, in their order, and headers stay what they are.
func TestJoined(t *testing.T) {
	folder := t.TempDir()
	files := fstest.MapFS{"source/b.c": {Data: []byte("int b;\n")}, "source/a.c": {Data: []byte("int a;\n")}, "source/m.h": {Data: []byte("int m;\n")}}
	p, err := platform.InstallJoined(files, folder, "models.c")
	if err != nil || len(p.Files) != 1 || filepath.Base(p.Files[0]) != "models.c" {
		t.Fatal(p, err)
	}
	if text, err := os.ReadFile(p.Files[0]); err != nil || string(text) != "int a;\nint b;\n" {
		t.Errorf("%q, %v", text, err)
	}
	there, err := filepath.Glob(filepath.Join(filepath.Dir(p.Files[0]), "*.*"))
	if err != nil || len(there) != 2 {
		t.Errorf("%v, %v", there, err)
	}
	apart, err := platform.Install(files, folder)
	if err != nil || len(apart.Files) != 2 || filepath.Dir(apart.Files[0]) == filepath.Dir(p.Files[0]) {
		t.Error(apart, err)
	}
}

// TestClaimsOfOpenQuestions: a proof by contracts found while other questions are open may not rest on what they
// assume. The program is not proved today; the point is that no proof of it is offered that does not hold.
func TestClaimsOfOpenQuestions(t *testing.T) {
	job := jobOf(t, t.TempDir(), "posix", "posix/Descriptor", "ends.c", ends)
	job.Timeout = 8 * time.Second
	outcome, err := pipeline.Run(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if outcome.Kind == verdict.Fail || outcome.Reason == verdict.EvidenceRejected || outcome.Reason == verdict.Internal {
		t.Errorf("%v %s: %s", outcome.Kind, outcome.Reason, outcome.Detail)
	}
}

const ends = `#include <fcntl.h>
#include <unistd.h>
int openat(int, const char *, int, ...);
int pipe(int *);
int dup2(int, int);
int main(void) {
  int ends[2], fd = open("f", O_RDONLY);
  if (fd < 0) return 1;
  close(fd);
  fd = openat(-100, "g", O_RDONLY);
  if (fd < 0) return 1;
  close(fd);
  if (pipe(ends)) return 1;
  if (dup2(ends[0], 0) != 0) return 1;
  close(ends[1]);
  close(0);
  return 0;
}`
