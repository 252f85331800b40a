int used(int x) { return x > 'a' ? x - 'a' : 0x4711 + x; }
