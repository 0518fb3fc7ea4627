// An image of one file is copied into another, for which there may be no memory; then both are freed.
#include "gif_lib.h"
#include <stdlib.h>

int main(void) {
    static GifFileType from, to;
    SavedImage *image = GifMakeSavedImage(&from, NULL);
    if (!image)
        return 0;
    image->ImageDesc.ColorMap = GifMakeMapObject(2, NULL);
    image->ImageDesc.Width = image->ImageDesc.Height = 1;
    image->RasterBits = calloc(1, 1);
    if (!image->RasterBits)
        return 0;
    GifMakeSavedImage(&to, image);
    GifFreeSavedImages(&to);
    GifFreeSavedImages(&from);
    return 0;
}
