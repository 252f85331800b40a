extern "C" int f(int a) { try { if (a) throw a; } catch (int b) { return b + 40; } return 0; }
