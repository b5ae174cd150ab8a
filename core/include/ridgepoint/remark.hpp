/// What a solver has to say to a person: which phrase, and the values that go into it. No words are in here; those are
/// in core/prose, and `sentence` (ridgepoint/prose.hpp) puts the two together.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "ridgepoint/precision.hpp"
#include "ridgepoint/quantity.hpp"

namespace ridgepoint {

/// A sentence, or a part of one, with a place for each value: "Memory: {0} at {1} takes {2}.". A solver knows it by
/// its name alone (core/model/phrases); the text is in core/prose/english, and a program of another language links
/// another folder in its place. A name without a text does not link.
struct Phrase {
    std::string_view text;
};

struct Remark;
using Remarks = std::vector<Remark>;

/// A number and its SI unit, "" for a pure one.
struct Amount {
    double number = 0;
    std::string_view unit{};
    int places = 2;  ///< of a ratio: decimals that it is good for
    bool operator==(const Amount&) const = default;
};

/// One value of a remark: a number, a name that is the same in every language, or remarks within the remark.
class Value {
public:
    Value(double number) : Value(Amount{number}) {}
    Value(Amount);
    Value(Seconds<> t) : Value(Amount{in_si(t), "s"}) {}
    Value(Bytes<> b) : Value(Amount{in_si(b), "bytes"}) {}
    Value(BytesPerSecond<> r) : Value(Amount{in_si(r), "bytes/s"}) {}
    Value(FlopPerSecond<> r) : Value(Amount{in_si(r), "flop/s"}) {}
    Value(Flop<> w) : Value(Amount{in_si(w), "flop"}) {}
    Value(std::string_view name);
    Value(const std::string& name) : Value(std::string_view(name)) {}
    Value(const char* name) : Value(std::string_view(name)) {}
    Value(Precision p);  ///< as people write it: FP16
    Value(const Phrase& phrase);
    Value(Remark);
    Value(Remarks);
    Value(const Value&);
    Value(Value&&) noexcept;
    Value& operator=(const Value&);
    Value& operator=(Value&&) noexcept;
    ~Value();
    bool operator==(const Value&) const;

    const std::variant<Amount, std::string, Remarks>& held() const { return held_; }

private:
    std::variant<Amount, std::string, Remarks> held_;
};

struct Remark {
    const Phrase* phrase = nullptr;
    std::vector<Value> values;

    Remark();
    Remark(const Phrase& phrase, std::initializer_list<Value> values = {});
    Remark(const Remark&);
    Remark(Remark&&) noexcept;
    Remark& operator=(const Remark&);
    Remark& operator=(Remark&&) noexcept;
    ~Remark();
    bool operator==(const Remark&) const;
};

}  // namespace ridgepoint
