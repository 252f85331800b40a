void abort(void);
void f(const unsigned char *input_buffer) {
    unsigned char a0 = input_buffer[0];
    unsigned char a1 = input_buffer[1];
    unsigned a0_32 = a0;
    unsigned a1_32 = a1;
    unsigned MV0_32 = 'M';
    unsigned MV1_32 = 'V';
    if (a1_32 == MV1_32)
        if (a0_32 == MV0_32)
            abort();
}
