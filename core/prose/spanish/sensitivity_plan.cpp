#include "model/phrases/sensitivity_plan.hpp"

namespace ridgepoint::phrases {

const Phrase plan_stands{"Los mismos dispositivos satisfarían {0:x} la demanda. {1} {2}"};
const Phrase stays_cheapest{
    "Siguen siendo los más baratos hasta {0:.2} USD por hora cada uno; a partir de ahí {1:?lo es|lo son} {1:9} {2}."};
const Phrase without_rival{"Ningún otro candidato satisface la demanda, cuesten lo que cuesten estos."};
const Phrase moved_cost{"el coste"};

const Phrase cost_in_parts{
    "Las elasticidades son del coste por unidad de trabajo, como si se pudiera alquilar parte de un dispositivo; como "
    "se alquilan enteros, el coste de un plan cambia a saltos."};
const Phrase rivals_estimated{
    "Solo se simularon los dispositivos más baratos; el margen y el límite de precio son estimaciones."};

}  // namespace ridgepoint::phrases
