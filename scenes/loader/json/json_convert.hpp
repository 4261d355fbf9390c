#pragma once
// A JSON value to a number, text, vector or matrix, with a complaint at the very element that is wrong.
#include "scenes/loader/json/json_reader.hpp"

namespace ritz {

class JsonConverter {
  public:
    /// With parameters, a text where a number may stand is an expression of them; they must outlive the converter.
    JsonConverter(Diagnostics& diagnostics, const Range& range, const std::optional<Parameters>& parameters)
        : diagnostics_(diagnostics), range_(range), parameters_(parameters) {}

    /// Each returns false after a complaint, and then leaves a harmless value.
    bool convert(const Json& json, const std::string& pointer, double& result) const;
    bool convert(const Json& json, const std::string& pointer, int& result) const;
    bool convert(const Json& json, const std::string& pointer, bool& result) const;
    bool convert(const Json& json, const std::string& pointer, std::string& result) const;
    bool convert(const Json& json, const std::string& pointer, Vec3& result) const;
    bool convert(const Json& json, const std::string& pointer, Mat3& result) const;
    bool convert(const Json& json, const std::string& pointer, VecX& result) const;
    bool convert(const Json& json, const std::string& pointer, MatX& result) const;
    template <class T>
    bool convert(const Json& json, const std::string& pointer, std::vector<T>& result) const {
        result.clear();
        if (!json.is_array()) return refuse(json, pointer, "a list");
        bool good = true;
        for (std::size_t i = 0; i < json.size(); ++i) {
            T element{};
            bool is_taken = false;
            if constexpr (std::is_same_v<T, double>) is_taken = take(json[i], element);
            if (!is_taken) good &= convert(json[i], pointer_to(pointer, i), element);
            result.push_back(std::move(element));
        }
        return good;
    }

    /// Such as "a positive number": what a value of the type should have been.
    std::string expected(const double*) const;
    std::string expected(const int*) const;
    std::string expected(const bool*) const { return "true or false"; }
    std::string expected(const std::string*) const { return "a text in quotes"; }
    std::string expected(const Vec3*) const { return "a list of 3 numbers"; }
    std::string expected(const Mat3*) const { return "a list of 3 rows of 3 numbers"; }
    std::string expected(const VecX*) const { return "a list of numbers"; }
    std::string expected(const MatX*) const { return "a list of rows of numbers"; }
    template <class T>
    std::string expected(const std::vector<T>*) const {
        return "a list";
    }

    /// The harmless value: zero or empty, or the nearest the range allows.
    template <class T>
    T harmless() const {
        if constexpr (std::is_same_v<T, Vec3> || std::is_same_v<T, Mat3>)
            return T::Constant(harmless_number());
        else if constexpr (std::is_same_v<T, double> || std::is_same_v<T, int>)
            return static_cast<T>(harmless_number());
        else
            return T{};
    }

  private:
    bool refuse(const Json& json, const std::string& pointer, const std::string& what) const;
    /// A number, or the value of an expression; nothing after a complaint.
    std::optional<double> find_number(const Json& json, const std::string& pointer, const std::string& expected) const;
    bool refuse_value(const Json& json, double value, const std::string& pointer, const std::string& expected) const;
    bool is_allowed(double number) const;
    /// The usual case, for which no message has to be thought of: a number as it should be.
    bool take(const Json& json, double& result) const;
    double harmless_number() const;
    std::string words_for(const std::string& noun) const;

    Diagnostics& diagnostics_;
    Range range_;
    const std::optional<Parameters>& parameters_;
};

}  // namespace ritz
