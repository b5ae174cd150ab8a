#include "ridgepoint/error.hpp"

#include "ridgepoint/prose.hpp"

namespace ridgepoint {

Error::Error(ErrorCode c, std::string f, std::string m) : code(c), field(std::move(f)), message(std::move(m)) {}
Error::Error(const Error&) = default;
Error::Error(Error&&) noexcept = default;
Error& Error::operator=(const Error&) = default;
Error& Error::operator=(Error&&) noexcept = default;
Error::~Error() = default;

tl::unexpected<Error> fail(ErrorCode code, std::string field, std::string message) {
    return tl::make_unexpected(Error{code, std::move(field), std::move(message)});
}

tl::unexpected<Error> fail(ErrorCode code, std::string field, const Remark& message) {
    return fail(code, std::move(field), sentence(message));
}

std::string_view name_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::malformed_json:
            return "malformed_json";
        case ErrorCode::malformed_formula:
            return "malformed_formula";
        case ErrorCode::too_large:
            return "too_large";
        case ErrorCode::unknown_call:
            return "unknown_call";
        case ErrorCode::unknown_field:
            return "unknown_field";
        case ErrorCode::missing_field:
            return "missing_field";
        case ErrorCode::wrong_type:
            return "wrong_type";
        case ErrorCode::out_of_range:
            return "out_of_range";
        case ErrorCode::unknown_name:
            return "unknown_name";
        case ErrorCode::not_applicable:
            return "not_applicable";
    }
    return "";
}

}  // namespace ridgepoint
