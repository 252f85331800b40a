/* libxml2: an input is a document of XML with its DTD, one of HTML, a schema, an XPath expression and a regular expression. */

#include <stdlib.h>
#include <string.h>

#include <libxml/HTMLparser.h>
#include <libxml/catalog.h>
#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <libxml/xmlregexp.h>
#include <libxml/xmlschemas.h>
#include <libxml/xpath.h>

static void quiet(void *context, const char *message, ...) { (void)context, (void)message; }

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  const char *text = (const char *)data;
  xmlSetGenericErrorFunc(NULL, quiet);
  xmlDocPtr document = xmlReadMemory(
      text, (int)size, "a.xml", NULL, XML_PARSE_RECOVER | XML_PARSE_NOENT | XML_PARSE_DTDATTR | XML_PARSE_NONET);
  if (document) {
    xmlSchemaParserCtxtPtr schema = xmlSchemaNewDocParserCtxt(document);
    xmlSchemaFree(xmlSchemaParse(schema));
    xmlSchemaFreeParserCtxt(schema);
    xmlRelaxNGParserCtxtPtr relaxed = xmlRelaxNGNewDocParserCtxt(document);
    xmlRelaxNGFree(xmlRelaxNGParse(relaxed));
    xmlRelaxNGFreeParserCtxt(relaxed);
    xmlFreeDoc(document);
  }
  xmlFreeDoc(htmlReadMemory(text, (int)size, "a.html", NULL, HTML_PARSE_RECOVER | HTML_PARSE_NONET));
  xmlChar *string = xmlStrndup(data, (int)size);
  xmlXPathFreeCompExpr(xmlXPathCompile(string));
  xmlRegFreeRegexp(xmlRegexpCompile(string));
  xmlFree(string);
  return 0;
}
