// A file in an archive that has any number of bytes of extra fields.
#include "zip.c"

unsigned nondet_uint(void);

static ZPOS64_T tell(voidpf opaque, voidpf stream) { return 0; }

static uLong put(voidpf opaque, voidpf stream, const void *bytes, uLong size) { return size; }

int main(void) {
    static zip64_internal archive;
    archive.z_filefunc.zfile_func64.zwrite_file = put;
    unsigned length = nondet_uint();
    char *fields = malloc(length);
    if (!fields)
        return 0;
    archive.z_filefunc.zfile_func64.ztell64_file = tell;
    zipOpenNewFileInZip4_64(&archive, "a", NULL, NULL, 0, fields, length, NULL, 0, 0, 1, 0, 0, 0, NULL, 0, 0, 0, 0);
    return 0;
}
