#include "model/phrases/explain_systems.hpp"

namespace ridgepoint::phrases {

const Phrase comparison_as_text{
    "Análisis diferencial: propuesta frente a referencia\n"
    "  Referencia: {0}: {1}\n"
    "  Propuesta: {2}: {3}\n"
    "  Cambios: {4:,}\n"
    "  Aceleración: {5:x} ({6})\n"
    "\n"
    "Análisis: {7}\n"
    "{8}{9}{10}"};
const Phrase comparison_as_markdown{
    "### Análisis diferencial: **{5:x}** ({6})\n"
    "\n"
    "| | configuración | {6} |\n"
    "|:--|:--|--:|\n"
    "| referencia | {0:|} | {1} |\n"
    "| propuesta | {2:|} | {3} |\n"
    "\n"
    "Cambios: {4:,}.\n"
    "\n"
    "{7}\n"
    "{8}{9}{10}"};
const Phrase served_configuration{"{0}, contexto {1:9}"};
const Phrase loaded_configuration{"{0} en {1}{2}, {3}, {4:9} + {5:9} tokens, {6}"};
const Phrase trained_configuration{"{0} en {1}{2}, {3}, {4:9} {4:?secuencia|secuencias} de {5:9} tokens"};
const Phrase arriving{"a razón de {0:4}/s"};
const Phrase of_users{"{0:9} {0:?usuario|usuarios}"};
const Phrase at_most{"a plena carga"};

const std::array<Phrase, compared_names.size()> compared{{{"tiempo entre tokens"},
                                                          {"tiempo hasta el primer token"},
                                                          {"tokens por segundo"},
                                                          {"tiempo hasta el último token"}}};

const Phrase faster{"La propuesta va a {0:x} la velocidad de la referencia; la mayor parte se debe a {1} ({2:x}).{3}"};
const Phrase takes_as_long{"Ambas son igual de rápidas."};
const Phrase proposal_lacks_room{" La propuesta no cabe en su memoria."};
const Phrase baseline_lacks_room{" La referencia no cabe en su memoria."};
const Phrase both_lack_room{" Ninguna cabe en su memoria."};
const Phrase trained_as_if_it_fit{"Un entrenamiento que no cabe en su memoria se calcula como si cupiera."};

const Phrase mixtures_with_room{
    "Entre ambas hay mezclas, como el modelo de una en los dispositivos de la otra, que no caben en su memoria. Se "
    "calculan como si cupieran."};

const Phrase of_side{"{0}: {1}"};
const Phrase too_many_mixtures{
    "difieren {0:9} causas, así que se simularían {1:9} mezclas, de {2:9} pasos cada una como mucho: en total hasta "
    "{3:9}. Pida como mucho {4:9} peticiones, o cambie menos cosas a la vez"};

}  // namespace ridgepoint::phrases
