int b(int x) { switch (x) { case 1: return 4; case 9: return 2; } return x; }
