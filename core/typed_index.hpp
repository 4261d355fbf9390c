#pragma once
// Numbers of things that cannot be mistaken for each other: an index has the type of what it counts, and a vector takes
// no other. "None" is an empty std::optional, never a number.
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace ritz {

/// The number of one thing among those of its kind. Four bytes, as an int; passed in a register.
template <class Tag>
class TypedIndex {
  public:
    constexpr TypedIndex() = default;  // the first
    template <std::integral Number>
    constexpr explicit TypedIndex(Number value) : value_(static_cast<std::uint32_t>(value)) {}

    constexpr std::size_t value() const { return value_; }
    constexpr TypedIndex& operator++() {
        ++value_;
        return *this;
    }
    friend constexpr auto operator<=>(TypedIndex, TypedIndex) = default;

  private:
    std::uint32_t value_ = 0;
};

/// Ids from the first to the last, or from the last to the first.
template <class Id, bool descending>
class IdRange {
  public:
    class Iterator {
      public:
        constexpr explicit Iterator(std::size_t at) : at_(at) {}
        constexpr Id operator*() const { return Id(descending ? at_ - 1 : at_); }
        constexpr Iterator& operator++() {
            at_ = descending ? at_ - 1 : at_ + 1;
            return *this;
        }
        friend constexpr bool operator==(Iterator, Iterator) = default;

      private:
        std::size_t at_;
    };

    /// first <= each < end.
    constexpr IdRange(std::size_t first, std::size_t end) : first_(first), end_(end) {}
    constexpr Iterator begin() const { return Iterator(descending ? end_ : first_); }
    constexpr Iterator end() const { return Iterator(descending ? first_ : end_); }

  private:
    std::size_t first_, end_;
};

/// A std::vector whose elements are asked for by their own kind of index only.
template <class Id, class T>
class IndexedVector {
  public:
    using value_type = T;

    IndexedVector() = default;
    explicit IndexedVector(std::size_t size, const T& value = T()) : items_(size, value) {}

    decltype(auto) operator[](Id id) { return items_[id.value()]; }
    decltype(auto) operator[](Id id) const { return items_[id.value()]; }

    /// The id of each element: `for (const NodeId i : model.nodes.ids())`.
    IdRange<Id, false> ids() const { return {0, items_.size()}; }
    IdRange<Id, true> reversed_ids() const { return {0, items_.size()}; }
    IdRange<Id, false> ids_from(Id first) const { return {first.value(), items_.size()}; }

    /// Appends, and says under which id.
    Id add(T item) {
        items_.push_back(std::move(item));
        return Id(items_.size() - 1);
    }

    std::size_t size() const { return items_.size(); }
    bool empty() const { return items_.empty(); }
    void resize(std::size_t size) { items_.resize(size); }
    void assign(std::size_t size, const T& value) { items_.assign(size, value); }
    void clear() { items_.clear(); }
    decltype(auto) front() { return items_.front(); }
    decltype(auto) front() const { return items_.front(); }
    decltype(auto) back() { return items_.back(); }
    decltype(auto) back() const { return items_.back(); }
    auto begin() { return items_.begin(); }
    auto begin() const { return items_.begin(); }
    auto end() { return items_.end(); }
    auto end() const { return items_.end(); }

    friend bool operator==(const IndexedVector&, const IndexedVector&) = default;

  private:
    std::vector<T> items_;
};

}  // namespace ritz

template <class Tag>
struct std::hash<ritz::TypedIndex<Tag>> {
    std::size_t operator()(ritz::TypedIndex<Tag> id) const noexcept { return id.value(); }
};
