/* Preloaded, it fails the operations on files below FAULTS_FOLDER that it is told to, and can end
   the process in the middle of one. Whoever loads it sets the variables. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WELL, SHORT_WRITES, FULL_DISK, FAILING_WRITES, FAILING_SYNCS, FAILING_READS };

int fault_kind;  /* what fails */
int fault_after; /* so many operations from now */
int fault_count; /* so many times */
int kill_after = -1; /* the process ends in the operation after so many; never where negative */
int faults;      /* that were made */

typedef ssize_t (*reading)(int, void *, size_t);
typedef ssize_t (*reading_at)(int, void *, size_t, off64_t);
typedef ssize_t (*writing)(int, const void *, size_t);
typedef ssize_t (*writing_at)(int, const void *, size_t, off64_t);
typedef int (*syncing)(int);

#define REAL(type, name) ((type)dlsym(RTLD_NEXT, name))

static int is_ours(int file)
{
    char link[64], path[4096];
    const char *folder = getenv("FAULTS_FOLDER");
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (!folder || length < 0)
        return 0;
    path[length] = 0;
    return !strncmp(path, folder, strlen(folder));
}

static int ends(void)
{
    return kill_after >= 0 && kill_after-- == 0;
}

static int fails(int kind)
{
    if (fault_kind == WELL || fault_count <= 0)
        return 0;
    if (fault_after > 0) {
        fault_after--;
        return 0;
    }
    if (kind != fault_kind)
        return 0;
    fault_count--;
    faults++;
    return 1;
}

static int refuse(int why)
{
    errno = why;
    return -1;
}

/* How much of a write is to be done: all, half, or -1 with errno. */
static ssize_t granted(size_t size)
{
    static int is_full; /* the half that had room was written */
    if (fails(FAILING_WRITES))
        return refuse(EIO);
    if (fails(SHORT_WRITES))
        return size > 1 ? size / 2 : size;
    if (!fails(FULL_DISK))
        return is_full = 0, (ssize_t)size;
    if (is_full || size < 2)
        return refuse(ENOSPC);
    is_full = 1;
    return size / 2;
}

ssize_t write(int file, const void *data, size_t size)
{
    writing real = REAL(writing, "write");
    if (!is_ours(file))
        return real(file, data, size);
    if (ends()) {
        real(file, data, size / 2);
        kill(getpid(), SIGKILL);
    }
    ssize_t length = granted(size);
    return length < 0 ? length : real(file, data, length);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t at)
{
    writing_at real = REAL(writing_at, "pwrite64");
    if (!is_ours(file))
        return real(file, data, size, at);
    if (ends()) {
        real(file, data, size / 2, at);
        kill(getpid(), SIGKILL);
    }
    ssize_t length = granted(size);
    return length < 0 ? length : real(file, data, length, at);
}

ssize_t read(int file, void *data, size_t size)
{
    if (is_ours(file) && fails(FAILING_READS))
        return refuse(EIO);
    return REAL(reading, "read")(file, data, size);
}

ssize_t pread64(int file, void *data, size_t size, off64_t at)
{
    if (is_ours(file) && fails(FAILING_READS))
        return refuse(EIO);
    return REAL(reading_at, "pread64")(file, data, size, at);
}

static int synced(int file, const char *name)
{
    if (is_ours(file)) {
        if (ends())
            kill(getpid(), SIGKILL);
        if (fails(FAILING_SYNCS))
            return refuse(EIO);
    }
    return REAL(syncing, name)(file);
}

int fsync(int file) { return synced(file, "fsync"); }

int fdatasync(int file) { return synced(file, "fdatasync"); }
