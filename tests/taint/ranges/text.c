// Numbers and words that libc reads out of text.
// input: "  -1234 0x7f 3.25 word 99,rest;17"

#include "input.h"

int main(int count, char **words) {
  input(words);
  char *text = (char *)in, *end;
  ASK(strtol(text, &end, 10) == 5);         // taint: 0-6
  ASK(strtoul(text + 8, NULL, 0) == 5);     // taint: 8-11
  ASK(atoi(text + 3) == 5);                 // taint: 3-6
  ASK(strtod(text + 13, NULL) == 5);        // taint: 13-16
  int first, second;
  char word[8];
  double number;
  ASK(sscanf(text, "%d %i %lf %7s", &first, &second, &number, word) == 5); // taint: nothing
  ASK(first == 5);                          // taint: 0-6
  ASK(second == 5);                         // taint: 8-11
  ASK(number == 5);                         // taint: 13-16
  ASK(word[1] == 'x');                      // taint: 19
  ASK(strcmp(word, "work") == 0);           // taint[call]: 18-21
  char *comma = strchr(text, ',');
  ASK(comma[1] == 'x');                     // taint: 0-26
  char copy[16];
  snprintf(copy, sizeof copy, "<%s>", word);
  ASK(copy[1] == 'x');                      // taint: 18
}
