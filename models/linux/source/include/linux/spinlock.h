#include <linux/yogi.h>
