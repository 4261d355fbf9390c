// Sets of nodes: by number, by range, by place, by name.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/errors.hpp"
#include "scenes/loader/model/model_forms.hpp"

namespace ritz {
namespace {

void make_ascending(std::vector<int>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// Coordinates of a mesh are rounded: a face on the border of the box belongs to it.
std::vector<int> find_inside(const Vec3& low, const Vec3& high, const Nodes* nodes) {
    std::vector<int> inside;
    if (!nodes || nodes->size() == 0) return inside;
    const Vec3 extent = nodes->positions.rowwise().maxCoeff() - nodes->positions.rowwise().minCoeff();
    const double slack = 1e-6 * extent.maxCoeff();
    for (int i = 0; i < nodes->size(); ++i) {
        const auto place = nodes->positions.col(i).array();
        if ((place >= low.array() - slack).all() && (place <= high.array() + slack).all()) inside.push_back(i);
    }
    return inside;
}

void fill_box(Form& form, const Nodes* nodes, std::vector<int>& inside) {
    form.group("box", false, "only those inside it", [&](Form& box) {
        Vec3 low, high;
        const std::size_t before = box.complaints();
        box.required("min", low, "[m]");
        box.required("max", high, "[m]");
        if (!box.reads()) return;
        if (box.complaints() == before && (low.array() > high.array()).any())
            box.reader().complain("found a \"min\" above \"max\"");
        inside = find_inside(low, high, nodes);
    });
}

void fill_nearest(Form& form, const Nodes* nodes, std::vector<int>& list) {
    Vec3 near = Vec3::Zero();
    if (form.reads())
        form.required("near", near, "");
    else
        form.describe("near", schema::vector(3, "the node, or nodes, nearest to this place [m]"), false);
    std::optional<double> radius;
    int count = 1;
    form.optional("count", count, 1, at_least(1), "how many of them");
    form.optional("radius", radius, positive(), "all nearer than this instead [m]");
    if (!form.reads()) return;
    if (radius && form.has("count")) form.reader().complain("count", "found next to \"radius\", expected one of them");
    if (!nodes || !near.allFinite()) return;
    if (!radius && count > nodes->size())
        return form.reader().complain("count",
                                      fmt::format("found {}, and the model has only {} nodes", count, nodes->size()));
    const VecX distance = (nodes->positions.colwise() - near).colwise().norm();
    std::vector<int> order(static_cast<std::size_t>(nodes->size()));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return distance[a] < distance[b]; });
    for (std::size_t i = 0; i < order.size(); ++i)
        if (radius ? distance[order[i]] <= *radius : static_cast<int>(i) < count) list.push_back(order[i]);
}

Json describe_numbers() { return schema::list_of(schema::count(1, ""), -1, "numbers"); }

}  // namespace

NodeSets::NodeSets(const Nodes* nodes) : nodes_(nodes) {
    if (!nodes) return;
    sets_ = nodes->sets;
    for (std::size_t i = 0; i < nodes->ids.size(); ++i) by_id_.emplace_back(nodes->ids[i], static_cast<int>(i));
    std::sort(by_id_.begin(), by_id_.end());
}

void NodeSets::add_set(const std::string& name, const Reader& value) {
    if (name.empty()) value.complain("found an empty name");
    if (sets_.contains(name)) value.complain(fmt::format("the mesh has a set \"{}\" already", name));
    std::vector<int> list = read_value(value);
    make_ascending(list);
    sets_[name] = std::move(list);
}

void NodeSets::fill_sets(Form& root) {
    root.member("node_sets", false,
                schema::named(describe_node_set(), "sets of nodes besides those of the mesh", "nodes"),
                [&](Reader& reader) {
                    if (reader.optional_value("node_sets").is_array())
                        for (auto& [name, object] : reader.named_list("node_sets")) add_set(name, object);
                    else
                        for (auto& [name, value] : reader.optional_child("node_sets").members()) add_set(name, value);
                });
}

std::vector<int> NodeSets::find_set(const Reader& place) const {
    const auto name = place.as<std::string>();
    const auto found = sets_.find(name);
    if (found != sets_.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& set : sets_) known.push_back(set.first);
    if (nodes_) place.complain(fmt::format("no node set \"{}\"{}", name, suggest(name, known)));
    return {};
}

void NodeSets::add_number(const Reader& place, std::vector<int>& list) const {
    const int id = place.as<int>(at_least(1));
    if (!nodes_) return;
    const auto found = std::lower_bound(by_id_.begin(), by_id_.end(), std::pair<std::int64_t, int>(id, 0));
    if (found != by_id_.end() && found->first == id)
        list.push_back(found->second);
    else
        place.complain(fmt::format("no node {}; there are {} nodes, from {} to {}", id, by_id_.size(),
                                   by_id_.empty() ? 0 : by_id_.front().first,
                                   by_id_.empty() ? 0 : by_id_.back().first));
}

void NodeSets::add_range(const Reader& range, std::vector<int>& list) const {
    const std::size_t complaints = range.diagnostics().count();
    const auto numbers = range.as<std::vector<int>>(between(1, std::numeric_limits<int>::max()));
    if (range.diagnostics().count() != complaints) return;
    if (!range.is_array() || numbers.size() < 2 || numbers.size() > 3 || numbers[0] > numbers[1])
        return range.complain(fmt::format("found {}, expected [first, last] or [first, last, step]", range.found()));
    // Numbers that the file leaves out are left out here, too.
    const std::int64_t step = numbers.size() == 3 ? numbers[2] : 1;
    for (const auto& [id, node] : by_id_)
        if (id >= numbers[0] && id <= numbers[1] && (id - numbers[0]) % step == 0) list.push_back(node);
}

void NodeSets::fill_definition(Form& form, std::vector<int>& list) const {
    const std::size_t before = form.complaints();
    form.member("nodes", false, describe_numbers(), [&](Reader& reader) {
        for (const Reader& each : reader.list("nodes")) add_number(each, list);
    });
    Json range = schema::list_of(schema::count(1, ""), -1, "first, last, step");
    range["minItems"] = 2;
    range["maxItems"] = 3;
    form.member("ranges", false, schema::list_of(range, -1, "of numbers"), [&](Reader& reader) {
        for (const Reader& each : reader.list("ranges")) add_range(each, list);
    });
    form.member("sets", false, schema::list_of(schema::text(""), -1, "other sets"), [&](Reader& reader) {
        for (const Reader& name : reader.list("sets")) {
            const std::vector<int> set = find_set(name);
            list.insert(list.end(), set.begin(), set.end());
        }
    });
    if (form.description() || form.has("near")) fill_nearest(form, nodes_, list);
    std::vector<int> inside;
    fill_box(form, nodes_, inside);
    if (!form.reads()) return;
    const bool is_named = form.has("nodes") || form.has("ranges") || form.has("sets") || form.has("near");
    make_ascending(list);
    if (form.has("box") && is_named)
        std::erase_if(list, [&](int node) { return !std::binary_search(inside.begin(), inside.end(), node); });
    else if (form.has("box"))
        list = inside;
    form.finish();
    if (!is_named && !form.has("box"))
        form.reader().complain("expected at least one of \"nodes\", \"ranges\", \"sets\", \"near\" or \"box\"");
    else if (nodes_ && list.empty() && form.complaints() == before)
        form.reader().complain("no node of the model is in this set");
}

std::vector<int> NodeSets::read_value(Reader value) const {
    if (value.is_string()) return find_set(value);
    std::vector<int> list;
    if (value.is_object()) {
        Form form(value);
        fill_definition(form, list);
        return list;
    }
    if (!value.is_array())
        value.complain(fmt::format("found {}, expected the name of a node set, a list of node numbers or an object",
                                   value.found()));
    else
        for (const Reader& each : value.elements()) add_number(each, list);
    if (value.is_array() && value.elements().empty()) value.complain("found an empty list, expected nodes");
    return list;
}

void NodeSets::fill_nodes(Form& form, std::vector<int>& nodes) const {
    form.member("nodes", true, schema::see("nodes"), [&](Reader& reader) {
        if (const Reader value = reader.value("nodes")) nodes = read_value(value);
    });
}

Json describe_nodes() {
    return schema::any_of(
        {schema::text("the name of a set, of the mesh or of node_sets"), describe_numbers(), schema::see("node_set")});
}

Json describe_node_set() {
    std::vector<int> nodes;
    return Form::describe_object("all nodes that its members name; with a box, those of them inside it",
                                 [&](Form& form) { NodeSets(nullptr).fill_definition(form, nodes); });
}

}  // namespace ritz
