#include "core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/linear_algebra/library_threads.hpp"

namespace ritz {

using Eigen::Index;

void for_all_in_parallel(Index count, const std::function<void(Index i)>& work, int thread_count) {
    if (count < 1) return;
    const OneBlasThread one_each;
    std::atomic<Index> next{0};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto take_pieces = [&] {
        for (Index i = next++; i < count; i = next++) {
            try {
                work(i);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!failure) failure = std::current_exception();
                next = count;
            }
        }
    };
    const Index threads = std::clamp<Index>(thread_count, 1, count);
    std::vector<std::thread> others;
    for (Index t = 1; t < threads; ++t) others.emplace_back(take_pieces);
    take_pieces();
    for (std::thread& thread : others) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace ritz
