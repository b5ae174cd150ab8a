#include "schema.hpp"

#include "prose/text.hpp"

namespace ridgepoint::course {
namespace {

// JSON Schema

class Schema {
public:
    Json whole() {
        Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
                    {"title", "A lab of Ridgepoint"},
                    {"description", "lab.json of a folder in labs/. From `ridgepoint schema --lab`."}};
        schema.update(object(lab_description));
        schema["definitions"] = definitions_;
        return schema;
    }

private:
    /// A shape with a name stands among the definitions, once.
    Json of(const Shape& shape) {
        if (shape.name.empty()) return body(shape);
        const std::string name(shape.name);
        if (!definitions_.contains(name)) {
            definitions_[name] = nullptr;  // keeps its place before those that it names
            Json found = &shape == &any_exercise ? exercise_schema() : body(shape);
            if (!shape.about.empty()) found["description"] = shape.about;
            definitions_[name] = std::move(found);
        }
        return {{"$ref", "#/definitions/" + name}};
    }

    Json body(const Shape& shape) {
        switch (shape.kind) {
            case Shape::Kind::anything:
                return Json::object();
            case Shape::Kind::plain:
                return {{"type", {"string", "number", "boolean", "object"}}};
            case Shape::Kind::text: {
                if (!shape.words.empty()) return {{"enum", shape.words}};
                Json schema = bounded("string", shape, "minLength", "maxLength");
                if (!shape.pattern.empty()) schema["pattern"] = shape.pattern;
                return schema;
            }
            case Shape::Kind::number: {
                Json schema{{"type", shape.whole ? "integer" : "number"}};
                schema[shape.above ? "exclusiveMinimum" : "minimum"] = write_number(shape.least);
                if (shape.most != Shape::unbounded) schema["maximum"] = write_number(shape.most);
                return schema;
            }
            case Shape::Kind::truth:
                return {{"type", "boolean"}};
            case Shape::Kind::list: {
                Json schema = bounded("array", shape, "minItems", "maxItems");
                schema["items"] = of(*shape.part);
                return schema;
            }
            case Shape::Kind::map: {
                Json schema = bounded("object", shape, "minProperties", "maxProperties");
                schema["propertyNames"] = {{"pattern", shape.pattern}};
                schema["additionalProperties"] = of(*shape.part);
                return schema;
            }
            case Shape::Kind::object:
                return object(shape.members);
            case Shape::Kind::either:
                return {{"anyOf", {of(*shape.part), of(*shape.other)}}};
        }
        return Json::object();
    }

    static Json bounded(const char* type, const Shape& shape, const char* least, const char* most) {
        Json schema{{"type", type}};
        if (shape.least > 0) schema[least] = write_number(shape.least);
        if (shape.most != Shape::unbounded) schema[most] = write_number(shape.most);
        return schema;
    }

    Json object(std::span<const Member> members) {
        Json schema{{"type", "object"}};
        add(schema, members);
        schema["additionalProperties"] = false;
        return schema;
    }

    void add(Json& schema, std::span<const Member> members) {
        for (const Member& member : members) {
            Json property = of(member.shape);
            if (!member.about.empty()) property["description"] = member.about;
            schema["properties"][std::string(member.name)] = std::move(property);
            if (member.need != Need::optional) schema["required"].push_back(member.name);
        }
    }

    /// What all kinds have, and for each kind what it has besides, and nothing else.
    Json exercise_schema() {
        Json schema{{"type", "object"}};
        add(schema, exercise_members);
        schema["required"].push_back("kind");
        Json names = Json::array(), each = Json::array();
        for (const Kind* kind : kinds()) {
            Json own{{"description", kind->about},
                     {"additionalProperties", false},
                     {"properties", {{"kind", Json::object()}}}};
            for (const Member& member : exercise_members)
                if (kind->predictable || member.name != "predict")
                    own["properties"][std::string(member.name)] = Json::object();
            add(own, kind->members);
            names.push_back(kind->name);
            each.push_back({{"if", {{"properties", {{"kind", {{"const", kind->name}}}}}}}, {"then", std::move(own)}});
        }
        schema["properties"]["kind"] = {{"enum", std::move(names)}};
        schema["allOf"] = std::move(each);
        return schema;
    }

    Json definitions_ = Json::object();
};

// TypeScript

class TypeScript {
public:
    std::string whole() {
        std::string lab = interface("LabSpec", "", lab_description);
        std::string common = interface("ExerciseBase", "What all exercises have.", exercise_members);
        std::string each, names;
        for (const Kind* kind : kinds()) {
            std::string name(kind->name);
            name[0] = static_cast<char>(name[0] - 'a' + 'A');
            each += cat({"/** ", kind->about, " */\nexport interface ", name,
                         "Exercise extends ExerciseBase {\n  kind: \"", kind->name, "\";\n",
                         kind->predictable ? "" : "  predict?: never;\n", members(kind->members, "  "), "}\n\n"});
            names += cat({names.empty() ? "" : " | ", name, "Exercise"});
        }
        return cat({"// Generated from the descriptions in core/course: `ridgepoint schema --lab --typescript`.\n\n",
                    named_, common, each, "export type Exercise = ", names, ";\n\n", lab});
    }

private:
    std::string interface(std::string_view name, std::string_view words, std::span<const Member> of) {
        return cat({comment(words, ""), "export interface ", name, " {\n", members(of, "  "), "}\n\n"});
    }

    std::string members(std::span<const Member> of, const std::string& indent) {
        std::string text;
        for (const Member& member : of)
            text += cat({comment(member.about, indent), indent, member.name[0] == '$' ? "\"$schema\"" : member.name,
                         member.need == Need::optional ? "?: " : ": ", type(member.shape, indent), ";\n"});
        return text;
    }

    static std::string comment(std::string_view words, std::string_view indent) {
        return words.empty() ? "" : cat({indent, "/** ", words, " */\n"});
    }

    /// A shape with a name is declared, once.
    std::string type(const Shape& shape, const std::string& indent) {
        if (shape.name.empty() || &shape == &any_exercise) return shape.name.empty() ? body(shape, indent) : "Exercise";
        const std::string declared = cat({" ", shape.name, " "});
        if (named_.find(declared) == std::string::npos) {
            const std::string what =
                shape.kind == Shape::Kind::object
                    ? interface(shape.name, shape.about, shape.members)
                    : cat({comment(shape.about, ""), "export type", declared, "= ", body(shape, ""), ";\n\n"});
            named_ += what;
        }
        return std::string(shape.name);
    }

    std::string body(const Shape& shape, const std::string& indent) {
        switch (shape.kind) {
            case Shape::Kind::anything:
                return "unknown";
            case Shape::Kind::plain:
                return "string | number | boolean | object";
            case Shape::Kind::text: {
                std::string words;
                for (const std::string_view word : shape.words)
                    words += cat({words.empty() ? "" : " | ", "\"", word, "\""});
                return words.empty() ? "string" : words;
            }
            case Shape::Kind::number:
                return "number";
            case Shape::Kind::truth:
                return "boolean";
            case Shape::Kind::list: {
                const std::string part = type(*shape.part, indent);
                const bool simple = part.find_first_of(" {") == std::string::npos;
                if (shape.least == 2 && shape.most == 2) return cat({"[", part, ", ", part, "]"});
                return simple || part[0] == '{' ? part + "[]" : cat({"(", part, ")[]"});
            }
            case Shape::Kind::map:
                return cat({"Record<string, ", type(*shape.part, indent), ">"});
            case Shape::Kind::object:
                return cat({"{\n", members(shape.members, indent + "  "), indent, "}"});
            case Shape::Kind::either:
                return cat({type(*shape.part, indent), " | ", type(*shape.other, indent)});
        }
        return "unknown";
    }

    std::string named_;
};

/// On one line what fits there.
std::string pretty(const Json& json, std::size_t indent) {
    constexpr std::size_t width = 120;
    const std::string line = json.dump();
    if (!json.is_structured() || indent + line.size() <= width) return line;
    std::string text;
    for (const auto& [key, part] : json.items())
        text += cat({text.empty() ? "" : ",", "\n", std::string(indent + 2, ' '),
                     json.is_object() ? cat({Json(key).dump(), ": "}) : "", pretty(part, indent + 2)});
    return cat({json.is_object() ? "{" : "[", text, "\n", std::string(indent, ' '), json.is_object() ? "}" : "]"});
}

}  // namespace

std::string lab_schema() { return pretty(Schema().whole(), 0) + "\n"; }

std::string lab_typescript() { return TypeScript().whole(); }

}  // namespace ridgepoint::course
