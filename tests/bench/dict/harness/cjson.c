/* cJSON: parses, prints and minifies. */

#include <stdlib.h>
#include <string.h>

#include "cJSON.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  cJSON *json = cJSON_ParseWithLength((const char *)data, size);
  free(cJSON_Print(json));
  cJSON_Delete(json);
  char *text = malloc(size + 1);
  memcpy(text, data, size);
  text[size] = 0;
  cJSON_Minify(text);
  free(text);
  return 0;
}
