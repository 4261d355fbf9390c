#include "engine/estimation/refinement_history.hpp"

#include <algorithm>

#include "engine/estimation/bound_memory.hpp"

namespace ritz {
namespace {

/// The same order for writing and reading.
template <class Note, class Each>
void visit_note(Note& note, Each& each) {
    each(note.body), each(note.time), each(note.back_to), each(note.bound), each(note.reason);
}
template <class Wish, class Each>
void visit_wish(Wish& wish, Each& each) {
    each(wish.bound.t), each(wish.bound.state), each(wish.bound.modes), each(wish.bound.mode_rates);
    for (auto& place : wish.places) each(place.name), each(place.is_track);
    auto& point = wish.point;
    each(point.t), each(point.w), each(point.alpha), each(point.a);
    for (auto& load : point.loads) each(load.s), each(load.force), each(load.moment);
    each(point.q), each(point.q_dot), each(point.q_ddot);
}

}  // namespace

long RefinementHistory::count(const std::string& body) const {
    return std::count_if(notes_.begin(), notes_.end(), [&](const RefinementNote& note) { return note.body == body; });
}

ObserverMemory RefinementHistory::remember() const {
    ObserverMemory memory;
    MemoryWriter write(memory);
    write(notes_.size());
    for (std::size_t i = 0; i < notes_.size(); ++i) {
        visit_note(notes_[i], write);
        write(static_cast<std::size_t>(notes_[i].size_before));
        write(static_cast<std::size_t>(notes_[i].size_after));
        write(wishes_[i].places.size());
        write(wishes_[i].point.loads.size());
        visit_wish(wishes_[i], write);
    }
    return memory;
}

void RefinementHistory::recall(const ObserverMemory& memory) {
    MemoryReader read(memory);
    std::size_t count = 0;
    read(count);
    if (count < notes_.size()) return;
    notes_.assign(count, {});
    wishes_.assign(count, {});
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t before = 0, after = 0, places = 0, loads = 0;
        visit_note(notes_[i], read);
        read(before), read(after), read(places), read(loads);
        notes_[i].size_before = static_cast<Eigen::Index>(before);
        notes_[i].size_after = static_cast<Eigen::Index>(after);
        wishes_[i].body = notes_[i].body;
        wishes_[i].places.resize(places);
        wishes_[i].point.loads.resize(loads);
        visit_wish(wishes_[i], read);
    }
    read.finish();
}

}  // namespace ritz
