// What libstdc++'s streams read, from a file or from the standard input.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>

using label_t = uint32_t;
extern "C" label_t __fz_taint_union_row(const label_t *, uint64_t);

static label_t *shadow(const void *memory) { return (label_t *)(((uintptr_t)memory & 0x0fffffffffffu) << 2); }

static int wrong;

// Bytes that follow each other in the input have labels that do.
static void expect(const char *what, const std::string &text, label_t first) {
    for (size_t at = 0; at < text.size(); at++)
        if (shadow(text.data())[at] != first + at) {
            printf("%s: byte %zu has label %u, not %u\n", what, at, shadow(text.data())[at], (label_t)(first + at));
            wrong++;
            return;
        }
}

// The label of one range of bytes, by the labels of memory that has just these.
template <class T> static void expect_range(const char *what, const T &number, label_t first, label_t last) {
    label_t row[64];
    for (label_t at = first; at <= last; at++)
        row[at - first] = at;
    if (__fz_taint_union_row(shadow(&number), sizeof number) != __fz_taint_union_row(row, last - first + 1)) {
        printf("%s: not the bytes %u to %u\n", what, first - 1, last - 1);
        wrong++;
    }
}

static void read(std::istream &in) {
    int number = 0;
    double fraction = 0;
    char letter = 0;
    std::string word, line;
    in >> number >> fraction >> word >> letter;
    wrong += number != 12 || fraction != 3.5 || word != "word" || letter != 'x';
    expect_range("a number", number, 1, 2);
    expect_range("a fraction", fraction, 3, 6);
    expect("a word", word, 8);
    expect_range("a character", letter, 13, 13);
    char byte = (char)in.get(), text[16];
    wrong += byte != '\n';
    in.getline(text, sizeof text);
    wrong += strcmp(text, "line") != 0;
    if (*shadow(text) != 15 || shadow(text)[3] != 18 || shadow(text)[4] != 0) {
        printf("a line in an array: label %u\n", *shadow(text));
        wrong++;
    }
    std::getline(in, line);
    wrong += line.size() != 20000;
    expect("a long line", line, 20);
    long more = 0;
    in >> more >> word;
    wrong += more != 77 || word != "end";
    expect_range("a number behind it", more, 20021, 20022);
    expect("a word behind it", word, 20024);
}

int main(int count, char **arguments) {
    if (count > 1) {
        std::ifstream file(arguments[1]);
        read(file);
    } else {
        read(std::cin);
    }
    return wrong != 0;
}
