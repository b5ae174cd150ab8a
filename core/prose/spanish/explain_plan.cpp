#include "model/phrases/explain_plan.hpp"

namespace ridgepoint::phrases {

const std::array<Phrase, cost_cause_names.size()> cost_causes{{{"trabajo"},
                                                               {"llegadas"},
                                                               {"límites de tiempo"},
                                                               {"contexto"},
                                                               {"bytes por valor"},
                                                               {"formato de la caché"},
                                                               {"dispositivos y sus enlaces"},
                                                               {"precios"},
                                                               {"sobrecarga"},
                                                               {"método de entrenamiento"}}};

const Phrase plans_as_text{
    "Análisis diferencial: propuesta frente a referencia\n"
    "  Referencia: {0}: {1}, {2:#} USD\n"
    "  Propuesta: {3}: {4}, {5:#} USD\n"
    "  Cambios: {6:,}\n"
    "  Coste: {7:x} ({8})\n"
    "\n"
    "Análisis: {9}\n"
    "{10}{11}"};
const Phrase plans_as_markdown{
    "### Análisis diferencial: **{7:x}** el coste ({8})\n"
    "\n"
    "| | demanda | dispositivos más baratos | coste |\n"
    "|:--|:--|:--|--:|\n"
    "| referencia | {0:|} | {1:|} | {2:#} USD |\n"
    "| propuesta | {3:|} | {4:|} | {5:#} USD |\n"
    "\n"
    "Cambios: {6:,}.\n"
    "\n"
    "{9}\n"
    "{10}{11}"};
const Phrase cost_factors_as_text{"\nFactores (su producto es la razón de los costes):\n{0}"};
const Phrase cost_factors_as_markdown{"\n| factor | razón |\n|:--|--:|\n{0}"};
const Phrase plan_of_serving{"{0}, {1:4} peticiones/s de {2:9} + {3:9} tokens{4}"};
const Phrase plan_of_training{"{0}, {1:4} tokens en {2:4} días"};
const Phrase within_ttft{", TTFT de {0} como mucho"};
const Phrase within_itl{", ITL de {0} como mucho"};
const Phrase plan_chosen{"{0}{1}{2}, {3}"};
const Phrase a_million_tokens{"un millón de tokens"};
const Phrase a_run{"el entrenamiento"};

const Phrase dearer{"La propuesta cuesta {0:x} lo que la referencia.{1}"};
const Phrase cheaper{"La propuesta cuesta {0:x} lo que la referencia, así que es más barata.{1}"};
const Phrase costs_the_same{"Ambas cuestan lo mismo."};
const Phrase mostly_by{" La mayor parte se debe a {0} ({1:x})."};
const Phrase mixture_unmet{
    "Entre las dos demandas hay mezclas de ambas que ningún dispositivo satisface, así que la razón no se reparte "
    "entre causas."};

const Phrase other_kind_of_demand{
    "un lado es una demanda de servicio y el otro de entrenamiento; compare dos del mismo tipo"};
const Phrase demand_unmet{"ningún dispositivo satisface la demanda: {0}"};
const Phrase costs_nothing{
    "los dispositivos más baratos no cuestan nada, y de eso no hay razón que calcular; póngales un precio"};
const Phrase too_many_plans{
    "difieren {0:9} causas, así que se planificarían {1:9} mezclas, y se planifican como mucho {2:9}. Cambie menos "
    "cosas a la vez"};

}  // namespace ridgepoint::phrases
