/// One description of each request and result type.
///
/// A type's fields are listed once, in a constexpr table beside the struct: JSON name with its unit suffix, unit,
/// range, a line of text. JSON reading and writing, validation, the JSON Schema, the TypeScript declarations, the
/// command's flags and the form controls of the web front end are all read from that table. Defaults are those of
/// a default-constructed struct, so they are stated once as well.
///
///     struct Point { double batch = 1; Precision precision = Precision::fp16; };
///     inline constexpr auto point_fields = std::array{
///         field<&Point::batch>("batch", "samples in one step").whole(1, 1e6).slider(1, 512),
///         field<&Point::precision>("precision", "number format").choices(precision_names)};
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ridgepoint/quantity.hpp"

namespace ridgepoint {

struct Hardware;
struct Model;
struct Assumptions;

/// An optional choice: unset, or a value of the enumeration E.
template <class E>
struct Maybe {
    std::optional<E> chosen;
};

enum class Kind : unsigned char {
    number = 1,   ///< a double, a quantity, or an optional double
    boolean,      ///< true or false
    choice,       ///< one of a list of names
    text,         ///< a string
    texts,        ///< a list of strings
    numbers,      ///< a list of doubles, each within the row's range
    object,       ///< a struct with a description of its own
    list,         ///< a list of such structs
    model,        ///< a model id or an inline Model
    hardware,     ///< a device id or an inline Hardware
    assumptions,  ///< a preset's name or an Assumptions object
};

struct Type;

/// Stands for "no bound". The largest double has no zero bytes, which keeps the tables in one piece in the download.
inline constexpr double unbounded = std::numeric_limits<double>::max();

/// How a list of structs is walked and grown without knowing its element type.
struct ListAccess {
    std::size_t (*size)(const void* list);
    const void* (*at)(const void* list, std::size_t index);
    void* (*append)(void* list);
};

/// How members of one type are read and written, whatever struct holds them.
struct Access {
    double (*read)(const void* member) = nullptr;  ///< null unless a scalar
    void (*write)(void* member, double value) = nullptr;
    const Type& (*nested)() = nullptr;  ///< of structs, lists of them, models, devices and assumptions
    const ListAccess* list = nullptr;   ///< of lists of structs
};

/// One row. The members are ordered, and the absent ones chosen, so that a table has few runs of zero bytes: at each
/// run the WebAssembly tools would cut the data into segments of their own.
struct Field {
    std::string_view name;
    std::string_view text;
    Kind kind;
    bool optional = false;  ///< may be absent or null
    bool required = false;  ///< must be given in a request
    bool integer = false;
    bool logarithmic = false;
    bool keyed = false;  ///< a list written as an object, by the first field of its items
    const void* (*member)(const void* object) = nullptr;
    const Access* access = nullptr;
    std::string_view unit{""};
    double minimum = -unbounded;
    double maximum = unbounded;
    double slider_low = unbounded;  ///< `unbounded` where a slider makes no sense
    double slider_high = unbounded;
    std::span<const std::string_view> names{};

    const void* at(const void* object) const { return member(object); }
    void* at(void* object) const { return const_cast<void*>(member(object)); }

    /// Scalars travel as doubles: a choice as its index, a boolean as 0 or 1, an unset value as NaN.
    bool has_slider() const { return slider_low != unbounded; }
    bool is_scalar() const { return access->read != nullptr; }
    bool has_parts() const { return access->nested != nullptr; }
    const Type& nested() const { return access->nested(); }
    /// Whether the member is a double, alone or as a quantity, which needs no call to be read and written.
    bool is_double() const { return kind == Kind::number && !optional; }
    double value_of(const void* at) const { return is_double() ? *static_cast<const double*>(at) : access->read(at); }
    void set_value(void* at, double value) const {
        if (is_double()) *static_cast<double*>(at) = value;
        else access->write(at, value);
    }
    double get(const void* object) const { return access->read(member(object)); }
    void set(void* object, double value) const { access->write(at(object), value); }

    template <class V>
    constexpr Field with(V Field::*member, std::type_identity_t<V> value) const {
        Field copy = *this;
        copy.*member = value;
        return copy;
    }
    constexpr Field in(std::string_view unit_name) const { return with(&Field::unit, unit_name); }
    constexpr Field range(double low, double high) const {
        return with(&Field::minimum, low).with(&Field::maximum, high);
    }
    constexpr Field whole(double low, double high) const { return range(low, high).with(&Field::integer, true); }
    constexpr Field by_key() const { return with(&Field::keyed, true); }
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
};

struct Type {
    std::string_view name;
    std::string_view text;
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
template <>
const Type& describe<Model>();
template <>
const Type& describe<Hardware>();
template <>
const Type& describe<Assumptions>();

namespace detail {

template <class M>
struct MemberOf;
template <class C, class V>
struct MemberOf<V C::*> {
    using Class = C;
    using Value = V;
};

template <class V>
struct Scalar : std::false_type {};
template <>
struct Scalar<double> : std::true_type {
    static constexpr Kind kind = Kind::number;
    static constexpr bool optional = false;
    static double get(const double& v) { return v; }
    static void set(double& v, double x) { v = x; }
};
template <Dimension D>
struct Scalar<Quantity<D, double>> : std::true_type {
    static constexpr Kind kind = Kind::number;
    static constexpr bool optional = false;
    static double get(const Quantity<D, double>& v) { return v.value; }
    static void set(Quantity<D, double>& v, double x) { v.value = x; }
};
template <>
struct Scalar<bool> : std::true_type {
    static constexpr Kind kind = Kind::boolean;
    static constexpr bool optional = false;
    static double get(const bool& v) { return v ? 1 : 0; }
    static void set(bool& v, double x) { v = x != 0; }
};
template <class Q>
struct OptionalScalar : std::true_type {
    static constexpr Kind kind = Scalar<Q>::kind;
    static constexpr bool optional = true;
    static double get(const std::optional<Q>& v) {
        return v ? Scalar<Q>::get(*v) : std::numeric_limits<double>::quiet_NaN();
    }
    static void set(std::optional<Q>& v, double x) {
        if (std::isnan(x)) {
            v.reset();
        } else {
            Scalar<Q>::set(v.emplace(), x);
        }
    }
};
template <>
struct Scalar<std::optional<double>> : OptionalScalar<double> {};
template <>
struct Scalar<std::optional<bool>> : OptionalScalar<bool> {};
template <Dimension D>
struct Scalar<std::optional<Quantity<D, double>>> : OptionalScalar<Quantity<D, double>> {};
template <class E>
requires std::is_enum_v<E>
struct Scalar<E> : std::true_type {
    static constexpr Kind kind = Kind::choice;
    static constexpr bool optional = false;
    static double get(const E& v) { return static_cast<int>(v); }
    static void set(E& v, double x) { v = static_cast<E>(static_cast<int>(x)); }
};
template <class E>
struct Scalar<Maybe<E>> : std::true_type {
    static constexpr Kind kind = Kind::choice;
    static constexpr bool optional = true;
    static double get(const Maybe<E>& v) {
        return v.chosen ? static_cast<int>(*v.chosen) : std::numeric_limits<double>::quiet_NaN();
    }
    static void set(Maybe<E>& v, double x) {
        if (std::isnan(x)) {
            v.chosen.reset();
        } else {
            v.chosen = static_cast<E>(static_cast<int>(x));
        }
    }
};

template <class V>
struct Compound {
    static constexpr Kind kind = Kind::object;
    static constexpr Access access{.nested = &describe<V>};
};
template <>
struct Compound<std::string> {
    static constexpr Kind kind = Kind::text;
    static constexpr Access access{};
};
template <>
struct Compound<std::vector<std::string>> {
    static constexpr Kind kind = Kind::texts;
    static constexpr Access access{};
};
template <>
struct Compound<std::vector<double>> {
    static constexpr Kind kind = Kind::numbers;
    static constexpr Access access{};
};
template <class E>
struct Compound<std::vector<E>> {
    static constexpr Kind kind = Kind::list;
    static constexpr ListAccess items{
        [](const void* v) { return static_cast<const std::vector<E>*>(v)->size(); },
        [](const void* v, std::size_t i) -> const void* { return &(*static_cast<const std::vector<E>*>(v))[i]; },
        [](void* v) -> void* { return &static_cast<std::vector<E>*>(v)->emplace_back(); }};
    static constexpr Access access{.nested = &describe<E>, .list = &items};
};
template <>
struct Compound<std::shared_ptr<const Model>> {
    static constexpr Kind kind = Kind::model;
    static constexpr Access access{.nested = &describe<Model>};
};
template <>
struct Compound<std::shared_ptr<const Hardware>> {
    static constexpr Kind kind = Kind::hardware;
    static constexpr Access access{.nested = &describe<Hardware>};
};
template <>
struct Compound<Assumptions> {
    static constexpr Kind kind = Kind::assumptions;
    static constexpr Access access{.nested = &describe<Assumptions>};
};

template <class V>
inline constexpr Access scalar_access{.read = [](const void* m) { return Scalar<V>::get(*static_cast<const V*>(m)); },
                                      .write = [](void* m, double x) { Scalar<V>::set(*static_cast<V*>(m), x); }};

}  // namespace detail

/// The table row of one member; its kind follows from the member's type.
template <auto Member>
constexpr Field field(std::string_view name, std::string_view text) {
    using Class = typename detail::MemberOf<decltype(Member)>::Class;
    using Value = typename detail::MemberOf<decltype(Member)>::Value;
    Field f{name, text, Kind::number};
    f.member = [](const void* o) -> const void* { return &(static_cast<const Class*>(o)->*Member); };
    if constexpr (detail::Scalar<Value>::value) {
        f.kind = detail::Scalar<Value>::kind;
        f.optional = detail::Scalar<Value>::optional;
        f.access = &detail::scalar_access<Value>;
    } else {
        f.kind = detail::Compound<Value>::kind;
        f.access = &detail::Compound<Value>::access;
        f.optional = f.kind == Kind::model || f.kind == Kind::hardware;
    }
    return f;
}

/// The row of a member that is shown and never asked for. The engine of a page leaves its text out
/// (RIDGEPOINT_COMPACT); the command's schema and the TypeScript declarations have the words.
template <auto Member>
constexpr Field figure(std::string_view name, [[maybe_unused]] std::string_view text) {
#ifdef RIDGEPOINT_COMPACT
    return field<Member>(name, "");
#else
    return field<Member>(name, text);
#endif
}

/// A Type for T over its table of fields.
template <class T>
constexpr Type make_type(std::string_view name, std::string_view text, std::span<const Field> fields) {
    return {name, text, fields, []() -> const void* {
                static const T value{};
                return &value;
            }};
}

}  // namespace ridgepoint
