import "small.h";
import <string_view>;

// The macro comes with the header.
int main(int count, char **names) {
    std::string_view name(names[0]);
    return name.size() > 1 ? small(count) + LARGEST : 0;
}
