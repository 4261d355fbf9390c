#include "bodies/import/inp_sets.hpp"

#include <fmt/format.h>

#include "core/errors.hpp"

namespace ritz {
namespace {

void make_unique(std::vector<int>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

class SetResolver {
  public:
    SetResolver(const Text& text, const InpSets& sets, const IdIndex& index, const char* what,
                const std::string& instance)
        : text_(text), sets_(sets), index_(index), what_(what), instance_(instance), members_(sets.names.size()) {}

    void add(const InpSetItem& item, const std::function<std::vector<int>(const InpSetItem&)>& nodes_of_elements) {
        switch (item.kind) {
            case InpSetItem::Kind::number:
                add_number(item);
                break;
            case InpSetItem::Kind::range:
                add_range(item);
                break;
            case InpSetItem::Kind::set:
                add_all(item, members_[static_cast<std::size_t>(find_other(item))]);
                break;
            case InpSetItem::Kind::nodes_of_elements:
                add_all(item, nodes_of_elements(item));
                break;
        }
    }

    NamedSets finish() {
        NamedSets result;
        for (std::size_t i = 0; i < members_.size(); ++i) {
            make_unique(members_[i]);
            const bool qualified = sets_.scopes[i] == InpScope::part && !instance_.empty();
            std::vector<int>& target = result[qualified ? instance_ + "." + sets_.names[i] : sets_.names[i]];
            target.insert(target.end(), members_[i].begin(), members_[i].end());
            make_unique(target);
        }
        return result;
    }

  private:
    std::vector<int>& target(const InpSetItem& item) { return members_[static_cast<std::size_t>(item.set)]; }

    void add_number(const InpSetItem& item) {
        const std::optional<int> place = index_.find(item.first);
        if (!place) fail_at(text_, item.line, fmt::format("there is no {} {}", what_, item.first));
        target(item).push_back(*place);
    }

    void add_range(const InpSetItem& item) {
        std::vector<int> places;
        for (auto at = index_.first_from(item.first); at != index_.end() && at->first <= item.last; ++at)
            if ((at->first - item.first) % item.step == 0) places.push_back(at->second);
        add_all(item, places);
    }

    int find_other(const InpSetItem& item) const {
        const InpScope scope = sets_.scopes[static_cast<std::size_t>(item.set)];
        std::optional<int> other = sets_.find(item.name, scope);
        const std::string prefix = instance_ + ".";
        if (!other && !instance_.empty() && equals_ignoring_case(item.name.substr(0, prefix.size()), prefix))
            other = sets_.find(item.name.substr(prefix.size()), InpScope::part);
        if (!other)
            fail_at(text_, item.line,
                    fmt::format("there is no {} set {}{}", what_, quote(item.name),
                                suggest(item.name.substr(0, 80), sets_.names)));
        return *other;
    }

    void add_all(const InpSetItem& item, std::vector<int> places) {
        // Sets of sets of sets could make a small file work for hours.
        constexpr std::size_t most = 100'000'000;
        work_ += places.size();
        if (work_ > most) fail_at(text_, item.line, fmt::format("the {} sets repeat themselves beyond reason", what_));
        std::vector<int>& list = target(item);
        list.insert(list.end(), places.begin(), places.end());
        if (list.size() > 2 * places.size()) make_unique(list), work_ += list.size();
    }

    const Text& text_;
    const InpSets& sets_;
    const IdIndex& index_;
    const char* what_;
    const std::string& instance_;
    std::vector<std::vector<int>> members_;
    std::size_t work_ = 0;
};

}  // namespace

std::optional<int> InpSets::find(const std::string& name, InpScope scope) const {
    const auto& table = by_name[static_cast<std::size_t>(scope)];
    const auto found = table.find(to_upper(name));
    if (found == table.end()) return {};
    return found->second;
}

int InpSets::find_or_add(const std::string& name, InpScope scope) {
    const auto [place, is_new] =
        by_name[static_cast<std::size_t>(scope)].emplace(to_upper(name), static_cast<int>(names.size()));
    if (is_new) {
        names.push_back(name);
        scopes.push_back(scope);
    }
    return place->second;
}

NamedSets resolve_sets(const Text& text, const InpSets& sets, const IdIndex& index, const char* what,
                       const std::string& instance,
                       const std::function<std::vector<int>(const InpSetItem&)>& nodes_of_elements) {
    SetResolver resolver(text, sets, index, what, instance);
    for (const InpSetItem& item : sets.items) resolver.add(item, nodes_of_elements);
    return resolver.finish();
}

}  // namespace ritz
