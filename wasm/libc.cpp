// A few functions in place of the C library's, which bring more code into the download than the solvers.

#include <cstdarg>
#include <cstddef>

extern "C" {

// Reading decimal numbers: the C library works in software 128-bit floating point. JavaScript's reading is correctly
// rounded too, so the numbers are the same.

/// Implemented in libc.js.
double ridgepoint_strtod(const char* text, char** end);

double strtod(const char* text, char** end) { return ridgepoint_strtod(text, end); }

// nlohmann_json names these for number types that the core does not use.
float strtof(const char* text, char** end) { return static_cast<float>(ridgepoint_strtod(text, end)); }
long double strtold(const char* text, char** end) { return ridgepoint_strtod(text, end); }

/// nlohmann_json prints a character's code with "%.4X" and "%04x", and nothing else this way. Four hexadecimal digits
/// for each conversion, whatever its flags.
int snprintf(char* out, std::size_t size, const char* format, ...) {
    constexpr int digits = 4;
    std::size_t length = 0;
    const auto put = [&](char c) {
        if (length + 1 < size) out[length] = c;
        ++length;
    };
    va_list arguments;
    va_start(arguments, format);
    for (const char* c = format; *c != '\0'; ++c) {
        if (*c != '%') {
            put(*c);
            continue;
        }
        while (*c != 'x' && *c != 'X') ++c;
        const char* letters = *c == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
        const unsigned value = va_arg(arguments, unsigned);
        for (int i = digits; i-- > 0;) put(letters[(value >> (4 * i)) & 15]);
    }
    va_end(arguments);
    if (size > 0) out[length < size ? length : size - 1] = '\0';
    return static_cast<int>(length);
}

/// embind names a type that no binding declares by its address; here all are declared. The optimiser calls the
/// function by its other names.
int sprintf(char* out, const char* /*format*/, ...) {
    *out = '\0';
    return 0;
}
int siprintf(char* out, const char* format, ...) __attribute__((alias("sprintf")));
int __small_sprintf(char* out, const char* format, ...) __attribute__((alias("sprintf")));
}
