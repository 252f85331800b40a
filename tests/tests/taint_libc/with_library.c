int seven(void);
int main(void) { return seven() - 7; }
