// Damaged files end in an InputError, or are read if the damage says nothing wrong: never in anything else.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>

#include "bodies/exchange/body_file.hpp"
#include "bodies/exchange/sid.hpp"
#include "core/errors.hpp"
#include "tests/bodies/exchange/bodies.hpp"

using namespace ritz;

namespace {

using Random = std::mt19937;

std::size_t pick(Random& random, std::size_t below) {
    return std::uniform_int_distribution<std::size_t>(0, below - 1)(random);
}

/// Bits flipped, bytes overwritten, the end cut off, a part removed or repeated.
std::string damage(std::string bytes, Random& random) {
    const std::size_t kind = pick(random, 5), at = pick(random, bytes.size());
    const std::size_t length = std::min(1 + pick(random, 200), bytes.size() - at);
    if (kind == 0)
        for (std::size_t i = 0; i <= pick(random, 8); ++i)
            bytes[pick(random, bytes.size())] ^= static_cast<char>(1 << pick(random, 8));
    if (kind == 1) bytes.resize(at);
    if (kind == 2) bytes.erase(at, length);
    if (kind == 3) bytes.insert(at, bytes.substr(pick(random, bytes.size()), length));
    if (kind == 4)
        for (std::size_t i = at; i < at + std::min<std::size_t>(length, 8); ++i)
            bytes[i] = static_cast<char>(pick(random, 256));
    return bytes;
}

/// For texts also: a digit replaced by others.
std::string damage_text(std::string text, Random& random) {
    if (pick(random, 2) == 0) return damage(std::move(text), random);
    static const std::vector<std::string> tokens = {"0", "-1", "99", "2147483648", "1e308", "nan",
                                                    "=", "(",  ",",  "\n",         "end"};
    const std::size_t at = text.find_first_of("0123456789", pick(random, text.size()));
    if (at != std::string::npos) text.replace(at, 1, tokens[pick(random, tokens.size())]);
    return text;
}

BodyFile make_small_file() {
    BeamSpec rod = testing::make_rod_spec(true);
    rod.bending_y = rod.bending_z = 1;
    rod.torsion = rod.axial = 0;
    const ElasticBody beam = make_beam(rod);
    BodyFile file;
    file.body.name = "rod";
    file.body.integrals = compute_beam_integrals(*beam.beam, rod.law, true);
    file.body.Ke = beam.Ke;
    file.body.markers = {beam.markers[1]};
    file.surface = SurfaceShapes{Mat3X::Ones(3, 3), {{0, 1, 2}}, hdf5::RowMajorFloat::Ones(9, 2)};
    return file;
}

/// 0: read or refused with an InputError; 1: anything else.
template <class Read>
int outcome(const Read& read) {
    try {
        read();
        return 0;
    } catch (const InputError&) {
        return 0;
    } catch (...) {
        return 1;
    }
}

}  // namespace

TEST_CASE("twelve thousand damaged SID texts are read or refused") {
    const std::string text = make_sid_text(make_sid(make_numeric_body(make_small_file().body)));
    Random random(1);
    int read = 0, other = 0;
    for (int i = 0; i < 12000; ++i) {
        std::string damaged = damage_text(text, random);
        if (i % 3 == 0) damaged = damage_text(damaged, random);
        other += outcome([&] {
            const SidFile sid = read_sid_text(damaged, "x");
            ++read;
            std::vector<std::string> notes;
            make_sid(make_sid_body(sid, "x", notes));
        });
    }
    CHECK(other == 0);
    CHECK(read > 100);            // digits may change without harm,
    CHECK(read < 12000 * 4 / 5);  // but most damage is found
}

TEST_CASE("twelve thousand damaged body files are all refused") {
    const std::string bytes = make_body_image(make_small_file(), "x");
    Random random(2);
    int unnoticed = 0, other = 0;
    for (int i = 0; i < 12000; ++i) {
        const std::string damaged = damage(bytes, random);
        if (damaged == bytes) continue;
        other += outcome([&] {
            read_body_image(damaged, "x");
            ++unnoticed;
        });
    }
    CHECK(other == 0);
    CHECK(unnoticed == 0);
}

TEST_CASE("behind a checksum that was made to fit, the reader holds as long as the HDF5 library does") {
    const std::string image = make_body_image(make_small_file(), "x").substr(body_user_block);
    constexpr int ours = 42;
    int crashes = 0, batches = 0;
    for (unsigned batch = 0; batch < 40; ++batch, ++batches) {
        const pid_t child = ::fork();  // the library itself may crash on what no program wrote
        REQUIRE(child >= 0);
        if (child == 0) {
            ::alarm(20);
            for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, SIG_DFL);
            ::close(1);
            ::close(2);
            Random random(100 + batch);
            int other = 0;
            for (int i = 0; i < 50; ++i) {
                const std::string damaged = damage(image, random);
                other += outcome([&] { read_body_image(make_body_user_block(damaged) + damaged, "x"); });
            }
            ::_exit(other == 0 ? 0 : ours);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        // A sanitizer that finds the library reading out of bounds ends the child with a code of its own.
        const bool is_fault_of_reader = WIFEXITED(status) && WEXITSTATUS(status) == ours;
        CHECK_FALSE(is_fault_of_reader);
        if (status != 0 && !is_fault_of_reader) ++crashes;
    }
    MESSAGE("the HDF5 library ended " << crashes << " of " << batches << " batches of 50 damaged files");
    CHECK(crashes < batches);
}
