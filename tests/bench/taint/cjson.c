#include "consume.h"
#include "cJSON.h"

int consume(const char *data, size_t size) {
    cJSON *json = cJSON_ParseWithLength(data, size);
    cJSON_Delete(json);
    return json != NULL;
}
