#include "raptor2.h.in"
