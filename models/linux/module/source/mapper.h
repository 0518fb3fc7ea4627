// Targets of the device mapper.
#include <linux/device-mapper.h>
#include <linux/bio.h>
#include <linux/dm-io.h>
#include <linux/version.h>

static struct target_type *yogi_target;

int MODEL(dm_register_target)(struct target_type *target)
{
  int error = yogi_error();
  if (!error)
    CHOOSE(yogi_target, target);
  return error;
}
void MODEL(dm_unregister_target)(struct target_type *target) { WITHDRAW(yogi_target, target); }

int MODEL(dm_get_device)(struct dm_target *target, const char *path, fmode_t mode, struct dm_dev **device)
{
  int error = yogi_error();
  if (!error) {
    *device = GIVEN(struct dm_dev);
    (*device)->bdev = GIVEN(struct block_device);
  }
  return error;
}

struct dm_io_client *MODEL(dm_io_client_create)(void)
{
  yogi_meanwhile();
  return __VERIFIER_nondet_int() ? ERR_PTR(-ENOMEM) : malloc(1);
}
void MODEL(dm_io_client_destroy)(struct dm_io_client *client) { }

// Input and output that a function is told the end of ends at any time after it began, where nothing may sleep; who names no
// function waits. Stable versions got the last parameter late.
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 8, 2) || \
  LINUX_VERSION_CODE >= KERNEL_VERSION(6, 7, 11) && LINUX_VERSION_CODE < KERNEL_VERSION(6, 8, 0) || \
  LINUX_VERSION_CODE >= KERNEL_VERSION(6, 6, 23) && LINUX_VERSION_CODE < KERNEL_VERSION(6, 7, 0) || \
  LINUX_VERSION_CODE >= KERNEL_VERSION(6, 1, 83) && LINUX_VERSION_CODE < KERNEL_VERSION(6, 2, 0)
#define YOGI_PRIORITY , unsigned short priority
#else
#define YOGI_PRIORITY
#endif

// 0, or a bit for each of some regions that failed.
static unsigned long yogi_failed_regions(unsigned regions)
{
  unsigned long failed = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(regions >= BITS_PER_LONG || failed < 1UL << regions);
  return failed;
}

static struct dm_io_notify yogi_io;
static unsigned yogi_io_regions;
static void yogi_complete_io(void)
{
  struct dm_io_notify io = yogi_io;
  if (!io.fn)
    return;
  yogi_io.fn = NULL;
  yogi_enter_atomic();
  io.fn(yogi_failed_regions(yogi_io_regions), io.context);
  yogi_leave_atomic();
}

int MODEL(dm_io)(struct dm_io_request *request, unsigned regions, struct dm_io_region *region, unsigned long *failed YOGI_PRIORITY)
{
  unsigned long error;
  if (request->notify.fn) {
    if (__VERIFIER_nondet_int())
      yogi_complete_io();
    if (!yogi_io.fn || __VERIFIER_nondet_int()) {
      yogi_io = request->notify;
      yogi_io_regions = regions;
    }
    yogi_meanwhile();
    return 0;
  }
  yogi_meanwhile();
  error = yogi_failed_regions(regions);
  if (failed)
    *failed = error;
  return error ? -EIO : 0;
}

// Some words, as a table or a message has them.
#define MOST_WORDS 8
static char *yogi_words[MOST_WORDS];
static unsigned yogi_some_words(void)
{
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= MOST_WORDS);
  for (unsigned i = 0; i < n; i++) {
    size_t length = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(length < 64);
    yogi_words[i] = malloc(length + 1);
    yogi_words[i][length] = 0;
  }
  return n;
}

void __yogi_others_target_type(struct target_type *, struct dm_target *);

static void yogi_use_mapped(struct target_type *type, struct dm_target *target)
{
  char *text;
  unsigned n;
  switch (__VERIFIER_nondet_uint()) {
  case 0:
    if (type->map)
      type->map(target, GIVEN(struct bio));
    break;
  case 1:
    text = malloc(PAGE_SIZE);
    if (type->status)
      type->status(target, __VERIFIER_nondet_int() ? STATUSTYPE_INFO : STATUSTYPE_TABLE, __VERIFIER_nondet_uint(), text, PAGE_SIZE);
    break;
  case 2:
    n = yogi_some_words();
    if (type->message && n)
      type->message(target, n, yogi_words, malloc(PAGE_SIZE), PAGE_SIZE);
    break;
  case 3:
    if (type->presuspend)
      type->presuspend(target);
    if (type->postsuspend)
      type->postsuspend(target);
    if (type->preresume && type->preresume(target))
      break;
    if (type->resume)
      type->resume(target);
    break;
  case 4:
    if (type->io_hints)
      type->io_hints(target, GIVEN(struct queue_limits));
    break;
  case 5:
    if (type->end_io) {
      blk_status_t error = __VERIFIER_nondet_uint();
      type->end_io(target, GIVEN(struct bio), &error);
    }
    break;
  case 6:
    __yogi_others_target_type(type, target);
    break;
  default:
    yogi_happen();
  }
}

static void yogi_use_mapper(void)
{
  struct target_type *type = yogi_target;
  struct dm_target *target = GIVEN(struct dm_target);
  if (!type)
    return;
  target->type = type;
  if (type->ctr(target, yogi_some_words(), yogi_words))
    return;
  while (MORE)
    yogi_use_mapped(type, target);
  if (type->dtr)
    type->dtr(target);
}
