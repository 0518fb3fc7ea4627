// An image that has a control block of any length of up to eight bytes.
#include "gif_lib.h"

int nondet_int(void);

int main(void) {
    static GifFileType file;
    static SavedImage image;
    static unsigned char bytes[8];
    GraphicsControlBlock control = {DISPOSAL_UNSPECIFIED, 0, 10, NO_TRANSPARENT_COLOR};
    int length = nondet_int();
    if (length < 1 || length > 8)
        return 0;
    file.ImageCount = 1;
    file.SavedImages = &image;
    if (GifAddExtensionBlock(&image.ExtensionBlockCount, &image.ExtensionBlocks, GRAPHICS_EXT_FUNC_CODE,
                             (unsigned)length, bytes) == GIF_OK)
        EGifGCBToSavedExtension(&control, &file, 0);
    return 0;
}
