/* libyaml: parses a stream of documents and emits it again. */

#include <yaml.h>

#include "bench.h"

static int swallow(void *seen, unsigned char *data, size_t size) {
  *(size_t *)seen += size + *data;
  return 1;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  size_t seen = 0;
  yaml_parser_t parser;
  yaml_emitter_t emitter;
  yaml_event_t event;
  if (!yaml_parser_initialize(&parser))
    return 0;
  if (yaml_emitter_initialize(&emitter)) {
    yaml_parser_set_input_string(&parser, data, size);
    yaml_emitter_set_output(&emitter, swallow, &seen);
    for (int last = 0; !last && yaml_parser_parse(&parser, &event);) {
      last = event.type == YAML_STREAM_END_EVENT;
      /* The emitter frees the event. */
      if (!yaml_emitter_emit(&emitter, &event))
        break;
    }
    yaml_emitter_delete(&emitter);
  }
  yaml_parser_delete(&parser);
  return 0;
}
