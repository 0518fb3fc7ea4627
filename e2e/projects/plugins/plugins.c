#include "plugin.h"

int running;

static int start(int level)
{
  running += clamp(level, limit(level));
  on_start(level);
  return running;
}

static void stop(void) { running = 0; }

static int refuse(int level) { return level > 0 ? -1 : 0; }

const struct plugin plugins[] = {{"serial", start, stop}, {"none", refuse, stop}};
const int plugin_count = sizeof plugins / sizeof *plugins;
