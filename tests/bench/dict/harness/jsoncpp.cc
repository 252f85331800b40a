// JsonCpp: both of its readers and writers, with all that they let pass.

#include <json/json.h>
#include <memory>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  Json::Value value;
  std::string errors;
  try {
    Json::CharReaderBuilder builder;
    builder["allowSpecialFloats"] = true;
    builder["allowSingleQuotes"] = true;
    builder["allowNumericKeys"] = true;
    const std::unique_ptr<Json::CharReader> reader(builder.newCharReader());
    if (reader->parse(text.data(), text.data() + text.size(), &value, &errors))
      Json::writeString(Json::StreamWriterBuilder(), value);
  } catch (const Json::Exception &) {
  }
  try {
    Json::Reader reader;
    if (reader.parse(text, value))
      Json::StyledWriter().write(value);
  } catch (const Json::Exception &) {
  }
  return 0;
}
