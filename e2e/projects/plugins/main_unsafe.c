#include "plugin.h"

static int started;

void on_start(int level) { started += level > 0; }

static int start(int which, int level) { return which >= 0 && which < plugin_count ? plugins[which].start(level) : 0; }

int main(void)
{
  int level = nondet_int();
  if (level < 1)
    return 0;
  if (start(0, level) > 9)
    reach_error();
  if (started != 1 || start(1, level) != -1)
    reach_error();
  plugins[1].stop();
  if (running != 0)
    reach_error();
  return 0;
}
