// Targets of the device mapper.
#include <linux/device-mapper.h>
#include <linux/bio.h>

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
