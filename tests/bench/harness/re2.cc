// RE2: the first line is a pattern, the rest is searched for it.

#include <re2/re2.h>

#include <cstring>
#include <string>

#include "bench.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  const char *begin = reinterpret_cast<const char *>(data);
  const void *line = memchr(begin, '\n', size);
  size_t length = line ? static_cast<const char *>(line) - begin : size;
  // Longer patterns compile for so long that nothing else would be measured.
  re2::StringPiece pattern(begin, length < 200 ? length : 200);
  re2::StringPiece text(begin + length, size - length);

  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(256 << 10);
  if (length % 2)
    options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_longest_match(length % 3 == 0);
  RE2 re(pattern, options);
  if (!re.ok())
    return 0;
  re2::StringPiece parts[4];
  int count = re.NumberOfCapturingGroups() + 1;
  re.Match(text, 0, text.size(), RE2::UNANCHORED, parts, count < 4 ? count : 4);
  re.Match(text, 0, text.size(), RE2::ANCHOR_BOTH, nullptr, 0);
  std::string low, high;
  re.PossibleMatchRange(&low, &high, 10);
  std::string copy(text.data(), text.size());
  RE2::GlobalReplace(&copy, re, "<\\0>");
  return 0;
}
