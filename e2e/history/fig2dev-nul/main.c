// Any file.
#include "read.c"

int main(void) {
    static F_compound objects;
    FILE *file = fopen("drawing.fig", "r");
    if (file)
        read_objects(file, &objects);
    return 0;
}
