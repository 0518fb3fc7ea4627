// Block devices whose driver takes requests itself.
#include <linux/blkdev.h>
#include <linux/bio.h>

static struct gendisk *yogi_disk;

int MODEL(device_add_disk)(struct device *parent, struct gendisk *disk, const struct attribute_group **groups)
{
  int error = yogi_error();
  if (!error) {
    CHOOSE(yogi_disk, disk);
    if (groups)
      yogi_show_groups(disk_to_dev(disk), groups);
  }
  return error;
}
void MODEL(del_gendisk)(struct gendisk *disk) { WITHDRAW(yogi_disk, disk); }

void __yogi_others_block_device_operations(const struct block_device_operations *, struct block_device *, struct gendisk *);

static void yogi_use_block(void)
{
  struct gendisk *disk = yogi_disk;
  const struct block_device_operations *ops;
  struct block_device *device = GIVEN(struct block_device);
  if (!disk || !disk->fops)
    return;
  ops = disk->fops;
  device->bd_disk = disk;
  if (ops->open && ops->open(device, __VERIFIER_nondet_uint()))
    return;
  while (MORE) {
    switch (__VERIFIER_nondet_uint()) {
    case 0:
      if (ops->submit_bio) {
        struct bio *bio = GIVEN(struct bio);
        bio->bi_bdev = device;
        ops->submit_bio(bio);
      }
      break;
    case 1: if (ops->ioctl) ops->ioctl(device, __VERIFIER_nondet_uint(), __VERIFIER_nondet_uint(), __VERIFIER_nondet_ulong()); break;
    case 2: if (ops->getgeo) ops->getgeo(device, malloc(16)); break;
    case 3: __yogi_others_block_device_operations(ops, device, disk); break;
    default: yogi_happen();
    }
  }
  if (ops->release)
    ops->release(disk, __VERIFIER_nondet_uint());
}
