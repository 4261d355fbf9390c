#include <fmt/format.h>

#include "engine/simulation/validity.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/scene/scene_forms.hpp"

namespace ritz {
namespace {

const std::string inertia_words = "about the centre of mass [kg m²]; a point mass if left out";

void fill_mass(Form& form, MassSpec& spec) {
    form.required("mass", spec.mass, positive(), "[kg]");
    form.optional("center", spec, &MassSpec::center, "of mass, in the body's frame [m]");
    form.member(
        "inertia", false, [&] { return describe_inertia(inertia_words); },
        [&](Reader& reader) {
            if (reader.has("inertia")) spec.inertia = read_inertia(reader);
        },
        [&] { return spec.inertia ? to_json(MatX(*spec.inertia)) : Json(); });
}

void fill_shape(Form& form, SolidShape& shape) {
    const auto fill = [](Form& inner, const std::string& kind, SolidShape& each) {
        if (kind == "box") {
            Vec3 size = std::holds_alternative<SolidBox>(each) ? std::get<SolidBox>(each).size : Vec3(Vec3::Ones());
            inner.required("box", size, positive(), "edges along x, y, z [m]");
            each = SolidBox{size};
        } else if (kind == "cylinder") {
            SolidCylinder cylinder =
                std::holds_alternative<SolidCylinder>(each) ? std::get<SolidCylinder>(each) : SolidCylinder{1, 1};
            inner.group("cylinder", true, "along z", [&](Form& c) {
                c.required("radius", cylinder.radius, positive(), "[m]");
                c.required("length", cylinder.length, positive(), "[m]");
            });
            each = cylinder;
        } else {
            SolidSphere sphere =
                std::holds_alternative<SolidSphere>(each) ? std::get<SolidSphere>(each) : SolidSphere{1};
            inner.group("sphere", true, "", [&](Form& s) { s.required("radius", sphere.radius, positive(), "[m]"); });
            each = sphere;
        }
    };
    const std::vector<std::string> kinds = {"box", "cylinder", "sphere"};  // in the order of the variant
    if (form.reads()) {
        const std::string kind = form.reader().exactly_one_of(kinds);
        if (!kind.empty()) fill(form, kind, shape);
    } else if (form.writes()) {
        fill(form, kinds[shape.index()], shape);
    } else {
        for (const std::string& kind : kinds)
            form.description()->alternatives.push_back(
                Form::describe_object("", [&](Form& inner) { fill(inner, kind, shape); }));
    }
}

void fill_solid(Form& form, SolidSpec& solid) {
    form.group("shape", true, "a solid about its centre", [&](Form& shape) { fill_shape(shape, solid.shape); });
    const std::string measure = form.reads() ? form.reader().exactly_one_of({"density", "mass"}) : "";
    if (measure == "density" || !form.reads()) form.optional("density", solid.density, positive(), "[kg/m³], or mass");
    if (measure == "mass" || !form.reads()) form.optional("mass", solid.mass, positive(), "[kg], or density");
    fill_pose(form, solid.pose);
    for (const char* key : {"center", "inertia"})
        if (form.has(key)) form.reader().complain(key, "found next to \"shape\", from which it follows");
}

void fill_rigid(Form& form, RigidBodySpec& rigid) {
    if (form.has("shape")) rigid.inertia = SolidSpec{};
    if (auto* solid = std::get_if<SolidSpec>(&rigid.inertia))
        fill_solid(form, *solid);
    else
        fill_mass(form, std::get<MassSpec>(rigid.inertia));
    fill_places(form, rigid.places);
}

void fill_track(Form& form, RigidTrackSpec& track) {
    form.required("points", track.points, "in the body's frame [m]");
    form.optional("closed", track, &RigidTrackSpec::closed, "whether the last point joins the first");
    form.optional("up", track, &RigidTrackSpec::up, "keeps the frame's z axis near");
    form.finish();
}

/// Of a body with n elastic coordinates.
void fill_start(Form& form, Eigen::Index n, BodySpec& body) {
    const auto vector = [&](Form& initial, const std::string& key, VecX& value, const std::string& words) {
        initial.member(
            key, false, [&] { return schema::vector(-1, words); },
            [&](Reader& reader) {
                if (reader.has(key)) value = reader.required_vector(key, n);
            },
            [&] { return value.size() > 0 && !value.isZero(0) ? to_json(value) : Json(); });
    };
    form.group("initial", false, "elastic coordinates at the start; zero if left out", [&](Form& initial) {
        vector(initial, "q", body.q, "one for each mode");
        vector(initial, "q_dot", body.q_dot, "[1/s]");
    });
}

void fill_modal(Form& form, ModalDamping& damping) {
    form.required("modal", damping.ratio, non_negative(), "Lehr's damping ratio D");
}

}  // namespace

Mat3 read_inertia(Reader& object) {
    const Reader value = object.value("inertia");
    if (!value) return Mat3::Identity();
    // Three numbers are the diagonal; everything else shall be three rows.
    const bool is_diagonal = value.is_array() && !value.elements().empty() && value.elements()[0].may_be_number();
    if (is_diagonal) return Mat3(value.as<Vec3>().asDiagonal());
    return value.as<Mat3>();
}

Json describe_inertia(const std::string& words) {
    return schema::any_of(
        {schema::vector(3, "Ixx, Iyy, Izz"), schema::list_of(schema::vector(3, ""), 3, "the symmetric matrix")}, words);
}

void fill_places(Form& form, PlacesSpec& places) {
    const auto seen = [](const auto&, const Reader&, bool) {};
    fill_named(
        form, "markers", places.markers, "frames fixed to it",
        [](Form& inner, RigidMarkerSpec& marker) {
            fill_pose(inner, marker.pose);
            inner.finish();
        },
        seen);
    fill_named(form, "tracks", places.tracks, "smooth curves fixed to it", fill_track, seen);
}

void fill_rayleigh(Form& form, RayleighDamping& damping) {
    form.optional("alpha", damping, &RayleighDamping::alpha, non_negative(), "times the mass [1/s]");
    form.optional("beta", damping, &RayleighDamping::beta, non_negative(), "times the stiffness [s]");
}

Json describe_damping() {
    ModalDamping modal;
    RayleighDamping rayleigh;
    return schema::one_of(
        {Form::describe_object("the same ratio for every mode", [&](Form& form) { fill_modal(form, modal); }),
         Form::describe_object("Rayleigh damping", [&](Form& form) { fill_rayleigh(form, rayleigh); })},
        "of the elastic coordinates; none if left out");
}

void fill_damping(Form& form, Damping& damping) {
    if (form.description()) return form.describe("damping", schema::see("damping"), false);
    form.group("damping", false, "", [&](Form& inner) {
        const bool is_rayleigh =
            inner.reads() ? inner.has("alpha") || inner.has("beta") : std::holds_alternative<RayleighDamping>(damping);
        if (inner.reads() && is_rayleigh == inner.has("modal"))
            return inner.reader().complain("expected either \"modal\" or \"alpha\" and \"beta\"");
        if (is_rayleigh) {
            RayleighDamping rayleigh = inner.reads() ? RayleighDamping{} : std::get<RayleighDamping>(damping);
            fill_rayleigh(inner, rayleigh);
            damping = rayleigh;
        } else {
            ModalDamping modal = inner.reads() ? ModalDamping{} : std::get<ModalDamping>(damping);
            if (inner.reads() || modal.ratio != 0) fill_modal(inner, modal);
            damping = modal;
        }
    });
}

namespace {

void fill_camber_load(Form& form, CamberLoad& load) {
    form.optional("marker", load.at.marker, std::string(), "where it acts");
    form.optional("x", load.at.x, non_negative(), "or a place along a beam [m]");
    form.required("force", load.force, "in the world's axes [N]");
}

/// "camber": {"own_weight": true, "loads": [{"x": 15, "force": [0, 0, -1000]}]}.
void fill_camber(Form& form, std::optional<CamberSpec>& camber) {
    if ((form.reads() && !form.has("camber")) || (form.writes() && !camber)) return;
    CamberSpec spec = camber.value_or(CamberSpec{});
    const auto fill = [&](Form& inner) {
        inner.optional("own_weight", spec, &CamberSpec::own_weight, "its own, as it stands at the start");
        CamberLoad example;
        inner.member(
            "loads", false,
            schema::list_of(Form::describe_object("", [&](Form& one) { fill_camber_load(one, example); }), -1,
                            "and forces on it"),
            [&](Reader& reader) {
                for (Reader& element : reader.list("loads")) {
                    Reader object = element.only_if_object();
                    if (!object) continue;
                    Form one(object);
                    fill_camber_load(one, spec.loads.emplace_back());
                    object.finish();
                }
            },
            [&] {
                Json list = Json::array();
                for (CamberLoad& load : spec.loads) {
                    Json object = Json::object();
                    Form one(object);
                    fill_camber_load(one, load);
                    list.push_back(object);
                }
                return list.empty() ? Json() : list;
            });
        if (inner.writes() && inner.object()->empty()) (*inner.object())["own_weight"] = true;
    };
    form.group("camber", false, "the stress-free shape: such that the body is straight under these loads", fill);
    if (!form.description()) camber = spec;
}

}  // namespace

void fill_body(Form& form, BodySpec& body, BodyRemarks& remarks) {
    using Variant = decltype(body.kind);
    if (form.reads() && body.name == "world") form.reader().complain("the name \"world\" is taken by the world itself");
    static const std::vector<Kind<Variant>> kinds = {
        {"rigid", RigidBodySpec{MassSpec{}, {}}, "a rigid body by numbers"},
        {"rigid", RigidBodySpec{SolidSpec{}, {}}, "a rigid body by its shape"},
        {"beam", BeamSpec{}, "a straight uniform beam along x, by its closed-form modes"},
        {"elastic", NumericBodySpec{}, "an elastic body by its matrices, with n modes in its floating frame"},
        {"file", MadeBodySpec{}, "an elastic body from a file, with its markers and tracks"}};
    const std::size_t before = form.complaints();
    const auto fill = [&](Form& inner, auto& kind) {
        using T = std::decay_t<decltype(kind)>;
        if constexpr (std::is_same_v<T, RigidBodySpec>) {
            fill_rigid(inner, kind);
            return;
        } else if constexpr (std::is_same_v<T, BeamSpec>) {
            fill_beam(inner, kind);
            fill_start(inner, count_shapes(kind), body);
            if (inner.reads() && inner.complaints() == before)
                for (const std::string& odd : find_odd_measures(kind))
                    remarks.warnings.push_back(fmt::format("body \"{}\": {}", body.name, odd));
        } else if constexpr (std::is_same_v<T, NumericBodySpec>) {
            fill_numeric_body(inner, kind);
            fill_start(inner, kind.Ke.rows(), body);
        } else {
            fill_file_body(inner, body.name, kind, remarks);
            if (inner.reads() && kind.body == nullptr)
                inner.has("initial");  // its size is not known
            else
                fill_start(inner, kind.body == nullptr ? 0 : kind.body->modes(), body);
        }
        if constexpr (!std::is_same_v<T, RigidBodySpec>) fill_camber(inner, body.camber);
    };
    if (fill_kind(form, body.kind, kinds, fill)) form.finish();
}

}  // namespace ritz
