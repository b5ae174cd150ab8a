/// What describes a field, and a type as a table of them. The tables are written with describe.hpp; what is made from
/// them (core/describe) needs no more than this.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ridgepoint/error.hpp"

namespace ridgepoint {

enum class Kind : unsigned char {
    number = 1,  ///< a double, a quantity, or an optional double
    boolean,     ///< true or false
    choice,      ///< one of a list of names
    text,        ///< a string
    texts,       ///< a list of strings
    remark,      ///< a Remark of a result, written as a string
    remarks,     ///< a list of those
    numbers,     ///< a list of doubles, each within the row's range
    object,      ///< a struct with a description of its own
    list,        ///< a list of such structs
    reference,   ///< the id of an entry of a catalogue, or the entry itself
    preset,      ///< the name of a set of values (its first field), or an object that may start from one
};

struct Field;
struct Type;

/// What a description says for people and for forms, and no solver asks. A page gets it with schema.json and the lists
/// that web/build makes of that, so the engine it downloads goes without (RIDGEPOINT_COMPACT), and without room for it.
#ifdef RIDGEPOINT_COMPACT
struct Words {
    constexpr Words() = default;
    constexpr Words(const char*) {}
    constexpr operator std::string_view() const { return {}; }
    constexpr bool empty() const { return true; }
};
#else
struct Words : std::string_view {
    constexpr Words() = default;
    constexpr Words(const char* text) : std::string_view(text) {}
};
#endif

/// Stands for "no bound". The largest double has no zero bytes, which keeps the tables in one piece in the download.
inline constexpr double unbounded = std::numeric_limits<double>::max();

/// Where an empty list of names begins: a null pointer would be a run of zero bytes too.
inline constexpr std::string_view no_names[1]{};

/// How a list of structs is walked and grown without knowing its element type.
struct ListAccess {
    std::size_t (*size)(const void* list);
    const void* (*at)(const void* list, std::size_t index);
    void* (*append)(void* list);
};

/// How a member that shares an entry of a catalogue is read and written without knowing the entry's type.
struct Reference {
    const void* (*entry)(const void* member);  ///< null where there is none
    void (*refer)(void* member, std::shared_ptr<const void> entry);
    std::shared_ptr<void> (*make)();
    Expected<void> (*check)(const void* entry, const std::string& path);  ///< rules beyond single fields
};

/// What a request says of one of the choices that other fields start from; nothing where it is silent.
class Chosen {
public:
    virtual Expected<std::optional<double>> of(const Field& field) const = 0;

protected:
    ~Chosen() = default;
};

/// How members of one type are read and written, whatever struct holds them.
struct Access {
    double (*read)(const void* member) = nullptr;  ///< null unless a scalar
    void (*write)(void* member, double value) = nullptr;
    const Type& (*nested)() = nullptr;  ///< of structs, lists of them, references and presets
    const ListAccess* list = nullptr;   ///< of lists of structs
    const Reference* reference = nullptr;
    /// For references and presets: copies a member, and puts such a copy back.
    std::shared_ptr<const void> (*copy)(const void* member) = nullptr;
    void (*assign)(void* member, const void* from) = nullptr;
    /// For presets: fills in the values that the choices stand for.
    Expected<void> (*start)(void* member, const Chosen& chosen, const std::string& path) = nullptr;
};

/// One row. The members are ordered, and the absent ones chosen, for the download: what differs from row to row stands
/// together, and no run of zero bytes is long, for there the WebAssembly tools would cut the data in two.
struct Field {
    std::string_view name;
    std::size_t offset = 0;  ///< of the member, in bytes
    const Access* access = nullptr;
    double slider_low = unbounded;  ///< `unbounded` where a slider makes no sense
    double slider_high = unbounded;
    double maximum = unbounded;
    double minimum = -unbounded;
    Kind kind = Kind::number;
    bool optional = false;  ///< may be absent or null
    bool required = false;  ///< must be given in a request
    bool integer = false;
    bool logarithmic = false;
    bool by_first = false;  ///< a list written as an object, by the first field of its items; an object that may be
                            ///< written as its first field alone, a number
    bool starts = false;    ///< a choice that other fields start from
    [[no_unique_address]] Words unit;
    [[no_unique_address]] Words text;
    std::span<const std::string_view> names{
        no_names, std::size_t{0}};  ///< of a choice; of a place in a list beside it, that list's

    const void* at(const void* object) const { return static_cast<const std::byte*>(object) + offset; }
    void* at(void* object) const { return static_cast<std::byte*>(object) + offset; }

    /// Scalars travel as doubles: a choice as its index, a boolean as 0 or 1, an unset value as NaN.
    bool has_slider() const { return slider_low != unbounded; }
    bool is_scalar() const { return access->read != nullptr; }
    bool has_parts() const { return access->nested != nullptr; }
    const Type& nested() const { return access->nested(); }
    bool is_brief() const { return by_first && kind == Kind::object; }
    /// Whether the member is a double, alone or as a quantity, which needs no call to be read and written.
    bool is_double() const { return kind == Kind::number && !optional; }
    double value_of(const void* at) const { return is_double() ? *static_cast<const double*>(at) : access->read(at); }
    void set_value(void* at, double value) const {
        if (is_double()) *static_cast<double*>(at) = value;
        else access->write(at, value);
    }
    double get(const void* object) const { return access->read(at(object)); }
    void set(void* object, double value) const { access->write(at(object), value); }

    template <class V>
    constexpr Field with(V Field::* member, std::type_identity_t<V> value) const {
        Field copy = *this;
        copy.*member = value;
        return copy;
    }
    constexpr Field in(Words unit_name) const { return with(&Field::unit, unit_name); }
    constexpr Field range(double low, double high) const {
        return with(&Field::minimum, low).with(&Field::maximum, high);
    }
    constexpr Field whole(double low, double high) const { return range(low, high).with(&Field::integer, true); }
    constexpr Field starting() const { return with(&Field::starts, true); }
    constexpr Field by_key() const { return with(&Field::by_first, true); }
    constexpr Field or_first() const { return with(&Field::by_first, true); }
    constexpr Field must() const { return with(&Field::required, true); }
    constexpr Field slider(double low, double high) const {
        return with(&Field::slider_low, low).with(&Field::slider_high, high);
    }
    constexpr Field log_slider(double low, double high) const {
        return slider(low, high).with(&Field::logarithmic, true);
    }
    constexpr Field choices(std::span<const std::string_view> list_of_names) const {
        return with(&Field::names, list_of_names);
    }
    /// A number that is a place in the list of that name.
    constexpr Field into(std::span<const std::string_view, 1> list) const { return with(&Field::names, list); }
    bool is_place() const { return kind == Kind::number && !names.empty(); }
};

struct Type {
    std::string_view name;
    [[no_unique_address]] Words text;
    std::span<const Field> fields;
    const void* (*defaults)() = nullptr;

    const Field* find(std::string_view field_name) const {
        for (const Field& f : fields)
            if (f.name == field_name) return &f;
        return nullptr;
    }
};

/// The description of T; specialised beside each described struct.
template <class T>
const Type& describe();

}  // namespace ridgepoint
