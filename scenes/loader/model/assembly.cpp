#include "scenes/loader/model/assembly.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "core/errors.hpp"
#include "core/linear_algebra/dense_solvers.hpp"
#include "engine/system/statics/rest_system.hpp"
#include "reduction/reduced_body.hpp"

namespace ritz {
namespace {

using Eigen::Index;

const std::string& name_of_body(const Assembly& assembly, std::size_t body) { return assembly.jobs[body].name; }

FrameSpec frame_on(const std::string& body, const std::string& marker) {
    FrameSpec spec;
    spec.body = body;
    spec.marker = marker;
    return spec;
}

/// What holds a body: a clamp by its number, otherwise the world.
struct Holder {
    std::optional<std::size_t> clamp{};
};

/// Everything hangs together and stands: supported bodies on the world, the others on a clamp each.
std::vector<Holder> find_holders(const Assembly& assembly) {
    std::vector<std::optional<Holder>> found(assembly.jobs.size());
    for (std::size_t b = 0; b < found.size(); ++b)
        if (assembly.jobs[b].structure.rigid_modes.cols() == 0) found[b] = Holder{};
    for (std::size_t round = 0; round < found.size(); ++round)
        for (std::size_t c = 0; c < assembly.clamps.size(); ++c) {
            std::optional<Holder>& first = found[assembly.clamps[c].first_body];
            std::optional<Holder>& second = found[assembly.clamps[c].second_body];
            if (first.has_value() != second.has_value()) (first ? second : first) = Holder{c};
        }
    std::vector<Holder> holders;
    for (std::size_t b = 0; b < found.size(); ++b) {
        if (!found[b])
            throw InputError(fmt::format("{}: /bodies/{}: neither its supports nor clamps hold it", assembly.file,
                                         name_of_body(assembly, b)));
        holders.push_back(*found[b]);
    }
    return holders;
}

struct AssemblyBody {
    Basis basis;
    std::shared_ptr<const ElasticBody> elastic;
};

/// Faults of a body's reduction with the names of the body and of its file.
template <class Work>
auto name_body(const ReductionJob& job, const Work& work) {
    const std::string name = fmt::format("body \"{}\" ({})", job.name, job.file);
    try {
        return name_faults(name, work);
    } catch (const NumericalError& error) {
        throw NumericalError(fmt::format("{}: {}", name, error.what()));
    }
}

AssemblyBody reduce_body(const ReductionJob& job, const std::string& name, const ReductionProgress& progress) {
    const ModelReduction& reduction = find_reduction(job, name);
    if (reduction.path)
        throw InputError(fmt::format("its bases in {} are interpolated; expected a single one to couple", job.file));
    ReductionProblem problem = make_problem(job, reduction.inputs);
    AssemblyBody body;
    body.basis = compute_basis(problem, reduction.method, reduction.size, progress);
    body.elastic = std::make_shared<const ElasticBody>(
        make_numeric_body(make_reduced_body(job.structure, body.basis, {job.name, false}).body));
    return body;
}

/// The engine's system of the reduced bodies, at rest.
struct ReducedAssembly {
    std::vector<AssemblyBody> bodies;
    std::vector<Frame> frames;  // of each body's R
    std::vector<NodeId> nodes;
    std::vector<Frame> inputs, outputs;
    std::unique_ptr<RestSystem> rest;

    ReducedAssembly(const Assembly& assembly, std::vector<AssemblyBody> reduced) : bodies(std::move(reduced)) {
        ModelBuilder builder(Vec3::Zero());
        for (const AssemblyBody& body : bodies) builder.add_elastic_body(body.elastic);
        add_joints(assembly, builder);
        builder.connect();
        for (const AssemblyBody& body : bodies) {
            frames.push_back(builder.make_frame(frame_on(body.elastic->name, "")));
            nodes.push_back(builder.body_node(body.elastic->name).value());
        }
        const auto find = [&](const AssemblyChannel& at) {
            return builder.make_frame(frame_on(name_of_body(assembly, at.body), at.channel.owner));
        };
        for (const AssemblyChannel& input : assembly.inputs) inputs.push_back(find(input));
        for (const AssemblyChannel& output : assembly.outputs) outputs.push_back(find(output));
        ModelBuilder::Result result = builder.finish();
        rest = std::make_unique<RestSystem>(std::move(result.model), std::move(result.state));
    }

    static void add_joints(const Assembly& assembly, ModelBuilder& builder) {
        const std::vector<Holder> holders = find_holders(assembly);
        const auto fix = [&](const std::string& name, const FrameSpec& parent, const FrameSpec& child, bool closes) {
            JointSpec joint;
            joint.name = name;
            joint.parent = parent;
            joint.child = child;
            joint.closes_loop = closes;
            builder.add_joint(joint);
        };
        for (std::size_t b = 0; b < holders.size(); ++b)
            if (!holders[b].clamp)
                fix(fmt::format("support {}", b + 1), FrameSpec{}, frame_on(name_of_body(assembly, b), ""), false);
        for (std::size_t c = 0; c < assembly.clamps.size(); ++c) {
            const Clamp& clamp = assembly.clamps[c];
            FrameSpec first = frame_on(name_of_body(assembly, clamp.first_body), clamp.first_marker);
            FrameSpec second = frame_on(name_of_body(assembly, clamp.second_body), clamp.second_marker);
            const auto is_holder_of = [&](std::size_t body) { return holders[body].clamp == c; };
            if (is_holder_of(clamp.first_body)) std::swap(first, second);
            fix(fmt::format("clamp {}", c + 1), first, second,
                !is_holder_of(clamp.first_body) && !is_holder_of(clamp.second_body));
        }
    }

    ReducedSystem make_system(const Assembly& assembly) const {
        ReducedSystem system{rest->M(), rest->D(), rest->K(), MatX(rest->K().rows(), static_cast<Index>(inputs.size())),
                             MatX(static_cast<Index>(outputs.size()), rest->K().rows())};
        for (std::size_t j = 0; j < inputs.size(); ++j)
            system.B.col(static_cast<Index>(j)) =
                rest->motion_of(inputs[j]).transpose() * assembly.inputs[j].channel.direction;
        for (std::size_t i = 0; i < outputs.size(); ++i)
            system.C.row(static_cast<Index>(i)) =
                assembly.outputs[i].channel.direction.transpose() * rest->motion_of(outputs[i]);
        return system;
    }

    /// Displacements of all unknowns of the assembly by the free coordinates of the engine's system.
    MatX make_field(const Assembly& assembly, const CoupledStructure& whole) const {
        MatX sum = MatX::Zero(whole.structure.size(), rest->K().rows());
        VecX shares = VecX::Zero(sum.rows());
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            MatX u = bodies[b].basis.V * rest->elastic_of_node(nodes[b]);
            const MatX& R = assembly.jobs[b].structure.rigid_modes;
            if (R.cols() > 0) u += R * rest->motion_of(frames[b]);
            // Clamped unknowns belong to several bodies, which agree there by the constraints: their mean is any.
            sum += whole.map[b].transpose() * u;
            shares += whole.map[b].transpose() * VecX::Ones(u.rows());
        }
        return shares.cwiseInverse().asDiagonal() * sum;
    }
};

/// The channels of all bodies as columns on the unknowns of the assembly.
SparseMat make_loads(const Assembly& assembly, const CoupledStructure& whole,
                     const std::vector<AssemblyChannel>& channels) {
    MatX B(whole.structure.size(), static_cast<Index>(channels.size()));
    for (std::size_t j = 0; j < channels.size(); ++j) {
        const AssemblyChannel& at = channels[j];
        B.col(static_cast<Index>(j)) =
            whole.map[at.body].transpose() * MatX(make_channel_matrix(assembly.jobs[at.body].structure, {at.channel}));
    }
    return B.sparseView();
}

/// What the full assembly does.
struct FullAssembly {
    const CoupledStructure& whole;
    const FullResponse& response;
    const Eigenmodes& modes;
};

/// Modes as fields on all unknowns, in the inner product of the mass.
ModeOverlap compare_modes(const FullAssembly& full, const ReducedSystem& reduced, const MatX& field) {
    const SymmetricEigen modes = solve_symmetric_eigen(reduced.K, reduced.M);
    const Index count = std::min<Index>(full.modes.omega.size() + 5, modes.values.size());
    const MatX shapes = field * modes.vectors.leftCols(count);
    const MatX momenta = full.whole.structure.M * shapes;
    return {modes.values.head(count).cwiseMax(0.0).cwiseSqrt(), VecX::Ones(full.modes.omega.size()),
            full.modes.modes.transpose() * momenta, shapes.transpose() * momenta};
}

ComparedBody judge_reduction(const Assembly& assembly, const std::string& name, const FullAssembly& full,
                             const ReductionProgress& progress) {
    const auto begun = std::chrono::steady_clock::now();
    Index size = 0;
    std::vector<AssemblyBody> bodies;
    for (const ReductionJob& job : assembly.jobs) {
        bodies.push_back(name_body(
            job, [&] { return reduce_body(job, name, tell_of(fmt::format("{} of {}", name, job.name), progress)); }));
        size = std::max(size, bodies.back().basis.V.cols());
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    const ReducedAssembly reduced(assembly, std::move(bodies));
    const ReducedSystem small = reduced.make_system(assembly);
    ComparedBody result =
        judge(full.response, small, compare_modes(full, small, reduced.make_field(assembly, full.whole)));
    result.name = name;
    result.method = name_of_method(find_reduction(assembly.jobs.front(), name));
    result.size = size;
    result.seconds = seconds;
    return result;
}

}  // namespace

void require_held(const Assembly& assembly) { find_holders(assembly); }

std::vector<std::string> find_common_reductions(const Assembly& assembly) {
    std::vector<std::string> common;
    for (const ModelReduction& reduction : assembly.jobs.front().reductions) {
        const auto has = [&](const ReductionJob& job) {
            return std::any_of(job.reductions.begin(), job.reductions.end(),
                               [&](const ModelReduction& other) { return other.name == reduction.name; });
        };
        if (std::all_of(assembly.jobs.begin(), assembly.jobs.end(), has)) common.push_back(reduction.name);
    }
    if (common.empty())
        throw InputError(fmt::format("{}: no reduction has the same name in all models", assembly.file));
    return common;
}

Comparison compare_assembly(const Assembly& assembly, const Band& band, int points,
                            const std::vector<std::string>& reductions, const ReductionProgress& progress) {
    require_held(assembly);  // before the long work
    for (const ReductionJob& job : assembly.jobs)
        for (const std::string& name : reductions)  // whose faults name the file
            name_faults(fmt::format("body \"{}\"", job.name), [&] { find_reduction(job, name); });
    std::vector<const Structure*> structures;
    for (const ReductionJob& job : assembly.jobs) structures.push_back(&job.structure);
    const CoupledStructure whole = couple(structures, assembly.clamps);
    const SparseMat B = make_loads(assembly, whole, assembly.inputs);
    const SparseMat C = SparseMat(make_loads(assembly, whole, assembly.outputs).transpose());
    Comparison comparison;
    comparison.name = assembly.name;
    comparison.unknowns = whole.structure.size();
    comparison.frequencies = VecX::LinSpaced(points, band.low, band.high);
    const HeldSystem system(whole.structure,
                            ReferenceFrame{whole.structure.rigid_modes, MatX(0, comparison.unknowns), {}});
    const FullResponse response = compute_full_response(system, B, C, band, points, tell_of("full assembly", progress));
    comparison.seconds = response.seconds;
    comparison.magnitude = compute_magnitudes(response.H);
    const Eigenmodes modes = compute_full_modes(system, band, tell_of("full assembly", progress));
    comparison.full_omega = modes.omega;
    for (const std::string& name : reductions)
        try_body(fmt::format("{}: reduction \"{}\"", assembly.file, name), comparison.failed, [&] {
            comparison.bodies.push_back(judge_reduction(assembly, name, {whole, response, modes}, progress));
        });
    return comparison;
}

}  // namespace ritz
