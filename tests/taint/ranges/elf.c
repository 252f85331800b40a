// An ELF header, copied as a structure; its table of sections lies where the header says.
// input: "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x3e\x00\x01\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x40\x00\x38\x00\x01\x00\x40\x00\x01\x00\x00\x00\x07\x00\x00\x00\x08\x00\x00\x00"

#include <elf.h>

#include "input.h"

static void look(Elf64_Ehdr header) {
  ASK(header.e_machine != EM_X86_64); // taint: 18-19
  ASK(header.e_entry > 0x2000);       // taint: 24-31
}

int main(int count, char **words) {
  input(words);
  Elf64_Ehdr header;
  memcpy(&header, in, sizeof header);
  ASK(memcmp(header.e_ident, ELFMAG, SELFMAG)); // taint: 0-3
  switch (header.e_ident[EI_CLASS]) { // taint: 4
  case ELFCLASS32: hit(); break;
  case ELFCLASS64: break;
  default: return 1;
  }
  Elf64_Ehdr other = header;
  ASK(other.e_type == ET_CORE);       // taint: 16-17
  look(other);
  Elf64_Shdr section;
  memcpy(&section, in + header.e_shoff, 8);
  ASK(section.sh_name == 7);          // taint: 40-47,64-67
  const Elf64_Shdr *there = (const Elf64_Shdr *)(in + header.e_shoff);
  ASK(there->sh_type == 8);           // taint: 40-47,68-71
  for (int i = 0; i < header.e_shnum; i++) // taint: 60-61; - | 60-61
    hit();
}
