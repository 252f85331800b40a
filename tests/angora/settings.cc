/* Lines of settings: strings, numbers, exceptions, a thread. Its exit status is the sum of all widths. */
#include <algorithm>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Settings {
    std::map<std::string, int> values;
    int total = 0;

    void line(const std::string &text) {
        auto at = text.find('=');
        if (at == std::string::npos) {
            throw std::runtime_error("no value");
        }
        std::string key = text.substr(0, at);
        int value = std::stoi(text.substr(at + 1));
        if (key == "width") {
            total += value;
        }
        if (value > 1000) { /* large */
            total++;
        }
        values[key] = value;
    }
};

int main(int, char **argv) {
    std::ifstream in(argv[1]);
    std::string text;
    Settings settings;
    std::vector<unsigned char> all;
    while (std::getline(in, text)) {
        all.insert(all.end(), text.begin(), text.end());
        try {
            settings.line(text);
        } catch (const std::exception &) {
            settings.total += 100;
        }
    }
    std::sort(all.begin(), all.end());
    std::thread count([&] { settings.total += std::count(all.begin(), all.end(), 'z') > 1; });
    count.join();
    return settings.total;
}
