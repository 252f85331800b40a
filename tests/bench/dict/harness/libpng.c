/* libpng: reads an image by its rows, whole, and as it comes in. */

#include <png.h>
#include <stdlib.h>
#include <string.h>

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

static png_structp start(png_infop *info) {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
  *info = png_create_info_struct(png);
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_user_limits(png, 512, 512);
  return png;
}

static void whole(const unsigned char *data, size_t size) {
  struct rest rest = {data, size};
  png_infop info;
  png_structp png = start(&info);
  if (!setjmp(png_jmpbuf(png))) {
    png_set_read_fn(png, &rest, take);
    png_read_png(png, info, PNG_TRANSFORM_EXPAND | PNG_TRANSFORM_STRIP_16 | PNG_TRANSFORM_GRAY_TO_RGB, NULL);
  }
  png_destroy_read_struct(&png, &info, NULL);
}

static void has_info(png_structp png, png_infop info) { png_start_read_image(png), (void)info; }

static void as_it_comes(const unsigned char *data, size_t size) {
  png_infop info;
  png_structp png = start(&info);
  if (!setjmp(png_jmpbuf(png))) {
    png_set_progressive_read_fn(png, NULL, has_info, NULL, NULL);
    png_process_data(png, info, (png_bytep)data, size);
  }
  png_destroy_read_struct(&png, &info, NULL);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  whole(data, size);
  as_it_comes(data, size);
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (png_image_begin_read_from_memory(&image, data, size)) {
    image.format = PNG_FORMAT_RGBA;
    void *pixels = image.width <= 512 && image.height <= 512 ? malloc(PNG_IMAGE_SIZE(image)) : NULL;
    if (pixels)
      png_image_finish_read(&image, NULL, pixels, 0, NULL);
    free(pixels);
  }
  png_image_free(&image);
  return 0;
}
