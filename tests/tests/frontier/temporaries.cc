// Temporaries of one expression are destroyed after all of its conditions, only those that were made.
#include <cstdio>
static volatile int sum;
struct Text {
    int first;
    Text(const char *text);
    ~Text();
};
__attribute__((noinline)) Text::Text(const char *text) : first(*text) { ++*const_cast<int *>(&sum); }
__attribute__((noinline)) Text::~Text() { --*const_cast<int *>(&sum); }
__attribute__((noinline)) static bool is(const Text &text, int other) { return text.first == other; }
__attribute__((noinline)) static int both(int x) { return x > 1 ? x + 1 : x; }
__attribute__((noinline)) static int three(int x) { return x > 2 ? x + 2 : x; }
__attribute__((noinline)) static int one_of(int x) { return x > 3 ? x + 3 : x; }
__attribute__((noinline)) static int in_loop(int x) { return x > 4 ? x + 4 : x; }
__attribute__((noinline)) static int chosen(int x) { return x > 5 ? x + 5 : x; }
__attribute__((noinline)) static int returned(int x) { return x > 6 ? x + 6 : x; }
static int many(const char *text) {
    int sum = 0;
    if (is(Text("m"), text[0])) {
        Text kept("kept");
        if (is(Text("n"), text[1]) && text[2] == 'o') return returned(text[3]);
        sum += kept.first;
    }
    return sum;
}
int main(int count, char **words) {
    char text[64] = {0};
    std::FILE *input = count > 1 ? std::fopen(words[1], "r") : stdin;
    if (!input || !std::fgets(text, sizeof text, input)) return 2;
    int sum = 0;
    if (is(Text("a"), text[0]) && is(Text("b"), text[1])) sum += both(text[2]);
    if (is(Text("a"), text[0]) && is(Text("c"), text[2]) && is(Text("d"), text[3])) sum += three(text[4]);
    if (is(Text("e"), text[0]) || is(Text("f"), text[1])) sum += one_of(text[2]);
    while (is(Text("a"), text[0]) && is(Text("g"), text[4])) {
        sum += in_loop(text[5]);
        text[4] = 0;
    }
    sum += is(Text("a"), text[0]) && is(Text("h"), text[5]) ? chosen(text[6]) : 1;
    return (sum + many(text)) & 0;
}
