// Parts of a scene: other files with parameters, on frames of the scene.
//
//     "instances": {"left": {"file": "arm.json", "with": {"l": 0.5}, "world": "base.flange"},
//                   "link": {"file": "link.json", "repeat": {"count": 5, "chain": "rod.tip"}}}
#include <fmt/format.h>

#include <algorithm>

#include "engine/system/spec/instances.hpp"
#include "scenes/loader/json/complain_if_thrown.hpp"
#include "scenes/loader/json/parameters.hpp"
#include "scenes/loader/scene/scene_reading.hpp"

namespace ritz {
namespace {

constexpr int most_instances = 100000;  // in a whole scene
constexpr int most_levels = 50;         // of parts in parts

struct Repeat {
    int count = 1;
    std::string index = "i";  // the name of the number
    std::optional<FrameSpec> chain{};
};
/// What a scene says of an instance.
struct InstanceEntry {
    std::string name{};
    std::string file{};
    std::optional<Repeat> repeat{};
    Parameters with{};
    FrameSpec world{};
};

void fill_repeat(Form& form, Repeat& repeat) {
    form.required("count", repeat.count, between(0, most_instances), "how many: <name>.0, <name>.1, ...");
    form.optional("as", repeat, &Repeat::index,
                  "name of the number from 0, a parameter of \"with\", of \"world\" and of the part");
    if (form.has("chain") || form.description()) repeat.chain.emplace();
    if (repeat.chain)
        fill_frame(form, "chain", *repeat.chain,
                   "a frame of the part: that of each stands for the world of the next, and \"world\" for that of the "
                   "first",
                   false);
}

/// Which file, how often.
void fill_source(Form& form, InstanceEntry& entry) {
    form.required("file", entry.file, "a scene, relative to this file; its time, integrator and start are not used");
    if (form.has("repeat") || form.description()) entry.repeat.emplace();
    form.group("repeat", false, "several of them", [&](Form& inner) { fill_repeat(inner, *entry.repeat); });
}

/// What may differ between repeated ones.
void fill_placement(Form& form, InstanceEntry& entry) {
    form.member(
        "with", false, schema::parameters("parameters of the part and their values here"),
        [&](Reader& reader) {
            for (const NamedReader& member : reader.optional_child("with").members())
                entry.with[member.name] = member.reader.as<double>();
        },
        [] { return Json(); });
    fill_frame(form, "world", entry.world, "the frame that stands for the part's world; the world if left out", false);
}

/// "base.m{i + 1}" with numbers in the places of the expressions.
std::string expand_name(const std::string& name, const Parameters& parameters) {
    std::string text;
    for (std::size_t begin = 0; begin < name.size();) {
        const std::size_t open = std::min(name.find('{', begin), name.size());
        text += name.substr(begin, open - begin);
        if (open == name.size()) break;
        const std::size_t close = name.find('}', open);
        if (close == std::string::npos)
            throw InputError(fmt::format("found \"{}\", expected a \"}}\" behind the expression", name));
        text += fmt::format("{}", eval_number(name.substr(open + 1, close - open - 1), parameters));
        begin = close + 1;
    }
    return text;
}

/// Reads one entry and the file it names, as often as it is repeated.
class InstanceReader {
  public:
    InstanceReader(Form& form, SceneReading& reading, InstanceEntry& entry)
        : form_(form), reading_(reading), whole_(reading.whole), entry_(entry) {}

    void read(std::vector<Instance>& all) {
        const std::size_t before = form_.complaints();
        check_name();
        fill_source(form_, entry_);
        for (const char* key : {"with", "world"}) form_.has(key);  // read for each of them
        form_.finish();
        if (form_.complaints() == before) part_ = open();
        is_sound_ = form_.complaints() == before && part_ != nullptr;
        if (is_sound_) {
            reading_.file.source.add_instance(entry_.name, form_.reader().pointer(), part_->source,
                                              entry_.repeat.has_value());
            if (entry_.repeat)
                read_repeated(all);
            else
                read_one(entry_.name, nullptr, all);
        }
        if (!is_sound_) whole_.is_complete = false;
    }

  private:
    void check_name() {
        const std::string& name = entry_.name;
        if (name == "world") form_.reader().complain("the name \"world\" is taken by the world itself");
        if (name.find('.') != std::string::npos)
            form_.reader().complain(
                fmt::format("the name \"{}\" contains a dot, which separates an instance from its elements", name));
    }

    /// Null after a complaint.
    SceneFile* open() {
        const Reader place = form_.reader().value("file");
        const std::filesystem::path path = reading_.file.document.folder / entry_.file;
        std::unique_ptr<SceneFile>& file = whole_.files[name_file(path)];
        if (file == nullptr)
            if (auto opened = complain_if_thrown(place, [&] { return open_scene_file(path.string()); }))
                file = std::move(*opened);
        return file != nullptr && may_be_part(*file, place) ? file.get() : nullptr;
    }

    bool may_be_part(const SceneFile& file, const Reader& place) const {
        std::string chain = file.document.name;
        bool is_circle = false;
        int levels = 0;
        for (const SceneReading* each = &reading_; each != nullptr && !is_circle; each = each->outer, ++levels) {
            is_circle = &each->file == &file;
            chain = each->file.document.name + " -> " + chain;
        }
        if (is_circle)
            place.complain(fmt::format("a file cannot be a part of itself: {}", chain));
        else if (levels > most_levels)
            place.complain(fmt::format("parts of parts are more than {} levels deep", most_levels));
        return !is_circle && levels <= most_levels;
    }

    void read_repeated(std::vector<Instance>& all) {
        const Repeat& repeat = *entry_.repeat;
        check_index(repeat.index);
        Parameters& parameters = *reading_.file.document.parameters;
        const Parameters without = parameters;  // may hold the number of the part that this is in
        const std::size_t first = all.size();
        for (int i = 0; i < repeat.count && is_sound_; ++i) {
            parameters[repeat.index] = i;
            read_one(fmt::format("{}.{}", entry_.name, i), all.size() > first ? &all.back() : nullptr, all);
        }
        parameters = without;
    }

    void check_index(const std::string& index) {
        Reader place = form_.reader().child("repeat");
        const std::vector<std::string> taken = find_parameter_names(reading_.file.document);
        const auto checked = complain_if_thrown(place.has("as") ? place.value("as") : place, [&] {
            require_parameter_name(index);
            if (std::find(taken.begin(), taken.end(), index) != taken.end())
                throw InputError(
                    fmt::format("the name \"{}\" is taken by a parameter; choose another with \"as\"", index));
            return true;
        });
        is_sound_ = checked.has_value();
    }

    /// The one before it, if it is repeated.
    void read_one(const std::string& name, const Instance* before, std::vector<Instance>& all) {
        const std::size_t complaints = form_.complaints();
        if (++whole_.instances == most_instances + 1)
            form_.reader().complain(fmt::format("more than {} instances are too many", most_instances));
        entry_.with.clear();
        entry_.world = {};
        fill_placement(form_, entry_);
        check_with();
        expand_world();
        is_sound_ = form_.complaints() == complaints && whole_.instances <= most_instances;
        if (!is_sound_) return;
        Instance instance{name, entry_.world, {}};
        if (before != nullptr && entry_.repeat->chain) instance.world = hang_on(*before, name);
        is_sound_ = is_sound_ && read_part(name, instance.part);
        if (is_sound_) all.push_back(std::move(instance));
    }

    void check_with() {
        if (entry_.with.empty() || !part_->document.root.is_object()) return;
        const std::vector<std::string> known = find_parameter_names(part_->document);
        Reader with = form_.reader().optional_child("with");
        for (const auto& [name, value] : entry_.with)
            if (entry_.repeat && name == entry_.repeat->index)
                with.complain(name,
                              fmt::format("the name \"{}\" is that of the number of each repeated part, which cannot "
                                          "be given; choose another for the number with \"as\"",
                                          name));
            else if (std::find(known.begin(), known.end(), name) == known.end())
                with.complain(name, fmt::format("part {} has no parameter \"{}\"{}", part_->document.name, name,
                                                with.hint(name, known)));
    }

    void expand_world() {
        const Parameters& parameters = *reading_.file.document.parameters;
        for (std::string* name : {&entry_.world.body, &entry_.world.marker})
            if (const auto text = complain_if_thrown(form_.reader().optional_value("world"),
                                                     [&] { return expand_name(*name, parameters); }))
                *name = *text;
    }

    FrameSpec hang_on(const Instance& before, const std::string& name) {
        Faults faults;
        const Subject subject{SubjectKind::instance, name, "world"};
        const FrameSpec frame = place_frame(before, *entry_.repeat->chain, subject, faults);
        for (const Fault& fault : faults.list()) reading_.tell(fault);
        is_sound_ = faults.empty();
        return frame;
    }

    bool read_part(const std::string& name, SystemSpec& system) {
        SceneReading inner{whole_, *part_, &reading_};
        inner.instance = reading_.instance.empty() ? name : reading_.instance + "." + name;
        inner.entry = reading_.entry.empty()
                          ? fmt::format("{}: {}", reading_.file.document.name, form_.reader().pointer())
                          : reading_.entry;
        inner.remarks.log = reading_.remarks.log;
        inner.remarks.cache = reading_.remarks.cache;
        inner.remarks.known = reading_.remarks.known;
        Parameters given = entry_.with;
        if (entry_.repeat)
            given.emplace(entry_.repeat->index, reading_.file.document.parameters->at(entry_.repeat->index));
        Diagnostics diagnostics(part_->document.name);
        read_parameters(part_->document, diagnostics, given);
        SceneSpec part;
        if (diagnostics.empty()) {  // no number can be read without them
            Reader root(part_->document, diagnostics);
            Form form(root);
            fill_scene(form, part, &inner, SceneRole::part);
        }
        for (const Complaint& complaint : diagnostics.shown()) inner.tell(complaint);
        reading_.remarks.files.insert(reading_.remarks.files.end(), inner.remarks.files.begin(),
                                      inner.remarks.files.end());
        for (const std::string& text : inner.remarks.notes)
            whole_.remark(whole_.notes, part_->document.name, text, inner.instance);
        for (const std::string& text : inner.remarks.warnings)
            whole_.remark(whole_.warnings, part_->document.name, text, inner.instance);
        system = std::move(part.system);
        name_files_from_here(system);
        return diagnostics.empty() && whole_.is_complete;
    }

    /// Files of bodies are named relative to the file that holds them.
    void name_files_from_here(SystemSpec& system) const {
        const std::filesystem::path folder = std::filesystem::path(entry_.file).parent_path();
        for (BodySpec& body : system.bodies)
            if (auto* made = std::get_if<MadeBodySpec>(&body.kind); made != nullptr && !made->file.empty())
                made->file = (folder / made->file).lexically_normal().string();
    }

    Form& form_;
    SceneReading& reading_;
    WholeReading& whole_;
    InstanceEntry& entry_;
    SceneFile* part_ = nullptr;
    bool is_sound_ = false;
};

}  // namespace

/// A scene is written with its parts in their places.
void fill_instances(Form& form, SystemSpec& system, SceneReading* reading) {
    std::vector<InstanceEntry> entries;
    std::vector<Instance> instances;
    fill_named(
        form, "instances", entries, "parts from other files, whose elements are called <instance>.<element>",
        [&](Form& inner, InstanceEntry& entry) {
            if (reading != nullptr) return InstanceReader(inner, *reading, entry).read(instances);
            fill_source(inner, entry);
            fill_placement(inner, entry);
        },
        [](const InstanceEntry&, const Reader&, bool) {});
    if (reading == nullptr) return;
    Faults faults;
    add_instances(system, std::move(instances), faults);
    for (const Fault& fault : faults.list()) reading->tell(fault);
    if (!faults.empty()) reading->whole.is_complete = false;
}

}  // namespace ritz
