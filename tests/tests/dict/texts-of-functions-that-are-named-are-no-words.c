
void say(const char *, int), tell_it(const char *, int), my_note(const char *, int);
int main(int count, char **names) {
    say("SAID", count); tell_it("TOLD", count); my_note("NOTED", count);
    return 0;
}
