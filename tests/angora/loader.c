/* Calls into one library that is linked, and into another that comes and goes: twice, so that what was there of the first
   time is gone. */
#include <dlfcn.h>
#include <unistd.h>

int linked(unsigned short number);

int main(void) {
    unsigned short numbers[2];
    if (read(0, numbers, sizeof numbers) != sizeof numbers) {
        return 254;
    }
    int answer = linked(numbers[0]);
    for (int i = 0; i < 2; i++) {
        void *library = dlopen("libloaded.so", RTLD_NOW);
        if (!library) {
            return 255;
        }
        int (*loaded)(unsigned short) = (int (*)(unsigned short))dlsym(library, "loaded");
        answer |= loaded(numbers[1]) << 1;
        dlclose(library);
    }
    return answer;
}
