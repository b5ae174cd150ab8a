#include "model/phrases/synthesize.hpp"

namespace ridgepoint::phrases {

const Phrase remains{"De {1}, {0} se van en sobrecarga; quedan {2} para mover {3} y calcular {4}."};
const Phrase overhead_alone{
    "Solo la sobrecarga tarda {0}, más que el objetivo de {1}: no hay velocidad ni ancho de banda que baste."};
const Phrase links_cost_nothing{
    "El número de dispositivos supone que sus velocidades y memorias se suman, y que los enlaces entre ellos no "
    "cuestan nada."};
const Phrase timed_with_room{"Un dispositivo en el que el modelo no cabe se calcula como si tuviera sitio."};
const Phrase unpacking{
    "Desempaquetar los pesos necesita aritmética FP32 vectorial; el dispositivo que se pide tiene {0} FLOP de ella por "
    "cada byte de ancho de banda, como una H100."};
const Phrase power{
    "Cada FLOP de un prompt gasta también energía; el dispositivo que se pide consume {0} W, tanto por cada FLOP de su "
    "velocidad como una H100."};
const Phrase textbook_requirement{
    "Como en el libro de texto: el requisito deja fuera la sobrecarga, las activaciones y la caché KV."};

const Phrase no_prefill{"phase debe ser decode en un modelo que no genera tokens; se dio prefill"};

}  // namespace ridgepoint::phrases
