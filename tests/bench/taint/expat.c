#include "consume.h"
#include <expat.h>

static void begin(void *count, const XML_Char *name, const XML_Char **attributes) {
    (void)name;
    for (; *attributes; attributes++)
        ++*(long *)count;
}

static void end(void *count, const XML_Char *name) {
    (void)name;
    --*(long *)count;
}

static void text(void *count, const XML_Char *text, int length) {
    (void)text;
    *(long *)count += length;
}

int consume(const char *data, size_t size) {
    long count = 0;
    XML_Parser parser = XML_ParserCreate("UTF-8");
    XML_SetUserData(parser, &count);
    XML_SetElementHandler(parser, begin, end);
    XML_SetCharacterDataHandler(parser, text);
    enum XML_Status status = XML_Parse(parser, data, (int)size, 1);
    XML_ParserFree(parser);
    return status == XML_STATUS_OK && count != 0;
}
