// The standard input: by the character, the line, the descriptor.
// stdin: "0123456789\nline two\n77 88\nrest of it"

#include <unistd.h>

#include "input.h"

int main(void) {
  int c = getchar();
  ASK(c == 'x');                 // taint: 0
  c = getc(stdin);
  ASK(c == 'x');                 // taint: 1
  ungetc(c, stdin);
  c = fgetc(stdin);
  ASK(c == 'x');                 // taint: 1
  char line[32];
  fgets(line, sizeof line, stdin);
  ASK(line[0] == 'x');           // taint: 2
  char *whole = NULL;
  size_t room = 0;
  getline(&whole, &room, stdin);
  ASK(whole[5] == 'x');          // taint: 16
  int a, b;
  if (scanf("%d %d", &a, &b) == 2) hit();
  ASK(a == 7);                   // taint: 20-21
  ASK(b == 7);                   // taint: 23-24
  fread(line, 1, 4, stdin);
  ASK(line[1] == 'x');           // taint: 26
}
