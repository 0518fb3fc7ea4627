#include <wdm.h>
