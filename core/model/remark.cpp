#include "ridgepoint/remark.hpp"

namespace ridgepoint {

// Out of line: every solver would otherwise carry copies of them in the download.
Value::Value(Amount amount) : held_(amount) {}
Value::Value(std::string_view name) : held_(std::string(name)) {}
// Not inlined where it is used, which is often.
[[gnu::noinline]] Value::Value(Precision p) : Value(precision_names[static_cast<unsigned>(p)]) {
    for (char& c : *std::get_if<std::string>(&held_))
        if (c >= 'a') c = static_cast<char>(c - 'a' + 'A');
}
Value::Value(const Phrase& phrase) : Value(Remark(phrase)) {}
Value::Value(Remark remark) : held_(Remarks{std::move(remark)}) {}
Value::Value(Remarks remarks) : held_(std::move(remarks)) {}
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;
bool Value::operator==(const Value&) const = default;

Remark::Remark() = default;
Remark::Remark(const Phrase& p, std::initializer_list<Value> v) : phrase(&p), values(v) {}
Remark::Remark(const Remark&) = default;
Remark::Remark(Remark&&) noexcept = default;
Remark& Remark::operator=(const Remark&) = default;
Remark& Remark::operator=(Remark&&) noexcept = default;
Remark::~Remark() = default;
bool Remark::operator==(const Remark&) const = default;

}  // namespace ridgepoint
