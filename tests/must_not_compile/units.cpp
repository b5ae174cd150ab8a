// Compiles as it stands; must not with any one of the macros defined.

#include "ridgepoint/dual.hpp"
#include "ridgepoint/quantity.hpp"

using namespace ridgepoint;

constexpr Bytes<> weights{16e9};
constexpr BytesPerSecond<> bandwidth{3.35e12};
constexpr FlopPerSecond<> peak{989e12};

constexpr Seconds<> time_to_read = weights / bandwidth;
constexpr FlopPerByte<> ridge = peak / bandwidth;
constexpr double speedup = time_to_read / Seconds<>{1};
constexpr Seconds<Dual<1>> derived = Bytes<Dual<1>>{Dual<1>::variable(1, 0)} / BytesPerSecond<Dual<1>>{Dual<1>(2)};
static_assert(time_to_read < Seconds<>{1});

#ifdef BYTES_PLUS_SECONDS
constexpr auto sum = weights + time_to_read;
#endif
#ifdef BYTES_PER_SECOND_FROM_FLOP_PER_SECOND
constexpr BytesPerSecond<> rate = peak;
#endif
#ifdef SECONDS_FROM_NUMBER
constexpr Seconds<> bare = 5.0;
#endif
#ifdef SECONDS_COMPARED_WITH_BYTES
constexpr bool later = time_to_read < weights;
#endif
#ifdef PRODUCT_FOR_QUOTIENT
constexpr Seconds<> wrong = weights * bandwidth;
#endif
#ifdef RATIO_AS_SECONDS
constexpr Seconds<> ratio = weights / weights;
#endif
#ifdef DUAL_LOSES_ITS_UNIT
constexpr Bytes<Dual<1>> mixed = derived;
#endif
