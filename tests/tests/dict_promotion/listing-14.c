void abort(void);
void f(const unsigned char *input_buffer) {
    unsigned char a0 = input_buffer[0];
    unsigned char a1 = input_buffer[1];
    if (a1 == 'V')
        if (a0 == 'M')
            abort();
}
