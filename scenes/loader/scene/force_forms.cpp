#include <fmt/format.h>

#include "scenes/loader/scene/read_signal.hpp"
#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

void fill_table(Form& form, const std::string& key, std::optional<Table>& table, const std::string& words) {
    form.member(
        key, false, [&] { return schema::see("table", words); },
        [&](Reader& reader) {
            if (Reader object = reader.optional_child(key)) table = read_table(object);
        },
        [&] { return table ? write_table(*table, "x") : Json(); });
}

/// "stiffness" or "table", and "damping"; at least one of them.
void fill_law(Form& form, ForceLaw& law, const std::string& unit) {
    if (form.has("table") && form.has("stiffness"))
        form.reader().complain("table", "found next to \"stiffness\", expected only one of them");
    if (form.reads() && !form.has("table") && !form.has("stiffness") && !form.has("damping"))
        form.reader().complain("expected \"stiffness\", \"table\" or \"damping\"");
    form.optional("stiffness", law, &ForceLaw::stiffness, non_negative(), "[" + unit + "]");
    form.optional("damping", law, &ForceLaw::damping, non_negative(), "[" + unit + " s]");
    fill_table(form, "table", law.table, "force over deflection, instead of the stiffness");
    // What is written must say that there is a law, even if it is nothing.
    if (form.writes() && !law.table && law.stiffness == 0 && law.damping == 0) (*form.object())["stiffness"] = 0;
}

void fill(Form& form, PointSpringSpec& spring) {
    fill_frame(form, "from", spring.from, "");
    fill_frame(form, "to", spring.to, "");
    fill_law(form, spring.law, "N/m");
    const bool is_damper = form.reads() && !form.has("stiffness") && !form.has("table");
    if (form.reads() && !is_damper)
        form.required("length", spring.length, non_negative(), "");
    else if (form.writes())
        form.required("length", spring.length, non_negative(), "");
    else
        form.optional("length", spring, &PointSpringSpec::length, non_negative(),
                      "unstretched [m]; only a damper may go without");
    form.choice("sides", spring, &PointSpringSpec::sides,
                {{"both", Sides::both}, {"compression", Sides::compression}, {"tension", Sides::tension}},
                "where it answers");
}

void fill(Form& form, BushingSpec& bushing) {
    fill_frame(form, "from", bushing.from, "");
    fill_frame(form, "to", bushing.to, "");
    const auto law = [&](std::size_t k) -> ForceLaw& {
        return k < 3 ? bushing.translation[k] : bushing.rotation[k - 3];
    };
    const auto six = [&](const std::string& key, double ForceLaw::*value, const std::string& words) {
        form.member(
            key, false, schema::list_of(schema::non_negative(""), 6, words),
            [&](Reader& reader) {
                if (!reader.has(key)) return;
                const VecX numbers = reader.required_vector(key, 6, non_negative());
                for (std::size_t k = 0; k < 6; ++k) law(k).*value = numbers[static_cast<Eigen::Index>(k)];
            },
            [&] {
                Json list = Json::array();
                for (std::size_t k = 0; k < 6; ++k) list.push_back(law(k).*value);
                return list;
            });
    };
    if (form.reads() && !form.has("stiffness") && !form.has("damping") && !form.has("tables"))
        form.reader().complain("expected \"stiffness\", \"damping\" or \"tables\"");
    six("stiffness", &ForceLaw::stiffness, "x, y, z [N/m], rx, ry, rz [N m/rad]");
    six("damping", &ForceLaw::damping, "x, y, z [N s/m], rx, ry, rz [N m s/rad]");
    const std::array<const char*, 6> names = {"x", "y", "z", "rx", "ry", "rz"};
    form.group("tables", false, "instead of a stiffness", [&](Form& tables) {
        for (std::size_t k = 0; k < 6; ++k) {
            fill_table(tables, names[k], law(k).table, "");
            if (tables.has(names[k]) && law(k).stiffness != 0)
                tables.reader().complain(names[k],
                                         "found next to a stiffness along the same axis, expected only one of them");
        }
    });
}

void fill(Form& form, JointSpringSpec& spring) {
    fill_coordinate(form, spring.at);
    fill_law(form, spring.law, "N/m or N m/rad");
    form.angle("position", spring, &JointSpringSpec::position, "where it is relaxed [m or rad]; 0 if left out");
}

void fill(Form& form, JointStopSpec& stop) {
    fill_coordinate(form, stop.at);
    // A coordinate in m or rad; degrees only if the twin is there.
    const auto end = [&](const std::string& key, double& value, const std::string& words) {
        if (form.reads() && !form.has(key + "_deg"))
            form.required(key, value, words);
        else
            form.angle(key, value, std::numeric_limits<double>::quiet_NaN(), words);
    };
    end("lower", stop.lower, "[m or rad]");
    end("upper", stop.upper, "[m or rad]");
    form.required("stiffness", stop.stiffness, positive(), "[N/m or N m/rad]");
    form.optional("damping", stop, &JointStopSpec::damping, non_negative(), "[N s/m or N m s/rad]");
}

void fill(Form& form, JointFrictionSpec& friction) {
    fill_coordinate(form, friction.at);
    if (form.reads() && !form.has("coulomb") && !form.has("viscous"))
        form.reader().complain("expected \"coulomb\" or \"viscous\"");
    form.optional("coulomb", friction, &JointFrictionSpec::coulomb, non_negative(), "while sliding [N or N m]");
    if (form.reads()) friction.breakaway = friction.coulomb;
    if (form.reads() || form.writes())
        form.optional("breakaway", friction.breakaway, friction.coulomb, non_negative(), "");
    else
        form.describe("breakaway", schema::non_negative("at the start of sliding [N or N m]; coulomb if left out"),
                      false);
    form.optional("viscous", friction, &JointFrictionSpec::viscous, non_negative(), "[N s/m or N m s/rad]");
    // Without dry friction nothing jumps at rest; the law still divides by it.
    const bool is_dry = friction.coulomb > 0 || friction.breakaway > 0;
    const std::string words = "below it the force goes through zero smoothly [m/s or rad/s]";
    if (is_dry && !form.description())
        form.required("regularisation", friction.regularisation, positive(), words);
    else
        form.optional("regularisation", friction, &JointFrictionSpec::regularisation, positive(), words);
    if (form.has("stribeck_rate") || !form.reads()) {
        if (form.reads())
            form.required("stribeck_rate", friction.stribeck_rate, positive(), "");
        else
            form.optional("stribeck_rate", friction, &JointFrictionSpec::stribeck_rate, positive(),
                          "at which breakaway has faded [m/s or rad/s]");
    }
    if (form.writes() && friction.coulomb == 0 && friction.viscous == 0) (*form.object())["viscous"] = 0;
}

}  // namespace

void fill_force(Form& form, ForceSpec& force) {
    using Variant = decltype(ForceSpec::kind);
    static const std::vector<Kind<Variant>> kinds = {
        {"spring", PointSpringSpec{}, "between the origins of two frames"},
        {"bushing", BushingSpec{}, "springs along and about the axes of the first frame"},
        {"joint_spring", JointSpringSpec{}, "on a coordinate"},
        {"joint_stop", JointStopSpec{}, "contact springs at the ends of the range of a coordinate"},
        {"joint_friction", JointFrictionSpec{}, "Coulomb friction on a coordinate, made smooth"}};
    const auto fill_all = [&](Form& inner, auto& kind) {
        fill(inner, kind);
        using Spec = std::decay_t<decltype(kind)>;
        if constexpr (std::is_same_v<Spec, PointSpringSpec> || std::is_same_v<Spec, BushingSpec>)
            fill_activation(inner, force.active);
    };
    if (fill_kind(form, force.kind, kinds, fill_all)) form.finish();
}

}  // namespace ritz
