/* What code does that has got into a compiler or a linker: all that a wall is there against. It says on the standard error
 * what has worked, and ends the process. OUTSIDE is a folder that the wall leaves out, READ one that is
 * only read. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#define VICTIM OUTSIDE "/victim"
static int tried;

static void say(const char *what, int worked) {
  tried++;
  if (worked)
    dprintf(2, "breach: %s\n", what);
}

/* It works. */
#define TRY(call) say(#call, (call) >= 0)
/* The kernel looks at it, whatever it says of arguments that are none. */
#define REACH(call) say(#call, (errno = 0, (call) >= 0 || errno != ENOSYS))

extern char **environ;

static int spawns(const char *program) {
  char *words[] = {(char *)program, 0};
  pid_t child;
  return posix_spawn(&child, program, 0, 0, words, environ) == 0 ? 0 : -1;
}

static int copies(void) {
  /* A copy of this process. */
  pid_t child = fork();
  if (child == 0)
    _exit(0);
  return child;
}

static int injects(void) {
  char c = '\n';
  return ioctl(2, TIOCSTI, &c);
}

static int owns_signals(void) { return fcntl(2, F_SETOWN, getppid()); }

__attribute__((constructor)) static void breach(void) {
  int fd;
  TRY(open(OUTSIDE "/new", O_CREAT | O_WRONLY, 0644));
  TRY(open(VICTIM, O_WRONLY));
  TRY(open(VICTIM, O_RDWR | O_TRUNC));
  TRY(truncate(VICTIM, 0));
  TRY(unlink(VICTIM));
  TRY(rename(VICTIM, OUTSIDE "/other"));
  TRY(rename(VICTIM, "taken"));
  TRY(link(VICTIM, "linked"));
  TRY(symlink("/etc/passwd", "symlink"));
  TRY(mkdir(OUTSIDE "/folder", 0755));
  TRY(mkfifo("fifo", 0644));
  TRY(mknod("device", S_IFCHR | 0666, 0x103));
  /* Where there is no wall, this is the folder that the build was started in. */
  unlink("taken");
  unlink("linked");
  unlink("symlink");
  unlink("fifo");
  unlink("device");
  TRY(chmod(VICTIM, 0777));
  TRY(chown(VICTIM, 1, 1));
  TRY(utimensat(AT_FDCWD, VICTIM, 0, 0));
  TRY(setxattr(VICTIM, "user.x", "y", 1, 0));
  TRY(open("/etc/shadow", O_RDONLY));
  TRY(open("/proc/self/environ", O_RDONLY));
  TRY(open("/proc/self/mem", O_RDWR));
  TRY(open("/dev/zero", O_RDONLY));
  TRY(open("/dev/tty", O_RDWR));
  say("a variable of the user's", getenv("HOME") != 0);
  fd = open(READ, O_RDONLY | O_DIRECTORY);
  /* It says that it could, and does nothing. */
  fchmod(fd, 0711);
  struct stat found;
  say("fchmod of a folder", fstat(fd, &found) == 0 && (found.st_mode & 0777) == 0711);
  TRY(fsetxattr(fd, "user.x", "y", 1, 0));
  REACH(socket(AF_INET, SOCK_STREAM, 0));
  REACH(socket(AF_INET6, SOCK_STREAM, 0));
  REACH(socket(AF_UNIX, SOCK_STREAM, 0));
  REACH(socket(AF_NETLINK, SOCK_STREAM, 0));
  REACH(socket(AF_VSOCK, SOCK_STREAM, 0));
  TRY(socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0, 0}));
  TRY(copies());
  TRY(spawns("/bin/true"));
  REACH(syscall(SYS_clone3, 0, 0));
  TRY(kill(getppid(), 0));
  TRY(kill(1, 0));
  TRY(syscall(SYS_tgkill, getppid(), getppid(), 0));
  REACH(syscall(SYS_pidfd_open, getppid(), 0));
  REACH(ptrace(PTRACE_PEEKDATA, 0, 0, 0));
  REACH(syscall(SYS_process_vm_readv, getppid(), 0, 0, 0, 0, 0));
  REACH(prlimit(getppid(), RLIMIT_CPU, 0, 0));
  REACH(setpriority(PRIO_PROCESS, getppid(), 0));
  REACH(sched_setaffinity(getppid(), 0, 0));
  REACH(unshare(0));
  REACH(chroot("/nowhere"));
  REACH(syscall(SYS_mount, 0, 0, 0, 0, 0));
  REACH(syscall(SYS_bpf, 0, 0, 0));
  REACH(syscall(SYS_io_uring_setup, 1, 0));
  REACH(syscall(SYS_userfaultfd, 0));
  REACH(syscall(SYS_keyctl, 0, 0, 0));
  REACH(syscall(SYS_shmget, 0, 4096, 01600));
  REACH(syscall(SYS_mq_open, "/q", O_CREAT, 0600, 0));
  REACH(syscall(SYS_memfd_create, "m", 0));
  REACH(syscall(SYS_seccomp, 1, 0, 0));
  REACH(syscall(SYS_perf_event_open, 0, 0, 0, 0, 0));
  REACH(syscall(SYS_open_by_handle_at, 0, 0, 0));
  TRY(prctl(PR_SET_PDEATHSIG, 0));
  TRY(prctl(PR_SET_DUMPABLE, 1));
  TRY(injects());
  TRY(owns_signals());
  for (fd = 3; fd < 64; fd++) {
    /* What it was not given: it has opened nothing but its own files, and those are read. */
    int flags = fcntl(fd, F_GETFL);
    say("a descriptor to write to", flags >= 0 && (flags & O_ACCMODE) != O_RDONLY);
  }
  dprintf(2, "tried %d ways out\n", tried);
#ifdef LAST
  /* The last word of a process. */
  char *words[] = {"program", LAST_ARGUMENT, 0};
  execve(LAST, words, environ);
  dprintf(2, "%s was not started: %s\n", LAST, strerror(errno));
#endif
  _exit(3);
}
