#include "bodies/import/matrix_models.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "bodies/import/dof_mapping.hpp"
#include "bodies/import/matrix_market.hpp"
#include "bodies/import/node_files.hpp"
#include "core/errors.hpp"

namespace ritz {
namespace {

std::optional<Text> read_text_if_named(const std::string& path) {
    if (path.empty()) return {};
    return read_text(path);
}

SparseMat identity(Eigen::Index size) {
    SparseMat I(size, size);
    I.setIdentity();
    return I;
}

std::vector<Dof> make_dofs(const MatrixMarketTexts& texts, const Nodes& nodes, Eigen::Index size) {
    if (!texts.mapping) return std::vector<Dof>(static_cast<std::size_t>(size));
    const std::vector<DofLabel> labels = parse_dof_mapping(*texts.mapping);
    if (static_cast<Eigen::Index>(labels.size()) != size)
        fail_at(*texts.mapping, 0, fmt::format("{} equations, but the stiffness has {} rows", labels.size(), size));
    return place_dofs(*texts.mapping, labels, nodes, texts.nodes->name);
}

/// Two matrices of different size are a mistake that names both files.
void require_size(const Text& text, const SparseMat& A, const FeModel& model) {
    if (A.rows() != model.K.rows() || A.cols() != model.K.cols())
        fail_at(text, 0,
                fmt::format("{} rows and {} columns, but the stiffness has {} and {}", A.rows(), A.cols(),
                            model.K.rows(), model.K.cols()));
}

}  // namespace

FeModel parse_matrix_market_model(const MatrixMarketTexts& texts) {
    if (texts.nodes && !texts.mapping)
        fail_at(*texts.nodes, 0, "nodes need a mapping: which equation belongs to which node and direction");
    if (texts.mapping && !texts.nodes) fail_at(*texts.mapping, 0, "a mapping needs the nodes it speaks of");
    FeModel model;
    model.name = std::filesystem::path(texts.stiffness.name).stem().string();
    model.K = parse_matrix_market(texts.stiffness);
    if (model.K.rows() != model.K.cols() || model.K.rows() == 0)
        fail_at(texts.stiffness, 0,
                fmt::format("{} rows and {} columns, expected a square matrix", model.K.rows(), model.K.cols()));
    model.M = texts.mass ? parse_matrix_market(*texts.mass) : identity(model.K.rows());
    if (texts.mass) require_size(*texts.mass, model.M, model);
    if (texts.damping) {
        model.D = parse_matrix_market(*texts.damping);
        require_size(*texts.damping, *model.D, model);
    }
    if (texts.nodes) model.nodes = parse_nodes(*texts.nodes);
    model.dofs = make_dofs(texts, model.nodes, model.K.rows());
    model.sources.push_back(texts.stiffness.name);
    for (const auto* text : {&texts.mass, &texts.damping, &texts.nodes, &texts.mapping})
        if (*text) model.sources.push_back((*text)->name);
    require_sound(model, texts.stiffness.name);
    return model;
}

FeModel read_matrix_market_model(const MatrixMarketFiles& files) {
    if (files.mass.empty())
        throw InputError(fmt::format("{}: no mass matrix; expected a file, or \"identity\"", files.stiffness));
    return parse_matrix_market_model(
        {read_text(files.stiffness), files.mass == "identity" ? std::nullopt : read_text_if_named(files.mass),
         read_text_if_named(files.damping), read_text_if_named(files.nodes), read_text_if_named(files.mapping)});
}

FeModel read_ansys(const AnsysFiles& files) {
    return parse_matrix_market_model({read_text(files.stiffness), read_text(files.mass),
                                      read_text_if_named(files.damping), read_text(files.nodes),
                                      read_text(files.mapping)});
}

}  // namespace ritz
