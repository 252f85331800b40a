#include <cstdio>
#include <string>
import words;

int main(int count, char **names) {
    char read[16] = "WORDS";
    if (FILE *file = count > 1 ? std::fopen(names[1], "r") : nullptr)
        read[std::fread(read, 1, sizeof read - 1, file)] = 0;
    std::printf("%d %d %d\n", words::kind(read), twice(count), words::within(7, 1));
}
