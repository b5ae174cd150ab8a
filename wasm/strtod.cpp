// Reading decimal numbers, in place of the C library's: that one works in software 128-bit floating point, a tenth
// of the engine's download. JavaScript's reading is correctly rounded too, so the numbers are the same.

extern "C" {

/// Implemented in strtod.js.
double ridgepoint_strtod(const char* text, char** end);

double strtod(const char* text, char** end) { return ridgepoint_strtod(text, end); }

// nlohmann_json names these for number types that the core does not use.
float strtof(const char* text, char** end) { return static_cast<float>(ridgepoint_strtod(text, end)); }
long double strtold(const char* text, char** end) { return ridgepoint_strtod(text, end); }
}
