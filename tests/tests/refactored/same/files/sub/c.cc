#include <string>
bool c(std::string s) { return s == "x" || s.empty(); }
