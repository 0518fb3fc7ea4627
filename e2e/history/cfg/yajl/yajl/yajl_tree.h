#include "api/yajl_tree.h"
