#pragma once

namespace ritz {

/// One function object from several, for std::visit.
template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // Clang before 17 does not deduce it for aggregates

}  // namespace ritz
