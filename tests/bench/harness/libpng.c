/* libpng: reads an image with the usual transformations. */

#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

struct rest {
  const unsigned char *data;
  size_t size;
};

static void take(png_structp png, png_bytep into, size_t size) {
  struct rest *rest = png_get_io_ptr(png);
  if (rest->size < size)
    png_error(png, "end of input");
  memcpy(into, rest->data, size);
  rest->data += size;
  rest->size -= size;
}

static void fail(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  struct rest rest = {data, size};
  png_bytep volatile row = NULL;
  png_infop info = NULL, after = NULL;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
  if (!png)
    return 0;
  info = png_create_info_struct(png);
  after = png_create_info_struct(png);
  if (info && after && !setjmp(png_jmpbuf(png))) {
    /* Checksums would stop nearly every mutated input at once. */
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_set_user_limits(png, 512, 512);
    png_set_read_fn(png, &rest, take);
    png_read_info(png, info);
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_strip_16(png);
    png_set_gamma(png, 2.2, 0.45455);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    row = malloc(png_get_rowbytes(png, info));
    png_uint_32 height = png_get_image_height(png, info);
    for (int pass = 0; row && pass < passes; pass++)
      for (png_uint_32 y = 0; y < height; y++)
        png_read_row(png, row, NULL);
    png_read_end(png, after);
  }
  free(row);
  png_destroy_read_struct(&png, &info, &after);
  return 0;
}
