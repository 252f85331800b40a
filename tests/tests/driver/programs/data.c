int data = 3;
