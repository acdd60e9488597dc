/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_live.c - any bytes as the profile of a running process: a snapshot is taken of it,
 * twice, and the state at the second is written as a profile of its own, which is read.
 *
 * The runtime's use of the encoder is tried too: in its own file, of which nothing is
 * checked, with little room.
 */
#include "fuzz.h"
#include "profile/live.h"
#include "profile/profile.h"

#include <fcntl.h>
#include <gprof-llvm/snapshot.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROOM (4 * 3 * GPROF_PAIR_BYTES)

/* All pieces of the content, each in memory of its size. */
static void encode(const uint8_t *data, size_t size)
{
	unsigned char *piece = malloc(ROOM);
	struct gprof_encoder e = { .file = fuzz_copy(data, size), .end = size,
				   .shadow = gp_alloc(size, 1) };
	enum gprof_encoded done;

	do {
		e.at = piece;
		e.limit = piece + ROOM;
		done = gprof_encode(&e);
		gprof_encode_end(&e, piece);
	} while (done == GPROF_ENCODED_PART);
	free((void *)e.file);
	free(e.shadow);
	free(piece);
}

static void control(const char *path)
{
	struct live l = { .name = gp_strdup(path), .path = gp_strdup(path), .pid = getpid() };
	struct gp_error e = { "" };
	struct profile p;
	uint64_t offset;
	unsigned number;

	l.fd = open(path, O_RDWR | O_CLOEXEC);
	unlink("fuzz_live.gprof");
	if (live_snapshot(&l, GPROF_SNAPSHOT_START, "", &offset, &e) == 0 &&
	    live_snapshot(&l, GPROF_SNAPSHOT_DUMP, "a dump", &offset, &e) == 0 &&
	    live_save(&l, offset, "fuzz_live.gprof", &number, &e) == 0 &&
	    profile_read(&p, "fuzz_live.gprof", &e) == 0)
		profile_release(&p);
	unlink("fuzz_live.gprof");
	live_close(&l);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size -= size % 8;
	encode(data, size);
	control(fuzz_file(data, size));
	return 0;
}
