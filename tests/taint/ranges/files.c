// A file: read at once, in parts, from elsewhere, mapped, through copies of its descriptor.
// input: "0123456789abcdefghijklmnopqrstuvwxyz\nsecond\n"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "input.h"

int main(int count, char **words) {
  char bytes[64];
  int descriptor = open(words[1], O_RDONLY);
  read(descriptor, bytes, 4);
  ASK(bytes[3] == 'x');          // taint: 3
  read(descriptor, bytes, 4);
  ASK(bytes[3] == 'x');          // taint: 7
  lseek(descriptor, 20, SEEK_SET);
  int copy = dup(descriptor);
  read(copy, bytes, 2);
  ASK(bytes[1] == 'x');          // taint: 21
  pread(descriptor, bytes, 4, 30);
  ASK(bytes[0] == 'x');          // taint: 30
  struct iovec parts[2] = {{bytes, 3}, {bytes + 10, 3}};
  readv(descriptor, parts, 2);
  ASK(bytes[10] == 'x');         // taint: 25
  char *mapped = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, descriptor, 0);
  ASK(mapped[13] == 'x');        // taint: 13
  munmap(mapped, 4096);
  mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASK(mapped[13] == 'x');        // taint: nothing
  close(copy);
  close(descriptor);
  descriptor = open("/dev/zero", O_RDONLY);
  read(descriptor, bytes, 8);
  ASK(bytes[3] == 'x');          // taint: nothing
  FILE *file = fopen(words[1], "r");
  fgets(bytes, 6, file);
  ASK(bytes[4] == 'x');          // taint: 4
  ASK(getc(file) == 'x');        // taint: 5
  fseek(file, 10, SEEK_SET);
  fread(bytes, 2, 4, file);
  ASK(bytes[7] == 'x');          // taint: 17
  char *line = NULL;
  size_t room = 0;
  getline(&line, &room, file);
  ASK(line[1] == 'x');           // taint: 19
  getline(&line, &room, file);
  ASK(line[1] == 'x');           // taint: 38
  fclose(file);
}
