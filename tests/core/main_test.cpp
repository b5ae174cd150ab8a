#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

#ifdef __EMSCRIPTEN__
// Clang 15 calls main by another name, which Emscripten 3.1.6 does not look for (Ubuntu 24.04 has these two).
int run_tests(int argc, char** argv) asm("main");
int run_tests(int argc, char** argv)
#else
int main(int argc, char** argv)
#endif
{
    return Catch::Session().run(argc, argv);
}
