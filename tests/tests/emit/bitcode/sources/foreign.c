int in_object(int x) { return x ^ 5; }
const char *order[9]; int ordered;
