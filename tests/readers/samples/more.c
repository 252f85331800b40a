int more(void) { return 1; }
