// A track through points, theory §3. The frame R0 = [x y z] along the curve c(s):
//   x = c'/|c'|,   z = n/|n| with n = up - (up·x) x,   y = z × x,   R0' = w0~ R0
//   w0 = x (y'·z) + y (z'·x) + z (x'·y)
// A unit vector e = v/l, l = |v|, has e' = (v' - l' e)/l and e'' = (v'' - l'' e - 2 l' e')/l with l' = e·v',
// l'' = e'·v' + e·v''. All derivatives are by s as it is; |c'(s)| is near one but not one.
#include <fmt/format.h>

#include <cmath>

#include "bodies/track.hpp"
#include "core/cubic_spline.hpp"
#include "core/errors.hpp"

namespace ritz {
namespace {

using Eigen::Index;

/// A vector with its first two derivatives by s.
struct VectorJet {
    Vec3 v, v_1, v_2;
};

VectorJet normalise(const VectorJet& a) {
    const double l = a.v.norm();
    VectorJet e;
    e.v = a.v / l;
    const double l_1 = e.v.dot(a.v_1);
    e.v_1 = (a.v_1 - l_1 * e.v) / l;
    const double l_2 = e.v_1.dot(a.v_1) + e.v.dot(a.v_2);
    e.v_2 = (a.v_2 - l_2 * e.v - 2 * l_1 * e.v_1) / l;
    return e;
}

/// up less its part along the unit vector x
VectorJet reject(const Vec3& up, const VectorJet& x) {
    const double p = up.dot(x.v), p_1 = up.dot(x.v_1), p_2 = up.dot(x.v_2);
    return {up - p * x.v, -p_1 * x.v - p * x.v_1, -p_2 * x.v - 2 * p_1 * x.v_1 - p * x.v_2};
}

VectorJet cross(const VectorJet& a, const VectorJet& b) {
    return {a.v.cross(b.v), a.v_1.cross(b.v) + a.v.cross(b.v_1),
            a.v_2.cross(b.v) + 2 * a.v_1.cross(b.v_1) + a.v.cross(b.v_2)};
}

void check_shapes(const std::vector<Mat3X>& shapes, Index points, Index modes, const char* what) {
    if (!shapes.empty() && static_cast<Index>(shapes.size()) != points)
        throw TrackError(TrackData::shapes, fmt::format("a track with {} points needs {} for each of them, but has {}",
                                                        points, what, shapes.size()));
    for (const Mat3X& shape : shapes) {
        if (shape.cols() != modes)
            throw TrackError(TrackData::shapes,
                             fmt::format("the {} of a track have {} and {} modes; all points need the same number",
                                         what, modes, shape.cols()));
        if (!shape.allFinite())
            throw TrackError(TrackData::shapes,
                             fmt::format("the {} of a track contain numbers that are not finite", what));
    }
}

}  // namespace

void eval_curve_frame(const Vec3& c_1, const Vec3& c_2, const Vec3& c_3, const Vec3& up, TrackSample& out) {
    const VectorJet x = normalise({c_1, c_2, c_3});
    const VectorJet z = normalise(reject(up, x));
    const VectorJet y = cross(z, x);
    out.R0.col(0) = x.v;
    out.R0.col(1) = y.v;
    out.R0.col(2) = z.v;
    const double wx = y.v_1.dot(z.v), wy = z.v_1.dot(x.v), wz = x.v_1.dot(y.v);
    out.w0 = wx * x.v + wy * y.v + wz * z.v;
    out.w0_prime = wx * x.v_1 + wy * y.v_1 + wz * z.v_1 + (y.v_2.dot(z.v) + y.v_1.dot(z.v_1)) * x.v +
                   (z.v_2.dot(x.v) + z.v_1.dot(x.v_1)) * y.v + (x.v_2.dot(y.v) + x.v_1.dot(y.v_1)) * z.v;
}

SplineTrack::SplineTrack(const Mat3X& points, const std::vector<Mat3X>& phi, const std::vector<Mat3X>& psi, bool closed,
                         const Vec3& up)
    : closed_(closed), up_(up) {
    const Index count = points.cols();
    if (count < (closed ? 3 : 2))
        throw TrackError(TrackData::points, fmt::format("{} track needs at least {} points, but has {}",
                                                        closed ? "a closed" : "an open", closed ? 3 : 2, count));
    if (!points.allFinite()) throw TrackError(TrackData::points, "a point of a track is not finite");
    if (!up.allFinite() || up.norm() == 0)
        throw TrackError(TrackData::up, "the up direction of a track must not be zero");
    up_.normalize();
    modes_ = phi.empty() ? 0 : phi.front().cols();
    if (phi.empty() != psi.empty())
        throw TrackError(TrackData::shapes, "a track needs both displacement and rotation shapes, or neither");
    check_shapes(phi, count, modes_, "displacement shapes");
    check_shapes(psi, count, modes_, "rotation shapes");

    // A closed track has its first point once more as last knot.
    const Index knots = closed ? count + 1 : count;
    const double extent = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
    s_.setZero(knots);
    values_.resize(3 + 6 * modes_, knots);
    for (Index i = 0; i < knots; ++i) {
        const Index p = i % count;
        if (i > 0) {
            const double chord = (points.col(p) - points.col(i - 1)).norm();
            if (!(chord > 1e-12 * extent))
                throw TrackError(TrackData::points,
                                 fmt::format("the points {} and {} of a track are the same{}", i, p + 1,
                                             p == 0 ? "; a closed track must not repeat its first point" : ""));
            s_[i] = s_[i - 1] + chord;
        }
        values_.col(i).head(3) = points.col(p);
        if (modes_ == 0) continue;
        const auto node = static_cast<std::size_t>(p);
        values_.col(i).segment(3, 3 * modes_) = phi[node].reshaped();
        values_.col(i).tail(3 * modes_) = psi[node].reshaped();
    }
    curvatures_ = compute_spline_curvatures(s_, values_, closed ? SplineEnds::periodic : SplineEnds::not_a_knot);

    // The frame must exist everywhere; eight places a span see any turn a cubic can make.
    TrackSample sample;
    for (Index i = 0; i < 8 * (knots - 1) + 1; ++i) {
        const Index span = std::min(i / 8, knots - 2);
        const double s = s_[span] + static_cast<double>(i - 8 * span) / 8 * (s_[span + 1] - s_[span]);
        eval(s, sample);
        if (!(sample.t.norm() > 1e-3))
            throw TrackError(
                TrackData::points,
                fmt::format("the track turns back on itself near s = {:.6g} m: it has no tangent there", s));
        if (!(up_.cross(sample.t.normalized()).norm() > 1e-3))
            throw TrackError(
                TrackData::up,
                fmt::format("the track runs along its up direction near s = {:.6g} m; choose another up", s));
    }
}

SplineTrack SplineTrack::transformed(const Pose& X_AB) const {
    SplineTrack seen = *this;
    seen.up_ = X_AB.R * up_;
    for (Index row = 0; row < values_.rows(); row += 3) {  // points, then the shapes' columns: all are vectors
        seen.values_.middleRows(row, 3) = X_AB.R * values_.middleRows(row, 3);
        seen.curvatures_.middleRows(row, 3) = X_AB.R * curvatures_.middleRows(row, 3);
    }
    seen.values_.topRows(3).colwise() += X_AB.p;
    return seen;
}

double SplineTrack::length() const { return s_[s_.size() - 1]; }

void SplineTrack::eval(double s, TrackSample& out) const {
    if (closed_) s -= length() * std::floor(s / length());
    const SplineWeights w = compute_spline_weights(s_, s);
    const auto combine = [&](int k, Index first, Index rows) {
        const auto& row = w.order[k];
        return row.value_0 * values_.col(w.span).segment(first, rows) +
               row.value_1 * values_.col(w.span + 1).segment(first, rows) +
               row.curvature_0 * curvatures_.col(w.span).segment(first, rows) +
               row.curvature_1 * curvatures_.col(w.span + 1).segment(first, rows);
    };
    Vec3 jerk;
    out.c = combine(0, 0, 3);
    out.t = combine(1, 0, 3);
    out.k = combine(2, 0, 3);
    jerk = combine(3, 0, 3);
    eval_curve_frame(out.t, out.k, jerk, up_, out);

    out.has_gamma = false;
    Mat3X* phi[3] = {&out.phi, &out.phi_1, &out.phi_2};
    Mat3X* psi[3] = {&out.psi, &out.psi_1, &out.psi_2};
    for (int k = 0; k < 3; ++k) {
        phi[k]->resize(3, modes_);
        psi[k]->resize(3, modes_);
        VecMap(phi[k]->data(), 3 * modes_) = combine(k, 3, 3 * modes_);
        VecMap(psi[k]->data(), 3 * modes_) = combine(k, 3 + 3 * modes_, 3 * modes_);
    }
}

}  // namespace ritz
