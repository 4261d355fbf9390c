// Sets of nodes: by number, by range, by place, by name.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/errors.hpp"
#include "scenes/loader/model/read_model.hpp"

namespace ritz {
namespace {

void make_ascending(std::vector<int>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

struct PlaceBox {
    Vec3 low, high;
    bool holds(const Vec3& place) const {
        return (place.array() >= low.array()).all() && (place.array() <= high.array()).all();
    }
};

/// Coordinates of a mesh are rounded: a face on the border of the box belongs to it.
PlaceBox read_box(Reader& object, const std::string& key, const Nodes* nodes) {
    Reader box = object.child(key);
    PlaceBox result{box.required<Vec3>("min"), box.required<Vec3>("max")};
    if (box.has("min") && box.has("max") && (result.low.array() > result.high.array()).any())
        box.complain("found a \"min\" above \"max\"");
    box.finish();
    if (!nodes || nodes->size() == 0) return result;
    const Vec3 extent = nodes->positions.rowwise().maxCoeff() - nodes->positions.rowwise().minCoeff();
    const Vec3 slack = Vec3::Constant(1e-6 * extent.maxCoeff());
    return {result.low - slack, result.high + slack};
}

void add_nearest(Reader& object, const Nodes* nodes, std::vector<int>& list) {
    const auto near = object.required<Vec3>("near");
    const int count = object.optional<int>("count", 1, at_least(1));
    const bool by_radius = object.has("radius");
    const double radius = object.optional<double>("radius", 0, positive());
    if (by_radius && object.has("count")) object.complain("count", "found next to \"radius\", expected one of them");
    if (!nodes || !near.allFinite()) return;
    if (!by_radius && count > nodes->size())
        return object.complain("count", fmt::format("found {}, and the model has only {} nodes", count, nodes->size()));
    const VecX distance = (nodes->positions.colwise() - near).colwise().norm();
    std::vector<int> order(static_cast<std::size_t>(nodes->size()));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return distance[a] < distance[b]; });
    for (std::size_t i = 0; i < order.size(); ++i)
        if (by_radius ? distance[order[i]] <= radius : static_cast<int>(i) < count) list.push_back(order[i]);
}

}  // namespace

NodeSets::NodeSets(Reader& root, const Nodes* nodes) : nodes_(nodes) {
    if (nodes) {
        sets_ = nodes->sets;
        for (std::size_t i = 0; i < nodes->ids.size(); ++i) by_id_.emplace_back(nodes->ids[i], static_cast<int>(i));
        std::sort(by_id_.begin(), by_id_.end());
    }
    const auto add = [&](const std::string& name, const Reader& value) {
        if (name.empty()) value.complain("found an empty name");
        if (sets_.contains(name)) value.complain(fmt::format("the mesh has a set \"{}\" already", name));
        std::vector<int> list = value.is_object() ? read_definition(value) : read_value(value);
        make_ascending(list);
        sets_[name] = std::move(list);
    };
    if (root.optional_value("node_sets").is_array())
        for (auto& [name, object] : root.named_list("node_sets")) add(name, object);
    else
        for (auto& [name, value] : root.optional_child("node_sets").members()) add(name, value);
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

std::vector<int> NodeSets::read_definition(Reader object) const {
    const std::size_t before = object.diagnostics().count();
    std::vector<int> list;
    for (const Reader& each : object.list("nodes")) add_number(each, list);
    for (const Reader& range : object.list("ranges")) {
        const std::size_t complaints = range.diagnostics().count();
        const auto numbers = range.as<std::vector<int>>(between(1, std::numeric_limits<int>::max()));
        if (range.diagnostics().count() != complaints) continue;
        if (!range.is_array() || numbers.size() < 2 || numbers.size() > 3 || numbers[0] > numbers[1]) {
            range.complain(fmt::format("found {}, expected [first, last] or [first, last, step]", range.found()));
            continue;
        }
        // Numbers that the file leaves out are left out here, too.
        const std::int64_t step = numbers.size() == 3 ? numbers[2] : 1;
        for (const auto& [id, node] : by_id_)
            if (id >= numbers[0] && id <= numbers[1] && (id - numbers[0]) % step == 0) list.push_back(node);
    }
    for (const Reader& name : object.list("sets")) {
        const std::vector<int> set = find_set(name);
        list.insert(list.end(), set.begin(), set.end());
    }
    const bool is_named = object.has("nodes") || object.has("ranges") || object.has("sets") || object.has("near");
    if (object.has("near")) add_nearest(object, nodes_, list);
    if (object.has("box")) {
        const PlaceBox box = read_box(object, "box", nodes_);
        std::vector<int> inside;
        if (nodes_)
            for (int i = 0; i < nodes_->size(); ++i)
                if (box.holds(nodes_->positions.col(i))) inside.push_back(i);
        make_ascending(list);
        if (!is_named) {
            list = inside;
        } else {
            std::vector<int> both;
            std::set_intersection(list.begin(), list.end(), inside.begin(), inside.end(), std::back_inserter(both));
            list = both;
        }
    }
    object.finish();
    make_ascending(list);
    if (!is_named && !object.has("box"))
        object.complain("expected at least one of \"nodes\", \"ranges\", \"sets\", \"near\" or \"box\"");
    else if (nodes_ && list.empty() && object.diagnostics().count() == before)
        object.complain("no node of the model is in this set");
    return list;
}

std::vector<int> NodeSets::read_value(const Reader& value) const {
    if (value.is_string()) return find_set(value);
    if (value.is_object()) return read_definition(value);
    std::vector<int> list;
    if (!value.is_array())
        value.complain(fmt::format("found {}, expected the name of a node set, a list of node numbers or an object",
                                   value.found()));
    else
        for (const Reader& each : value.elements()) add_number(each, list);
    if (value.is_array() && value.elements().empty()) value.complain("found an empty list, expected nodes");
    return list;
}

std::vector<int> NodeSets::read_nodes(Reader& object) const {
    Reader value = object.value("nodes");
    return value ? read_value(value) : std::vector<int>{};
}

}  // namespace ritz
