/// Errors are values: every fallible call returns `Expected<T>`, a result or an `Error`.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "ridgepoint/remark.hpp"

namespace ridgepoint {

enum class ErrorCode {
    malformed_json,     ///< the request is not JSON
    malformed_formula,  ///< a formula of a lab that does not parse
    too_large,          ///< text over the size limit, or nesting over the depth limit
    unknown_call,       ///< no such solver
    unknown_field,      ///< a field the request does not have
    missing_field,      ///< a required field was not given
    wrong_type,         ///< for example text where a number belongs
    out_of_range,       ///< a number outside the stated range, or not finite
    unknown_name,       ///< a model, device, precision or choice that is not in the list
    not_applicable,     ///< the fields are each fine but do not go together
};

/// `malformed_json`, `too_large`, … as in JSON.
std::string_view name_of(ErrorCode code);

/// What went wrong, for a person and for a program.
///
///     {out_of_range, "batch", "batch must be a whole number from 1 to 1000000, given 0"}
struct Error {
    ErrorCode code;
    std::string field;    ///< dotted path of the offending field; empty when the whole request is at fault
    std::string message;  ///< names the field, what was given and what is allowed

    // Defined out of line: every Expected<T> would otherwise carry copies of them in the download.
    Error(ErrorCode code, std::string field, std::string message);
    Error(const Error&);
    Error(Error&&) noexcept;
    Error& operator=(const Error&);
    Error& operator=(Error&&) noexcept;
    ~Error();
};

template <class T>
using Expected = tl::expected<T, Error>;

tl::unexpected<Error> fail(ErrorCode code, std::string field, std::string message);
tl::unexpected<Error> fail(ErrorCode code, std::string field, const Remark& message);

}  // namespace ridgepoint
