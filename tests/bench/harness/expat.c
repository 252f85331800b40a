/* Expat with namespaces and a handler for everything that has one. */

#include <expat.h>

#include "bench.h"

static void start(void *seen, const XML_Char *name, const XML_Char **attributes) {
  *(unsigned *)seen += (unsigned char)*name;
  for (; *attributes; attributes++)
    *(unsigned *)seen += (unsigned char)**attributes;
}
static void end(void *seen, const XML_Char *name) { *(unsigned *)seen += (unsigned char)*name; }
static void text(void *seen, const XML_Char *s, int size) { *(unsigned *)seen += (unsigned)size + (unsigned char)*s; }
static void comment(void *seen, const XML_Char *s) { *(unsigned *)seen += (unsigned char)*s; }
static void instruction(void *seen, const XML_Char *target, const XML_Char *s) {
  *(unsigned *)seen += (unsigned char)*target + (unsigned char)*s;
}
static void mark(void *seen) { ++*(unsigned *)seen; }
static void doctype(void *seen, const XML_Char *name, const XML_Char *system, const XML_Char *public, int internal) {
  (void)system, (void)public;
  *(unsigned *)seen += (unsigned char)*name + (unsigned)internal;
}
static void entity(void *seen, const XML_Char *name, int parameter, const XML_Char *value, int size,
                   const XML_Char *base, const XML_Char *system, const XML_Char *public, const XML_Char *notation) {
  (void)value, (void)size, (void)base, (void)system, (void)public, (void)notation;
  *(unsigned *)seen += (unsigned char)*name + (unsigned)parameter;
}
static void attlist(void *seen, const XML_Char *element, const XML_Char *name, const XML_Char *type,
                    const XML_Char *value, int required) {
  (void)type, (void)value;
  *(unsigned *)seen += (unsigned char)*element + (unsigned char)*name + (unsigned)required;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  unsigned seen = 0;
  XML_Parser parser = XML_ParserCreateNS(NULL, '|');
  /* Without a salt hash tables differ from run to run. */
  XML_SetHashSalt(parser, 1);
  XML_SetUserData(parser, &seen);
  XML_SetElementHandler(parser, start, end);
  XML_SetCharacterDataHandler(parser, text);
  XML_SetCommentHandler(parser, comment);
  XML_SetProcessingInstructionHandler(parser, instruction);
  XML_SetCdataSectionHandler(parser, mark, mark);
  XML_SetDoctypeDeclHandler(parser, doctype, mark);
  XML_SetEntityDeclHandler(parser, entity);
  XML_SetAttlistDeclHandler(parser, attlist);
  XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS);
  XML_Parse(parser, (const char *)data, (int)size, 1);
  XML_ParserFree(parser);
  return 0;
}
