// A second language: which words are taken, and the marks of its numbers. A module for a page has one language only.

#include "ridgepoint/language.hpp"

#include "ask.hpp"
#include "model/phrases/explain.hpp"
#include "model/phrases/serve.hpp"
#include "prose/text.hpp"
#include "ridgepoint/prose.hpp"

#ifndef RIDGEPOINT_COMPACT

using namespace ridgepoint;

namespace {

struct Spanish {
    Spanish() { speak(Language::spanish); }
    ~Spanish() { speak(Language::english); }
};

}  // namespace

TEST_CASE("what is said is in the language spoken, alone and in arrays") {
    const Remark remark{phrases::beyond_context, {8192.0}};
    CHECK(sentence(remark) == "The model was trained for at most 8,192 tokens of context.");
    const Spanish spanish;
    CHECK(sentence(remark) == "El modelo se entrenó para 8192 tokens de contexto como máximo.");
    CHECK(sentence(phrases::title(Cause::host_link)) == "enlace con el host");
    CHECK(sentence({phrases::fitting_devices, {Remarks{{phrases::name, {"A100"}}, {phrases::name, {"H100"}}}}}) ==
          "Los dispositivos más pequeños del registro en los que cabe: A100 o H100.");
    CHECK(translated("time of one step") == "tiempo de un paso");
}

TEST_CASE("what a language does not have stays English") {
    const Spanish spanish;
    const Phrase phrase{"{0} of {1}"};
    CHECK(sentence({phrase, {0.5, "it"}}) == "0,5 of it");
    CHECK(translated("no field says this") == "no field says this");
}

TEST_CASE("Spanish numbers have a decimal comma, and a narrow space between thousands from five digits on") {
    CHECK(localized("12,345.6 tokens") == "12,345.6 tokens");
    const Spanish spanish;
    CHECK(localized("5.19 ms") == "5,19 ms");
    CHECK(localized("1,024") == "1024");
    CHECK(localized("−8,192.5") == "−8192,5");
    CHECK(localized("12,345.6 tokens") == "12\u202f345,6 tokens");
    CHECK(localized("8,030,261,248") == "8\u202f030\u202f261\u202f248");
    CHECK(localized("0.00005") == "0,00005");
    CHECK(localized("NaN") == "NaN");
    CHECK(localized(format_si(Seconds<>{45000})) == "12,5 horas");
}

#endif
