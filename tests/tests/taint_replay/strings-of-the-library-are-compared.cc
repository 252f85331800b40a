#include <cstdio>
#include <fstream>
#include <string>
int main(int, char **words) {
  std::ifstream file(words[1]);
  std::string line;
  std::getline(file, line);
  return line == "GET";
}
