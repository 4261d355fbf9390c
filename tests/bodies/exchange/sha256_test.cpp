#include "core/files/sha256.hpp"

#include <doctest/doctest.h>

#include "core/errors.hpp"
#include "tests/bodies/exchange/bodies.hpp"

using namespace ritz;

TEST_CASE("SHA-256 gives the digests published with FIPS 180-4") {
    CHECK(compute_sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(compute_sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(compute_sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(compute_sha256(std::string(1000000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("the digest of a file is that of its bytes, and a file that is not there is named") {
    const testing::Folder folder;
    const std::string bytes = std::string(70000, 'x') + std::string(1, '\0') + "end";
    CHECK(compute_file_sha256(folder.write("file", bytes)) == compute_sha256(bytes));
    CHECK_THROWS_WITH_AS(compute_file_sha256("no/such/file"), "no/such/file: cannot be opened", InputError);
}
