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

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

#include "ridgepoint/field.hpp"
#include "ridgepoint/quantity.hpp"
#include "ridgepoint/remark.hpp"

namespace ridgepoint {

/// An optional choice: unset, or a value of the enumeration E.
template <class E>
struct Maybe {
    std::optional<E> chosen;
};

/// A figure's band: of ten measured values nine lie within. Two fields in JSON, null where nothing was measured.
template <class T>
struct Interval {
    T low, high;

    friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

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
struct Compound<Remark> {
    static constexpr Kind kind = Kind::remark;
    static constexpr Access access{};
};
template <>
struct Compound<Remarks> {
    static constexpr Kind kind = Kind::remarks;
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
template <class V>
std::shared_ptr<const void> copy(const void* member) {
    return std::make_shared<const V>(*static_cast<const V*>(member));
}
template <class V>
void assign(void* member, const void* from) {
    *static_cast<V*>(member) = *static_cast<const V*>(from);
}
template <class E>
struct Compound<std::shared_ptr<const E>> {
    using Shared = std::shared_ptr<const E>;
    static constexpr Kind kind = Kind::reference;
    static constexpr Reference reference{
        [](const void* m) -> const void* { return static_cast<const Shared*>(m)->get(); },
        [](void* m, std::shared_ptr<const void> e) { *static_cast<Shared*>(m) = std::static_pointer_cast<const E>(e); },
        []() -> std::shared_ptr<void> { return std::make_shared<E>(); },
        [](const void* e, const std::string& path) { return check_entry(*static_cast<const E*>(e), path); }};
    static constexpr Access access{
        .nested = &describe<E>, .reference = &reference, .copy = &copy<Shared>, .assign = &assign<Shared>};
};

template <class V>
inline constexpr Access scalar_access{.read = [](const void* m) { return Scalar<V>::get(*static_cast<const V*>(m)); },
                                      .write = [](void* m, double x) { Scalar<V>::set(*static_cast<V*>(m), x); }};

/// Where a C could stand, to be measured while compiling; there is none.
template <class C>
union Room {
    Room();
    ~Room();
    std::byte bytes[sizeof(C)];
    C object;
    static Room nowhere;
};

// Clang warns that nobody has defined what nobody reads.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wundefined-var-template"
/// How many bytes into its struct a member stands: offsetof takes a name, and here is a pointer to it.
template <auto Member>
consteval std::size_t offset_of() {
    const auto& room = Room<typename MemberOf<decltype(Member)>::Class>::nowhere;
    const void* member = &(room.object.*Member);
    std::size_t offset = 0;
    while (static_cast<const void*>(&room.bytes[offset]) != member) ++offset;
    return offset;
}
#pragma GCC diagnostic pop

template <class V, int End>
inline constexpr Access end_access{.read = [](const void* m) {
    const auto& band = *static_cast<const std::optional<Interval<V>>*>(m);
    if (!band) return std::numeric_limits<double>::quiet_NaN();
    return Scalar<V>::get(End == 0 ? band->low : band->high);
}};

template <class Band>
struct EndsOf;
template <class V>
struct EndsOf<std::optional<Interval<V>>> {
    using Value = V;
};

template <auto Member, int End>
constexpr Field end_of(std::string_view name, Words text) {
    using Band = typename MemberOf<decltype(Member)>::Value;
    Field f;
    f.name = name;
    f.offset = offset_of<Member>();
    f.text = text;
    f.optional = true;
    f.access = &end_access<typename EndsOf<Band>::Value, End>;
    return f;
}

}  // namespace detail

/// The table row of one member; its kind follows from the member's type.
template <auto Member>
constexpr Field field(std::string_view name, Words text) {
    using Value = typename detail::MemberOf<decltype(Member)>::Value;
    Field f;
    f.name = name;
    f.offset = detail::offset_of<Member>();
    f.text = text;
    if constexpr (detail::Scalar<Value>::value) {
        f.kind = detail::Scalar<Value>::kind;
        f.optional = detail::Scalar<Value>::optional;
        f.access = &detail::scalar_access<Value>;
    } else {
        f.kind = detail::Compound<Value>::kind;
        f.access = &detail::Compound<Value>::access;
        f.optional = f.kind == Kind::reference;
    }
    return f;
}

/// The row of such a member.
template <auto Member>
constexpr Field figure(std::string_view name, Words text) {
    return field<Member>(name, text);
}

/// The rows of the two ends of a member that is an optional Interval.
template <auto Member>
constexpr Field lower(std::string_view name, Words text) {
    return detail::end_of<Member, 0>(name, text);
}
template <auto Member>
constexpr Field upper(std::string_view name, Words text) {
    return detail::end_of<Member, 1>(name, text);
}

/// Tables of rows one after the other.
template <std::size_t... N>
constexpr auto together(const std::array<Field, N>&... tables) {
    std::array<Field, (N + ...)> all{};
    auto next = all.begin();
    ((next = std::copy(tables.begin(), tables.end(), next)), ...);
    return all;
}

/// The rows of a struct that another holds, as rows of the holder: held in C++, flat in JSON.
///
///     struct Watched { Point point; double limit; };
///     inline constexpr auto watched_fields = held<&Watched::point, point_fields>;
template <auto Member, const auto& fields>
inline constexpr auto held = [] {
    auto rows = fields;
    for (Field& row : rows) row.offset += detail::offset_of<Member>();
    return rows;
}();

/// The rows of a table whose names another does not have.
template <const auto& fields, const auto& others>
inline constexpr auto beyond = [] {
    constexpr auto is_new = [](const Field& f) {
        return std::none_of(others.begin(), others.end(), [&](const Field& other) { return other.name == f.name; });
    };
    std::array<Field, static_cast<std::size_t>(std::count_if(fields.begin(), fields.end(), is_new))> some{};
    std::copy_if(fields.begin(), fields.end(), some.begin(), is_new);
    return some;
}();

/// A Type for T over its table of fields.
template <class T>
constexpr Type make_type(std::string_view name, Words text, std::span<const Field> fields) {
    return {name, text, fields, []() -> const void* {
                static const T value{};
                return &value;
            }};
}

}  // namespace ridgepoint

/// Behind the table of a type's fields, within the namespace: the description of the type, with what it is in words.
#define RIDGEPOINT_DESCRIBE(T, fields, text)                         \
    template <>                                                      \
    inline const Type& describe<T>() {                               \
        static constexpr Type type = make_type<T>(#T, text, fields); \
        return type;                                                 \
    }
