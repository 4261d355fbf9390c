#pragma once
// What changes along a run, as bare values in one order, by which it is written and read again: each class visits its
// members once,
//
//     template <class Self, class Each>
//     static void visit(Self& self, Each& each) { each(self.value_); each(self.rate_); }
#include <span>
#include <string>

#include "core/errors.hpp"
#include "core/types.hpp"
#include "integrators/observer.hpp"

namespace ritz {

class MemoryWriter {
  public:
    explicit MemoryWriter(ObserverMemory& to) : to_(to) {}

    void operator()(const double& number) { to_.numbers.push_back(number); }
    void operator()(const bool& flag) { to_.numbers.push_back(flag ? 1 : 0); }
    void operator()(const std::size_t& count) { to_.numbers.push_back(static_cast<double>(count)); }
    void operator()(const std::string& text) { to_.texts.push_back(text); }
    template <class Derived>
    void operator()(const Eigen::PlainObjectBase<Derived>& matrix) {
        (*this)(static_cast<std::size_t>(matrix.rows()));
        (*this)(static_cast<std::size_t>(matrix.cols()));
        to_.numbers.insert(to_.numbers.end(), matrix.data(), matrix.data() + matrix.size());
    }
    template <class Part>
    requires requires(const Part& part, MemoryWriter& each) { Part::visit(part, each); }
    void operator()(const Part& part) { Part::visit(part, *this); }

  private:
    ObserverMemory& to_;
};

class MemoryReader {
  public:
    explicit MemoryReader(const ObserverMemory& from) : from_(from) {}

    void operator()(double& number) { number = next(); }
    void operator()(bool& flag) { flag = next() != 0; }
    void operator()(std::size_t& count) {
        const double number = next();
        if (!(number >= 0 && number < 1e9)) refuse();
        count = static_cast<std::size_t>(number);
    }
    void operator()(std::string& text) {
        if (next_text_ == from_.texts.size()) refuse();
        text = from_.texts[next_text_++];
    }
    template <class Derived>
    void operator()(Eigen::PlainObjectBase<Derived>& matrix) {
        std::size_t rows = 0, columns = 0;
        (*this)(rows), (*this)(columns);
        const bool fits = Derived::ColsAtCompileTime == Eigen::Dynamic ||
                          columns == static_cast<std::size_t>(Derived::ColsAtCompileTime);
        if (!fits || rows * columns > from_.numbers.size() - next_) refuse();
        matrix.resize(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
        for (double& number : std::span(matrix.data(), rows * columns)) number = next();
    }
    template <class Part>
    requires requires(Part& part, MemoryReader& each) { Part::visit(part, each); }
    void operator()(Part& part) { Part::visit(part, *this); }
    /// Nothing may be left.
    void finish() const {
        if (next_ != from_.numbers.size() || next_text_ != from_.texts.size()) refuse();
    }

  private:
    double next() {
        if (next_ == from_.numbers.size()) refuse();
        return from_.numbers[next_++];
    }
    [[noreturn]] static void refuse() {
        throw InputError("the checkpoint does not hold the error bounds of this scene's bodies");
    }

    const ObserverMemory& from_;
    std::size_t next_ = 0, next_text_ = 0;
};

}  // namespace ritz
