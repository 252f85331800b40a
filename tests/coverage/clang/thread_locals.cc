struct Slot {
    int n;
    Slot() : n(4) {
    }
};
thread_local Slot slot;
int main() {
    return slot.n - 4;
}
