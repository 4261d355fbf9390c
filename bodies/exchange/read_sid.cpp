// From blocks to matrices, whatever the dialect:
//   m1( row, mode, column) in most programs, m1( row, column, mode) in FEMBeam;
//   J as 6 x 1 or 3 x 3;
//   Ge with n columns for each component of ω (PY_SID) or three for each mode (the textbook): told by Cr.m1.
#include <fmt/format.h>

#include <algorithm>

#include "bodies/exchange/sid.hpp"
#include "bodies/exchange/sid_parser.hpp"
#include "core/errors.hpp"
#include "core/files/files.hpp"

namespace ritz {
namespace {

using Eigen::Index;

class SidResolver {
  public:
    explicit SidResolver(const SidText& text) : text_(text), n_(text.modes) {}

    SidFile resolve() {
        if (n_ == 0) complain(text_.last_line, "found no nelastq, expected the number of modes");
        if (!(text_.mass > 0))
            complain(text_.last_line, fmt::format("found the mass {}, expected a positive number", text_.mass));
        if (!text_.mode_names.empty() && static_cast<Index>(text_.mode_names.size()) != n_)
            complain(text_.modes_line, fmt::format("found nelastq = {} and {} ielastq, expected equal numbers", n_,
                                                   text_.mode_names.size()));
        find_index_order();
        SidFile sid;
        sid.header = text_.header;
        sid.mass = text_.mass;
        sid.mode_names = text_.mode_names;
        if (sid.mode_names.empty())
            for (Index i = 1; i <= n_; ++i) sid.mode_names.push_back(fmt::format("mode {}", i));
        resolve_modal(sid);
        for (const SidNodeText& node : text_.nodes) sid.nodes.push_back(resolve_node(node));
        if (is_mode_last_) notes_.push_back("m1( row, column, mode): the index order of FEMBeam");
        arrange_Ge(sid);
        sid.notes = notes_;
        return sid;
    }

  private:
    [[noreturn]] void complain(int line, const std::string& what) const { complain_about_sid(text_.file, line, what); }

    template <class Visit>
    void for_each_block(const Visit& visit) const {
        for (const SidBlock& block : text_.blocks) visit(block);
        for (const SidNodeText& node : text_.nodes)
            for (const SidBlock& block : node.blocks) visit(block);
    }

    void find_index_order() {
        bool fits_middle = true, fits_last = true;
        for_each_block([&](const SidBlock& block) {
            for (const SidElement& e : block.m1) {
                fits_middle = fits_middle && e.index[1] <= n_ && e.index[2] <= block.columns;
                fits_last = fits_last && e.index[1] <= block.columns && e.index[2] <= n_;
            }
        });
        is_mode_last_ = !fits_middle && fits_last;
    }

    void resolve_modal(SidFile& sid) {
        sid.mdCM = required("mdCM", 3, 1);
        sid.J = resolve_J();
        sid.Ct = required("Ct", n_, 3);
        sid.Cr = required("Cr", n_, 3);
        sid.Me = required("Me", n_, n_);
        sid.Ke = required("Ke", n_, n_);
        sid.De = optional(text_.blocks, "De", n_, n_);
        sid.Gr = optional(text_.blocks, "Gr", 3, 3 * n_);
        sid.Ge = optional(text_.blocks, "Ge", n_, 3 * n_);
        sid.Oe = optional(text_.blocks, "Oe", n_, 6);
        sid.ksigma = optional(text_.blocks, "ksigma", n_, 1);
    }

    SidTaylor resolve_J() {
        const SidBlock* block = find(text_.blocks, "J");
        if (!block || block->rows != 3) return required("J", 6, 1);
        notes_.push_back("J as 3 x 3");
        const SidTaylor full = required("J", 3, 3);
        const auto entries = [](const MatX& J) {
            return MatX((MatX(6, 1) << J(0, 0), J(1, 1), J(2, 2), J(0, 1), J(0, 2), J(1, 2)).finished());
        };
        SidTaylor J{entries(full.m0), {}};
        for (const MatX& m1 : full.m1) J.m1.push_back(entries(m1));
        return J;
    }

    SidNode resolve_node(const SidNodeText& text) {
        for (const char* name : {"origin", "phi"})
            if (!find(text.blocks, name))
                complain(text.line, fmt::format("found node {} without {}, expected it", text.id, name));
        SidNode node;
        node.id = text.id;
        node.origin = optional(text.blocks, "origin", 3, 1);
        node.phi = optional(text.blocks, "phi", 3, n_);
        node.psi = optional(text.blocks, "psi", 3, n_);
        node.AP = optional(text.blocks, "AP", 3, 3);
        if (!find(text.blocks, "AP")) node.AP.m0 = Mat3::Identity();
        if (find(text.blocks, "sigma")) node.sigma = optional(text.blocks, "sigma", 6, 1);
        return node;
    }

    static const SidBlock* find(const std::vector<SidBlock>& blocks, const std::string& name) {
        for (const SidBlock& block : blocks)
            if (block.name == name) return &block;
        return nullptr;
    }

    SidTaylor required(const std::string& name, Index rows, Index columns) {
        const SidBlock* block = find(text_.blocks, name);
        if (!block) complain(text_.last_line, fmt::format("found no block {}, expected one", name));
        return fill(*block, rows, columns);
    }

    /// Zero if absent.
    SidTaylor optional(const std::vector<SidBlock>& blocks, const std::string& name, Index rows, Index columns) {
        const SidBlock* block = find(blocks, name);
        if (block) return fill(*block, rows, columns);
        spend(rows * columns, text_.last_line);
        return {MatX::Zero(rows, columns), {}};
    }

    /// Zeros need not stand in the file, so its length bounds nothing.
    void spend(Index numbers, int line) {
        constexpr Index most = 50'000'000;  // 400 MB
        spent_ += numbers;
        if (spent_ > most) complain(line, fmt::format("found more than {} entries, expected a smaller body", most));
    }

    SidTaylor fill(const SidBlock& block, Index rows, Index columns) {
        if (block.rows != rows || block.columns != columns)
            complain(block.line, fmt::format("found {} of {} x {}, expected {} x {}", block.name, block.rows,
                                             block.columns, rows, columns));
        if (block.modes != n_ && (block.order > 0 || block.modes != 0))
            complain(block.line, fmt::format("found {} with nq = {}, expected {}", block.name, block.modes, n_));
        if (block.structure != 3 && block.structure != 0 && rows != columns)
            complain(block.line, fmt::format("found {} of structure {}, expected 3: it is not square", block.name,
                                             block.structure));
        if (block.order == 0 && !block.m1.empty())
            complain(block.m1[0].line, fmt::format("found m1 in {} of order 0, expected order 1", block.name));
        spend(rows * columns * (block.m1.empty() ? 1 : 1 + n_), block.line);
        SidTaylor taylor{MatX::Zero(rows, columns), {}};
        if (block.structure == 4) taylor.m0.setIdentity();
        if (!block.m1.empty()) taylor.m1.assign(static_cast<std::size_t>(n_), MatX::Zero(rows, columns));
        for (const SidElement& e : block.m0) put(block, e, e.index[0], e.index[1], taylor.m0, block.structure);
        for (const SidElement& e : block.m1) {
            const int mode = e.index[is_mode_last_ ? 2 : 1], column = e.index[is_mode_last_ ? 1 : 2];
            if (mode > n_)
                complain(e.line, fmt::format("found mode {} in m1 of {}, expected 1 to {}", mode, block.name, n_));
            // A unit m0 may have an m1 of any structure.
            put(block, e, e.index[0], column, taylor.m1[static_cast<std::size_t>(mode - 1)],
                block.structure == 4 ? 3 : block.structure);
        }
        const auto is_zero = [](const MatX& m) { return (m.array() == 0).all(); };
        if (std::all_of(taylor.m1.begin(), taylor.m1.end(), is_zero)) taylor.m1.clear();
        return taylor;
    }

    void put(const SidBlock& block, const SidElement& e, int row, int column, MatX& matrix, int structure) const {
        if (row > matrix.rows() || column > matrix.cols())
            complain(e.line, fmt::format("found the element ({}, {}) of {}, expected {} rows and {} columns", row,
                                         column, block.name, matrix.rows(), matrix.cols()));
        if (structure == 0 || structure == 4 || (structure == 1 && row != column))
            complain(e.line, fmt::format("found the element ({}, {}) of {}, expected none there: its structure is {}",
                                         row, column, block.name, structure));
        matrix(row - 1, column - 1) = e.value;
        if (structure == 2) matrix(column - 1, row - 1) = e.value;
    }

    /// 2 ∫ φ_j × φ_i dm from Cr.m1, skew in the modes. What Cr.m1 holds beyond it is geometric stiffening by angular
    /// acceleration: symmetric, and no part of the Coriolis force.
    MatX compute_expected_Ge(const SidFile& sid) const {
        MatX expected = MatX::Zero(n_, 3 * n_);
        for (Index j = 0; j < n_ && !sid.Cr.m1.empty(); ++j)
            for (Index k = 0; k < 3; ++k) {
                const VecX column = sid.Cr.m1[static_cast<std::size_t>(j)].col(k);
                expected.col(k * n_ + j) += column;
                expected.row(j).segment(k * n_, n_) -= column.transpose();
            }
        return expected;
    }

    /// Ge( i, 3 (j-1) + k) -> Ge( i, (k-1) n + j) if the first fits Cr.m1 better.
    void arrange_Ge(SidFile& sid) {
        if ((sid.Ge.m0.array() == 0).all()) return;
        // Stray digits differ, too. ∫ φ_j × φ_i dm is small or not beside ∫ φ_i φ_j dm, and no better known than Cr.m1.
        double size = std::max(sid.Ge.m0.cwiseAbs().maxCoeff(), sid.Me.m0.cwiseAbs().maxCoeff());
        for (const MatX& m1 : sid.Cr.m1) size = std::max(size, m1.cwiseAbs().maxCoeff());
        const MatX expected = compute_expected_Ge(sid);
        const double as_read = (sid.Ge.m0 - expected).cwiseAbs().maxCoeff();
        if (as_read <= 1e-6 * size) return;
        MatX turned(n_, 3 * n_);
        for (Index j = 0; j < n_; ++j)
            for (Index k = 0; k < 3; ++k) turned.col(k * n_ + j) = sid.Ge.m0.col(3 * j + k);
        const double as_turned = (turned - expected).cwiseAbs().maxCoeff();
        if (as_turned < (1 - 1e-6) * as_read) {  // a tie but for rounding is no reason to turn them
            notes_.push_back("Ge with three columns for each mode");
            sid.Ge.m0 = turned;
        }
        if (std::min(as_read, as_turned) > 1e-6 * size)
            notes_.push_back(fmt::format(
                "Ge is not twice the skew part of Cr.m1: they differ by {:.2g} of the largest entry; Cr.m1 is used",
                std::min(as_read, as_turned) / size));
    }

    const SidText& text_;
    Index n_;
    bool is_mode_last_ = false;
    Index spent_ = 0;
    std::vector<std::string> notes_;
};

}  // namespace

SidFile read_sid_text(std::string_view text, const std::string& name) {
    return SidResolver(parse_sid(text, name)).resolve();
}

SidFile read_sid(const std::string& path) { return read_sid_text(read_whole_file(path), path); }

}  // namespace ritz
