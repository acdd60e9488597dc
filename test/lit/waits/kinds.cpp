/* --locks knows std::mutex, std::condition_variable, a read-write lock, a semaphore and a member of a class. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclangxx -std=c++17 -g -O2 -pthread %s -o a.out
// RUN: env GPROF_OPTIONS=clock=wall ./a.out
// RUN: %gprof report --no-head --locks a.out > out
// RUN: FileCheck %s --check-prefix=MUTEX < out
// MUTEX: cache::table+8 (mutex of a.out)
// MUTEX-NEXT: waiting: locks 100 %
// MUTEX-NEXT: held by: '
// RUN: FileCheck %s --check-prefix=CONDITION < out
// CONDITION: cache::ready (condition variable of a.out)
// CONDITION-NEXT: waiting: waits 100 %
// RUN: FileCheck %s --check-prefix=READ < out
// READ: readers (read-write lock of a.out)
// READ-NEXT: waiting: reads 100 %
// RUN: FileCheck %s --check-prefix=SEMAPHORE < out
// SEMAPHORE: items (semaphore of a.out)
// SEMAPHORE-NEXT: waiting: takes 100 %

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <thread>

namespace cache {
struct Table {
	long entries;
	std::mutex mutex;
};
Table table;
std::condition_variable ready;
} // namespace cache

static pthread_rwlock_t readers = PTHREAD_RWLOCK_INITIALIZER;
static sem_t items;
static volatile bool is_ready;

__attribute__((noinline)) void locks()
{
	std::lock_guard<std::mutex> guard(cache::table.mutex);

	cache::table.entries++;
}

__attribute__((noinline)) void waits()
{
	static std::mutex own;
	std::unique_lock<std::mutex> lock(own);

	while (!is_ready)
		cache::ready.wait_for(lock, std::chrono::seconds(5));
}

__attribute__((noinline)) void reads()
{
	pthread_rwlock_rdlock(&readers);
	pthread_rwlock_unlock(&readers);
}

__attribute__((noinline)) void takes()
{
	sem_wait(&items);
	is_ready = is_ready;
}

int main()
{
	sem_init(&items, 0, 0);
	cache::table.mutex.lock();
	pthread_rwlock_wrlock(&readers);
	std::thread threads[] = { std::thread(locks), std::thread(waits), std::thread(reads),
				  std::thread(takes) };
	std::this_thread::sleep_for(std::chrono::milliseconds(400));
	cache::table.mutex.unlock();
	pthread_rwlock_unlock(&readers);
	sem_post(&items);
	is_ready = true;
	cache::ready.notify_all();
	for (std::thread &t : threads)
		t.join();
	return 0;
}
