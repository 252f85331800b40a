#include <cstdio>
#include <string>
struct Guard {
    int n;
    Guard(int n) : n(n) {}
    ~Guard() { std::printf("%d\n", n); }
};
static int returned(int x) { return x + 1; }
static int after_loop(int x) { return x + 2; }
static int after_string(int x) { return x + 3; }
static int caught(int x) { return x + 4; }
static int fails(int x) { if (x == 'f') throw x; return x; }
int main(int count, char **words) {
    char text[64] = {0};
    std::FILE *input = count > 1 ? std::fopen(words[1], "r") : stdin;
    if (!input || !std::fgets(text, sizeof text, input)) return 2;
    int sum = 0;
    for (;;) {
        Guard outer(text[1]);
        std::string name = text;
        for (;;) {
            Guard inner(text[2]);
            if (text[0] == 'g') return returned(1);
            if (text[0] == 'b') break;
            if (text[0] == 'z') return 0;
            try { sum += fails(text[0]); } catch (int x) { return caught(x); }
        }
        sum += after_loop(sum);
        if (name.size() > 5 && sum < 0) return after_string(sum);
    }
}
