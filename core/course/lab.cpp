/// lab.json, but for its exercises, which the files of kinds/ describe.
#include "schema.hpp"

namespace ridgepoint::course {
namespace {

using ShapeKind = Shape::Kind;

constexpr Shape anything{};
constexpr Shape title{.kind = ShapeKind::text, .least = 1};
constexpr Shape markdowns{.kind = ShapeKind::list, .part = &markdown};
constexpr Shape version{.kind = ShapeKind::number, .whole = true, .least = 1};
constexpr Shape minutes{.kind = ShapeKind::number, .whole = true, .least = 1, .most = 600};
constexpr Shape short_name{.kind = ShapeKind::text, .pattern = "^[a-z0-9][a-z0-9-]*$"};
constexpr std::string_view identities[]{"optional", "required", "none"};
constexpr Shape identify{.kind = ShapeKind::text, .name = "Identify", .words = identities};
constexpr std::string_view places[]{"page", "none"};
constexpr Shape answers{.kind = ShapeKind::text, .words = places};
constexpr Shape due{.kind = ShapeKind::text, .pattern = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$"};
constexpr Shape mastery{.kind = ShapeKind::number, .above = true, .most = 100};

constexpr Shape figure{
    .kind = ShapeKind::text,
    .name = "Figure",
    .about =
        "FORMULA | FORMAT or FORMULA | FORMAT DIGITS; formats are time, bytes, rate, flops, ratio, percent, number, "
        "signed, name, text",
    .least = 1};
constexpr Shape variables{.kind = ShapeKind::map, .pattern = word_pattern, .part = &anything};
constexpr Shape definitions{.kind = ShapeKind::map, .pattern = word_pattern, .part = &formula};
constexpr Shape figures{.kind = ShapeKind::map, .pattern = name_pattern, .part = &figure};

constexpr Shape drawn_from{.kind = ShapeKind::list, .least = 2, .most = 20, .part = &anything};
constexpr Shape variants{.kind = ShapeKind::map, .least = 1, .pattern = word_pattern, .part = &drawn_from};

constexpr Shape values{.kind = ShapeKind::list, .least = 1, .part = &anything};
constexpr Shape values_or_formula{.kind = ShapeKind::either, .part = &values, .other = &formula};
constexpr Shape rows{.kind = ShapeKind::map, .least = 1, .pattern = word_pattern, .part = &values_or_formula};
constexpr Member column_members[]{{"title", markdown, Need::lab}, {"value", figure, Need::lab}};
constexpr Shape column{.kind = ShapeKind::object, .members = column_members};
constexpr Shape columns{.kind = ShapeKind::list, .least = 1, .part = &column};
constexpr Member table_members[]{
    {"caption", markdown, Need::lab},
    {"for", rows, Need::lab,
     "Values, or a formula that gives a list of them. A row for every combination, the first name slowest."},
    {"columns", columns, Need::lab}};
constexpr Shape table_spec{.kind = ShapeKind::object, .name = "TableSpec", .members = table_members};
constexpr Shape tables{.kind = ShapeKind::map, .pattern = name_pattern, .part = &table_spec};

constexpr Shape element{.kind = ShapeKind::text, .pattern = "^ridge-[a-z]+$"};
constexpr Shape plain_value{.kind = ShapeKind::plain};
constexpr Shape attributes{.kind = ShapeKind::map, .pattern = "^[a-z][a-z0-9-]*$", .part = &plain_value};
constexpr Member widget_members[]{
    {"element", element, Need::lab, "Such as ridge-roofline."},
    {"attributes", attributes, Need::optional, "A text that begins with = is a formula."}};
constexpr Shape widget{.kind = ShapeKind::object, .name = "WidgetSpec", .members = widget_members};
constexpr Shape widgets{.kind = ShapeKind::map, .pattern = name_pattern, .part = &widget};

constexpr Shape ids{.kind = ShapeKind::list, .least = 1, .part = &any_text};
constexpr Member takeaway_members[]{
    {"text", markdown, Need::lab},
    {"after", ids, Need::lab, "The exercises that it would give away: it opens when they are done."}};
constexpr Shape late_takeaway{.kind = ShapeKind::object, .members = takeaway_members};
constexpr Shape takeaway{.kind = ShapeKind::either, .name = "Takeaway", .part = &markdown, .other = &late_takeaway};
constexpr Shape takeaways{.kind = ShapeKind::list, .part = &takeaway};

constexpr Shape address{.kind = ShapeKind::text, .pattern = "^https?://"};
constexpr Member source_members[]{{"title", title, Need::lab}, {"url", address, Need::lab}};
constexpr Shape source{.kind = ShapeKind::object, .members = source_members};
constexpr Shape sources{.kind = ShapeKind::list, .part = &source};

constexpr Shape exercises{.kind = ShapeKind::list, .part = &any_exercise};

constexpr Member lab_members[]{
    {"$schema", any_text},
    {"title", title, Need::lab, "Plain text: it is the page's title too."},
    {"question", markdown, Need::lab, "The question the lab answers."},
    {"version", version, Need::lab, "Raise it when answers to the previous text no longer mean the same."},
    {"minutes", minutes, Need::lab},
    {"prerequisites", markdowns},
    {"goals", markdowns},
    {"identify", identify, Need::optional, "Whether the student gives a name or an id; optional by default."},
    {"course", short_name, Need::optional,
     "Keeps answers apart from those to a lab of the same name on the same web server."},
    {"answers", answers, Need::optional,
     "Whether a page with every answer is published beside the lab. By default it is, unless the lab names a course."},
    {"mastery", mastery, Need::optional,
     "Percent of the points from which a learning-management system is told that the lab is passed."},
    {"variables", variables, Need::optional,
     "Plain values, the ones to change, by the names that formulas call them. A model or a device may be written out "
     "as "
     "an object."},
    {"variants", variants, Need::optional,
     "Values of variables, of which each student gets one, drawn by the id; of no effect while `identify` is optional "
     "or none."},
    {"exam", truth, Need::optional,
     "Keys, hints and explanations stay out of the page; `ridgepoint grade` alone works them out."},
    {"due", due, Need::optional,
     "When answers are to be handed in, in UTC: 2026-03-01T23:59:00Z. Feedback names right answers after that."},
    {"definitions", definitions, Need::optional,
     "Formulas by the names that other formulas call them; the names in one are looked up where it is used."},
    {"figures", figures},
    {"tables", tables},
    {"widgets", widgets},
    {"exercises", exercises},
    {"takeaways", takeaways},
    {"next", markdowns},
    {"sources", sources},
};

}  // namespace

const std::span<const Member> lab_description = lab_members;

}  // namespace ridgepoint::course
