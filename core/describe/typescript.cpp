#include "schema.hpp"

namespace ridgepoint {
namespace {

/// "a" | "b"
std::string literals(std::span<const std::string_view> names) {
    std::string text;
    for (const std::string_view name : names) text += (text.empty() ? "\"" : " | \"") + std::string(name) + "\"";
    return text;
}

/// `in_request`: where members may be absent, those of objects inside too.
std::string typescript_type(Calls calls, const Field& f, bool in_request) {
    switch (f.kind) {
        case Kind::number:
            return "number";
        case Kind::numbers:
            return "number[]";
        case Kind::boolean:
            return "boolean";
        case Kind::choice:
            return literals(f.names);
        case Kind::text:
        case Kind::remark:
            return "string";
        case Kind::texts:
        case Kind::remarks:
            return "string[]";
        case Kind::object: {
            const std::string name(f.nested().name);
            if (f.is_brief()) return "number | " + name;
            return !in_request && is_request(calls, f.nested()) ? "Required<" + name + ">" : name;
        }
        case Kind::list:
            return f.by_first ? "Record<string, " + std::string(f.nested().name) + ">"
                              : std::string(f.nested().name) + "[]";
        case Kind::reference:
            return "string | " + std::string(f.nested().name);
        case Kind::preset:
            return literals(f.nested().fields[0].names) + " | " + std::string(f.nested().name);
    }
    return "unknown";
}

std::string comment_of(const Field& f) {
    std::string text(f.text);
    if (!f.unit.empty()) text += " [" + std::string(f.unit) + "]";
    return text;
}

std::string declaration_of(Calls calls, const Type& type) {
    const bool request = is_request(calls, type);
    std::string text = "/** " + std::string(type.text) + " */\nexport interface " + std::string(type.name) + " {\n";
    for (const Field& f : type.fields) {
        const bool may_be_absent = request && !f.required;
        const bool may_be_null = f.optional && !f.required;
        text += "  /** " + comment_of(f) + " */\n  " + std::string(f.name) + (may_be_absent ? "?: " : ": ") +
                typescript_type(calls, f, request) + (may_be_null ? " | null" : "") + ";\n";
    }
    return text + "}\n\n";
}

}  // namespace

std::string typescript_of(Calls calls) {
    std::string text = "// Generated from the descriptions in core/: `ridgepoint schema --typescript`.\n\n";
    for_each_type(calls, [&](const Type& type) { text += declaration_of(calls, type); });
    text += "/** Each solver's request and result. */\nexport interface Calls {\n";
    for (const Call& call : calls)
        text += "  /** " + std::string(call.text) + " */\n  " + std::string(call.name) +
                ": { request: " + std::string(call.request().name) + "; result: " + std::string(call.result().name) +
                " };\n";
    return text + "}\n";
}

}  // namespace ridgepoint
