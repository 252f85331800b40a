#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static char text[64];
static void *volatile last;
void seen(void) { usleep(1000); }
void behind(void) { usleep(1); }
void crash(void) { seen(); abort(); behind(); }
void hang(void) { seen(); for (;;) pause(); behind(); }
void forks(void) { if (!fork()) { seen(); _exit(0); } wait(0); behind(); }
void daemonise(void) { if (!fork()) { setsid(); if (!fork()) for (;;) { seen(); } _exit(0); } behind(); }
void orphan(void) { if (!fork()) { usleep(20000); seen(); _exit(0); } behind(); }
void group(void) { seen(); kill(0, SIGKILL); behind(); }
void closes(void) { for (int i = 0; i < 1024; i++) close(i); behind(); }
void writes(void) { memset(text, 'x', sizeof text); for (int i = 0; i < 1 << 22; i++) fwrite(text, 1, sizeof text, stdout); behind(); }
void eats(void) { for (;;) { char *p = malloc(1 << 24); if (!p) { behind(); exit(3); } memset(p, 1, 1 << 24); last = p; } }
void spoils(const char *path) { if (path) { unlink(path); symlink("nowhere", path); } behind(); }
void flips(void) { if (getpid() & 1) seen(); else behind(); }
int main(int count, char **words) {
    const char *path = count > 1 ? words[1] : 0;
    FILE *input = path ? fopen(path, "r") : stdin;
    if (!input || !fgets(text, sizeof text, input)) return 9;
    switch (text[0]) {
    case 'c': crash(); break;
    case 'h': hang(); break;
    case 'f': forks(); break;
    case 'd': daemonise(); break;
    case 'o': orphan(); break;
    case 'g': group(); break;
    case 'C': closes(); break;
    case 'w': writes(); break;
    case 'e': eats(); break;
    case 's': spoils(path); break;
    case 'r': flips(); break;
    }
    return 0;
}
