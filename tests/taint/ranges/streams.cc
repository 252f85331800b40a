// The C++ library has no labels of its own. What its code copies keeps them; what it computes, as a number, has none.
// input: "word 1234 other\nsecond line\n"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "input.h"

int main(int count, char **words) {
  std::ifstream file(words[1]);
  std::string line;
  std::getline(file, line);
  ASK(line[1] == 'x');                // taint: 1
  ASK(line.at(10) == 'x');            // taint: 10
  std::string part = line.substr(10, 5) + line.substr(0, 2);
  ASK(part[0] == 'x');                // taint: 10
  ASK(part[6] == 'x');                // taint: 1
  ASK(part.back() == 'x');            // taint: 1
  std::string longer;
  for (int i = 0; i < 10; i++) longer += line;
  ASK(longer[16] == 'x');             // taint: 1
  std::vector<char> letters(line.begin(), line.end());
  letters.insert(letters.begin(), 'y');
  ASK(letters[1] == 'x');             // taint: 0
  ASK(letters[0] == 'x');             // taint: nothing
  std::map<std::string, std::string> map;
  map["key"] = line.substr(5, 4);
  ASK(map["key"][0] == 'x');          // taint: 5
  char buffer[8];
  file.read(buffer, 6);
  ASK(buffer[0] == 'x');              // taint: 16
  file.clear();
  file.seekg(5);
  int number;
  file >> number;
  ASK(number == 1235);                // taint: 5-8
  std::sort(letters.begin(), letters.end());
  ASK(letters[2] == 'x');             // taint: 5
}
