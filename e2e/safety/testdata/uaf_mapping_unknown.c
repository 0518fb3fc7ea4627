// CHECK: uaf
// UNKNOWN(unsupported)
// Memory is not there any more behind munmap.
#include <sys/mman.h>

int main(void)
{
    char *at = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (at == MAP_FAILED)
        return 0;
    munmap(at, 4096);
    at[0] = 1;
    return 0;
}
