#include "bodies/exchange/hdf5.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bodies/exchange/hdf5_parts.hpp"
#include "core/errors.hpp"

namespace ritz::hdf5 {
namespace {

using Eigen::Index;

std::string describe(const Extents& extents) {
    if (extents.empty()) return "a single value";
    std::vector<std::string> sizes;
    for (const hsize_t e : extents) sizes.push_back(e == static_cast<hsize_t>(any_size) ? "any" : fmt::format("{}", e));
    return fmt::format("{}{}", fmt::join(sizes, " x "), sizes.size() == 1 ? " values" : "");
}

std::string describe_type(hid_t type) {
    const H5T_class_t kind = H5Tget_class(type);
    const std::size_t bits = 8 * H5Tget_size(type);
    if (kind == H5T_FLOAT) return fmt::format("real numbers of {} bits", bits);
    if (kind == H5T_INTEGER) return fmt::format("integers of {} bits", bits);
    if (kind == H5T_STRING) return H5Tis_variable_str(type) > 0 ? "texts of variable length" : "texts";
    return "another type";
}

Handle make_space(const Extents& extents) {
    return {extents.empty() ? H5Screate(H5S_SCALAR)
                            : H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr),
            H5Sclose};
}

Handle make_text_type(std::size_t length) {
    Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.id(), std::max<std::size_t>(length, 1));
    H5Tset_strpad(type.id(), H5T_STR_NULLPAD);
    H5Tset_cset(type.id(), H5T_CSET_UTF8);
    return type;
}

bool write_dataset(hid_t group, const std::string& name, hid_t file_type, hid_t memory_type, const Extents& extents,
                   const void* data) {
    const Handle space = make_space(extents), creation = make_creation();
    const Handle set(H5Dcreate2(group, name.c_str(), file_type, space.id(), H5P_DEFAULT, creation.id(), H5P_DEFAULT),
                     H5Dclose);
    return set && H5Dwrite(set.id(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0;
}

struct Dataset {
    Handle set, type;
    Extents extents;
};

/// Other files and foreign filters are out of bounds, and the numbers promised must be there: deflate shrinks by less
/// than 1100, so a small file cannot ask for much memory.
std::string why_not_readable(const Dataset& data) {
    const Handle list(H5Dget_create_plist(data.set.id()), H5Pclose);
    const H5D_layout_t layout = H5Pget_layout(list.id());
    if (layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED && layout != H5D_COMPACT) return "a layout that is not known";
    if (layout == H5D_CONTIGUOUS && H5Pget_external_count(list.id()) != 0) return "a reference to another file";
    for (int i = 0; i < H5Pget_nfilters(list.id()); ++i) {
        unsigned flags = 0, config = 0;
        std::size_t values = 0;
        const H5Z_filter_t filter =
            H5Pget_filter2(list.id(), static_cast<unsigned>(i), &flags, &values, nullptr, 0, nullptr, &config);
        if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE) return "a filter that is not known";
    }
    double bytes = static_cast<double>(H5Tget_size(data.type.id()));
    for (const hsize_t e : data.extents) bytes *= static_cast<double>(e);
    const double stored = static_cast<double>(H5Dget_storage_size(data.set.id()));
    if (bytes > (layout == H5D_CHUNKED ? 1100 : 1) * stored)
        return fmt::format("{}, of which only {:.0f} bytes are in the file", describe(data.extents), stored);
    return {};
}

bool matches(const Extents& found, const Extents& expected) {
    if (found.size() != expected.size()) return false;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (expected[i] != static_cast<hsize_t>(any_size) && expected[i] != found[i]) return false;
    return true;
}

Dataset open_dataset(hid_t group_id, const Group& group, const std::string& name, H5T_class_t kind,
                     const std::string& expected_type, const Extents& expected) {
    if (!group.has(name)) group.complain(name, fmt::format("found nothing, expected {}", expected_type));
    Dataset data;
    data.set = Handle(H5Oopen(group_id, name.c_str(), H5P_DEFAULT), H5Oclose);
    if (!data.set || H5Iget_type(data.set.id()) != H5I_DATASET)
        group.complain(name, fmt::format("found something else, expected {}", expected_type));
    data.type = Handle(H5Dget_type(data.set.id()), H5Tclose);
    const Handle space(H5Dget_space(data.set.id()), H5Sclose);
    if (!data.type || !space || H5Sget_simple_extent_type(space.id()) == H5S_NULL)
        group.complain(name, fmt::format("found damage, expected {}", expected_type));
    if (H5Tget_class(data.type.id()) != kind || (kind == H5T_STRING && H5Tis_variable_str(data.type.id()) != 0))
        group.complain(name, fmt::format("found {}, expected {}", describe_type(data.type.id()), expected_type));
    data.extents = get_extents(space.id());
    if (!matches(data.extents, expected))
        group.complain(name, fmt::format("found {}, expected {}", describe(data.extents), describe(expected)));
    if (const std::string why = why_not_readable(data); !why.empty())
        group.complain(name, fmt::format("found {}, expected {}", why, describe(expected)));
    return data;
}

void read_dataset(const Dataset& data, hid_t memory_type, void* target, const Group& group, const std::string& name) {
    if (H5Dread(data.set.id(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, target) < 0)
        group.complain(name, "found damage, expected readable data");
}

template <class Matrix>
void check_finite(const Matrix& matrix, const Group& group, const std::string& name) {
    const bool is_finite = (matrix.array() * 0).sum() == 0;  // in packets, which allFinite does not do
    if (!is_finite) group.complain(name, "found a number that is not finite, expected finite numbers");
}

/// Texts side by side, each filled with zeros.
std::string pack_texts(const std::vector<std::string>& texts, std::size_t length) {
    std::string packed(texts.size() * std::max<std::size_t>(length, 1), '\0');
    for (std::size_t i = 0; i < texts.size(); ++i) texts[i].copy(packed.data() + i * length, length);
    return packed;
}

std::string unpack_text(std::string_view padded) {
    return std::string(padded.substr(0, std::min(padded.find('\0'), padded.size())));
}

}  // namespace

void Group::complain(const std::string& name, const std::string& what) const {
    throw InputError(fmt::format("{}: {}{}: {}", file_, path_, name, what));
}

Group Group::create_group(const std::string& name) const {
    const Quiet quiet;
    Handle group(H5Gcreate2(handle_.id(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    if (!group) complain(name, "cannot be written");
    return {std::move(group), file_, path_ + name + "/"};
}

Group Group::open_group(const std::string& name) const {
    const Quiet quiet;
    if (!has(name)) complain(name, "found nothing, expected a group");
    Handle group(H5Gopen2(handle_.id(), name.c_str(), H5P_DEFAULT), H5Gclose);
    if (!group) complain(name, "found something else, expected a group");
    return {std::move(group), file_, path_ + name + "/"};
}

bool Group::has(const std::string& name) const {
    const Quiet quiet;
    if (H5Lexists(handle_.id(), name.c_str(), H5P_DEFAULT) <= 0) return false;
    H5L_info_t info;
    if (H5Lget_info(handle_.id(), name.c_str(), &info, H5P_DEFAULT) < 0 || info.type != H5L_TYPE_HARD)
        complain(name, "found a link to elsewhere, expected the data itself");
    return true;
}

Index Group::members() const {
    const Quiet quiet;
    H5G_info_t info;
    if (H5Gget_info(handle_.id(), &info) < 0) complain("", "found damage, expected a group");
    return static_cast<Index>(info.nlinks);
}

void Group::write_matrix(const std::string& name, const MatX& matrix) const {
    const Quiet quiet;
    check_finite(matrix, *this, name);
    const RowMajor rows = matrix;
    if (!write_dataset(handle_.id(), name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE,
                       {extent(rows.rows()), extent(rows.cols())}, rows.data()))
        complain(name, "cannot be written");
}

void Group::write_vector(const std::string& name, const VecX& vector) const {
    check_finite(vector, *this, name);
    write_numbers(name, vector);
}

void Group::write_numbers(const std::string& name, const VecX& vector) const {
    const Quiet quiet;
    if (!write_dataset(handle_.id(), name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {extent(vector.size())}, vector.data()))
        complain(name, "cannot be written");
}

void Group::write_floats(const std::string& name, const RowMajorFloat& rows) const {
    const Quiet quiet;
    check_finite(rows, *this, name);
    if (!write_dataset(handle_.id(), name, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {extent(rows.rows()), extent(rows.cols())},
                       rows.data()))
        complain(name, "cannot be written");
}

void Group::write_integers(const std::string& name, const std::vector<std::int64_t>& integers) const {
    const Quiet quiet;
    if (!write_dataset(handle_.id(), name, H5T_STD_I64LE, H5T_NATIVE_INT64, {integers.size()}, integers.data()))
        complain(name, "cannot be written");
}

void Group::write_texts(const std::string& name, const std::vector<std::string>& texts) const {
    const Quiet quiet;
    std::size_t length = 1;
    for (const std::string& text : texts) {
        if (text.find('\0') != std::string::npos) complain(name, "found a text with a zero byte, expected none");
        length = std::max(length, text.size());
    }
    const Handle type = make_text_type(length);
    if (!write_dataset(handle_.id(), name, type.id(), type.id(), {texts.size()}, pack_texts(texts, length).data()))
        complain(name, "cannot be written");
}

template <class Matrix>
Matrix Group::read_rows(const std::string& name, Index rows, Index columns, std::int64_t memory_type) const {
    const Dataset data =
        open_dataset(handle_.id(), *this, name, H5T_FLOAT, "real numbers", {extent(rows), extent(columns)});
    Matrix matrix(static_cast<Index>(data.extents[0]), static_cast<Index>(data.extents[1]));
    read_dataset(data, memory_type, matrix.data(), *this, name);
    check_finite(matrix, *this, name);
    return matrix;
}

MatX Group::read_matrix(const std::string& name, Index rows, Index columns) const {
    const Quiet quiet;
    return read_rows<RowMajor>(name, rows, columns, H5T_NATIVE_DOUBLE);
}

RowMajorFloat Group::read_floats(const std::string& name, Index rows, Index columns) const {
    const Quiet quiet;
    return read_rows<RowMajorFloat>(name, rows, columns, H5T_NATIVE_FLOAT);
}

VecX Group::read_vector(const std::string& name, Index size) const {
    VecX vector = read_numbers(name, size);
    check_finite(vector, *this, name);
    return vector;
}

VecX Group::read_numbers(const std::string& name, Index size) const {
    const Quiet quiet;
    const Dataset data = open_dataset(handle_.id(), *this, name, H5T_FLOAT, "real numbers", {extent(size)});
    VecX vector(static_cast<Index>(data.extents[0]));
    read_dataset(data, H5T_NATIVE_DOUBLE, vector.data(), *this, name);
    return vector;
}

Group::Rows Group::open_rows(const std::string& name, Index columns) const {
    const Quiet quiet;
    Extents expected = {extent(any_size)};
    if (columns > 0) expected.push_back(extent(columns));
    Dataset data = open_dataset(handle_.id(), *this, name, H5T_FLOAT, "real numbers", expected);
    return {std::move(data.set), static_cast<Index>(data.extents[0])};
}

std::vector<std::int64_t> Group::read_integers(const std::string& name, Index size) const {
    const Quiet quiet;
    const Dataset data = open_dataset(handle_.id(), *this, name, H5T_INTEGER, "integers", {extent(size)});
    std::vector<std::int64_t> integers(data.extents[0]);
    read_dataset(data, H5T_NATIVE_INT64, integers.data(), *this, name);
    return integers;
}

std::vector<std::string> Group::read_texts(const std::string& name, Index size) const {
    const Quiet quiet;
    const Dataset data = open_dataset(handle_.id(), *this, name, H5T_STRING, "texts", {extent(size)});
    const std::size_t length = H5Tget_size(data.type.id());
    std::string packed(length * data.extents[0], '\0');
    read_dataset(data, data.type.id(), packed.data(), *this, name);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < data.extents[0]; ++i)
        texts.push_back(unpack_text(std::string_view(packed).substr(i * length, length)));
    return texts;
}

void Group::write_attribute(const std::string& name, const std::string& text) const {
    const Quiet quiet;
    const Handle type = make_text_type(text.size()), space = make_space({});
    const Handle attribute(H5Acreate2(handle_.id(), name.c_str(), type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT),
                           H5Aclose);
    if (!attribute || H5Awrite(attribute.id(), type.id(), text.c_str()) < 0) complain(name, "cannot be written");
}

void Group::write_attribute(const std::string& name, int number) const {
    const Quiet quiet;
    const Handle space = make_space({});
    const Handle attribute(H5Acreate2(handle_.id(), name.c_str(), H5T_STD_I32LE, space.id(), H5P_DEFAULT, H5P_DEFAULT),
                           H5Aclose);
    if (!attribute || H5Awrite(attribute.id(), H5T_NATIVE_INT, &number) < 0) complain(name, "cannot be written");
}

std::string Group::read_text_attribute(const std::string& name) const {
    const Quiet quiet;
    const Handle attribute(H5Aopen(handle_.id(), name.c_str(), H5P_DEFAULT), H5Aclose);
    const Handle type(attribute ? H5Aget_type(attribute.id()) : -1, H5Tclose);
    constexpr std::size_t longest = 256;
    if (!type || H5Tget_class(type.id()) != H5T_STRING || H5Tis_variable_str(type.id()) != 0 ||
        H5Tget_size(type.id()) > longest || H5Aget_storage_size(attribute.id()) != H5Tget_size(type.id()))
        complain(name, "found no such attribute, expected a short text");
    std::string text(H5Tget_size(type.id()), '\0');
    if (H5Aread(attribute.id(), type.id(), text.data()) < 0) complain(name, "found damage, expected a short text");
    return unpack_text(text);
}

int Group::read_integer_attribute(const std::string& name) const {
    const Quiet quiet;
    const Handle attribute(H5Aopen(handle_.id(), name.c_str(), H5P_DEFAULT), H5Aclose);
    const Handle type(attribute ? H5Aget_type(attribute.id()) : -1, H5Tclose);
    if (!type || H5Tget_class(type.id()) != H5T_INTEGER ||
        H5Aget_storage_size(attribute.id()) != H5Tget_size(type.id()))
        complain(name, "found no such attribute, expected an integer");
    int number = 0;
    if (H5Aread(attribute.id(), H5T_NATIVE_INT, &number) < 0) complain(name, "found damage, expected an integer");
    return number;
}

File File::create(const std::string& name) {
    const Quiet quiet;
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    constexpr std::size_t growth = 1 << 22;  // big bodies in few steps
    H5Pset_fapl_core(access.id(), growth, false);
    Handle file(H5Fcreate("body", H5F_ACC_TRUNC, H5P_DEFAULT, access.id()), H5Fclose);
    if (!file) throw InputError(fmt::format("{}: cannot be made", name));
    return {std::move(file), name};
}

File File::open(std::string_view image, const std::string& name) {
    const Quiet quiet;
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    constexpr std::size_t growth = 1 << 22;  // big bodies in few steps
    H5Pset_fapl_core(access.id(), growth, false);
    std::string copy(image);  // the library wants memory it could write to
    Handle file;
    if (H5Pset_file_image(access.id(), copy.data(), copy.size()) >= 0)
        file = Handle(H5Fopen("body", H5F_ACC_RDONLY, access.id()), H5Fclose);
    if (!file) throw InputError(fmt::format("{}: found a damaged file, expected HDF5", name));
    return {std::move(file), name};
}

Group File::root() const {
    const Quiet quiet;
    Handle group(H5Gopen2(handle_.id(), "/", H5P_DEFAULT), H5Gclose);
    if (!group) throw InputError(fmt::format("{}: found a damaged file, expected HDF5", name_));
    return {std::move(group), name_, "/"};
}

std::string File::image(std::size_t room) const {
    const Quiet quiet;
    H5Fflush(handle_.id(), H5F_SCOPE_GLOBAL);
    const ssize_t size = H5Fget_file_image(handle_.id(), nullptr, 0);
    if (size <= 0) throw InputError(fmt::format("{}: cannot be made", name_));
    std::string bytes(room + static_cast<std::size_t>(size), '\0');
    if (H5Fget_file_image(handle_.id(), bytes.data() + room, static_cast<std::size_t>(size)) != size)
        throw InputError(fmt::format("{}: cannot be made", name_));
    return bytes;
}

bool File::close() {
    const Quiet quiet;
    return handle_.close_now() >= 0;
}

}  // namespace ritz::hdf5
