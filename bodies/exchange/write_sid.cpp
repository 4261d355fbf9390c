#include <fmt/format.h>

#include "bodies/exchange/sid.hpp"
#include "core/errors.hpp"
#include "core/files/files.hpp"

namespace ritz {
namespace {

using Eigen::Index;

class Writer {
  public:
    explicit Writer(Index modes) : modes_(modes) {}

    void line(int depth, const std::string& text) { out_ += fmt::format("{:{}}{}\n", "", depth, text); }
    void value(int depth, const std::string& key, const std::string& text) {
        out_ += fmt::format("{:{}}{:<{}}= {}\n", "", depth, key, std::max(44 - depth, 1), text);
    }
    void element(const std::string& key, double number) {
        // 17 digits give back the same double; Fortran writes the exponent with a D.
        std::string text = fmt::format("{:.16E}", number);
        text[text.find('E')] = 'D';
        value(26, key, text);
    }

    void taylor(int depth, const std::string& name, const SidTaylor& t) {
        const bool is_zero = t.m1.empty() && (t.m0.array() == 0).all();
        line(depth, name);
        value(26, "order", fmt::format("{:4}", t.m1.empty() ? 0 : 1));
        value(26, "nrow", fmt::format("{:4}", t.m0.rows()));
        value(26, "ncol", fmt::format("{:4}", t.m0.cols()));
        value(26, "nq", fmt::format("{:4}", modes_));
        value(26, "nqn", fmt::format("{:4}", 0));
        value(26, "structure", fmt::format("{:4}", is_zero ? 0 : 3));
        for (Index i = 0; i < t.m0.rows(); ++i)
            for (Index j = 0; j < t.m0.cols(); ++j)
                if (t.m0(i, j) != 0) element(fmt::format("m0({:2},{:2})", i + 1, j + 1), t.m0(i, j));
        for (Index k = 0; !t.m1.empty() && k < t.m0.cols(); ++k)
            for (Index i = 0; i < t.m0.rows(); ++i)
                for (std::size_t q = 0; q < t.m1.size(); ++q)
                    if (t.m1[q](i, k) != 0)
                        element(fmt::format("m1({:2},{:2},{:2})", i + 1, q + 1, k + 1), t.m1[q](i, k));
        line(depth, "end " + name);
    }

    std::string text() && { return std::move(out_); }

  private:
    Index modes_;
    std::string out_;
};

void write_node(Writer& out, const SidNode& node) {
    out.value(16, "new node", fmt::format("{:4}", node.id));
    out.value(21, "rframe", "   body ref");
    out.taylor(21, "origin", node.origin);
    out.taylor(21, "phi", node.phi);
    out.taylor(21, "psi", node.psi);
    out.taylor(21, "AP", node.AP);
    if (node.sigma.m0.size() > 0) out.taylor(21, "sigma", node.sigma);
    out.line(16, "end node");
}

/// Names of modes come from anywhere; in a file of lines they are one.
std::string one_line(std::string text) {
    for (char& c : text)
        if (c == '\n' || c == '\r') c = ' ';
    return text;
}

}  // namespace

std::string make_sid_text(const SidFile& sid) {
    Writer out(sid.modes());
    out.line(4, sid.header);
    out.line(1, "part");
    out.line(6, "new modal                                 =");
    out.line(11, "refmod");
    std::string mass = fmt::format("{:.16E}", sid.mass);
    mass[mass.find('E')] = 'D';
    out.value(16, "mass", mass);
    out.value(16, "nelastq", fmt::format("{:5}", sid.modes()));
    for (std::size_t i = 0; i < sid.mode_names.size(); ++i)
        out.value(16, fmt::format("ielastq ({:4})", i + 1), one_line(sid.mode_names[i]));
    out.line(11, "end refmod");
    out.line(11, "frame");
    for (const SidNode& node : sid.nodes) write_node(out, node);
    out.line(11, "end frame");
    const std::pair<const char*, const SidTaylor*> blocks[] = {
        {"mdCM", &sid.mdCM},     {"J", &sid.J},   {"Ct", &sid.Ct}, {"Cr", &sid.Cr},
        {"Me", &sid.Me},         {"Gr", &sid.Gr}, {"Ge", &sid.Ge}, {"Oe", &sid.Oe},
        {"ksigma", &sid.ksigma}, {"Ke", &sid.Ke}, {"De", &sid.De}};
    for (const auto& [name, block] : blocks) out.taylor(11, name, *block);
    out.line(6, "end modal");
    out.line(1, "end part");
    return std::move(out).text();
}

void write_sid(const std::string& path, const SidFile& sid) { write_whole_file(path, make_sid_text(sid)); }

}  // namespace ritz
