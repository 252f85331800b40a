/* One fault for each sanitizer, behind two bytes: FAULT names it. Without a sanitizer none of them ends the program. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static volatile int sink;
static volatile int number;
static char *volatile place;

static void fault_address(const uint8_t *data) {
    place = malloc(8);
    sink = place[8 + (data[0] & 1)];
    free(place);
}

static void fault_undefined(const uint8_t *data) {
    number = 0x7fffff00 + data[0];
    number = number + 0x1000;
}

static void fault_memory(const uint8_t *data) {
    place = malloc(data[0]);
    if (place[1] == 'x') sink = 1;
    free(place);
}

static int counter;

static void *count(void *unused) {
    (void)unused;
    for (int i = 0; i < 10000; i++) counter++;
    return 0;
}

static void fault_thread(const uint8_t *data) {
    pthread_t thread;
    (void)data;
    if (pthread_create(&thread, 0, count, 0)) return;
    count(0);
    pthread_join(thread, 0);
}

static void fault_leak(const uint8_t *data) {
    place = malloc(16 + data[0]);
    place = 0;
}

static void fault_integer(const uint8_t *data) {
    unsigned value = data[0];
    sink = (value - 0x1000) != 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 2 && data[0] == 'f' && data[1] == 'z') FAULT(data);
    return 0;
}
